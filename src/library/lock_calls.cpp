#include "library/lock_calls.h"

namespace snag::library {

const MethodModel* LockCalls::model_of(const ir::Instruction& call) {
  if (call.op != ir::Op::kInvoke || call.operand_count == 0) return nullptr;
  const ir::Reference& target = references_[call.reference()];
  ResolvedMethod resolved =
      resolver_.resolve_method({target.owner, target.name, target.descriptor, target.interface_owner});
  return resolved ? models_.find(program_, *resolved) : nullptr;
}

std::vector<LockCalls::Effect> LockCalls::effects(const ir::MethodIr& method, const ir::Instruction& call) {
  std::vector<Effect> result;
  const MethodModel* model = model_of(call);
  if (model == nullptr) return result;
  for (const LockEffect& effect : model->locks) {
    if (effect.lock.base != Operand::Base::kThis) continue;
    ir::ValueId receiver = method.operands(call)[0];
    const MethodModel* maker = model_of(method[receiver]);
    Effect found{.lock = receiver, .action = effect.action, .mode = effect.mode, .only_if_true = effect.only_if_true};
    if (maker != nullptr && maker->view) {
      found.lock = method.operands(receiver)[0];
      found.mode = *maker->view;
    }
    result.push_back(found);
  }
  return result;
}

ir::ValueId LockCalls::waits_on(const ir::MethodIr& method, const ir::Instruction& call) {
  const MethodModel* model = model_of(call);
  return model == nullptr || model->waits.empty() ? ir::ValueId() : method.operands(call)[0];
}

}  // namespace snag::library

// Whether a call belongs to a parallel stream, whose functions other threads run as well.
#pragma once

#include <string_view>

#include "ir/method_ir.h"
#include "library/models.h"

namespace snag {

// `receiver` is what the call is made on. `model_of(instruction)` returns the model of an invoke instruction, or null,
// and `owner_of(instruction)` the internal name of the class that it names.
template <class ModelOf, class OwnerOf>
bool in_parallel_stream(const ir::MethodIr& method, ir::ValueId receiver, const library::Policy& policy,
                        ModelOf&& model_of, OwnerOf&& owner_of) {
  // Back along the chain of calls, `list.parallelStream().map(…).forEach(…)`, until a model says which it is.
  constexpr int kLongestChain = 64;
  for (int step = 0; step < kLongestChain && receiver.valid(); ++step) {
    const ir::Instruction& i = method[receiver];
    if (i.op != ir::Op::kInvoke || i.as<ir::InvokeKind>() == ir::InvokeKind::kStatic) return false;
    const library::MethodModel* model = model_of(i);
    if (model != nullptr && model->parallel) return *model->parallel;
    if (!policy.streams.matches(owner_of(i))) return false;
    receiver = method.operands(i)[0];
  }
  return false;
}

}  // namespace snag

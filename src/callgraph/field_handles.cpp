#include "callgraph/field_handles.h"

#include <algorithm>
#include <iterator>

#include "classfile/language_names.h"

namespace snag {

using ir::Op;
using ir::ValueId;

namespace {

constexpr std::string_view kUpdaters[] = {"java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
                                          "java/util/concurrent/atomic/AtomicLongFieldUpdater",
                                          "java/util/concurrent/atomic/AtomicReferenceFieldUpdater"};

bool is_updater(std::string_view type) {
  return std::find(std::begin(kUpdaters), std::end(kUpdaters), type) != std::end(kUpdaters);
}

struct Mode {
  bool reads = false, writes = false;
};

// Of the access methods of a VarHandle or an updater; nothing for their other methods.
Mode mode_of(std::string_view name) {
  for (std::string_view read : {"get", "getVolatile", "getOpaque", "getAcquire"}) {
    if (name == read) return {.reads = true};
  }
  for (std::string_view write : {"set", "setVolatile", "setOpaque", "setRelease", "lazySet"}) {
    if (name == write) return {.writes = true};
  }
  for (std::string_view update : {"compareAnd", "weakCompareAnd", "getAnd"}) {
    if (name.starts_with(update)) return {.reads = true, .writes = true};
  }
  return name.ends_with("AndGet") ? Mode{.reads = true, .writes = true} : Mode{};
}

}  // namespace

FieldHandles::FieldHandles(Calls& calls) : calls_(calls) {
  const Program& program = calls.program();
  for (std::uint32_t n = 0; n < calls.node_count(); ++n) {
    const NodeId node(n);
    if (!calls.is_class_initializer(node)) continue;
    const ir::MethodIr& method = calls.ir(node);
    for (const ir::Instruction& store : method.instructions) {
      if (store.op != Op::kPutStatic) continue;
      const ValueId made = method.without_casts(method.operands(store)[0]);
      if (method[made].op != Op::kInvoke) continue;
      const FieldId field = calls.field(store);
      if (!field.valid() || !program[field].is_final()) continue;
      const FieldId target = target_of(method, made);
      if (!target.valid()) continue;
      target_of_[field] = target;
      targets_.push_back(target);
    }
  }
  std::sort(targets_.begin(), targets_.end());
  targets_.erase(std::unique(targets_.begin(), targets_.end()), targets_.end());
}

// The field whose handle a call makes from constants: a class and a name.
FieldId FieldHandles::target_of(const ir::MethodIr& method, ValueId made) const {
  Program& program = calls_.program();
  const ir::Reference& called = calls_.references()[method[made].reference()];
  const std::string_view owner = program.text(called.owner), name = program.text(called.name);
  const bool found =
      owner == "java/lang/invoke/MethodHandles$Lookup" && (name == "findVarHandle" || name == "findStaticVarHandle");
  if (!found && !(is_updater(owner) && name == "newUpdater")) return {};
  ClassId type;
  Name wanted;
  for (ValueId operand : method.operands(made)) {
    const ir::Instruction& constant = method[method.without_casts(operand)];
    if (constant.op != Op::kConstant) continue;
    if (constant.as<ir::ConstantKind>() == ir::ConstantKind::kClass && !type.valid()) {
      type = program.find_class(constant.payload_name());
      if (!type.valid()) return {};
    } else if (constant.as<ir::ConstantKind>() == ir::ConstantKind::kString) {
      wanted = constant.payload_name();
    }
  }
  for (; type.valid() && wanted.valid(); type = program.superclass(type)) {
    for (const Field& field : program.fields(type)) {
      if (field.name == wanted) return field.id;
    }
  }
  return {};
}

std::optional<FieldHandles::Access> FieldHandles::access(const ir::MethodIr& method, ValueId call) const {
  const ir::Instruction& i = method[call];
  if (target_of_.empty() || i.op != Op::kInvoke || i.as<ir::InvokeKind>() == ir::InvokeKind::kStatic) return {};
  const std::span<const ValueId> operands = method.operands(call);
  if (operands.empty()) return {};
  const ir::Instruction& handle = method[method.without_casts(operands[0])];
  if (handle.op != Op::kGetStatic) return {};
  const auto target = target_of_.find(calls_.field(handle));
  if (target == target_of_.end()) return {};
  const Program& program = calls_.program();
  const ir::Reference& called = calls_.references()[i.reference()];
  const std::string_view name = program.text(called.name);
  const Mode mode = mode_of(name);
  const bool is_static = program[target->second].is_static();
  if ((!mode.reads && !mode.writes) || (!is_static && operands.size() < 2)) return {};
  const bool plain = program.text(called.owner) == classfile::kVarHandleClass && (name == "get" || name == "set");
  return Access{.field = target->second,
                .object = is_static ? ValueId() : operands[1],
                .reads = mode.reads,
                .writes = mode.writes,
                .atomic = !plain};
}

}  // namespace snag

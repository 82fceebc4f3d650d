#include "sections/field_facts.h"

#include <algorithm>
#include <mutex>

#include "base/parallel.h"
#include "sections/summary.h"

namespace snag::sections {

FieldFacts::FieldFacts(Calls& calls, const FieldHandles& handles, const Sharing& sharing, unsigned jobs)
    : calls_(calls), sharing_(sharing) {
  std::mutex mutex;
  auto merge = [&](const std::vector<std::pair<FieldId, Fact>>& found) {
    std::lock_guard lock(mutex);
    for (const auto& [field, fact] : found) {
      if (field.value >= facts_.size()) facts_.resize(field.value + 1);
      Fact& known = facts_[field.value];
      known.written = known.written || fact.written;
      bool differs = known.held.valid() && fact.held.valid() && known.held != fact.held;
      known.several = known.several || fact.several || differs;
      if (fact.held.valid()) known.held = fact.held;
      // Facts come in the order in which threads are done: which of two locks it is must not depend on that.
      if (!fact.behind.field.valid()) {
        known.several_behind = known.several_behind || fact.several_behind;
      } else if (!known.behind.field.valid()) {
        known.behind = fact.behind;
      } else if (known.behind.field != fact.behind.field) {
        known.several_behind = true;
      } else if (known.behind.mode && fact.behind.mode) {
        known.behind.mode = weaker(*known.behind.mode, *fact.behind.mode);
      }
    }
  };
  constexpr std::size_t kGrain = 256;
  parallel_ranges(calls.node_count(), jobs, kGrain, [&](std::size_t begin, std::size_t end) {
    std::vector<std::pair<FieldId, Fact>> found;
    for (std::size_t i = begin; i < end; ++i) {
      NodeId node(static_cast<std::uint32_t>(i));
      look_at(calls_.ir(node), calls_.program()[calls_.method(node)], found);
    }
    merge(found);
  });
  // What is written through a handle is not known.
  for (FieldId field : handles.targets()) {
    if (field.value >= facts_.size()) facts_.resize(field.value + 1);
    Fact& known = facts_[field.value];
    known.written = known.several = known.several_behind = true;
  }
}

void FieldFacts::look_at(const ir::MethodIr& method, const Method& declaration,
                         std::vector<std::pair<FieldId, Fact>>& facts) const {
  Program& program = calls_.program();
  std::string_view name = program.text(declaration.name);
  for (const ir::Instruction& i : method.instructions) {
    if (i.op != ir::Op::kPutField && i.op != ir::Op::kPutStatic) continue;
    FieldId field = calls_.field(i);
    if (!field.valid()) continue;
    bool own = program[field].owner == declaration.owner;
    Fact fact;
    if (i.op == ir::Op::kPutStatic) {
      fact.written = !own || name != "<clinit>";
    } else {
      const ir::Instruction& object = method[method.operands(i)[0]];
      bool on_this = object.op == ir::Op::kParameter && object.payload == 0 && !method.is_static();
      fact.written = object.op != ir::Op::kNew && !(own && on_this && name == "<init>");
    }
    ir::ValueId value = method.operands(i).back();
    if (method[value].type == ir::Type::kReference) {
      const ir::Instruction& stored = method[value];
      bool null = stored.op == ir::Op::kConstant && stored.as<ir::ConstantKind>() == ir::ConstantKind::kNull;
      fact.held = class_of_value(method, value);
      fact.several = !fact.held.valid() && !null;
      fact.behind = lock_of_view(method, i);
      fact.several_behind = !fact.behind.field.valid() && !null;
    }
    facts.emplace_back(field, fact);
  }
}

ClassId FieldFacts::class_of_value(const ir::MethodIr& method, ir::ValueId value) const {
  const ir::Instruction& i = method[method.without_casts(value)];
  if (i.op == ir::Op::kNew) return calls_.program().find_class(i.type_name);
  if (i.op != ir::Op::kInvoke) return {};
  const library::MethodModel* model = calls_.binding(i).model;
  return model != nullptr && model->makes.valid() ? calls_.program().find_class(model->makes) : ClassId();
}

// `store` keeps a view or a condition in a field; the lock must be in a field of the same object, or in a static one.
LockBehindField FieldFacts::lock_of_view(const ir::MethodIr& method, const ir::Instruction& store) const {
  const ir::Instruction& call = method[method.operands(store).back()];
  if (call.op != ir::Op::kInvoke || call.operand_count == 0) return {};
  const library::MethodModel* model = calls_.binding(call).model;
  if (model == nullptr) return {};
  auto keeps_this = [](const library::Flow& flow) {  // newCondition
    return flow.from.base == library::Operand::Base::kThis && flow.from.part == library::Operand::Part::kSelf &&
           flow.to.base == library::Operand::Base::kResult && flow.to.part == library::Operand::Part::kField;
  };
  if (!model->view && std::none_of(model->flows.begin(), model->flows.end(), keeps_this)) return {};
  ir::ValueId lock = method.operands(call)[0];
  bool in_object = store.op == ir::Op::kPutField;
  auto of_same_object = [&](const ir::Instruction& i) {
    return in_object && method.operands(i)[0] == method.operands(store)[0];
  };
  const ir::Instruction& from = method[lock];
  bool named = from.op == ir::Op::kGetStatic || (from.op == ir::Op::kGetField && of_same_object(from));
  if (named) return {calls_.field(from), model->view};
  // `both = new ReentrantReadWriteLock(); this.both = both; this.readLock = both.readLock();`
  for (const ir::Instruction& i : method.instructions) {
    bool stores = i.op == ir::Op::kPutStatic || (i.op == ir::Op::kPutField && of_same_object(i));
    if (stores && method.operands(i).back() == lock) return {calls_.field(i), model->view};
  }
  return {};
}

LockBehindField FieldFacts::lock_behind(FieldId field) const {
  bool known =
      field.value < facts_.size() && facts_[field.value].behind.field.valid() && !facts_[field.value].several_behind;
  return known ? facts_[field.value].behind : LockBehindField{field, std::nullopt};
}

NamedByView FieldFacts::lock_behind(const AccessPath& path) const {
  const FieldId last = path.last_field();
  if (!last.valid() || (!path.steps().empty() && path.steps().back() != last.value)) return {path, std::nullopt};
  const auto [field, mode] = lock_behind(last);
  if (field == last) return {path, mode};
  const AccessPath owner = path.owner_of_last_field();
  const bool is_static = !owner.known() || calls_.program()[field].is_static();
  return {is_static ? AccessPath(AccessPath::Root::kStatic, field.value) : owner.then(field.value), mode};
}

bool FieldFacts::can_change(FieldId field) const {
  const Field& declaration = calls_.program()[field];
  if (declaration.is_final() || sharing_.is_immutable(declaration.owner)) return false;
  if (declaration.is_volatile() || calls_.program()[declaration.owner].origin != Origin::kApplication) return true;
  return field.value < facts_.size() && facts_[field.value].written;
}

ClassId FieldFacts::held_class(FieldId field) const {
  if (!field.valid() || field.value >= facts_.size() || facts_[field.value].several) return {};
  Program& program = calls_.program();
  if (program[program[field].owner].origin != Origin::kApplication) return {};  // not all of its writes are seen
  return facts_[field.value].held;
}

}  // namespace snag::sections

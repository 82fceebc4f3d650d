#include "checks/reacquired-lock/method_locks.h"

#include <algorithm>

namespace snag::reacquired {

using ir::Op;
using ir::ValueId;
using sections::HeldLock;
using sections::HeldLocks;
using sections::LockId;

void add_touch(Touches& touches, const Touch& touch) {
  auto it = std::lower_bound(touches.begin(), touches.end(), touch,
                             [](const Touch& a, const Touch& b) { return a.field < b.field; });
  if (it != touches.end() && it->field == touch.field) {
    if (!(it->object == touch.object)) it->object = {};
    it->written = it->written || touch.written;
  } else if (touches.size() < kMaximumTouches) {
    touches.insert(it, touch);
  }
}

namespace {

bool is_write(const ir::Instruction& i) { return i.op == Op::kPutField || i.op == Op::kPutStatic; }

// The field that an instruction reads or writes, if it can change; else invalid.
FieldId touched_field(sections::Analysis& analysis, const ir::Instruction& i) {
  bool touches = i.op == Op::kGetField || i.op == Op::kPutField || i.op == Op::kGetStatic || i.op == Op::kPutStatic;
  FieldId field = touches ? analysis.calls().field(i) : FieldId();
  return field.valid() && analysis.fields().can_change(field) ? field : FieldId();
}

}  // namespace

Touches touched_by(sections::Analysis& analysis, NodeId node) {
  Touches result;
  for (const ir::Instruction& i : analysis.calls().ir(node).instructions) {
    FieldId field = touched_field(analysis, i);
    if (field.valid()) add_touch(result, {field, AccessPath(), is_write(i)});
  }
  return result;
}

AccessPath Invocation::translate(const AccessPath& in_callee, unsigned lock_depth) const {
  AccessPath result = in_callee.in_caller(
      [&](std::uint32_t n) { return n < arguments.size() ? arguments[n] : AccessPath(); },
      [&](std::uint32_t n) { return n < indexes.size() ? std::optional(indexes[n]) : std::nullopt; });
  return result.steps().size() > lock_depth ? AccessPath() : result;
}

MethodLocks::MethodLocks(const Inputs& rest, NodeId node)
    : rest_(rest), node_(node), effects_(new sections::MethodEffects(rest.analysis.effects_alone(node))) {
  walk();
}

sections::MethodEffects& MethodLocks::effects() {
  if (effects_ == nullptr) effects_.reset(new sections::MethodEffects(rest_.analysis.effects_alone(node_)));
  return *effects_;
}

AccessPath MethodLocks::name(LockId lock) {
  const AccessPath& path = effects().lock(lock).path;
  // A monitor's object without a name has one in `effects` all the same, to match enter and exit.
  bool nameless = path.root() == AccessPath::Root::kLocal && path.steps().empty() &&
                  !effects().lock_path(ValueId(path.detail())).known();
  return nameless || path.steps().size() > rest_.lock_depth ? AccessPath() : path;
}

std::vector<HeldSection> MethodLocks::held_sections(const HeldLocks& held) {
  std::vector<HeldSection> result;
  for (const HeldLock& h : held) {
    if (!effects().lock(h.lock).is_claim()) result.push_back({name(h.lock), h.site, h.mode});
  }
  return result;
}

void MethodLocks::walk() {
  effects_->for_each_instruction([&](ir::BlockId, ValueId at, const HeldLocks& held) {
    if (effects_->method()[at].op == Op::kInvoke) {
      add_calls(at, held);
      add_library_section(at);
    } else {
      touch(held, at);
    }
    const sections::Effect* effect = effects_->effect(at);
    if (effect == nullptr) return;
    // Taken and given back: that is a section. One that is only taken, or only given back, is its callers' affair.
    for (LockId released : effect->releases) {
      const HeldLock* h = find_held(held, released);
      if (h != nullptr && h->count == 1 && h->site.valid()) add_section(*h);
    }
  });
  for (Section& section : sections_) {
    for (const auto& [taken, touches] : touches_) {
      if (taken.first == section.at && name(taken.second) == section.lock) section.touches = touches;
    }
  }
}

void MethodLocks::add_section(const HeldLock& held) {
  if (effects_->lock(held.lock).is_claim()) return;
  AccessPath lock = name(held.lock);
  for (const Section& known : sections_) {
    if (known.at == held.site && (known.lock == lock || !lock.known())) return;
  }
  sections_.push_back({.lock = lock, .at = held.site, .explicit_lock = effects_->lock(held.lock).library});
}

void MethodLocks::add_calls(ValueId at, const HeldLocks& held) {
  const ir::MethodIr& method = effects_->method();
  auto touch_as = [&](NodeId callee) {
    for (const Touch& t : rest_.touched[callee.value]) {
      for (const HeldLock& h : held) add_touch(touches_[{h.site, h.lock}], {t.field, AccessPath(), t.written});
    }
  };
  std::span<const NodeId> targets = rest_.callees.at(node_, at);
  Invocation made{.at = at, .held = held_sections(held)};
  for (NodeId target : targets) {
    touch_as(target);
    if (!rest_.matters[target.value]) continue;
    if (made.arguments.empty()) {
      for (ValueId operand : method.operands(at)) {
        bool object = method[operand].type == ir::Type::kReference;
        made.arguments.push_back(object ? effects_->path(operand) : AccessPath());
        made.indexes.push_back(effects_->element(operand));
      }
    }
    made.callee = target;
    invocations_.push_back(made);
  }
  // Functions that the call runs.
  if (method.lambdas.empty()) return;
  for (const sections::CallContext& context : effects_->contexts_at(at)) {
    if (std::find(targets.begin(), targets.end(), context.callee) != targets.end()) continue;
    touch_as(context.callee);
    if (!rest_.matters[context.callee.value]) continue;
    Invocation invocation{
        .at = at, .callee = context.callee, .arguments = context.arguments, .held = held_sections(held)};
    for (const sections::NamedLock& lock : context.extra) invocation.held.push_back({lock.path, at, lock.mode});
    invocations_.push_back(std::move(invocation));
  }
}

// A call on a Vector, a StringBuffer and the like.
void MethodLocks::add_library_section(ValueId at) {
  const ir::MethodIr& method = effects_->method();
  const ir::Instruction& call = method[at];
  if (call.as<ir::InvokeKind>() == ir::InvokeKind::kStatic || call.operand_count == 0) return;
  Calls& calls = rest_.analysis.calls();
  const Binding& binding = calls.binding(call);
  if (!binding.resolved.valid()) return;
  const Program& program = calls.program();
  const Class& owner = program[program[binding.resolved].owner];
  if (owner.origin == Origin::kApplication || program.text(program[binding.resolved].name).starts_with('<')) return;
  // What is only seen as a List or a Writer may be known all the same.
  if (!binding.is_synchronized && !owner.is_interface() && !owner.is_abstract()) return;
  ValueId receiver = method.operands(call)[0];
  AccessPath path = effects_->path(receiver);
  if (!binding.is_synchronized && !is_synchronized_throughout(receiver, path)) return;
  // One without a name is `*`, and no call is made while it is held.
  if (!path.known() || path.steps().size() > rest_.lock_depth) return;
  sections_.push_back({.lock = path,
                       .at = at,
                       .library = true,
                       .old_class = binding.is_synchronized,
                       .touches = {{FieldId(), AccessPath(), false}}});
}

// By the field that holds the object, or by where it is made.
bool MethodLocks::is_synchronized_throughout(ValueId object, const AccessPath& path) const {
  Calls& calls = rest_.analysis.calls();
  const library::ClassPatterns& classes = calls.models().policy().synchronized_classes;
  // What the field itself holds, not an element of it.
  ClassId held = rest_.analysis.fields().held_class(path.last_field());
  bool ends_in_field = path.steps().empty() || path.steps().back() == path.last_field().value;
  if (held.valid() && ends_in_field && classes.matches(calls.program().name(held))) return true;
  const ir::Instruction& made = effects_->method()[object];
  if (made.op == Op::kNew) return classes.matches(calls.text(made.type_name));
  const library::MethodModel* model = made.op == Op::kInvoke ? calls.binding(made).model : nullptr;
  return model != nullptr && model->makes.valid() && classes.matches(calls.text(model->makes));
}

void MethodLocks::touch(const HeldLocks& held, ValueId at) {
  if (held.empty()) return;
  const ir::Instruction& i = effects_->method()[at];
  FieldId field = touched_field(rest_.analysis, i);
  if (!field.valid()) return;
  bool has_object = i.op == Op::kGetField || i.op == Op::kPutField;
  Touch what{field, has_object ? effects_->path(effects_->method().operands(i)[0]) : AccessPath(), is_write(i)};
  for (const HeldLock& h : held) add_touch(touches_[{h.site, h.lock}], what);
}

}  // namespace snag::reacquired

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
  // A monitor's object without a name has one in `effects` all the same, to match enter and exit.
  nameless_.assign(effects_->locks().size(), false);
  for (const sections::Effect& effect : effects_->effects()) {
    if (effect.acquires.empty()) continue;
    const ir::Instruction& i = effects_->method()[effect.at];
    if (i.op != Op::kMonitorEnter) continue;
    bool named = effects_->lock_path(effects_->method().operands(i)[0]).known();
    nameless_[effect.acquires[0].lock.value] = !named;
  }
  walk();
}

sections::MethodEffects& MethodLocks::effects() {
  if (effects_ == nullptr) effects_.reset(new sections::MethodEffects(rest_.analysis.effects_alone(node_)));
  return *effects_;
}

AccessPath MethodLocks::name(LockId lock) {
  const AccessPath& path = effects().lock(lock).path;
  bool nameless = lock.value < nameless_.size() && nameless_[lock.value];
  return nameless || path.steps().size() > rest_.lock_depth ? AccessPath() : path;
}

std::vector<HeldSection> MethodLocks::held_sections(const HeldLocks& held) {
  std::vector<HeldSection> result;
  for (const HeldLock& h : held) result.push_back({name(h.lock), h.site, h.mode});
  return result;
}

void MethodLocks::walk() {
  const ir::MethodIr& method = effects_->method();
  for (std::uint32_t b = 0; b < method.blocks.size(); ++b) {
    HeldLocks held = effects_->held_at_start(ir::BlockId(b));
    for (std::uint32_t n = method.blocks[b].begin; n < method.blocks[b].end; ++n) {
      ValueId at(n);
      if (method[at].op == Op::kInvoke) {
        add_calls(at, held);
        add_library_section(at);
      } else {
        touch(held, at);
      }
      const sections::Effect* effect = effects_->effect(at);
      if (effect == nullptr) continue;
      // Taken and given back: that is a section. One that is only taken, or only given back, is its callers' affair.
      for (LockId released : effect->releases) {
        for (const HeldLock& h : held) {
          if (h.lock == released && h.count == 1 && h.site.valid()) add_section(h);
        }
      }
      effects_->step(at, held);
    }
  }
  for (Section& section : sections_) {
    for (auto& [held, touches] : open_) {
      if (held.site == section.at && name(held.lock) == section.lock) section.touches = touches;
    }
  }
}

void MethodLocks::add_section(const HeldLock& held) {
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
      for (const HeldLock& h : held) add_touch(touches_of(h), {t.field, AccessPath(), t.written});
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
  auto kind = call.as<ir::InvokeKind>();
  if (kind == ir::InvokeKind::kStatic || call.operand_count == 0) return;
  Calls& calls = rest_.analysis.calls();
  const Binding& binding = calls.binding(call);
  if (!binding.resolved.valid()) return;
  Program& program = calls.program();
  if (program[program[binding.resolved].owner].origin == Origin::kApplication) return;
  if (program.text(program[binding.resolved].name).starts_with('<')) return;
  ValueId receiver = method.operands(call)[0];
  const library::Models& models = calls.models();
  bool known = binding.is_synchronized;
  // What is only seen as a List or a Writer may be known all the same.
  bool general = !known && (program[program[binding.resolved].owner].is_interface() ||
                            program[program[binding.resolved].owner].is_abstract());
  if (!known && !general) return;
  AccessPath path = effects_->path(receiver);
  if (!known) {
    // What the field itself holds, not an element of it.
    ClassId held = rest_.analysis.fields().held_class(path.last_field());
    bool ends_in_field = path.steps().empty() || path.steps().back() == path.last_field().value;
    known = held.valid() && ends_in_field && models.policy().synchronized_classes.matches(program.name(held));
  }
  if (!known) {
    const ir::Instruction& made = method[receiver];
    if (made.op == Op::kInvoke) {
      const library::MethodModel* model = calls.binding(made).model;
      known = model != nullptr && model->makes.valid() &&
              models.policy().synchronized_classes.matches(program.text(model->makes));
    } else if (made.op == Op::kNew) {
      known = models.policy().synchronized_classes.matches(program.text(made.type_name));
    }
  }
  if (!known) return;
  if (path.steps().size() > rest_.lock_depth) path = {};
  if (!path.known()) return;  // `*`, and no call is made while it is held
  sections_.push_back({.lock = path, .at = at, .library = true, .touches = {{FieldId(), AccessPath(), false}}});
}

Touches& MethodLocks::touches_of(const HeldLock& held) {
  for (auto& [known, touches] : open_) {
    if (known.lock == held.lock && known.site == held.site) return touches;
  }
  return open_.emplace_back(held, Touches()).second;
}

void MethodLocks::touch(const HeldLocks& held, ValueId at) {
  if (held.empty()) return;
  const ir::Instruction& i = effects_->method()[at];
  FieldId field = touched_field(rest_.analysis, i);
  if (!field.valid()) return;
  bool has_object = i.op == Op::kGetField || i.op == Op::kPutField;
  Touch what{field, has_object ? effects_->path(effects_->method().operands(i)[0]) : AccessPath(), is_write(i)};
  for (const HeldLock& h : held) add_touch(touches_of(h), what);
}

}  // namespace snag::reacquired

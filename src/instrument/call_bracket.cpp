#include "instrument/call_bracket.h"

#include <algorithm>

#include "classfile/descriptor.h"

namespace snag::instrument {

using namespace classfile;
using When = CallHook::When;

namespace {

class Bracket {
 public:
  Bracket(ClassEdit& edit, CodeEditor& editor, const CallAction& action, std::uint32_t me, std::int32_t site)
      : edit_(edit), editor_(editor), action_(action), me_(me), site_(site) {}

  bool put(const MethodDescriptor& descriptor) {
    Sequence before(edit_.writer), after(edit_.writer), thrown(edit_.writer);
    spill(descriptor, before);
    for (const CallHook& hook : action_.hooks) {
      if (hook.when == When::kBefore) call(before, hook, descriptor);
    }
    for (std::size_t i = first_spilled_; i < descriptor.parameters.size(); ++i) {
      before.load(descriptor.parameters[i][0], locals_[i]);
    }
    // What is not needed any more must not keep objects alive: the interpreter takes every local for a root.
    std::vector<std::uint32_t> kept;
    for (const CallHook& hook : action_.hooks) {
      if (hook.when != When::kBefore && hook.operand != CallHook::kResult) kept.push_back(local_of(hook.operand));
    }
    forget_others(descriptor, kept, before);
    std::uint32_t needed = CodeEditor::kNone;
    for (const CallHook& hook : action_.hooks) {
      if (hook.when == When::kBefore) continue;
      call(after, hook, descriptor);
      if (hook.when != When::kAfterAlways) continue;
      std::uint32_t local = local_of(hook.operand);
      if (needed != CodeEditor::kNone && needed != local) continue;  // a frame for one is enough
      needed = local;
      call(thrown, hook, descriptor);
    }
    for (std::uint32_t local : kept) after.null().store('L', local);
    bool expressed = true;
    if (!thrown.empty()) {
      expressed = editor_.guard_instruction(action_.instruction, thrown, needed, action_.before_super);
    }
    editor_.before(action_.instruction, before);
    editor_.after(action_.instruction, after);
    return expressed;
  }

 private:
  std::uint32_t local_of(int operand) const {
    return operand == CallHook::kReceiver ? receiver_ : locals_[static_cast<std::size_t>(operand)];
  }

  // Arguments from the first that a hook needs on; the receiver stays where it is, with a copy in a local.
  void spill(const MethodDescriptor& descriptor, Sequence& out) {
    std::size_t count = descriptor.parameters.size();
    locals_.assign(count, 0);
    first_spilled_ = count;
    bool receiver = false;
    for (const CallHook& hook : action_.hooks) {
      if (hook.operand == CallHook::kReceiver) receiver = true;
      if (hook.operand >= 0) first_spilled_ = std::min(first_spilled_, static_cast<std::size_t>(hook.operand));
    }
    if (receiver) first_spilled_ = 0;
    for (std::size_t i = count; i-- > first_spilled_;) {
      locals_[i] = editor_.scratch(slot_count(descriptor.parameters[i]));
      out.store(descriptor.parameters[i][0], locals_[i]);
    }
    if (!receiver) return;
    receiver_ = editor_.scratch(1);
    out.dup().store('L', receiver_);
  }

  void forget_others(const MethodDescriptor& descriptor, const std::vector<std::uint32_t>& kept, Sequence& out) const {
    auto forget = [&](std::uint32_t local) {
      if (std::find(kept.begin(), kept.end(), local) == kept.end()) out.null().store('L', local);
    };
    for (std::size_t i = first_spilled_; i < descriptor.parameters.size(); ++i) {
      char type = descriptor.parameters[i][0];
      if (type == 'L' || type == '[') forget(locals_[i]);
    }
    if (receiver_ != CodeEditor::kNone) forget(receiver_);
  }

  void call(Sequence& out, const CallHook& hook, const MethodDescriptor& descriptor) {
    if (hook.takes_result) descriptor.result == "J" ? out.dup2() : out.dup();
    if (hook.operand == CallHook::kResult) {
      out.dup();
    } else {
      out.load('L', local_of(hook.operand));
    }
    if (hook.takes_thread) out.load('L', me_);
    if (hook.mode >= 0) out.number(hook.mode);
    if (hook.takes_site) out.number(site_);
    edit_.call(out, hook.hook);
  }

  ClassEdit& edit_;
  CodeEditor& editor_;
  const CallAction& action_;
  const std::uint32_t me_;
  const std::int32_t site_;
  std::size_t first_spilled_ = 0;
  std::vector<std::uint32_t> locals_;  // by parameter
  std::uint32_t receiver_ = CodeEditor::kNone;
};

}  // namespace

bool bracket_call(ClassEdit& edit, CodeEditor& editor, const CallAction& action, std::uint32_t me, std::int32_t site) {
  Result<MethodDescriptor> descriptor = parse_method_descriptor(action.call.descriptor);
  if (!descriptor) return false;
  editor.release_scratch();
  return Bracket(edit, editor, action, me, site).put(*descriptor);
}

}  // namespace snag::instrument

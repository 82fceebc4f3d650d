#include "instrument/call_bracket.h"

#include <algorithm>

#include "classfile/descriptor.h"

namespace snag::instrument {

using namespace classfile;
using When = CallHook::When;

namespace {

class Bracket {
 public:
  Bracket(ClassEdit& edit, CodeEditor& editor, const CallAction& action, const MethodDescriptor& descriptor,
          std::uint32_t me, std::int32_t site)
      : edit_(edit), editor_(editor), action_(action), descriptor_(descriptor), me_(me), site_(site) {}

  bool insert() {
    Sequence before(edit_.writer), after(edit_.writer), thrown(edit_.writer);
    spill(before);
    for (const CallHook& hook : action_.hooks) {
      if (hook.when == When::kBefore) call(before, hook);
    }
    for (std::size_t i = first_spilled_; i < descriptor_.parameters.size(); ++i) {
      before.load(descriptor_.parameters[i][0], locals_[i]);
    }
    // Locals that are not needed any more must not keep objects alive: for the interpreter every local is a root.
    std::vector<std::uint32_t> kept;
    for (const CallHook& hook : action_.hooks) {
      if (hook.when != When::kBefore && hook.operand != CallHook::kResult) kept.push_back(local_of(hook.operand));
    }
    clear_others(kept, before);
    std::uint32_t needed = CodeEditor::kNone;
    for (const CallHook& hook : action_.hooks) {
      if (hook.when == When::kBefore) continue;
      call(after, hook);
      if (hook.when != When::kAfterAlways) continue;
      std::uint32_t local = local_of(hook.operand);
      if (needed != CodeEditor::kNone && needed != local) continue;  // the guard's frame has one scratch local
      needed = local;
      call(thrown, hook);
    }
    for (std::uint32_t local : kept) after.null().store('L', local);
    const bool expressed =
        thrown.empty() || editor_.guard_instruction(action_.instruction, thrown, needed, action_.before_super);
    editor_.before(action_.instruction, before);
    editor_.after(action_.instruction, after);
    return expressed;
  }

 private:
  std::uint32_t local_of(int operand) const {
    return operand == CallHook::kReceiver ? receiver_ : locals_[static_cast<std::size_t>(operand)];
  }

  // Moves the arguments to locals, from the first one that a hook needs. The receiver stays on the stack, with a copy
  // in a local.
  void spill(Sequence& out) {
    std::size_t count = descriptor_.parameters.size();
    locals_.assign(count, 0);
    first_spilled_ = count;
    bool receiver = false;
    for (const CallHook& hook : action_.hooks) {
      if (hook.operand == CallHook::kReceiver) receiver = true;
      if (hook.operand >= 0) first_spilled_ = std::min(first_spilled_, static_cast<std::size_t>(hook.operand));
    }
    if (receiver) first_spilled_ = 0;
    for (std::size_t i = count; i-- > first_spilled_;) {
      locals_[i] = editor_.scratch(slot_count(descriptor_.parameters[i]));
      out.store(descriptor_.parameters[i][0], locals_[i]);
    }
    if (!receiver) return;
    receiver_ = editor_.scratch(1);
    out.dup().store('L', receiver_);
  }

  void clear_others(const std::vector<std::uint32_t>& kept, Sequence& out) const {
    auto clear = [&](std::uint32_t local) {
      if (std::find(kept.begin(), kept.end(), local) == kept.end()) out.null().store('L', local);
    };
    for (std::size_t i = first_spilled_; i < descriptor_.parameters.size(); ++i) {
      char type = descriptor_.parameters[i][0];
      if (type == 'L' || type == '[') clear(locals_[i]);
    }
    if (receiver_ != CodeEditor::kNone) clear(receiver_);
  }

  void call(Sequence& out, const CallHook& hook) {
    if (hook.takes_result) descriptor_.result == "J" ? out.dup2() : out.dup();
    hook.operand == CallHook::kResult ? out.dup() : out.load('L', local_of(hook.operand));
    if (hook.takes_thread) out.load('L', me_);
    if (hook.mode >= 0) out.number(hook.mode);
    if (hook.takes_site) out.number(site_);
    edit_.call(out, hook.hook);
  }

  ClassEdit& edit_;
  CodeEditor& editor_;
  const CallAction& action_;
  const MethodDescriptor& descriptor_;
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
  return Bracket(edit, editor, action, *descriptor, me, site).insert();
}

}  // namespace snag::instrument

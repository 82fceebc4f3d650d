// Adds hooks before and after a call. The arguments are moved to scratch locals, the hooks before the call receive
// their operands from there, the arguments are pushed again, and after the call the other hooks follow.
//
//     queue.put(x)   ->   astore s1; dup; astore s0; aload s0; site; Hooks.atomicWrite; aload s1; invoke put; ...
//
// Hooks that must also run if the call throws have a handler at the end of the method (CodeEditor::guard_instruction).
#pragma once

#include "instrument/class_edit.h"
#include "instrument/code_editor.h"
#include "instrument/method_scan.h"

namespace snag::instrument {

// `me` is the local variable with the current thread. Returns false if a handler could not be expressed; all other
// hooks are added anyway.
bool bracket_call(ClassEdit& edit, CodeEditor& editor, const CallAction& action, std::uint32_t me, std::int32_t site);

}  // namespace snag::instrument

// Puts hooks around a call: its arguments are moved to scratch locals, hooks get the one that they are about, the
// arguments are put back, the call happens, hooks follow.
//
//     queue.put(x)   ->   astore s1; dup; astore s0; aload s0; site; Hooks.atomicWrite; aload s1; invoke put; ...
//
// Hooks that have to run when the call throws as well get a handler of their own at the end of the method.
#pragma once

#include <functional>

#include "instrument/class_edit.h"
#include "instrument/code_editor.h"
#include "instrument/method_scan.h"

namespace snag::instrument {

// `me` is the local with the current thread. False: a handler could not be expressed; the rest was done.
bool bracket_call(ClassEdit& edit, CodeEditor& editor, const CallAction& action, std::uint32_t me, std::int32_t site);

}  // namespace snag::instrument

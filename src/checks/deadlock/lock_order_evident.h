// Two locks of one class that a method holds at the same time: can another call have them the other way round?
//
//   void transfer(Account from, Account to) { synchronized (from) { synchronized (to) { … } } }     yes: both are given
//   void grow() { synchronized (this) { next.grow(); } }                     no: `next` is found through the first
//   if (from.id < to.id) { synchronized (from) { synchronized (to) { … } } }                         no: in order
#pragma once

#include "sections/method_effects.h"

namespace snag::deadlock {

// Whether two paths of a method lead to objects that another call may have the other way round: neither is found
// through the other.
bool are_interchangeable(sections::MethodEffects& method, const sections::AccessPath& first,
                         const sections::AccessPath& second);
// Whether a comparison decides which of the two comes first, at an instruction that acquires one of them.
bool order_is_evident(sections::MethodEffects& method, const sections::AccessPath& first,
                      const sections::AccessPath& second, ir::ValueId at);

}  // namespace snag::deadlock

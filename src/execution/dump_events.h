// The events of the symbolic execution, for `snag dump events`, and the order of locks, as text and as drawings. Both
// are the same for any number of threads.
//
//   bank.Account.balance
//       read   #12  bank.Main.foo(int) line 20  threads T1 T3  locks #8 #9(read)
//
// Listed are accesses to objects that are shared, by code of the application. Objects have the numbers of `snag dump
// heap`, threads those of `snag dump threads`.
#pragma once

#include <string>

#include "execution/whole_program.h"
#include "heap/object_numbers.h"

namespace snag {

// `only`: valid: only events on objects of this class, or on its static fields.
std::string dump_events(const WholeProgramAnalysis& program, const ObjectNumbers& numbers, ClassId only = {});
// An arrow from a thread to each location that it writes, and from each that it reads to the thread, labelled with the
// locks that are held.
std::string dump_events_dot(const WholeProgramAnalysis& program, const ObjectNumbers& numbers, ClassId only = {});
// One line for each pair of locks of which the first may be held while the second is acquired.
std::string dump_lock_orders(const WholeProgramAnalysis& program, const ObjectNumbers& numbers);
std::string dump_lock_orders_dot(const WholeProgramAnalysis& program, const ObjectNumbers& numbers);

}  // namespace snag

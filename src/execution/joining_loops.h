// Loops that join every thread of an array or collection.
//
//   for (Worker w : workers) w.start();          every thread that is started is taken from `workers`, or put into it
//   for (Worker w : workers) w.join();           every element of `workers` is joined: all have ended behind this loop
//
// How it is known: both loops are in one instance of a method, and one after the other. The array or collection is one
// object, allocated once, and holds whatever is started: the value was loaded from it, or is stored into it on every
// way to the start or on every way from there to the joining loop. The joining loop is left at one place only, by a
// test that goes over the whole: `hasNext` of the iterator that delivers what is joined; or an index from 0 on against
// the length or size of it, or against the same number as the loop that starts. And every round joins. Cannot see: that
// an element is replaced or removed between the two loops.
#pragma once

#include <optional>

#include "execution/threads.h"

namespace snag {

// The block at which the loop around a join is left, if all that a thread was started as has ended then. `joined` is
// the value that is joined.
std::optional<ir::BlockId> end_of_joining_loop(const Threads& threads, const AbstractThread& thread,
                                               MethodInstanceId instance, ir::ValueId join, ir::ValueId joined);

}  // namespace snag

// The agent looks for overlapping methods while the program runs (java/snag/runtime).
#pragma once

#include "catalog/descriptor.h"

namespace snag {

// The first word is what the earlier access does, the second what the later one does.
inline constexpr KindDescriptor kObjectConsistencyKinds[] = {
    {"write-write", Severity::kMedium, "two methods that are at work on an object write the same field of it"},
    {"read-write", Severity::kMedium,
     "a field that a method has read is written by another thread before the method ends"},
    {"write-read", Severity::kMedium,
     "a field that a method has written is read by another thread before the method ends"},
};

inline constexpr CheckDescriptor kObjectConsistency = {
    .id = "object-consistency",
    .title = "at run time, methods of two threads overlap on an object and get in each other's way",
    .kinds = kObjectConsistencyKinds,
    .runs = {.on_program = true},
    .watches = {.units = true}};

}  // namespace snag

// The checks that watch a program run: the agent looks for the defects (src/agent, java/snag/runtime), src/trace makes
// findings of what it has seen. Here is what there is to know of them without running one.
#pragma once

#include "checks/descriptor.h"

namespace snag {

// The first word is what the earlier access does, the second what the later one does.
inline constexpr KindDescriptor kObjectRaceKinds[] = {
    {"write-write", Severity::kHigh, "two threads write a field, with no common lock and in no order"},
    {"read-write", Severity::kMedium,
     "a thread writes a field that another has read, with no common lock and in no order"},
    {"write-read", Severity::kMedium,
     "a thread reads a field that another has written, with no common lock and in no order"},
};

inline constexpr CheckDescriptor kObjectRace = {
    .id = "object-race",
    .title = "at run time, threads use an object with no lock in common and in no order",
    .kinds = kObjectRaceKinds,
    .runs = CheckDescriptor::Runs::kOnProgram};

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
    .runs = CheckDescriptor::Runs::kOnProgram};

inline constexpr KindDescriptor kDeadlockKinds[] = {
    {"seen", Severity::kHigh, "threads of the program that ran wait for each other forever"},
};

inline constexpr CheckDescriptor kDeadlock = {.id = "deadlock",
                                              .title = "at run time, threads wait for each other in a cycle",
                                              .kinds = kDeadlockKinds,
                                              .runs = CheckDescriptor::Runs::kOnAnyProgram};

}  // namespace snag

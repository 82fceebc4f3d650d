// The agent looks for object races while the program runs (java/snag/runtime).
#pragma once

#include "catalog/descriptor.h"

namespace snag {

// The first word is what the earlier access does, the second what the later one does.
inline constexpr KindDescriptor kObjectRaceKinds[] = {
    {"write-write", Severity::kHigh, "two threads write a field, with no common lock and in no order"},
    {"read-write", Severity::kMedium,
     "a thread writes a field that another has read, with no common lock and in no order"},
    {"write-read", Severity::kMedium,
     "a thread reads a field that another has written, with no common lock and in no order"},
};

inline constexpr std::string_view kFieldGranularity = "field", kObjectGranularity = "object";
inline constexpr std::string_view kGranularityWords[] = {kFieldGranularity, kObjectGranularity};

inline constexpr CheckOption kGranularity = {
    .name = "granularity",
    .shape = CheckOption::Shape::kWord,
    .help = "What has a lockset of its own: each field of an object, or the object as a whole",
    .unset = kFieldGranularity,
    .words = kGranularityWords};
inline constexpr CheckOption kLocksetOnly = {
    .name = "lockset-only", .help = "object-race also reports what no lock protects but something else orders"};
inline constexpr CheckOption kObjectRaceOptions[] = {kGranularity, kLocksetOnly};

inline constexpr CheckDescriptor kObjectRace = {
    .id = "object-race",
    .title = "at run time, threads use an object with no lock in common and in no order",
    .kinds = kObjectRaceKinds,
    .runs = {.on_program = true},
    .options = kObjectRaceOptions,
    .watches = {.static_fields = true}};

}  // namespace snag

#pragma once

#include "catalog/descriptor.h"

namespace snag {

// In the order of races::Kind.
inline constexpr KindDescriptor kDataRaceKinds[] = {
    {"unlocked", Severity::kHigh, "two threads use a field, at least one of them writes, and no lock orders them"},
    {"all-writes-locked", Severity::kHigh, "every write of a field holds a lock, and a read does not"},
    {"lock-not-unique", Severity::kHigh, "each thread locks an object of its own around the same field"},
    {"no-read", Severity::kLow, "two threads write a field without a lock, and nothing reads it"},
    {"unsafe-publication", Severity::kMedium, "an object becomes visible before what its constructor has written"},
    {"unsafe-object", Severity::kHigh,
     "two threads use a collection, formatter, builder or iterator that is made for one"},
};

inline constexpr CheckOption kRaceArrays = {
    .name = "race-arrays", .help = "data-race also reports arrays, where all elements of an array count as one field"};
inline constexpr CheckOption kDataRaceOptions[] = {kRaceArrays};

inline constexpr AnalysisId kDataRaceNeeds[] = {AnalysisId::kCriticalSections, AnalysisId::kWholeProgram};

inline constexpr CheckDescriptor kDataRace = {
    .id = "data-race",
    .title = "two threads use the same memory, one of them writes, and nothing orders them",
    .kinds = kDataRaceKinds,
    .runs = {.on_code = true},
    .options = kDataRaceOptions,
    .needs = kDataRaceNeeds};

}  // namespace snag

// Which fields are statistics: numbers that are counted for people, and decide nothing.
//
//     volatile long requests;
//     void service() { requests++; … }                   an increment may be lost
//     long getRequests() { return requests; }            nobody in the program asks, or only to print it
//
// (Only fields without a lock are asked for: who takes a lock for a number wants it to be exact.)
//
// A field is one if each value that is read from it is only written back to the field itself, or ends in a text, a
// logger or a result, and if the results of the methods that return it do the same wherever they are called. A test of
// such a value may decide about nothing but writes of the field, texts and results. A value that is written back and
// also returned (`return ++next;`) identifies something, and is not a statistic.
//
// The readers of all fields of numbers, and the calls of methods that return numbers, are collected in one pass over
// the program when the first question is asked. Results are followed kMaximumCalls calls up. Cannot see: reflection (a
// management bean is what a statistic is for), subclasses and callers outside of the program.
#pragma once

#include <mutex>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "sections/side_effects.h"

namespace snag::sections {

// Any number of threads may ask.
class Statistics {
 public:
  static constexpr int kMaximumCalls = 3;
  static constexpr std::size_t kMaximumReads =
      200;  // of one field, or calls of one method; beyond, it decides something

  Statistics(Analysis& analysis, const SideEffects& effects)
      : analysis_(analysis), calls_(analysis.calls()), effects_(effects) {}

  bool is_statistic(FieldId field) const;
  // Whether nothing but the next value of the field is ever computed from what is read of it.
  bool is_only_counted(FieldId field) const;

 private:
  struct Place {
    NodeId node;
    ir::ValueId at;
  };
  void collect() const;
  const std::vector<Place>* reads_of(FieldId field) const;
  bool is_only_written_back(const Place& place, FieldId field) const;
  // Whether the value of the read at the place, or of the call there, ends where `is_statistic` allows it.
  bool is_for_people(const Place& place, FieldId field, int calls_up) const;
  bool decides_nothing(const ir::MethodIr& method, ir::BlockId test, FieldId field) const;

  Analysis& analysis_;
  Calls& calls_;
  const SideEffects& effects_;
  mutable std::once_flag collected_;
  mutable absl::flat_hash_map<FieldId, std::vector<Place>> reads_;
  mutable absl::flat_hash_map<NodeId, std::vector<Place>> calls_of_;  // by callee
  mutable std::vector<bool> referred_to_;                             // by node: through a method reference
};

}  // namespace snag::sections

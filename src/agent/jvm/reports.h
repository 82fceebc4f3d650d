// From what the Java half says about a finding (numbers of sites, fields and stacks) to a record of the trace.
#pragma once

#include <jvmti.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "agent/jvm/fields.h"
#include "agent/jvm/stacks.h"
#include "agent/trace.h"
#include "instrument/sites.h"

namespace snag::agent {

struct ReportedAccess {
  std::int32_t site = 0;
  bool write = false;
  std::int32_t stack = 0;
  bool exact = false;
  std::int32_t line = 0;
  std::string thread;
  std::vector<std::string> locks;
};

struct ReportedLife {
  std::int32_t first_touch = 0, hand_over = 0, hand_over_stack = 0, escape = 0;  // sites, but for the stack
  std::string owner, second_owner;
};

struct Report {
  std::int32_t check = 0, kind = 0;
  std::string object_class;  // as Class.getName has it
  std::int32_t field = 0;
  ReportedAccess first, second;
  ReportedLife life;
};

class Reports {
 public:
  Reports(const instrument::Sites& sites, const Fields& fields, const Stacks& stacks, LineFile& trace)
      : sites_(sites), fields_(fields), stacks_(stacks), trace_(trace) {}

  // A new trace begins. The runtime reports a place once and an object that was reported is not checked again, also
  // when the agent was stopped and attached again: what earlier sessions have found is written once more. Answers how
  // many.
  std::size_t begin_session();

  std::int32_t add(const Report& report);  // its number
  void again(std::int32_t id, std::int32_t count);
  std::uint32_t size() const { return count_; }

 private:
  AccessRecord access(const ReportedAccess& of) const;
  std::optional<Fields::Field> field_at(const ReportedAccess& of) const;
  Frames place(std::int32_t site) const;  // one, or none

  const instrument::Sites& sites_;
  const Fields& fields_;
  const Stacks& stacks_;
  LineFile& trace_;
  std::atomic<std::uint32_t> count_ = 0;
  std::mutex mutex_;
  std::vector<std::string> kept_;  // the records, some KB each; the trace may be gone with the Snag that would read it
};

}  // namespace snag::agent

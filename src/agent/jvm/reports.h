// From what the Java half says about a finding (numbers of sites, fields and stacks) to a record of the trace.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "agent/jvm/fields.h"
#include "agent/jvm/stacks.h"
#include "agent/line_file.h"
#include "agent/runtime.h"
#include "instrument/sites.h"
#include "wire/trace.h"

namespace snag::agent {

class Reports {
 public:
  Reports(const instrument::Sites& sites, const Fields& fields, const Stacks& stacks, LineFile& trace)
      : sites_(sites), fields_(fields), stacks_(stacks), trace_(trace) {}

  // A new trace begins. The runtime reports a place once, and an object that was reported is not checked again, even if
  // the agent was stopped and attached again: what earlier sessions have found is written once more. Returns how many
  // records that are.
  std::size_t begin_session();

  std::int32_t add(const Report& report);  // returns its number
  void again(std::int32_t id, std::int32_t count);
  std::uint32_t size() const { return count_; }

 private:
  wire::Access access(const ReportedAccess& of) const;
  std::optional<wire::Place> place(std::int32_t site) const;

  const instrument::Sites& sites_;
  const Fields& fields_;
  const Stacks& stacks_;
  LineFile& trace_;
  std::atomic<std::uint32_t> count_ = 0;
  std::mutex mutex_;
  std::vector<std::string> kept_;  // the records, some KB each; the trace may be gone with the Snag that would read it
};

}  // namespace snag::agent

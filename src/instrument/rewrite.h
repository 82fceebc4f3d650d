// Rewrites one class so that it calls the hooks of snag.runtime.Hooks (docs/agent.md).
//
// A method that cannot be instrumented stays unchanged and is counted with the reason. `rewrite` never throws; if the
// input is malformed the class stays unchanged.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/cursor.h"
#include "classfile/class_writer.h"
#include "instrument/decisions.h"
#include "instrument/sites.h"

namespace snag::instrument {

struct RewriteInput {
  Bytes class_file;
  bool library = false;         // loaded by the boot or platform loader
  bool may_add_members = true;  // false if the class is already loaded
  LoaderId loader = LoaderId::kBoot;
};

struct RewriteStatistics {
  std::uint32_t classes = 0, methods = 0;        // those that were instrumented
  std::uint32_t accesses = 0, checks = 0;        // in them; a check covers one or more accesses
  std::map<std::string, std::uint32_t> skipped;  // number of methods (or classes) by reason
};

// Returns the new class file, or nothing if the class stays unchanged. Adds to `statistics`. Any thread may call it.
classfile::ByteBuffer rewrite(const RewriteInput& input, const Decisions& decisions, Sites& sites,
                              RewriteStatistics& statistics);

}  // namespace snag::instrument

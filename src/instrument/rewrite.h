// Rewrites one class so that it reports to snag.runtime.Hooks what it does. See docs/agent.md for the hooks.
//
// A method that cannot be instrumented stays unchanged and is counted with the reason. Never throws; for hostile input
// the class stays unchanged.
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
  bool may_add_members = true;  // not when a loaded class is transformed again
  LoaderId loader = LoaderId::kBoot;
};

struct RewriteStatistics {
  std::uint32_t classes = 0, methods = 0, accesses = 0, checks = 0;  // instrumented; accesses before combination
  std::map<std::string, std::uint32_t> skipped;                      // reason to number of methods (or classes)
};

// Returns the new class file, or nothing if the class stays unchanged. Any thread may call it; `statistics` is added
// to.
classfile::ByteBuffer rewrite(const RewriteInput& input, const Decisions& decisions, Sites& sites,
                              RewriteStatistics& statistics);

}  // namespace snag::instrument

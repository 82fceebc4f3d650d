// What a check is, without its code: its id, what it reports, in which commands it runs, its options, and the analyses
// that it needs. The descriptor of a check stands beside its code, in src/checks/<id>/descriptor.h, and includes only
// headers of this folder.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "catalog/analyses.h"
#include "catalog/options.h"
#include "catalog/severity.h"

namespace snag {

struct KindDescriptor {
  std::string_view id;  // lost-update
  Severity severity;    // the usual one; a finding may have a lower one
  std::string_view title;
  bool only_at_run_time = false;  // of a check that runs on code as well: never in `snag check`
};

struct CheckDescriptor {
  // A set: a check may analyse code and watch running programs as well.
  struct Runs {
    bool on_code = false;           // in `snag check`
    bool on_program = false;        // in `snag run`, where --checks may choose it
    bool on_every_program = false;  // in `snag run`, whatever its --checks chooses
  };

  // What the agent watches for it, besides the fields of objects.
  struct Watches {
    bool static_fields = false;
    bool units = false;  // the beginnings and ends of units of work on an object: methods and monitors
  };

  std::string_view id;     // stale-value
  std::string_view title;  // one line, for --help, the manual page and SARIF's rules
  std::span<const KindDescriptor> kinds;
  Runs runs = {};
  std::span<const CheckOption> options = {};
  std::span<const AnalysisId> needs = {};  // of a check that runs on code
  Watches watches = {};                    // of a check that runs on programs
};

}  // namespace snag

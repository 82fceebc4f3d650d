// The sentences of stale-value.
#pragma once

#include <string>

#include "findings/finding.h"
#include "sections/stale_uses.h"

namespace snag {

struct StaleValueEvidence : Evidence {
  sections::UseKind use{};
  sections::Flavor flavor{};      // of the read
  std::string what = {};          // that is read: `Account.balance`
  std::string lock = {};          // the innermost one around the read; empty: none that has a name
  std::string value = {};         // that is used: `old`
  std::string read_into = {};     // the local variable; empty if there is none
  std::string read_call = {};     // `get()`; empty if the read is not a call
  std::string read_through = {};  // the callee that reads; empty if the method itself does
  std::string act_call = {};      // `put()`; empty if the use is not a call
  std::string act_through = {};   // the callee that writes; empty if the method itself does
  std::string acted_on = {};      // what is written, for the first two kinds
  bool keyed = false;             // it writes one key of a collection
  bool waits = false;             // the lock is released by a wait
};

Finding narrate(const StaleValueEvidence& evidence);

}  // namespace snag

// Which stale values do no harm: by who writes the memory, what is computed, and who reads it.
#pragma once

#include "checks/section_evidence.h"
#include "findings/benign.h"
#include "sections/stale_uses.h"
#include "sections/statistics.h"

namespace snag {

// For a whole program; any number of threads may ask.
class BenignUses {
 public:
  explicit BenignUses(sections::Analysis& analysis)
      : analysis_(analysis), calls_(analysis.calls()), effects_(analysis), statistics_(analysis, effects_) {}

  Benign reason_for(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  // What another thread does that gets in between, in another method if it is `elsewhere`.
  Harm harm_of(const sections::Staleness& staleness, const sections::StaleUse& use, bool elsewhere) const;

 private:
  bool restores_what_it_found(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool test_decides_nothing_else(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool removes_empty_collection(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool is_changing_collection(Name type) const;
  bool has_changing_fields(Name type) const;
  bool is_changed_behind(const ir::MethodIr& method, ir::ValueId value, ir::ValueId put) const;
  bool is_added_to(const ir::MethodIr& method, ir::ValueId value, ir::ValueId put) const;
  bool is_cache(FieldId field) const;
  bool is_made_of(const ir::MethodIr& method, ir::ValueId key, ir::ValueId write) const;
  bool writes_equal_values(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool is_only_write(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool adds_listener(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool is_used_as_a_set(FieldId field) const;

  sections::Analysis& analysis_;
  Calls& calls_;
  const sections::SideEffects effects_;
  const sections::Statistics statistics_;
};

}  // namespace snag

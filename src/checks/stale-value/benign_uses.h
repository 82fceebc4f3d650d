// Which stale values do no harm: by who writes the memory, what is computed, and who reads it.
#pragma once

#include "findings/benign.h"
#include "sections/stale_uses.h"
#include "sections/statistics.h"

namespace snag {

// For a whole program; any number of threads may ask.
class BenignUses {
 public:
  explicit BenignUses(sections::Analysis& analysis)
      : analysis_(analysis), calls_(analysis.calls()), effects_(analysis), statistics_(analysis, effects_) {}

  // `by_known_threads`: threads of the program itself get in between (sections/interference.h).
  Benign reason_for(const sections::Staleness& staleness, const sections::StaleUse& use, bool by_known_threads) const;

 private:
  template <class Matters>
  bool test_decides(const sections::Staleness& staleness, const sections::StaleUse& use, Matters&& matters) const;
  bool removes_empty_collection(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool is_cache(FieldId field) const;
  bool is_made_of(const ir::MethodIr& method, ir::ValueId key, ir::ValueId write) const;
  bool writes_equal_values(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool is_only_write(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool either_will_do(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool is_stateless(Name type) const;
  bool is_flag_of_one_writer(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool is_counted_in_place(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool adds_given_object(const sections::Staleness& staleness, const sections::StaleUse& use) const;
  bool is_listener(const ir::MethodIr& method, const sections::StaleUse& use) const;
  bool is_used_as_a_set(FieldId field) const;

  sections::Analysis& analysis_;
  Calls& calls_;
  const sections::SideEffects effects_;
  const sections::Statistics statistics_;
};

}  // namespace snag

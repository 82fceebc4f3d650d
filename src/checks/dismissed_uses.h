// Why a reviewer need not read a use of a stale value.
#pragma once

#include "findings/review.h"
#include "sections/analysis.h"
#include "sections/stale_uses.h"

namespace snag {

// For one method. The analyses must outlive this object.
class DismissedUses {
 public:
  DismissedUses(sections::Analysis& analysis, const sections::Staleness& staleness)
      : analysis_(analysis),
        program_(analysis.calls().program()),
        staleness_(staleness),
        method_(staleness.effects().method()) {}

  Dismissals of(const sections::StaleUse& use) const;

 private:
  void add_for_flavor(const sections::Access& read, const sections::Access& act, bool direct,
                      Dismissals& reasons) const;
  bool is_about_own_entry(const sections::StaleUse& use) const;
  bool is_claimed(const sections::StaleUse& use) const;
  bool may_find_less(const sections::StaleUse& use) const;
  bool decides_more(const sections::StaleUse& use) const;
  bool is_own(const sections::AccessPath& location) const;
  bool is_of_same_abstraction(const sections::ReadOrigin& origin) const;
  bool has_one_consumer(const sections::Access& act) const;
  bool is_only_writer(FieldId field) const;
  bool is_counter(FieldId field) const;
  ClassId owner() const;

  sections::Analysis& analysis_;
  Program& program_;
  const sections::Staleness& staleness_;
  const ir::MethodIr& method_;
};

}  // namespace snag

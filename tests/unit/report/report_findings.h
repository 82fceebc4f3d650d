// A finding of every field, for the tests of the reports.
#pragma once

#include "findings/finding.h"

namespace snag {

inline Finding lost_update() {
  Finding finding;
  finding.check = "stale-value";
  finding.kind = "lost-update";
  finding.severity = Severity::kHigh;
  finding.fingerprint = "0123456789abcdef";
  finding.message = "Account.balance is read under this, and written from that value under a later one";
  finding.class_name = "bank.Account";
  finding.method = "addInterest(int)";
  finding.file = "Account.java";
  finding.line = 3;
  finding.highlight = "before";
  finding.subject = {"bank.Account.balance", {"this"}};
  finding.repair = "hold this from the read to the write";
  finding.threads = {
      {"T1",
       {{Role::kRead, "bank.Account", "balance()", "Account.java", 18, {"this"}, "balance is read into before"},
        {Role::kWrite, "bank.Account", "setBalance(long)", "Account.java", 122, {"this"}, ""}}},
      {"T2", {{Role::kWrite, "bank.Teller", "pay()", "Teller.java", 7, {"this", "account"}, "this update is lost"}}}};
  return finding;
}

}  // namespace snag

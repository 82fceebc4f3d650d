// The report for people, as text:
//
//   ── high: 1 finding ─────────────────────────────────────────────────────────────────────────────────
//
//   high  stale-value/lost-update  bank.Account.addInterest(int)  (Account.java:41)
//     Account.balance is read under `this` in balance() into before, and written from that value after
//     the lock was released and taken again
//       41 | setBalance(before + interest);
//          | ^^^^^^^^^^
//
//     T1 ────────────────────────────────────────────   T2 ────────────────────────────────────────────
//       call  Account.java:39  in addInterest(int)
//         balance() is called
//         | long before = balance();
//     ┌ lock this
//     │ read  Account.java:18  in balance()
//     │   Account.balance is read
//     └   | return balance;
//       release  Account.java:39  in addInterest(int)
//         `this` is released
//                                                       ┌ lock this
//                                                       │ write  Account.java:26  in deposit(long)
//                                                       │   Account.balance may change here, in between
//                                                       └   | balance += amount;
//       call  Account.java:41
//         setBalance() is called
//         | setBalance(before + interest);
//     ┌ lock this
//     │ write  Account.java:22  in setBalance(long)
//     │   Account.balance is written from before
//     └   | this.balance = balance;
//
//     Outcome: What T2 does to Account.balance in between is lost: T1 overwrites it with a value made
//              from the old one.
//     Repair: Hold `this` from the read to the write, or test Account.balance again before writing it.
//     4418b7d48e988558  snag explain stale-value/lost-update
//
// Whatever the texts of the findings hold, what is printed cannot control the terminal.
#pragma once

#include <cstddef>
#include <string>

#include "report/report.h"

namespace snag {

struct TextReportOptions {
  bool color = false;
  std::size_t width = 120;  // of the lines; what is narrower than 40 counts as 40
  bool brief = false;       // a line for each finding, as long as it is, for editors and grep
};

// The findings, grouped by severity, with an empty line after each; empty when there are none. Briefly, one is
//   bank/Account.java:41: high: stale-value/lost-update: Account.balance is read … [9f2c4e01b7a86d35]
std::string text_report(const ReportInput& input, const TextReportOptions& options);

// `3 findings: 1 high, 2 medium; 6 classes read in 0.2 s; 1 class skipped, 2 findings suppressed, 5 known (baseline)`,
// or `no findings; 1 class read`. Without a line end.
std::string summary_line(const ReportInput& input);

}  // namespace snag

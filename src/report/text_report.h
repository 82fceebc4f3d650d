// The report for people, as text:
//
//   high  stale-value/lost-update  bank.Account.addInterest(int)  (Account.java:41)
//     Account.balance is read under this in balance(), and written from that value under a later one
//        41 |         setBalance(before + interest);
//           |                    ^
//       T1  read   Account.java:18  balance()         [this]  balance is read into before
//           write  Account.java:22  setBalance(long)  [this]
//       T2  write  Account.java:26  deposit(long)     [this]  is lost
//     Repair: hold this from the read to the write
//     9f2c4e01b7a86d35  snag explain stale-value
//
// Whatever the texts of the findings hold, what is printed cannot control the terminal.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "findings/finding.h"
#include "report/source_lines.h"

namespace snag {

struct TextReportOptions {
  bool color = false;
  std::size_t width = 120;  // of source lines
  bool brief = false;
};

// One finding after the other, with an empty line after each; empty when there are none.
std::string text_report(std::span<const Finding> findings, SourceLines& sources, const TextReportOptions& options);

// `3 findings: 1 high, 2 medium; 6 classes read`, or `no findings; 1 class read`.
std::string summary_line(std::span<const Finding> findings, std::size_t classes);

}  // namespace snag

// The steps of a finding as people read them best: one column for each thread, time downwards.
//
//   T1 ───────────────────────────────     T2 ────────────────────────────────
//     call  Account.java:39  in addInterest(int)
//       balance() is called
//       | long before = balance();
//   ┌ lock this
//   │ read  Account.java:18  in balance()
//   │   Account.balance is read
//   └   | return balance;
//                                          ┌ lock this
//                                          │ write  Account.java:26  in deposit(long)
//                                          │   Account.balance may change here, in between
//                                          └   | balance += amount;
//
// A bracket spans the steps of its thread during which a lock is held, also where another thread runs in between; one
// that begins within another stands to its right. It begins anew at a step that acquires the lock, and ends where the
// method returns in which it began. As findings name the locks of each step, but not the objects behind the names, two
// sections of one method and one name with no step between them that releases or acquires are drawn as one.
//
// Where the columns would be too narrow to be read there is only one, with the thread's name before each step.
#pragma once

#include <cstddef>
#include <string>

#include "findings/finding.h"
#include "report/source_lines.h"

namespace snag {

struct InterleavingOptions {
  std::size_t width = 120;  // of the lines, with the indent
  std::size_t indent = 2;
  bool color = false;
};

// Adds the lines, between empty ones, to `text`; none if no thread has a step.
void write_interleaving(const Finding& finding, SourceLines& sources, const InterleavingOptions& options,
                        std::string& text);

}  // namespace snag

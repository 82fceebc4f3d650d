// What the agent has written down while a program ran: one JSON record in each line. docs/agent.md describes them.
//
// A trace comes from a process that may have been killed in the middle of a line, or have been hostile: what cannot be
// understood is counted and left out, and nothing in it is believed to be small.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snag::trace {

// Where a thread was: a frame of its stack.
struct Place {
  std::string class_name;  // app.Account
  std::string method;      // deposit
  std::string descriptor;  // (I)V
  std::string file;        // empty: not known
  std::uint32_t line = 0;  // 0: not known

  friend auto operator<=>(const Place&, const Place&) = default;
};
using Stack = std::vector<Place>;  // the innermost frame first

struct Access {
  bool write = false;
  std::string thread;
  std::vector<std::string> locks;  // java.lang.Object@1b2c, the outermost first
  bool exact = true;               // whether the stack is that of this very access
  std::uint32_t line = 0;
  Stack stack;
};

// How an object came to where two threads met at it. What is not known is empty.
struct Life {
  Stack allocated;
  std::string owner;  // the thread that used it first
  std::optional<Place> first_touched;
  std::optional<Place> escaped;  // what the owner did last that the second thread knew of: a start, an unlock
  std::string second_owner;
  Stack handed_over;
};

struct Meeting {
  std::uint64_t id = 0;
  std::string check, kind;
  std::string class_name;  // of the object
  std::string field;       // app.Account.balance; an array: int[]; empty: what a collection holds
  bool is_static = false;
  Access first, second;
  Life life;
  std::uint64_t count = 1;  // how often it was seen
};

struct Waiting {
  std::string thread;
  std::string waits_for;  // app.Fork@1
  std::vector<std::string> holds;
  Stack stack;
};
using Deadlock = std::vector<Waiting>;  // each waits for what the next one holds

struct Skipped {
  std::string reason;
  std::uint64_t methods = 0;
};

struct Trace {
  bool started = false;  // there is a start record
  std::uint64_t pid = 0;
  std::string java;  // its version
  bool attached = false;
  std::vector<Meeting> meetings;
  std::vector<Deadlock> deadlocks;
  std::vector<std::string> notes;
  // Of the end record.
  bool ended = false;
  std::string reason;
  std::vector<Skipped> skipped;
  std::uint64_t classes = 0, methods = 0, sites = 0;
  std::vector<std::pair<std::string, std::uint64_t>> statistics;

  std::uint64_t unreadable = 0;  // lines that are no records
  std::uint64_t left_out = 0;    // records beyond the limits below
};

struct TraceLimits {
  std::size_t line = 4 << 20;  // bytes
  std::size_t records = 20'000;
  std::size_t frames = 1'000;
  std::size_t text = 4'096;  // bytes of one name
};

Trace read_trace(std::string_view text, const TraceLimits& limits = {});

}  // namespace snag::trace

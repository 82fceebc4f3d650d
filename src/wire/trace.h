// The trace: what the agent writes down while a program runs, and what Snag reads afterwards. One record in each line,
// as JSON; docs/agent.md shows them.
//
// The functions `visit` below are the only description of the records: the writer and the reader are made from them. A
// visitor is called with the name and the value of each field. All fields are written, except an optional that is
// empty; the reader leaves a field that is missing or of another type as it is by default.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace snag::wire {

using Counts = std::map<std::string, std::uint64_t>;

// Where a thread was: a frame of its stack.
struct Place {
  std::string class_name;                // app.Account
  std::string method;                    // deposit
  std::string descriptor;                // (I)V
  std::string file;                      // empty: not known
  std::uint16_t line = 0;                // 0: not known
  std::optional<std::uint16_t> pc = {};  // of the instruction in the class file, as it was before the agent changed it

  friend auto operator<=>(const Place&, const Place&) = default;

  template <class Self, class Visitor>
  static void visit(Self& place, Visitor&& field) {
    field("class", place.class_name);
    field("method", place.method);
    field("descriptor", place.descriptor);
    field("file", place.file);
    field("line", place.line);
    field("pc", place.pc);
  }
};
using Stack = std::vector<Place>;  // the innermost frame first

struct Access {
  bool write = false;
  std::string thread;
  std::vector<std::string> locks;  // java.lang.Object@1b2c, the outermost first
  bool exact = true;               // the callers are those of this very access
  Stack stack;                     // its innermost frame is the place of the access

  template <class Self, class Visitor>
  static void visit(Self& access, Visitor&& field) {
    field("write", access.write);
    field("thread", access.thread);
    field("locks", access.locks);
    field("exact", access.exact);
    field("stack", access.stack);
  }
};

// How an object came to be used by several threads. What is not known is empty.
struct Life {
  Stack allocated;
  std::string owner;  // the thread that used it first
  std::optional<Place> first_touched;
  std::optional<Place> escaped;  // the owner's last action that the second thread knew of: a start, an unlock
  std::string second_owner;
  Stack handed_over;

  template <class Self, class Visitor>
  static void visit(Self& life, Visitor&& field) {
    field("allocated", life.allocated);
    field("owner", life.owner);
    field("first-touched", life.first_touched);
    field("escaped", life.escaped);
    field("second-owner", life.second_owner);
    field("handed-over", life.handed_over);
  }
};

// ---- records --------------------------------------------------------------------------------------------------------

// A JVM is being watched from now on.
struct Start {
  static constexpr std::string_view kRecord = "start";
  std::uint64_t process = 0;
  std::string java;  // its version
  std::vector<std::string> checks;
  bool attached = false;

  template <class Self, class Visitor>
  static void visit(Self& start, Visitor&& field) {
    field("pid", start.process);
    field("java", start.java);
    field("checks", start.checks);
    field("attached", start.attached);
  }
};

// Accesses to one object that a check has found to be in conflict: at least two, in the order of time.
struct Conflict {
  static constexpr std::string_view kRecord = "conflict";
  std::uint64_t id = 0;
  std::string check, kind;
  std::string class_name;  // of the object
  std::string field;       // app.Account.balance; an array: int[]; empty: the contents of a collection
  bool is_static = false;
  std::vector<Access> accesses;
  Life life;
  std::uint64_t count = 1;  // how often it was seen

  template <class Self, class Visitor>
  static void visit(Self& conflict, Visitor&& field) {
    field("id", conflict.id);
    field("check", conflict.check);
    field("kind", conflict.kind);
    field("class", conflict.class_name);
    field("field", conflict.field);
    field("static", conflict.is_static);
    field("accesses", conflict.accesses);
    field("life", conflict.life);
    field("count", conflict.count);
  }
};

// A conflict was seen so many times more.
struct Again {
  static constexpr std::string_view kRecord = "again";
  std::uint64_t id = 0, count = 0;

  template <class Self, class Visitor>
  static void visit(Self& again, Visitor&& field) {
    field("id", again.id);
    field("count", again.count);
  }
};

struct Waiting {
  std::string thread;
  std::string waits_for;  // app.Fork@1
  std::vector<std::string> holds;
  Stack stack;
  std::uint64_t id = 0;  // of the thread in its JVM

  template <class Self, class Visitor>
  static void visit(Self& waiting, Visitor&& field) {
    field("thread", waiting.thread);
    field("waits-for", waiting.waits_for);
    field("holds", waiting.holds);
    field("stack", waiting.stack);
    field("id", waiting.id);
  }
};

// Each thread waits for what the next one holds.
struct Deadlock {
  static constexpr std::string_view kRecord = "deadlock";
  std::vector<Waiting> threads;

  template <class Self, class Visitor>
  static void visit(Self& deadlock, Visitor&& field) {
    field("threads", deadlock.threads);
  }
};

// What was dropped, or cannot be seen.
struct Note {
  static constexpr std::string_view kRecord = "note";
  std::string text;

  template <class Self, class Visitor>
  static void visit(Self& note, Visitor&& field) {
    field("text", note.text);
  }
};

struct End {
  static constexpr std::string_view kRecord = "end";
  std::string reason;
  Counts skipped;  // methods that are not watched, by the reason
  std::uint64_t classes = 0, methods = 0, sites = 0;
  Counts statistics;

  template <class Self, class Visitor>
  static void visit(Self& end, Visitor&& field) {
    field("reason", end.reason);
    field("skipped", end.skipped);
    field("classes", end.classes);
    field("methods", end.methods);
    field("sites", end.sites);
    field("statistics", end.statistics);
  }
};

using Record = std::variant<Start, Conflict, Again, Deadlock, Note, End>;

// One line, without its end. It begins with the kind of the record, `{"record":"note"`.
std::string to_line(const Record& record);

// ---- reading --------------------------------------------------------------------------------------------------------

// A trace comes from a process that may have been killed in the middle of a line, and that may be hostile: what cannot
// be understood is counted and left out, and nothing is assumed to be small.
struct TraceLimits {
  std::size_t line = 4 << 20;  // bytes
  std::size_t records = 20'000;
  std::size_t elements = 1'000;  // of a list: frames, locks, statistics
  std::size_t text = 4'096;      // bytes of one name
};

// Nothing: the line is not a record that this version knows.
std::optional<Record> read_line(std::string_view line, const TraceLimits& limits = {});

struct Trace {
  bool started = false, ended = false;  // there are a start record and an end record
  Start start;
  std::vector<Conflict> conflicts;  // the records `again` are added to their counts
  std::vector<Deadlock> deadlocks;
  std::vector<std::string> notes;
  End end;

  std::uint64_t unreadable = 0;  // lines that are not records, or of a kind that is not known
  std::uint64_t left_out = 0;    // records beyond the limits
};

// An incomplete last line is dropped.
Trace read_trace(std::string_view text, const TraceLimits& limits = {});

}  // namespace snag::wire

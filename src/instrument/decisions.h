// What is instrumented: the one place that decides about classes and accesses. agent/decisions.h creates it from the
// agent's configuration. What it knows about the JDK's classes comes from models/policy.toml.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "wire/agent_configuration.h"

namespace snag::instrument {

using wire::Arrays;

enum class Access : std::uint8_t { kRead, kWrite };

// The effect of a call of a library method (models/*.toml, flattened by `snag run`).
struct Operation {
  enum class Action : std::uint8_t {
    kAcquire,
    kRelease,
    kWait,
    kNotify,
    kStart,
    kJoin,
    kSignal,
    kRead,
    kWrite,
    kUpdate,
    kContentsRead,
    kContentsWrite,
  };
  enum class Operand : std::uint8_t { kThis, kArgument, kArgumentOfType, kResult };
  std::string class_pattern;   // an internal name; it may contain *
  std::string method_pattern;  // it may contain *
  std::string parameters;      // such as "(I)"; empty for any
  Action action = Action::kAcquire;
  Operand operand = Operand::kThis;
  std::uint32_t argument = 0;  // kArgument: its number, not counting the receiver
  std::string type;            // kArgumentOfType: internal name
  int mode = 0;                // of a lock: 0 exclusive, 1 read, 2 write, 3 optimistic
  bool only_if_true = false;
};

// Operations by the class that a call names. A program has many calls, and most of them are not operations.
class Operations {
 public:
  Operations() = default;
  Operations(std::initializer_list<Operation> operations) {
    for (const Operation& operation : operations) add(operation);
  }

  void add(Operation operation);
  // Both return operations in the order in which they were added: those for exactly this class, and those whose class
  // is a pattern.
  std::span<const Operation> of_class(std::string_view internal_name) const;
  std::span<const Operation> of_patterns() const { return of_patterns_; }
  // Visits all of them; those of different classes in any order.
  template <class Function>
  void for_each(Function function) const {
    for (const auto& [name, operations] : of_class_) std::for_each(operations.begin(), operations.end(), function);
    std::for_each(of_patterns_.begin(), of_patterns_.end(), function);
  }

 private:
  absl::flat_hash_map<std::string, std::vector<Operation>> of_class_;
  std::vector<Operation> of_patterns_;
};

// How much of a class is instrumented.
enum class Extent : std::uint8_t {
  kNothing,
  kCallbacks,  // only the calls of the program's tasks, in a JDK class that runs them
  kThread,     // only start and join, in java/lang/Thread and java/lang/VirtualThread
  kFull,
};

struct Decisions {
  bool static_fields = true;  // whether accesses to static fields are watched; accesses to instance fields always are
  bool units = false;         // whether the starts and ends of units of work on an object are watched
  bool by_field = true;       // --granularity: whether each static field has its own state word
  Arrays arrays = Arrays::kOff;
  std::string hooks_class = "java/snag/rt/Hooks";  // tests use their own, outside of java.*
  bool everything = false;                         // for tests of the rewriter: also special classes
  std::vector<std::string> include, exclude;       // patterns of class names, with dots
  Operations operations;
  absl::flat_hash_set<std::string> skipped_classes;  // internal names
  absl::flat_hash_set<std::string> skipped_fields;   // such as app/Account.balance

  // `of_platform`: loaded by the boot or platform loader.
  Extent extent(std::string_view internal_name, bool of_platform) const;
  bool checks_field(std::string_view owner, std::string_view name) const;
  // Returns the name of the synthetic static field of the same class that holds the state of a static field.
  std::string static_word(std::string_view field) const;
};

// Whether a class belongs to the platform, judged by its name, for use if its loader is not known.
bool is_platform_class(std::string_view internal_name);

}  // namespace snag::instrument

// What is to be instrumented: the one place that decides, site by site. Made from the agent's configuration. What it
// knows about the JDK's own classes comes from models/policy.toml.
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

// What a call of a library method means (models/*.toml, flattened by `snag run`).
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
  std::string class_pattern;   // internal name, perhaps with *
  std::string method_pattern;  // perhaps with *
  std::string parameters;      // "(I)", or empty: any
  Action action = Action::kAcquire;
  Operand operand = Operand::kThis;
  std::uint32_t argument = 0;  // kArgument: without the receiver
  std::string type;            // kArgumentOfType: internal name
  int mode = 0;                // 0 exclusive, 1 read, 2 write, 3 optimistic
  bool only_if_true = false;
};

// Operations, found by the class that a call names: a program has many calls, and most are not operations.
class Operations {
 public:
  Operations() = default;
  Operations(std::initializer_list<Operation> operations) {
    for (const Operation& operation : operations) add(operation);
  }

  void add(Operation operation);
  // In the order in which they were added.
  std::span<const Operation> of_class(std::string_view internal_name) const;  // without those of patterns
  std::span<const Operation> of_patterns() const { return of_patterns_; }
  bool empty() const { return of_class_.empty() && of_patterns_.empty(); }
  // All of them, those of different classes in any order.
  template <class Function>
  void for_each(Function function) const {
    for (const auto& [name, operations] : of_class_) std::for_each(operations.begin(), operations.end(), function);
    std::for_each(of_patterns_.begin(), of_patterns_.end(), function);
  }

 private:
  absl::flat_hash_map<std::string, std::vector<Operation>> of_class_;
  std::vector<Operation> of_patterns_;  // with a * in the name of the class
};

// How much of a class is instrumented.
enum class Extent : std::uint8_t {
  kNothing,
  kCallbacks,  // a JDK class that runs tasks of the program: only the calls of these (contract: taskBegin, taskEnd)
  kThread,     // java/lang/Thread, java/lang/VirtualThread: start and join
  kFull,
};

struct Decisions {
  bool static_fields = true;  // accesses to them are watched; those to fields of objects always are
  bool units = false;         // the beginnings and ends of units of work on an object are, too
  bool by_field = true;       // --granularity: each static field has a state word of its own
  Arrays arrays = Arrays::kOff;
  std::string hooks_class = "java/snag/rt/Hooks";  // tests have their own, outside of java.*
  bool everything = false;                         // for tests of the rewriter: no class is too special
  std::vector<std::string> include, exclude;       // patterns of class names with dots
  Operations operations;
  absl::flat_hash_set<std::string> skipped_classes;  // internal names
  absl::flat_hash_set<std::string> skipped_fields;   // app/Account.balance

  // `of_platform`: loaded by the boot or platform loader. A pure function of its arguments.
  Extent extent(std::string_view internal_name, bool of_platform) const;
  bool checks_field(std::string_view owner, std::string_view name, Access access) const;
  // The synthetic static field that holds the state of a static field, beside it in its class.
  std::string static_word(std::string_view field) const;
};

// Whether a class is one of the platform's, judged by its name, where the loader is not known.
bool is_platform_class(std::string_view internal_name);

}  // namespace snag::instrument

// The library models: TOML files (models/*.toml, embedded, and the user's) to answers about methods.
//
// A model names a class and a method; it holds for that method and for every override in the library below it, unless
// the override has a model of its own. One that stands for a body holds for overrides only if it is a contract: of an
// interface's or an abstract method, or of Object's where the override is not explored. Code of the application is
// looked at instead of assumed: a model holds for a method of the application or of a library on the class path only if
// it names its very class.
//
// Threads: loading belongs to one thread and comes first; then any number of threads may ask.
#pragma once

#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/names.h"
#include "base/result.h"
#include "library/model.h"
#include "program/program.h"

namespace snag::library {

// How the call graph treats the JDK; see docs/call-graph.md. Of the patterns of a list the last that fits decides; with
// a leading ! it takes away.
struct Policy {
  std::vector<std::string> explore;      // patterns of internal class names whose code is looked at
  std::vector<std::string> unexplored;   // exceptions from it
  std::vector<std::string> casts;        // types to which the library may cast an object it was given as Object
  std::vector<std::string> never_guess;  // `java/lang/Runnable.run`: called only where a model says so
  // For the checks.
  std::vector<std::string> immutable;             // patterns of classes whose objects never change
  std::vector<std::string> loggers;               // patterns of classes that write things down for people
  std::vector<std::string> synchronized_classes;  // patterns of classes each of whose methods locks its own object
};

class Models {
 public:
  explicit Models(Names& names) : names_(names) {}
  Models(const Models&) = delete;
  Models& operator=(const Models&) = delete;

  // Later files win over earlier ones, method by method. The error names the file and the line.
  Result<void> load(std::string_view toml_text, const std::string& file_name);
  Result<void> load_file(const std::string& path);
  Result<void> load_embedded();

  const Policy& policy() const { return policy_; }
  bool is_immutable(std::string_view internal_class_name) const;
  bool is_logger(std::string_view internal_class_name) const;
  // Whether this very class is synchronized throughout, as java/util/Vector is: models/policy.toml has the criterion.
  bool is_synchronized_class(std::string_view internal_class_name) const;
  // Whether the call graph looks at the code of this JDK class.
  bool explores(std::string_view internal_class_name) const;

  // The model that holds for a method (the resolved or the selected one), or null.
  const MethodModel* find(Program& program, MethodId method) const;
  // The model that names this very class for the method, which a supertype may declare: ConcurrentMap.get, where the
  // method is Map's. Null if none does.
  const MethodModel* find_named(const Program& program, ClassId owner, MethodId method) const;
  // Whether a call of this library method may happen only where a model says so.
  bool is_never_guessed(const Program& program, const Method& method) const;

  std::size_t size() const { return models_.size(); }
  // All of them as they are written, in the order of the files.
  struct Written {
    std::string_view class_pattern;   // internal name, perhaps with *
    std::string_view method_pattern;  // perhaps with *
    std::string_view parameters;      // "(I)"; empty: any
    const MethodModel& model;
  };
  std::vector<Written> written() const;
  // Classes and methods that models name without *, sorted by text: for checking that they exist.
  std::vector<std::pair<Name, Name>> exact_names() const;

 private:
  struct Entry {
    std::string class_pattern;   // internal name, perhaps with *
    std::string method_pattern;  // perhaps with *
    std::string descriptor;      // parameters as in a descriptor, "(I)"; empty: any
    MethodModel model;
  };
  struct Key {
    Name owner, method;
    friend bool operator==(const Key&, const Key&) = default;
    template <class H>
    friend H AbslHashValue(H state, const Key& key) {
      return H::combine(std::move(state), key.owner, key.method);
    }
  };
  friend class ModelLoader;

  bool is_contract(Program& program, const Method& overridden, const Method& method) const;
  const MethodModel* find_declared(const Program& program, ClassId owner, const Method& method) const;

  Names& names_;
  Policy policy_;
  std::vector<std::unique_ptr<Entry>> models_;
  absl::flat_hash_map<Key, std::vector<const Entry*>> exact_;      // class and method without *
  absl::flat_hash_map<Name, std::vector<const Entry*>> by_class_;  // class without *, method with
  std::vector<const Entry*> patterns_;                             // class with *
  // Those of patterns_ that fit a class; computed once for each class that is asked for.
  const std::vector<const Entry*>& patterns_for(Name owner, std::string_view class_name) const;

  mutable std::shared_mutex cache_mutex_;
  mutable absl::flat_hash_map<Name, std::unique_ptr<const std::vector<const Entry*>>> patterns_by_class_;
  mutable absl::flat_hash_map<MethodId, const MethodModel*> cache_;
};

}  // namespace snag::library

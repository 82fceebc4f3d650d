// The library models: from TOML files (models/*.toml, which are embedded, and the user's) to what is known about a
// method or a class.
//
// A model names a class and a method. It holds for that method and for every override of it in the JDK, unless the
// override has a model of its own; precedence.h has the whole rule. Code of the application and of libraries on the
// class path is analysed instead: for one of their methods a model holds only if it names its very class.
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
#include "library/policy.h"
#include "library/precedence.h"
#include "program/program.h"

namespace snag::library {

// A call, as far as it is known. Invalid ids are not known.
struct ModelledCall {
  MethodId resolved;
  ClassId static_type = {};  // which the call names; a supertype may declare the method
  ClassId receiver = {};     // the class of the object; then
  MethodId selected = {};    // the method that the call runs there
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
  // Whether the call graph analyses the code of this JDK class.
  bool explores(std::string_view internal_class_name) const;

  // Returns the model that holds for a call, or null: the rule is in precedence.h.
  const MethodModel* find(Program& program, const ModelledCall& call) const;
  const MethodModel* find(Program& program, MethodId method) const { return find(program, {.resolved = method}); }
  // Whether a call of this library method may happen only where a model says so.
  bool is_never_guessed(const Program& program, const Method& method) const;

  struct Entry {
    EntryName name;
    MethodModel model;
  };
  // As they are written, in the order of precedence.h.
  const std::vector<std::unique_ptr<const Entry>>& entries() const { return entries_; }
  // Classes and methods that models name without *, sorted by text: for checking that they exist.
  std::vector<std::pair<Name, Name>> exact_names() const;

 private:
  struct Key {
    Name owner, method;
    friend bool operator==(const Key&, const Key&) = default;
    template <class H>
    friend H AbslHashValue(H state, const Key& key) {
      return H::combine(std::move(state), key.owner, key.method);
    }
  };
  friend class ModelLoader;

  const MethodModel* find_written(const Program& program, ClassId owner, const Method& method) const;
  const MethodModel* find_inherited(Program& program, const Method& method) const;
  const MethodModel* find_for_method(Program& program, MethodId method) const;
  bool is_contract(Program& program, const Method& overridden, const Method& method) const;

  Names& names_;
  Policy policy_;
  std::vector<std::unique_ptr<const Entry>> entries_;
  absl::flat_hash_map<Key, std::vector<const Entry*>> exact_;      // class and method without *
  absl::flat_hash_map<Name, std::vector<const Entry*>> by_class_;  // class without *, method with
  std::vector<const Entry*> patterns_;                             // class with *
  // Those of patterns_ that match a class; computed once for each class.
  const std::vector<const Entry*>& patterns_for(Name owner, std::string_view class_name) const;

  mutable std::shared_mutex cache_mutex_;
  mutable absl::flat_hash_map<Name, std::unique_ptr<const std::vector<const Entry*>>> patterns_by_class_;
  mutable absl::flat_hash_map<MethodId, const MethodModel*> cache_;
};

}  // namespace snag::library

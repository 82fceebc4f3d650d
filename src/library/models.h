// The library models: from TOML files (models/*.toml, which are embedded, and the user's) to what is known about a
// method or a class.
//
// A model names a class and a method. It holds for that method and for every override of it in the JDK, unless the
// override has a model of its own; precedence.h has the whole rule. Code of the application and of libraries on the
// class path is analysed instead: for one of their methods a model holds only if it names its very class.
//
// Threads: one thread loads all files first; then any number of threads may call the const functions.
#pragma once

#include <deque>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/node_hash_map.h>

#include "base/names.h"
#include "base/result.h"
#include "library/model.h"
#include "library/policy_file.h"
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
  Result<void> load(std::string_view toml_text, const std::string& file_name, Author author = Author::kUser);
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
  const std::deque<Entry>& entries() const { return entries_; }

 private:
  // The two halves of a model are found apart from each other: what stands for the body, and the other effects.
  struct Found {
    const MethodModel* effects = nullptr;
    const MethodModel* body = nullptr;

    bool complete() const { return effects != nullptr && body != nullptr; }
    void add_missing(const Found& next) {
      if (effects == nullptr) effects = next.effects;
      if (body == nullptr) body = next.body;
    }
  };
  Found find_written(const Program& program, ClassId owner, const Method& method) const;
  Found find_inherited(Program& program, const Method& method) const;
  Found find_for_method(Program& program, MethodId method) const;
  Found find_for_type(Program& program, ClassId type, MethodId method) const;
  const MethodModel* combined(const Found& found) const;
  bool is_contract(Program& program, const Method& overridden, const Method& method) const;

  Names& names_;
  Policy policy_;
  std::deque<Entry> entries_;
  absl::flat_hash_map<Name, std::vector<const Entry*>> by_class_;  // class without *
  std::vector<const Entry*> patterns_;                             // class with *
  // Those of patterns_ that match a class; computed once for each class.
  const std::vector<const Entry*>& patterns_for(Name owner, std::string_view class_name) const;

  mutable std::shared_mutex cache_mutex_;
  mutable absl::node_hash_map<Name, std::vector<const Entry*>> patterns_by_class_;
  mutable absl::flat_hash_map<MethodId, Found> cache_;
  mutable absl::node_hash_map<std::pair<const MethodModel*, const MethodModel*>, MethodModel> combined_;
};

}  // namespace snag::library

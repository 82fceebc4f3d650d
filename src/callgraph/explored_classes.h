// The classes whose code the call graph follows: those of the application and its libraries, the classes behind
// lambdas, and the classes of the JDK on the list `explore` of models/policy.toml.
//
// Used by one thread.
#pragma once

#include <absl/container/flat_hash_map.h>

#include "library/models.h"
#include "program/program.h"

namespace snag {

class ExploredClasses {
 public:
  ExploredClasses(const Program& program, const library::Models& models) : program_(program), models_(models) {}

  bool contains(ClassId id) {
    const Class& data = program_[id];
    if (data.origin != Origin::kJdk || data.synthetic) return true;
    auto [it, added] = of_jdk_.try_emplace(id, false);
    if (added) it->second = models_.explores(program_.name(id));
    return it->second;
  }

 private:
  const Program& program_;
  const library::Models& models_;
  absl::flat_hash_map<ClassId, bool> of_jdk_;
};

}  // namespace snag

// What Snag knows about whole classes of the Java library, and about methods by their name alone: the table [policy] of
// the model files. models/policy.toml has Snag's own lists and says what each is for; docs/models.md describes them for
// users. What one method does is said by a model (model.h) instead.
//
// It works on names alone, so that the agent can use it inside a JVM.
//
// Threads: one thread adds all entries first; then any number of threads may call the const functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace snag::library {

// Patterns of internal class names, such as java/util/*. Of those that match a name the last one decides; a pattern
// with a leading ! excludes.
class ClassPatterns {
 public:
  // `text` is written as in source code: java.util.*
  Result<void> add(std::string_view text);
  bool matches(std::string_view internal_name) const;
  const std::vector<std::string>& patterns() const { return patterns_; }

 private:
  std::vector<std::string> patterns_;
};

// Methods by class and name, `java.lang.Runnable.run`, with patterns for either.
class MethodPatterns {
 public:
  Result<void> add(std::string_view text);
  bool matches(std::string_view internal_class_name, std::string_view method) const;

 private:
  struct Entry {
    std::string owner, method;
  };
  std::vector<Entry> entries_;
};

// Methods of any class by name and types, `boolean tryLock()`; without parentheses by name alone.
class MethodShapes {
 public:
  Result<void> add(std::string_view text);
  bool matches(std::string_view method, std::string_view descriptor) const;

 private:
  struct Entry {
    std::string method, descriptor;  // an empty descriptor matches any
  };
  std::vector<Entry> entries_;
};

struct Policy {
#define LIST(type, name) type name;
#define AGENT_LIST LIST
#include "library/policy_lists.inc"
#undef AGENT_LIST
#undef LIST
};

// Snag's own policy, models/policy.toml, read on first use.
const Policy& built_in_policy();

}  // namespace snag::library

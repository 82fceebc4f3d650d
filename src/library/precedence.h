// Which model holds for a call: the one rule of precedence, for the analyses and for the agent.
//
//     Map<String, Job> jobs = new ConcurrentHashMap<>();
//     jobs.remove(key);                     // named: Map.remove; the object is a ConcurrentHashMap
//
// Several classes may have an entry for the method that is called. They are searched in this order (Models::find). The
// first entry that stands for the body, and the first that says something else, hold together: Map's entry in
// collections.toml says where the value goes, that of ConcurrentMap in atomics.toml that it is one atomic action.
//   1. the class of the object, where it is known: its own entries, then those for the method that it runs;
//   2. the static type, which the call names: its own entries, even if a supertype declares the method;
//   3. the class that declares the method;
//   4. for instance methods of the JDK that can be overridden, the methods that it overrides: the nearest supertype
//      first, a superclass before interfaces. An entry that replaces a body counts only if it is a contract, that is
//      for an abstract method or one of an interface, or for one of Object's where the override is not explored.
// No entry stands for the body of a method of the application, unless it names its very class; nor for a body that an
// object of an application's class inherits from a skeleton (a list of the policy): AbstractMap.get asks the entrySet
// of the application's own map.
//
// Among the entries for one class (`rank`): an exact class and method precede a pattern for the method, and that
// precedes a pattern for the class; then one with parameter types precedes one without; then the later one wins.
// Entries are in the order of the files (a user's come after Snag's own), and in one file the pattern with more letters
// comes later.
#pragma once

#include <string>
#include <string_view>

#include "base/pattern.h"

namespace snag::library {

// The methods for which an entry is written.
struct EntryName {
  std::string class_pattern;   // internal name, perhaps with *
  std::string method_pattern;  // perhaps with *
  std::string parameters;      // as in a descriptor, "(I)"; empty: any
};

struct CalledMethod {
  std::string_view owner, name, descriptor;
};

inline bool has_star(std::string_view pattern) { return pattern.find('*') != pattern.npos; }

// 0 if the entry is not for this method. Of several entries the one with the highest rank wins, among equals the later.
inline int rank(std::string_view class_pattern, std::string_view method_pattern, std::string_view parameters,
                const CalledMethod& method) {
  if (!method.descriptor.starts_with(parameters) || !matches_pattern(method_pattern, method.name) ||
      !matches_pattern(class_pattern, method.owner)) {
    return 0;
  }
  const int exactness = has_star(class_pattern) ? 1 : has_star(method_pattern) ? 2 : 3;
  return 2 * exactness + (parameters.empty() ? 0 : 1);
}
inline int rank(const EntryName& entry, const CalledMethod& method) {
  return rank(entry.class_pattern, entry.method_pattern, entry.parameters, method);
}

}  // namespace snag::library

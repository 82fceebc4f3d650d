// What Snag knows about whole classes of the Java library, and about methods by their name alone: the table [policy] of
// the model files. models/policy.toml has Snag's own lists and says what each is for; docs/models.md describes them for
// users. What one method does is said by a model (model.h) instead.
//
// Needs nothing but class names, so that the agent can ask it inside a JVM.
//
// Threads: adding belongs to one thread and comes first; then any number of threads may ask.
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
  // ---- the call graph: docs/call-graph.md ----
  ClassPatterns explore;       // JDK classes whose code is analysed
  ClassPatterns unexplored;    // exceptions from it
  ClassPatterns casts;         // types to which the library may cast an object that it received as Object; no patterns
  MethodPatterns never_guess;  // called only where a model says so
  ClassPatterns executors;     // functional interfaces whose objects run functions and are not functions themselves
  ClassPatterns streams;       // between parallelStream() and its terminal operation

  // ---- the checks ----
  ClassPatterns immutable;             // objects never change
  ClassPatterns loggers;               // classes that write texts for people
  ClassPatterns text;                  // classes that make texts
  ClassPatterns synchronized_classes;  // every method locks its own object
  ClassPatterns concurrent;            // classes made for several threads: a field of such a type is a sign of threads
  ClassPatterns tasks;                 // types whose objects are run by threads
  ClassPatterns atomic_values;         // thread-safe objects that hold one value instead of elements
  ClassPatterns collections;           // the collections that are not made for several threads
  ClassPatterns functions;             // types of functions
  ClassPatterns comparators;           // functions that only compare
  ClassPatterns runs_functions;        // classes whose methods run their functions before they return, and only then
  ClassPatterns element_missing;       // exceptions that say that there is no such element
  MethodPatterns copies;               // methods that copy the elements of their arguments

  // ---- `snag run`, before the program starts ----
  ClassPatterns expanded_models;      // models of these classes are expanded for the agent, method by method
  ClassPatterns expanded_classes;     // classes that are expanded even if no model names them
  ClassPatterns holds_nothing;        // objects do not refer to objects of the program
  ClassPatterns harmless_supertypes;  // implementing these does not let another thread run the object
  ClassPatterns makes_classes;        // a program that uses these may run classes that are not on its class path

  // ---- the agent, which reads these from built_in_policy() ----
  ClassPatterns platform;                  // classes that belong to the JDK, judged by their names
  ClassPatterns not_instrumented;          // classes whose layout the JVM knows, or which the hooks themselves run
  ClassPatterns runs_tasks;                // JDK classes that run tasks of the program
  ClassPatterns task_library;              // JDK classes whose objects are tasks
  ClassPatterns completion_stages;         // JDK classes that run a task after the tasks that it depends on
  ClassPatterns thread_classes;            // the implementations of threads
  ClassPatterns only_compute;              // classes whose methods neither lock nor order threads
  MethodPatterns task_methods;             // methods that are the bodies of tasks
  MethodShapes thread_start, thread_join;  // of thread_classes
  MethodShapes task_fork, task_join, task_invoke, task_complete;
  MethodShapes lock_acquire, lock_try, lock_release;
  MethodShapes class_fields, class_methods;  // of java.lang.Class: lists that show the members which Snag adds

  // Adds an entry to the list that model files call `key`. The error says what is wrong with the entry.
  Result<void> add(std::string_view key, std::string_view entry);
  static bool has_key(std::string_view key);
  static bool is_for_agent(std::string_view key);  // one of the last group above
  static std::vector<std::string_view> keys();
};

// Snag's own policy, models/policy.toml, read on first use.
const Policy& built_in_policy();

}  // namespace snag::library

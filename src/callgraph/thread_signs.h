// Signs in a class that its author thought of several threads.
//
//     class Counter { private volatile long count; synchronized void reset() { … } }
//
// Whether the objects of a class are shared is not known before the whole program is analysed; what the code itself
// says is a good guess. A class *thinks of threads* if it locks (synchronized methods or blocks), has a field of a
// concurrent type (a lock, an atomic value, a concurrent collection, an executor), is annotated @ThreadSafe or has
// something that is @GuardedBy. It *may be shared* if it or a superclass of the application thinks of threads or has a
// volatile field (which alone is often used just for visibility), or if its objects are tasks. In library mode only the
// methods of classes that may be shared are taken to run in any number of threads.
//
// Threads: every member function may be called by any number of threads.
#pragma once

#include <mutex>

#include <absl/container/flat_hash_map.h>

#include "library/policy.h"
#include "program/program.h"

namespace snag {

// Whether the class, or what it extends or implements, is annotated @ThreadSafe.
bool promises_thread_safety(Program& program, ClassId type);

class ThreadSigns {
 public:
  ThreadSigns(Program& program, const library::Policy& policy) : program_(program), policy_(policy) {}

  bool thinks_of_threads(ClassId id) const;
  bool may_be_shared(ClassId id) const;

 private:
  bool find_thoughts(ClassId id) const;
  bool locks(const Class& type, const Method& method) const;

  Program& program_;
  const library::Policy& policy_;
  mutable std::mutex mutex_;
  mutable absl::flat_hash_map<ClassId, bool> thoughts_;  // as far as asked; guarded by mutex_
};

}  // namespace snag

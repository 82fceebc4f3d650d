// The steps of a thread of the whole program, from where it begins to a place, and what its objects are called there.
//
//   call     Main.java:8   in run()             deposit() is called
//   write    Account.java:12  in deposit(int)   Account.balance is written
//
// Checks of the whole program know objects, not expressions: a lock is an abstract object. It is called by the one
// static field that refers to it (`Registry.LOCK`), as a class (`Account.class`), by the one field of another object
// (`Account.lock`), or by its class (`a Table`).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checks/analyses.h"
#include "execution/concurrency.h"
#include "execution/lock_usage.h"
#include "sections/interference.h"

namespace snag {

// A step at a place of the code.
Step step_at(const Program& program, Role role, const sections::Place& place, std::vector<std::string> locks,
             std::string what);
// Evidence that so far has only its place, that of the step.
Evidence evidence_at(const Step& step);

class ThreadStory {
 public:
  // `analyses` must have a whole program, and outlive this object.
  explicit ThreadStory(const Analyses& analyses);

  Step step(Role role, const RunPoint& point, std::vector<std::string> locks, std::string what) const;
  std::uint32_t line(const RunPoint& point) const;

  // The calls that lead a thread to a method instance, of a long chain only the outermost and the innermost ones. The
  // calls hold none of the locks in `without`, if there is such a chain.
  std::vector<Step> way_to(ThreadId thread, MethodInstanceId target, std::span<const ObjectId> without = {});
  // The same for calls that are known: from the first caller to `target`.
  std::vector<Step> calls(std::span<const Caller> calls, MethodInstanceId target) const;
  // `T1 (main)`, `T2 (Worker.run)`, `T2 (a client)`: the title of a thread in a picture.
  std::string title(std::size_t number, ThreadId thread) const;
  // The same within a sentence: `main()`, `Worker.run()`, `any client`.
  std::string thread_name(ThreadId thread) const;
  // Where a thread is started: the first place; none for those that begin outside of the program.
  std::optional<RunPoint> start_of(ThreadId thread) const;

  std::string object_name(ObjectId object) const;
  std::vector<std::string> object_names(const ObjectLocks& locks) const;
  std::string class_name(ObjectId object) const;  // `Account`
  // Where an object is allocated; none if it is known by its type alone, or is a class.
  std::optional<sections::Place> allocation(ObjectId object) const;

  CallChains& chains() { return whole_.chains(); }

 private:
  // What the method of a lambda's class calls; invalid if that is not known.
  MethodId body_of_lambda(MethodId method) const;
  // Nothing for calls that are not in the source.
  std::optional<Step> call_step(MethodInstanceId caller, ir::ValueId site, MethodInstanceId callee) const;

  const WholeProgramAnalysis& whole_;
  const PointsTo& points_to_;
  Program& program_;
};

}  // namespace snag

// Stacks, threads and locks of a program that ran, with the names and steps that evidence has for them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "findings/evidence.h"
#include "program/program.h"
#include "wire/trace.h"

namespace snag {

// A lock is named by its class and its identity in the JVM, `app.Fork@1b2c`, which differs from run to run. Within one
// finding the first lock of that class is Fork#1.
class LockNames {
 public:
  std::string name(const std::string& raw);
  std::vector<std::string> names(const std::vector<std::string>& raw);

 private:
  std::map<std::string, unsigned> numbers_, count_;
};

std::string source_method(const wire::Place& place);  // find(java.lang.String)
// In sentences: without the packages of the parameters, `find(String)`, and `a lambda in main()`; empty: not known.
std::string short_method(const wire::Place& place);
std::string thread_title(std::size_t number, const std::string& name);  // T1 (worker)

// The frames of the program, the outermost first. The innermost frame is always among them, even one of the library;
// methods that the agent has added are not.
wire::Stack program_frames(const wire::Stack& stack);
wire::Place innermost(const wire::Stack& stack);  // of the frames of the program; empty if there is none
// The same without the library's part, if that leaves anything: a thread waits for a lock of java.util.concurrent in
// code that is not the program's.
wire::Stack frames_outside_library(const wire::Stack& stack);

// What the program that was read beforehand has of these names; the ids are invalid if there is none, or not such code.
CodePosition position_of(Program* program, const wire::Place& place);
ClassId class_named(Program* program, const std::string& name);
FieldId field_named(Program* program, const std::string& name);  // app.Account.balance

// The steps that lead to the last one of these frames, which does something with `what`. Of a deep stack only the
// outermost and the innermost calls are listed.
std::vector<Step> steps_to(const wire::Stack& frames, Role role, std::string what, std::vector<std::string> locks,
                           Program* program);

}  // namespace snag

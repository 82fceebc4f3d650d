// The classes below a class, among those that are loaded: the way down that class files do not have.
//
// Built when asked for, over everything the program has loaded by then (and the supertypes of it, which it loads);
// `update` takes in what was loaded since. Ids are visited in order, so every list is sorted by id.
//
// Threads: `update` belongs to one thread; between updates any number of threads may ask.
#pragma once

#include <span>
#include <vector>

#include "program/program.h"

namespace snag {

class ClassHierarchy {
 public:
  explicit ClassHierarchy(Program& program);

  void update();

  // Classes and interfaces that name it as superclass or superinterface. An interface is no subtype of java/lang/Object
  // in this sense: that would only say which interfaces there are.
  std::span<const ClassId> direct_subtypes(ClassId id) const;
  // Itself and everything below it, sorted by id.
  std::vector<ClassId> all_subtypes(ClassId id) const;

 private:
  Program& program_;
  std::vector<std::vector<ClassId>> subtypes_;  // by class id
};

}  // namespace snag

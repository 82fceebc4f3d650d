// Reflection, as far as constants reach.
//
//   Class<?> type = Class.forName("a.B");     // the class object of a.B
//   Object b = type.newInstance();            // an object of a.B; its constructor is called
//   type.getMethod("run").invoke(b);          // a.B.run is called
//
// A name is followed when it is a constant, or one of the constants in the method that uses it
// (`for (String name : new String[] {"a.B", "a.C"}) Class.forName(name)`). A class object stands for its class
// (`Foo.class`, Class.forName("Foo"), getClass() of a Foo), its constructors and methods for themselves, and where one
// of them is used the application's code is called. Cannot see: what a computed name would reach.
//
// Used by one thread.
#pragma once

#include <span>
#include <vector>

#include "callgraph/propagation.h"

namespace snag {

class Reflection {
 public:
  // `all_classes` are the classes that a ServiceLoader may find.
  Reflection(Propagation& run, std::span<const ClassId> all_classes) : run_(run), all_classes_(all_classes) {}

  // A call of a reflective library method.
  void call(const LibraryFrame& frame, library::ReflectionKind kind);
  // A type has reached the class, constructor or method object that such a call uses (WatchKind::kReflection).
  void use(FlowSite& site, library::ReflectionKind kind, ObjectId type);

 private:
  // The constant strings among the operands of a site; if there are none, those of the whole method.
  std::vector<Name> constant_strings(const FlowSite& site);
  void construct(FlowSite& site, ClassId id, FlowNodeId result, bool only_default);
  void invoke_method(FlowSite& site, ClassId declaring, Name name);
  MethodInstance& call_back(FlowSite& site, MethodId method, ObjectId receiver);

  Propagation& run_;
  std::span<const ClassId> all_classes_;
};

}  // namespace snag

// Where code stands in the source: a nested class in its class, a local or anonymous one in its method, the body of a
// lambda in the method that makes it.
//
//     class Account {                          Account$1.run() stands in
//       void close() {                           Account.close() and
//         new Thread() { public void run() {…} }   Account
//       }
//     }
//
// javac says so in the attributes EnclosingMethod and InnerClasses (JVMS 4.7.6, 4.7.7). Of a lambda's body only the
// name tells anything (`lambda$close$0`, where close may be overloaded; Eclipse says `lambda$0`): so it is looked up
// which method's code has the invokedynamic for it.
#pragma once

#include <functional>

#include <absl/container/flat_hash_map.h>

#include "program/program.h"

namespace snag {

// Where a class stands.
struct Enclosing {
  ClassId type;     // invalid: the class stands by itself, or that class is missing
  MethodId method;  // of that class; invalid for member classes, and for classes in initialisers
};
Enclosing enclosing(Program& program, ClassId id);

// Where methods stand. Belongs to one thread.
class PlacesAround {
 public:
  explicit PlacesAround(Program& program) : program_(program) {}

  // Calls `visit(type, method)` for each place around the code of a method, from the inside out, until it answers
  // false: first the method, then the methods that make it if it is a lambda's body, then its class (with an invalid
  // method), then where that stands, and so on. Ends whatever class files claim. `method` may be invalid.
  void visit(ClassId type, MethodId method, const std::function<bool(ClassId, MethodId)>& visit);

 private:
  using Makers = absl::flat_hash_map<MethodId, MethodId>;  // by a lambda's body

  MethodId maker_of_lambda(MethodId body);
  Makers find_makers(const Class& owner) const;

  Program& program_;
  absl::flat_hash_map<ClassId, Makers> makers_;  // by class, as far as asked: each class's code is read once
};

}  // namespace snag

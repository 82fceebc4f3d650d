// Which code encloses other code in the source: a nested class is in its class, a local or anonymous one in its method,
// the body of a lambda in the method that creates it.
//
//     class Account {                          Account$1.run() is enclosed by
//       void close() {                           Account.close() and
//         new Thread() { public void run() {…} }   Account
//       }
//     }
//
// javac records it in the attributes EnclosingMethod and InnerClasses (JVMS 4.7.6, 4.7.7). For the body of a lambda
// only the name gives a hint (`lambda$close$0`, where close may be overloaded; Eclipse writes `lambda$0`), so the
// enclosing method is the one whose code contains the invokedynamic for it.
#pragma once

#include <functional>

#include <absl/container/flat_hash_map.h>

#include "program/program.h"

namespace snag {

// What encloses a class.
struct Enclosing {
  ClassId type;     // invalid: the class is not enclosed, or the enclosing class is missing
  MethodId method;  // of that class; invalid for member classes, and for classes in initialisers
};
Enclosing enclosing(Program& program, ClassId id);

// Finds what encloses methods. Only one thread may use it.
class PlacesAround {
 public:
  explicit PlacesAround(Program& program) : program_(program) {}

  // Calls `visit(type, method)` for everything that encloses the code of a method, from the inside out, until it
  // returns false: first the method, then the methods that create it if it is a lambda's body, then its class (with an
  // invalid method), then what encloses that, and so on. Terminates whatever class files claim. `method` may be
  // invalid.
  void visit(ClassId type, MethodId method, const std::function<bool(ClassId, MethodId)>& visit);

 private:
  using Makers = absl::flat_hash_map<MethodId, MethodId>;  // by a lambda's body

  MethodId maker_of_lambda(MethodId body);
  Makers find_makers(const Class& owner) const;

  Program& program_;
  absl::flat_hash_map<ClassId, Makers> makers_;  // by class, computed on demand: each class's code is read once
};

}  // namespace snag

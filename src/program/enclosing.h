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

#include "program/program.h"

namespace snag {

struct Enclosing {
  ClassId type;     // invalid: the class stands by itself, or that class is missing
  MethodId method;  // of that class; invalid for member classes, and for classes in initialisers
};
Enclosing enclosing(Program& program, ClassId id);

// Invalid for what is no lambda's body. Reads the code of the class: for what is asked rarely.
MethodId maker_of_lambda(const Program& program, MethodId body);

// Calls `visit(type, method)` for each place around the code of a method, from the inside out, until it answers false:
// first the method, then the methods that make it if it is a lambda's body, then its class (with an invalid method),
// then where that stands, and so on. Ends whatever class files claim. `method` may be invalid.
void for_each_place_around(Program& program, ClassId type, MethodId method,
                           const std::function<bool(ClassId, MethodId)>& visit);

}  // namespace snag

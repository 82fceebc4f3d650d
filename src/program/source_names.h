// How classes, fields and parameters are called in sentences: as in the source, also where the class file has only a
// name that the compiler made up, or none at all.
#pragma once

#include <string>

#include "program/program.h"

namespace snag {

// `Account` for bank.Account and for Bank$Account, `Helper` for the local class Bank$1Helper, `anonymous Runnable` for
// Bank$1, if that implements Runnable.
std::string simple_name(const Program& program, ClassId id);
// The same as far as the name alone tells: also of a class that is missing, or of an array (`int[]`).
std::string simple_name(const Program& program, Name internal_name);

// `Account.balance`; of a variable that an anonymous class has captured its name, of the object around an inner one
// `Account.this`, or `the enclosing object` if that is of an anonymous class.
std::string qualified_name(const Program& program, FieldId id);

// A method where it is called: `deposit()`, `a lambda in run()`.
std::string called_name(const Program& program, MethodId id);

// A parameter whose name the class file does not have: `the Connection argument`, if no other is of that type, else
// `the second argument`. `number` does not count `this`.
std::string unnamed_parameter(const Program& program, Name method_descriptor, std::uint32_t number);

}  // namespace snag

// Which lock `@GuardedBy` means.
//
//     this   lock   this.lock   this.owner.lock   Outer.this   Outer.this.lock   Registry.class   Registry.LOCK itself
//
// The text is Java, as seen from the class that has the annotation: a name is a field of the class or a superclass, or
// of a class around it; before `.class`, `.this` and static fields stand names of classes, simple or with their
// package. What is not understood (calls, parameters, names that are nowhere) does not name a lock: the annotation then
// says nothing.
#pragma once

#include <string_view>

#include "sections/access_path.h"
#include "sections/field_facts.h"
#include "sections/summary.h"

namespace snag::sections {

// All locks that the method runs with, in its own terms: parameter 0 is `this`.
Locks guards_of(Program& program, const FieldFacts& fields, const Method& method);
// All locks that protect the field, parameter 0 being the object that has it.
Locks guards_of(Program& program, const FieldFacts& fields, const Field& field);

}  // namespace snag::sections

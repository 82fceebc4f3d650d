// The ids of a program's classes, fields and methods.
#pragma once

#include "base/id.h"

namespace snag {

struct ClassTag;
struct FieldTag;
struct MethodTag;
using ClassId = Id<ClassTag>;
using FieldId = Id<FieldTag>;
using MethodId = Id<MethodTag>;

}  // namespace snag

// Fields into which only one constant is ever written: `closed = true` everywhere, and never again false.
//
// The initial value and what constructors, what only they call, and class initializers write do not count: no other
// thread sees the object before. Cannot see: reflection, and subclasses outside of the program.
#pragma once

#include "sections/analysis.h"

namespace snag::sections {

// The writing instruction of a place; invalid if the code has none there.
ir::ValueId write_at(const ir::MethodIr& method, std::uint32_t pc);
// What an instruction writes: the last operand of a store, of put(key, value), of set(value).
ir::ValueId written_value(const ir::MethodIr& method, ir::ValueId write);

// Whether every writer of the field, or of what the collection or atomic in it holds, writes the constant that `write`
// does. False if that is not a constant.
bool all_write_same_constant(Analysis& analysis, FieldId field, bool contents, const ir::MethodIr& method,
                             ir::ValueId write);

}  // namespace snag::sections

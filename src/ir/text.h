// The IR as text: `snag dump ir` prints it, tests are written in it, and it is parsed back without loss.
//
//   method public synchronized a/b/C.add(I)I
//   lines 0=12, 3=13
//   b0: pc 0
//     v0:a/b/C = param 0                              'this' @0 line 12
//     v1:int = param 1                                'i' @0 line 12
//     monitorenter v0                                 @0 line 12
//     goto b1                                         @0 line 12
//   b1: <- b0 pads b3 pc 0
//     v4:int = getfield v0 a/b/C.count:I              @1 line 12
//     v5:int = v4 + v1                                @4 line 12
//     if v5 < v1 then b2 else b4                      @5 line 12
//   b3: <- b1!, b4! pc 9                              (`!` marks an exceptional edge)
//     v9:java/lang/Throwable = catch any              @9 line 13
//
// One instruction a line: its result and static type (none for void), the operation, then the source variable's name,
// the bytecode offset and the source line. Predecessors stand after `<-` in the order of phi operands, landing pads
// after `pads`. A line that starts with `#` is a comment.
//
// Names stand as they are when they are made of letters, digits and _ $ / < > ; [ - and mean nothing else in their
// place, otherwise in double quotes with \" \\ \n \r \t and \xNN (one byte of modified UTF-8): any JVM name is legal.
// Numbers are exact: floats are the shortest decimal that reads back as the same bits, NaNs are `bits 0x7fc00000`.
//
// For people who write it: value and block numbers are labels, and the parser counts afresh. `@`, `line`, names, `pc`,
// `lines` may be left out, and so may `<-`, which is then the edges that the other blocks state, in block order.
#pragma once

#include <string>
#include <string_view>

#include "base/names.h"
#include "base/result.h"
#include "ir/method_ir.h"
#include "ir/references.h"

namespace snag::ir {

// For IR that verify() (ir/verify.h) accepts. What it rejects is printed too as long as all ranges lie in their tables,
// though the parser need not accept it.
std::string print(const MethodIr& ir, const Names& names, const References& references);

// The text may come from anywhere. An error's offset is the number of the line, from 1. What comes back has its indices
// in range, but it need not be meaningful: ask verify().
Result<MethodIr> parse(std::string_view text, Names& names, References& references);

}  // namespace snag::ir

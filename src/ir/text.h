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
// There is one instruction on each line: its result and static type (none for void), the operation, then the name of
// the source variable, the bytecode offset and the source line. Predecessors follow `<-` in the order of phi operands,
// landing pads follow `pads`. A line that starts with `#` is a comment.
//
// A name is written without quotes if it consists of letters, digits and _ $ / < > ; [ - and cannot be mistaken for
// something else, otherwise in double quotes with \" \\ \n \r \t and \xNN (one byte of modified UTF-8): any JVM name is
// legal. Numbers are exact: a float is the shortest decimal that reads back as the same bits, a NaN `bits 0x7fc00000`.
//
// In text written by hand, value and block numbers are labels, and the parser renumbers them. `@`, `line`, names, `pc`
// and `lines` may be left out, and so may `<-`: the predecessors are then those that name the block, in block order.
#pragma once

#include <string>
#include <string_view>

#include "base/names.h"
#include "base/result.h"
#include "ir/method_ir.h"
#include "ir/references.h"

namespace snag::ir {

// The IR should be valid (ir/verify.h). Other IR is printed as well if all its ranges lie in their tables, but the
// parser may refuse the text.
std::string print(const MethodIr& ir, const Names& names, const References& references);

// The text may be any text. An error's offset is the number of the line, counted from 1. The indices of the result are
// in range, but it need not be valid: verify() checks that.
Result<MethodIr> parse(std::string_view text, Names& names, References& references);

}  // namespace snag::ir

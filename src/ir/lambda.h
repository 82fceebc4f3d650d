// The classes behind lambdas and method references.
//
//   list.forEach(x -> sum.add(x));       // invokedynamic accept:(LSum;)Ljava/util/function/Consumer;
//
// becomes
//
//   final class a/b/C$$Lambda.run.12()V implements java/util/function/Consumer {
//     Sum capture0;
//     public void accept(Object x) { C.lambda$run$0(this.capture0, (Integer) x); }
//   }
//
// Idea: what java.lang.invoke.LambdaMetafactory spins at run time is made here as IR: load the captured fields, cast,
// box, unbox and widen as its documentation says, call the body by its handle's kind, convert the result.
// Cannot see: the bridge methods of altMetafactory (FLAG_BRIDGES); the call graph lets the one method stand for them.
#pragma once

#include <cstdint>

#include "base/names.h"
#include "base/result.h"
#include "ir/method_ir.h"
#include "program/program.h"

namespace snag::ir {

// The name of the function object's class that the invokedynamic at `pc` of a method makes:
// `a/b/C$$Lambda.run.12(Ljava.lang.String;)V`. The same in every run; no class file's class can have it, because of the
// dots, and no two lambdas share it, because neither class nor method names hold dots. Everything behind the last slash
// is the lambda's, so the package is that of the class.
Name lambda_class_name(Names& names, Name owner, Name method, Name descriptor, std::uint32_t pc);

// `capture0`, `capture1`, …
Name lambda_field_name(Names& names, std::uint32_t index);

struct FunctionObject {
  SyntheticClass type;
  MethodIr method;  // the body of its interface method
};
// What the `lambda` instruction of `method` makes objects of. Fails when the class file promises what LambdaMetafactory
// would refuse (more captured values than the body has parameters, say).
Result<FunctionObject> function_object(Names& names, References& references, const MethodIr& method,
                                       const Instruction& lambda, Origin origin);

}  // namespace snag::ir

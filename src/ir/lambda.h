// The classes of lambdas and method references.
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
// Idea: the class that java.lang.invoke.LambdaMetafactory generates at run time is created here as IR: it loads the
// captured fields, casts, boxes, unboxes and widens as the documentation of LambdaMetafactory says, calls the body by
// the kind of its handle, and converts the result. Cannot see: the bridge methods of altMetafactory (FLAG_BRIDGES); in
// the call graph the one method represents them.
#pragma once

#include <cstdint>

#include "base/names.h"
#include "base/result.h"
#include "ir/method_ir.h"
#include "program/program.h"

namespace snag::ir {

// Returns the name of the function object's class that the invokedynamic at `pc` of a method creates:
// `a/b/C$$Lambda.run.12(Ljava.lang.String;)V`. It is the same in every run. No class of a class file can have it,
// because of the dots, and no two lambdas share it, because names of classes and methods contain no dots. It has no
// further slash, so the package is that of the class.
Name lambda_class_name(Names& names, Name owner, Name method, Name descriptor, std::uint32_t pc);

struct FunctionObject {
  Class type;
  MethodIr method;  // the body of its interface method
};
// Returns the class whose objects the `lambda` instruction of `method` creates. Fails if LambdaMetafactory would refuse
// the lambda, for example because more values are captured than the body has parameters.
Result<FunctionObject> function_object(Names& names, References& references, const MethodIr& method,
                                       const Instruction& lambda, Origin origin);

}  // namespace snag::ir

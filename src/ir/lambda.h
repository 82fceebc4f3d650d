// The classes behind lambdas and method references.
#pragma once

#include <cstdint>

#include "base/names.h"

namespace snag::ir {

// The name of the function object's class that the invokedynamic at `pc` of a method makes:
// `a/b/C$$Lambda.run.12(Ljava.lang.String;)V`. The same in every run; no class file's class can have it, because of the
// dots, and no two lambdas share it, because neither class nor method names hold dots. Everything behind the last slash
// is the lambda's, so the package is that of the class.
Name lambda_class_name(Names& names, Name owner, Name method, Name descriptor, std::uint32_t pc);

}  // namespace snag::ir

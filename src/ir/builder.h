// Converts bytecode to SSA form (ir/method_ir.h): ir/bytecode_cfg.h finds the blocks, the builder simulates the operand
// stack.
#pragma once

#include <memory>
#include <optional>

#include "base/names.h"
#include "base/result.h"
#include "classfile/class_file.h"
#include "ir/method_ir.h"

namespace snag::ir {

// Keeps working memory between methods; each thread must use its own. The class file must be valid
// (classfile/validate.h). What validation does not check (stack underflow, wrong operand types, locals that are read
// before they are written) is an error with the offset in the file.
class Builder {
 public:
  Builder(Names& names, References& references);
  ~Builder();

  // Selects the class whose methods are built next. It must not be destroyed before the last of them is built.
  void begin_class(const classfile::ClassFile& file);
  // Returns nothing for a method without code. An error means that the method cannot be analysed.
  Result<std::optional<MethodIr>> build(const classfile::Member& method);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace snag::ir

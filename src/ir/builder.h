// Bytecode to SSA. See ir/method_ir.h for what comes out; ir/bytecode_cfg.h finds the blocks, this simulates the stack.
#pragma once

#include <memory>
#include <optional>

#include "base/names.h"
#include "base/result.h"
#include "classfile/class_file.h"
#include "ir/method_ir.h"

namespace snag::ir {

// Keeps working memory between methods: use one per thread. The class file must be valid (classfile/validate.h); what
// validation does not see (stack underflow, wrong operand types, locals read before they are written) is an error here,
// with the offset in the file.
class Builder {
 public:
  Builder(Names& names, References& references);
  ~Builder();

  // The class whose methods are built next; it must outlive them.
  void begin_class(const classfile::ClassFile& file);
  // Nothing for a method without code. An error means: this method cannot be analysed.
  Result<std::optional<MethodIr>> build(const classfile::Member& method);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace snag::ir

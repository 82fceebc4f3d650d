// The classes of tests/java/ir, compiled by javac, as IR.
#pragma once

#include "ir_helpers.h"

namespace snag::ir {

class CompiledTest : public IrTest {
 protected:
  CompiledTest() : path_(diagnostics_), program_(names, path_, diagnostics_) {
    path_.add(std::string(SNAG_TEST_JAVA_DIR) + "/ir.jar", Origin::kApplication);
  }

  MethodIr method(const std::string& owner, std::string_view name) {
    ClassId id = program_.find_class(owner);
    if (!id) throw std::runtime_error("no class " + owner);
    Builder builder(names, references);
    builder.begin_class(program_[id].file);
    for (const classfile::Member& member : program_[id].file.methods()) {
      if (program_[id].file.name(member) == name) return builder.build(member).value().value();
    }
    throw std::runtime_error("no such method");
  }
  std::string shape(const std::string& owner, std::string_view name) { return checked(method(owner, name)); }

  Diagnostics diagnostics_;
  ClassPath path_;
  Program program_;
};

}  // namespace snag::ir

// Checks everything in a class file that `ClassFile::parse` does not: the content of every attribute, and the static
// constraints on code (JVMS 4.9.1): instructions, constants and locals they name, jump targets, exception tables.
// Types on the operand stack are not checked here; src/ir finds out while it builds SSA.
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"

namespace snag::classfile {

// Keeps its working memory between classes: use one per thread.
class Validator {
 public:
  // The first problem that makes the class unusable. Wrong debug tables, annotations and stack maps do not: compilers
  // and shrinkers get them wrong, the JVM may still run the class, and no analysis here depends on them. The first such
  // problem is kept in `soft_problem()`.
  std::optional<Error> check(const ClassFile& file);

  const std::optional<Error>& soft_problem() const { return soft_problem_; }
  std::uint64_t instructions() const { return instructions_; }  // seen by all checks so far

 private:
  friend class ValidatingWalker;
  void check_attributes(const ClassFile& file, std::span<const Attribute> attributes);
  void check_code(const ClassFile& file, const Attribute& attribute);
  void check_instructions(const ClassFile& file, const Code& code);
  bool is_instruction(std::uint32_t pc) const { return pc < code_length_ && boundaries_[pc]; }
  void fail(const char* problem, std::uint64_t offset);

  std::optional<Error> problem_;
  std::optional<Error> soft_problem_;
  std::uint64_t instructions_ = 0;
  std::uint32_t code_length_ = 0;
  std::vector<bool> boundaries_;  // of the code being checked
  std::vector<std::uint32_t> targets_;
};

}  // namespace snag::classfile

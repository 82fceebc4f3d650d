// Checks what `ClassFile::parse` does not: descriptors, names of classes and members, the content of every attribute,
// and the static constraints on code (JVMS 4.9.1): instructions, the constants and locals they name, jump targets,
// exception tables. Types on the operand stack are not checked here; src/ir detects wrong ones while it builds SSA.
// Some defects that a JVM refuses are accepted, because no analysis depends on them: names inside references, results
// of constructors, members declared twice, methods without code.
//
// Instructions are accepted whatever the version: `jsr` in a class file of Java 7 or later and `ldc` of a class in one
// of Java 1.4 have their usual meaning.
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"

namespace snag::classfile {

// Keeps its working memory between classes; each thread must use its own.
class Validator {
 public:
  // Returns the first problem that makes the class unusable. Wrong debug tables, annotations and stack maps do not:
  // compilers and shrinkers get them wrong, the JVM may still run the class, and no analysis here depends on them. The
  // first such problem is available from `soft_problem()`.
  std::optional<Error> check(const ClassFile& file);

  const std::optional<Error>& soft_problem() const { return soft_problem_; }

 private:
  friend class ValidatingWalker;
  enum class TextKind : std::uint8_t { kNotYetKnown, kFieldDescriptor, kMethodDescriptor, kOther };

  void check_constants(const ClassFile& file);
  void check_members(const ClassFile& file);
  void check_attributes(const ClassFile& file, std::span<const Attribute> attributes);
  void check_attribute(const ClassFile& file, const Attribute& attribute);
  void check_code(const ClassFile& file, const Attribute& attribute, AttributeReader& reader);
  void check_instructions(const ClassFile& file, const Code& code);
  template <bool kExact>
  const char* walk_instructions(const ClassFile& file, const Code& code);
  const char* check_special_instruction(const ClassFile& file, const Code& code, std::uint32_t pc, std::uint32_t& next);
  TextKind text_kind(const ClassFile& file, ConstantIndex text);
  bool is_instruction(std::uint32_t pc) const { return pc < code_length_ && boundaries_[pc] != 0; }
  bool add_target(std::uint32_t pc, std::uint32_t target);
  void fail(const char* problem, std::uint64_t offset);

  std::optional<Error> problem_;
  std::optional<Error> soft_problem_;

  std::vector<std::uint16_t> uses_;       // for each constant: what instructions may do with it; then a 0
  std::vector<TextKind> text_kinds_;      // for each constant that is a text: whether it is a descriptor
  std::vector<std::uint16_t> arguments_;  // for each constant: the count of its invokeinterface; 0: not yet known

  std::uint32_t code_length_ = 0;         // of the code being checked; 0 outside code
  std::vector<std::uint8_t> boundaries_;  // for each of its bytes: whether an instruction starts there
  std::vector<std::uint32_t> targets_;    // its jumps: position, then target, 16 bits each
};

}  // namespace snag::classfile

// Class files for tests: made by hand with ClassWriter, or by javac from tests/java/strange.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "classfile/class_file.h"
#include "classfile/class_writer.h"
#include "classfile/opcodes.h"
#include "classfile/validate.h"
#include "program/class_path.h"

namespace snag::classfile {

constexpr int op(Opcode opcode) { return static_cast<int>(opcode); }

inline ByteBuffer buffer(std::initializer_list<int> values) {
  ByteBuffer bytes;
  for (int value : values) bytes.push_back(static_cast<std::uint8_t>(value));
  return bytes;
}

// Everything but the constants of a class file without members.
inline ByteBuffer with_pool(int count, const ByteBuffer& entries) {
  ByteBuffer bytes;
  append_u4(bytes, 0xCAFEBABE), append_u4(bytes, 61), append_u2(bytes, static_cast<std::uint32_t>(count));
  bytes.insert(bytes.end(), entries.begin(), entries.end());
  for (int i = 0; i < 7; ++i) append_u2(bytes, 0);
  return bytes;
}
inline constexpr std::uint64_t kPoolOffset = 10;  // of the first entry

// Bytes together with their view.
struct Parsed {
  explicit Parsed(ByteBuffer content) : bytes(std::move(content)), file(ClassFile::parse(bytes).value()) {}
  explicit Parsed(const ClassWriter& writer) : Parsed(writer.bytes()) {}
  Parsed(const Parsed&) = delete;
  Parsed& operator=(const Parsed&) = delete;

  const ByteBuffer bytes;
  const ClassFile file;
};

inline ClassWriter simple_class(std::uint16_t major = 61) {
  return ClassWriter(major, kAccPublic | kAccSuper, "a/B", "java/lang/Object");
}

// What is wrong with the class, or with its debug tables.
inline std::string problem_of(const ByteBuffer& bytes) {
  Result<ClassFile> file = ClassFile::parse(bytes);
  if (!file) return "parse: " + file.error().message;
  Validator validator;
  std::optional<Error> error = validator.check(*file);
  return error ? error->message : "";
}
inline std::string problem_of(const ClassWriter& writer) { return problem_of(writer.bytes()); }
inline std::string soft_problem_of(const ClassWriter& writer) {
  Parsed parsed(writer);
  Validator validator;
  std::optional<Error> error = validator.check(parsed.file);
  EXPECT_FALSE(error) << error->message;
  return validator.soft_problem() ? validator.soft_problem()->message : "";
}

// The classes of tests/java/strange by internal name, and "module-info".
inline const std::map<std::string, ByteBuffer, std::less<>>& strange_classes() {
  static const auto classes = [] {
    std::map<std::string, ByteBuffer, std::less<>> all;
    Diagnostics diagnostics;
    ClassPath path(diagnostics);
    path.add(std::string(SNAG_TEST_JAVA_DIR) + "/strange.jar", Origin::kApplication);
    std::vector<ClassLocation> locations = path.classes(Origin::kApplication);
    std::vector<ClassLocation> modules = path.module_descriptors(Origin::kApplication);
    locations.insert(locations.end(), modules.begin(), modules.end());
    for (ClassLocation location : locations) {
      Result<Blob> blob = path.read(location);
      if (blob) all.emplace(path.name(location), ByteBuffer(blob->bytes.begin(), blob->bytes.end()));
    }
    return all;
  }();
  return classes;
}

inline const ByteBuffer& strange_class(std::string_view name) {
  auto it = strange_classes().find(name);
  if (it == strange_classes().end()) ADD_FAILURE() << "tests/java/strange has no class " << name;
  static const ByteBuffer none;
  return it == strange_classes().end() ? none : it->second;
}

inline const Member& method_named(const ClassFile& file, std::string_view name) {
  for (const Member& method : file.methods()) {
    if (file.name(method) == name) return method;
  }
  ADD_FAILURE() << "no method " << name;
  static const Member none;
  return none;
}

}  // namespace snag::classfile

// A folder of small classes made by a test, and a program over it. No JDK is needed: java.lang.Object is one of them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_writer.h"
#include "classfile/descriptor.h"
#include "program/program.h"
#include "support/scratch_folder.h"

namespace snag {

struct MemberSpec {
  std::uint16_t access;
  std::string name, descriptor;
};

struct ClassSpec {
  std::string name;
  std::string super = "java/lang/Object";
  std::vector<std::string> interfaces = {};
  std::uint16_t access = classfile::kAccPublic | classfile::kAccSuper;
  std::vector<MemberSpec> fields = {};
  std::vector<MemberSpec> methods = {};
  std::uint16_t major = 52;
};

inline constexpr std::uint16_t kInterface = classfile::kAccPublic | classfile::kAccInterface | classfile::kAccAbstract;

inline classfile::ByteBuffer class_bytes(const ClassSpec& spec) {
  classfile::ClassWriter writer(spec.major, spec.access, spec.name, spec.super);
  for (const std::string& name : spec.interfaces) writer.interfaces.push_back(writer.class_constant(name));
  for (const MemberSpec& field : spec.fields) {
    writer.fields.push_back({field.access, writer.utf8(field.name), writer.utf8(field.descriptor), {}});
  }
  for (const MemberSpec& method : spec.methods) {
    classfile::MemberImage& image = writer.add_method(method.access, method.name, method.descriptor);
    if ((method.access & (classfile::kAccAbstract | classfile::kAccNative)) != 0) continue;
    // `throw null` suits every result type.
    static constexpr std::uint8_t kThrowNull[] = {0x01, 0xbf};
    auto locals = classfile::parse_method_descriptor(method.descriptor)->slot_count() + 1;
    classfile::AttributeImage code = writer.code_attribute(1, static_cast<std::uint16_t>(locals), kThrowNull);
    image.attributes.push_back(std::move(code));
  }
  return writer.bytes();
}

class ClassFolder {
 public:
  void write(const std::string& name, const classfile::ByteBuffer& bytes) const {
    folder_.write(name + ".class", as_text(bytes));
  }
  void add(const ClassSpec& spec) const { write(spec.name, class_bytes(spec)); }
  void add_object(std::vector<MemberSpec> methods = {}) const {
    add({.name = "java/lang/Object", .super = "", .methods = std::move(methods)});
  }

  const std::string& path() const { return folder_.path(); }

 private:
  ScratchFolder folder_;
};

class ProgramTest : public testing::Test {
 protected:
  // After all classes are written.
  Program& program() {
    if (program_ == nullptr) {
      class_path_.add(folder_.path(), Origin::kApplication);
      program_ = std::make_unique<Program>(names_, class_path_, diagnostics_);
    }
    return *program_;
  }
  ClassId find(std::string_view name) { return program().find_class(name); }
  Name name(std::string_view text) { return names_.intern(text); }
  MethodId method(std::string_view owner, std::string_view method_name, std::string_view descriptor = "()V") {
    return program().declared_method(find(owner), name(method_name), name(descriptor));
  }
  std::vector<std::string> names_of(std::span<const ClassId> ids) {
    std::vector<std::string> all;
    for (ClassId id : ids) all.emplace_back(program().name(id));
    std::sort(all.begin(), all.end());
    return all;
  }
  std::string all_diagnostics() const {
    std::string all;
    for (const Diagnostic& diagnostic : diagnostics_.sorted()) all += to_text(diagnostic) + "\n";
    return all;
  }

  ClassFolder folder_;
  Names names_;
  Diagnostics diagnostics_;
  ClassPath class_path_{diagnostics_};
  std::unique_ptr<Program> program_;
};

}  // namespace snag

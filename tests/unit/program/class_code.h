// Classes whose code a test writes by hand: methods that javac would not make, or not that large.
#pragma once

#include <string>
#include <utility>

#include "program/class_folder.h"

namespace snag {

inline constexpr std::uint8_t kAload0 = 0x2a, kIconst0 = 0x03, kIadd = 0x60, kPop = 0x57, kIreturn = 0xac,
                              kAreturn = 0xb0, kReturn = 0xb1, kGetStatic = 0xb2, kPutStatic = 0xb3, kNew = 0xbb,
                              kIload1 = 0x1b, kIfeq = 0x99, kGetField = 0xb4, kPutField = 0xb5, kInvokeVirtual = 0xb6,
                              kInvokeSpecial = 0xb7, kInvokeStatic = 0xb8, kMonitorEnter = 0xc2, kMonitorExit = 0xc3;

// A class whose code is written by hand. Java 1.5: no stack maps are needed.
class ClassCode {
 public:
  explicit ClassCode(std::string name, std::string super = "java/lang/Object")
      : name_(std::move(name)), writer_(49, classfile::kAccSuper, name_, super) {}

  void field(std::uint16_t access, const std::string& name, const std::string& descriptor) {
    writer_.fields.push_back({access, writer_.utf8(name), writer_.utf8(descriptor), {}});
  }
  void method(std::uint16_t access, const std::string& name, const std::string& descriptor) {
    constexpr std::uint16_t kStack = 200, kLocals = 4;
    auto code = writer_.code_attribute(kStack, kLocals, code_);
    writer_.add_method(access, name, descriptor).attributes.push_back(std::move(code));
    code_.clear();
  }
  ClassCode& operator<<(std::uint8_t opcode) {
    code_.push_back(opcode);
    return *this;
  }
  ClassCode& get(const std::string& name, const std::string& descriptor) {
    return access(kGetField, classfile::ConstantTag::kFieldref, name_, name, descriptor);
  }
  ClassCode& put(const std::string& name, const std::string& descriptor) {
    return access(kPutField, classfile::ConstantTag::kFieldref, name_, name, descriptor);
  }
  ClassCode& get_static(const std::string& name, const std::string& descriptor) {
    return access(kGetStatic, classfile::ConstantTag::kFieldref, name_, name, descriptor);
  }
  ClassCode& put_static(const std::string& name, const std::string& descriptor) {
    return access(kPutStatic, classfile::ConstantTag::kFieldref, name_, name, descriptor);
  }
  ClassCode& make(const std::string& class_name) {
    code_.push_back(kNew);
    classfile::append_u2(code_, writer_.class_constant(class_name));
    return *this;
  }
  // A jump by that many bytes, from where it stands.
  ClassCode& jump(std::uint8_t opcode, std::int16_t by) {
    code_.push_back(opcode);
    classfile::append_u2(code_, static_cast<std::uint16_t>(by));
    return *this;
  }
  ClassCode& call(std::uint8_t opcode, const std::string& owner, const std::string& name,
                  const std::string& descriptor) {
    return access(opcode, classfile::ConstantTag::kMethodref, owner, name, descriptor);
  }
  const std::string& name() const { return name_; }
  classfile::ByteBuffer bytes() const { return writer_.bytes(); }

 private:
  ClassCode& access(std::uint8_t opcode, classfile::ConstantTag tag, const std::string& owner, const std::string& name,
                    const std::string& descriptor) {
    code_.push_back(opcode);
    classfile::append_u2(code_, writer_.member(tag, owner, name, descriptor));
    return *this;
  }

  std::string name_;
  classfile::ClassWriter writer_;
  classfile::ByteBuffer code_;
};

}  // namespace snag

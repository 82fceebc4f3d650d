// What the fuzzers of the checks and of the whole program have in common: a small library, and a class made of an
// input.
//
// The library is a handful of classes named as the JDK's, so that the models hold and no JDK is needed.
//
// An input that is no class file is the bodies of up to four methods of a class whose calls and constants are given,
// since mutated class files seldom get as far as locks and threads. For each body: a byte for its shape (static,
// private, synchronized, constructor, run), the number of handlers (0 to 3), the length of the code, four bytes for
// each handler (start, end, handler, type), the code.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cursor.h"
#include "classfile/class_file.h"
#include "classfile/class_writer.h"

namespace snag::fuzz {

using classfile::ByteBuffer;
using classfile::ClassWriter;
using classfile::ConstantTag;

inline constexpr std::uint16_t kPublic = classfile::kAccPublic;
inline constexpr std::uint16_t kInterface = classfile::kAccPublic | classfile::kAccInterface | classfile::kAccAbstract;

struct LibraryClass {
  std::string_view name, super;
  std::vector<std::string_view> interfaces;
  std::uint16_t access;
  std::vector<std::pair<std::string_view, std::string_view>> methods;
};

// The constants of an input are numbered in this order: whoever adds a class adds it at the end.
inline const std::vector<LibraryClass>& library_classes() {
  static const std::vector<LibraryClass> classes = {
      {"java/lang/Object", "", {}, kPublic, {{"<init>", "()V"}, {"wait", "()V"}, {"notifyAll", "()V"}}},
      {"java/lang/Thread", "java/lang/Object", {"java/lang/Runnable"}, kPublic, {{"run", "()V"}, {"start", "()V"}}},
      {"java/util/function/Supplier", "java/lang/Object", {}, kInterface, {{"get", "()Ljava/lang/Object;"}}},
      {"java/util/Collection", "java/lang/Object", {}, kInterface, {{"isEmpty", "()Z"}, {"size", "()I"}}},
      {"java/util/Map",
       "java/lang/Object",
       {},
       kInterface,
       {{"get", "(Ljava/lang/Object;)Ljava/lang/Object;"},
        {"put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"},
        {"containsKey", "(Ljava/lang/Object;)Z"}}},
      {"java/util/concurrent/ConcurrentHashMap",
       "java/lang/Object",
       {"java/util/Map"},
       kPublic,
       {{"<init>", "()V"},
        {"get", "(Ljava/lang/Object;)Ljava/lang/Object;"},
        {"put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"},
        {"containsKey", "(Ljava/lang/Object;)Z"}}},
      {"java/util/concurrent/atomic/AtomicInteger",
       "java/lang/Object",
       {},
       kPublic,
       {{"<init>", "()V"}, {"get", "()I"}, {"set", "(I)V"}, {"getAndSet", "(I)I"}}},
      {"java/util/concurrent/locks/Condition", "java/lang/Object", {}, kInterface, {{"await", "()V"}}},
      {"java/util/concurrent/locks/Lock",
       "java/lang/Object",
       {},
       kInterface,
       {{"lock", "()V"},
        {"tryLock", "()Z"},
        {"unlock", "()V"},
        {"newCondition", "()Ljava/util/concurrent/locks/Condition;"}}},
      {"java/util/concurrent/locks/ReadWriteLock",
       "java/lang/Object",
       {},
       kInterface,
       {{"readLock", "()Ljava/util/concurrent/locks/Lock;"}}},
      {"java/util/Vector",
       "java/lang/Object",
       {"java/util/Collection"},
       kPublic,
       {{"<init>", "()V"}, {"size", "()I"}, {"isEmpty", "()Z"}, {"remove", "(I)Ljava/lang/Object;"}}},
      {"java/lang/Runnable", "java/lang/Object", {}, kInterface, {{"run", "()V"}}},
      {"java/util/concurrent/Executor", "java/lang/Object", {}, kInterface, {{"execute", "(Ljava/lang/Runnable;)V"}}},
      {"java/util/ArrayList",
       "java/lang/Object",
       {"java/util/Collection"},
       kPublic,
       {{"<init>", "()V"}, {"add", "(Ljava/lang/Object;)Z"}, {"get", "(I)Ljava/lang/Object;"}}},
  };
  return classes;
}

inline ByteBuffer bytes_of(const LibraryClass& description) {
  ClassWriter writer(49, description.access, description.name, description.super);
  for (std::string_view name : description.interfaces) writer.interfaces.push_back(writer.class_constant(name));
  std::uint16_t without_code = description.access == kInterface ? classfile::kAccAbstract : classfile::kAccNative;
  for (const auto& [name, descriptor] : description.methods) {
    classfile::MemberImage& method = writer.add_method(kPublic | without_code, name, descriptor);
    if (name != "<init>") continue;
    method.access = kPublic;
    static constexpr std::uint8_t kReturn[] = {0xb1};
    method.attributes.push_back(writer.code_attribute(1, 1, kReturn));
  }
  return writer.bytes();
}

inline void write(const std::filesystem::path& path, Bytes bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

// Where the library and the class under test are written; one for each process, gone at its end.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "snag_fuzzer.XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
    for (const LibraryClass& description : library_classes()) {
      write(library() / (std::string(description.name) + ".class"), bytes_of(description));
    }
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path library() const { return path_ / "library"; }
  std::filesystem::path class_file() const { return path_ / "Input.class"; }

 private:
  std::filesystem::path path_;
};

struct MethodOfInput {
  const char *name, *descriptor;
};
inline constexpr std::array<MethodOfInput, 4> kMethods = {
    {{"m", "()V"}, {"n", "(La/B;)La/B;"}, {"o", "(I)I"}, {"p", "(Ljava/util/function/Supplier;)Ljava/lang/Object;"}}};

inline void add_methods(ClassWriter& writer, const LibraryClass& description) {
  ConstantTag tag = description.access == kInterface ? ConstantTag::kInterfaceMethodref : ConstantTag::kMethodref;
  for (const auto& [name, descriptor] : description.methods) writer.member(tag, description.name, name, descriptor);
}

// Java 1.5: stack maps are not needed. Constants that the code needs have indexes below 256, so that one byte tells
// them apart.
inline ClassWriter class_with_constants() {
  ClassWriter writer(49, 0x21, "a/B", "java/lang/Thread");
  struct FieldOfInput {
    std::uint16_t access;
    const char *name, *descriptor;
  };
  for (const FieldOfInput& field :
       {FieldOfInput{0, "f", "I"}, FieldOfInput{classfile::kAccVolatile, "v", "I"},
        FieldOfInput{classfile::kAccStatic, "s", "La/B;"}, FieldOfInput{0, "next", "La/B;"},
        FieldOfInput{0, "lock", "Ljava/util/concurrent/locks/Lock;"},
        FieldOfInput{0, "both", "Ljava/util/concurrent/locks/ReadWriteLock;"},
        FieldOfInput{0, "waiting", "Ljava/util/concurrent/locks/Condition;"},
        FieldOfInput{0, "atomic", "Ljava/util/concurrent/atomic/AtomicInteger;"},
        FieldOfInput{0, "map", "Ljava/util/concurrent/ConcurrentHashMap;"}, FieldOfInput{0, "array", "[I"}}) {
    writer.fields.push_back({field.access, writer.utf8(field.name), writer.utf8(field.descriptor), {}});
    writer.member(ConstantTag::kFieldref, "a/B", field.name, field.descriptor);
  }
  for (const MethodOfInput& method : kMethods) {
    writer.member(ConstantTag::kMethodref, "a/B", method.name, method.descriptor);
  }
  for (const LibraryClass& description : library_classes()) {
    if (description.name == "java/util/Vector") break;
    add_methods(writer, description);
  }
  writer.member(ConstantTag::kMethodref, "a/B", "<init>", "()V");
  writer.class_constant("a/B");
  // Behind the others, whose indexes the corpus has.
  writer.fields.push_back({0, writer.utf8("vector"), writer.utf8("Ljava/util/Vector;"), {}});
  writer.member(ConstantTag::kFieldref, "a/B", "vector", "Ljava/util/Vector;");
  bool behind = false;
  for (const LibraryClass& description : library_classes()) {
    behind = behind || description.name == "java/util/Vector";
    if (behind) add_methods(writer, description);
  }
  for (const char* name : {"java/util/ArrayList", "java/util/concurrent/ConcurrentHashMap"})
    writer.class_constant(name);
  return writer;
}

// The class whose methods have the bodies in the input.
inline classfile::ByteBuffer class_of_code(Bytes input) {
  static const ClassWriter prototype = class_with_constants();
  ClassWriter writer = prototype;
  for (const MethodOfInput& method : kMethods) {
    constexpr std::size_t kHead = 3, kHandler = 4;
    if (input.size() < kHead) break;
    std::uint8_t shape = input[0];
    std::size_t handlers = std::min<std::size_t>(input[1] % 4, (input.size() - kHead) / kHandler);
    std::size_t length = std::min<std::size_t>(input[2], input.size() - kHead - kHandler * handlers);
    std::vector<classfile::ExceptionHandler> table;
    for (std::size_t h = 0; h < handlers; ++h) {
      const std::uint8_t* row = input.data() + kHead + kHandler * h;
      classfile::ConstantIndex type = row[3] % 2 == 0 ? classfile::ConstantIndex{0} : writer.class_constant("a/E");
      table.push_back({row[0], row[1], row[2], type});
    }
    input = input.subspan(kHead + kHandler * handlers);
    auto access = static_cast<std::uint16_t>(((shape & 1) != 0 ? classfile::kAccStatic : 0) |
                                             ((shape & 2) != 0 ? classfile::kAccPrivate : 0) |
                                             ((shape & 4) != 0 ? classfile::kAccSynchronized : 0));
    constexpr std::uint16_t kStack = 12, kLocals = 12;
    auto code = writer.code_attribute(kStack, kLocals, input.first(length), table);
    // `void m()` may be the constructor, or the method that threads run.
    std::string_view name = method.name;
    if (std::string_view(method.descriptor) == "()V" && (shape & 8) != 0) {
      name = "<init>";
      access = 0;
    } else if (std::string_view(method.descriptor) == "()V" && (shape & 16) != 0) {
      name = "run";
      access = kPublic;
    }
    writer.add_method(access, name, method.descriptor).attributes.push_back(std::move(code));
    input = input.subspan(length);
  }
  return writer.bytes();
}

inline bool is_class_file(Bytes input) { return input.size() >= 4 && load_u4(input.data()) == 0xCAFE'BABE; }
// The input, if it is a class file, or the class that it describes.
inline ByteBuffer class_of(Bytes input) {
  return is_class_file(input) ? ByteBuffer(input.begin(), input.end()) : class_of_code(input);
}

}  // namespace snag::fuzz

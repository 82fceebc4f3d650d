// The checks over arbitrary code, in both profiles: no crash, no hang.
//
// An input that begins as class files do is one. Any other is the bodies of up to four methods of a class whose calls
// and constants are given, since mutated class files seldom get as far as locks. For each body: a byte for access
// (static, private, synchronized), the number of handlers (0 to 3), the length of the code, four bytes for each handler
// (start, end, handler, type), the code.
//
// The library is a handful of classes made here, named as the JDK's, so that the models hold and no JDK is needed.
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
#include <vector>

#include "../unit/support/run_checks.h"
#include "checks/reacquired-lock/descriptor.h"
#include "classfile/class_writer.h"

namespace {

using namespace snag;
using classfile::ByteBuffer;
using classfile::ClassWriter;
using classfile::ConstantTag;

constexpr std::uint16_t kPublic = classfile::kAccPublic;
constexpr std::uint16_t kInterface = classfile::kAccPublic | classfile::kAccInterface | classfile::kAccAbstract;

struct LibraryClass {
  std::string_view name, super;
  std::vector<std::string_view> interfaces;
  std::uint16_t access;
  std::vector<std::pair<std::string_view, std::string_view>> methods;
};

const std::vector<LibraryClass>& library_classes() {
  static const std::vector<LibraryClass> classes = {
      {"java/lang/Object", "", {}, kPublic, {{"<init>", "()V"}, {"wait", "()V"}, {"notifyAll", "()V"}}},
      {"java/lang/Thread", "java/lang/Object", {}, kPublic, {{"run", "()V"}, {"start", "()V"}}},
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
  };
  return classes;
}

ByteBuffer bytes_of(const LibraryClass& description) {
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

void write(const std::filesystem::path& path, Bytes bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

// Where the library and the class under test are written; one for each process, gone at its end.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "checks_fuzzer.XXXXXX").string();
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

void check(Bytes bytes) {
  static const Folder folder;
  write(folder.class_file(), bytes);
  // Fresh for each input, so that memory does not grow and every input is reproducible alone.
  Names names;
  Diagnostics diagnostics;
  ClassPath class_path(diagnostics);
  class_path.add(folder.class_file().string(), Origin::kApplication);
  class_path.add(folder.library().string(), Origin::kJdk);
  Program program(names, class_path, diagnostics);
  std::vector<ClassId> application = program.load_all(Origin::kApplication, /*jobs=*/1);
  if (application.empty()) return;
  ir::References references;
  IrStore store(program, references);
  library::Models models(names);
  if (!models.load_embedded()) std::abort();
  const std::vector<std::string_view> all = checks_that_run(&CheckDescriptor::Runs::on_code);
  const std::vector<std::string_view> only_relaxed = {kReacquiredLock.id};
  struct Variant {
    Profile profile;
    bool relaxed;
  };
  for (Variant variant : {Variant{Profile::kReview, false}, Variant{Profile::kAudit, false},
                          Variant{Profile::kReview, true}, Variant{Profile::kAudit, true}}) {
    auto [profile, relaxed] = variant;
    Stats stats;
    (void)run_checks({.store = store,
                      .models = models,
                      .application = application,
                      .stats = stats,
                      .profile = profile,
                      .jobs = 1,
                      .options = CheckOptions().set(kRelaxed, relaxed)},
                     relaxed ? only_relaxed : all);
  }
}

struct MethodOfInput {
  const char *name, *descriptor;
};
constexpr std::array<MethodOfInput, 4> kMethods = {
    {{"m", "()V"}, {"n", "(La/B;)La/B;"}, {"o", "(I)I"}, {"p", "(Ljava/util/function/Supplier;)Ljava/lang/Object;"}}};

// Java 1.5: stack maps are not needed. Constants that the code needs have indexes below 256, so that one byte tells
// them apart.
ClassWriter class_with_constants() {
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
    if (description.name == "java/util/Vector") continue;
    ConstantTag tag = description.access == kInterface ? ConstantTag::kInterfaceMethodref : ConstantTag::kMethodref;
    for (const auto& [name, descriptor] : description.methods) {
      writer.member(tag, description.name, name, descriptor);
    }
  }
  writer.member(ConstantTag::kMethodref, "a/B", "<init>", "()V");
  writer.class_constant("a/B");
  // Behind the others, whose indexes the corpus has.
  writer.fields.push_back({0, writer.utf8("vector"), writer.utf8("Ljava/util/Vector;"), {}});
  writer.member(ConstantTag::kFieldref, "a/B", "vector", "Ljava/util/Vector;");
  for (const auto& [name, descriptor] : library_classes().back().methods) {
    writer.member(ConstantTag::kMethodref, "java/util/Vector", name, descriptor);
  }
  return writer;
}

void check_code(Bytes input) {
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
    bool constructor = (shape & 8) != 0 && std::string_view(method.descriptor) == "()V";
    if (constructor) access = 0;
    writer.add_method(access, constructor ? "<init>" : method.name, method.descriptor)
        .attributes.push_back(std::move(code));
    input = input.subspan(length);
  }
  ByteBuffer bytes = writer.bytes();
  check(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bool is_class = size >= 4 && load_u4(data) == 0xCAFE'BABE;
  if (is_class) {
    check(Bytes(data, size));
  } else {
    check_code(Bytes(data, size));
  }
  return 0;
}

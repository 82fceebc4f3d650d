#include "agent/jvm/runtime_classes.h"

#include <vector>

#include "agent/jvm/jvm.h"
#include "classfile/class_file.h"
#include "instrument/hooks.h"

namespace snag::agent {
namespace {

constexpr std::string_view kPackage = "snag/runtime/";

// The classes of the runtime that must be there before: its super class and interfaces.
std::vector<std::string> needed_before(const classfile::ClassFile& file) {
  std::vector<std::string> names;
  const auto add = [&](std::string_view name) {
    if (name.starts_with(kPackage)) names.emplace_back(name);
  };
  if (file.super_class() != 0) add(file.super_name());
  for (std::uint32_t i = 0; i < file.interface_count(); ++i) add(file.constants().class_name(file.interface_at(i)));
  return names;
}

// The runtime is written in snag.runtime and lives in java.snag.rt, because class loaders that isolate what they load
// (Ant's, OSGi's) ask the boot loader for classes of java.* and for no others. Both names have the same length, so that
// a class file stays well-formed when one is put for the other.
std::string in_java_package(std::string_view text) {
  std::string result(text);
  for (const auto& [from, to] : {std::pair{kPackage, instrument::kRuntimePackage},
                                 std::pair{std::string_view("snag.runtime."), std::string_view("java.snag.rt.")}}) {
    for (std::size_t at = result.find(from); at != std::string::npos; at = result.find(from, at + to.size())) {
      result.replace(at, from.size(), to);
    }
  }
  return result;
}

// What was thrown, in words; nothing is pending afterwards.
std::string describe_exception(JNIEnv* jni) {
  jthrowable thrown = jni->ExceptionOccurred();
  jni->ExceptionClear();
  const std::optional<jobject> text = call(jni, "java/lang/Object", thrown, "toString", "()Ljava/lang/String;");
  return text ? to_text(jni, static_cast<jstring>(*text)) : "no reason given";
}

}  // namespace

Result<void> RuntimeClasses::define(jvmtiEnv* jvmti, JNIEnv* jni) {
  std::vector<EmbeddedClass> waiting(embedded_runtime_classes().begin(), embedded_runtime_classes().end());
  if (waiting.empty()) return failure("this agent was built without its runtime classes");
  while (!waiting.empty()) {
    std::vector<EmbeddedClass> later;
    for (const EmbeddedClass& of : waiting) {
      const Result<classfile::ClassFile> file = classfile::ClassFile::parse(of.bytes);
      if (!file) return failure(std::string(of.name) + ": " + file.error().message);
      bool ready = true;
      for (const std::string& needed : needed_before(*file)) ready = ready && classes_.contains(needed);
      if (!ready) {
        later.push_back(of);
      } else if (Result<void> defined = define_one(jni, of); !defined) {
        return defined;
      }
    }
    if (later.size() == waiting.size())
      return failure(std::string(later.front().name) + ": its super class is missing");
    waiting = std::move(later);
  }
  return open_modules(jvmti, jni);
}

jclass RuntimeClasses::find(std::string_view internal_name) const {
  const auto found = classes_.find(std::string(internal_name));
  return found == classes_.end() ? nullptr : found->second;
}

Result<void> RuntimeClasses::define_one(JNIEnv* jni, const EmbeddedClass& of) {
  const std::string name(of.name);
  const std::string bytes = in_java_package({reinterpret_cast<const char*>(of.bytes.data()), of.bytes.size()});
  jclass defined = jni->DefineClass(in_java_package(name).c_str(), /*loader=*/nullptr,
                                    reinterpret_cast<const jbyte*>(bytes.data()), static_cast<jsize>(bytes.size()));
  if (defined == nullptr) return failure(name + " cannot be defined: " + describe_exception(jni));
  classes_[name] = static_cast<jclass>(jni->NewGlobalRef(defined));
  jni->DeleteLocalRef(defined);
  return {};
}

// The runtime uses jdk.internal.misc.Unsafe, and instrumented classes of java.base call the runtime.
Result<void> RuntimeClasses::open_modules(jvmtiEnv* jvmti, JNIEnv* jni) const {
  const auto module_of = [&](jclass type) {
    return call(jni, "java/lang/Class", type, "getModule", "()Ljava/lang/Module;").value_or(nullptr);
  };
  jobject base = module_of(jni->FindClass("java/lang/Object")), ours = module_of(classes_.begin()->second);
  if (base == nullptr || ours == nullptr) return failure("the runtime's module is not known");
  if (jvmti->AddModuleReads(base, ours) != JVMTI_ERROR_NONE) return failure("java.base cannot read the runtime");
  if (jvmti->AddModuleExports(base, "jdk.internal.misc", ours) != JVMTI_ERROR_NONE) {
    return failure("java.base does not export jdk.internal.misc to the runtime");
  }
  return {};
}

}  // namespace snag::agent

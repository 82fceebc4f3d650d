// The Java half of the agent (java/snag/runtime), compiled when Snag is built and part of the library: defined in the
// boot loader, where every class of the program can see it.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <absl/container/flat_hash_map.h>

#include "base/result.h"

namespace snag::agent {

struct EmbeddedClass {
  std::string_view name;  // internal
  std::span<const std::uint8_t> bytes;
};

// Made by cmake/embed_classes.cmake.
std::span<const EmbeddedClass> embedded_runtime_classes();

// The classes of the runtime in this JVM.
class RuntimeClasses {
 public:
  // Defines all of them and opens what they need of java.base to them. They are not initialised yet.
  Result<void> define(jvmtiEnv* jvmti, JNIEnv* jni);

  // A global reference; null if there is no such class.
  jclass find(std::string_view internal_name) const;

 private:
  Result<void> define_one(JNIEnv* jni, const EmbeddedClass& of);
  Result<void> open_modules(jvmtiEnv* jvmti, JNIEnv* jni) const;

  absl::flat_hash_map<std::string, jclass> classes_;
};

}  // namespace snag::agent

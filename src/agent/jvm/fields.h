// Which fields does a site touch? The rewriter knows the classes that it saw; of the others (the JDK's, those loaded
// before the agent) the JVM is asked. A field's number stays the same as long as there is a class of its owner's name,
// and is not given to another one.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "agent/jvm/loaded_classes.h"
#include "instrument/sites.h"

namespace snag::agent {

class Fields {
 public:
  static constexpr std::int32_t kElements = -1;  // of an array, or the contents of a collection

  enum Flags : std::int32_t { kWrite = 1, kVolatile = 2, kFinal = 4 };

  struct Field {
    std::string owner, name;  // internal
    bool is_static = false;
  };

  Fields(jvmtiEnv* jvmti, const instrument::Sites& sites, LoadedClasses& loaded)
      : jvmti_(jvmti), sites_(sites), loaded_(loaded) {}

  // For each access of the site the number of its field and its flags. Classes are found as the loader of the site's
  // class sees them. Nothing: there is no such site.
  std::optional<std::vector<std::int32_t>> accesses(JNIEnv* jni, std::int32_t site);
  // A local reference, or null: the class that declares the static fields of the site.
  jclass static_holder(JNIEnv* jni, std::int32_t site);
  // The static field of the site; empty if there is none. With --granularity object the first of several.
  std::string static_field(std::int32_t site) const;

  std::optional<Field> find(std::int32_t id) const;

  // No class of this name is left.
  void forget(std::string_view owner);
  std::vector<std::int32_t> take_gone();  // the fields that were forgotten since it was asked last

 private:
  struct Declared {
    std::string owner;
    std::uint16_t access = 0;
  };

  std::optional<Declared> declared(JNIEnv* jni, std::int32_t site, const instrument::SiteAccess& access);
  std::optional<Declared> find_in(JNIEnv* jni, jclass type, const instrument::SiteAccess& access, int depth) const;
  jclass find_class(JNIEnv* jni, std::int32_t site, const std::string& name);
  jclass find_loaded(JNIEnv* jni, jobject loader, const std::string& name) const;
  jclass scan(JNIEnv* jni, const std::string& name) const;
  std::int32_t id_of(const Field& field, std::string_view descriptor);

  jvmtiEnv* jvmti_;
  const instrument::Sites& sites_;
  LoadedClasses& loaded_;
  std::atomic<std::int64_t> scan_microseconds_ = 0;
  mutable std::mutex mutex_;  // never held while the JVM is asked
  std::int32_t count_ = 0;
  absl::flat_hash_map<std::int32_t, Field> fields_;                                       // ids from 1
  absl::flat_hash_map<std::string, absl::flat_hash_map<std::string, std::int32_t>> ids_;  // by owner; name and type
  std::vector<std::int32_t> gone_;
};

}  // namespace snag::agent

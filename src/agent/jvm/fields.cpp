#include "agent/jvm/fields.h"

#include <chrono>
#include <utility>

#include "agent/jvm/jvm.h"
#include "classfile/class_file.h"

namespace snag::agent {
namespace {

constexpr int kDeepestHierarchy = 256;
constexpr std::int64_t kLongestScans = 2'000'000;  // microseconds, all together

}  // namespace

std::optional<std::vector<std::int32_t>> Fields::accesses(JNIEnv* jni, std::int32_t site_id) {
  const std::optional<instrument::Site> site = sites_.find(site_id);
  if (!site) return std::nullopt;
  std::vector<std::int32_t> result;
  for (const instrument::SiteAccess& access : site->accesses) {
    std::int32_t field = kElements, flags = access.access == instrument::Access::kWrite ? kWrite : 0;
    if (!access.owner.empty()) {
      const std::optional<Declared> found = declared(jni, site_id, access);
      if (found && (found->access & classfile::kAccVolatile) != 0) flags |= kVolatile;
      if (found && (found->access & classfile::kAccFinal) != 0) flags |= kFinal;
      field = id_of({found ? found->owner : access.owner, access.name, access.is_static}, access.descriptor);
    }
    result.insert(result.end(), {field, flags});
  }
  return result;
}

jclass Fields::static_holder(JNIEnv* jni, std::int32_t site_id) {
  const std::optional<instrument::Site> site = sites_.find(site_id);
  if (!site) return nullptr;
  for (const instrument::SiteAccess& access : site->accesses) {
    if (!access.is_static || access.owner.empty()) continue;
    const std::optional<Declared> found = declared(jni, site_id, access);
    return find_class(jni, site_id, found ? found->owner : access.owner);
  }
  return nullptr;
}

std::string Fields::static_field(std::int32_t site_id) const {
  const std::optional<instrument::Site> site = sites_.find(site_id);
  if (!site || site->accesses.empty() || !site->accesses.front().is_static) return {};
  return site->accesses.front().name;
}

std::optional<Fields::Field> Fields::find(std::int32_t id) const {
  const std::lock_guard lock(mutex_);
  const auto found = fields_.find(id);
  return found == fields_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Fields::Declared> Fields::declared(JNIEnv* jni, std::int32_t site, const instrument::SiteAccess& access) {
  if (auto seen = sites_.resolve(access.owner, access.name, access.descriptor)) {
    return Declared{std::move(seen->owner), seen->access};
  }
  jclass owner = find_class(jni, site, access.owner);
  if (owner == nullptr) return std::nullopt;
  std::optional<Declared> found = find_in(jni, owner, access, /*depth=*/0);
  jni->DeleteLocalRef(owner);
  return found;
}

// JVMS 5.4.3.2: the class, its interfaces, its super class.
std::optional<Fields::Declared> Fields::find_in(JNIEnv* jni, jclass type, const instrument::SiteAccess& access,
                                                int depth) const {
  if (depth > kDeepestHierarchy) return std::nullopt;
  const LocalFrame frame(jni);
  jint count = 0;
  JvmtiMemory<jfieldID> fields(jvmti_);
  if (jvmti_->GetClassFields(type, &count, fields.out()) != JVMTI_ERROR_NONE) return std::nullopt;
  for (jint i = 0; i < count; ++i) {
    JvmtiMemory<char> name(jvmti_), descriptor(jvmti_);
    jint modifiers = 0;
    if (jvmti_->GetFieldName(type, fields[i], name.out(), descriptor.out(), nullptr) != JVMTI_ERROR_NONE) continue;
    if (access.name != name.get() || access.descriptor != descriptor.get()) continue;
    if (jvmti_->GetFieldModifiers(type, fields[i], &modifiers) != JVMTI_ERROR_NONE) return std::nullopt;
    return Declared{internal_name_of(jvmti_, type), static_cast<std::uint16_t>(modifiers)};
  }
  jint interface_count = 0;
  JvmtiMemory<jclass> interfaces(jvmti_);
  if (jvmti_->GetImplementedInterfaces(type, &interface_count, interfaces.out()) == JVMTI_ERROR_NONE) {
    allow_local_references(jni, interface_count);
    std::optional<Declared> found;
    for (jint i = 0; i < interface_count; ++i) {
      if (!found) found = find_in(jni, interfaces[i], access, depth + 1);
      jni->DeleteLocalRef(interfaces[i]);
    }
    if (found) return found;
  }
  jclass super = jni->GetSuperclass(type);
  if (super == nullptr) return std::nullopt;
  std::optional<Declared> found = find_in(jni, super, access, depth + 1);
  jni->DeleteLocalRef(super);
  return found;
}

// Never runs the program's code, as loading a class may. What the loader of the site has to do with is found at once:
// ClassLoader.findLoadedClass asks the JVM. The rest is looked for among all classes, 0.3 us each, up to a time limit.
jclass Fields::find_class(JNIEnv* jni, std::int32_t site, const std::string& name) {
  if (jobject loader = loaded_.loader_of(jni, site); loader != nullptr) {
    jclass found = find_loaded(jni, loader, name);
    jni->DeleteLocalRef(loader);
    if (found != nullptr) return found;
  }
  // The natives belong to a class of the boot loader, which is therefore the one that FindClass asks.
  jclass boot = jni->FindClass(name.c_str());
  if (!cleared_exception(jni) && boot != nullptr) return boot;
  if (scan_microseconds_ > kLongestScans) return nullptr;
  const auto start = std::chrono::steady_clock::now();
  jclass found = scan(jni, name);
  const auto time = std::chrono::steady_clock::now() - start;
  scan_microseconds_ += std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  return found;
}

jclass Fields::find_loaded(JNIEnv* jni, jobject loader, const std::string& name) const {
  jstring text = jni->NewStringUTF(with_dots(name).c_str());
  if (cleared_exception(jni) || text == nullptr) return nullptr;
  const std::optional<jobject> found =
      call(jni, "java/lang/ClassLoader", loader, "findLoadedClass", "(Ljava/lang/String;)Ljava/lang/Class;", text);
  jni->DeleteLocalRef(text);
  return static_cast<jclass>(found.value_or(nullptr));
}

// The first class of that name.
jclass Fields::scan(JNIEnv* jni, const std::string& name) const {
  jint count = 0;
  JvmtiMemory<jclass> classes(jvmti_);
  if (jvmti_->GetLoadedClasses(&count, classes.out()) != JVMTI_ERROR_NONE) return nullptr;
  allow_local_references(jni, count);
  jclass found = nullptr;
  for (jint i = 0; i < count; ++i) {
    if (found == nullptr && internal_name_of(jvmti_, classes[i]) == name) {
      found = classes[i];
    } else {
      jni->DeleteLocalRef(classes[i]);
    }
  }
  return found;
}

std::int32_t Fields::id_of(const Field& field, std::string_view descriptor) {
  const std::lock_guard lock(mutex_);
  const auto [entry, added] = ids_[field.owner].try_emplace(field.name + ':' + std::string(descriptor), count_ + 1);
  const std::int32_t id = entry->second;
  if (added) fields_.emplace(++count_, field);
  return id;
}

void Fields::forget(std::string_view owner) {
  const std::lock_guard lock(mutex_);
  const auto found = ids_.find(std::string(owner));
  if (found == ids_.end()) return;
  for (const auto& [name, id] : found->second) {
    fields_.erase(id);
    gone_.push_back(id);
  }
  ids_.erase(found);
}

std::vector<std::int32_t> Fields::take_gone() {
  const std::lock_guard lock(mutex_);
  return std::exchange(gone_, {});
}

}  // namespace snag::agent

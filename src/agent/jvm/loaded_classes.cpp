#include "agent/jvm/loaded_classes.h"

#include <algorithm>
#include <utility>

#include "agent/jvm/jvm.h"

namespace snag::agent {

using instrument::LoadedClassId;
using instrument::LoaderId;
using instrument::SiteRun;

namespace {

constexpr std::size_t kFewLoaders = 64;

bool is_cleared(JNIEnv* jni, jweak reference) { return jni->IsSameObject(reference, nullptr) == JNI_TRUE; }

}  // namespace

// The loader carries its number as a tag.
LoaderId LoadedClasses::id_of(JNIEnv* jni, jobject loader) {
  if (loader == nullptr) return LoaderId::kBoot;
  const std::lock_guard lock(mutex_);
  jlong tag = 0;
  if (jvmti_->GetTag(loader, &tag) != JVMTI_ERROR_NONE) return LoaderId::kBoot;
  if (tag != 0) return static_cast<LoaderId>(tag);
  jweak reference = jni->NewWeakGlobalRef(loader);
  if (cleared_exception(jni) || reference == nullptr) return LoaderId::kBoot;
  const LoaderId id{++count_};
  loaders_.emplace(id, reference);
  jvmti_->SetTag(loader, static_cast<jlong>(id));
  return id;
}

jobject LoadedClasses::loader_of(JNIEnv* jni, std::int32_t site) {
  const std::lock_guard lock(mutex_);
  const LoaderId id = sites_.loader_of(sites_.class_of(site));
  const auto found = loaders_.find(id);
  return found == loaders_.end() ? nullptr : jni->NewLocalRef(found->second);
}

jobject LoadedClasses::mention(JNIEnv* jni, std::int32_t site) {
  const std::lock_guard lock(mutex_);
  const LoadedClassId id = sites_.class_of(site);
  if (sites_.loader_of(id) == LoaderId::kBoot) return nullptr;
  jweak& reference = mentions_[id];
  jobject object = strong_reference(jni, reference);
  if (object != nullptr) return object;
  jclass type = jni->FindClass("java/lang/Object");
  object = type == nullptr ? nullptr : jni->AllocObject(type);
  if (object != nullptr) reference = jni->NewWeakGlobalRef(object);
  cleared_exception(jni);
  return object;
}

bool LoadedClasses::is_due() const {
  const std::lock_guard lock(mutex_);
  return count_ - looked_at_ > std::max(kFewLoaders, loaders_.size() / 2);
}

std::vector<LoadedClasses::Forgotten> LoadedClasses::forget_gone(JNIEnv* jni) {
  std::vector<Forgotten> forgotten;
  const std::lock_guard lock(mutex_);
  looked_at_ = count_;
  absl::erase_if(loaders_, [&](const auto& entry) {
    if (!is_cleared(jni, entry.second)) return false;
    const std::vector<LoadedClassId> classes = sites_.take_classes(entry.first);
    gone_.insert(gone_.end(), classes.begin(), classes.end());
    jni->DeleteWeakGlobalRef(entry.second);
    return true;
  });
  gone_sites_.clear();
  std::erase_if(gone_, [&](LoadedClassId id) {
    const auto mention = mentions_.find(id);
    if (mention != mentions_.end() && mention->second != nullptr) {
      if (!is_cleared(jni, mention->second)) {
        const std::vector<SiteRun> runs = sites_.runs_of(id);
        gone_sites_.insert(gone_sites_.end(), runs.begin(), runs.end());
        return false;
      }
      jni->DeleteWeakGlobalRef(mention->second);
    }
    if (mention != mentions_.end()) mentions_.erase(mention);
    forgotten.push_back({id, sites_.forget(id)});
    return true;
  });
  return forgotten;
}

std::vector<SiteRun> LoadedClasses::take_gone_sites() {
  const std::lock_guard lock(mutex_);
  return std::exchange(gone_sites_, {});
}

}  // namespace snag::agent

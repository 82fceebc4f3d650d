#include "agent/jvm/stacks.h"

#include <absl/container/flat_hash_set.h>
#include <absl/hash/hash.h>

#include <algorithm>
#include <array>

#include "agent/jvm/jvm.h"
#include "classfile/descriptor.h"

namespace snag::agent {
namespace {

constexpr std::size_t kRuntimeFrames = 8;    // of the runtime, on top of the program's
constexpr std::uint64_t kBytesOfStack = 64;  // beside its frames
constexpr std::uint64_t kBytesOfFrame = 8;
constexpr std::uint64_t kBytesOfMethod = 256;
constexpr std::size_t kFewStacks = 256;

std::uint64_t memory_of(std::size_t frames) { return kBytesOfStack + frames * kBytesOfFrame; }

bool is_glue(std::string_view class_name, std::string_view method) {
  return class_name.starts_with("java.snag.rt.") || method.starts_with("$snag$") ||
         class_name.find("$$Lambda") != std::string_view::npos ||
         class_name.starts_with("java.lang.invoke.LambdaForm$");
}

}  // namespace

wire::Place Stacks::Method::at(jlocation location) const {
  wire::Place place = frame;
  const auto after = std::upper_bound(lines.begin(), lines.end(), location,
                                      [](jlocation at, const auto& entry) { return at < entry.first; });
  if (after != lines.begin()) place.line = std::prev(after)->second;
  if (location >= 0 && !obsolete) place.pc = instrument::original_pc(shifts, static_cast<std::uint32_t>(location));
  return place;
}

bool Stacks::set_class(JNIEnv* jni, jclass stack) {
  if (stack == nullptr) return false;
  class_ = stack;
  number_ = jni->GetFieldID(stack, "number", "I");
  return !cleared_exception(jni) && number_ != nullptr;
}

jobject Stacks::capture(JNIEnv* jni) {
  const std::vector<Frame> frames = walk(jni, /*thread=*/nullptr);
  if (frames.empty() || number_ == nullptr) return nullptr;
  const std::lock_guard lock(mutex_);
  if (wanted_ > std::max(kFewStacks, stacks_.size() / 4)) forget_unmentioned(jni);
  jobject object = keep(jni, frames);
  if (object == nullptr) ++dropped_;
  return object;
}

jobject Stacks::keep(JNIEnv* jni, std::span<const Frame> frames) {
  Key key;
  key.reserve(frames.size());
  for (const auto& [method, location] : frames) key.emplace_back(method->id, static_cast<std::int32_t>(location));
  const std::uint64_t hash = absl::Hash<Key>()(key);
  if (const auto found = ids_.find(hash); found != ids_.end()) {
    Stack& stack = stacks_.at(found->second);
    return stack.frames == key ? object_of(jni, found->second, stack) : nullptr;
  }
  ++wanted_;
  if (memory_ >= memory_limit_) return nullptr;
  Stack stack{std::move(key), hash};
  jobject object = object_of(jni, count_ + 1, stack);
  if (object == nullptr) return nullptr;
  for (const auto& [method, location] : frames) {
    if (kept_methods_.emplace(method->id, method).second) memory_ += kBytesOfMethod;
  }
  memory_ += memory_of(frames.size());
  ids_.emplace(hash, ++count_);
  stacks_.emplace(count_, std::move(stack));
  return object;
}

// The object of a stack that no access mentions may have been collected: then a new one is made. Null: no memory.
jobject Stacks::object_of(JNIEnv* jni, std::int32_t id, Stack& stack) const {
  if (jobject object = strong_reference(jni, stack.object); object != nullptr) return object;
  jobject object = jni->AllocObject(class_);
  if (!cleared_exception(jni) && object != nullptr) {
    jni->SetIntField(object, number_, id);
    stack.object = jni->NewWeakGlobalRef(object);
  }
  return cleared_exception(jni) || stack.object == nullptr ? nullptr : object;
}

// Also the methods that are in no other stack.
void Stacks::forget_unmentioned(JNIEnv* jni) {
  absl::flat_hash_set<std::uint32_t> used;
  absl::erase_if(stacks_, [&](const auto& entry) {
    const Stack& stack = entry.second;
    if (stack.object != nullptr && jni->IsSameObject(stack.object, nullptr) == JNI_FALSE) {
      for (const auto& [method, location] : stack.frames) used.insert(method);
      return false;
    }
    if (stack.object != nullptr) jni->DeleteWeakGlobalRef(stack.object);
    memory_ -= memory_of(stack.frames.size());
    ids_.erase(stack.hash);
    return true;
  });
  memory_ -=
      kBytesOfMethod * absl::erase_if(kept_methods_, [&](const auto& entry) { return !used.contains(entry.first); });
  absl::erase_if(methods_, [&](const auto& entry) { return !used.contains(entry.second->id); });
  wanted_ = 0;
}

wire::Stack Stacks::frames(std::int32_t id) const {
  wire::Stack frames;
  const std::lock_guard lock(mutex_);
  const auto found = stacks_.find(id);
  if (found == stacks_.end()) return frames;
  for (const auto& [method, location] : found->second.frames) frames.push_back(kept_methods_.at(method)->at(location));
  return frames;
}

wire::Stack Stacks::frames_of(JNIEnv* jni, jthread thread) {
  wire::Stack frames;
  for (const auto& [method, location] : walk(jni, thread)) frames.push_back(method->at(location));
  return frames;
}

void Stacks::forget_methods() {
  const std::lock_guard lock(mutex_);
  methods_.clear();
}

std::size_t Stacks::size() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(count_);
}

std::size_t Stacks::living() const {
  const std::lock_guard lock(mutex_);
  return stacks_.size();
}

std::uint64_t Stacks::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

std::vector<Stacks::Frame> Stacks::walk(JNIEnv* jni, jthread thread) {
  std::array<jvmtiFrameInfo, kDepth + kRuntimeFrames> raw;
  jint count = 0;
  std::vector<Frame> frames;
  if (jvmti_->GetStackTrace(thread, 0, kDepth + kRuntimeFrames, raw.data(), &count) != JVMTI_ERROR_NONE) return frames;
  for (jint i = 0; i < count && frames.size() < kDepth; ++i) {
    std::shared_ptr<const Method> of = method(jni, raw[i].method);
    if (of != nullptr && !of->hidden) frames.emplace_back(std::move(of), raw[i].location);
  }
  return frames;
}

std::shared_ptr<const Stacks::Method> Stacks::method(JNIEnv* jni, jmethodID id) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = methods_.find(id); found != methods_.end()) return found->second;
  }
  const std::shared_ptr<Method> described = describe(jni, id);
  if (described == nullptr) return nullptr;
  const std::lock_guard lock(mutex_);
  described->id = ++method_count_;
  // Another thread may have been first.
  return memory_ < memory_limit_ ? methods_.try_emplace(id, described).first->second : described;
}

std::shared_ptr<Stacks::Method> Stacks::describe(JNIEnv* jni, jmethodID id) const {
  const LocalFrame local(jni);
  jclass type = nullptr;
  jobject loader = nullptr;
  JvmtiMemory<char> name(jvmti_), descriptor(jvmti_), file(jvmti_);
  if (jvmti_->GetMethodDeclaringClass(id, &type) != JVMTI_ERROR_NONE) return nullptr;
  if (jvmti_->GetMethodName(id, name.out(), descriptor.out(), nullptr) != JVMTI_ERROR_NONE) return nullptr;
  const std::string class_name = internal_name_of(jvmti_, type);
  auto method = std::make_shared<Method>();
  method->frame = {.class_name = classfile::to_source_class(class_name),
                   .method = classfile::to_utf8(name.get()),
                   .descriptor = classfile::to_utf8(descriptor.get())};
  method->hidden = is_glue(method->frame.class_name, method->frame.method);
  if (method->hidden) return method;
  if (jvmti_->GetSourceFileName(type, file.out()) == JVMTI_ERROR_NONE)
    method->frame.file = classfile::to_utf8(file.get());
  jint count = 0;
  JvmtiMemory<jvmtiLineNumberEntry> table(jvmti_);
  if (jvmti_->GetLineNumberTable(id, &count, table.out()) == JVMTI_ERROR_NONE) {
    for (jint i = 0; i < count; ++i) {
      method->lines.emplace_back(table[i].start_location, static_cast<std::uint16_t>(table[i].line_number));
    }
    std::stable_sort(method->lines.begin(), method->lines.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  jboolean obsolete = JNI_FALSE;
  method->obsolete = jvmti_->IsMethodObsolete(id, &obsolete) != JVMTI_ERROR_NONE || obsolete == JNI_TRUE;
  jvmti_->GetClassLoader(type, &loader);
  method->shifts =
      sites_.shifts_of(sites_.find_class(class_name, loaded_.id_of(jni, loader)), name.get(), descriptor.get());
  return method;
}

}  // namespace snag::agent

#include "agent/jvm/stacks.h"

#include <absl/hash/hash.h>

#include <algorithm>
#include <array>

#include "agent/jvm/jvm.h"

namespace snag::agent {
namespace {

constexpr std::size_t kRuntimeFrames = 8;    // of the runtime, on top of the program's
constexpr std::uint64_t kBytesOfStack = 64;  // beside its places
constexpr std::uint64_t kBytesOfPlace = 64;  // with its entry in the table
constexpr std::uint64_t kBytesOfMethod = 256;
constexpr std::size_t kFewStacks = 256;

std::uint64_t memory_of(std::size_t places) { return kBytesOfStack + places * sizeof(std::uint32_t); }

bool is_glue(std::string_view class_name, std::string_view method) {
  return class_name.starts_with("java.snag.rt.") || method.starts_with("$snag$") ||
         class_name.find("$$Lambda") != std::string_view::npos ||
         class_name.starts_with("java.lang.invoke.LambdaForm$");
}

}  // namespace

std::uint32_t Stacks::Method::line_at(jlocation location) const {
  auto after = std::upper_bound(lines.begin(), lines.end(), location,
                                [](jlocation at, const auto& entry) { return at < entry.first; });
  return after == lines.begin() ? 0 : std::prev(after)->second;
}

bool Stacks::set_class(JNIEnv* jni, jclass stack) {
  if (stack == nullptr) return false;
  class_ = stack;
  number_ = jni->GetFieldID(stack, "number", "I");
  return !cleared_exception(jni) && number_ != nullptr;
}

jobject Stacks::capture(JNIEnv* jni, std::uint32_t skip) {
  const std::vector<Place> places = walk(jni, /*thread=*/nullptr);
  if (places.size() <= skip || number_ == nullptr) return nullptr;
  const std::lock_guard lock(mutex_);
  if (wanted_ > std::max(kFewStacks, stacks_.size() / 4)) forget_unmentioned(jni);
  jobject object = keep(jni, std::span(places).subspan(skip));
  if (object == nullptr) ++dropped_;
  return object;
}

jobject Stacks::keep(JNIEnv* jni, std::span<const Place> places) {
  std::optional<Key> key = key_of(places);
  const std::uint64_t hash = key ? absl::Hash<Key>()(*key) : 0;
  if (const auto found = key ? ids_.find(hash) : ids_.end(); found != ids_.end()) {
    Stack& stack = stacks_.at(found->second);
    return stack.places == *key ? object_of(jni, found->second, stack) : nullptr;
  }
  ++wanted_;
  if (!key || memory_ >= memory_limit_) return nullptr;
  Stack stack{std::move(*key), hash};
  jobject object = object_of(jni, count_ + 1, stack);
  if (object == nullptr) return nullptr;
  memory_ += memory_of(stack.places.size());
  ids_.emplace(hash, ++count_);
  stacks_.emplace(count_, std::move(stack));
  return object;
}

std::optional<Stacks::Key> Stacks::key_of(std::span<const Place> places) {
  Key key;
  key.reserve(places.size());
  for (const Place& place : places) {
    const std::optional<std::uint32_t> id = place_id(place);
    if (!id) return std::nullopt;
    key.push_back(*id);
  }
  return key;
}

// The object of a stack that no access mentions may have been collected: then a new one is made. Null: no memory.
jobject Stacks::object_of(JNIEnv* jni, std::int32_t id, Stack& stack) const {
  if (jobject object = stack.object == nullptr ? nullptr : jni->NewLocalRef(stack.object); object != nullptr) {
    return object;
  }
  if (stack.object != nullptr) jni->DeleteWeakGlobalRef(stack.object);
  stack.object = nullptr;
  jobject object = jni->AllocObject(class_);
  if (!cleared_exception(jni) && object != nullptr) {
    jni->SetIntField(object, number_, id);
    stack.object = jni->NewWeakGlobalRef(object);
  }
  return cleared_exception(jni) || stack.object == nullptr ? nullptr : object;
}

void Stacks::forget_unmentioned(JNIEnv* jni) {
  absl::erase_if(stacks_, [&](const auto& entry) {
    const Stack& stack = entry.second;
    if (stack.object != nullptr && jni->IsSameObject(stack.object, nullptr) == JNI_FALSE) return false;
    if (stack.object != nullptr) jni->DeleteWeakGlobalRef(stack.object);
    memory_ -= memory_of(stack.places.size());
    ids_.erase(stack.hash);
    return true;
  });
  forget_places();
  wanted_ = 0;
}

// Of stacks that were forgotten, and the methods that are in no other place.
void Stacks::forget_places() {
  std::vector<bool> used(places_.size());
  for (const auto& [id, stack] : stacks_) {
    for (const std::uint32_t place : stack.places) used[place] = true;
  }
  for (std::uint32_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    if (used[i] || place.method == nullptr) continue;
    place_ids_.erase({place.method.get(), place.line});
    place = {};
    free_places_.push_back(i);
    memory_ -= kBytesOfPlace;
  }
  absl::erase_if(methods_, [&](const auto& entry) {
    const bool unused = entry.second.use_count() == 1;
    if (unused) memory_ -= kBytesOfMethod;
    return unused;
  });
}

wire::Stack Stacks::frames(std::int32_t id) const {
  wire::Stack frames;
  const std::lock_guard lock(mutex_);
  const auto found = stacks_.find(id);
  if (found == stacks_.end()) return frames;
  for (const std::uint32_t place : found->second.places) {
    frames.push_back(places_[place].method->frame);
    frames.back().line = places_[place].line;
  }
  return frames;
}

wire::Stack Stacks::frames_of(JNIEnv* jni, jthread thread) {
  wire::Stack frames;
  for (const Place& place : walk(jni, thread)) {
    frames.push_back(place.method->frame);
    frames.back().line = place.line;
  }
  return frames;
}

void Stacks::forget_methods() {
  const std::lock_guard lock(mutex_);
  memory_ -= methods_.size() * kBytesOfMethod;
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

std::vector<Stacks::Place> Stacks::walk(JNIEnv* jni, jthread thread) {
  std::array<jvmtiFrameInfo, kDepth + kRuntimeFrames> raw;
  jint count = 0;
  std::vector<Place> places;
  if (jvmti_->GetStackTrace(thread, 0, kDepth + kRuntimeFrames, raw.data(), &count) != JVMTI_ERROR_NONE) return places;
  for (jint i = 0; i < count; ++i) {
    std::shared_ptr<const Method> of = method(jni, raw[i].method);
    if (of == nullptr || of->hidden) continue;
    if (places.size() == kDepth) break;
    const std::uint32_t line = of->line_at(raw[i].location);
    places.push_back({std::move(of), line});
  }
  return places;
}

std::shared_ptr<const Stacks::Method> Stacks::method(JNIEnv* jni, jmethodID id) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = methods_.find(id); found != methods_.end()) return found->second;
  }
  std::shared_ptr<const Method> described = describe(jni, id);
  if (described == nullptr) return nullptr;
  const std::lock_guard lock(mutex_);
  if (memory_ < memory_limit_) {
    if (methods_.emplace(id, described).second) memory_ += kBytesOfMethod;
  }
  return described;
}

std::shared_ptr<const Stacks::Method> Stacks::describe(JNIEnv* jni, jmethodID id) const {
  jclass type = nullptr;
  JvmtiMemory<char> name(jvmti_), descriptor(jvmti_), file(jvmti_);
  if (jvmti_->GetMethodDeclaringClass(id, &type) != JVMTI_ERROR_NONE) return nullptr;
  auto method = std::make_shared<Method>();
  method->frame.class_name = with_dots(classfile::to_utf8(internal_name_of(jvmti_, type)));
  if (jvmti_->GetSourceFileName(type, file.out()) == JVMTI_ERROR_NONE)
    method->frame.file = classfile::to_utf8(file.get());
  jni->DeleteLocalRef(type);
  if (jvmti_->GetMethodName(id, name.out(), descriptor.out(), nullptr) != JVMTI_ERROR_NONE) return nullptr;
  method->frame.method = classfile::to_utf8(name.get());
  method->frame.descriptor = classfile::to_utf8(descriptor.get());
  method->hidden = is_glue(method->frame.class_name, method->frame.method);
  jint count = 0;
  JvmtiMemory<jvmtiLineNumberEntry> table(jvmti_);
  if (!method->hidden && jvmti_->GetLineNumberTable(id, &count, table.out()) == JVMTI_ERROR_NONE) {
    for (jint i = 0; i < count; ++i) {
      method->lines.emplace_back(table[i].start_location, static_cast<std::uint32_t>(table[i].line_number));
    }
    std::stable_sort(method->lines.begin(), method->lines.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  return method;
}

std::optional<std::uint32_t> Stacks::place_id(const Place& place) {
  const std::pair<const Method*, std::uint32_t> key{place.method.get(), place.line};
  if (const auto found = place_ids_.find(key); found != place_ids_.end()) return found->second;
  if (memory_ >= memory_limit_) return std::nullopt;
  auto id = static_cast<std::uint32_t>(places_.size());
  if (free_places_.empty()) {
    places_.push_back(place);
  } else {
    id = free_places_.back();
    free_places_.pop_back();
    places_[id] = place;
  }
  place_ids_.emplace(key, id);
  memory_ += kBytesOfPlace;
  return id;
}

}  // namespace snag::agent

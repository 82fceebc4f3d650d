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

std::int32_t Stacks::capture(JNIEnv* jni, std::uint32_t skip) {
  const std::vector<Place> places = walk(jni, /*thread=*/nullptr);
  if (places.size() <= skip) return 0;
  const std::lock_guard lock(mutex_);
  Key key;
  key.reserve(places.size() - skip);
  for (std::size_t i = skip; i < places.size(); ++i) {
    const std::optional<std::uint32_t> id = place_id(places[i]);
    if (!id) {
      ++dropped_;
      return 0;
    }
    key.push_back(*id);
  }
  const std::uint64_t hash = absl::Hash<Key>()(key);
  const auto found = ids_.find(hash);
  if (found != ids_.end() && stacks_[static_cast<std::size_t>(found->second) - 1] == key) return found->second;
  if (found != ids_.end() || memory_ >= memory_limit_) {
    ++dropped_;
    return 0;
  }
  memory_ += kBytesOfStack + key.size() * sizeof(std::uint32_t);
  stacks_.push_back(std::move(key));
  const auto id = static_cast<std::int32_t>(stacks_.size());
  ids_.emplace(hash, id);
  return id;
}

Frames Stacks::frames(std::int32_t id) const {
  Frames frames;
  const std::lock_guard lock(mutex_);
  if (id <= 0 || static_cast<std::size_t>(id) > stacks_.size()) return frames;
  for (const std::uint32_t place : stacks_[static_cast<std::size_t>(id) - 1]) {
    frames.push_back(places_[place].method->frame);
    frames.back().line = places_[place].line;
  }
  return frames;
}

Frames Stacks::frames_of(JNIEnv* jni, jthread thread) {
  Frames frames;
  for (const Place& place : walk(jni, thread)) {
    frames.push_back(place.method->frame);
    frames.back().line = place.line;
  }
  return frames;
}

void Stacks::forget_methods() {
  const std::lock_guard lock(mutex_);
  methods_.clear();
}

std::size_t Stacks::size() const {
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
    memory_ += kBytesOfMethod;
    methods_.emplace(id, described);
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
  const auto id = static_cast<std::uint32_t>(places_.size());
  places_.push_back(place);
  place_ids_.emplace(key, id);
  memory_ += kBytesOfPlace;
  return id;
}

}  // namespace snag::agent

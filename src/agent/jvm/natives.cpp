#include "agent/jvm/natives.h"

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "agent/jvm/agent.h"
#include "agent/jvm/jvm.h"

namespace snag::agent {
namespace {

std::vector<std::string> to_texts(JNIEnv* jni, jobjectArray strings) {
  std::vector<std::string> texts;
  if (strings == nullptr) return texts;
  const jsize count = jni->GetArrayLength(strings);
  for (jsize i = 0; i < count; ++i) {
    auto string = static_cast<jstring>(jni->GetObjectArrayElement(strings, i));
    texts.push_back(to_text(jni, string));
    jni->DeleteLocalRef(string);
  }
  return texts;
}

// As many as there are; the rest is zero.
template <std::size_t kCount>
std::array<jint, kCount> to_numbers(JNIEnv* jni, jintArray array) {
  std::array<jint, kCount> numbers{};
  if (array == nullptr) return numbers;
  const jsize count = std::min<jsize>(jni->GetArrayLength(array), kCount);
  jni->GetIntArrayRegion(array, 0, count, numbers.data());
  return numbers;
}

jintArray to_array(JNIEnv* jni, const std::vector<jint>& numbers) {
  jintArray array = jni->NewIntArray(static_cast<jsize>(numbers.size()));
  if (array != nullptr) jni->SetIntArrayRegion(array, 0, static_cast<jsize>(numbers.size()), numbers.data());
  return array;
}

ReportedAccess to_access(JNIEnv* jni, jintArray array, jstring thread, jobjectArray locks) {
  const auto [site, write, stack, exact, line] = to_numbers<5>(jni, array);
  return {.site = site,
          .write = write != 0,
          .stack = stack,
          .exact = exact != 0,
          .line = line,
          .thread = to_text(jni, thread),
          .locks = to_texts(jni, locks)};
}

// Nothing thrown in C++ leaves a native method; the runtime gets `otherwise`.
template <class Value, class Body>
Value guarded(Value otherwise, Body body) {
  try {
    return body();
  } catch (...) {
    return otherwise;
  }
}

jintArray JNICALL fields_of(JNIEnv* jni, jclass, jint site) {
  return guarded<jintArray>(nullptr, [&] {
    const std::optional<std::vector<Fields::Access>> accesses = Agent::get()->fields().accesses(jni, site);
    if (!accesses) return static_cast<jintArray>(nullptr);
    std::vector<jint> numbers;
    for (const Fields::Access& access : *accesses) {
      numbers.insert(numbers.end(), {access.field, access.flags, access.line});
    }
    return to_array(jni, numbers);
  });
}

jobject JNICALL mention(JNIEnv* jni, jclass, jint site) {
  return guarded<jobject>(nullptr, [&] { return Agent::get()->loaded_classes().mention(jni, site); });
}

jintArray JNICALL gone_sites(JNIEnv* jni, jclass) {
  return guarded<jintArray>(nullptr, [&] {
    std::vector<jint> numbers;
    for (const instrument::SiteRun& run : Agent::get()->loaded_classes().take_gone_sites()) {
      numbers.insert(numbers.end(), {run.first, run.count});
    }
    return numbers.empty() ? nullptr : to_array(jni, numbers);
  });
}

jintArray JNICALL gone_fields(JNIEnv* jni, jclass) {
  return guarded<jintArray>(nullptr, [&] {
    const std::vector<jint> numbers = Agent::get()->fields().take_gone();
    return numbers.empty() ? nullptr : to_array(jni, numbers);
  });
}

jobject JNICALL static_holder(JNIEnv* jni, jclass, jint site) {
  return guarded<jobject>(nullptr, [&] { return Agent::get()->fields().static_holder(jni, site); });
}

jstring JNICALL static_word(JNIEnv* jni, jclass, jint site) {
  return guarded<jstring>(nullptr, [&]() -> jstring {
    const std::string field = Agent::get()->fields().static_field(site);
    if (field.empty()) return nullptr;
    return jni->NewStringUTF(Agent::get()->config().decisions.static_word(field).c_str());
  });
}

jobject JNICALL stack(JNIEnv* jni, jclass, jint skip) {
  return guarded<jobject>(
      nullptr, [&] { return Agent::get()->stacks().capture(jni, static_cast<std::uint32_t>(std::max(skip, 0))); });
}

jint JNICALL report(JNIEnv* jni, jclass, jint check, jint kind, jstring object_class, jint field, jintArray first,
                    jstring first_thread, jobjectArray first_locks, jintArray second, jstring second_thread,
                    jobjectArray second_locks, jintArray life, jobjectArray life_threads) {
  return guarded<jint>(0, [&] {
    std::vector<std::string> owners = to_texts(jni, life_threads);
    owners.resize(2);
    const auto [first_touch, hand_over, hand_over_stack, escape] = to_numbers<4>(jni, life);
    return Agent::get()->reports().add({.check = check,
                                        .kind = kind,
                                        .object_class = to_text(jni, object_class),
                                        .field = field,
                                        .first = to_access(jni, first, first_thread, first_locks),
                                        .second = to_access(jni, second, second_thread, second_locks),
                                        .life = {.first_touch = first_touch,
                                                 .hand_over = hand_over,
                                                 .hand_over_stack = hand_over_stack,
                                                 .escape = escape,
                                                 .owner = owners[0],
                                                 .second_owner = owners[1]}});
  });
}

void JNICALL again(JNIEnv*, jclass, jint id, jint count) {
  guarded(0, [&] { return Agent::get()->reports().again(id, count), 0; });
}

jlong JNICALL live_bytes(JNIEnv*, jclass) {
  return guarded<jlong>(-1, [&] { return Agent::get()->live_bytes(); });
}

void JNICALL pause(JNIEnv*, jclass) { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

void JNICALL log(JNIEnv* jni, jclass, jstring message) {
  guarded(0, [&] { return Agent::get()->runtime_says(to_text(jni, message)), 0; });
}

template <class Function>
JNINativeMethod native(const char* name, const char* descriptor, Function* function) {
  return {const_cast<char*>(name), const_cast<char*>(descriptor), reinterpret_cast<void*>(function)};
}

}  // namespace

bool register_natives(JNIEnv* jni, jclass native_class) {
  const std::array<JNINativeMethod, 12> methods{
      native("fieldsOf", "(I)[I", fields_of),
      native("staticHolder", "(I)Ljava/lang/Object;", static_holder),
      native("staticWord", "(I)Ljava/lang/String;", static_word),
      native("mention", "(I)Ljava/lang/Object;", mention),
      native("goneSites", "()[I", gone_sites),
      native("goneFields", "()[I", gone_fields),
      native("stack", "(I)Ljava/snag/rt/Stack;", stack),
      native("report",
             "(IILjava/lang/String;I[ILjava/lang/String;[Ljava/lang/String;[ILjava/lang/String;[Ljava/lang/String;"
             "[I[Ljava/lang/String;)I",
             report),
      native("again", "(II)V", again),
      native("liveBytes", "()J", live_bytes),
      native("pause", "()V", pause),
      native("log", "(Ljava/lang/String;)V", log),
  };
  const bool registered = jni->RegisterNatives(native_class, methods.data(), methods.size()) == JNI_OK;
  return !cleared_exception(jni) && registered;
}

}  // namespace snag::agent

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "agent/jvm/agent.h"
#include "agent/jvm/java_objects.h"
#include "agent/jvm/jvm.h"
#include "agent/runtime.h"

namespace snag::agent {
namespace {

jintArray to_array(JNIEnv* jni, const std::vector<jint>& numbers) {
  jintArray array = jni->NewIntArray(static_cast<jsize>(numbers.size()));
  if (array != nullptr) jni->SetIntArrayRegion(array, 0, static_cast<jsize>(numbers.size()), numbers.data());
  return array;
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

jintArray JNICALL fields_of(JNIEnv* jni, jobject, jint site) {
  return guarded<jintArray>(nullptr, [&] {
    const std::optional<std::vector<jint>> accesses = Agent::get()->fields().accesses(jni, site);
    return accesses ? to_array(jni, *accesses) : nullptr;
  });
}

jobject JNICALL mention(JNIEnv* jni, jobject, jint site) {
  return guarded<jobject>(nullptr, [&] { return Agent::get()->loaded_classes().mention(jni, site); });
}

jintArray JNICALL gone_sites(JNIEnv* jni, jobject) {
  return guarded<jintArray>(nullptr, [&] {
    std::vector<jint> numbers;
    for (const instrument::SiteRun& run : Agent::get()->loaded_classes().take_gone_sites()) {
      numbers.insert(numbers.end(), {run.first, run.count});
    }
    return numbers.empty() ? nullptr : to_array(jni, numbers);
  });
}

jintArray JNICALL gone_fields(JNIEnv* jni, jobject) {
  return guarded<jintArray>(nullptr, [&] {
    const std::vector<jint> numbers = Agent::get()->fields().take_gone();
    return numbers.empty() ? nullptr : to_array(jni, numbers);
  });
}

jobject JNICALL static_holder(JNIEnv* jni, jobject, jint site) {
  return guarded<jobject>(nullptr, [&] { return Agent::get()->fields().static_holder(jni, site); });
}

jstring JNICALL static_word(JNIEnv* jni, jobject, jint site) {
  return guarded<jstring>(nullptr, [&]() -> jstring {
    const std::string field = Agent::get()->fields().static_field(site);
    if (field.empty()) return nullptr;
    return jni->NewStringUTF(Agent::get()->decisions().static_word(field).c_str());
  });
}

jobject JNICALL stack(JNIEnv* jni, jobject) {
  return guarded<jobject>(nullptr, [&] { return Agent::get()->stacks().capture(jni); });
}

jint JNICALL report(JNIEnv* jni, jobject, jobject object) {
  return guarded<jint>(0, [&] {
    Report report;
    ObjectReader::read_object(jni, object, report);
    return Agent::get()->reports().add(report);
  });
}

void JNICALL again(JNIEnv*, jobject, jint id, jint count) {
  guarded(0, [&] { return Agent::get()->reports().again(id, count), 0; });
}

jlong JNICALL live_bytes(JNIEnv*, jobject) {
  return guarded<jlong>(-1, [&] { return Agent::get()->live_bytes(); });
}

void JNICALL pause(JNIEnv*, jobject) { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

void JNICALL log(JNIEnv* jni, jobject, jstring message) {
  guarded(0, [&] { return Agent::get()->log_of_runtime(to_text(jni, message)), 0; });
}

// A name that kNativeMethods does not have does not compile.
consteval const JavaMethod& native_method(std::string_view name) {
  std::size_t i = 0;
  while (kNativeMethods[i].name != name) ++i;
  return kNativeMethods[i];
}

template <class Function>
JNINativeMethod native(const JavaMethod& method, Function* function) {
  return {const_cast<char*>(method.name.data()), const_cast<char*>(method.descriptor.data()),
          reinterpret_cast<void*>(function)};
}

}  // namespace

bool register_natives(JNIEnv* jni, jclass native_class) {
  const std::array<JNINativeMethod, std::size(kNativeMethods)> methods{
      native(native_method("fieldsOf"), fields_of),
      native(native_method("staticHolder"), static_holder),
      native(native_method("staticWord"), static_word),
      native(native_method("mention"), mention),
      native(native_method("goneSites"), gone_sites),
      native(native_method("goneFields"), gone_fields),
      native(native_method("stack"), stack),
      native(native_method("report"), report),
      native(native_method("again"), again),
      native(native_method("liveBytes"), live_bytes),
      native(native_method("pause"), pause),
      native(native_method("log"), log),
  };
  const bool registered = jni->RegisterNatives(native_class, methods.data(), methods.size()) == JNI_OK;
  return !cleared_exception(jni) && registered;
}

}  // namespace snag::agent

// Small helpers for JNI and JVMTI: memory and references that give themselves back, strings, pending exceptions.
#pragma once

#include <jvmti.h>

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "classfile/modified_utf8.h"

namespace snag::agent {

// What JVMTI allocated.
template <class T>
class JvmtiMemory {
 public:
  explicit JvmtiMemory(jvmtiEnv* jvmti) : jvmti_(jvmti) {}
  ~JvmtiMemory() {
    if (memory_ != nullptr) jvmti_->Deallocate(reinterpret_cast<unsigned char*>(memory_));
  }
  JvmtiMemory(const JvmtiMemory&) = delete;
  JvmtiMemory& operator=(const JvmtiMemory&) = delete;

  T** out() { return &memory_; }
  T* get() const { return memory_; }
  T& operator[](std::size_t i) const { return memory_[i]; }

 private:
  jvmtiEnv* jvmti_;
  T* memory_ = nullptr;
};

// Local references made while it lives are given back. If the JVM has no memory for the frame they last longer.
class LocalFrame {
 public:
  explicit LocalFrame(JNIEnv* jni, jint capacity = 32) : jni_(jni), pushed_(jni->PushLocalFrame(capacity) == 0) {
    if (!pushed_) jni->ExceptionClear();
  }
  ~LocalFrame() {
    if (pushed_) jni_->PopLocalFrame(nullptr);
  }
  LocalFrame(const LocalFrame&) = delete;
  LocalFrame& operator=(const LocalFrame&) = delete;

 private:
  JNIEnv* jni_;
  bool pushed_;
};

// Says that there may be `count` local references in the frame, and a few more. JVMTI returns any number of them
// (all classes, all threads) and cannot be asked how many beforehand: this comes right after it, and before any
// function of JNI, each of which complains on the program's standard output under -Xcheck:jni when there are more than
// was said.
inline void allow_local_references(JNIEnv* jni, jint count) {
  constexpr jint kFew = 32;
  constexpr jint kLargest = 65536;  // what HotSpot grants (-XX:MaxJNILocalCapacity); it counts those in use on top
  if (jni->EnsureLocalCapacity(std::min(count, kLargest - kFew) + kFew) != JNI_OK) jni->ExceptionClear();
}

// Whether an exception was pending; none is afterwards.
inline bool cleared_exception(JNIEnv* jni) {
  if (jni->ExceptionCheck() == JNI_FALSE) return false;
  jni->ExceptionClear();
  return true;
}

// A local reference to what a weak one refers to. Null: that is gone or was never there, and the weak reference is null
// afterwards.
inline jobject strong_reference(JNIEnv* jni, jweak& weak) {
  jobject object = weak == nullptr ? nullptr : jni->NewLocalRef(weak);
  if (object == nullptr && weak != nullptr) jni->DeleteWeakGlobalRef(std::exchange(weak, nullptr));
  return object;
}

// Calls a method by its name. Nothing: the object is null, there is no such method, or it has thrown.
template <class Result = jobject, class... Arguments>
std::optional<Result> call(JNIEnv* jni, const char* class_name, jobject object, const char* name,
                           const char* descriptor, Arguments... arguments) {
  jclass type = object == nullptr ? nullptr : jni->FindClass(class_name);
  jmethodID method = type == nullptr ? nullptr : jni->GetMethodID(type, name, descriptor);
  std::optional<Result> result;
  if constexpr (std::is_same_v<Result, jlong>) {
    if (method != nullptr) result = jni->CallLongMethod(object, method, arguments...);
  } else {
    if (method != nullptr) result = jni->CallObjectMethod(object, method, arguments...);
  }
  if (cleared_exception(jni)) result.reset();
  if (type != nullptr) jni->DeleteLocalRef(type);
  return result;
}

// The same for a static method that returns an object. Null as well if it returns null.
template <class... Arguments>
jobject call_static(JNIEnv* jni, const char* class_name, const char* name, const char* descriptor,
                    Arguments... arguments) {
  jclass type = jni->FindClass(class_name);
  jmethodID method = type == nullptr ? nullptr : jni->GetStaticMethodID(type, name, descriptor);
  jobject result = method == nullptr ? nullptr : jni->CallStaticObjectMethod(type, method, arguments...);
  if (cleared_exception(jni)) result = nullptr;
  if (type != nullptr) jni->DeleteLocalRef(type);
  return result;
}

// Empty for null.
inline std::string to_text(JNIEnv* jni, jstring string) {
  if (string == nullptr) return {};
  const char* characters = jni->GetStringUTFChars(string, nullptr);
  if (characters == nullptr) {
    cleared_exception(jni);
    return {};
  }
  std::string text = classfile::to_utf8(characters);
  jni->ReleaseStringUTFChars(string, characters);
  return text;
}

// `Lapp/Account;` as `app/Account`; other signatures as they are.
inline std::string internal_name_of(jvmtiEnv* jvmti, jclass type) {
  JvmtiMemory<char> signature(jvmti);
  if (jvmti->GetClassSignature(type, signature.out(), nullptr) != JVMTI_ERROR_NONE) return {};
  std::string name = signature.get();
  if (name.size() > 2 && name.front() == 'L') name = name.substr(1, name.size() - 2);
  return name;
}

// Of the current thread if it is null.
inline std::string name_of_thread(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread) {
  jvmtiThreadInfo info{};
  if (jvmti->GetThreadInfo(thread, &info) != JVMTI_ERROR_NONE) return {};
  std::string name = info.name == nullptr ? std::string() : classfile::to_utf8(info.name);
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(info.name));
  if (info.thread_group != nullptr) jni->DeleteLocalRef(info.thread_group);
  if (info.context_class_loader != nullptr) jni->DeleteLocalRef(info.context_class_loader);
  return name;
}

// As Class.getName returns it: dots for slashes.
inline std::string with_dots(std::string name) {
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

}  // namespace snag::agent

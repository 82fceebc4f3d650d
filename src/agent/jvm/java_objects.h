// Reads objects of the runtime into the structs of agent/runtime.h. What cannot be read stays empty; no exception is
// pending afterwards.
#pragma once

#include <jni.h>

#include "agent/jvm/jvm.h"
#include "agent/runtime.h"

namespace snag::agent {

class ObjectReader {
 public:
  // The object and `jni` must outlive the reader.
  ObjectReader(JNIEnv* jni, jobject object) : jni_(jni), object_(object), class_(jni->GetObjectClass(object)) {}
  ~ObjectReader() { jni_->DeleteLocalRef(class_); }
  ObjectReader(const ObjectReader&) = delete;
  ObjectReader& operator=(const ObjectReader&) = delete;

  template <class Value>
  void operator()(const char* name, Value& value) {
    jfieldID field = jni_->GetFieldID(class_, name, descriptor_of(&value).c_str());
    if (!cleared_exception(jni_) && field != nullptr) read(field, value);
  }

  // Null: the object stays empty.
  template <class Value>
  static void read_object(JNIEnv* jni, jobject object, Value& value) {
    if (object != nullptr) Value::visit(value, ObjectReader(jni, object));
  }
  static void read_object(JNIEnv* jni, jobject object, std::string& text) {
    text = to_text(jni, static_cast<jstring>(object));
  }
  template <class Element>
  static void read_object(JNIEnv* jni, jobject object, std::vector<Element>& elements) {
    auto array = static_cast<jobjectArray>(object);
    const jsize count = array == nullptr ? 0 : jni->GetArrayLength(array);
    for (jsize i = 0; i < count; ++i) {
      jobject element = jni->GetObjectArrayElement(array, i);
      if (cleared_exception(jni)) return;
      read_object(jni, element, elements.emplace_back());
      jni->DeleteLocalRef(element);
    }
  }

 private:
  void read(jfieldID field, std::int32_t& number) { number = jni_->GetIntField(object_, field); }
  void read(jfieldID field, std::int64_t& number) { number = jni_->GetLongField(object_, field); }
  void read(jfieldID field, bool& flag) { flag = jni_->GetBooleanField(object_, field) == JNI_TRUE; }
  template <class Value>
  void read(jfieldID field, Value& value) {
    jobject object = jni_->GetObjectField(object_, field);
    read_object(jni_, object, value);
    jni_->DeleteLocalRef(object);
  }

  JNIEnv* jni_;
  jobject object_;
  jclass class_;
};

}  // namespace snag::agent

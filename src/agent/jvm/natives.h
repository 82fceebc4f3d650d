// The native methods of snag.runtime.Native.
#pragma once

#include <jni.h>

namespace snag::agent {

// Whether all could be registered; no exception is pending afterwards.
bool register_natives(JNIEnv* jni, jclass native_class);

}  // namespace snag::agent

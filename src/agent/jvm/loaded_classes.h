// Which class loaders are still there, and which of the classes that went with a loader are still mentioned.
//
// JVMTI has no event for the unloading of classes. A class goes with its loader (hidden classes may go before, but the
// JVM shows those to no agent), so the agent refers weakly to the loaders of the classes that it was shown, and looks
// through them when half as many new ones have come as there are: a loader costs a constant time, and while none comes
// nothing is done.
//
// What is known of a class may be wanted after it is gone: a shared object lives on, and remembers its last accesses
// with the numbers of their sites. So the runtime's Sites refer to an object, the mention of their class, and the agent
// refers to that weakly:
//
//   loader ---- gone ---> the runtime drops the Sites of these classes from its table (take_gone_sites)
//   mention --- gone ---> no access of a living object was there: what is known of the class is forgotten
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "instrument/sites.h"

namespace snag::agent {

class LoadedClasses {
 public:
  struct Forgotten {
    instrument::LoadedClassId id;
    std::optional<std::string> name;  // unless another loader has a class of that name
  };

  LoadedClasses(jvmtiEnv* jvmti, instrument::Sites& sites) : jvmti_(jvmti), sites_(sites) {}

  instrument::LoaderId id_of(JNIEnv* jni, jobject loader);  // kBoot for null
  jobject loader_of(JNIEnv* jni, std::int32_t site);        // a local reference; null: boot loader, or gone
  jobject mention(JNIEnv* jni, std::int32_t site);          // a local reference; null if the class always stays

  bool is_due() const;                              // for the following
  std::vector<Forgotten> forget_gone(JNIEnv* jni);  // forgotten by Sites; others have to follow
  std::vector<instrument::SiteRun> take_gone_sites();

 private:
  mutable std::mutex mutex_;  // also held while the JVM is asked for references: nothing that it calls then takes it
  jvmtiEnv* jvmti_;
  instrument::Sites& sites_;
  std::uint32_t count_ = 0, looked_at_ = 0;  // loaders so far, and when they were last looked through
  absl::flat_hash_map<instrument::LoaderId, jweak> loaders_;
  absl::flat_hash_map<instrument::LoadedClassId, jweak> mentions_;
  std::vector<instrument::LoadedClassId> gone_;  // with their loaders, and not forgotten yet
  std::vector<instrument::SiteRun> gone_sites_;
};

}  // namespace snag::agent

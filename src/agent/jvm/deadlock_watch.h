// A thread of the agent that looks for deadlocks while the program runs, and writes each into the trace when it has
// seen it: `snag run` follows the trace and says so at once. JVMTI's agent threads are daemons, and a program cannot
// list them. Without the thread, say because there is no memory for it, the last look at the end remains.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "agent/jvm/deadlocks.h"
#include "agent/line_file.h"
#include "wire/trace.h"

namespace snag::agent {

class DeadlockWatch {
 public:
  explicit DeadlockWatch(LineFile& trace) : trace_(trace) {}

  // Begins a session. False: there is no thread for it.
  bool begin(jvmtiEnv* jvmti, JNIEnv* jni, std::unique_ptr<Deadlocks> deadlocks);
  // The last look of the session; afterwards nothing is written. False: whether there are deadlocks is not known.
  bool end(JNIEnv* jni);

  // How often it was looked before the end, and how long that took in all.
  std::uint64_t looks() const { return looks_; }
  std::uint64_t microseconds() const { return microseconds_; }

 private:
  static void JNICALL run(jvmtiEnv* jvmti, JNIEnv* jni, void* watch);
  void look_again_and_again(JNIEnv* jni);

  LineFile& trace_;
  std::mutex mutex_;              // held during a look
  std::condition_variable wake_;  // a session has ended
  std::uint64_t session_ = 0;
  std::atomic<std::uint64_t> looks_ = 0, microseconds_ = 0;
  std::unique_ptr<Deadlocks> deadlocks_;  // null: no session
};

}  // namespace snag::agent

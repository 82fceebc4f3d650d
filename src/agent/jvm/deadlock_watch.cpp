#include "agent/jvm/deadlock_watch.h"

#include <chrono>
#include <utility>

#include "agent/jvm/jvm.h"
#include "agent/wait_cycles.h"

namespace snag::agent {
namespace {

// In the group of the JVM's own threads: the program does not see a further thread in its own groups.
jthread make_thread(jvmtiEnv* jvmti, JNIEnv* jni) {
  jint count = 0;
  JvmtiMemory<jthreadGroup> groups(jvmti);
  if (jvmti->GetTopThreadGroups(&count, groups.out()) != JVMTI_ERROR_NONE || count == 0) return nullptr;
  jclass type = jni->FindClass("java/lang/Thread");
  jmethodID constructor =
      type == nullptr ? nullptr : jni->GetMethodID(type, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V");
  jstring name = constructor == nullptr ? nullptr : jni->NewStringUTF("Snag");
  jthread thread = name == nullptr ? nullptr : jni->NewObject(type, constructor, groups[0], name);
  return cleared_exception(jni) ? nullptr : thread;
}

}  // namespace

bool DeadlockWatch::begin(jvmtiEnv* jvmti, JNIEnv* jni, std::unique_ptr<Deadlocks> deadlocks) {
  {
    const std::lock_guard lock(mutex_);
    ++session_;
    deadlocks_ = std::move(deadlocks);
  }
  const LocalFrame frame(jni);
  jthread thread = make_thread(jvmti, jni);
  return thread != nullptr && jvmti->RunAgentThread(thread, run, this, JVMTI_THREAD_NORM_PRIORITY) == JVMTI_ERROR_NONE;
}

bool DeadlockWatch::end(JNIEnv* jni) {
  const std::lock_guard lock(mutex_);
  if (deadlocks_ == nullptr) return true;
  const std::unique_ptr<Deadlocks> deadlocks = std::move(deadlocks_);
  ++session_;
  wake_.notify_all();
  const std::optional<std::vector<wire::Deadlock>> found = deadlocks->last_look(jni);
  if (!found) return false;
  for (const wire::Deadlock& deadlock : *found) trace_.write(wire::to_line(deadlock));
  return true;
}

void JNICALL DeadlockWatch::run(jvmtiEnv*, JNIEnv* jni, void* watch) try {
  static_cast<DeadlockWatch*>(watch)->look_again_and_again(jni);
} catch (...) {  // no memory
}

void DeadlockWatch::look_again_and_again(JNIEnv* jni) {
  std::unique_lock lock(mutex_);
  const std::uint64_t session = session_;
  std::chrono::milliseconds pause = pause_after({}, /*promising=*/false);
  while (!wake_.wait_for(lock, pause, [&] { return session_ != session; })) {
    const auto begin = std::chrono::steady_clock::now();
    for (const wire::Deadlock& deadlock : deadlocks_->look(jni)) trace_.write(wire::to_line(deadlock));
    const auto cost = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
    ++looks_;
    microseconds_ += static_cast<std::uint64_t>(cost.count());
    pause = pause_after(cost, deadlocks_->is_promising());
  }
}

}  // namespace snag::agent

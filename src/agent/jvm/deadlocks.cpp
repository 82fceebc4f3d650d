#include "agent/jvm/deadlocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "agent/jvm/jvm.h"

namespace snag::agent {
namespace {

constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

// Each waiting thread waits for one other, so a circle is found by following the owners from every thread.
class Search {
 public:
  Search(jvmtiEnv* jvmti, JNIEnv* jni, Stacks& stacks) : jvmti_(jvmti), jni_(jni), stacks_(stacks) {}

  std::vector<DeadlockRecord> run() {
    std::vector<DeadlockRecord> records;
    find_synchronizers();
    collect();
    std::vector<std::size_t> visit(waiting_.size(), 0);
    for (std::size_t start = 0; start < waiting_.size(); ++start) {
      std::size_t at = start;
      while (at != kNobody && visit[at] == 0) {
        visit[at] = start + 1;
        at = owner_index(waiting_[at]);
      }
      if (at == kNobody || visit[at] != start + 1) continue;
      std::vector<std::size_t> circle;
      for (std::size_t i = at; circle.empty() || i != at; i = owner_index(waiting_[i])) circle.push_back(i);
      // The waits were read one after the other: only if all still last were they there at the same time.
      if (std::all_of(circle.begin(), circle.end(), [&](std::size_t i) { return still_waits(waiting_[i]); })) {
        records.push_back(describe(circle));
      }
    }
    return records;
  }

 private:
  struct Waiting {
    jthread thread = nullptr;
    jobject lock = nullptr;
    jthread owner = nullptr;
    bool monitor = false;
  };

  void find_synchronizers() {
    support_ = jni_->FindClass("java/util/concurrent/locks/LockSupport");
    synchronizer_ = jni_->FindClass("java/util/concurrent/locks/AbstractOwnableSynchronizer");
    if (!cleared_exception(jni_) && support_ != nullptr && synchronizer_ != nullptr) {
      get_blocker_ = jni_->GetStaticMethodID(support_, "getBlocker", "(Ljava/lang/Thread;)Ljava/lang/Object;");
      owner_field_ = jni_->GetFieldID(synchronizer_, "exclusiveOwnerThread", "Ljava/lang/Thread;");
    }
    cleared_exception(jni_);
  }

  void collect() {
    jint count = 0;
    JvmtiMemory<jthread> threads(jvmti_);
    if (jvmti_->GetAllThreads(&count, threads.out()) != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < count; ++i) {
      if (std::optional<Waiting> waiting = read_wait(threads[i])) {
        waiting_.push_back(*waiting);
      } else {
        jni_->DeleteLocalRef(threads[i]);
      }
    }
  }

  std::optional<Waiting> read_wait(jthread thread) {
    jint state = 0;
    if (jvmti_->GetThreadState(thread, &state) != JVMTI_ERROR_NONE) return std::nullopt;
    Waiting waiting{.thread = thread};
    if ((state & JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER) != 0) {
      waiting.monitor = true;
      if (jvmti_->GetCurrentContendedMonitor(thread, &waiting.lock) != JVMTI_ERROR_NONE) return std::nullopt;
      jvmtiMonitorUsage usage{};
      if (waiting.lock == nullptr || jvmti_->GetObjectMonitorUsage(waiting.lock, &usage) != JVMTI_ERROR_NONE) {
        return std::nullopt;
      }
      waiting.owner = usage.owner;
      jvmti_->Deallocate(reinterpret_cast<unsigned char*>(usage.waiters));
      jvmti_->Deallocate(reinterpret_cast<unsigned char*>(usage.notify_waiters));
    } else if ((state & JVMTI_THREAD_STATE_PARKED) != 0 && get_blocker_ != nullptr && owner_field_ != nullptr) {
      waiting.lock = jni_->CallStaticObjectMethod(support_, get_blocker_, thread);
      if (cleared_exception(jni_) || waiting.lock == nullptr) return std::nullopt;
      if (jni_->IsInstanceOf(waiting.lock, synchronizer_) == JNI_FALSE) {
        jni_->DeleteLocalRef(waiting.lock);
        return std::nullopt;
      }
      waiting.owner = static_cast<jthread>(jni_->GetObjectField(waiting.lock, owner_field_));
    }
    if (waiting.owner == nullptr) return std::nullopt;
    return waiting;
  }

  std::size_t owner_index(const Waiting& waiting) const {
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      if (jni_->IsSameObject(waiting_[i].thread, waiting.owner) == JNI_TRUE) return i;
    }
    return kNobody;
  }

  bool still_waits(const Waiting& waiting) {
    const std::optional<Waiting> now = read_wait(waiting.thread);
    return now && jni_->IsSameObject(now->lock, waiting.lock) == JNI_TRUE &&
           jni_->IsSameObject(now->owner, waiting.owner) == JNI_TRUE;
  }

  DeadlockRecord describe(const std::vector<std::size_t>& circle) {
    DeadlockRecord record;
    for (const std::size_t i : circle) {
      const Waiting& waiting = waiting_[i];
      DeadlockRecord::Participant participant;
      participant.thread = name_of_thread(waiting.thread);
      participant.waits_for = name_of(waiting.lock);
      add_monitors(waiting.thread, participant.holds);
      for (const Waiting& other : waiting_) {
        if (other.monitor || jni_->IsSameObject(other.owner, waiting.thread) == JNI_FALSE) continue;
        const std::string name = name_of(other.lock);
        if (std::find(participant.holds.begin(), participant.holds.end(), name) == participant.holds.end()) {
          participant.holds.push_back(name);
        }
      }
      participant.stack = stacks_.frames_of(jni_, waiting.thread);
      record.threads.push_back(std::move(participant));
    }
    return record;
  }

  void add_monitors(jthread thread, std::vector<std::string>& names) {
    jint count = 0;
    JvmtiMemory<jobject> monitors(jvmti_);
    if (jvmti_->GetOwnedMonitorInfo(thread, &count, monitors.out()) != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < count; ++i) {
      names.push_back(name_of(monitors[i]));
      jni_->DeleteLocalRef(monitors[i]);
    }
  }

  std::string name_of_thread(jthread thread) {
    jvmtiThreadInfo info{};
    if (jvmti_->GetThreadInfo(thread, &info) != JVMTI_ERROR_NONE) return {};
    std::string name = info.name == nullptr ? std::string() : classfile::to_utf8(info.name);
    jvmti_->Deallocate(reinterpret_cast<unsigned char*>(info.name));
    if (info.thread_group != nullptr) jni_->DeleteLocalRef(info.thread_group);
    if (info.context_class_loader != nullptr) jni_->DeleteLocalRef(info.context_class_loader);
    return name;
  }

  // app.Fork@1b2c, as Object.toString has it.
  std::string name_of(jobject object) {
    jint hash = 0;
    jvmti_->GetObjectHashCode(object, &hash);
    jclass type = jni_->GetObjectClass(object);
    std::string name = with_dots(classfile::to_utf8(internal_name_of(jvmti_, type)));
    jni_->DeleteLocalRef(type);
    return fmt::format("{}@{:x}", name, static_cast<std::uint32_t>(hash));
  }

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  Stacks& stacks_;
  jclass support_ = nullptr, synchronizer_ = nullptr;
  jmethodID get_blocker_ = nullptr;
  jfieldID owner_field_ = nullptr;
  std::vector<Waiting> waiting_;
};

}  // namespace

std::vector<DeadlockRecord> find_deadlocks(jvmtiEnv* jvmti, JNIEnv* jni, Stacks& stacks) {
  const LocalFrame frame(jni, /*capacity=*/1024);
  return Search(jvmti, jni, stacks).run();
}

}  // namespace snag::agent

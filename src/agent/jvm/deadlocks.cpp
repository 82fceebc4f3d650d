#include "agent/jvm/deadlocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

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
    references_ = 3 * count;
    allow_local_references(jni_, references_);
    for (jint i = 0; i < count; ++i) {
      if (std::optional<Waiting> waiting = read_wait(threads[i], /*fresh=*/false)) {
        waiting_.push_back(*waiting);
      } else {
        jni_->DeleteLocalRef(threads[i]);
      }
    }
  }

  // `fresh`: nothing that was read before is used.
  std::optional<Waiting> read_wait(jthread thread, bool fresh) {
    jint state = 0;
    if (jvmti_->GetThreadState(thread, &state) != JVMTI_ERROR_NONE) return std::nullopt;
    Waiting waiting{.thread = thread};
    if ((state & JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER) != 0) {
      waiting.monitor = true;
      if (jvmti_->GetCurrentContendedMonitor(thread, &waiting.lock) != JVMTI_ERROR_NONE) return std::nullopt;
      if (waiting.lock == nullptr) return std::nullopt;
      waiting.owner = owner_of_monitor(waiting.lock, fresh);
    } else if ((state & JVMTI_THREAD_STATE_PARKED) != 0 && get_blocker_ != nullptr && owner_field_ != nullptr) {
      waiting.lock = jni_->CallStaticObjectMethod(support_, get_blocker_, thread);
      if (cleared_exception(jni_) || waiting.lock == nullptr) return std::nullopt;
      if (jni_->IsInstanceOf(waiting.lock, synchronizer_) == JNI_FALSE) {
        jni_->DeleteLocalRef(waiting.lock);
        return std::nullopt;
      }
      waiting.owner = static_cast<jthread>(jni_->GetObjectField(waiting.lock, owner_field_));
    }
    if (waiting.owner == nullptr) {
      if (waiting.lock != nullptr && !waiting.monitor) jni_->DeleteLocalRef(waiting.lock);
      return std::nullopt;
    }
    return waiting;
  }

  // The JVM tells the owner with all threads that wait for it, so that it is asked once for each monitor: with 2,000
  // threads at one it took a second and more.
  jthread owner_of_monitor(jobject monitor, bool fresh) {
    for (const auto& [known, owner] : owners_) {
      if (!fresh && jni_->IsSameObject(known, monitor) == JNI_TRUE) return owner;
    }
    jvmtiMonitorUsage usage{};
    if (jvmti_->GetObjectMonitorUsage(monitor, &usage) != JVMTI_ERROR_NONE) return nullptr;
    allow_local_references(jni_, references_ + usage.waiter_count + usage.notify_waiter_count);
    for (jint i = 0; i < usage.waiter_count; ++i) jni_->DeleteLocalRef(usage.waiters[i]);
    for (jint i = 0; i < usage.notify_waiter_count; ++i) jni_->DeleteLocalRef(usage.notify_waiters[i]);
    jvmti_->Deallocate(reinterpret_cast<unsigned char*>(usage.waiters));
    jvmti_->Deallocate(reinterpret_cast<unsigned char*>(usage.notify_waiters));
    if (!fresh) owners_.emplace_back(monitor, usage.owner);
    return usage.owner;
  }

  std::size_t owner_index(const Waiting& waiting) const {
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      if (jni_->IsSameObject(waiting_[i].thread, waiting.owner) == JNI_TRUE) return i;
    }
    return kNobody;
  }

  bool still_waits(const Waiting& waiting) {
    const LocalFrame frame(jni_);
    const std::optional<Waiting> now = read_wait(waiting.thread, /*fresh=*/true);
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
    allow_local_references(jni_, references_ + count);
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
  std::vector<std::pair<jobject, jthread>> owners_;  // of monitors
  jint references_ = 0;                              // held at most: a thread, what it waits for, and whom
};

// Methods of java.lang.management by name. After the first that fails the rest answers null.
class Bean {
 public:
  explicit Bean(JNIEnv* jni) : jni_(jni) {}

  bool failed() const { return failed_; }

  jobject thread_bean() {
    jclass factory = jni_->FindClass("java/lang/management/ManagementFactory");
    if (factory == nullptr) return fail();
    jmethodID get = jni_->GetStaticMethodID(factory, "getThreadMXBean", "()Ljava/lang/management/ThreadMXBean;");
    if (get == nullptr) return fail();
    jobject bean = jni_->CallStaticObjectMethod(factory, get);
    return cleared_exception(jni_) ? fail() : bean;
  }

  template <class... Arguments>
  jobject object(const char* type, jobject of, const char* name, const char* descriptor, Arguments... arguments) {
    jmethodID method = find(type, of, name, descriptor);
    if (method == nullptr) return nullptr;
    jobject answer = jni_->CallObjectMethod(of, method, arguments...);
    return cleared_exception(jni_) ? fail() : answer;
  }

  jlong number(const char* type, jobject of, const char* name) {
    jmethodID method = find(type, of, name, "()J");
    if (method == nullptr) return -1;
    const jlong answer = jni_->CallLongMethod(of, method);
    if (cleared_exception(jni_)) fail();
    return failed_ ? -1 : answer;
  }

  std::string text(const char* type, jobject of, const char* name) {
    auto string = static_cast<jstring>(object(type, of, name, "()Ljava/lang/String;"));
    std::string answer = to_text(jni_, string);
    if (string != nullptr) jni_->DeleteLocalRef(string);
    return answer;
  }

 private:
  jobject fail() {
    cleared_exception(jni_);
    failed_ = true;
    return nullptr;
  }

  jmethodID find(const char* type, jobject of, const char* name, const char* descriptor) {
    if (failed_ || of == nullptr) return nullptr;
    jclass owner = jni_->FindClass(type);
    jmethodID method = owner == nullptr ? nullptr : jni_->GetMethodID(owner, name, descriptor);
    if (owner != nullptr) jni_->DeleteLocalRef(owner);
    if (method == nullptr) fail();
    return method;
  }

  JNIEnv* jni_;
  bool failed_ = false;
};

constexpr const char* kThreadInfo = "java/lang/management/ThreadInfo";

class BeanSearch {
 public:
  BeanSearch(jvmtiEnv* jvmti, JNIEnv* jni, Stacks& stacks) : jvmti_(jvmti), jni_(jni), stacks_(stacks), bean_(jni) {}

  std::optional<std::vector<DeadlockRecord>> run() {
    constexpr const char* kType = "java/lang/management/ThreadMXBean";
    jobject threads = bean_.thread_bean();
    jobject ids = bean_.object(kType, threads, "findDeadlockedThreads", "()[J");
    if (bean_.failed()) return std::nullopt;
    if (ids == nullptr) return std::vector<DeadlockRecord>();
    auto infos = static_cast<jobjectArray>(bean_.object(kType, threads, "getThreadInfo",
                                                        "([JZZ)[Ljava/lang/management/ThreadInfo;", ids,
                                                        jboolean{JNI_TRUE}, jboolean{JNI_TRUE}));
    if (infos == nullptr) return std::nullopt;
    for (jsize i = 0; i < jni_->GetArrayLength(infos); ++i) {
      jobject info = jni_->GetObjectArrayElement(infos, i);
      if (info != nullptr) add(info);
      jni_->DeleteLocalRef(info);
    }
    find_stacks();
    if (bean_.failed()) return std::nullopt;
    return circles();
  }

 private:
  struct Blocked {
    jlong id = 0, owner = 0;
    bool taken = false;
    DeadlockRecord::Participant participant;
  };

  void add(jobject info) {
    Blocked blocked;
    blocked.id = bean_.number(kThreadInfo, info, "getThreadId");
    blocked.owner = bean_.number(kThreadInfo, info, "getLockOwnerId");
    blocked.participant.thread = bean_.text(kThreadInfo, info, "getThreadName");
    blocked.participant.waits_for = bean_.text(kThreadInfo, info, "getLockName");
    add_locks(bean_.object(kThreadInfo, info, "getLockedMonitors", "()[Ljava/lang/management/MonitorInfo;"),
              blocked.participant.holds);
    add_locks(bean_.object(kThreadInfo, info, "getLockedSynchronizers", "()[Ljava/lang/management/LockInfo;"),
              blocked.participant.holds);
    blocked_.push_back(std::move(blocked));
  }

  void add_locks(jobject locks, std::vector<std::string>& names) {
    if (locks == nullptr) return;
    auto array = static_cast<jobjectArray>(locks);
    for (jsize i = 0; i < jni_->GetArrayLength(array); ++i) {
      jobject lock = jni_->GetObjectArrayElement(array, i);
      names.push_back(bean_.text("java/lang/Object", lock, "toString"));  // app.Fork@1b2c
      jni_->DeleteLocalRef(lock);
    }
    jni_->DeleteLocalRef(locks);
  }

  void find_stacks() {
    jint count = 0;
    JvmtiMemory<jthread> threads(jvmti_);
    if (jvmti_->GetAllThreads(&count, threads.out()) != JVMTI_ERROR_NONE) return;
    allow_local_references(jni_, count);
    for (jint i = 0; i < count; ++i) {
      const jlong id = bean_.number("java/lang/Thread", threads[i], "getId");
      for (Blocked& blocked : blocked_) {
        if (blocked.id == id) blocked.participant.stack = stacks_.frames_of(jni_, threads[i]);
      }
      jni_->DeleteLocalRef(threads[i]);
    }
  }

  // All of them are in some circle, or wait for a thread of one.
  std::vector<DeadlockRecord> circles() {
    std::vector<DeadlockRecord> records;
    for (Blocked& first : blocked_) {
      if (first.taken) continue;
      DeadlockRecord record;
      Blocked* at = &first;
      while (at != nullptr && !at->taken) {
        at->taken = true;
        record.threads.push_back(std::move(at->participant));
        const auto owner =
            std::find_if(blocked_.begin(), blocked_.end(), [&](const Blocked& other) { return other.id == at->owner; });
        at = owner == blocked_.end() ? nullptr : &*owner;
      }
      records.push_back(std::move(record));
    }
    return records;
  }

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  Stacks& stacks_;
  Bean bean_;
  std::vector<Blocked> blocked_;
};

}  // namespace

std::optional<std::vector<DeadlockRecord>> find_deadlocks_by_bean(jvmtiEnv* jvmti, JNIEnv* jni, Stacks& stacks) {
  const LocalFrame frame(jni, /*capacity=*/1024);
  return BeanSearch(jvmti, jni, stacks).run();
}

std::vector<DeadlockRecord> find_deadlocks(jvmtiEnv* jvmti, JNIEnv* jni, Stacks& stacks) {
  const LocalFrame frame(jni, /*capacity=*/1024);
  return Search(jvmti, jni, stacks).run();
}

}  // namespace snag::agent

#include "agent/jvm/deadlocks.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "agent/jvm/jvm.h"
#include "agent/wait_cycles.h"

namespace snag::agent {
namespace {

// Threads are named by Thread.tid, which is never used again.
struct Waiting : Wait {
  jthread reference = nullptr;
  jobject lock = nullptr;  // a monitor's is asked for when it matters
  bool monitor = false;
};

std::vector<std::vector<std::size_t>> wait_cycles(const auto& waiting) {
  return cycles_of(std::vector<Wait>(waiting.begin(), waiting.end()));
}

// What JVMTI knows. Its references live as long as the frame of the caller.
class Search {
 public:
  Search(jvmtiEnv* jvmti, JNIEnv* jni, Stacks& stacks) : jvmti_(jvmti), jni_(jni), stacks_(stacks) {
    thread_ = jni_->FindClass("java/lang/Thread");
    synchronizer_ = jni_->FindClass("java/util/concurrent/locks/AbstractOwnableSynchronizer");
    if (thread_ != nullptr) id_field_ = jni_->GetFieldID(thread_, "tid", "J");
    if (id_field_ != nullptr) blocker_field_ = jni_->GetFieldID(thread_, "parkBlocker", "Ljava/lang/Object;");
    if (blocker_field_ != nullptr && synchronizer_ != nullptr) {
      owner_field_ = jni_->GetFieldID(synchronizer_, "exclusiveOwnerThread", "Ljava/lang/Thread;");
    }
    cleared_exception(jni_);
  }

  // Threads that wait for a monitor, or for a lock of java.util.concurrent that a thread holds.
  std::vector<Waiting> blocked_threads(const FurtherThreads& further) {
    std::vector<Waiting> found;
    if (owner_field_ == nullptr) return found;
    jint count = 0;
    JvmtiMemory<jthread> threads(jvmti_);
    if (jvmti_->GetAllThreads(&count, threads.out()) != JVMTI_ERROR_NONE) return found;
    make_room(count);
    for (jint i = 0; i < count; ++i) add_if_blocked(threads[i], found);
    jobjectArray others = further(jni_);
    const jsize length = others == nullptr ? 0 : jni_->GetArrayLength(others);
    make_room(count + length);
    for (jsize i = 0; i < length; ++i) {
      jobject thread = jni_->GetObjectArrayElement(others, i);
      if (thread != nullptr) add_if_blocked(thread, found);
    }
    return found;
  }

  std::vector<wire::Deadlock> cycles_among(std::vector<Waiting> waiting) {
    std::erase_if(waiting, [&](Waiting& one) { return !find_lock(one); });
    std::vector<wire::Deadlock> records;
    if (all_wait_for_one(waiting)) return records;  // each thread of a cycle has what another one waits for
    for (Waiting& one : waiting) {
      if (one.monitor) one.owner = owner_of_monitor(one.lock, /*fresh=*/false);
    }
    for (const std::vector<std::size_t>& cycle : wait_cycles(waiting)) {
      // The waits were read one after the other: only if all still last were they there at the same time.
      if (std::all_of(cycle.begin(), cycle.end(), [&](std::size_t i) { return still_waits(waiting[i]); })) {
        records.push_back(describe(cycle, waiting));
      }
    }
    return records;
  }

 private:
  void make_room(jint threads) {
    constexpr jint kEach = 4, kBeside = 256;
    references_ = threads * kEach + kBeside;
    allow_local_references(jni_, references_);
  }

  void add_if_blocked(jthread thread, std::vector<Waiting>& found) {
    if (std::optional<Waiting> waiting = read_state(thread)) {
      found.push_back(*waiting);
    } else {
      jni_->DeleteLocalRef(thread);
    }
  }

  std::optional<Waiting> read_state(jthread thread) {
    jint state = 0;
    if (jvmti_->GetThreadState(thread, &state) != JVMTI_ERROR_NONE) return std::nullopt;
    Waiting waiting;
    waiting.reference = thread;
    if ((state & JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER) != 0) {
      waiting.monitor = true;
    } else if ((state & JVMTI_THREAD_STATE_PARKED) != 0 && (state & JVMTI_THREAD_STATE_WAITING_INDEFINITELY) != 0) {
      waiting.lock = jni_->GetObjectField(thread, blocker_field_);
      if (waiting.lock == nullptr) return std::nullopt;
      jobject owner = jni_->IsInstanceOf(waiting.lock, synchronizer_) == JNI_TRUE
                          ? jni_->GetObjectField(waiting.lock, owner_field_)
                          : nullptr;
      if (owner == nullptr) {
        jni_->DeleteLocalRef(waiting.lock);
        return std::nullopt;
      }
      waiting.owner = jni_->GetLongField(owner, id_field_);
      jni_->DeleteLocalRef(owner);
    } else {
      return std::nullopt;
    }
    waiting.thread = jni_->GetLongField(thread, id_field_);
    return waiting;
  }

  bool find_lock(Waiting& waiting) {
    if (!waiting.monitor) return true;
    return jvmti_->GetCurrentContendedMonitor(waiting.reference, &waiting.lock) == JVMTI_ERROR_NONE &&
           waiting.lock != nullptr;
  }

  bool all_wait_for_one(const std::vector<Waiting>& waiting) const {
    return std::all_of(waiting.begin(), waiting.end(), [&](const Waiting& one) {
      return jni_->IsSameObject(one.lock, waiting.front().lock) == JNI_TRUE;
    });
  }

  // The JVM returns the owner with all threads that wait for it, so that it is asked once for each monitor: with 2,000
  // threads at one it took a second and more.
  jlong owner_of_monitor(jobject monitor, bool fresh) {
    jint hash = 0;
    jvmti_->GetObjectHashCode(monitor, &hash);
    std::vector<std::pair<jobject, jlong>>& known = owners_[hash];
    for (const auto& [of, owner] : known) {
      if (!fresh && jni_->IsSameObject(of, monitor) == JNI_TRUE) return owner;
    }
    jvmtiMonitorUsage usage{};
    if (jvmti_->GetObjectMonitorUsage(monitor, &usage) != JVMTI_ERROR_NONE) return 0;
    allow_local_references(jni_, references_ + usage.waiter_count + usage.notify_waiter_count);
    for (jint i = 0; i < usage.waiter_count; ++i) jni_->DeleteLocalRef(usage.waiters[i]);
    for (jint i = 0; i < usage.notify_waiter_count; ++i) jni_->DeleteLocalRef(usage.notify_waiters[i]);
    jvmti_->Deallocate(reinterpret_cast<unsigned char*>(usage.waiters));
    jvmti_->Deallocate(reinterpret_cast<unsigned char*>(usage.notify_waiters));
    const jlong owner = usage.owner == nullptr ? 0 : jni_->GetLongField(usage.owner, id_field_);
    if (usage.owner != nullptr) jni_->DeleteLocalRef(usage.owner);
    if (!fresh) known.emplace_back(monitor, owner);
    return owner;
  }

  bool still_waits(const Waiting& waiting) {
    const LocalFrame frame(jni_);
    std::optional<Waiting> now = read_state(waiting.reference);
    if (!now || now->monitor != waiting.monitor || !find_lock(*now)) return false;
    if (now->monitor) now->owner = owner_of_monitor(now->lock, /*fresh=*/true);
    return jni_->IsSameObject(now->lock, waiting.lock) == JNI_TRUE && now->owner == waiting.owner;
  }

  wire::Deadlock describe(const std::vector<std::size_t>& cycle, const std::vector<Waiting>& all) {
    wire::Deadlock record;
    for (const std::size_t i : cycle) {
      const Waiting& waiting = all[i];
      wire::Waiting participant;
      participant.id = static_cast<std::uint64_t>(waiting.thread);
      participant.thread = name_of_thread(jvmti_, jni_, waiting.reference);
      participant.waits_for = name_of(waiting.lock);
      add_monitors(waiting.reference, participant.holds);
      for (const Waiting& other : all) {
        if (other.monitor || other.owner != waiting.thread) continue;
        const std::string name = name_of(other.lock);
        if (std::find(participant.holds.begin(), participant.holds.end(), name) == participant.holds.end()) {
          participant.holds.push_back(name);
        }
      }
      participant.stack = stacks_.frames_of(jni_, waiting.reference);
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
  jclass thread_ = nullptr, synchronizer_ = nullptr;
  jfieldID id_field_ = nullptr, blocker_field_ = nullptr;
  jfieldID owner_field_ = nullptr;                                            // found last
  absl::flat_hash_map<jint, std::vector<std::pair<jobject, jlong>>> owners_;  // of monitors, by their hash codes
  jint references_ = 0;                                                       // held at most
};

constexpr const char* kThreadBean = "java/lang/management/ThreadMXBean";
constexpr const char* kThreadInfo = "java/lang/management/ThreadInfo";

// What the platform's bean knows.
class BeanSearch {
 public:
  BeanSearch(jvmtiEnv* jvmti, JNIEnv* jni, Stacks& stacks)
      : jvmti_(jvmti),
        jni_(jni),
        stacks_(stacks),
        bean_(call_static(jni, "java/lang/management/ManagementFactory", "getThreadMXBean",
                          "()Ljava/lang/management/ThreadMXBean;")),
        failed_(bean_ == nullptr) {}

  std::optional<std::vector<wire::Deadlock>> cycles() {
    blocked_.clear();
    jobject ids = get(kThreadBean, bean_, "findDeadlockedThreads", "()[J");
    if (ids != nullptr) {
      read(get(kThreadBean, bean_, "getThreadInfo", "([JZZ)[Ljava/lang/management/ThreadInfo;", ids, jboolean{JNI_TRUE},
               jboolean{JNI_TRUE}));
      find_stacks();
    }
    if (failed_) return std::nullopt;
    return records();
  }

  // The same, but the program stands still only if these threads really are in a cycle. Nothing is known without the
  // bean.
  std::vector<wire::Deadlock> cycles_among(const std::vector<Waiting>& waiting) {
    jlongArray ids = jni_->NewLongArray(static_cast<jsize>(waiting.size()));
    if (cleared_exception(jni_) || ids == nullptr) return {};
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      jni_->SetLongArrayRegion(ids, static_cast<jsize>(i), 1, &waiting[i].thread);
    }
    // Without stacks and locks the bean does not stop the program.
    read(get(kThreadBean, bean_, "getThreadInfo", "([J)[Ljava/lang/management/ThreadInfo;", ids));
    if (failed_ || wait_cycles(blocked_).empty()) return {};
    return cycles().value_or(std::vector<wire::Deadlock>());
  }

 private:
  struct Blocked : Wait {
    wire::Waiting participant;
  };

  // Calls a method. After one has failed, all others return null, as they do for null.
  template <class Result = jobject, class... Arguments>
  Result get(const char* type, jobject of, const char* name, const char* descriptor, Arguments... arguments) {
    if (failed_ || of == nullptr) return {};
    const std::optional<Result> result = call<Result>(jni_, type, of, name, descriptor, arguments...);
    failed_ = !result;
    return result.value_or(Result{});
  }

  std::string text(const char* type, jobject of, const char* name) {
    jobject string = get(type, of, name, "()Ljava/lang/String;");
    std::string result = to_text(jni_, static_cast<jstring>(string));
    if (string != nullptr) jni_->DeleteLocalRef(string);
    return result;
  }

  void read(jobject infos) {
    auto array = static_cast<jobjectArray>(infos);
    for (jsize i = 0; array != nullptr && i < jni_->GetArrayLength(array); ++i) {
      jobject info = jni_->GetObjectArrayElement(array, i);
      if (info != nullptr) add(info);
      jni_->DeleteLocalRef(info);
    }
  }

  void add(jobject info) {
    // One that waits for a limited time goes on by itself.
    jobject state = get(kThreadInfo, info, "getThreadState", "()Ljava/lang/Thread$State;");
    if (text("java/lang/Object", state, "toString") == "TIMED_WAITING") return;
    Blocked blocked;
    blocked.thread = get<jlong>(kThreadInfo, info, "getThreadId", "()J");
    blocked.owner = get<jlong>(kThreadInfo, info, "getLockOwnerId", "()J");
    blocked.participant.id = static_cast<std::uint64_t>(blocked.thread);
    blocked.participant.thread = text(kThreadInfo, info, "getThreadName");
    blocked.participant.waits_for = text(kThreadInfo, info, "getLockName");
    add_locks(get(kThreadInfo, info, "getLockedMonitors", "()[Ljava/lang/management/MonitorInfo;"),
              blocked.participant.holds);
    add_locks(get(kThreadInfo, info, "getLockedSynchronizers", "()[Ljava/lang/management/LockInfo;"),
              blocked.participant.holds);
    blocked_.push_back(std::move(blocked));
  }

  void add_locks(jobject locks, std::vector<std::string>& names) {
    if (locks == nullptr) return;
    auto array = static_cast<jobjectArray>(locks);
    for (jsize i = 0; i < jni_->GetArrayLength(array); ++i) {
      jobject lock = jni_->GetObjectArrayElement(array, i);
      names.push_back(text("java/lang/Object", lock, "toString"));  // app.Fork@1b2c
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
      const jlong id = get<jlong>("java/lang/Thread", threads[i], "getId", "()J");
      for (Blocked& blocked : blocked_) {
        if (blocked.thread == id) blocked.participant.stack = stacks_.frames_of(jni_, threads[i]);
      }
      jni_->DeleteLocalRef(threads[i]);
    }
  }

  std::vector<wire::Deadlock> records() {
    std::vector<wire::Deadlock> records;
    for (const std::vector<std::size_t>& cycle : wait_cycles(blocked_)) {
      wire::Deadlock record;
      for (const std::size_t i : cycle) record.threads.push_back(std::move(blocked_[i].participant));
      records.push_back(std::move(record));
    }
    return records;
  }

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  Stacks& stacks_;
  jobject bean_;
  bool failed_;
  std::vector<Blocked> blocked_;
};

// What makes two cycles the same.
std::string key_of(const wire::Deadlock& record) {
  std::vector<std::string> parts;
  for (const wire::Waiting& one : record.threads) {
    parts.push_back(fmt::format("{} {}", one.id, one.waits_for));
  }
  std::sort(parts.begin(), parts.end());
  return fmt::format("{}", fmt::join(parts, "\n"));
}

}  // namespace

std::vector<wire::Deadlock> Deadlocks::look(JNIEnv* jni) {
  const LocalFrame frame(jni, /*capacity=*/256);
  Search search(jvmti_, jni, stacks_);
  std::vector<Waiting> waiting = search.blocked_threads(further_);
  absl::flat_hash_set<jlong> now;
  for (const Waiting& one : waiting) now.insert(one.thread);
  std::erase_if(waiting,
                [&](const Waiting& one) { return !blocked_.contains(one.thread) || deadlocked_.contains(one.thread); });
  blocked_ = std::move(now);
  const std::set<std::string> before = std::exchange(unconfirmed_, {});
  if (waiting.size() < 2) return {};
  std::vector<wire::Deadlock> found = knows_monitors_ ? search.cycles_among(std::move(waiting))
                                                      : BeanSearch(jvmti_, jni, stacks_).cycles_among(waiting);
  std::erase_if(found, [&](const wire::Deadlock& record) {
    const std::string key = key_of(record);
    if (reported_.contains(key)) return true;
    if (before.contains(key)) return false;
    unconfirmed_.insert(key);
    return true;
  });
  for (const wire::Deadlock& record : found) {
    reported_.insert(key_of(record));
    for (const wire::Waiting& one : record.threads) deadlocked_.insert(static_cast<jlong>(one.id));
  }
  return found;
}

std::optional<std::vector<wire::Deadlock>> Deadlocks::last_look(JNIEnv* jni) {
  const LocalFrame frame(jni, /*capacity=*/256);
  std::optional<std::vector<wire::Deadlock>> found;
  if (knows_monitors_) {
    Search search(jvmti_, jni, stacks_);
    found = search.cycles_among(search.blocked_threads(further_));
  } else {
    found = BeanSearch(jvmti_, jni, stacks_).cycles();
  }
  if (found) std::erase_if(*found, [&](const wire::Deadlock& record) { return reported_.contains(key_of(record)); });
  return found;
}

}  // namespace snag::agent

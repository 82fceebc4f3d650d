// The agent's life in one JVM.
//
//   Agent_OnLoad            reads agent.conf, asks for capabilities
//   VMInit                  defines the runtime classes and configures them; from here on classes are rewritten, and
//                           those that are loaded already are transformed again as far as a check needs it
//   ClassFileLoadHook       one class, by any thread
//   natives of the runtime  stacks, reports (jvm/natives.cpp), by any thread
//   a thread of its own     looks for deadlocks (jvm/deadlock_watch.h)
//   VMDeath                 flush, deadlocks, the record `end`
//
// Agent_OnAttach does the first two steps at once in a JVM that runs already; with the argument `stop` it does the
// last (wire/attaching.h).
//
// There is one agent in a process, made once and never destroyed: threads of the program may still be inside it when
// the JVM ends. On any failure the agent switches itself off and says so in the trace; the program goes on unwatched.
// Nothing is ever written to the program's own streams.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "agent/jvm/class_changes.h"
#include "agent/jvm/deadlock_watch.h"
#include "agent/jvm/fields.h"
#include "agent/jvm/loaded_classes.h"
#include "agent/jvm/reports.h"
#include "agent/jvm/runtime_classes.h"
#include "agent/jvm/stacks.h"
#include "agent/line_file.h"
#include "agent/runtime.h"
#include "instrument/decisions.h"
#include "instrument/sites.h"
#include "wire/agent_configuration.h"
#include "wire/trace.h"

namespace snag::agent {

class Agent {
 public:
  // The agent of this process; null before it is loaded.
  static Agent* get();

  // Entry points; none throws.
  static jint on_load(JavaVM* vm, const char* options);
  static jint on_attach(JavaVM* vm, const char* options);

  const instrument::Decisions& decisions() const { return decisions_; }
  LoadedClasses& loaded_classes() { return loaded_; }
  Fields& fields() { return fields_; }
  Stacks& stacks() { return stacks_; }
  Reports& reports() { return reports_; }
  void log(std::string_view message);
  void log_of_runtime(std::string_view message);
  jlong live_bytes();  // of the runtime's records of objects

 private:
  Agent(jvmtiEnv* jvmti, std::uint64_t memory_limit);

  static Agent* create(JavaVM* vm, const wire::AgentConfiguration& configuration, bool attached);
  static void JNICALL vm_init(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread);
  static void JNICALL vm_death(jvmtiEnv* jvmti, JNIEnv* jni);
  static void at_exit();
  static void JNICALL class_file_load_hook(jvmtiEnv* jvmti, JNIEnv* jni, jclass redefined, jobject loader,
                                           const char* name, jobject protection_domain, jint length,
                                           const unsigned char* bytes, jint* new_length, unsigned char** new_bytes);

  bool add_capabilities();
  bool open_files(const wire::AgentConfiguration& configuration);
  void watch(JNIEnv* jni);
  Result<void> define_runtime(JNIEnv* jni);
  Result<void> configure_runtime(JNIEnv* jni);
  void transform_loaded_classes(JNIEnv* jni);
  void forget_unloaded_classes(JNIEnv* jni);
  void stop(JNIEnv* jni, std::string reason);
  jint end_abandoned(JNIEnv* jni);
  void fail(std::string_view why);
  void note(std::string_view text) { trace_.write(wire::to_line(wire::Note{std::string(text)})); }
  void call_hook(JNIEnv* jni, jmethodID method);
  void watch_for_deadlocks(JNIEnv* jni);
  void write_end(std::string reason, const std::vector<Statistic>& of_runtime);
  void notes_at_end(const std::vector<Statistic>& of_runtime);
  std::vector<Statistic> runtime_statistics(JNIEnv* jni);

  jvmtiEnv* jvmti_;
  bool attached_ = false;
  bool knows_monitors_ = false;  // who waits for which; only if the JVM started with the agent
  std::mutex life_;              // of loading, attaching and ending; not of events
  std::atomic<bool> watching_ = false;
  wire::AgentConfiguration configuration_;
  instrument::Decisions decisions_;
  LineFile trace_, log_;
  instrument::Sites sites_;
  LoadedClasses loaded_;
  Stacks stacks_;
  Fields fields_;
  Reports reports_;
  DeadlockWatch deadlock_watch_;
  RuntimeClasses runtime_;
  bool runtime_defined_ = false;
  jclass hooks_ = nullptr;  // a global reference
  jmethodID configure_ = nullptr, flush_ = nullptr, stop_ = nullptr, statistics_ = nullptr, virtual_threads_ = nullptr;
  jobject platform_loader_ = nullptr;                       // a global reference
  std::atomic<ClassChanges*> changes_ = nullptr;            // the newest of:
  std::vector<std::unique_ptr<ClassChanges>> all_changes_;  // one for each time that the agent was configured
  std::uint64_t transformed_ = 0, not_transformed_ = 0;
};

// Registers the native methods of snag.runtime.Native (natives.cpp). Returns whether all could be registered; no
// exception is pending afterwards.
bool register_natives(JNIEnv* jni, jclass native_class);

}  // namespace snag::agent

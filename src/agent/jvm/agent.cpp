#include "agent/jvm/agent.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "agent/archiving.h"
#include "agent/decisions.h"
#include "agent/jvm/deadlocks.h"
#include "agent/jvm/java_objects.h"
#include "agent/jvm/jvm.h"
#include "wire/attaching.h"

namespace snag::agent {
namespace {

constexpr std::uint64_t kDefaultMemory = std::uint64_t{64} << 20;  // of stacks, and again of changed classes
constexpr std::uint64_t kPartsOfMemory = 8;                        // what native tables may take of --max-memory
constexpr std::size_t kBatch = 100;                                // classes transformed at once

std::uint64_t native_memory(const wire::AgentConfiguration& configuration) {
  return configuration.max_memory == 0 ? kDefaultMemory : configuration.max_memory / kPartsOfMemory;
}

class Stopwatch {
 public:
  // Microseconds since it was made or asked last.
  std::int64_t lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration_cast<std::chrono::microseconds>(now - std::exchange(start_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The one mutable global: natives and events find the agent by it.
std::atomic<Agent*> the_agent = nullptr;

std::string path_for_this_process(const std::string& pattern) {
  return wire::path_for_process(pattern, static_cast<std::uint64_t>(::getpid()));
}

// Only the reader of the trace sees the message.
void note_unwatched(const std::string& trace_pattern, const std::string& message) {
  LineFile trace;
  if (trace_pattern.empty() || !trace.open(path_for_this_process(trace_pattern))) return;
  trace.write(wire::to_line(wire::Note{"the program ran unwatched: " + message}));
}

// Nothing: it cannot be read, which is noted in the trace. Its path may be known even if the rest is bad.
std::optional<wire::AgentConfiguration> read_configuration(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  Result<wire::AgentConfiguration> configuration = wire::parse_agent_configuration(text);
  if (configuration) return *std::move(configuration);
  note_unwatched(wire::trace_in(text), configuration.error().message);
  return std::nullopt;
}

std::string java_version(JNIEnv* jni) {
  jstring key = jni->NewStringUTF("java.version");
  if (cleared_exception(jni)) return {};
  return to_text(jni, static_cast<jstring>(call_static(jni, "java/lang/System", "getProperty",
                                                       "(Ljava/lang/String;)Ljava/lang/String;", key)));
}

jobject platform_loader(JNIEnv* jni) {
  return jni->NewGlobalRef(
      call_static(jni, "java/lang/ClassLoader", "getPlatformClassLoader", "()Ljava/lang/ClassLoader;"));
}

// The JDK ends the JVM in a thread named `SIGTERM handler` when it gets that signal.
std::string reason_of_end(jvmtiEnv* jvmti, JNIEnv* jni) {
  const std::string name = name_of_thread(jvmti, jni, /*thread=*/nullptr);
  constexpr std::string_view kSuffix = " handler";
  if (!name.starts_with("SIG") || !name.ends_with(kSuffix)) return "exit";
  return name.substr(0, name.size() - kSuffix.size());
}

}  // namespace

Agent* Agent::get() { return the_agent; }

Agent::Agent(jvmtiEnv* jvmti, std::uint64_t memory_limit)
    : jvmti_(jvmti),
      loaded_(jvmti, sites_),
      stacks_(jvmti, sites_, loaded_, memory_limit),
      fields_(jvmti, sites_, loaded_),
      reports_(sites_, fields_, stacks_, trace_),
      deadlock_watch_(trace_) {}

jint Agent::on_load(JavaVM* vm, const char* options) try {
  const auto configuration = read_configuration(options == nullptr ? "" : options);
  if (!configuration) return JNI_OK;
  if (const std::optional<std::string> option = archiving_option(words_of_process())) {
    note_unwatched(configuration->trace, *option + " has the JVM archive its classes, which must be as they were");
  } else {
    create(vm, *configuration, /*attached=*/false);
  }
  return JNI_OK;
} catch (...) {
  return JNI_OK;
}

jint Agent::on_attach(JavaVM* vm, const char* options) try {
  JNIEnv* jni = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&jni), JNI_VERSION_10) != JNI_OK) return JNI_ERR;
  Agent* agent = get();
  const std::string_view request = options == nullptr ? "" : options;
  if (request == wire::kStop || request == wire::kStopAbandoned) {
    if (agent == nullptr) return wire::kNotWatching;
    const std::lock_guard lock(agent->life_);
    if (request == wire::kStop) {
      if (agent->watching_) agent->stop(jni, "stopped");
      return JNI_OK;
    }
    return agent->watching_ ? agent->end_abandoned(jni) : wire::kNotWatching;
  }
  const auto configuration = read_configuration(std::string(request));
  if (!configuration) return JNI_ERR;
  if (agent == nullptr) {
    agent = create(vm, *configuration, /*attached=*/true);
    if (agent == nullptr) return JNI_ERR;
  } else {
    const std::lock_guard lock(agent->life_);
    // One session at a time; that of a Snag that was killed ends now.
    if (agent->watching_) {
      if (const jint result = agent->end_abandoned(jni); result != JNI_OK) return result;
    }
    agent->attached_ = true;
    if (!agent->open_files(*configuration)) return JNI_ERR;
  }
  const std::lock_guard lock(agent->life_);
  agent->watch(jni);
  return agent->watching_ ? JNI_OK : JNI_ERR;
} catch (...) {
  return JNI_ERR;
}

Agent* Agent::create(JavaVM* vm, const wire::AgentConfiguration& configuration, bool attached) {
  jvmtiEnv* jvmti = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&jvmti), JVMTI_VERSION_11) != JNI_OK) {
    note_unwatched(configuration.trace, "Snag needs Java 17 or newer");
    return nullptr;
  }
  auto* agent = new Agent(jvmti, native_memory(configuration));
  the_agent = agent;
  agent->attached_ = attached;
  if (!agent->open_files(configuration)) return nullptr;
  if (!agent->add_capabilities()) {
    agent->fail("this JVM lets no agent rewrite its classes");
    return nullptr;
  }
  std::atexit(at_exit);
  jvmtiEventCallbacks callbacks{};
  callbacks.VMInit = vm_init;
  callbacks.VMDeath = vm_death;
  callbacks.ClassFileLoadHook = class_file_load_hook;
  jvmti->SetEventCallbacks(&callbacks, sizeof callbacks);
  jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, nullptr);
  if (!attached) jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, nullptr);
  return agent;
}

bool Agent::add_capabilities() {
  jvmtiCapabilities possible{};
  jvmti_->GetPotentialCapabilities(&possible);
  jvmtiCapabilities wanted{};
  wanted.can_generate_all_class_hook_events = 1;
  wanted.can_retransform_classes = 1;
  wanted.can_retransform_any_class = possible.can_retransform_any_class;
  wanted.can_get_source_file_name = possible.can_get_source_file_name;
  wanted.can_get_line_numbers = possible.can_get_line_numbers;
  wanted.can_tag_objects = possible.can_tag_objects;  // for heap iteration, and to find loaders by
  // For deadlocks. HotSpot gives the second and third only when the JVM starts.
  wanted.can_get_monitor_info = possible.can_get_monitor_info;
  wanted.can_get_owned_monitor_info = possible.can_get_owned_monitor_info;
  wanted.can_get_current_contended_monitor = possible.can_get_current_contended_monitor;
  knows_monitors_ = possible.can_get_monitor_info != 0 && possible.can_get_current_contended_monitor != 0;
  return jvmti_->AddCapabilities(&wanted) == JVMTI_ERROR_NONE;
}

bool Agent::open_files(const wire::AgentConfiguration& configuration) {
  configuration_ = configuration;
  // The log may fail, as it only explains; without a trace there is nothing to watch for.
  if (!configuration.verbose_log.empty()) (void)log_.open(path_for_this_process(configuration.verbose_log));
  const Result<void> opened = trace_.open(path_for_this_process(configuration.trace));
  if (!opened) log(opened.error().message);
  return opened.has_value();
}

void Agent::watch(JNIEnv* jni) {
  const LocalFrame frame(jni);
  Stopwatch stopwatch;
  Result<instrument::Decisions> decisions = decisions_of(configuration_);
  if (!decisions) return fail(decisions.error().message);
  decisions_ = std::move(*decisions);
  trace_.write(wire::to_line(wire::Start{.process = static_cast<std::uint64_t>(::getpid()),
                                         .java = java_version(jni),
                                         .checks = configuration_.checks,
                                         .attached = attached_}));
  if (const std::size_t earlier = reports_.begin_session(); earlier != 0) {
    note(fmt::format("{} findings are those of an earlier session in this process", earlier));
  }
  if (platform_loader_ == nullptr) platform_loader_ = platform_loader(jni);
  if (!runtime_defined_) {
    if (const Result<void> defined = define_runtime(jni); !defined) return fail(defined.error().message);
    runtime_defined_ = true;
    log(fmt::format("runtime classes defined: {} us", stopwatch.lap()));
  }
  if (const Result<void> configured = configure_runtime(jni); !configured) return fail(configured.error().message);
  log(fmt::format("runtime configured: {} us", stopwatch.lap()));
  for (const wire::UnloadedClass& unloaded : configuration_.unloaded) {
    instrument::ClassFacts facts{.super = unloaded.super};
    for (const wire::VolatileField& field : unloaded.volatile_fields) {
      facts.fields.push_back({field.name, field.descriptor, classfile::kAccVolatile});
    }
    sites_.add_unloaded(unloaded.name, std::move(facts));
  }
  for (const std::string& name : configuration_.not_serializable) sites_.add_not_serializable(name);
  all_changes_.push_back(
      std::make_unique<ClassChanges>(decisions_, sites_, native_memory(configuration_), /*earlier=*/changes_.load()));
  changes_ = all_changes_.back().get();
  watching_ = true;
  watch_for_deadlocks(jni);
  jvmti_->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, nullptr);
  transform_loaded_classes(jni);
  log(fmt::format("{} loaded classes transformed: {} us", transformed_, stopwatch.lap()));
  if (!attached_) return;
  note(
      "attached to a running program: what its threads did before is not known (locks that they held, objects that "
      "they had shared, threads and tasks that they had started)");
  note(
      "classes that were loaded before have no shadow field: their objects are kept in a side table, which is slower, "
      "and methods that were running go on unwatched until they are called again");
}

Result<void> Agent::define_runtime(JNIEnv* jni) {
  if (Result<void> defined = runtime_.define(jvmti_, jni); !defined) return defined;
  jclass natives = runtime_.find("snag/runtime/Native");
  if (natives == nullptr || !register_natives(jni, natives)) return failure("snag.runtime.Native has other methods");
  if (!stacks_.set_class(jni, runtime_.find("snag/runtime/Stack"))) return failure("there is no snag.runtime.Stack");
  hooks_ = runtime_.find("snag/runtime/Hooks");
  if (hooks_ == nullptr) return failure("there is no snag.runtime.Hooks");
  for (const auto& [id, method] :
       {std::pair{&configure_, kConfigure}, std::pair{&flush_, kFlush}, std::pair{&stop_, kStopHooks},
        std::pair{&statistics_, kStatistics}, std::pair{&virtual_threads_, kVirtualThreads}}) {
    *id = jni->GetStaticMethodID(hooks_, method.name.data(), method.descriptor.data());
    if (cleared_exception(jni) || *id == nullptr) return failure("snag.runtime.Hooks has other methods");
  }
  return {};
}

Result<void> Agent::configure_runtime(JNIEnv* jni) {
  jclass text = jni->FindClass("java/lang/String");
  const auto array_of = [&](const std::vector<std::string>& words) {
    const auto count = static_cast<jsize>(words.size());
    jobjectArray array = text == nullptr ? nullptr : jni->NewObjectArray(count, text, nullptr);
    for (jsize i = 0; array != nullptr && i < count; ++i) {
      jstring word = jni->NewStringUTF(words[static_cast<std::size_t>(i)].c_str());
      if (word == nullptr) break;
      jni->SetObjectArrayElement(array, i, word);
    }
    return array;
  };
  std::vector<std::string> options;
  for (const wire::OptionValue& given : configuration_.options) {
    options.insert(options.end(), {given.option, given.value});
  }
  jobjectArray checks = array_of(configuration_.checks);
  jobjectArray options_of_checks = checks == nullptr ? nullptr : array_of(options);
  if (!cleared_exception(jni)) {
    jni->CallStaticVoidMethod(hooks_, configure_, checks, options_of_checks,
                              static_cast<jlong>(configuration_.max_memory));
    if (!cleared_exception(jni)) return {};
  }
  return failure("the runtime could not be started");
}

void Agent::transform_loaded_classes(JNIEnv* jni) {
  jint count = 0;
  JvmtiMemory<jclass> loaded(jvmti_);
  if (jvmti_->GetLoadedClasses(&count, loaded.out()) != JVMTI_ERROR_NONE) return;
  allow_local_references(jni, count * 2);  // a class and its loader
  jclass serializable = jni->FindClass("java/io/Serializable");
  cleared_exception(jni);
  std::vector<jclass> chosen;
  for (jint i = 0; i < count; ++i) {
    jclass type = loaded[i];
    const std::string name = internal_name_of(jvmti_, type);
    jobject loader = nullptr;
    jvmti_->GetClassLoader(type, &loader);
    const bool library = loader == nullptr || jni->IsSameObject(loader, platform_loader_) == JNI_TRUE;
    if (loader != nullptr) jni->DeleteLocalRef(loader);
    if (library && serializable != nullptr && jni->IsAssignableFrom(type, serializable) == JNI_FALSE) {
      sites_.add_not_serializable(name);
    }
    jboolean modifiable = JNI_FALSE;
    if (!name.starts_with('[') && !name.starts_with("java/snag/") &&
        decisions_.extent(name, library) != instrument::Extent::kNothing &&
        jvmti_->IsModifiableClass(type, &modifiable) == JVMTI_ERROR_NONE && modifiable == JNI_TRUE) {
      chosen.push_back(type);
    } else {
      jni->DeleteLocalRef(type);
    }
  }
  for (std::size_t at = 0; at < chosen.size(); at += kBatch) {
    const std::size_t size = std::min(kBatch, chosen.size() - at);
    if (jvmti_->RetransformClasses(static_cast<jint>(size), chosen.data() + at) == JVMTI_ERROR_NONE) {
      transformed_ += size;
      continue;
    }
    // One that the JVM refuses spoils its whole batch.
    for (std::size_t i = at; i < at + size; ++i) {
      const jvmtiError error = jvmti_->RetransformClasses(1, &chosen[i]);
      ++(error == JVMTI_ERROR_NONE ? transformed_ : not_transformed_);
      if (error != JVMTI_ERROR_NONE) {
        log(fmt::format("{} stays as it is: JVMTI error {}", internal_name_of(jvmti_, chosen[i]),
                        static_cast<int>(error)));
      }
    }
  }
  for (jclass type : chosen) jni->DeleteLocalRef(type);
  stacks_.forget_methods();
}

void Agent::forget_unloaded_classes(JNIEnv* jni) {
  for (const LoadedClasses::Forgotten& forgotten : loaded_.forget_gone(jni)) {
    changes_.load()->forget(forgotten.id);
    if (forgotten.name) fields_.forget(*forgotten.name);
  }
}

void Agent::stop(JNIEnv* jni, std::string reason) {
  const LocalFrame frame(jni);
  watching_ = false;
  jvmti_->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, nullptr);
  call_hook(jni, flush_);
  call_hook(jni, stop_);
  if (!deadlock_watch_.end(jni)) {
    note("deadlocks were not looked for: this JVM has no java.management, and the agent came later");
  }
  const std::vector<Statistic> of_runtime = runtime_statistics(jni);
  notes_at_end(of_runtime);
  write_end(std::move(reason), of_runtime);
  trace_.close();
}

// Ends the session if its Snag, which would read the trace, is gone. Otherwise returns the process that is watching.
jint Agent::end_abandoned(JNIEnv* jni) {
  if (configuration_.watcher.number == 0) return wire::kFailed;
  if (is_running(configuration_.watcher)) return static_cast<jint>(configuration_.watcher.number);
  stop(jni, "abandoned");
  return JNI_OK;
}

void Agent::watch_for_deadlocks(JNIEnv* jni) {
  // Virtual threads came with Java 21; there the runtime knows those that have synchronized.
  const bool has_virtual_threads = jni->FindClass("java/lang/BaseVirtualThread") != nullptr;
  cleared_exception(jni);
  FurtherThreads further = [this, has_virtual_threads](JNIEnv* caller) -> jobjectArray {
    if (!has_virtual_threads) return nullptr;
    jobject found = caller->CallStaticObjectMethod(hooks_, virtual_threads_);
    return cleared_exception(caller) ? nullptr : static_cast<jobjectArray>(found);
  };
  const bool begun = deadlock_watch_.begin(
      jvmti_, jni, std::make_unique<Deadlocks>(jvmti_, stacks_, knows_monitors_, std::move(further)));
  if (!begun) log("deadlocks are looked for only at the end: there is no thread to do it before");
}

// The agent gives up, and the program goes on.
void Agent::fail(std::string_view why) {
  watching_ = false;
  note(fmt::format("the program ran unwatched: {}", why));
  log(why);
}

void Agent::call_hook(JNIEnv* jni, jmethodID method) {
  jni->CallStaticVoidMethod(hooks_, method);
  if (cleared_exception(jni)) log("a hook threw");
}

std::vector<Statistic> Agent::runtime_statistics(JNIEnv* jni) {
  std::vector<Statistic> statistics;
  jobject array = jni->CallStaticObjectMethod(hooks_, statistics_);
  if (!cleared_exception(jni)) ObjectReader::read_object(jni, array, statistics);
  return statistics;
}

void Agent::notes_at_end(const std::vector<Statistic>& of_runtime) {
  for (const Statistic& statistic : of_runtime) {
    if (!statistic.note.empty()) note(statistic.note);
  }
  if (const std::uint64_t dropped = stacks_.dropped(); dropped != 0) {
    note(fmt::format("{} stacks were not kept: the memory for them was full", dropped));
  }
  if (const std::uint64_t lost = trace_.lost(); lost != 0) note(fmt::format("{} records could not be written", lost));
  if (not_transformed_ != 0) {
    note(fmt::format("{} classes that were loaded already could not be transformed", not_transformed_));
  }
}

void Agent::write_end(std::string reason, const std::vector<Statistic>& of_runtime) {
  const ClassChanges::Totals totals = changes_.load()->totals();
  wire::End end{.reason = std::move(reason),
                .skipped = {totals.rewrites.skipped.begin(), totals.rewrites.skipped.end()},
                .classes = totals.rewrites.classes,
                .methods = totals.rewrites.methods,
                .sites = sites_.size(),
                .statistics = {{"accesses", totals.rewrites.accesses},
                               {"checks", totals.rewrites.checks},
                               {"classes-seen", totals.seen},
                               {"classes-transformed-again", transformed_},
                               {"classes-not-kept", totals.not_kept},
                               {"rewrite-microseconds", totals.nanoseconds / 1000},
                               {"findings", reports_.size()},
                               {"classes-forgotten", sites_.forgotten_classes()},
                               {"sites-living", sites_.living()},
                               {"stacks", stacks_.size()},
                               {"stacks-living", stacks_.living()},
                               {"stacks-dropped", stacks_.dropped()},
                               {"deadlock-looks", deadlock_watch_.looks()},
                               {"deadlock-look-microseconds", deadlock_watch_.microseconds()}}};
  for (const Statistic& statistic : of_runtime) {
    end.statistics.emplace(statistic.name, std::max<std::int64_t>(statistic.value, 0));
  }
  trace_.write(wire::to_line(std::move(end)));
}

void Agent::log(std::string_view message) { log_.write(std::string(message)); }

// The runtime writes a message only when it gives up.
void Agent::log_of_runtime(std::string_view message) {
  note(message);
  log(message);
}

jlong Agent::live_bytes() {
  for (const char* name : {"Shadow", "Cell", "UnitCell", "Side", "Owned", "VolatileClock"}) {
    jclass type = runtime_.find(fmt::format("snag/runtime/{}", name));
    if (type == nullptr || jvmti_->SetTag(type, 1) != JVMTI_ERROR_NONE) return -1;
  }
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_iteration_callback = [](jlong, jlong size, jlong*, jint, void* sum) -> jint {
    *static_cast<jlong*>(sum) += size;
    return 0;
  };
  jlong sum = 0;
  if (jvmti_->IterateThroughHeap(JVMTI_HEAP_FILTER_CLASS_UNTAGGED, nullptr, &callbacks, &sum) != JVMTI_ERROR_NONE) {
    return -1;
  }
  return sum;
}

void JNICALL Agent::vm_init(jvmtiEnv*, JNIEnv* jni, jthread) try {
  Agent* agent = get();
  const std::lock_guard lock(agent->life_);
  agent->watch(jni);
} catch (...) {
}

void JNICALL Agent::vm_death(jvmtiEnv* jvmti, JNIEnv* jni) try {
  Agent* agent = get();
  const std::lock_guard lock(agent->life_);
  if (agent->watching_) agent->stop(jni, reason_of_end(jvmti, jni));
} catch (...) {
}

// The process ends without the event VMDeath: HotSpot's launcher does this when there is no memory left for the thread
// that would end the JVM. No Java can run any more.
void Agent::at_exit() try {
  Agent* agent = get();
  if (agent == nullptr || !agent->watching_.exchange(false)) return;
  agent->note("the JVM ended without its usual events: how often findings were seen again is not complete");
  agent->notes_at_end(/*of_runtime=*/{});
  agent->write_end("exit", /*of_runtime=*/{});
  agent->trace_.close();
} catch (...) {
}

void JNICALL Agent::class_file_load_hook(jvmtiEnv* jvmti, JNIEnv* jni, jclass redefined, jobject loader,
                                         const char* name, jobject, jint length, const unsigned char* bytes,
                                         jint* new_length, unsigned char** new_bytes) try {
  Agent* agent = get();
  if (name == nullptr || length <= 0 || !agent->watching_) return;
  const bool library = loader == nullptr || jni->IsSameObject(loader, agent->platform_loader_) == JNI_TRUE;
  const instrument::LoaderId loader_id = agent->loaded_.id_of(jni, loader);
  if (agent->loaded_.is_due()) agent->forget_unloaded_classes(jni);
  const classfile::ByteBuffer changed = agent->changes_.load()->change(
      name, loader_id, library, /*again=*/redefined != nullptr, Bytes(bytes, static_cast<std::size_t>(length)));
  if (changed.empty()) return;
  unsigned char* copy = nullptr;
  if (jvmti->Allocate(static_cast<jlong>(changed.size()), &copy) != JVMTI_ERROR_NONE) return;
  std::memcpy(copy, changed.data(), changed.size());
  *new_length = static_cast<jint>(changed.size());
  *new_bytes = copy;
} catch (...) {  // no memory
}

}  // namespace snag::agent

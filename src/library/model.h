// What Snag knows about one library method. It is all that later stages use: whether a call starts a thread, joins
// one, acquires, releases, waits; whether it calls back; where its arguments go. docs/models.md describes the text
// form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/names.h"

namespace snag::library {

// One of the values that a call has, or something reached from it: `this`, `arg0`, `arg0.elements`, `this.task`,
// `result.elements.key`.
struct Operand {
  enum class Base : std::uint8_t {
    kThis,
    kArgument,
    kArgumentOfType,  // arg(a.b.Type): the first parameter of that type; without one the effect does not happen
    kFunctions,       // functions: every argument whose parameter type is a functional interface, Executor apart
    kResult,
    kNew,  // new a.b.Type: an object of the library, of that type or a subtype
  };
  enum class Part : std::uint8_t {
    kSelf,
    kArrayElements,  // arg0[]
    kElements,       // arg0.elements: what the collection, stream or array holds
    kField,          // this.task: a field that only models know; each object has its own
  };
  Base base = Base::kThis;
  Part part = Part::kSelf;
  std::uint32_t index = 0;  // kArgument: without `this`
  Name type;                // kArgumentOfType, kNew: internal class name, of an array as in a descriptor
  Name field;               // kField
  Name inner;               // kElements, kField: a field of what is there, as `key` in result.elements.key; or invalid

  friend bool operator==(const Operand&, const Operand&) = default;
};

// `arg0: java.lang.Runnable.run`: the call runs that method of that object. Without a method the parameter type must be
// a functional interface, and its one abstract method is run. `arg0(this.elements) -> result.elements` also says with
// what it is called and where its result goes.
struct Callback {
  Operand object;
  Name owner;   // internal class name, or invalid
  Name method;  // or invalid
  // For each parameter what it may be; nothing is known of a parameter that is missing or has no alternatives.
  std::vector<std::vector<Operand>> arguments;
  std::optional<Operand> result;  // where the result goes; if not given, nowhere

  friend bool operator==(const Callback&, const Callback&) = default;
};

struct Flow {
  Operand from, to;
  friend bool operator==(const Flow&, const Flow&) = default;
};

// Each enumeration that has words in model files and for the agent is followed by them, in the order of its values.
enum class LockMode : std::uint8_t { kExclusive, kRead, kWrite, kOptimistic };
inline constexpr std::string_view kLockModes[] = {"exclusive", "read", "write", "optimistic"};
inline std::string_view to_text(LockMode mode) { return kLockModes[static_cast<std::size_t>(mode)]; }
enum class LockAction : std::uint8_t { kAcquire, kRelease };

// Acquiring or releasing a lock other than a monitor.
struct LockEffect {
  LockAction action = LockAction::kAcquire;
  Operand lock;
  LockMode mode = LockMode::kExclusive;
  bool only_if_true = false;  // tryLock: on the branch where the result is true (or a stamp that is not zero)

  friend bool operator==(const LockEffect&, const LockEffect&) = default;
};

enum class AtomicKind : std::uint8_t { kNone, kRead, kWrite, kUpdate };  // one atomic action on the receiver
inline constexpr std::string_view kAtomicKinds[] = {"none", "read", "write", "update"};
// How a call orders threads at run time, beyond what the other effects say: it makes what came before it visible to
// others (write), sees what others made visible (read), or both; hands work to other threads, waits for it; or counts
// as a read of a plain collection, whatever `contents` says, because it changes an element only, as of an array.
enum class OrderKind : std::uint8_t { kRead, kWrite, kUpdate, kStart, kJoin, kContentsRead };
inline constexpr std::string_view kOrderKinds[] = {"read", "write", "update", "start", "join", "contents-read"};
struct OrderEffect {
  OrderKind kind = OrderKind::kRead;
  Operand object;  // the receiver, unless the model says otherwise
};
// What kind of thread runs what a call starts.
enum class StartKind : std::uint8_t {
  kThread,
  kVirtual,
  kExecutor,
  kForkJoin,
  kStage,  // of a CompletableFuture
  kTimer,
  kStream,   // a parallel stream's workers; the caller waits for them
  kEvent,    // the event thread of a user interface
  kHook,     // at the end of the program
  kCleaner,  // when an object is no longer reachable
  kHandler,  // of requests, signals, uncaught exceptions
};
inline constexpr std::string_view kStartKinds[] = {"thread", "virtual", "executor", "fork-join", "stage",  "timer",
                                                   "stream", "event",   "hook",     "cleaner",   "handler"};
inline std::string_view to_text(StartKind kind) { return kStartKinds[static_cast<std::size_t>(kind)]; }
// Which of the tasks that a call starts never overlap.
enum class Serial : std::uint8_t {
  kNone,
  kReceiver,  // those started on one receiver: java.util.Timer.schedule
  kEvent,     // all that are started so: the program has one such thread
  kResult,    // those that the result (of a constructor: the object), an executor, runs: newSingleThreadExecutor
  kTask,      // the runs of one task, which the library repeats: scheduleAtFixedRate
};
inline constexpr std::string_view kSerials[] = {"none", "receiver", "event", "result", "task"};
inline std::string_view to_text(Serial serial) { return kSerials[static_cast<std::size_t>(serial)]; }
// Until when a call on a collection blocks: until another thread adds something, or removes something.
enum class BlockKind : std::uint8_t { kNone, kUntilAdded, kUntilRemoved };
inline constexpr std::string_view kBlockKinds[] = {"none", "until-added", "until-removed"};
// Of a VarHandle or a field updater, which stands for a field: a call makes one from constants, or accesses the field.
// What is not plain is one atomic action.
enum class HandleKind : std::uint8_t { kNone, kMakes, kPlainRead, kPlainWrite, kRead, kWrite, kUpdate };
inline constexpr std::string_view kHandleKinds[] = {"none", "makes", "plain-read", "plain-write",
                                                    "read", "write", "update"};
enum class ReflectionKind : std::uint8_t {
  kNone,
  kClassForName,    // result: the class that the constant argument names
  kGetConstructor,  // result: the constructors of the receiver, a class
  kNewInstance,     // result: an object of the receiver, a class
  kConstruct,       // result: an object of the receiver, a constructor
  kGetMethod,       // result: the methods of the receiver, a class, that the constant argument names
  kInvokeMethod,    // calls the receiver, a method
  kNewArray,        // result: an array of the argument, a class
  kLoadService,     // result: objects of the classes that implement the argument, a class
  kGetClass,        // result: the class of the receiver
};
inline constexpr std::string_view kReflectionKinds[] = {
    "none",       "class-for-name", "get-constructor", "new-instance", "construct",
    "get-method", "invoke-method",  "new-array",       "load-service", "get-class"};

// What stands for the body of a method: what it runs and where objects go.
struct BodyModel {
  std::vector<Callback> starts;               // run by another thread, from now on
  StartKind start_kind = StartKind::kThread;  // of all that it starts
  Serial serial = Serial::kNone;              // of what it starts, or of what its result will start
  std::vector<Operand> serial_if_one;         // only where these arguments are the constant 1: newFixedThreadPool
  std::vector<Callback> calls;                // run by this thread, before the call returns
  std::vector<Flow> flows;
  std::optional<std::vector<Operand>> escapes;  // what the library may keep; if not given: every argument
  ReflectionKind reflection = ReflectionKind::kNone;
  bool memory = false;       // Unsafe and VarHandle: the other arguments are stored in arg0's fields or elements
  std::uint32_t values = 1;  // of a memory method with any number of arguments: how many come after the object
  bool per_thread = false;   // the fields of the receiver have another value for each thread: ThreadLocal.get
  bool opaque = false;       // the body is never analysed

  // Whether a call has an effect on the call graph beyond its result.
  bool does_something() const {
    return !starts.empty() || !calls.empty() || !flows.empty() || memory || reflection != ReflectionKind::kNone ||
           !escapes || !escapes->empty();
  }
  // Whether the model stands for the body, which is not analysed then.
  bool replaces_body() const {
    return opaque || memory || !starts.empty() || !calls.empty() || !flows.empty() || escapes.has_value() ||
           reflection != ReflectionKind::kNone;
  }
};

struct MethodModel : BodyModel {
  std::vector<Operand> joins;               // threads, tasks, latches that have ended or opened when the call returns
  std::vector<Operand> signals;             // latches and barriers: what others wait for in a join has happened
  std::vector<Operand> signals_needed;      // of a constructor: how many signals a join of the object waits for
  std::vector<Operand> after;               // what it starts, and its result, come after these are joined: thenApply
  std::vector<LockEffect> locks;            // acquires, then releases
  std::vector<Operand> waits;               // releases the lock while waiting: Object.wait, Condition.await
  std::vector<Operand> notifies;            // wakes those that wait
  std::vector<OrderEffect> orders;          // for `snag run` only; if there are any, `atomic` does not order threads
  std::optional<LockMode> view;             // the result is `this`, a lock, in that mode: ReadWriteLock.readLock
  AtomicKind atomic = AtomicKind::kNone;    // one atomic action on the receiver
  AtomicKind contents = AtomicKind::kNone;  // the same without protection: HashMap.get reads what the map holds
  // Of either: what the result depends on (the key in arg0, or all of `this`), and what a blind write relies on.
  std::optional<Operand> checks, acts;
  Name makes;            // the class of the result, where its static type says less: Collections.synchronizedMap
  bool derives = false;  // the result is computed from the operands alone: Math.max
  std::optional<bool> parallel;  // the result is a parallel (sequential) stream: who runs the functions given to it
  bool removes = false;          // takes elements out of the receiver: Queue.poll, Map.clear
  BlockKind blocks = BlockKind::kNone;    // BlockingQueue.take
  HandleKind handle = HandleKind::kNone;  // VarHandle.set
  bool claims = false;                    // stores arg1 if the value was arg0, and returns whether: compareAndSet

  // What it does to the contents of the receiver, protected or not.
  AtomicKind action() const { return atomic != AtomicKind::kNone ? atomic : contents; }
  // Whether it says something besides what stands for the body.
  bool adds_effects() const {
    return !joins.empty() || !signals.empty() || !signals_needed.empty() || !after.empty() || !locks.empty() ||
           !waits.empty() || !notifies.empty() || !orders.empty() || view || action() != AtomicKind::kNone || checks ||
           acts || makes.valid() || derives || parallel || removes || blocks != BlockKind::kNone ||
           handle != HandleKind::kNone || claims;
  }
};

}  // namespace snag::library

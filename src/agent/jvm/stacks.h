// Stacks of the watched program, each kept once and named by a number. Names and tables of lines are read when a stack
// is taken: afterwards its classes may be gone. Frames of the runtime and of the generated helpers are left out, as are
// those of lambda glue.
//
// A frame of a rewritten method has its position in the rewritten code. What the rewriter keeps (instrument::Shift)
// leads back to the class file: 4 bytes for each place where code was inserted, and 48 for each rewritten method, which
// is 0.4 MB for H2 (5,526 methods; its rewritten class files have 5.6 MB). Of a method that was not rewritten, a thread
// that waits for a monitor may be one instruction behind the monitorenter: there HotSpot's interpreter waits.
//
// The runtime has an object for each stack (java/snag/runtime/Stack.java), to which the agent refers weakly: when no
// access is left that was recorded with the stack, the collector takes the object, and the agent forgets the stack. It
// looks for such stacks when a quarter as many new ones have come as there are. Numbers are not given twice.
//
// Memory is limited: beyond the limit there are no new stacks, and their number is counted.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "agent/jvm/loaded_classes.h"
#include "instrument/sites.h"
#include "wire/trace.h"

namespace snag::agent {

class Stacks {
 public:
  static constexpr std::size_t kDepth = 64;

  Stacks(jvmtiEnv* jvmti, const instrument::Sites& sites, LoadedClasses& loaded, std::uint64_t memory_limit)
      : jvmti_(jvmti), sites_(sites), loaded_(loaded), memory_limit_(memory_limit) {}

  // The runtime's class of stacks; none is kept before it is known. Returns whether it has the expected field.
  bool set_class(JNIEnv* jni, jclass stack);

  // The current thread's stack: an object of that class, a local reference. Null: not known.
  jobject capture(JNIEnv* jni);
  wire::Stack frames(std::int32_t id) const;
  // Of any thread, and not kept.
  wire::Stack frames_of(JNIEnv* jni, jthread thread);

  // Classes were transformed: lines and positions are asked for again.
  void forget_methods();

  std::size_t size() const;    // the forgotten ones are counted
  std::size_t living() const;  // they are not
  std::uint64_t dropped() const;

 private:
  struct Method {
    std::uint32_t id = 0;  // not given twice
    wire::Place frame;     // without the line and the position
    bool hidden = false;
    bool obsolete = false;                                   // the class was redefined: positions are not known
    std::vector<std::pair<jlocation, std::uint16_t>> lines;  // sorted by start
    std::vector<instrument::Shift> shifts;

    wire::Place at(jlocation location) const;
  };
  using Frame = std::pair<std::shared_ptr<const Method>, jlocation>;
  using Key = std::vector<std::pair<std::uint32_t, std::int32_t>>;  // ids of methods, and locations
  struct Stack {
    Key frames;
    std::uint64_t hash = 0;
    jweak object = nullptr;
  };

  std::vector<Frame> walk(JNIEnv* jni, jthread thread);
  std::shared_ptr<const Method> method(JNIEnv* jni, jmethodID id);
  std::shared_ptr<Method> describe(JNIEnv* jni, jmethodID id) const;
  jobject object_of(JNIEnv* jni, std::int32_t id, Stack& stack) const;
  jobject keep(JNIEnv* jni, std::span<const Frame> frames);
  void forget_unmentioned(JNIEnv* jni);

  jvmtiEnv* jvmti_;
  const instrument::Sites& sites_;
  LoadedClasses& loaded_;
  std::uint64_t memory_limit_;
  jclass class_ = nullptr;  // a global reference
  jfieldID number_ = nullptr;
  mutable std::mutex mutex_;  // of all below; not held while threads are walked and methods described
  std::uint64_t memory_ = 0, dropped_ = 0;
  std::uint32_t method_count_ = 0;
  std::int32_t count_ = 0;  // the last id
  std::size_t wanted_ = 0;  // new stacks since it was looked for forgotten ones
  absl::flat_hash_map<jmethodID, std::shared_ptr<const Method>> methods_;
  absl::flat_hash_map<std::uint32_t, std::shared_ptr<const Method>> kept_methods_;  // those of stacks_
  absl::flat_hash_map<std::int32_t, Stack> stacks_;                                 // ids from 1
  absl::flat_hash_map<std::uint64_t, std::int32_t> ids_;  // by the hash of the key; one of two that collide is not kept
};

}  // namespace snag::agent

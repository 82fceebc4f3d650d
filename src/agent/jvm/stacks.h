// Stacks of the watched program, each kept once and named by a number. Names and lines are found when a stack is taken:
// afterwards its classes may be gone. Frames of the runtime and of the generated helpers are left out, as are those of
// lambda glue.
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
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "wire/trace.h"

namespace snag::agent {

class Stacks {
 public:
  static constexpr std::size_t kDepth = 64;

  Stacks(jvmtiEnv* jvmti, std::uint64_t memory_limit) : jvmti_(jvmti), memory_limit_(memory_limit) {}

  // The runtime's class of stacks; none is kept before it is known. Whether it is as it should be.
  bool set_class(JNIEnv* jni, jclass stack);

  // The current thread's stack, without its first `skip` frames of the program: an object of that class, a local
  // reference. Null: not known.
  jobject capture(JNIEnv* jni, std::uint32_t skip);
  wire::Stack frames(std::int32_t id) const;
  // Of any thread, and not kept.
  wire::Stack frames_of(JNIEnv* jni, jthread thread);

  // Classes were transformed: lines are asked for again.
  void forget_methods();

  std::size_t size() const;    // the forgotten ones are counted
  std::size_t living() const;  // they are not
  std::uint64_t dropped() const;

 private:
  struct Method {
    wire::Place frame;  // without the line
    bool hidden = false;
    std::vector<std::pair<jlocation, std::uint32_t>> lines;  // sorted by start
    std::uint32_t line_at(jlocation location) const;
  };
  struct Place {
    std::shared_ptr<const Method> method;
    std::uint32_t line = 0;
  };
  using Key = std::vector<std::uint32_t>;  // places
  struct Stack {
    Key places;
    std::uint64_t hash = 0;
    jweak object = nullptr;
  };

  std::vector<Place> walk(JNIEnv* jni, jthread thread);
  std::shared_ptr<const Method> method(JNIEnv* jni, jmethodID id);
  std::shared_ptr<const Method> describe(JNIEnv* jni, jmethodID id) const;
  std::optional<std::uint32_t> place_id(const Place& place);  // nothing: no memory left
  std::optional<Key> key_of(std::span<const Place> places);   // the same
  jobject object_of(JNIEnv* jni, std::int32_t id, Stack& stack) const;
  jobject keep(JNIEnv* jni, std::span<const Place> places);
  void forget_unmentioned(JNIEnv* jni);
  void forget_places();

  jvmtiEnv* jvmti_;
  std::uint64_t memory_limit_;
  jclass class_ = nullptr;  // a global reference
  jfieldID number_ = nullptr;
  mutable std::mutex mutex_;  // of all below; not held while threads are walked and methods described
  std::uint64_t memory_ = 0, dropped_ = 0;
  std::int32_t count_ = 0;  // the last id
  std::size_t wanted_ = 0;  // new stacks since it was looked for forgotten ones
  absl::flat_hash_map<jmethodID, std::shared_ptr<const Method>> methods_;
  absl::flat_hash_map<std::pair<const Method*, std::uint32_t>, std::uint32_t> place_ids_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> free_places_;
  absl::flat_hash_map<std::int32_t, Stack> stacks_;       // ids from 1
  absl::flat_hash_map<std::uint64_t, std::int32_t> ids_;  // by the hash of the key; one of two that collide is not kept
};

}  // namespace snag::agent

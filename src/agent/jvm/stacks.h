// Stacks of the watched program, each kept once and named by a number. Names and lines are found when a stack is taken:
// afterwards its classes may be gone. Frames of the runtime and of the generated helpers are left out, as are those of
// lambda glue.
//
// Memory is limited: beyond the limit there are no new stacks, and their number is counted.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "agent/trace.h"

namespace snag::agent {

class Stacks {
 public:
  static constexpr std::size_t kDepth = 64;

  Stacks(jvmtiEnv* jvmti, std::uint64_t memory_limit) : jvmti_(jvmti), memory_limit_(memory_limit) {}

  // The current thread's stack, without its first `skip` frames of the program; 0: not known.
  std::int32_t capture(JNIEnv* jni, std::uint32_t skip);
  Frames frames(std::int32_t id) const;
  // Of any thread, and not kept.
  Frames frames_of(JNIEnv* jni, jthread thread);

  // Classes were transformed: lines are asked for again.
  void forget_methods();

  std::size_t size() const;
  std::uint64_t dropped() const;

 private:
  struct Method {
    Frame frame;  // without the line
    bool hidden = false;
    std::vector<std::pair<jlocation, std::uint32_t>> lines;  // sorted by start
    std::uint32_t line_at(jlocation location) const;
  };
  struct Place {
    std::shared_ptr<const Method> method;
    std::uint32_t line = 0;
  };
  using Key = std::vector<std::uint32_t>;  // places

  std::vector<Place> walk(JNIEnv* jni, jthread thread);
  std::shared_ptr<const Method> method(JNIEnv* jni, jmethodID id);
  std::shared_ptr<const Method> describe(JNIEnv* jni, jmethodID id) const;
  std::optional<std::uint32_t> place_id(const Place& place);  // nothing: no memory left

  jvmtiEnv* jvmti_;
  std::uint64_t memory_limit_;
  mutable std::mutex mutex_;  // of all below; never held while the JVM is asked
  std::uint64_t memory_ = 0, dropped_ = 0;
  absl::flat_hash_map<jmethodID, std::shared_ptr<const Method>> methods_;
  absl::flat_hash_map<std::pair<const Method*, std::uint32_t>, std::uint32_t> place_ids_;
  std::vector<Place> places_;
  std::deque<Key> stacks_;                                // by id, from 1
  absl::flat_hash_map<std::uint64_t, std::int32_t> ids_;  // by the hash of the key; one of two that collide is not kept
};

}  // namespace snag::agent

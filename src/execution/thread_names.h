// How threads are named and numbered in what is printed: `T3 executor many serial bank.Worker.run()`.
//
// Numbered are the threads that begin in the application or its libraries, from 1 on, in their order.
//
// Nothing changes after building; any number of threads may read.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "execution/threads.h"

namespace snag {

class ThreadNames {
 public:
  explicit ThreadNames(const Threads& threads);

  const Threads& threads() const { return threads_; }
  const std::vector<ThreadId>& listed() const { return listed_; }
  std::uint32_t number(ThreadId id) const;  // 0: it is not listed
  std::string headline(ThreadId id) const;
  std::string text(const ThreadSet& threads) const;  // `T1 T3`
  // The methods at which a thread begins that has several.
  std::set<std::string> entries(ThreadId id) const;
  // The places that start it.
  std::vector<std::string> starts(ThreadId id) const;

 private:
  bool begins_outside_jdk(const AbstractThread& thread) const;

  const Threads& threads_;
  const Program& program_;
  std::vector<ThreadId> listed_;
};

}  // namespace snag

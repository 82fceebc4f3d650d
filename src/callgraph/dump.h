// The call graph as text: for `snag dump callgraph`, `snag dump threads` and `--stats`. The text is the same for any
// number of threads.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "callgraph/build.h"
#include "callgraph/threads.h"

namespace snag {

// A paragraph for each reached method of the application and its libraries: its name, then its calls by line. With
// `jdk` also for those of the JDK.
std::string dump_callgraph(IrStore& store, const CallGraphResult& result, bool jdk = false);
// Graphviz: methods of the application and its libraries, and what they call in the JDK.
std::string dump_callgraph_dot(IrStore& store, const CallGraphResult& result);
// The threads that begin in the application or its libraries, after a line that explains the words.
std::string dump_threads(IrStore& store, const library::Policy& policy, const CallGraphResult& result);

struct CallGraphStatistics {
  struct PerOrigin {
    std::uint32_t methods = 0;  // reached
    std::uint32_t code = 0;     // of these: looked at
    std::uint32_t classes = 0;  // with a method reached
  };
  PerOrigin application, library, jdk;
  std::uint32_t edges = 0;
  std::map<ThreadKind, std::uint32_t> threads;  // as dump_threads lists them
  std::string text;                             // these and more
};
CallGraphStatistics callgraph_statistics(IrStore& store, const library::Policy& policy, const CallGraphResult& result);

}  // namespace snag

// The call graph as text: for `snag dump callgraph` and `--stats`. The text is the same for any
// number of threads.
#pragma once

#include <cstdint>
#include <string>

#include "callgraph/build.h"

namespace snag {

// A paragraph for each reached method of the application and its libraries: its name, then its calls by line. With
// `jdk` also for those of the JDK.
std::string dump_callgraph(IrStore& store, const CallGraphResult& result, bool jdk = false);
// Graphviz: methods of the application and its libraries, and what they call in the JDK.
std::string dump_callgraph_dot(IrStore& store, const CallGraphResult& result);

struct CallGraphStatistics {
  struct PerOrigin {
    std::uint32_t methods = 0;  // reached
    std::uint32_t code = 0;     // of these: looked at
    std::uint32_t classes = 0;  // with a method reached
  };
  PerOrigin application, library, jdk;
  std::uint32_t edges = 0;
  std::string text;  // these and more
};
CallGraphStatistics callgraph_statistics(const Program& program, const CallGraphResult& result);

}  // namespace snag

// What the user can choose about the call graph.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace snag {

enum class CallGraphAlgorithm : std::uint8_t {
  kCha,  // class hierarchy analysis: a call may run any override in any class of the application and its libraries
  kRta,  // rapid type analysis: in any class that is instantiated somewhere
  kVta,  // variable-type analysis: in any class of which an object can reach the call
};

struct CallGraphOptions {
  CallGraphAlgorithm algorithm = CallGraphAlgorithm::kVta;
  std::vector<std::string> entries = {};  // CLASS or CLASS.method, as in source; empty: mains, else library mode
  unsigned jobs = 0;                      // 0: all cores
  std::uint64_t maximum_steps = ~std::uint64_t{0};  // types passed on, after which the analysis gives up
};

}  // namespace snag

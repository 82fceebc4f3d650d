// How the program ends. The numbers are a promise to scripts.
#pragma once

#include <stdexcept>

namespace snag {

enum ExitCode : int {
  kExitNoFindings = 0,
  kExitFindings = 1,
  kExitUsage = 2,          // wrong usage or configuration
  kExitNotAnalysable = 3,  // the input could not be analysed
  kExitTimedOut = 124,     // of `snag run`: --timeout has ended the program; timeout(1) has the same
};

// Thrown by commands for what the user can put right on the command line or in a configuration file. main() prints
// `snag: <message>` and ends with kExitUsage.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Thrown by commands when nothing of the input could be analysed. main() prints `snag: <message>` and ends with
// kExitNotAnalysable.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace snag

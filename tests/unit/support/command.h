// Commands that tests run.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "support/scratch_folder.h"

namespace snag {

// Quoted as one word for the shell.
inline std::string shell_word(const std::string& word) {
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

inline std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

struct CommandResult {
  int exit_code = -1;  // -1: it was not run, or killed
  std::string output, errors;
};

inline CommandResult run(const std::string& command) {
  ScratchFolder scratch;
  std::string output = scratch / "output", errors = scratch / "errors";
  int status = std::system((command + " > " + shell_word(output) + " 2> " + shell_word(errors)).c_str());
  return {.exit_code = status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .output = text_of(output),
          .errors = text_of(errors)};
}

// What it printed is shown when it fails.
inline void run_successfully(const std::string& command) {
  CommandResult result = run(command);
  ASSERT_EQ(result.exit_code, 0) << command << "\n" << result.output << result.errors;
}

}  // namespace snag

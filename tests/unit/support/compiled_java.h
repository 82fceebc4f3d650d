// Java that stands in the test itself, compiled: the program and what is expected of it are read together.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

#include "support/command.h"
#include "support/scratch_folder.h"

namespace snag {

// Answers a folder of classes. The text is one file, its classes without a package and none of them public. Compiled
// once, and kept in the build folder for later runs: most tests are processes of their own, and javac takes a second.
inline std::string compiled_java(const std::string& text) {
  namespace fs = std::filesystem;
  fs::path kept = fs::path(SNAG_TEST_JAVA_DIR) / "inline" / fmt::format("{:016x}", std::hash<std::string>()(text));
  if (fs::exists(kept)) return kept.string();
  ScratchFolder scratch;
  std::string source = scratch.write("Program.java", text), classes = scratch / "classes";
  CommandResult result =
      run(shell_word(SNAG_TEST_JAVAC) + " -g --release 17 -d " + shell_word(classes) + " " + shell_word(source));
  if (result.exit_code != 0) throw std::runtime_error("javac: " + result.output + result.errors);
  fs::create_directories(kept.parent_path());
  std::error_code exists_already;  // another process was quicker
  fs::rename(classes, kept, exists_already);
  if (!fs::exists(kept)) throw std::runtime_error("cannot make " + kept.string());
  return kept.string();
}

}  // namespace snag

#include "agent/archiving.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace snag::agent {

std::optional<std::string> archiving_option(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 6> kBeginnings{
      "-XX:AOTCacheOutput=",   "-XX:AOTMode=record",        "-XX:AOTMode=create",
      "-XX:AOTConfiguration=", "-XX:ArchiveClassesAtExit=", "-Xshare:dump"};
  for (const std::string& word : words) {
    for (const std::string_view beginning : kBeginnings) {
      if (word.starts_with(beginning)) return word;
    }
  }
  return std::nullopt;
}

std::vector<std::string> words_of_process() {
  std::vector<std::string> words;
  std::ifstream command("/proc/self/cmdline", std::ios::binary);
  for (std::string word; std::getline(command, word, '\0');) words.push_back(word);
  for (const char* name : {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "JDK_AOT_VM_OPTIONS"}) {
    const char* value = std::getenv(name);
    std::istringstream options(value == nullptr ? "" : value);
    for (std::string word; options >> word;) words.push_back(word);
  }
  return words;
}

}  // namespace snag::agent

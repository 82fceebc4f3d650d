// The JDKs that tests go through.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "program/jdk_location.h"

namespace snag {

// The JDK that Snag would use, if it finds one, and all others where Debian puts them.
inline std::set<std::string> jdk_homes() {
  namespace fs = std::filesystem;
  std::set<std::string> homes;
  std::error_code error;
  if (Result<std::string> found = find_jdk(JdkSearch::from_environment(""))) homes.insert(fs::canonical(*found, error));
  for (const fs::directory_entry& entry : fs::directory_iterator("/usr/lib/jvm", error)) {
    std::error_code ignored;
    fs::path home = fs::canonical(entry.path(), ignored);
    if (!ignored && is_jdk_home(home)) homes.insert(home);
  }
  return homes;
}

}  // namespace snag

// Which JDK's library is analysed: the one that the user named, JAVA_HOME's, or that of the `java` on PATH.
#pragma once

#include <string>

#include "base/result.h"

namespace snag {

// Where to look, in this order. Empty means not given.
struct JdkSearch {
  std::string option;     // --jdk
  std::string java_home;  // the environment's JAVA_HOME
  std::string path;       // the environment's PATH

  static JdkSearch from_environment(std::string option);
};

// Returns the home folder of the JDK. If a folder was named but does not contain a JDK, that is an error: silently
// analysing against a different library would be worse.
Result<std::string> find_jdk(const JdkSearch& search);

// Returns whether the folder has a Java library in any of the forms that ClassPath::add_jdk reads.
bool is_jdk_home(const std::string& folder);

}  // namespace snag

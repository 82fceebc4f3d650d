// Which JDK's library is analysed: the one that was asked for, JAVA_HOME's, or that of the `java` on PATH.
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

// The home folder of the JDK. A folder that was named but holds no JDK is an error rather than passed over: silently
// analysing against another library than the one that was asked for would be worse.
Result<std::string> find_jdk(const JdkSearch& search);

// Whether the folder has a Java library in any of the forms that ClassPath::add_jdk reads.
bool is_jdk_home(const std::string& folder);

}  // namespace snag

#include "program/jdk_location.h"

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace snag {

namespace fs = std::filesystem;

namespace {

// Returns the home folder of `<home>/bin/java`, following the symbolic links of alternatives; empty if it is not that
// of a JDK. A script that selects a JDK by itself also gives an empty result, because it would have to be run.
std::string home_of_launcher(const fs::path& launcher) {
  std::error_code error;
  fs::path real = fs::canonical(launcher, error);
  if (error || !fs::is_regular_file(real, error)) return {};
  fs::path home = real.parent_path().parent_path();
  return is_jdk_home(home.string()) ? home.string() : std::string();
}

std::string value_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? value : "";
}

Result<std::string> named_home(const std::string& folder, std::string_view who) {
  if (is_jdk_home(folder)) return folder;
  std::error_code error;
  std::string_view what =
      fs::exists(folder, error) ? "has no Java library (lib/modules, jmods or lib/rt.jar)" : "does not exist";
  return failure(fmt::format("{} names {}, which {}: name the home folder of a JDK with --jdk DIR{}", who, folder, what,
                             who == "JAVA_HOME" ? ", or correct or unset JAVA_HOME" : ""));
}

}  // namespace

JdkSearch JdkSearch::from_environment(std::string option) {
  return {.option = std::move(option), .java_home = value_of("JAVA_HOME"), .path = value_of("PATH")};
}

bool is_jdk_home(const std::string& folder) {
  if (folder.empty()) return false;
  std::error_code error;
  fs::path home(folder);
  for (const char* library :
       {"lib/modules", "jmods/java.base.jmod", "modules/java.base", "lib/rt.jar", "jre/lib/rt.jar"}) {
    if (fs::exists(home / library, error)) return true;
  }
  return false;
}

Result<std::string> find_jdk(const JdkSearch& search) {
  if (!search.option.empty()) return named_home(search.option, "--jdk");
  if (!search.java_home.empty()) return named_home(search.java_home, "JAVA_HOME");
  std::string_view rest = search.path;
  while (!rest.empty()) {
    std::size_t colon = rest.find(':');
    std::string_view folder = rest.substr(0, colon);
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
    if (folder.empty()) continue;
    if (std::string home = home_of_launcher(fs::path(folder) / "java"); !home.empty()) return home;
  }
  return failure(
      "no JDK found: JAVA_HOME is not set and no java of a JDK is on PATH; install one (Debian: "
      "openjdk-17-jdk-headless) or name its home folder with --jdk DIR");
}

}  // namespace snag

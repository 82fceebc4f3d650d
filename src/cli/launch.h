// How a command line becomes one that is watched, and what can be read from it about the program: its class path, its
// JDK.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snag {

// The value of a variable, or none; the environment's, or a test's.
using Environment = std::function<std::optional<std::string>(const std::string&)>;
Environment process_environment();

struct Launch {
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> variables;  // set for the program, beside the environment
};

// Whether a command is the Java launcher itself, by its name.
bool is_java(std::string_view program);

// `java` gets the agent as its first option. Any other command gets it through JAVA_TOOL_OPTIONS, which every JVM reads
// that it starts.
Launch watched_launch(const std::vector<std::string>& command, const std::string& agent,
                      const std::string& configuration, const Environment& environment);

// The class path that a java command runs with: the elements as written (`lib/*` among them), relative to the working
// folder. None where it is not known: another command than java, modules, a file of arguments that cannot be read.
std::optional<std::vector<std::string>> class_path_of(const std::vector<std::string>& command,
                                                      const Environment& environment);

// The words of an @argfile, as the Java launcher reads them: blanks between them, quotes around them, comments from #
// on.
std::vector<std::string> argument_file_words(std::string_view text);

// The home of the JDK whose java the command starts; without one that of JAVA_HOME, or of java on PATH; empty if there
// is none.
std::string jdk_home_of(const std::vector<std::string>& command, const Environment& environment);

// The file that a command is, looked for on PATH; empty if there is none.
std::string executable_of(const std::string& program, const Environment& environment);

}  // namespace snag

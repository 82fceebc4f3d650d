#include "cli/launch.h"

#include <absl/algorithm/container.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "program/jdk_location.h"

namespace snag {

namespace {

namespace fs = std::filesystem;

constexpr const char* kToolOptions = "JAVA_TOOL_OPTIONS";
constexpr std::size_t kLargestArgumentFile = 16 << 20;

// Options of the launcher whose value is the next word.
constexpr std::string_view kTakesValue =
    "--add-modules --limit-modules --add-exports --add-opens --add-reads --patch-module --source -d --describe-module "
    "--enable-native-access --illegal-native-access -p --module-path --upgrade-module-path -m --module";
// Where classes come from elsewhere than from the class path: how such an option begins; short ones are whole words.
constexpr std::string_view kOtherClasses =
    "-p --module-path --upgrade-module-path -m --module --patch-module -Xbootclasspath -javaagent: -Djava.class.path "
    "--source";

bool takes_value(std::string_view word) { return absl::c_linear_search(split(kTakesValue, ' '), word); }

bool names_other_classes(std::string_view word) {
  return absl::c_any_of(split(kOtherClasses, ' '), [&](std::string_view prefix) {
    return prefix.size() > 3 ? word.starts_with(prefix) : word == prefix;
  });
}

// The words behind `java`, with those of @argfiles in their place. None if a file cannot be read.
std::optional<std::vector<std::string>> launcher_words(const std::vector<std::string>& command) {
  std::vector<std::string> words;
  bool expand = true;  // up to the main class and --disable-@files
  for (std::size_t n = 1; n < command.size(); ++n) {
    const std::string& word = command[n];
    if (word == "--disable-@files") expand = false;
    if (!expand || word.size() < 2 || word.front() != '@') {
      words.push_back(word);
      continue;
    }
    if (word[1] == '@') {  // @@ stands for an @
      words.push_back(word.substr(1));
      continue;
    }
    std::error_code error;
    const fs::path file = word.substr(1);
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > kLargestArgumentFile) return std::nullopt;
    std::ifstream in(file, std::ios::binary);
    if (!in.is_open()) return std::nullopt;
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (std::string& one : argument_file_words(text)) words.push_back(std::move(one));
  }
  return words;
}

// The JVM splits its options at blanks, but for those in quotes. Quotes may open and close within a word, and between
// them stands anything but the same quote (parse_options_buffer of HotSpot's arguments.cpp). So what needs quotes gets
// single ones, and a single quote double ones.
std::string quoted_for_jvm(std::string_view option) {
  if (option.find_first_of(" \t\r\n\v\f'\"") == option.npos) return std::string(option);
  std::string result;
  while (!option.empty()) {
    const bool single = option.front() == '\'';
    const std::size_t end = std::min(single ? option.find_first_not_of('\'') : option.find('\''), option.size());
    const char quote = single ? '"' : '\'';
    result += quote;
    result += option.substr(0, end);
    result += quote;
    option.remove_prefix(end);
  }
  return result;
}

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> elements;
  for (std::string_view element : split(path, ':'))
    elements.emplace_back(element.empty() ? "." : element);  // Java's rule
  return elements;
}

}  // namespace

Environment process_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) return std::nullopt;
    return std::string(value);
  };
}

bool is_java(std::string_view program) { return program.substr(program.rfind('/') + 1) == "java"; }

Launch watched_launch(const std::vector<std::string>& command, const std::string& agent,
                      const std::string& configuration, const Environment& environment) {
  const std::string option = fmt::format("-agentpath:{}={}", agent, configuration);
  Launch launch{.command = command, .variables = {}};
  if (is_java(command.front())) {
    launch.command.insert(launch.command.begin() + 1, option);
    return launch;
  }
  std::string options = environment(kToolOptions).value_or("");
  if (!options.empty()) options += ' ';
  options += quoted_for_jvm(option);
  launch.variables.emplace_back(kToolOptions, std::move(options));
  return launch;
}

std::vector<std::string> argument_file_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool begun = false, comment = false;
  char quote = '\0';
  const auto finish = [&] {
    if (begun) words.push_back(std::move(word));
    word.clear();
    begun = false;
  };
  for (std::size_t n = 0; n < text.size(); ++n) {
    const char c = text[n];
    const bool end_of_line = c == '\n' || c == '\r';
    if (comment) {
      comment = !end_of_line;
    } else if (quote != '\0') {
      if (c == quote || end_of_line) {  // a quote that is not closed ends with its line
        quote = '\0';
        if (end_of_line) finish();
      } else if (c == '\\' && n + 1 < text.size()) {
        const char next = text[++n];
        if (next == '\n' || next == '\r') {  // goes on in the next line, without its indent
          while (n + 1 < text.size() && std::string_view(" \t\n\r\f").find(text[n + 1]) != std::string_view::npos) ++n;
        } else {
          word += next == 'n' ? '\n' : next == 'r' ? '\r' : next == 't' ? '\t' : next == 'f' ? '\f' : next;
        }
      } else {
        word += c;
      }
    } else if (c == ' ' || c == '\t' || c == '\f' || end_of_line) {
      finish();
    } else if (c == '#' && !begun) {
      comment = true;
    } else if (c == '"' || c == '\'') {
      quote = c;
      begun = true;
    } else {
      word += c;
      begun = true;
    }
  }
  finish();
  return words;
}

std::optional<std::vector<std::string>> class_path_of(const std::vector<std::string>& command,
                                                      const Environment& environment) {
  if (command.empty() || !is_java(command.front())) return std::nullopt;
  const std::optional<std::vector<std::string>> words = launcher_words(command);
  // Options of the environment come before those of the command line; classes are not named there.
  for (const char* name : {"JDK_JAVA_OPTIONS", kToolOptions}) {
    const std::string options = environment(name).value_or("");
    for (std::string_view word : {"-cp", "class-path", "classpath", "-jar", "module", "@", "-javaagent"}) {
      if (options.find(word) != options.npos) return std::nullopt;
    }
  }
  if (!words) return std::nullopt;
  std::optional<std::string> path;
  for (std::size_t n = 0; n < words->size(); ++n) {
    const std::string& word = (*words)[n];
    const bool has_next = n + 1 < words->size();
    if (word.empty() || word.front() != '-') break;  // the main class
    if (names_other_classes(word)) return std::nullopt;
    if (word == "-cp" || word == "-classpath" || word == "--class-path") {
      if (!has_next) return std::nullopt;
      path = (*words)[++n];
    } else if (word.starts_with("--class-path=")) {
      path = word.substr(word.find('=') + 1);
    } else if (word == "-jar") {
      if (!has_next) return std::nullopt;
      return std::vector<std::string>{(*words)[n + 1]};
    } else if (takes_value(word)) {
      ++n;
    }
  }
  if (!path) path = environment("CLASSPATH");
  return split_path(path.value_or("."));
}

std::string executable_of(const std::string& program, const Environment& environment) {
  const auto is_executable = [](const fs::path& file) {
    std::error_code error;
    return fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
  };
  if (program.find('/') != program.npos) return is_executable(program) ? program : std::string();
  for (const std::string& folder : split_path(environment("PATH").value_or("/usr/local/bin:/usr/bin:/bin"))) {
    const fs::path file = fs::path(folder) / program;
    if (is_executable(file)) return file.native();
  }
  return {};
}

std::string jdk_home_of(const std::vector<std::string>& command, const Environment& environment) {
  if (!command.empty() && is_java(command.front())) {
    std::error_code error;
    const fs::path java = fs::canonical(executable_of(command.front(), environment), error);
    std::string home = java.parent_path().parent_path().native();
    if (!error && is_jdk_home(home)) return home;
  }
  const Result<std::string> found = find_jdk(
      {.option = {}, .java_home = environment("JAVA_HOME").value_or(""), .path = environment("PATH").value_or("")});
  return found ? *found : std::string();
}

}  // namespace snag

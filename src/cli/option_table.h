// Every command and every option once: its name on the command line and in the configuration file, its help, how a
// value gets into Options, and how the effective value is shown. The command line (options.cpp), the configuration file
// (config_file.h), `snag config`, the shells' completions (completions.cpp) and the manual page (manual.h) all work
// over these tables.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"

namespace snag {

// What is wrong with a value, for a sentence that begins with the option's name and a colon.
class BadValue : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct OptionSpec {
  enum class Shape : std::uint8_t { kFlag, kNumber, kWord, kList };  // in TOML: true, 2, "a", ["a", "b"]

  std::string_view name;  // `class-path`: --class-path, class-path = …
  Shape shape = Shape::kWord;
  std::vector<Command> commands;
  std::string value;         // what the help calls a value: `DIR`, `review|audit`
  std::string help;          // one sentence, without its default
  std::string unset;         // what happens without it: `JAVA_HOME, then java on PATH`; empty for flags
  bool shows_unset = true;   // in the help; false where it is obvious
  std::string details;       // further sentences, for the manual page
  bool in_file = true;       // or only on the command line
  bool names_files = false;  // relative ones are relative to the folder of the configuration file
  bool stays_below = false;  // a configuration file that Snag finds by itself may name only files below its folder:
                             // they are written, or parts of them are shown in messages and reports
  char separator = '\0';     // of a list's elements within one word

  // The values as words (a flag: `true` or `false`; a list: all of them); throws BadValue.
  std::function<void(Options&, const std::vector<std::string>&)> set;
  std::function<std::vector<std::string>(const Options&)> get;  // empty: not set

  bool belongs_to(Command command) const;
};

// A word that follows a command and does not belong to an option.
struct ArgumentSpec {
  std::string_view name;  // `PATH`
  std::string value;      // as that of an option: `bash|zsh|fish`
  std::string help;
  bool required = false;
  bool repeated = false;
};

struct CommandSpec {
  Command command;
  std::string_view name;  // `check`
  std::string help;       // one sentence
  std::string details;    // further sentences, for the manual page
  std::vector<ArgumentSpec> arguments;
};

// What a value can be, for the completions. A list has its own separator.
struct PossibleValues {
  enum class Sort : std::uint8_t { kAny, kFiles, kFolders, kWords };
  Sort sort = Sort::kAny;
  std::vector<std::string> words;
};
PossibleValues possible_values(const OptionSpec& spec);
PossibleValues possible_values(const ArgumentSpec& spec);

std::span<const CommandSpec> command_table();
std::vector<std::string> command_names();
const CommandSpec& spec_of(Command command);
std::span<const OptionSpec> option_table();
// Null when there is none of that name; `command` decides between two of one name.
const OptionSpec* find_option(std::string_view name, Command command);

// `x.jar:lib/*` as two words.
std::vector<std::string> split(const std::vector<std::string>& words, char separator);

// For messages: `; did you mean audit?`, or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);
// For check ids that come from outside: throws BadValue for an unknown `id`, which may be check/kind. The message names
// those of the command.
void refuse_unknown_check(std::string_view id, bool kind_allowed, Command command = Command::kExplain);

}  // namespace snag

#include "cli/manual.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "catalog/catalog.h"
#include "cli/option_table.h"

namespace snag {

namespace {

// A line's dot or apostrophe at the beginning would be a request; a bare dash may become a hyphen, which cannot be
// copied into a shell.
std::string roff(std::string_view text) {
  std::string result = replaced(text, {{'\\', "\\e"}, {'-', "\\-"}});
  return result.starts_with('.') || result.starts_with('\'') ? "\\&" + result : result;
}

std::string sentence(std::string_view text) {
  std::string result = roff(text);
  if (!result.empty() && result.back() != '.') result += '.';
  return result;
}

// Two specs that differ in nothing but `snag config`, which takes the options of `snag check`, are in one section.
std::vector<Command> shown_commands(const OptionSpec& option) {
  std::vector<Command> commands = option.commands;
  std::erase(commands, Command::kConfig);
  return commands;
}

std::string names_of(const std::vector<Command>& commands) {
  std::vector<std::string_view> names;
  names.reserve(commands.size());
  for (Command command : commands) names.push_back(spec_of(command).name);
  return fmt::format("{}", fmt::join(names, ", "));
}

void append_option(std::string& text, const OptionSpec& option) {
  const auto out = std::back_inserter(text);
  if (option.value.empty()) {
    fmt::format_to(out, ".TP\n.B \\-\\-{}\n", roff(option.name));
  } else {
    fmt::format_to(out, ".TP\n.BI \\-\\-{} \" {}\"\n", roff(option.name), roff(option.value));
  }
  fmt::format_to(out, "{}\n", sentence(option.help));
  if (!option.details.empty()) fmt::format_to(out, "{}\n", sentence(option.details));
  if (!option.unset.empty() && option.shows_unset) fmt::format_to(out, "Default: {}\n", sentence(option.unset));
}

}  // namespace

std::string manual_sections() {
  std::string text = ".SH COMMANDS\n";
  const auto out = std::back_inserter(text);
  for (const CommandSpec& command : command_table()) {
    fmt::format_to(out, ".TP\n.B {}\n{}\n", roff(command.name), sentence(command.help));
    if (!command.details.empty()) fmt::format_to(out, "{}\n", sentence(command.details));
  }
  text += ".SH CHECKS\n";
  for (const CheckDescriptor& check : all_checks()) {
    std::string title(check.title);
    title.front() = absl::ascii_toupper(static_cast<unsigned char>(title.front()));
    fmt::format_to(out, ".TP\n.B {}\n{}\nKinds: ", roff(check.id), sentence(title));
    std::vector<std::string> kinds;
    for (const KindDescriptor& kind : check.kinds) kinds.push_back(roff(kind.id));
    fmt::format_to(out, "{}.\n", fmt::join(kinds, ", "));
  }
  // Options of the same commands together, in the order of the table.
  text += ".SH OPTIONS\nEvery command has\n.BR \\-h \", \" \\-\\-help ,\nwhich prints its options.\n";
  std::vector<std::vector<Command>> done;
  for (const OptionSpec& first : option_table()) {
    const std::vector<Command> commands = shown_commands(first);
    if (first.name == "paths" || std::find(done.begin(), done.end(), commands) != done.end()) continue;
    done.push_back(commands);
    fmt::format_to(out, ".SS \"Of {}\"\n", names_of(commands));
    for (const OptionSpec& option : option_table()) {
      if (option.name != "paths" && shown_commands(option) == commands) append_option(text, option);
    }
  }
  return text;
}

}  // namespace snag

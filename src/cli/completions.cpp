// `snag completion SHELL`: what a shell needs to complete Snag's command line, made from the tables of commands and
// options. The build installs what this prints.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/manual.h"
#include "cli/option_table.h"
#include "cli/output.h"

namespace snag {

namespace {

using Sort = PossibleValues::Sort;
using Words = std::vector<std::string>;

std::vector<const OptionSpec*> options_of(Command command) {
  std::vector<const OptionSpec*> options;
  for (const OptionSpec& spec : option_table()) {
    if (spec.belongs_to(command) && spec.name != "paths") options.push_back(&spec);
  }
  return options;
}

// `Worker threads; may be repeated` as `Worker threads`: a menu has little room.
std::string short_help(std::string_view help) { return std::string(help.substr(0, help.find("; "))); }

// A word of a shell, whatever is in it.
std::string quoted(std::string_view text, std::string_view quote_within) {
  return fmt::format("'{}'", replaced(text, {{'\'', quote_within}}));
}

// How a shell is made to offer values, of each sort. `{}` stands for the words.
struct Actions {
  std::string_view any, files, folders, words;
  std::string_view list;  // of words, with commas between
};

std::string action(const Actions& actions, const PossibleValues& values, char separator) {
  const std::string_view by_sort[] = {actions.any, actions.files, actions.folders,
                                      separator == ',' ? actions.list : actions.words};
  return fmt::format(fmt::runtime(by_sort[static_cast<int>(values.sort)]), fmt::join(values.words, " "));
}

// ---- bash ----------------------------------------------------------------------------------------------------------

constexpr std::string_view kBashHead = R"(# bash completion for snag, made by 'snag completion bash'
_snag_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
_snag_list() { # of words, with commas between
    compopt -o nospace 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -P "${word%"${word##*,}"}" -W "$1" -- "${word##*,}")
}
_snag_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
_snag_folders() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$word")
}
_snag() {
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} options="" at=$COMP_CWORD
    COMPREPLY=()
    # bash makes a word of each = and each : as well.
    [[ $word == [=:] ]] && word="" at=$((at + 1))
    while [[ $at -gt 2 && ${COMP_WORDS[at - 1]} == : ]]; do at=$((at - 2)); done
    [[ $at -gt 2 && ${COMP_WORDS[at - 1]} == = ]] && at=$((at - 1))
    local previous=${COMP_WORDS[at - 1]}
)";

constexpr Actions kBash = {":", "_snag_files", "_snag_folders", "_snag_words \"{}\"", "_snag_list \"{}\""};

std::string bash_script() {
  std::string text(kBashHead);
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "    if [ \"$COMP_CWORD\" -eq 1 ]; then _snag_words \"{} help --help --version\" && return; fi\n",
                 fmt::join(command_names(), " "));
  text += "    case $command in\n";
  for (const CommandSpec& command : command_table()) {
    fmt::format_to(out, "        {})\n            case $previous in\n", command.name);
    Words names;
    for (const OptionSpec* option : options_of(command.command)) {
      names.push_back(fmt::format("--{}", option->name));
      if (option->shape == OptionSpec::Shape::kFlag) continue;
      fmt::format_to(out, "                --{}) {} && return ;;\n", option->name,
                     action(kBash, possible_values(*option), option->separator));
    }
    text += "            esac\n";
    fmt::format_to(out, "            options=\"{}{}--help\"\n", fmt::join(names, " "), names.empty() ? "" : " ");
    text += "            [[ $word == -* ]] && _snag_words \"$options\" && return\n";
    // Options before an argument may move it: then the next best is offered.
    for (std::size_t n = 0; n < command.arguments.size(); ++n) {
      const ArgumentSpec& argument = command.arguments[n];
      const std::string offer = action(kBash, possible_values(argument), /*separator=*/'\0');
      if (n + 1 == command.arguments.size()) {
        fmt::format_to(out, "            {}\n", offer);
      } else {
        fmt::format_to(out, "            [ \"$COMP_CWORD\" -eq {} ] && {} && return\n", n + 2, offer);
      }
    }
    text += "            ;;\n";
  }
  fmt::format_to(out, "        help) _snag_words \"{}\" ;;\n    esac\n}}\ncomplete -F _snag snag\n",
                 fmt::join(command_names(), " "));
  return text;
}

// ---- zsh -----------------------------------------------------------------------------------------------------------

// Brackets end the description of an option, and colons that of an argument.
std::string zsh_escaped(std::string_view text) {
  return replaced(text, {{'[', "\\["}, {']', "\\]"}, {':', "\\:"}, {'\\', "\\\\"}});
}

constexpr Actions kZsh = {" ", "_files", "_files -/", "({})", "_values -s , word {}"};

// `:file:_files`.
std::string zsh_action(std::string_view name, const PossibleValues& values, char separator) {
  const bool sequence = separator == ':' && (values.sort == Sort::kFiles || values.sort == Sort::kFolders);
  return fmt::format(":{}:{}{}", zsh_escaped(name), sequence ? "_sequence -s \\: " : "",
                     action(kZsh, values, separator));
}

std::string zsh_script() {
  constexpr std::string_view kQuote = R"('\'')";
  std::string text = "#compdef snag\n# zsh completion for snag, made by 'snag completion zsh'\n\n_snag() {\n";
  const auto out = std::back_inserter(text);
  text += "    if (( CURRENT == 2 )); then\n        local -a commands\n        commands=(\n";
  for (const CommandSpec& command : command_table()) {
    fmt::format_to(out, "            {}\n",
                   quoted(fmt::format("{}:{}", command.name, zsh_escaped(command.help)), kQuote));
  }
  text +=
      "            'help:Print the options of a command'\n        )\n        _describe command commands\n"
      "        _arguments '(- *)--help[Print help]' '(- *)--version[Print the version]'\n        return\n    fi\n"
      "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n";
  for (const CommandSpec& command : command_table()) {
    fmt::format_to(out, "        {})\n            _arguments \\\n", command.name);
    for (const OptionSpec* option : options_of(command.command)) {
      const bool flag = option->shape == OptionSpec::Shape::kFlag, list = option->shape == OptionSpec::Shape::kList;
      std::string spec = fmt::format("{}--{}{}[{}]", list ? "*" : "", option->name, flag ? "" : "=",
                                     zsh_escaped(short_help(option->help)));
      if (!flag) {
        const bool choice = option->value.find('|') != option->value.npos;
        spec += zsh_action(choice ? option->name : option->value, possible_values(*option), option->separator);
      }
      fmt::format_to(out, "                {} \\\n", quoted(spec, kQuote));
    }
    for (std::size_t n = 0; n < command.arguments.size(); ++n) {
      const ArgumentSpec& argument = command.arguments[n];
      const std::string number = argument.repeated ? "*" : std::to_string(n + 1);
      const std::string action = zsh_action(argument.name, possible_values(argument), '\0');
      fmt::format_to(out, "                {} \\\n", quoted(number + action, kQuote));
    }
    text += "                '(- *)'{-h,--help}'[Print help]'\n            ;;\n";
  }
  fmt::format_to(out, "        help) _arguments '1:command:({})' ;;\n    esac\n}}\n\n",
                 fmt::join(command_names(), " "));
  // As a file of $fpath this is the body of the function itself; sourced, it says what it is for.
  text += "if [[ $funcstack[1] == _snag ]]; then\n    _snag \"$@\"\nelse\n    compdef _snag snag\nfi\n";
  return text;
}

// ---- fish ----------------------------------------------------------------------------------------------------------

constexpr Actions kFish = {" -x", " -r -F", " -x -a '(__fish_complete_directories)'", " -x -a '{}'",
                           " -x -a '(__fish_append , {})'"};

std::string fish_script() {
  constexpr std::string_view kQuote = R"(\')";
  std::string text = "# fish completion for snag, made by 'snag completion fish'\n";
  const auto out = std::back_inserter(text);
  text += "complete -c snag -f\ncomplete -c snag -s h -l help -d 'Print help'\n";
  text += "complete -c snag -n __fish_use_subcommand -l version -d 'Print the version'\n";
  for (const CommandSpec& command : command_table()) {
    fmt::format_to(out, "complete -c snag -n __fish_use_subcommand -a {} -d {}\n", command.name,
                   quoted(command.help, kQuote));
  }
  text += "complete -c snag -n __fish_use_subcommand -a help -d 'Print the options of a command'\n";
  fmt::format_to(out, "complete -c snag -n '__fish_seen_subcommand_from help' -a '{}'\n",
                 fmt::join(command_names(), " "));
  for (const OptionSpec& option : option_table()) {
    if (option.name == "paths") continue;
    Words commands;
    for (const Command command : option.commands) commands.emplace_back(spec_of(command).name);
    const bool flag = option.shape == OptionSpec::Shape::kFlag;
    fmt::format_to(out, "complete -c snag -n '__fish_seen_subcommand_from {}' -l {}{} -d {}\n",
                   fmt::join(commands, " "), option.name,
                   flag ? std::string() : action(kFish, possible_values(option), option.separator),
                   quoted(short_help(option.help), kQuote));
  }
  for (const CommandSpec& command : command_table()) {
    for (const ArgumentSpec& argument : command.arguments) {
      const PossibleValues values = possible_values(argument);
      const std::string what =
          values.sort == Sort::kWords ? fmt::format("-a '{}'", fmt::join(values.words, " ")) : std::string("-F");
      fmt::format_to(out, "complete -c snag -n '__fish_seen_subcommand_from {}' {}\n", command.name, what);
    }
  }
  return text;
}

}  // namespace

int run_completion(const Options& options) {
  constexpr std::string (*kWriters[])() = {bash_script, zsh_script, fish_script, manual_sections};
  write_standard_output(kWriters[static_cast<int>(options.shell)]());
  return kExitNoFindings;
}

}  // namespace snag

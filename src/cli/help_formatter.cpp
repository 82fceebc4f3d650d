#include "cli/help_formatter.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace snag {

namespace {

constexpr std::size_t kNameColumn = 28;
constexpr std::size_t kNarrowest = 60;  // below it the terminal may wrap: columns of a few words do not help
constexpr std::size_t kWidest = 120;    // longer lines are hard to read

class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::size_t width) : width_(std::clamp(width, kNarrowest, kWidest)) {
    label("SUBCOMMAND", "COMMAND");
    label("Positionals", "Arguments");
    column_width(kNameColumn);
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    return entry(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
  }

  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_display_name(/*with_aliases=*/true), command->get_description());
  }

  std::string make_footer(const CLI::App* app) const override {
    const std::string footer = app->get_footer();
    return footer.empty() ? footer : wrapped(footer, /*indent=*/0, width_) + "\n";
  }

 private:
  // The name, and the description in the second column: beside the name where that is short enough.
  std::string entry(const std::string& name, const std::string& description) const {
    std::string text = "  " + name;
    if (description.empty()) return text + "\n";
    if (text.size() + 2 > kNameColumn) {
      text += "\n";
      text.append(kNameColumn, ' ');
    } else {
      text.append(kNameColumn - text.size(), ' ');
    }
    return text + wrapped(description, kNameColumn, width_) + "\n";
  }

  std::size_t width_;
};

// Where the text of a list's line begins: `  stale-value  a value …`.
std::size_t hanging_indent(std::string_view line) {
  const std::size_t name = line.find_first_not_of(' ');
  if (name == 0 || name == line.npos) return 0;
  const std::size_t gap = line.find("  ", name);
  const std::size_t text = gap == line.npos ? line.npos : line.find_first_not_of(' ', gap);
  return text == line.npos ? name : text;
}

void append_wrapped(std::string& result, std::string_view line, std::size_t indent, std::size_t width) {
  const std::size_t hanging = indent + hanging_indent(line);
  std::size_t column = indent;
  while (!line.empty()) {
    // A word, with the spaces before it.
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    const bool first = column == indent || column == hanging;
    if (!first && column + end > width) {
      result += '\n';
      result.append(hanging, ' ');
      column = hanging;
      line.remove_prefix(begin);
      continue;
    }
    result += line.substr(0, end);
    column += end;
    line.remove_prefix(end);
  }
}

}  // namespace

std::shared_ptr<CLI::FormatterBase> make_help_formatter(std::size_t width) {
  return std::make_shared<HelpFormatter>(width);
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  while (true) {
    const std::size_t end = text.find('\n');
    append_wrapped(result, text.substr(0, end), indent, width);
    if (end == text.npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
    if (!text.empty()) result.append(indent, ' ');
  }
}

}  // namespace snag

#include "report/text_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "report/printable.h"

namespace snag {

namespace {

constexpr std::string_view kBold = "\x1b[1m", kDim = "\x1b[2m", kGreen = "\x1b[1;32m", kPlain = "\x1b[0m";

std::string_view color_of(Severity severity) {
  static constexpr std::string_view kColors[] = {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m"};
  return kColors[static_cast<int>(severity)];
}

// Account for bank.Account: who reads the report knows the package from the first line.
std::string_view simple_name(std::string_view class_name) { return class_name.substr(class_name.rfind('.') + 1); }

std::string place(const std::string& file, std::uint32_t line) {
  if (file.empty()) return line == 0 ? "" : fmt::format("line {}", line);
  return printable(line == 0 ? file : fmt::format("{}:{}", file, line));
}

// One step as the columns of a table; the note comes after them.
using Row = std::array<std::string, 4>;

Row to_row(const Step& step, const Finding& finding) {
  const bool elsewhere = step.class_name != finding.class_name && !step.class_name.empty();
  const std::string method = elsewhere ? fmt::format("{}.{}", simple_name(step.class_name), step.method) : step.method;
  const std::string locks = step.locks.empty() ? "" : fmt::format("[{}]", fmt::join(step.locks, ", "));
  return {printable(step.role), place(step.file, step.line), printable(method), printable(locks)};
}

class Writer {
 public:
  Writer(SourceLines& sources, const TextReportOptions& options) : sources_(sources), options_(options) {}

  void write(const Finding& finding) {
    write_heading(finding);
    append("  {}\n", printable(finding.message));
    write_source(finding);
    write_threads(finding);
    write_also(finding);
    if (!finding.repair.empty()) append("  Repair: {}\n", printable(finding.repair));
    const std::string last = fmt::format("{}  snag explain {}", finding.fingerprint, printable(finding.check));
    append("  {}\n\n", painted(last, kDim));
  }

  std::string take() { return std::move(text_); }

 private:
  template <class... Arguments>
  void append(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  std::string painted(std::string_view text, std::string_view color) const {
    return options_.color ? fmt::format("{}{}{}", color, text, kPlain) : std::string(text);
  }

  void write_heading(const Finding& finding) {
    const std::string where = printable(fmt::format("{}.{}", finding.class_name, finding.method));
    append("{}  {}/{}  {}", painted(to_text(finding.severity), color_of(finding.severity)), printable(finding.check),
           printable(finding.kind), painted(where, kBold));
    const std::string at = place(finding.file, finding.line);
    if (!at.empty()) append("  ({})", at);
    text_ += '\n';
  }

  void write_source(const Finding& finding) {
    const auto line = sources_.find(finding.class_name, finding.file, finding.line);
    if (!line) return;
    const Excerpt shown = excerpt(*line, finding.highlight, options_.width);
    append("    {:>5} | {}\n", finding.line, shown.text);
    if (shown.column) append("    {:>5} | {:{}}{}\n", "", "", *shown.column, painted("^", kGreen));
  }

  void write_also(const Finding& finding) {
    constexpr std::size_t kShown = 5;
    for (std::size_t i = 0; i < finding.also.size() && i < kShown; ++i) {
      const Row row = to_row(finding.also[i], finding);
      append("  Also: {}  {}\n", row[1], row[2]);
    }
    if (finding.also.size() > kShown) append("  Also: {} more places\n", finding.also.size() - kShown);
  }

  void write_threads(const Finding& finding) {
    std::array<std::size_t, std::tuple_size_v<Row>> widths{};
    std::size_t names = 0;
    for (const ThreadOfSteps& thread : finding.threads) {
      names = std::max(names, columns(printable(thread.name)));
      for (const Step& step : thread.steps) {
        const Row row = to_row(step, finding);
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
      }
    }
    // One very long name does not push the other steps' notes out of sight.
    constexpr std::size_t kWidest = 40;
    for (std::size_t& width : widths) width = std::min(width, kWidest);
    for (const ThreadOfSteps& thread : finding.threads) {
      std::string name = printable(thread.name);
      for (const Step& step : thread.steps) {
        write_step(name, names, to_row(step, finding), widths, printable(step.note));
        name.clear();
      }
    }
  }

  // `thread` is named by its first step only.
  void write_step(const std::string& thread, std::size_t thread_width, const Row& row,
                  const std::array<std::size_t, std::tuple_size_v<Row>>& widths, const std::string& note) {
    std::string line(4, ' ');
    const auto add = [&](const std::string& text, std::size_t width, bool bold) {
      line += bold ? painted(text, kBold) : text;
      line.append(width - std::min(width, columns(text)), ' ');
    };
    add(thread, thread_width, /*bold=*/!thread.empty());
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (widths[i] == 0) continue;
      line += "  ";
      add(row[i], widths[i], /*bold=*/false);
    }
    if (!note.empty()) line += "  " + note;
    line.resize(line.find_last_not_of(' ') + 1);
    text_ += line + "\n";
  }

  SourceLines& sources_;
  const TextReportOptions& options_;
  std::string text_;
};

}  // namespace

std::string text_report(std::span<const Finding> findings, SourceLines& sources, const TextReportOptions& options) {
  Writer writer(sources, options);
  for (const Finding& finding : findings) writer.write(finding);
  return writer.take();
}

std::string summary_line(std::span<const Finding> findings, std::size_t classes) {
  std::string text = "no findings";
  if (!findings.empty()) {
    std::vector<std::string> counts;
    for (Severity severity : {Severity::kHigh, Severity::kMedium, Severity::kLow}) {
      const auto count = std::count_if(findings.begin(), findings.end(),
                                       [&](const Finding& finding) { return finding.severity == severity; });
      if (count > 0) counts.push_back(fmt::format("{} {}", count, to_text(severity)));
    }
    text = fmt::format("{} {}: {}", findings.size(), findings.size() == 1 ? "finding" : "findings",
                       fmt::join(counts, ", "));
  }
  return fmt::format("{}; {} {} read", text, classes, classes == 1 ? "class" : "classes");
}

}  // namespace snag

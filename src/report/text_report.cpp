#include "report/text_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

#include "findings/names.h"
#include "report/interleaving.h"
#include "report/printable.h"
#include "report/short_names.h"
#include "report/styled_text.h"

namespace snag {

namespace {

constexpr std::size_t kNarrowest = 40;
constexpr std::size_t kWidestText = 120;  // of sentences and rules: longer lines are hard to read

constexpr std::array kSeverities = {Severity::kHigh, Severity::kMedium, Severity::kLow};

Style color_of(Severity severity) {
  static constexpr Style kColors[] = {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m"};
  return kColors[static_cast<int>(severity)];
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::size_t count_of(std::span<const Finding> findings, Severity severity) {
  return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(),
                                                [&](const Finding& finding) { return finding.severity == severity; }));
}

class Writer {
 public:
  Writer(SourceLines& sources, const TextReportOptions& options)
      : sources_(sources),
        color_(options.color),
        width_(std::max(options.width, kNarrowest)),
        text_width_(std::min(width_, kWidestText)) {}

  void write_group(Severity severity, std::size_t count) {
    const std::string name = fmt::format("{}: {}", to_text(severity), counted(count, "finding", "findings"));
    std::string rule;
    for (std::size_t used = name.size() + 4; used < text_width_; ++used) rule += kRule;
    add({.spans = {{fmt::format("{}{}", kRule, kRule), style::kDim},
                   {" "},
                   {name, color_of(severity)},
                   {" "},
                   {std::move(rule), style::kDim}}});
    text_ += '\n';
  }

  void write(const Finding& finding) {
    write_heading(finding);
    add({.spans = {{printable(finding.message)}}, .indent = 2});
    write_source(finding);
    write_interleaving(finding, sources_, {.width = width_, .indent = 2, .color = color_}, text_);
    write_labelled("Outcome:", color_of(finding.severity), printable(finding.outcome));
    write_labelled("Repair:", style::kGreen, printable(finding.repair));
    write_also(finding);
    add({.spans = {{fmt::format("{}  snag explain {}", finding.fingerprint, rule_of(finding)), style::kDim}},
         .indent = 2});
    text_ += '\n';
  }

  void write_brief(const Finding& finding) {
    const auto painted = [&](std::string_view text, Style wanted) {
      return color_ ? fmt::format("{}{}{}", wanted, text, style::kEnd) : std::string(text);
    };
    std::string place = printable(sources_.path(finding.class_name, finding.file));
    if (finding.line != 0) place += fmt::format(":{}", finding.line);
    std::string more;
    if (!finding.also.empty())
      more = fmt::format("(and {} more {}) ", finding.also.size(), finding.also.size() == 1 ? "place" : "places");
    text_ += fmt::format("{}: {}: {}: {}: {} {}{}\n", painted(place, style::kBold),
                         painted(to_text(finding.severity), color_of(finding.severity)), rule_of(finding),
                         short_method(printable(finding.method)), printable(finding.message), more,
                         painted(fmt::format("[{}]", finding.fingerprint), style::kDim));
  }

  std::string take() { return std::move(text_); }

 private:
  static constexpr std::string_view kRule = "\xe2\x94\x80";

  void add(const Paragraph& paragraph) {
    lines_.clear();
    wrap(paragraph, text_width_, color_, lines_);
    for (const Line& line : lines_) {
      text_ += line.text;
      text_ += '\n';
    }
  }

  static std::string rule_of(const Finding& finding) {
    if (finding.kind.empty()) return short_name(finding.check);
    return fmt::format("{}/{}", short_name(finding.check), short_name(finding.kind));
  }

  void write_heading(const Finding& finding) {
    const std::string method = short_method(finding.method);
    const std::string dot = finding.class_name.empty() || method.empty() ? "" : ".";
    const std::string owner = short_name(finding.class_name);
    const std::string where = words_for_method(finding.method) ? method + " of " + owner : owner + dot + method;
    Paragraph heading{.spans = {{std::string(to_text(finding.severity)), color_of(finding.severity)},
                                {"  " + rule_of(finding) + "  "},
                                {where, style::kBold}},
                      .hanging = 2};
    const std::string at = short_place(finding.file, finding.line);
    if (!at.empty()) heading.spans.push_back({fmt::format("  ({})", at)});
    add(heading);
  }

  void write_source(const Finding& finding) {
    const auto code = sources_.code(finding.class_name, finding.file, finding.line);
    if (!code) return;
    const std::string number = fmt::format("{} | ", finding.line);
    constexpr std::size_t kIndent = 4;
    const std::size_t before = kIndent + number.size();
    const Excerpt shown = excerpt(*code, finding.highlight, text_width_ - before);
    add({.spans = {{number, style::kDim}, {shown.text}}, .indent = kIndent, .cut = true});
    if (!shown.word) return;
    const std::size_t word = before + terminal_columns(std::string_view(shown.text).substr(0, *shown.word));
    const std::size_t length = terminal_columns(printable(finding.highlight));
    if (word >= text_width_) return;
    Paragraph caret{.spans = {{"|", style::kDim}}, .indent = before - 2, .cut = true};
    caret.spans.push_back({std::string(word - before + 1, ' ')});
    caret.spans.push_back(
        {std::string(std::min(std::max<std::size_t>(length, 1), text_width_ - word), '^'), style::kGreen});
    add(caret);
  }

  void write_labelled(std::string label, Style wanted, std::string text) {
    if (text.empty()) return;
    const std::size_t hanging = label.size() + 1;
    if (label.front() == ' ') return add({.spans = {{std::move(text)}}, .indent = 2 + hanging});
    add({.spans = {{std::move(label), wanted}, {" " + std::move(text)}}, .indent = 2, .hanging = hanging});
  }

  void write_also(const Finding& finding) {
    constexpr std::size_t kShown = 5;
    const std::size_t shown = finding.also.size() > kShown + 1 ? kShown : finding.also.size();
    std::string label = "Also:";
    const auto write_place = [&](std::string text) {
      write_labelled(label, style::kBold, std::move(text));
      label.assign(label.size(), ' ');
    };
    for (const OtherPlace& place : std::span(finding.also).first(shown)) {
      std::string text = short_place(place.file, place.line);
      const std::string kind = place.kind == finding.kind ? "" : printable(place.kind);
      for (const std::string& part : {short_method(place, finding), kind}) {
        if (!text.empty() && !part.empty()) text += "  ";
        text += part;
      }
      write_place(std::move(text));
    }
    if (shown < finding.also.size()) write_place(fmt::format("{} more places", finding.also.size() - shown));
  }

  SourceLines& sources_;
  bool color_;
  std::size_t width_, text_width_;
  std::vector<Line> lines_;
  std::string text_;
};

std::string duration(double seconds) {
  if (seconds >= 10) return fmt::format("{:.0f} s", seconds);
  return seconds >= 0.095 ? fmt::format("{:.1f} s", seconds) : fmt::format("{:.2f} s", std::max(seconds, 0.01));
}

}  // namespace

std::string text_report(const ReportInput& input, const TextReportOptions& options) {
  Writer writer(input.sources, options);
  if (options.brief) {
    for (const Finding& finding : input.findings) writer.write_brief(finding);
    return writer.take();
  }
  const Finding* before = nullptr;
  for (const Finding& finding : input.findings) {
    // They come sorted by severity.
    if (before == nullptr || before->severity != finding.severity) {
      writer.write_group(finding.severity, count_of(input.findings, finding.severity));
    }
    writer.write(finding);
    before = &finding;
  }
  return writer.take();
}

std::string summary_line(const ReportInput& input) {
  const RunSummary& summary = input.summary;
  std::string text = "no findings";
  if (!input.findings.empty()) {
    std::vector<std::string> counts;
    for (Severity severity : kSeverities) {
      const std::size_t count = count_of(input.findings, severity);
      if (count > 0) counts.push_back(fmt::format("{} {}", count, to_text(severity)));
    }
    text = fmt::format("{}: {}", counted(input.findings.size(), "finding", "findings"), fmt::join(counts, ", "));
  }
  // Of a program that was killed the number of classes is not known.
  if (summary.program.empty()) {
    text += fmt::format("; {} read", counted(summary.classes, "class", "classes"));
  } else if (summary.classes > 0) {
    text += fmt::format("; {} watched", counted(summary.classes, "class", "classes"));
  }
  if (summary.seconds > 0) text += " in " + duration(summary.seconds);
  std::vector<std::string> left_out;
  if (summary.skipped > 0) left_out.push_back(counted(summary.skipped, "class", "classes") + " skipped");
  if (summary.suppressed > 0) left_out.push_back(counted(summary.suppressed, "finding", "findings") + " suppressed");
  if (summary.known > 0) left_out.push_back(fmt::format("{} known (baseline)", summary.known));
  if (!left_out.empty()) text += fmt::format("; {}", fmt::join(left_out, ", "));
  if (!summary.program.empty()) text += fmt::format("; the program {}", summary.program);
  return text;
}

}  // namespace snag

#include "report/html_report.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/embedded.h"
#include "base/json_writer.h"
#include "catalog/catalog.h"
#include "catalog/pages.h"
#include "findings/names.h"
#include "report/json_report.h"

namespace snag {

namespace {

constexpr std::string_view kPlaceholder = "@DATA@";
constexpr std::uint32_t kAround = 4;       // lines of source before and after a step; web/src/source.ts has it too
constexpr std::size_t kLongestLine = 400;  // characters

// A file of the sources, and its lines that are wanted.
struct WantedFile {
  std::string class_name;  // one that is in it
  std::string file;
  std::set<std::uint32_t> lines;
};

// By package and name: what the page looks it up by.
using WantedFiles = std::map<std::string, WantedFile>;

void want(WantedFiles& files, const std::string& class_name, const std::string& file, std::uint32_t line) {
  if (file.empty() || line == 0) return;
  const std::string key = fmt::format("{}/{}", package_of(class_name), file);
  WantedFile& wanted = files[key];
  if (wanted.file.empty()) wanted = {class_name, file, {}};
  wanted.lines.insert(line);
}

WantedFiles wanted_files(std::span<const Finding> findings) {
  WantedFiles files;
  for (const Finding& finding : findings) {
    want(files, finding.class_name, finding.file, finding.line);
    for (const ThreadOfSteps& thread : finding.threads) {
      for (const Step& step : thread.steps) want(files, step.class_name, step.file, step.line);
    }
  }
  return files;
}

// The wanted lines and those around them: what touches is one excerpt, from first to last line.
std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges_around(const std::set<std::uint32_t>& wanted) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;
  for (std::uint32_t line : wanted) {
    const std::uint32_t first = line > kAround ? line - kAround : 1, last = line + kAround;
    if (!ranges.empty() && first <= ranges.back().second + 1) {
      ranges.back().second = last;
    } else {
      ranges.emplace_back(first, last);
    }
  }
  return ranges;
}

// {"bank/Account.java": [{"first": 14, "lines": ["…"]}]}
std::string sources_of(const ReportInput& input) {
  JsonWriter json = JsonWriter::for_page();
  json.begin_object();
  for (const auto& [key, wanted] : wanted_files(input.findings)) {
    bool found = false;
    for (const auto& [first, last] : ranges_around(wanted.lines)) {
      const auto lines = input.sources.lines(wanted.class_name, wanted.file, first, last);
      if (lines.empty()) break;
      if (!std::exchange(found, true)) json.begin_array(key);
      json.begin_object();
      json.member("first", first);
      json.begin_array("lines");
      for (std::string_view line : lines) json.value(excerpt(line, /*word=*/"", kLongestLine).text);
      json.end_array();
      json.end_object();
    }
    if (found) json.end_array();
  }
  json.end_object();
  return json.take();
}

// The Markdown page of each kind that there is a finding of.
std::string pages_of(std::span<const Finding> findings) {
  std::set<std::string> kinds;
  for (const Finding& finding : findings) kinds.insert(kind_name(finding.check, finding.kind));
  JsonWriter json = JsonWriter::for_page();
  json.begin_object();
  for (const std::string& kind : kinds) {
    if (const std::string_view page = page_of(kind); !page.empty()) json.member(kind, page);
  }
  json.end_object();
  return json.take();
}

std::string titles() {
  JsonWriter json = JsonWriter::for_page();
  json.begin_object();
  for (const CheckDescriptor& check : all_checks()) {
    json.member(check.id, check.title);
    for (const KindDescriptor& kind : check.kinds) json.member(kind_name(check.id, kind.id), kind.title);
  }
  json.end_object();
  return json.take();
}

}  // namespace

std::string html_report(const ReportInput& input) {
  const std::string_view page = embedded_report_page().front().content;
  const std::size_t at = page.find(kPlaceholder);
  const std::string report = json_report(input, JsonForm::kCompact);
  const std::string sources = sources_of(input);

  std::string result;
  result.reserve(page.size() + report.size() + sources.size());
  result += page.substr(0, at);
  result +=
      fmt::format(R"({{"report":{},"titles":{},"pages":{},"sources":)", report, titles(), pages_of(input.findings));
  result += sources;
  result += "}";
  result += page.substr(at + kPlaceholder.size());
  return result;
}

}  // namespace snag

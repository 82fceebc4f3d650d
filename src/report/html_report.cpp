#include "report/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <vector>

#include "checks/descriptor.h"
#include "library/embedded.h"
#include "report/json_report.h"

namespace snag {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPlaceholder = "@DATA@";
constexpr std::uint32_t kAround = 4;       // lines of source before and after a step; web/src/source.ts has it too
constexpr std::size_t kLongestLine = 400;  // characters

std::string dump(const Json& json) {
  // Names may hold any bytes.
  return json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

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
  const std::size_t dot = class_name.rfind('.');
  const std::string key = fmt::format("{}/{}", class_name.substr(0, dot == class_name.npos ? 0 : dot), file);
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

// The wanted lines and those around them, as [{first, lines}]: what touches is one excerpt. Lines end as in JLS 3.4.
Json excerpts_of(std::string_view source, const std::set<std::uint32_t>& wanted) {
  Json excerpts = Json::array();
  auto next = wanted.begin();     // the first line that is wanted at or after the current one
  std::uint32_t shown_until = 0;  // by the wanted lines before
  bool gap = true;
  for (std::uint32_t number = 1; !source.empty(); ++number) {
    const std::size_t end = std::min(source.find_first_of("\r\n"), source.size());
    if (next != wanted.end() && *next <= number + kAround) {
      while (next != wanted.end() && *next <= number + kAround) shown_until = *next++ + kAround;
    }
    if (number > shown_until) {
      if (next == wanted.end()) break;
      gap = true;
    } else {
      if (gap) excerpts.push_back({{"first", number}, {"lines", Json::array()}});
      gap = false;
      excerpts.back()["lines"].push_back(excerpt(source.substr(0, end), /*word=*/"", kLongestLine).text);
    }
    if (end == source.size()) break;
    source.remove_prefix(end + (source.substr(end).starts_with("\r\n") ? 2 : 1));
  }
  return excerpts;
}

Json sources_of(const ReportInput& input) {
  Json sources = Json::object();
  for (const auto& [key, wanted] : wanted_files(input.findings)) {
    const std::optional<std::string_view> source = input.sources.find_file(wanted.class_name, wanted.file);
    if (!source) continue;
    Json excerpts = excerpts_of(*source, wanted.lines);
    if (!excerpts.empty()) sources[key] = std::move(excerpts);
  }
  return sources;
}

// The Markdown page of a kind, or else of its check, and the name that it has in the page's data.
std::pair<std::string, std::string_view> page_of(const std::string& check, const std::string& kind) {
  for (const std::string& name : {fmt::format("{}/{}", check, kind), check}) {
    for (const EmbeddedFile& page : embedded_check_pages()) {
      if (page.name == name + ".md") return {name, page.content};
    }
  }
  return {};
}

Json pages_of(std::span<const Finding> findings) {
  std::set<std::pair<std::string, std::string>> kinds;
  for (const Finding& finding : findings) kinds.emplace(finding.check, finding.kind);
  Json pages = Json::object();
  for (const auto& [check, kind] : kinds) {
    if (const auto [name, content] = page_of(check, kind); !name.empty()) pages[name] = content;
  }
  return pages;
}

Json titles() {
  Json result = Json::object();
  for (const CheckDescriptor& check : all_checks()) {
    result[std::string(check.id)] = check.title;
    for (const KindDescriptor& kind : check.kinds) result[fmt::format("{}/{}", check.id, kind.id)] = kind.title;
  }
  return result;
}

// Adds JSON such that it can stand in a script element: without `<`, which could end the element, and without the two
// line ends that old readers of scripts do not take in strings. Blanks between the tokens are left out.
void append_for_script(std::string& out, std::string_view json) {
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (!in_string && (c == ' ' || c == '\n')) continue;
    if (c == '"') in_string = !in_string;
    if (c == '<') {
      out += "\\u003c";
    } else if (c == '\\' && i + 1 < json.size()) {
      out += c;
      out += json[++i];
    } else if (json.substr(i, 3) == "\xe2\x80\xa8" || json.substr(i, 3) == "\xe2\x80\xa9") {
      out += json[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += c;
    }
  }
}

}  // namespace

std::string html_report(const ReportInput& input) {
  const std::string_view page = embedded_report_page().front().content;
  const std::size_t at = page.find(kPlaceholder);
  const RunSummary& summary = input.summary;
  const Json run = {{"classes", summary.classes},
                    {"skipped", summary.skipped},
                    {"suppressed", summary.suppressed},
                    {"known", summary.known}};
  const std::string report = json_report(input.findings, input.diagnostics, input.stats);
  const std::string sources = dump(sources_of(input));

  std::string result;
  result.reserve(page.size() + report.size() + sources.size());
  result += page.substr(0, at);
  result += R"({"report":)";
  append_for_script(result, report);
  result += R"(,"summary":)";
  append_for_script(result, dump(run));
  result += R"(,"titles":)";
  append_for_script(result, dump(titles()));
  result += R"(,"sources":)";
  append_for_script(result, sources);
  result += R"(,"pages":)";
  append_for_script(result, dump(pages_of(input.findings)));
  result += "}";
  result += page.substr(at + kPlaceholder.size());
  return result;
}

}  // namespace snag

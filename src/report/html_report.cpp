#include "report/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

// Which characters end a run that can be copied. (find_first_of asks for each character of the text on its own.)
constexpr std::array<bool, 256> table_of(std::string_view characters) {
  std::array<bool, 256> table{};
  for (char c : characters) table[static_cast<unsigned char>(c)] = true;
  return table;
}

// Adds JSON such that it can stand in a script element: without `<`, which could end the element, and without the two
// line ends that old readers of scripts do not take in strings. Blanks between the tokens are left out.
void append_for_script(std::string& out, std::string_view json) {
  static constexpr std::array<bool, 256> kOfStrings = table_of("\"\\<\xe2"), kOutside = table_of("\" \n");
  bool in_string = false;
  while (!json.empty()) {
    const std::array<bool, 256>& special = in_string ? kOfStrings : kOutside;
    std::size_t used = 0;
    while (used < json.size() && !special[static_cast<unsigned char>(json[used])]) ++used;
    out += json.substr(0, used);
    json.remove_prefix(used);
    if (json.empty()) break;
    used = 1;
    if (json[0] == '"') {
      in_string = !in_string;
      out += '"';
    } else if (json[0] == '\\') {
      used = std::min<std::size_t>(2, json.size());
      out += json.substr(0, used);
    } else if (json[0] == '<') {
      out += "\\u003c";
    } else if (json.starts_with("\xe2\x80\xa8") || json.starts_with("\xe2\x80\xa9")) {
      used = 3;
      out += json[2] == '\xa8' ? "\\u2028" : "\\u2029";
    } else if (in_string) {
      out += json[0];
    }
    json.remove_prefix(used);
  }
}

// As the compiler counts lines (JLS 3.4): they end with LF, CR, or both.
std::size_t end_of_line(std::string_view source) {
  source = source.substr(0, source.find('\n'));
  return std::min(source.find('\r'), source.size());
}

// A line as a JSON string. Nearly all are plain, and there may be very many.
void append_line(std::string& out, std::string_view line) {
  line = line.substr(0, line.find_last_not_of(" \t") + 1);
  const bool plain = line.size() <= kLongestLine && std::all_of(line.begin(), line.end(), [](char c) {
                       return c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '<';
                     });
  if (plain) {
    out += '"';
    out += line;
    out += '"';
  } else {
    append_for_script(out, dump(excerpt(line, /*word=*/"", kLongestLine).text));
  }
}

// The wanted lines and those around them, as [{first, lines}]: what touches is one excerpt.
// Empty when there are none.
std::string excerpts_of(std::string_view source, const std::set<std::uint32_t>& wanted) {
  std::string excerpts;
  auto next = wanted.begin();     // the first line that is not near enough yet
  std::uint32_t shown_until = 0;  // by the wanted lines before
  bool open = false;
  for (std::uint32_t number = 1; !source.empty(); ++number) {
    const std::size_t end = end_of_line(source);
    while (next != wanted.end() && *next <= number + kAround) shown_until = *next++ + kAround;
    if (number <= shown_until) {
      if (open) {
        excerpts += ',';
      } else {
        excerpts += excerpts.empty() ? "[" : ",";
        excerpts += fmt::format(R"({{"first":{},"lines":[)", number);
      }
      open = true;
      append_line(excerpts, source.substr(0, end));
    } else {
      if (open) excerpts += "]}";
      open = false;
      if (next == wanted.end()) break;
    }
    if (end == source.size()) break;
    source.remove_prefix(end + (source.substr(end).starts_with("\r\n") ? 2 : 1));
  }
  if (open) excerpts += "]}";
  return excerpts.empty() ? excerpts : excerpts + "]";
}

// {"bank/Account.java": [...]}, ready for the script element.
std::string sources_of(const ReportInput& input) {
  std::string sources = "{";
  for (const auto& [key, wanted] : wanted_files(input.findings)) {
    const std::optional<std::string_view> source = input.sources.find_file(wanted.class_name, wanted.file);
    if (!source) continue;
    const std::string excerpts = excerpts_of(*source, wanted.lines);
    if (excerpts.empty()) continue;
    if (sources.size() > 1) sources += ',';
    append_for_script(sources, dump(key));
    sources += ':';
    sources += excerpts;
  }
  return sources + "}";
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
  const std::string sources = sources_of(input);

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
  result += sources;
  result += R"(,"pages":)";
  append_for_script(result, dump(pages_of(input.findings)));
  result += "}";
  result += page.substr(at + kPlaceholder.size());
  return result;
}

}  // namespace snag

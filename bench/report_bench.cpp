// How long the reports of many findings take, in each format.
//   report_bench [--findings N] [--passes N] [--sources]
// One line for each pass and format: `report format=json pass=1 findings=10000 wall_s=0.123 cpu_s=0.120 bytes=45678`.
// With --sources there are 1,000 source files to quote from, in a folder that is removed at the end.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "made_findings.h"
#include "report/html_report.h"
#include "report/json_report.h"
#include "report/sarif_report.h"
#include "report/text_report.h"

namespace {

namespace fs = std::filesystem;

struct Format {
  std::string_view name;
  std::function<std::string(const snag::ReportInput&)> write;
};

// A format that comes is a line here.
const std::vector<Format>& formats() {
  static const std::vector<Format> kFormats = {
      {"text", [](const snag::ReportInput& input) { return snag::text_report(input, {}); }},
      {"brief", [](const snag::ReportInput& input) { return snag::text_report(input, {.brief = true}); }},
      {"json", [](const snag::ReportInput& input) { return snag::json_report(input); }},
      {"json-compact",
       [](const snag::ReportInput& input) { return snag::json_report(input, snag::JsonForm::kCompact); }},
      {"sarif", [](const snag::ReportInput& input) { return snag::sarif_report(input); }},
      {"html", [](const snag::ReportInput& input) { return snag::html_report(input); }},
  };
  return kFormats;
}

// One file for each class of the findings, with 1,300 lines.
void write_sources(const fs::path& folder, const std::vector<snag::Finding>& findings) {
  std::string body;
  for (int line = 3; line <= 1300; ++line) body += fmt::format("        setTotal(before + interest * {});\n", line);
  std::string last;
  for (const snag::Finding& finding : findings) {
    if (finding.class_name == last) continue;
    last = finding.class_name;
    const std::string package = last.substr(0, last.rfind('.'));
    std::string below = package;
    for (char& c : below) c = c == '.' ? '/' : c;
    fs::create_directories(folder / below);
    std::ofstream(folder / below / finding.file) << "package " << package << ";\n\n" << body;
  }
}

}  // namespace

int main(int count, char** values) {
  std::size_t number = 10'000;
  int passes = 3;
  bool with_sources = false;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = values[i];
    if (word == "--sources") {
      with_sources = true;
    } else if (i + 1 < count && word == "--findings") {
      number = std::stoul(values[++i]);
    } else if (i + 1 < count && word == "--passes") {
      passes = std::stoi(values[++i]);
    } else {
      fmt::print(stderr, "report_bench: unknown argument {}\n", word);
      return 2;
    }
  }

  const std::vector<snag::Finding> findings = snag::made_findings(number);
  std::string pattern = (fs::temp_directory_path() / "report_benchXXXXXX").native();
  if (mkdtemp(pattern.data()) == nullptr) return 1;
  const fs::path folder = pattern;
  if (with_sources) write_sources(folder, findings);

  const snag::Diagnostics diagnostics;
  const snag::Stats stats;
  for (int pass = 1; pass <= passes; ++pass) {
    for (const Format& format : formats()) {
      snag::SourceLines sources({folder}, folder);
      const auto start = std::chrono::steady_clock::now();
      const std::clock_t cpu_start = std::clock();
      const std::string text = format.write({findings, diagnostics, stats, sources, {}});
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      const double cpu = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
      fmt::print("report format={} pass={} findings={} sources={} wall_s={:.4f} cpu_s={:.4f} bytes={}\n", format.name,
                 pass, number, with_sources, taken.count(), cpu, text.size());
    }
  }
  fs::remove_all(folder);
  return 0;
}

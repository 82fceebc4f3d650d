// Writes reports as the program does, and such as no program could cause: for tests/reports/run.
//   report_writer json|sarif [--audit] [--source-path DIR] [--source-root DIR] JAR
//   report_writer json|sarif --made COUNT       of findings that are all as long as real ones
//   report_writer json|sarif --hostile          of findings whose texts are whatever bytes can be
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "../../bench/made_findings.h"
#include "report/json_report.h"
#include "report/sarif_report.h"
#include "support/opened_program.h"
#include "support/run_checks.h"

namespace snag {
namespace {

struct Arguments {
  bool sarif = false, audit = false, hostile = false;
  std::size_t made = 0;
  std::filesystem::path source_path, source_root;
  std::string jar;
};

Arguments parse(int count, char** values) {
  const std::vector<std::string> words(values + 1, values + count);
  Arguments result;
  result.sarif = words.at(0) == "sarif";
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "--audit") {
      result.audit = true;
    } else if (words[i] == "--hostile") {
      result.hostile = true;
    } else if (words[i] == "--made") {
      result.made = std::stoul(words.at(++i));
    } else if (words[i] == "--source-path") {
      result.source_path = words.at(++i);
    } else if (words[i] == "--source-root") {
      result.source_root = words.at(++i);
    } else {
      result.jar = words[i];
    }
  }
  return result;
}

// Check, kind and fingerprint are Snag's own words; everything else comes from class files.
std::vector<Finding> hostile_findings() {
  std::vector<Finding> findings;
  std::vector<std::string> texts = {"",
                                    std::string("\0\x1b[2J\x7f\r\n\t", 8),
                                    "\xff\xfe\xc3(\xed\xa0\x80\xf4\x90\x80\x80",
                                    "</script><!--\xe2\x80\xa8\xe2\x80\xae",
                                    "../../../etc/passwd",
                                    "C:\\a b\\#?%zz\"'`{0}[x](1)",
                                    "//host/share",
                                    "残高/\xf0\x9f\x92\xb0.java",
                                    std::string(100'000, 'x')};
  for (const std::string& text : texts) {
    for (std::uint32_t line : {0u, 1u, 4'294'967'295u}) {
      Finding finding = made_findings(1).front();
      finding.fingerprint = fmt::format("{:016x}", findings.size());
      if (!text.empty()) finding.message = text;
      finding.outcome = finding.repair = finding.highlight = finding.class_name = finding.method = finding.file = text;
      finding.line = line;
      finding.subject = {text, {text}};
      for (ThreadOfSteps& thread : finding.threads) {
        thread.name = text;
        for (Step& step : thread.steps) {
          step.class_name = step.method = step.file = step.note = text;
          step.line = line;
          step.locks = {text, text};
        }
      }
      for (OtherPlace& place : finding.also)
        place.class_name = place.method = place.file = place.kind = text, place.line = line;
      for (Graph::Node& node : finding.graphs[0].nodes) node.label = node.detail = node.file = text;
      findings.push_back(std::move(finding));
    }
  }
  Finding bare;
  bare.check = "stale-value";
  bare.kind = "lost-update";
  bare.message = "no threads, no places";
  bare.fingerprint = "ffffffffffffffff";
  bare.threads = {{"T1", {}}};
  findings.push_back(bare);
  return findings;
}

void print(const Arguments& arguments, const std::vector<Finding>& findings, const Diagnostics& diagnostics,
           const Stats& stats, std::size_t classes) {
  std::vector<std::filesystem::path> folders;
  if (!arguments.source_path.empty()) folders.push_back(arguments.source_path);
  SourceLines sources(folders, arguments.source_root);
  const ReportInput input{findings, diagnostics, stats, sources, {.classes = classes}};
  const std::string text = arguments.sarif ? sarif_report(input) : json_report(input);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

int run(const Arguments& arguments) {
  Stats stats;
  if (arguments.made > 0 || arguments.hostile) {
    Diagnostics diagnostics;
    if (arguments.hostile) diagnostics.add({DiagnosticSeverity::kError, "\xff\x1b.jar!/[a](1)", 7, "{0}\xc3"});
    print(arguments, arguments.hostile ? hostile_findings() : made_findings(arguments.made), diagnostics, stats, 0);
    return 0;
  }
  OpenedProgram opened({.application = arguments.jar});
  std::vector<std::string_view> ids;
  for (const CheckDescriptor& check : all_checks()) ids.push_back(check.id);
  const CheckInput input{
      .store = *opened.store,
      .models = opened.models,
      .application = opened.application,
      .stats = stats,
      .profile = arguments.audit ? Profile::kAudit : Profile::kReview,
  };
  print(arguments, run_checks(input, ids), opened.diagnostics, stats, opened.application.size());
  return 0;
}

}  // namespace
}  // namespace snag

int main(int count, char** values) {
  try {
    return snag::run(snag::parse(count, values));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "report_writer: %s\n", error.what());
    return 2;
  }
}

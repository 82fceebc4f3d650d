// `snag diff OLD NEW`: what has changed from one report to the next.
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/json_writer.h"
#include "catalog/catalog.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "findings/known_findings.h"
#include "report/printable.h"

namespace snag {

namespace {

// `+ high  bank.Account.addInterest(int)  (Account.java:41)  stale-value/lost-update`, and the message below.
void append(std::string& text, std::string_view sign, std::string_view paint, const KnownFinding& finding) {
  std::string place = finding.file;
  if (finding.line != 0) place += fmt::format(":{}", finding.line);
  const std::string_view end = paint.empty() ? "" : "\x1b[0m";
  fmt::format_to(std::back_inserter(text), "{}{} {:<6}{}  {}  {}\n    {}\n    {}\n", paint, sign,
                 printable(finding.severity), end, printable(kind_name(finding.check, finding.kind)),
                 printable(fmt::format("{}.{}  ({})", finding.class_name, finding.method, place)),
                 printable(finding.message), printable(finding.fingerprint));
}

std::string as_text(const FindingsChange& change, bool color) {
  std::string text;
  for (const KnownFinding& finding : change.added) append(text, "+", color ? "\x1b[1;31m" : "", finding);
  for (const KnownFinding& finding : change.gone) append(text, "-", color ? "\x1b[1;32m" : "", finding);
  if (!text.empty()) text += "\n";
  return text + fmt::format("{} new, {} gone, {} as before\n", change.added.size(), change.gone.size(), change.same);
}

nlohmann::ordered_json to_json(const std::vector<KnownFinding>& findings) {
  auto list = nlohmann::ordered_json::array();
  for (const KnownFinding& finding : findings) {
    list.push_back({{"fingerprint", finding.fingerprint},
                    {"check", finding.check},
                    {"kind", finding.kind},
                    {"severity", finding.severity},
                    {"class", finding.class_name},
                    {"method", finding.method},
                    {"file", finding.file},
                    {"line", finding.line},
                    {"message", finding.message}});
  }
  return list;
}

}  // namespace

std::vector<KnownFinding> read_known_findings(const std::filesystem::path& file, std::string_view option) {
  auto refuse = [&](std::string_view why) { throw UsageError(fmt::format("{} {}: {}", option, file.native(), why)); };
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    refuse(option == "--baseline" ? "there is no such file; --write-baseline makes one" : "there is no such file");
  }
  if (!std::filesystem::is_regular_file(file, error)) refuse("is not a file");
  constexpr std::uintmax_t kMaximumSize = std::uintmax_t{1} << 30;
  if (std::filesystem::file_size(file, error) > kMaximumSize) refuse("is too large");
  std::ifstream in(file, std::ios::binary);
  if (!in.is_open()) refuse("cannot be read");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  Result<std::vector<KnownFinding>> known = parse_known_findings(text);
  if (!known) refuse(known.error().message);
  return std::move(*known);
}

int run_diff(const Options& options) {
  const std::vector<KnownFinding> before = read_known_findings(options.old_findings, "OLD");
  const std::vector<KnownFinding> after = read_known_findings(options.new_findings, "NEW");
  const FindingsChange change = compare(before, after);
  const ReportTarget& target = options.report();
  if (target.file) refuse_unwritable(*target.file, "--output");
  if (target.format == OutputFormat::kJson) {
    const nlohmann::ordered_json report = {
        {"tool", "snag"}, {"new", to_json(change.added)}, {"gone", to_json(change.gone)}, {"same", change.same}};
    const std::string text = report.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    write_output(target.file, harmless_json(text) + "\n");
  } else {
    const bool color = target.file ? options.color == ColorMode::kAlways : wants_color(options.color, STDOUT_FILENO);
    write_output(target.file, as_text(change, color));
  }
  return change.added.empty() ? kExitNoFindings : kExitFindings;
}

}  // namespace snag

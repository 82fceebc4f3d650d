#include "report/html_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/embedded.h"
#include "report/report_findings.h"
#include "support/scratch_folder.h"

namespace snag {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

std::string report(const std::vector<Finding>& findings, SourceLines sources = {}) {
  const Diagnostics diagnostics;
  const Stats stats;
  return html_report({.findings = findings,
                      .diagnostics = diagnostics,
                      .stats = stats,
                      .sources = sources,
                      .summary = {.classes = 6, .skipped = 1, .suppressed = 2, .known = 3}});
}

// What stands between the tags of the data, as it is written.
std::string data_text(const std::string& html) {
  constexpr std::string_view kBegin = R"(<script type="application/json" id="data">)";
  const std::size_t begin = html.find(kBegin) + kBegin.size();
  return html.substr(begin, html.find("</script>", begin) - begin);
}
Json data(const std::string& html) { return Json::parse(data_text(html)); }

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t result = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++result;
  return result;
}

TEST(HtmlReport, DataTakesThePlaceholdersPlace) {
  const std::string_view page = embedded_report_page().front().content;
  ASSERT_EQ(embedded_report_page().size(), 1u);
  ASSERT_EQ(count(page, "@DATA@"), 1u);
  const std::string html = report({lost_update()});
  EXPECT_EQ(count(html, "@DATA@"), 0u);
  const std::size_t at = page.find("@DATA@");
  EXPECT_EQ(html.substr(0, at), page.substr(0, at));
  const std::string_view after = page.substr(at + 6);
  EXPECT_EQ(html.substr(html.size() - after.size()), after);
  EXPECT_EQ(html.size(), page.size() - 6 + data_text(html).size());
}

TEST(HtmlReport, NothingIsLoaded) {
  const std::string_view page = embedded_report_page().front().content;
  EXPECT_THAT(page, HasSubstr("default-src 'none'; script-src 'sha256-"));
  EXPECT_THAT(page, Not(HasSubstr("<link")));
  EXPECT_THAT(page, Not(HasSubstr("src=\"http")));
  EXPECT_THAT(page, Not(HasSubstr("unsafe-inline")));
}

TEST(HtmlReport, HoldsTheJsonReport) {
  Finding finding = lost_update();
  finding.outcome = "the deposit is lost";
  finding.threads[1].steps[0].time = 2;
  finding.graphs = {
      {.title = "Calls", .nodes = {{.label = "a"}, {.label = "b", .marked = true}}, .edges = {{0, 1, "x", true}}}};
  const Json json = data(report({finding}));
  const Json& first = json["report"]["findings"][0];
  EXPECT_EQ(first["check"], "stale-value");
  EXPECT_EQ(first["outcome"], "the deposit is lost");
  EXPECT_EQ(first["threads"][1]["steps"][0]["time"], 2);
  EXPECT_EQ(first["graphs"][0]["nodes"][1]["marked"], true);
  EXPECT_EQ(first["graphs"][0]["edges"][0]["label"], "x");
  EXPECT_EQ(json["report"]["stats"]["summary"].dump(), R"({"classes":6,"skipped":1,"suppressed":2,"known":3})");
  EXPECT_FALSE(json["titles"]["stale-value/lost-update"].get<std::string>().empty());
}

TEST(HtmlReport, NoFindings) {
  const Json json = data(report({}));
  EXPECT_EQ(json["report"]["findings"].dump(), "[]");
  EXPECT_EQ(json["sources"].dump(), "{}");
  EXPECT_EQ(json["pages"].dump(), "{}");
}

TEST(HtmlReport, NoTextEndsTheScriptElement) {
  Finding finding = lost_update();
  const std::string message = "</script><!--<script> \\\" \xe2\x80\xa6 @DATA@ \t\n\x01 two  blanks \\";
  finding.message = message;
  finding.class_name = "a\xff<b";
  finding.method = "a\u2028\u2029\u202e\u009bb";  // line ends for scripts, and what a browser would obey
  const std::string html = report({finding});
  const std::string text = data_text(html);
  EXPECT_THAT(text, Not(HasSubstr("<")));
  EXPECT_THAT(text, Not(HasSubstr("\n")));
  EXPECT_EQ(count(html, "</script>"), 2u);
  const Json json = Json::parse(text);
  EXPECT_EQ(json["report"]["findings"][0]["message"], message);
  EXPECT_EQ(json["report"]["findings"][0]["class"], "a\xef\xbf\xbd<b");
  EXPECT_EQ(json["report"]["findings"][0]["method"], "a\ufffd\ufffd\ufffd\ufffdb");
}

TEST(HtmlReport, PagesOfTheChecksThatOccur) {
  Finding other = lost_update();
  other.check = "no-such-check";
  const Json pages = data(report({lost_update(), lost_update(), other}))["pages"];
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_THAT(pages.items().begin().key(), ::testing::StartsWith("stale-value"));
  EXPECT_THAT(pages.items().begin().value().get<std::string>(), ::testing::StartsWith("# stale-value"));
}

class HtmlReportSources : public ::testing::Test {
 protected:
  // bank/Account.java with lines `line 1` … `line <lines>`, each ending as given.
  SourceLines sources(int lines, std::string_view line_end = "\n") {
    std::filesystem::create_directories(folder_.path() + "/bank");
    std::ofstream out(folder_.path() + "/bank/Account.java", std::ios::binary);
    for (int i = 1; i <= lines; ++i) out << "line " << i << (i < lines ? line_end : "");
    return SourceLines({folder_.path()});
  }
  ScratchFolder folder_;
};

// The first line that is looked at is 3, the steps' are 18 and 122; Teller.java is not there.
TEST_F(HtmlReportSources, LinesAroundTheSteps) {
  for (std::string_view line_end : {"\n", "\r\n", "\r"}) {
    const Json json = data(report({lost_update()}, sources(124, line_end)))["sources"];
    ASSERT_EQ(json.size(), 1u);
    const Json& parts = json["bank/Account.java"];
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[0]["first"], 1);
    EXPECT_EQ(parts[0]["lines"].size(), 7u);
    EXPECT_EQ(parts[0]["lines"][2], "line 3");
    EXPECT_EQ(parts[1]["first"], 14);
    EXPECT_EQ(parts[1]["lines"].size(), 9u);
    EXPECT_EQ(parts[2]["first"], 118);
    EXPECT_EQ(parts[2]["lines"].size(), 7u);
    EXPECT_EQ(parts[2]["lines"][6], "line 124");
  }
}

TEST_F(HtmlReportSources, NearLinesAreOneExcerpt) {
  Finding finding = lost_update();
  finding.threads[0].steps[0].line = 12;  // 8 to 16; line 3 shows 1 to 7
  const Json parts = data(report({finding}, sources(20)))["sources"]["bank/Account.java"];
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0]["first"], 1);
  EXPECT_EQ(parts[0]["lines"].size(), 16u);
}

TEST_F(HtmlReportSources, AFileThatIsTooShort) {
  const Json json = data(report({lost_update()}, sources(2)))["sources"];
  EXPECT_EQ(json["bank/Account.java"].dump(), R"([{"first":1,"lines":["line 1","line 2"]}])");
}

TEST_F(HtmlReportSources, LineThatCannotBeShownAsItIs) {
  std::filesystem::create_directories(folder_.path() + "/bank");
  std::ofstream(folder_.path() + "/bank/Account.java", std::ios::binary)
      << "\n\n\tint a; // </script> \xff \x1b[31m\n" + std::string(100'000, 'x') + "\n";
  const Json lines =
      data(report({lost_update()}, SourceLines({folder_.path()})))["sources"]["bank/Account.java"][0]["lines"];
  EXPECT_EQ(lines[2], "        int a; // </script> \xef\xbf\xbd \xef\xbf\xbd[31m");
  EXPECT_LT(lines[3].get<std::string>().size(), 1000u);
}

// A thousand findings of one file ask for it once: the report of 10,000 findings is written in well under a second.
TEST(HtmlReport, Many) {
  std::vector<Finding> findings(1000, lost_update());
  EXPECT_EQ(data(report(findings))["report"]["findings"].size(), 1000u);
}

}  // namespace
}  // namespace snag

#include "report/json_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/version.h"
#include "report/report_findings.h"

namespace snag {
namespace {

using Json = nlohmann::ordered_json;

std::string report(const std::vector<Finding>& findings, const Diagnostics& diagnostics = {}, const Stats& stats = {},
                   const RunSummary& summary = {}, JsonForm form = JsonForm::kIndented) {
  SourceLines sources;
  return json_report({findings, diagnostics, stats, sources, summary}, form);
}

// The promised form, key by key and in this order.
TEST(JsonReport, OneFinding) {
  const Json expected = Json::parse(R"json({
    "check": "stale-value", "kind": "lost-update", "severity": "high", "score": 0, "fingerprint": "0123456789abcdef",
    "message": "Account.balance is read under this, and written from that value under a later one",
    "class": "bank.Account", "method": "addInterest(int)", "file": "Account.java", "line": 3,
    "path": "bank/Account.java",
    "subject": {"field": "bank.Account.balance", "locks": ["this"]},
    "threads": [
      {"name": "T1", "steps": [
        {"role": "read", "class": "bank.Account", "method": "balance()", "file": "Account.java", "line": 18,
         "locks": ["this"], "note": "balance is read into before", "time": 0},
        {"role": "write", "class": "bank.Account", "method": "setBalance(long)", "file": "Account.java", "line": 122,
         "locks": ["this"], "note": "", "time": 0}]},
      {"name": "T2", "steps": [
        {"role": "write", "class": "bank.Teller", "method": "pay()", "file": "Teller.java", "line": 7,
         "locks": ["this", "account"], "note": "this update is lost", "time": 0}]}],
    "repair": "hold this from the read to the write"})json");
  const Json actual = Json::parse(report({lost_update()}));
  ASSERT_EQ(actual["findings"].size(), 1u);
  EXPECT_EQ(actual["findings"][0].dump(1), expected.dump(1));
}

TEST(JsonReport, WhatIsThereOnlySometimes) {
  Finding finding = lost_update();
  finding.score = 77;
  finding.outcome = "the deposit is lost";
  finding.threads[1].steps[0].time = 2;
  finding.also = {{{Role::kWrite, "bank.Teller", "close()", "Teller.java", 9}, "stale-use"}};
  finding.graphs = {{"Calls",
                     {{"pay()", "bank.Teller.pay()", "Teller.java", 7, true}, {"close()", "", "", 0, false}},
                     {{0, 1, "twice", true}}}};
  const Json json = Json::parse(report({finding}))["findings"][0];
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"check", "kind", "severity", "score", "fingerprint", "message", "outcome",
                                            "class", "method", "file", "line", "path", "subject", "threads", "repair",
                                            "also", "graphs"}));
  EXPECT_EQ(json["score"], 77);
  EXPECT_EQ(json["outcome"], "the deposit is lost");
  EXPECT_EQ(json["threads"][1]["steps"][0]["time"], 2);
  EXPECT_EQ(
      json["also"].dump(),
      R"json([{"kind":"stale-use","fingerprint":"","class":"bank.Teller","method":"close()","file":"Teller.java","line":9}])json");
  EXPECT_EQ(json["graphs"].dump(),
            R"json([{"title":"Calls","nodes":[{"label":"pay()","detail":"bank.Teller.pay()","file":"Teller.java",)json"
            R"json("line":7,"marked":true},{"label":"close()","detail":"","file":"","line":0,"marked":false}],)json"
            R"json("edges":[{"from":0,"to":1,"label":"twice","marked":true}]}])json");
}

TEST(JsonReport, EmptyPartsAreThere) {
  Finding finding;
  finding.check = "block-atomicity";
  const Json json = Json::parse(report({finding}))["findings"][0];
  EXPECT_EQ(json["severity"], "medium");
  EXPECT_EQ(json["subject"].dump(), R"({"field":"","locks":[]})");
  EXPECT_EQ(json["threads"].dump(), "[]");
  EXPECT_EQ(json["line"], 0);
  EXPECT_FALSE(json.contains("repair"));

  EXPECT_EQ(Json::parse(report({})).dump(), R"({"tool":"snag","version":")" + std::string(kVersion) +
                                                R"(","findings":[],"diagnostics":[],"stats":{"summary":)" +
                                                R"({"classes":0,"skipped":0,"suppressed":0,"known":0}}})");
}

TEST(JsonReport, DiagnosticsAndCounts) {
  Diagnostics diagnostics;
  diagnostics.add({DiagnosticSeverity::kWarning, "a.jar", 12, "odd"});
  diagnostics.add({DiagnosticSeverity::kNote, "", std::nullopt, "about everything"});
  Stats stats;
  Stats::Pass(stats, "read classes").count("classes", 6);
  Stats::Pass(stats, "without counts");
  Stats::Pass(stats, "read classes").count("skipped", 1);
  const RunSummary summary{.classes = 6, .skipped = 5, .suppressed = 4, .known = 3, .seconds = 2};
  const Json json = Json::parse(report({}, diagnostics, stats, summary));
  EXPECT_EQ(json["diagnostics"].dump(), R"([{"severity":"note","file":"","message":"about everything"},)"
                                        R"({"severity":"warning","file":"a.jar","message":"odd","offset":12}])");
  EXPECT_EQ(json["stats"].dump(), R"({"read classes":{"classes":6,"skipped":1},)"
                                  R"("summary":{"classes":6,"skipped":5,"suppressed":4,"known":3}})");
}

TEST(JsonReport, AnyBytes) {
  Finding finding = lost_update();
  finding.class_name = "a\xff\x1b";
  const std::string text = report({finding});
  EXPECT_EQ(text.back(), '\n');
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(Json::parse(text)["findings"][0]["class"], "a\xef\xbf\xbd\x1b");
}

// CSI as one character, and an override of the direction.
TEST(JsonReport, WhatATerminalObeysIsEscaped) {
  Finding finding = lost_update();
  finding.class_name = "a\u009b31m\u202e";
  const std::string text = report({finding});
  EXPECT_EQ(text.find("\u009b"), std::string::npos);
  EXPECT_EQ(text.find("\u202e"), std::string::npos);
  EXPECT_EQ(Json::parse(text)["findings"][0]["class"], "a\u009b31m\u202e");
  const std::string page = report({finding}, {}, {}, {}, JsonForm::kCompact);
  EXPECT_EQ(Json::parse(page)["findings"][0]["class"], "a\ufffd31m\ufffd");
}

// For the page of the HTML report: the same, and nothing in it ends the page's script.
TEST(JsonReport, Compact) {
  Finding finding = lost_update();
  finding.message = "</script><script>";
  const std::string compact = report({finding}, {}, {}, {}, JsonForm::kCompact);
  EXPECT_EQ(compact.find_first_of("<>\n"), std::string::npos);
  EXPECT_EQ(Json::parse(compact), Json::parse(report({finding})));
}

TEST(JsonReport, NamesOfAnyLength) {
  Finding finding = lost_update();
  finding.method = std::string(100'000, 'x') + "\xed\xa0\x80";
  EXPECT_EQ(Json::parse(report({finding}))["findings"][0]["method"],
            std::string(100'000, 'x') + "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

}  // namespace
}  // namespace snag

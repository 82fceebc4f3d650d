#include "report/json_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/version.h"
#include "report/report_findings.h"

namespace snag {
namespace {

using Json = nlohmann::ordered_json;

std::string report(const std::vector<Finding>& findings) { return json_report(findings, Diagnostics(), Stats()); }

// The promised form, key by key and in this order.
TEST(JsonReport, OneFinding) {
  const Json expected = Json::parse(R"json({
    "check": "stale-value", "kind": "lost-update", "severity": "high", "fingerprint": "0123456789abcdef",
    "message": "Account.balance is read under this, and written from that value under a later one",
    "class": "bank.Account", "method": "addInterest(int)", "file": "Account.java", "line": 3,
    "subject": {"field": "bank.Account.balance", "locks": ["this"]},
    "threads": [
      {"name": "T1", "steps": [
        {"role": "read", "class": "bank.Account", "method": "balance()", "file": "Account.java", "line": 18,
         "locks": ["this"], "note": "balance is read into before"},
        {"role": "write", "class": "bank.Account", "method": "setBalance(long)", "file": "Account.java", "line": 122,
         "locks": ["this"], "note": ""}]},
      {"name": "T2", "steps": [
        {"role": "write", "class": "bank.Teller", "method": "pay()", "file": "Teller.java", "line": 7,
         "locks": ["this", "account"], "note": "this update is lost"}]}],
    "repair": "hold this from the read to the write"})json");
  const Json actual = Json::parse(report({lost_update()}));
  ASSERT_EQ(actual["findings"].size(), 1u);
  EXPECT_EQ(actual["findings"][0].dump(1), expected.dump(1));
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
                                                R"(","findings":[],"diagnostics":[],"stats":{}})");
}

TEST(JsonReport, DiagnosticsAndCounts) {
  Diagnostics diagnostics;
  diagnostics.add({DiagnosticSeverity::kWarning, "a.jar", 12, "odd"});
  diagnostics.add({DiagnosticSeverity::kNote, "", std::nullopt, "about everything"});
  Stats stats;
  Stats::Pass(stats, "read classes").count("classes", 6);
  Stats::Pass(stats, "without counts");
  const Json json = Json::parse(json_report({}, diagnostics, stats));
  EXPECT_EQ(json["diagnostics"].dump(), R"([{"severity":"note","file":"","message":"about everything"},)"
                                        R"({"severity":"warning","file":"a.jar","message":"odd","offset":12}])");
  EXPECT_EQ(json["stats"].dump(), R"({"read classes":{"classes":6}})");
}

TEST(JsonReport, AnyBytes) {
  Finding finding = lost_update();
  finding.class_name = "a\xff\x1b";
  const std::string text = report({finding});
  EXPECT_EQ(text.back(), '\n');
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(Json::parse(text)["findings"][0]["class"], "a\xef\xbf\xbd\x1b");
}

}  // namespace
}  // namespace snag

#include "report/sarif_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/version.h"
#include "catalog/catalog.h"
#include "report/report_findings.h"
#include "support/scratch_folder.h"

namespace snag {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string text_of(const std::vector<Finding>& findings, SourceLines& sources, const Diagnostics& diagnostics = {},
                    const SarifLimits& limits = {}) {
  return sarif_report({findings, diagnostics, Stats(), sources, {}}, limits);
}

Json run_of(const std::vector<Finding>& findings, const SarifLimits& limits = {}) {
  SourceLines sources;
  return Json::parse(text_of(findings, sources, {}, limits))["runs"][0];
}

Json result_of(const Finding& finding) { return run_of({finding})["results"][0]; }

std::vector<std::string> notifications(const Json& run) {
  std::vector<std::string> texts;
  for (const Json& of : run["invocations"][0]["toolExecutionNotifications"]) {
    texts.push_back(of["level"].get<std::string>() + ": " + of["message"]["text"].get<std::string>());
  }
  return texts;
}

TEST(SarifReport, TheFrame) {
  SourceLines sources;
  const std::string text = text_of({}, sources);
  EXPECT_EQ(text.back(), '\n');
  const Json log = Json::parse(text);
  EXPECT_EQ(log["version"], "2.1.0");
  EXPECT_EQ(log["$schema"], "https://json.schemastore.org/sarif-2.1.0.json");
  ASSERT_EQ(log["runs"].size(), 1u);
  const Json& run = log["runs"][0];
  EXPECT_EQ(run["results"].dump(), "[]");
  EXPECT_EQ(run["columnKind"], "utf16CodeUnits");
  EXPECT_EQ(run["tool"]["driver"]["name"], "Snag");
  EXPECT_EQ(run["tool"]["driver"]["semanticVersion"], kVersion);
  EXPECT_EQ(run["invocations"].dump(), R"([{"executionSuccessful":true,"toolExecutionNotifications":[]}])");
}

TEST(SarifReport, OneRuleForEachKind) {
  const Json rules = run_of({})["tool"]["driver"]["rules"];
  std::size_t at = 0;
  for (const CheckDescriptor& check : all_checks()) {
    for (const KindDescriptor& kind : check.kinds) {
      ASSERT_LT(at, rules.size());
      EXPECT_EQ(rules[at]["id"], std::string(check.id) + "/" + std::string(kind.id));
      EXPECT_THAT(rules[at]["help"]["markdown"].get<std::string>(), HasSubstr(check.id));
      EXPECT_EQ(rules[at]["help"]["text"], rules[at]["help"]["markdown"]);
      ++at;
    }
  }
  EXPECT_EQ(at, rules.size());
  EXPECT_EQ(rules[0]["name"], "StaleValueLostUpdate");
  EXPECT_EQ(rules[0]["shortDescription"]["text"],
            "A field is written from a value that it had in an earlier critical section.");
  EXPECT_EQ(rules[0]["defaultConfiguration"]["level"], "error");
  EXPECT_EQ(rules[0]["properties"].dump(),
            R"({"tags":["concurrency","correctness","stale-value"],"precision":"medium","problem.severity":"error"})");
}

TEST(SarifReport, OneFinding) {
  Finding finding = lost_update();
  finding.outcome = "The deposit is lost";
  finding.score = 77;
  const Json result = result_of(finding);
  EXPECT_EQ(result["ruleId"], "stale-value/lost-update");
  EXPECT_EQ(result["ruleIndex"], 0);
  EXPECT_EQ(result["level"], "error");
  EXPECT_EQ(result["rank"], 77);
  EXPECT_EQ(
      result["message"]["text"],
      "Account.balance is read under this, and written from that value under a later one. The deposit is lost. hold "
      "this from the read to the write.");
  EXPECT_EQ(result["locations"].dump(),
            R"json([{"physicalLocation":{"artifactLocation":{"uri":"bank/Account.java","uriBaseId":"%SRCROOT%"},)json"
            R"json("region":{"startLine":3}},)json"
            R"json("logicalLocations":[{"fullyQualifiedName":"bank.Account.addInterest(int)","kind":"member"}]}])json");
  EXPECT_EQ(result["partialFingerprints"].dump(), R"({"snag/v1":"0123456789abcdef"})");
}

TEST(SarifReport, LevelsAreTheSeverities) {
  Finding finding = lost_update();
  finding.severity = Severity::kMedium;
  EXPECT_EQ(result_of(finding)["level"], "warning");
  finding.severity = Severity::kLow;
  EXPECT_EQ(result_of(finding)["level"], "note");
}

TEST(SarifReport, AThreadFlowForEachThread) {
  Finding finding = lost_update();
  finding.threads[0].steps[0].time = 1;
  finding.threads[0].steps[1].time = 3;
  finding.threads[1].steps[0].time = 2;
  finding.threads.push_back({"T3", {}});  // SARIF has no empty one
  const Json flows = result_of(finding)["codeFlows"];
  ASSERT_EQ(flows.size(), 1u);
  const Json threads = flows[0]["threadFlows"];
  ASSERT_EQ(threads.size(), 2u);
  EXPECT_EQ(threads[0]["id"], "T1");
  ASSERT_EQ(threads[0]["locations"].size(), 2u);
  EXPECT_EQ(threads[0]["locations"][1]["executionOrder"], 3);
  EXPECT_EQ(threads[0]["locations"][1]["location"]["message"]["text"], "write");  // it has no note
  EXPECT_EQ(
      threads[1]["locations"].dump(),
      R"json([{"location":{"physicalLocation":{"artifactLocation":{"uri":"bank/Teller.java","uriBaseId":"%SRCROOT%"},)json"
      R"json("region":{"startLine":7}},"logicalLocations":[{"fullyQualifiedName":"bank.Teller.pay()","kind":"member"}],)json"
      R"json("message":{"text":"this update is lost"}},"kinds":["write","memory"],)json"
      R"json("state":{"locks held":{"text":"this, account"}},"nestingLevel":2,"executionOrder":2}])json");
}

TEST(SarifReport, KindsOfStepsInSarifsWords) {
  Finding finding = lost_update();
  Step& step = finding.threads[0].steps[0];
  for (const auto& [role, kinds] : std::vector<std::pair<Role, std::string>>{{Role::kAcquire, R"(["acquire","lock"])"},
                                                                             {Role::kRelease, R"(["release","lock"])"},
                                                                             {Role::kCall, R"(["call","function"])"},
                                                                             {Role::kJoin, R"(["join"])"},
                                                                             {Role::kNone, "[]"}}) {
    step.role = role;
    EXPECT_EQ(result_of(finding)["codeFlows"][0]["threadFlows"][0]["locations"][0]["kinds"].dump(), kinds);
  }
}

TEST(SarifReport, RelatedLocationsAreEachPlaceOnce) {
  Finding finding = lost_update();
  finding.also = {{{Role::kWrite, "bank.Teller", "close()", "Teller.java", 9}, "stale-use"}};
  finding.threads[1].steps.push_back(finding.threads[1].steps[0]);
  finding.threads[1].steps.push_back(finding.threads[1].steps[0]);
  finding.threads[1].steps[2].class_name = "bank.Account";
  finding.threads[1].steps[2].line = finding.line;
  std::vector<std::string> texts;
  const Json result = result_of(finding);
  for (const Json& of : result["relatedLocations"]) {
    texts.push_back(of["id"].dump() + " " + of["physicalLocation"]["artifactLocation"]["uri"].get<std::string>() + " " +
                    of["physicalLocation"]["region"]["startLine"].dump() + " " +
                    of["message"]["text"].get<std::string>());
  }
  EXPECT_THAT(texts, ElementsAre("1 bank/Teller.java 9 also here: stale-use",
                                 "2 bank/Account.java 18 T1: balance is read into before",
                                 "3 bank/Teller.java 7 T2: this update is lost"));
}

TEST(SarifReport, WithTheSources) {
  const ScratchFolder folder;
  folder.write("a b/ü#%/bank/Account.java",
               "package bank;\n\n\t/* \xf0\x9f\x92\xb0ü */ setBalance(before + interest);\n");
  SourceLines sources({folder.path()}, folder / "a b");
  const Json run = Json::parse(text_of({lost_update()}, sources))["runs"][0];
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"].dump(),
            R"({"artifactLocation":{"uri":"%C3%BC%23%25/bank/Account.java","uriBaseId":"%SRCROOT%"},"region":)"
            R"({"startLine":3,"startColumn":23,"endColumn":29,)"
            "\"snippet\":{\"text\":\"\\t/* \xf0\x9f\x92\xb0ü */ setBalance(before + interest);\"}}}");
  EXPECT_EQ(run["originalUriBaseIds"]["%SRCROOT%"]["uri"], "file://" + folder.path() + "/a%20b/");

  SourceLines elsewhere({folder.path()}, folder / "elsewhere");
  const Json location =
      Json::parse(text_of({lost_update()}, elsewhere))["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(location["artifactLocation"].dump(),
            R"({"uri":"file://)" + folder.path() + R"(/a%20b/%C3%BC%23%25/bank/Account.java"})");
}

TEST(SarifReport, WhatIsNotKnownIsLeftOut) {
  Finding finding = lost_update();
  finding.line = 0;
  finding.file.clear();
  finding.threads.clear();
  Json result = result_of(finding);
  EXPECT_EQ(result["locations"][0]["physicalLocation"].dump(),
            R"({"artifactLocation":{"uri":"bank/Account.java","uriBaseId":"%SRCROOT%"}})");
  EXPECT_FALSE(result.contains("codeFlows"));
  EXPECT_FALSE(result.contains("relatedLocations"));

  // GitHub takes no result without a file and a text.
  result = result_of(Finding());
  EXPECT_EQ(result["locations"][0].dump(),
            R"({"physicalLocation":{"artifactLocation":{"uri":"unknown","uriBaseId":"%SRCROOT%"}}})");
  EXPECT_EQ(result["message"]["text"], "/");
}

TEST(SarifReport, ChecksThatNobodyHasDescribed) {
  Finding finding = lost_update();
  finding.check = "object-race";
  finding.kind = "unlocked";
  const Json run = run_of({finding, lost_update(), finding});
  const Json rules = run["tool"]["driver"]["rules"];
  for (const Json& result : run["results"]) {
    EXPECT_EQ(rules[result["ruleIndex"].get<std::size_t>()]["id"], result["ruleId"]);
  }
  std::set<std::string> ids;
  for (const Json& rule : rules) {
    EXPECT_TRUE(ids.insert(rule["id"]).second);
    EXPECT_FALSE(rule["help"]["text"].get<std::string>().empty());
  }
}

TEST(SarifReport, Diagnostics) {
  Diagnostics diagnostics;
  diagnostics.add({DiagnosticSeverity::kError, "a.jar!/b/C.class", 12, "unexpected end"});
  diagnostics.add({DiagnosticSeverity::kNote, "", std::nullopt, "about everything"});
  SourceLines sources;
  EXPECT_THAT(notifications(Json::parse(text_of({}, sources, diagnostics))["runs"][0]),
              ElementsAre("note: about everything", "error: a.jar!/b/C.class:12: unexpected end"));
}

TEST(SarifReport, StaysWithinLimits) {
  EXPECT_TRUE(notifications(run_of({lost_update(), lost_update()}, {.results = 2})).empty());
  Json run = run_of({lost_update(), lost_update(), lost_update()}, {.results = 2});
  EXPECT_EQ(run["results"].size(), 2u);
  EXPECT_THAT(notifications(run), ElementsAre(HasSubstr("1 of 3 findings are left out")));

  run = run_of({lost_update(), lost_update(), lost_update()}, {.bytes = 1});
  EXPECT_EQ(run["results"].size(), 0u);
  EXPECT_THAT(notifications(run), ElementsAre(HasSubstr("3 of 3 findings are left out")));

  run = run_of({lost_update()}, {.thread_flow_locations = 2});
  EXPECT_EQ(run["results"][0]["codeFlows"][0]["threadFlows"].size(), 1u);
  EXPECT_THAT(notifications(run), ElementsAre(HasSubstr("1 steps and places")));
  run = run_of({lost_update()}, {.thread_flow_locations = 0});
  EXPECT_FALSE(run["results"][0].contains("codeFlows"));

  run = run_of({lost_update()}, {.related_locations = 1});
  EXPECT_EQ(run["results"][0]["relatedLocations"].size(), 1u);
  EXPECT_THAT(notifications(run), ElementsAre(HasSubstr("1 steps and places")));
}

// Of any text the report is JSON, and a URI is one.
TEST(SarifReport, HostileText) {
  const std::string controls("\0\x1b[2J\x7f\n</script>{0}[link](1)", 29);
  for (const std::string& text :
       {controls, std::string("\xff\xc3\xed\xa0\x80"), std::string(100'000, '%'), std::string("../../etc/passwd"),
        std::string("C:\\x y?#&\"<>`{}|^"), std::string("\u009b31m\u202e")}) {
    Finding finding = lost_update();
    finding.check = finding.kind = finding.message = finding.outcome = finding.class_name = finding.method =
        finding.file = finding.fingerprint = finding.repair = text;
    for (ThreadOfSteps& thread : finding.threads) {
      thread.name = text;
      for (Step& step : thread.steps) {
        step.class_name = step.method = step.file = step.note = text;
        step.locks = {text};
      }
    }
    SourceLines sources;
    EXPECT_EQ(text_of({finding}, sources).find("\u009b"), std::string::npos);  // a terminal obeys it
    const Json result = result_of(finding);
    const std::string uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    EXPECT_EQ(uri.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/$%"), uri.npos);
    EXPECT_NE(uri.substr(0, 1), "/");
    EXPECT_EQ(uri.find(".."), uri.npos);
    EXPECT_EQ(result["message"]["text"].get<std::string>().find("]("), std::string::npos);
  }
}

TEST(UriPath, EncodesWhatMeansSomething) {
  EXPECT_EQ(uri_path("a/B-1_.~$c.java"), "a/B-1_.~$c.java");
  EXPECT_EQ(uri_path("a b#%?:\\ü\xff"), "a%20b%23%25%3F%3A%5C%C3%BC%FF");
}

}  // namespace
}  // namespace snag

// The checks over tests/java/<folder>, held against the comments on the lines of its sources (expectations.h).
#include "checks/expectations.h"

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "checks/reacquired-lock/descriptor.h"
#include "support/opened_program.h"
#include "support/run_checks.h"

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CheckedJar {
 public:
  explicit CheckedJar(const std::string& folder) : opened_({.application = java_test_jar(folder)}) {}

  std::vector<Place> findings(Profile profile, bool relaxed, std::span<const std::string_view> checks) {
    Stats stats;
    CheckInput input{
        .store = *opened_.store,
        .models = opened_.models,
        .application = opened_.application,
        .stats = stats,
        .profile = profile,
        .threads = false,  // these are about what one class shows; tests/whole_program is about threads
        .options = CheckOptions().set(kRelaxed, relaxed).set(kAssumeUnknown, std::string(kAssumeUnshared))};
    std::vector<Place> result;
    for (const Finding& finding : run_checks(input, checks)) {
      std::string_view harmless = finding.benign == Benign::kNo ? "" : kHarmless;
      EXPECT_TRUE(harmless.empty() || finding.severity == Severity::kLow) << finding.message;
      result.push_back({path_of(finding), finding.line, fmt::format("{}/{}{}", finding.check, finding.kind, harmless)});
      for (const OtherPlace& place : finding.also) {
        Finding other;
        other.class_name = place.class_name;
        other.file = place.file;
        // The most severe stands for all: if it is harmless, so are the others.
        result.push_back({path_of(other), place.line, fmt::format("{}/{}{}", finding.check, place.kind, harmless)});
      }
    }
    return result;
  }

 private:
  // A finding has the file's name; its folder is the package, which is written small.
  static std::string path_of(const Finding& finding) {
    std::string result;
    std::string_view rest = finding.class_name;
    while (rest.find('.') != std::string_view::npos && std::islower(static_cast<unsigned char>(rest[0])) != 0) {
      result += std::string(rest.substr(0, rest.find('.'))) + "/";
      rest.remove_prefix(rest.find('.') + 1);
    }
    return result + finding.file;
  }

  OpenedProgram opened_;
};

std::string lines(const std::vector<std::string>& problems) { return fmt::format("{}\n", fmt::join(problems, "\n")); }

struct Shown {
  Profile profile = Profile::kReview;
  bool relaxed = false;
};

// The checks of a folder of tests/java and what its comments say of them. Subject names both.
template <typename Subject>
class ExpectationsOf : public ::testing::Test {
 protected:
  static const JavaExpectations& java() {
    static const JavaExpectations expectations =
        read_expectations(std::string(SNAG_TEST_SOURCE_DIR) + "/tests/java/" + Subject::kFolder);
    return expectations;
  }
  static std::vector<Place> expected(const Shown& shown) {
    std::vector<Place> result;
    for (const Expectation& expectation : java().expectations) {
      if (expectation.in == ExpectedIn::kAudit && shown.profile != Profile::kAudit) continue;
      if (expectation.in == ExpectedIn::kRelaxed && !shown.relaxed) continue;
      result.push_back({expectation.file, expectation.line, expectation.what});
    }
    return result;
  }
  static std::vector<Place> found(const Shown& shown) {
    static CheckedJar jar(Subject::kFolder);
    return jar.findings(shown.profile, shown.relaxed, Subject::kChecks);
  }
  static std::ptrdiff_t own_methods(MethodPromise promise) {
    return std::count_if(java().methods.begin(), java().methods.end(), [&](const PromisingMethod& method) {
      return method.promise == promise && !method.file.starts_with("papers/");
    });
  }
  static void names_and_comments_agree() {
    EXPECT_TRUE(java().problems.empty()) << lines(java().problems);
    std::vector<std::string> broken = broken_promises(java());
    EXPECT_TRUE(broken.empty()) << lines(broken);
    std::set<std::string> names;
    for (const PromisingMethod& method : java().methods) {
      EXPECT_TRUE(names.insert(method.file + method.name).second) << method.file << " has two methods " << method.name;
    }
    for (const Expectation& expectation : java().expectations) {
      EXPECT_THAT(Subject::kChecks, ::testing::Contains(expectation.check()))
          << expectation.file << ":" << expectation.line << " expects something of a check that does not run here";
    }
  }
};

struct StaleValue {
  static constexpr const char* kFolder = "stale_values";
  static constexpr std::array<std::string_view, 2> kChecks = {"stale-value", "block-atomicity"};
};
using StaleValueExpectations = ExpectationsOf<StaleValue>;

TEST_F(StaleValueExpectations, AreReadableAndAsTheMethodsNamesSay) { names_and_comments_agree(); }

TEST_F(StaleValueExpectations, CoverSixtyMethodsBesideThePapersHalfOfThemOk) {
  EXPECT_GE(own_methods(MethodPromise::kBad), 30);
  EXPECT_GE(own_methods(MethodPromise::kOk), 30);
}

TEST_F(StaleValueExpectations, HoldInReview) {
  std::vector<std::string> differences = compare_places(expected({}), found({}));
  EXPECT_TRUE(differences.empty()) << lines(differences);
}

TEST_F(StaleValueExpectations, HoldInAudit) {
  // Block-atomicity reports every use outside: its expectations are complete only where a test is about it.
  auto not_looked_at = [](const Place& place) {
    return place.what.starts_with("block-atomicity/") && !place.file.starts_with("papers/artho/") &&
           !place.file.starts_with("modern/blocks/");
  };
  std::vector<Place> reports = found({.profile = Profile::kAudit});
  std::erase_if(reports, not_looked_at);
  std::vector<Place> wanted = expected({.profile = Profile::kAudit});
  EXPECT_EQ(std::count_if(wanted.begin(), wanted.end(), not_looked_at), 0);
  std::vector<std::string> differences = compare_places(wanted, reports);
  EXPECT_TRUE(differences.empty()) << lines(differences);
}

struct ReacquiredLock {
  static constexpr const char* kFolder = "reacquired_lock";
  static constexpr std::array<std::string_view, 1> kChecks = {"reacquired-lock"};
};
using ReacquiredLockExpectations = ExpectationsOf<ReacquiredLock>;

TEST_F(ReacquiredLockExpectations, AreReadableAndAsTheMethodsNamesSay) { names_and_comments_agree(); }

TEST_F(ReacquiredLockExpectations, CoverSixtyMethodsBesideThePapersHalfOfThemOk) {
  EXPECT_GE(own_methods(MethodPromise::kBad), 30);
  EXPECT_GE(own_methods(MethodPromise::kOk), 30);
}

TEST_F(ReacquiredLockExpectations, HoldInReview) {
  std::vector<std::string> differences = compare_places(expected({}), found({}));
  EXPECT_TRUE(differences.empty()) << lines(differences);
}

TEST_F(ReacquiredLockExpectations, HoldInAudit) {
  std::vector<std::string> differences =
      compare_places(expected({.profile = Profile::kAudit}), found({.profile = Profile::kAudit}));
  EXPECT_TRUE(differences.empty()) << lines(differences);
}

TEST_F(ReacquiredLockExpectations, HoldRelaxed) {
  // Two locks one after the other are everywhere: their expectations are complete only in files that have any.
  std::set<std::string> files;
  for (const Expectation& expectation : java().expectations) {
    if (expectation.in == ExpectedIn::kRelaxed) files.insert(expectation.file);
  }
  EXPECT_GE(files.size(), 2);
  const Shown shown{.profile = Profile::kAudit, .relaxed = true};
  std::vector<Place> reports = found(shown);
  std::erase_if(reports, [&](const Place& place) {
    return place.what == "reacquired-lock/two-locks" && !files.contains(place.file);
  });
  std::vector<std::string> differences = compare_places(expected(shown), reports);
  EXPECT_TRUE(differences.empty()) << lines(differences);
}

struct Annotated {
  static constexpr const char* kFolder = "annotations";
  static constexpr std::array<std::string_view, 1> kChecks = {"stale-value"};
};
using AnnotationExpectations = ExpectationsOf<Annotated>;

TEST_F(AnnotationExpectations, AreReadableAndAsTheMethodsNamesSay) { names_and_comments_agree(); }

TEST_F(AnnotationExpectations, HoldInReview) {
  std::vector<std::string> differences = compare_places(expected({}), found({}));
  EXPECT_TRUE(differences.empty()) << lines(differences);
}

TEST_F(AnnotationExpectations, HoldInAudit) {
  std::vector<std::string> differences =
      compare_places(expected({.profile = Profile::kAudit}), found({.profile = Profile::kAudit}));
  EXPECT_TRUE(differences.empty()) << lines(differences);
}

// ---- the reader of expectations itself ----

constexpr const char* kJava = R"(class Example {
    void readBad() throws java.io.IOException, Error { // {
        use("// expect: a/b"); /* } */
        char c = '"';
        x = old; // expect: stale-value/lost-update, stale-value/stale-use
        y = old; // expect-audit: stale-value/use-after
        z = old; // expect: stale-value/stale-use // expect-audit: stale-value/use-after
        b.clear(); // expect-relaxed: reacquired-lock/two-locks
    }
    void callerOk() { readBad(); }
    abstract void declaredOk();
})";

TEST(Expectations, AreReadFromComments) {
  JavaExpectations java = parse_expectations("Example.java", kJava);
  auto name = [](ExpectedIn in) {
    return in == ExpectedIn::kAudit ? "audit" : in == ExpectedIn::kRelaxed ? "relaxed" : "review";
  };
  std::vector<std::string> read;
  for (const Expectation& one : java.expectations) {
    read.push_back(fmt::format("{} {} {}", one.line, one.what, name(one.in)));
  }
  EXPECT_THAT(read, ElementsAre("5 stale-value/lost-update review", "5 stale-value/stale-use review",
                                "6 stale-value/use-after audit", "7 stale-value/use-after audit",
                                "7 stale-value/stale-use review", "8 reacquired-lock/two-locks relaxed"));
  EXPECT_THAT(java.problems, ElementsAre(R"(Example.java:3: cannot be read:         use("// expect: a/b"); /* } */)"));
}

TEST(Expectations, KnowTheMethods) {
  std::vector<std::string> read;
  for (const PromisingMethod& method : promising_methods("Example.java", kJava)) {
    read.push_back(fmt::format("{} {}-{}", method.name, method.first_line, method.last_line));
  }
  EXPECT_THAT(read, ElementsAre("readBad 2-9", "callerOk 10-10"));
}

TEST(Expectations, MustBeAsTheNamesSay) {
  auto broken = [](const std::string& text) { return broken_promises(parse_expectations("A.java", text)); };
  EXPECT_THAT(broken("void aBad() {}"), ElementsAre("A.java:1: aBad has no expectation"));
  EXPECT_THAT(broken("void aFalsePositive() {}"), ElementsAre("A.java:1: aFalsePositive has no expectation"));
  EXPECT_THAT(broken("void aOk() {} // expect: a/b"), ElementsAre("A.java:1: aOk has an expectation"));
  EXPECT_THAT(broken("void aFalseNegative() {} // expect-audit: stale-value/b"),
              ElementsAre("A.java:1: aFalseNegative has an expectation"));
  EXPECT_THAT(broken("void aOk() {} // expect-audit: block-atomicity/b"), IsEmpty());
  EXPECT_THAT(broken("void a() {} // expect: a/b"),
              ElementsAre("A.java:1: a/b is expected in no ...Bad or ...FalsePositive method"));
  EXPECT_THAT(broken("void aBad() {} // expect-audit: a/b"), IsEmpty());
  EXPECT_THAT(broken("void aBad() {} // expect-relaxed: a/b"), IsEmpty());
  EXPECT_THAT(broken("void aOk() {} // expect-relaxed: a/b"), ElementsAre("A.java:1: aOk has an expectation"));
}

TEST(Expectations, AreComparedOneByOne) {
  EXPECT_THAT(compare_places({{"A.java", 1, "a/b"}}, {{"A.java", 1, "a/b"}}), IsEmpty());
  EXPECT_THAT(
      compare_places({{"A.java", 2, "a/b"}, {"A.java", 2, "a/b"}}, {{"A.java", 2, "a/b"}, {"A.java", 1, "a/c"}}),
      ElementsAre("unexpected: A.java:1: a/c", "missing: A.java:2: a/b"));
}

}  // namespace
}  // namespace snag

// The pages promise something: the code that a page calls bad is what the check finds, on the line marked `reported`,
// and the code that it calls repaired is not.
//
//   ```java bad                 one finding, of this kind, in the profile review
//   ```java bad audit           only with --profile audit
//   ```java bad relaxed         only with --relaxed
//   ```java repaired            no finding of the check, whatever the profile and with --relaxed
//
//   ```java given               goes with all of them
//
// The code of checks that watch a program run is only compiled here, and bad code has its mark; tests/pages/run runs
// it.
//   ```java bad not reported    a known gap of such a check
//
// The code of a fence is one or more whole classes; imports are added.
#include "catalog/pages.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded.h"
#include "checks/reacquired-lock/descriptor.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"
#include "support/run_checks.h"

namespace snag {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t width_of(std::string_view line) {  // in code points: the pages have no wide and no combining ones
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

struct Fence {
  std::string words;  // `java bad audit`
  std::string code;
};

std::vector<Fence> fences_of(std::string_view page) {
  std::vector<Fence> fences;
  bool inside = false;
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) fences.push_back({line.substr(3), {}});
    } else if (inside) {
      fences.back().code += line + "\n";
    }
  }
  EXPECT_FALSE(inside) << "a fence is not closed";
  return fences;
}

// A page, and whose it is.
struct Page {
  std::string check, kind;  // the kind is empty in the page of a check
  std::string title;
  Severity severity{};  // of the kind

  std::string id() const { return kind.empty() ? check : check + "/" + kind; }
  std::string_view text() const { return page_of(kind.empty() ? check : kind_name(check, kind)); }
  friend void PrintTo(const Page& page, std::ostream* out) { *out << page.id(); }
};

std::vector<Page> all_pages() {
  std::vector<Page> pages;
  for (const CheckDescriptor& check : all_checks()) {
    pages.push_back({std::string(check.id), {}, std::string(check.title), {}});
    for (const KindDescriptor& kind : check.kinds) {
      pages.push_back({std::string(check.id), std::string(kind.id), std::string(kind.title), kind.severity});
    }
  }
  return pages;
}

TEST(Pages, AreThoseOfTheChecksAndTheirKinds) {
  std::set<std::string> expected, found;
  for (const Page& page : all_pages()) expected.insert(page.id() + ".md");
  for (const EmbeddedFile& file : embedded_check_pages()) found.emplace(file.name);
  EXPECT_EQ(found, expected);
}

TEST(Pages, ThereIsNoneOfWhatIsNot) {
  EXPECT_THAT(page_of("stale-values"), IsEmpty());
  EXPECT_THAT(page_of(""), IsEmpty());
  EXPECT_THAT(page_of("zzz"), IsEmpty());  // behind the last one
  EXPECT_THAT(page_of("stale-value/lost-updates"), IsEmpty());
  EXPECT_THAT(page_of("stale-value/"), IsEmpty());
  EXPECT_THAT(page_of("block-atomicity/lost-update"), IsEmpty());
}

// For who browses the folder: links to every page.
TEST(Pages, AreListedInTheFoldersReadme) {
  std::ifstream file(std::filesystem::path(SNAG_TEST_SOURCE_DIR) / "docs/checks/README.md");
  const std::string readme{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  for (const Page& page : all_pages()) EXPECT_THAT(readme, HasSubstr("(" + page.id() + ".md)"));
}

class PageTest : public testing::TestWithParam<Page> {
 protected:
  static std::string compiled(const std::string& code) {
    // On one line, so that lines count from there.
    return compiled_java(
        "import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; "
        "import java.util.concurrent.locks.*; import java.util.function.*;\n" +
        code);
  }

  // `lost-update high line 10` for each finding of the page's check.
  std::vector<std::string> findings(OpenedProgram& opened, Profile profile, bool relaxed) {
    Stats stats;
    const CheckInput input{.store = *opened.store,
                           .models = opened.models,
                           .application = opened.application,
                           .stats = stats,
                           .profile = profile,
                           .options = CheckOptions().set(kRelaxed, relaxed)};
    std::vector<std::string> result;
    for (const Finding& finding : run_checks(input, std::vector<std::string_view>{GetParam().check})) {
      result.push_back(fmt::format("{} {} line {}", finding.kind, to_text(finding.severity), finding.line - 1));
      EXPECT_THAT(finding.also, IsEmpty());
    }
    return result;
  }

  static bool on_code() {
    const KindDescriptor* kind = find_kind(GetParam().check, GetParam().kind);
    return find_check(GetParam().check)->runs.on_code && (kind == nullptr || !kind->only_at_run_time);
  }

  // Of the page of a check, the kind is that of the comment: `// reported as lost-update: …`.
  std::string expected(const Fence& fence) {
    const std::vector<std::string> lines = lines_of(fence.code);
    std::string result;
    for (std::size_t n = 0; n < lines.size(); ++n) {
      const std::size_t at = lines[n].find("// reported");
      if (at == std::string::npos) continue;
      EXPECT_TRUE(result.empty() || !on_code()) << "two lines are marked as reported";
      for (const Page& page : all_pages()) {
        const bool named = lines[n].find("reported as " + page.kind, at) != std::string::npos;
        if (page.check != GetParam().check || page.kind.empty()) continue;
        if (page.kind != GetParam().kind && !(GetParam().kind.empty() && named)) continue;
        result = fmt::format("{} {} line {}", page.kind, to_text(page.severity), n + 1);
      }
    }
    EXPECT_THAT(result, Not(IsEmpty())) << "no line is marked as reported";
    return result;
  }
};

// `snag explain` prints the page; its heading is the descriptor's id and title.
TEST_P(PageTest, HasTheTitleOfTheDescriptor) {
  EXPECT_THAT(GetParam().text(), StartsWith(fmt::format("# {}: {}\n", GetParam().id(), GetParam().title)));
}

TEST_P(PageTest, BadCodeIsFoundAndRepairedCodeIsNot) {
  std::vector<Fence> fences = fences_of(GetParam().text());
  std::string given;
  for (const Fence& fence : fences) {
    if (fence.words == "java given") given += fence.code;
  }
  std::size_t bad = 0, repaired = 0;
  for (Fence& fence : fences) {
    if (!fence.words.starts_with("java") || fence.words == "java given") continue;
    fence.code += given;
    SCOPED_TRACE(fence.words + "\n" + fence.code);
    OpenedProgram opened({.application = compiled(fence.code)});
    if (!on_code()) {
      ASSERT_THAT(fence.words, testing::AnyOf("java bad", "java repaired", "java bad not reported"));
      ++(fence.words == "java repaired" ? repaired : bad);
      if (fence.words == "java bad") expected(fence);  // has its mark
      if (fence.words == "java bad not reported") {
        EXPECT_THAT(fence.code, HasSubstr("// not reported: "));
      }
      continue;
    }
    if (fence.words == "java repaired") {
      ++repaired;
      for (Profile profile : {Profile::kReview, Profile::kAudit}) {
        for (bool relaxed : {false, true}) EXPECT_THAT(findings(opened, profile, relaxed), IsEmpty());
      }
      continue;
    }
    ASSERT_THAT(fence.words, testing::AnyOf("java bad", "java bad audit", "java bad relaxed"));
    ++bad;
    const bool audit = fence.words.ends_with("audit"), relaxed = fence.words.ends_with("relaxed");
    EXPECT_THAT(findings(opened, audit ? Profile::kAudit : Profile::kReview, relaxed), ElementsAre(expected(fence)));
    if (!audit && !relaxed) continue;
    EXPECT_THAT(findings(opened, Profile::kReview, /*relaxed=*/false), IsEmpty());
    EXPECT_THAT(std::string(GetParam().text()), HasSubstr(audit ? "`--profile audit`" : "`--relaxed`"));
  }
  EXPECT_GT(bad, 0u);
  EXPECT_GT(repaired, 0u);
}

// A kind's page tells a story of two threads and stands alone; that of a check has the table of its kinds.
TEST_P(PageTest, SaysWhatAReaderLooksFor) {
  const std::string text(GetParam().text());
  for (const char* heading : {"## What goes wrong\n", "## Repair\n", "## What Snag cannot see\n", "## Suppress\n"}) {
    EXPECT_THAT(text, HasSubstr(heading));
  }
  EXPECT_THAT(text, AllOf(HasSubstr("| thread 1: "), HasSubstr("| thread 2: ")));
  EXPECT_THAT(text, HasSubstr(fmt::format("check = \"{}\"", GetParam().id())));
  EXPECT_THAT(text, HasSubstr(fmt::format("@SuppressSnag(\"{}\")", GetParam().check)));
  EXPECT_THAT(text, HasSubstr("--write-baseline"));
  if (!GetParam().kind.empty()) {
    EXPECT_THAT(text, HasSubstr(fmt::format("\nSeverity: {}.", to_text(GetParam().severity))));
    return;
  }
  std::vector<std::string> rows;
  for (const std::string& line : lines_of(text.substr(text.find("\n| kind ") + 1))) {
    if (!line.starts_with("|")) break;
    rows.push_back(line);
  }
  ASSERT_GT(rows.size(), 2u) << "no table of kinds";
  rows.erase(rows.begin(), rows.begin() + 2);  // its heading
  const auto check = std::find_if(all_checks().begin(), all_checks().end(),
                                  [&](const CheckDescriptor& one) { return one.id == GetParam().check; });
  ASSERT_EQ(rows.size(), check->kinds.size());
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const std::string row = rows[n];
    const std::size_t first = row.find('|', 1), second = row.find('|', first + 1);
    auto cell = [](std::string text_of_cell) {
      text_of_cell.erase(text_of_cell.find_last_not_of(' ') + 1);
      return text_of_cell.substr(1);
    };
    EXPECT_EQ(cell(row.substr(1, first - 1)), fmt::format("`{}`", check->kinds[n].id));
    EXPECT_EQ(cell(row.substr(first + 1, second - first - 1)), to_text(check->kinds[n].severity));
  }
}

// In a terminal the page is read as it is; in SARIF and HTML a link to another file would be dead.
TEST_P(PageTest, IsReadableAsPlainText) {
  EXPECT_THAT(std::string(GetParam().text()), AllOf(Not(HasSubstr("](")), Not(HasSubstr("\t"))));
  std::size_t table = 0;  // its width, while in one
  for (const std::string& line : lines_of(GetParam().text())) {
    EXPECT_LE(width_of(line), 120u) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
    if (!line.starts_with("|")) {
      table = 0;
      continue;
    }
    if (table == 0) table = width_of(line);
    EXPECT_EQ(width_of(line), table) << "not aligned: " << line;
  }
}

std::string test_name(const testing::TestParamInfo<Page>& info) {
  std::string name = info.param.id();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '/'; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Pages, PageTest, testing::ValuesIn(all_pages()), test_name);

}  // namespace
}  // namespace snag

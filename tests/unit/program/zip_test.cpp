#include "program/zip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/zip_builder.h"

namespace snag {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace testing_support;

struct Opened {
  Result<std::shared_ptr<const ZipArchive>> zip = failure("not opened");
  std::vector<Error> problems;
};

class ZipTest : public testing::Test {
 protected:
  Opened open(std::string content) {
    Opened opened;
    opened.zip = ZipArchive::open(blob_of(std::move(content)), budget_, opened.problems);
    return opened;
  }
  std::vector<std::string> names(const Opened& opened) {
    std::vector<std::string> result;
    if (opened.zip) {
      for (const ZipEntry& entry : (*opened.zip)->entries()) result.emplace_back(entry.name);
    }
    return result;
  }
  // The content of the entry, or "error: ..." with its message.
  std::string content(const Opened& opened, std::size_t index = 0, std::uint64_t limit = 1 << 20) {
    if (!opened.zip) return "error: " + opened.zip.error().message;
    return content_of((*opened.zip)->read((*opened.zip)->entries().at(index), limit, budget_));
  }

  ReadLimits limits_{.total_inflated_size = 10 << 20, .entries_per_archive = 100, .total_entries = 150};
  ReadBudget budget_{limits_};
};

const std::string kText = "some text, some text, some text, some text, some text";

TEST_F(ZipTest, ReadsStoredAndDeflatedEntries) {
  Opened opened = open(make_zip({{.name = "a", .content = kText}, {.name = "b", .content = "short", .stored = true}}));
  EXPECT_THAT(names(opened), ElementsAre("a", "b"));
  EXPECT_EQ(content(opened, 0), kText);
  EXPECT_EQ(content(opened, 1), "short");
  EXPECT_THAT(opened.problems, IsEmpty());
}

TEST_F(ZipTest, StoredEntriesInMemoryAreNotCopied) {
  Blob archive = blob_of(make_zip({{.name = "a", .content = kText, .stored = true}}));
  std::vector<Error> problems;
  auto zip = ZipArchive::open(archive, budget_, problems);
  ASSERT_TRUE(zip);
  Result<Blob> blob = (*zip)->read((*zip)->entries().at(0), 1000, budget_);
  ASSERT_TRUE(blob);
  EXPECT_GE(blob->bytes.data(), archive.bytes.data());
  EXPECT_LT(blob->bytes.data(), archive.bytes.data() + archive.bytes.size());
  EXPECT_EQ(blob->owner, archive.owner);
}

TEST_F(ZipTest, BlobsOutliveTheArchive) {
  std::vector<Error> problems;
  Blob blob;
  {
    auto zip =
        ZipArchive::open(blob_of(make_zip({{.name = "a", .content = kText, .stored = true}})), budget_, problems);
    blob = *(*zip)->read((*zip)->entries().at(0), 1000, budget_);
  }
  EXPECT_EQ(as_text(blob.bytes), kText);
}

TEST_F(ZipTest, ReadsEmptyEntriesAndEmptyArchives) {
  Opened opened = open(make_zip({{.name = "a", .content = ""}, {.name = "b", .content = "", .stored = true}}));
  EXPECT_EQ(content(opened, 0), "");
  EXPECT_EQ(content(opened, 1), "");
  Opened empty = open(make_zip({}));
  ASSERT_TRUE(empty.zip);
  EXPECT_THAT(names(empty), IsEmpty());
}

TEST_F(ZipTest, ReadsStreamedEntriesBySizesOfTheCentralDirectory) {
  Opened opened = open(make_zip({{.name = "a", .content = kText, .streamed = true}, {.name = "b", .content = "2"}}));
  EXPECT_EQ(content(opened, 0), kText);
  EXPECT_EQ(content(opened, 1), "2");
  EXPECT_THAT(opened.problems, IsEmpty());
}

TEST_F(ZipTest, ReadsBehindAPrefixAndBeforeAComment) {
  ZipShape shape{.prefix = "#!/bin/sh\nexec java -jar \"$0\"\n", .comment = "comment with PK\5\6 in it, and more text"};
  Opened opened = open(make_zip({{.name = "a", .content = kText}, {.name = "b", .content = "2"}}, shape));
  EXPECT_EQ(content(opened, 0), kText);
  EXPECT_EQ(content(opened, 1), "2");
}

TEST_F(ZipTest, AcceptsTrailingBytes) {
  EXPECT_EQ(content(open(make_zip({{.name = "a", .content = kText}}) + "\n\n")), kText);
}

TEST_F(ZipTest, ReadsZip64) {
  std::vector<ZipMember> members{{.name = "a", .content = kText, .zip64 = true}, {.name = "b", .content = "2"}};
  for (const char* prefix : {"", "prefix"}) {
    Opened opened = open(make_zip(members, {.prefix = prefix, .zip64_end = true}));
    EXPECT_EQ(content(opened, 0), kText) << prefix;
    EXPECT_EQ(content(opened, 1), "2") << prefix;
    EXPECT_THAT(opened.problems, IsEmpty()) << prefix;
  }
}

TEST_F(ZipTest, SaysWhatIsNoArchive) {
  EXPECT_THAT(content(open("")), HasSubstr("empty file"));
  EXPECT_THAT(content(open("This is a text file, whatever its name says.")), HasSubstr("not a zip archive"));
  std::string archive = make_zip({{.name = "a", .content = kText}});
  Opened truncated = open(archive.substr(0, archive.size() - 10));
  EXPECT_THAT(content(truncated), HasSubstr("truncated zip archive"));
  EXPECT_EQ(truncated.zip.error().offset, archive.size() - 10);
}

// Whatever is cut off or flipped: an answer, no crash (sanitizers watch), and never content that the checksum denies.
TEST_F(ZipTest, SurvivesEveryTruncationAndEveryFlippedBit) {
  const std::string archive =
      make_zip({{.name = "a", .content = kText}, {.name = "b", .content = "2", .stored = true}});
  auto check = [&](std::string damaged) {
    ReadBudget budget(ReadLimits{});
    std::vector<Error> problems;
    auto zip = ZipArchive::open(blob_of(std::move(damaged)), budget, problems);
    if (!zip) return;
    for (const ZipEntry& entry : (*zip)->entries()) {
      Result<Blob> blob = (*zip)->read(entry, 1 << 20, budget);
      if (blob && !blob->bytes.empty()) {
        EXPECT_THAT(std::string(as_text(blob->bytes)), testing::AnyOf(kText, "2"));
      }
    }
  };
  for (std::size_t size = 0; size < archive.size(); ++size) check(archive.substr(0, size));
  for (std::size_t bit = 0; bit < archive.size() * 8; ++bit) {
    std::string damaged = archive;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    check(std::move(damaged));
  }
}

TEST_F(ZipTest, VerifiesChecksums) {
  Opened opened = open(make_zip({{.name = "a", .content = kText, .stated_crc = 0x12345678}}));
  EXPECT_THAT(content(opened), HasSubstr("expected 12345678"));
  Result<Blob> unchecked =
      (*opened.zip)->read((*opened.zip)->entries().at(0), 1000, budget_, ZipArchive::Checksum::kIgnore);
  ASSERT_TRUE(unchecked);
  EXPECT_EQ(as_text(unchecked->bytes), kText);
}

TEST_F(ZipTest, SkipsWhatItCannotRead) {
  Opened opened = open(make_zip({{.name = "secret", .content = kText, .flags = 1},
                                 {.name = "bzip2", .content = kText, .stated_method = 12},
                                 {.name = "good", .content = "2"}}));
  EXPECT_THAT(names(opened), ElementsAre("good"));
  EXPECT_EQ(content(opened), "2");
  ASSERT_EQ(opened.problems.size(), 2U);
  EXPECT_EQ(opened.problems[0].message, "entry 'secret' is skipped: it is encrypted");
  EXPECT_THAT(opened.problems[1].message, HasSubstr("compression method"));
  EXPECT_TRUE(opened.problems[1].offset.has_value());
}

TEST_F(ZipTest, SkipsNamesThatLeadOut) {
  Opened opened = open(make_zip({{.name = "../a"},
                                 {.name = "a/../../b"},
                                 {.name = "/etc/passwd"},
                                 {.name = "C:\\a"},
                                 {.name = "a/.."},
                                 {.name = "a..b/..c/d.."}}));
  EXPECT_THAT(names(opened), ElementsAre("a..b/..c/d.."));
  ASSERT_EQ(opened.problems.size(), 5U);
  EXPECT_THAT(opened.problems[0].message, HasSubstr("leads out of the archive"));
}

TEST_F(ZipTest, ProblemsAreCountedNotListedByThousands) {
  std::vector<ZipMember> members(60, ZipMember{.name = "../a"});
  Opened opened = open(make_zip(members));
  ASSERT_EQ(opened.problems.size(), ZipArchive::kMaxProblems);
  EXPECT_EQ(opened.problems.back().message, "53 more problems in this archive");
}

TEST_F(ZipTest, NamesInMessagesCarryNoControlCharacters) {
  Opened opened = open(make_zip({{.name = "../\x1B[31mred"}}));
  ASSERT_EQ(opened.problems.size(), 1U);
  EXPECT_THAT(opened.problems[0].message, HasSubstr("'../?[31mred'"));
}

// The bombs that need no nesting let many entries share one deflated stream.
TEST_F(ZipTest, SkipsOverlappingEntries) {
  Opened opened = open(make_zip({{.name = "a", .content = kText}, {.name = "b", .content = "2", .stated_offset = 0}}));
  EXPECT_THAT(names(opened), ElementsAre("a"));
  ASSERT_EQ(opened.problems.size(), 1U);
  EXPECT_THAT(opened.problems[0].message, HasSubstr("overlap"));
}

TEST_F(ZipTest, EntriesInAnotherOrderThanTheirDataDoNotOverlap) {
  // Offsets of a and b exchanged: both have the same shape.
  Opened opened = open(make_zip({{.name = "a", .content = "1", .stored = true, .stated_offset = 32},
                                 {.name = "b", .content = "1", .stored = true, .stated_offset = 0}}));
  EXPECT_THAT(names(opened), ElementsAre("a", "b"));
  EXPECT_THAT(opened.problems, IsEmpty());
}

TEST_F(ZipTest, SizesAreBoundedBeforeAnythingIsAllocated) {
  Opened large = open(make_zip({{.name = "a", .content = std::string(5000, 'x')}}));
  EXPECT_THAT(content(large, 0, 4999), HasSubstr("over the limit of 4999"));
  EXPECT_EQ(content(large, 0, 5000).size(), 5000U);
  Opened lie = open(make_zip({{.name = "a", .content = kText, .stated_size = 0xFFFFFFF0}}));
  EXPECT_THAT(content(lie, 0, ~0ULL), HasSubstr("cannot inflate to the stated"));
  Opened more = open(make_zip({{.name = "a", .content = kText, .stated_size = kText.size() + 1}}));
  EXPECT_THAT(content(more), HasSubstr("damaged"));
  Opened less = open(make_zip({{.name = "a", .content = kText, .stated_size = kText.size() - 1}}));
  EXPECT_THAT(content(less), HasSubstr("damaged"));
  Opened beyond = open(make_zip({{.name = "a", .content = kText, .stored = true, .stated_compressed_size = 1000}}));
  EXPECT_THAT(names(beyond), IsEmpty());
}

TEST_F(ZipTest, AllThatIsInflatedIsBounded) {
  std::string half(limits_.total_inflated_size / 2 - 1, 'x');
  Opened opened = open(make_zip({{.name = "a", .content = half}, {.name = "b", .content = "2"}}));
  EXPECT_EQ(content(opened, 0, ~0ULL).size(), half.size());
  EXPECT_EQ(content(opened, 0, ~0ULL).size(), half.size());
  EXPECT_THAT(content(opened, 0, ~0ULL), HasSubstr("inflated bytes in total"));
  EXPECT_EQ(content(opened, 1), "2") << "what is small still goes through";
}

TEST_F(ZipTest, EntriesAreBounded) {
  std::vector<ZipMember> members;
  for (int i = 0; i < 101; ++i) members.push_back({.name = "f" + std::to_string(i)});
  Opened opened = open(make_zip(members));
  EXPECT_EQ(names(opened).size(), 100U);
  ASSERT_EQ(opened.problems.size(), 1U);
  EXPECT_THAT(opened.problems[0].message, HasSubstr("that is the limit"));
  EXPECT_THAT(content(open(make_zip(members))), HasSubstr("over the limit of 150 entries")) << "100 and 100 more";
}

TEST_F(ZipTest, KeepsWhatStandsBeforeADamagedCentralHeader) {
  std::string archive = make_zip({{.name = "a", .content = kText}, {.name = "b", .content = "2"}});
  std::size_t second = archive.rfind("PK\1\2");
  archive[second] = 'X';
  Opened opened = open(archive);
  EXPECT_THAT(names(opened), ElementsAre("a"));
  EXPECT_EQ(content(opened), kText);
  ASSERT_EQ(opened.problems.size(), 1U);
  EXPECT_THAT(opened.problems[0].message, HasSubstr("damaged after 1 entries: expected a central header"));
  EXPECT_EQ(opened.problems[0].offset, second);
}

TEST_F(ZipTest, ReportsAWrongCount) {
  Opened opened = open(make_zip({{.name = "a", .content = kText}}, {.stated_count = 2}));
  EXPECT_EQ(content(opened), kText);
  ASSERT_EQ(opened.problems.size(), 1U);
  EXPECT_THAT(opened.problems[0].message, HasSubstr("holds 1 entries: expected 2"));
}

}  // namespace
}  // namespace snag

#include "program/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "program/input_file.h"
#include "program/zip.h"
#include "program/zip_builder.h"
#include "support/command.h"

namespace snag {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using namespace testing_support;

class ArchiveTest : public testing::Test {
 protected:
  // Every class as "origin path name release", in search order.
  std::vector<std::string> listing(const std::string& path, std::string content, Origin origin = Origin::kApplication) {
    archive_ = open_archive(path, blob_of(std::move(content)), origin, budget_, diagnostics_);
    if (!archive_) return {"error: " + archive_.error().message};
    std::vector<std::string> lines;
    for (const OpenedContainer& opened : archive_->containers) {
      for (const ClassEntry& entry : opened.container->classes()) {
        std::string line = short_name(opened.origin) + " " + opened.container->describe(entry.entry) + " " +
                           std::string(opened.container->name(entry.entry));
        lines.push_back(entry.release == 0 ? line : line + " " + std::to_string(entry.release));
      }
    }
    return lines;
  }
  std::vector<std::string> messages() {
    std::vector<std::string> texts;
    for (const Diagnostic& diagnostic : diagnostics_.sorted()) texts.push_back(to_text(diagnostic));
    return texts;
  }

  ReadLimits limits_{.archive_size = 1 << 20, .total_nested_size = 3 << 20};
  ReadBudget budget_{limits_};
  Diagnostics diagnostics_;
  Result<OpenedArchive> archive_ = failure("not opened");
};

ZipMember class_member(const std::string& path, const std::string& name) {
  return {.name = path + name + ".class", .content = make_class(name)};
}

TEST_F(ArchiveTest, PlainJar) {
  EXPECT_THAT(listing("a.jar", make_zip({class_member("", "b/B"),
                                         class_member("", "A"),
                                         {.name = "x.txt"},
                                         {.name = "META-INF/x.class"},
                                         {.name = "b/.class"},
                                         {.name = "b/"}})),
              ElementsAre("app a.jar!/A.class A", "app a.jar!/b/B.class b/B"));
  EXPECT_EQ(as_text(archive_->containers[0].container->read(1)->bytes), make_class("b/B"));
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(ArchiveTest, War) {
  std::string library = make_zip({class_member("", "l/L")});
  EXPECT_THAT(listing("a.war", make_zip({class_member("WEB-INF/classes/", "a/A"),
                                         {.name = "WEB-INF/lib/l.jar", .content = library},
                                         {.name = "WEB-INF/lib-provided/p.jar", .content = library},
                                         {.name = "applets/x.jar", .content = library},
                                         class_member("", "launcher/Main")})),
              ElementsAre("app a.war!/WEB-INF/classes/a/A.class a/A", "lib a.war!/WEB-INF/lib/l.jar!/l/L.class l/L",
                          "lib a.war!/WEB-INF/lib-provided/p.jar!/l/L.class l/L",
                          "lib a.war!/launcher/Main.class launcher/Main"));
  EXPECT_EQ(as_text(archive_->containers[1].container->read(0)->bytes), make_class("l/L"));
}

TEST_F(ArchiveTest, SpringBootJar) {
  std::string library = make_zip({class_member("", "l/L")});
  EXPECT_THAT(listing("a.jar", make_zip({class_member("", "org/springframework/boot/loader/JarLauncher"),
                                         class_member("BOOT-INF/classes/", "a/A"),
                                         {.name = "BOOT-INF/lib/l.jar", .content = library, .stored = true}})),
              ElementsAre("app a.jar!/BOOT-INF/classes/a/A.class a/A", "lib a.jar!/BOOT-INF/lib/l.jar!/l/L.class l/L",
                          "lib a.jar!/org/springframework/boot/loader/JarLauncher.class "
                          "org/springframework/boot/loader/JarLauncher"));
}

TEST_F(ArchiveTest, EarWithWarWithJar) {
  std::string library = make_zip({class_member("", "l/L")});
  std::string war =
      make_zip({class_member("WEB-INF/classes/", "w/W"), {.name = "WEB-INF/lib/l.jar", .content = library}});
  std::string ear = make_zip({{.name = "META-INF/application.xml"},
                              {.name = "web.war", .content = war},
                              {.name = "beans.jar", .content = make_zip({class_member("", "e/E")})},
                              {.name = "lib/l.jar", .content = library}});
  EXPECT_THAT(listing("a.ear", ear),
              ElementsAre("app a.ear!/web.war!/WEB-INF/classes/w/W.class w/W",
                          "lib a.ear!/web.war!/WEB-INF/lib/l.jar!/l/L.class l/L", "app a.ear!/beans.jar!/e/E.class e/E",
                          "lib a.ear!/lib/l.jar!/l/L.class l/L"));
  EXPECT_EQ(listing("renamed", ear).size(), 4U) << "known by META-INF/application.xml";
  EXPECT_THAT(listing("a.ear", ear, Origin::kLibrary)[0], testing::StartsWith("lib ")) << "never better than its ear";
}

TEST_F(ArchiveTest, JarsInPlainJarsAndZips) {
  std::string outer =
      make_zip({class_member("", "A"), {.name = "x/l.jar", .content = make_zip({class_member("", "L")})}});
  EXPECT_THAT(listing("a.jar", outer), ElementsAre("app a.jar!/A.class A", "lib a.jar!/x/l.jar!/L.class L"));
  EXPECT_THAT(listing("a.zip", outer), ElementsAre("app a.zip!/A.class A", "app a.zip!/x/l.jar!/L.class L"));
  EXPECT_THAT(listing("a.jar", outer, Origin::kLibrary), ElementsAre("lib a.jar!/A.class A")) << "as for Java";
}

TEST_F(ArchiveTest, Jmod) {
  std::string jmod = std::string("JM\1\0", 4) +
                     make_zip({class_member("classes/", "a/A"), {.name = "bin/java"}, class_member("lib/", "x/X")});
  EXPECT_THAT(listing("a.jmod", jmod, Origin::kJdk), ElementsAre("jdk a.jmod!/classes/a/A.class a/A"));
}

TEST_F(ArchiveTest, MultiReleaseOnlyWithItsManifest) {
  std::vector<ZipMember> members{class_member("", "A"),
                                 class_member("META-INF/versions/9/", "A"),
                                 class_member("META-INF/versions/11/", "A"),
                                 class_member("META-INF/versions/8/", "A"),
                                 class_member("META-INF/versions/x/", "A"),
                                 class_member("META-INF/versions/99999/", "A"),
                                 {.name = "META-INF/versions/9/.class"},
                                 {.name = "META-INF/versions/9.class"}};
  EXPECT_THAT(listing("a.jar", make_zip(members)), ElementsAre("app a.jar!/A.class A"));
  members.push_back({.name = "META-INF/MANIFEST.MF", .content = "Manifest-Version: 1.0\r\nMulti-Release: true\r\n"});
  EXPECT_THAT(listing("a.jar", make_zip(members)),
              ElementsAre("app a.jar!/META-INF/versions/11/A.class A 11", "app a.jar!/META-INF/versions/9/A.class A 9",
                          "app a.jar!/A.class A"));
}

TEST_F(ArchiveTest, LastOfTwoEntriesWithOneNameIsUsed) {
  EXPECT_THAT(
      listing("a.jar", make_zip({{.name = "A.class", .content = "first"}, {.name = "A.class", .content = "last"}})),
      ElementsAre("app a.jar!/A.class A"));
  EXPECT_EQ(as_text(archive_->containers[0].container->read(0)->bytes), "last");
  EXPECT_THAT(messages(), ElementsAre(HasSubstr("1 classes occur more than once in this archive, for example A")));
}

TEST_F(ArchiveTest, NamesBecomeModifiedUtf8) {
  EXPECT_THAT(listing("a.jar", make_zip({{.name = "\xC3\xA4/\xF0\x9D\x84\x9E.class"}})),
              ElementsAre("app a.jar!/\xC3\xA4/\xF0\x9D\x84\x9E.class \xC3\xA4/\xED\xA0\xB4\xED\xB4\x9E"));
  EXPECT_THAT(listing("b.jar", make_zip({{.name = "\xE4.class"}, {.name = "\xE4.txt"}})), IsEmpty());
  EXPECT_THAT(messages(), ElementsAre(HasSubstr("its name is not UTF-8")));
}

TEST_F(ArchiveTest, DamagedArchivesInsideDoNotStopTheRest) {
  EXPECT_THAT(
      listing("a.war", make_zip({{.name = "WEB-INF/lib/bad.jar", .content = "not a jar at all"},
                                 {.name = "WEB-INF/lib/crc.jar", .content = "x", .stated_size = 5},
                                 {.name = "WEB-INF/lib/good.jar", .content = make_zip({class_member("", "L")})}})),
      ElementsAre("lib a.war!/WEB-INF/lib/good.jar!/L.class L"));
  EXPECT_THAT(messages(), ElementsAre(HasSubstr("a.war!/WEB-INF/lib/bad.jar:0: not a zip archive"),
                                      HasSubstr("a.war!/WEB-INF/lib/crc.jar:")));
}

TEST_F(ArchiveTest, NestingIsBounded) {
  std::string archive = make_zip({class_member("", "Deepest")});
  for (int depth = 0; depth < 20; ++depth) {
    archive = make_zip({class_member("", "D" + std::to_string(depth)), {.name = "n.jar", .content = archive}});
  }
  EXPECT_THAT(listing("a.zip", archive), SizeIs(3)) << "a jar in a library is not opened";
  archive = make_zip({class_member("", "Deepest")});
  for (int depth = 0; depth < 20; ++depth) {
    archive = make_zip({{.name = "META-INF/application.xml"},
                        {.name = "n.ear", .content = archive},
                        {.name = "c.jar", .content = make_zip({class_member("", "C")})}});
  }
  EXPECT_THAT(listing("a.ear", archive), SizeIs(limits_.nesting_depth - 1));
  EXPECT_THAT(messages(), testing::Contains(HasSubstr("nested deeper than the limit of 6")));
}

TEST_F(ArchiveTest, BombsAreBounded) {
  std::string zeros(2 << 20, '\0');
  EXPECT_THAT(listing("a.jar", make_zip({{.name = "x.jar", .content = zeros}})), IsEmpty());
  EXPECT_THAT(messages(), ElementsAre(HasSubstr("over the limit of 1048576")));
  std::vector<ZipMember> members;
  for (int i = 0; i < 9; ++i) {
    members.push_back({.name = std::to_string(i) + ".jar", .content = std::string(1 << 20, '\0')});
  }
  EXPECT_THAT(listing("b.jar", make_zip(members)), IsEmpty());
  std::vector<std::string> texts = messages();
  EXPECT_LE(texts.size(), 1 + ZipArchive::kMaxProblems);
  EXPECT_THAT(texts, testing::Contains(HasSubstr("over the limit of 3145728 bytes for all archives inside others")));
  EXPECT_THAT(texts, testing::Contains(HasSubstr("2 more problems with its content")));
}

TEST_F(ArchiveTest, SizesThatAreOnlyStatedCostNothing) {
  std::vector<ZipMember> members;
  for (int i = 0; i < 3; ++i) {
    members.push_back({.name = std::to_string(i) + ".jar", .content = "x", .stated_size = limits_.archive_size});
  }
  members.push_back({.name = "good.jar", .content = make_zip({class_member("", "L")})});
  EXPECT_THAT(listing("a.jar", make_zip(members)), ElementsAre("lib a.jar!/good.jar!/L.class L"));
}

// A jar made by the JDK's own tool, read back by us.
TEST_F(ArchiveTest, ReadsWhatTheJarToolWrites) {
  ScratchFolder scratch;
  scratch.write("classes/a/A.class", make_class("a/A"));
  for (const char* flags : {"cf", "cf0"}) {
    std::string jar = scratch / (std::string(flags) + ".jar");
    ASSERT_NO_FATAL_FAILURE(run_successfully(shell_word(SNAG_TEST_JAR) + " " + flags + " " + shell_word(jar) + " -C " +
                                             shell_word(scratch / "classes") + " ."));
    EXPECT_THAT(listing(flags, std::string(as_text(load_file(jar, 1 << 20)->bytes))),
                ElementsAre(std::string("app ") + flags + "!/a/A.class a/A"));
    EXPECT_EQ(as_text(archive_->containers[0].container->read(0)->bytes), make_class("a/A"));
  }
  EXPECT_THAT(messages(), IsEmpty());
}

}  // namespace
}  // namespace snag

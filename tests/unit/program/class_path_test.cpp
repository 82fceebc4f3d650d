#include "program/class_path.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "program/class_name.h"
#include "program/image_builder.h"
#include "program/zip_builder.h"
#include "support/scratch_folder.h"

namespace snag {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using namespace testing_support;

class ClassPathTest : public testing::Test {
 protected:
  // "origin place" of the definition that wins, with the scratch folder's name left out.
  std::string found(std::string_view name) {
    std::optional<ClassLocation> location = class_path_.find(name);
    if (!location) return "not found";
    EXPECT_EQ(class_path_.name(*location), name);
    std::string place = class_path_.describe(*location);
    if (place.starts_with(scratch_.path())) place.erase(0, scratch_.path().size() + 1);
    return short_name(class_path_.origin(*location)) + " " + place;
  }
  std::string bytes(std::string_view name) {
    std::optional<ClassLocation> location = class_path_.find(name);
    if (!location) return "not found";
    return content_of(class_path_.read(*location));
  }
  std::vector<std::string> names(Origin origin) {
    std::vector<std::string> result;
    for (ClassLocation location : class_path_.classes(origin)) result.emplace_back(class_path_.name(location));
    return result;
  }
  std::vector<std::string> messages() {
    std::vector<std::string> texts;
    for (const Diagnostic& diagnostic : diagnostics_.sorted()) {
      std::string text = to_text(diagnostic);
      for (std::size_t at; (at = text.find(scratch_.path() + "/")) != std::string::npos;) {
        text.erase(at, scratch_.path().size() + 1);
      }
      texts.push_back(text);
    }
    return texts;
  }
  // A jar of empty classes with these names, each marked with the jar's name.
  std::string jar(const std::string& file, const std::vector<std::string>& classes, const std::string& manifest = "") {
    std::vector<ZipMember> members;
    if (!manifest.empty()) members.push_back({.name = "META-INF/MANIFEST.MF", .content = manifest});
    for (const std::string& name : classes) {
      members.push_back({.name = name + ".class", .content = make_class(name.substr(name.rfind(':') + 1), file)});
    }
    return scratch_.write(file, make_zip(members));
  }

  ScratchFolder scratch_;
  Diagnostics diagnostics_;
  ClassPath class_path_{diagnostics_};
};

TEST_F(ClassPathTest, FindsAndReadsFromJarsFoldersAndFiles) {
  class_path_.add(jar("a.jar", {"a/A"}), Origin::kApplication);
  scratch_.write("classes/b/B.class", make_class("b/B"));
  class_path_.add(scratch_ / "classes", Origin::kApplication);
  class_path_.add(scratch_.write("Renamed.class", make_class("c/C")), Origin::kApplication);
  EXPECT_EQ(found("a/A"), "app a.jar!/a/A.class");
  EXPECT_EQ(found("b/B"), "app classes/b/B.class");
  EXPECT_EQ(found("c/C"), "app Renamed.class");
  EXPECT_EQ(found("d/D"), "not found");
  EXPECT_EQ(found(""), "not found");
  EXPECT_EQ(bytes("a/A"), make_class("a/A", "a.jar"));
  EXPECT_EQ(bytes("b/B"), make_class("b/B"));
  EXPECT_EQ(bytes("c/C"), make_class("c/C"));
  EXPECT_THAT(names(Origin::kApplication), ElementsAre("a/A", "b/B", "c/C"));
  EXPECT_THAT(names(Origin::kLibrary), IsEmpty());
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(ClassPathTest, FirstDefinitionWinsAndDuplicatesAreCounted) {
  class_path_.add(jar("a.jar", {"x/A", "x/B", "x/C", "x/package-info", "module-info"}), Origin::kLibrary);
  class_path_.add(jar("b.jar", {"x/B", "x/C", "x/D", "x/package-info", "module-info"}), Origin::kLibrary);
  EXPECT_EQ(found("x/B"), "lib a.jar!/x/B.class");
  EXPECT_EQ(found("x/D"), "lib b.jar!/x/D.class");
  EXPECT_EQ(found("module-info"), "not found");
  EXPECT_EQ(class_path_.module_descriptors(Origin::kLibrary).size(), 2U);
  EXPECT_THAT(names(Origin::kLibrary), ElementsAre("x/A", "x/B", "x/C", "x/D", "x/package-info"));
  EXPECT_THAT(messages(), ElementsAre("warning: b.jar: 2 classes are already defined by a.jar, for example x/B; "
                                      "the first definition is used"));
}

TEST_F(ClassPathTest, ApplicationWinsOverLibraryWithoutADiagnostic) {
  class_path_.add(jar("lib.jar", {"x/A", "x/B"}), Origin::kLibrary);
  class_path_.add(jar("app.jar", {"x/A"}), Origin::kApplication);
  EXPECT_EQ(found("x/A"), "app app.jar!/x/A.class");
  EXPECT_EQ(found("x/B"), "lib lib.jar!/x/B.class");
  EXPECT_THAT(names(Origin::kLibrary), ElementsAre("x/B"));
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(ClassPathTest, SamePathTwiceIsAddedOnce) {
  std::string path = jar("a.jar", {"x/A"});
  class_path_.add(path, Origin::kLibrary);
  class_path_.add(scratch_ / "./a.jar", Origin::kLibrary);
  EXPECT_EQ(found("x/A"), "lib a.jar!/x/A.class");
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(ClassPathTest, AddingAfterAskingIsSeen) {
  class_path_.add(jar("a.jar", {"x/A"}), Origin::kLibrary);
  EXPECT_EQ(found("x/B"), "not found");
  class_path_.add(jar("b.jar", {"x/B"}), Origin::kLibrary);
  EXPECT_EQ(found("x/B"), "lib b.jar!/x/B.class");
}

TEST_F(ClassPathTest, Wildcards) {
  jar("lib/a.jar", {"x/A"});
  jar("lib/B.JAR", {"x/B"});
  jar("lib/deeper/c.jar", {"x/C"});
  scratch_.write("lib/x/D.class", make_class("x/D"));
  class_path_.add(scratch_ / "lib/*", Origin::kLibrary);
  EXPECT_THAT(names(Origin::kLibrary), ElementsAre("x/A", "x/B"));
  EXPECT_THAT(messages(), IsEmpty());
  class_path_.add(scratch_ / "nowhere/*", Origin::kApplication);
  class_path_.add(scratch_ / "lib/x/*", Origin::kLibrary);
  EXPECT_THAT(messages(),
              ElementsAre("warning: lib/x/*: no jars in this folder", "error: nowhere/*: No such file or directory"));
}

TEST_F(ClassPathTest, ManifestClassPath) {
  jar("lib/first lib.jar", {"x/B"}, "Class-Path: second.jar ../app.jar\n");
  jar("lib/second.jar", {"x/C"}, "Class-Path: first%20lib.jar missing.jar http://example.org/far.jar\n");
  scratch_.write("conf/x/D.class", make_class("x/D"));
  class_path_.add(jar("app.jar", {"x/A"}, "Class-Path: lib/first%20lib.jar conf/\n"), Origin::kApplication);
  EXPECT_EQ(found("x/A"), "app app.jar!/x/A.class");
  EXPECT_EQ(found("x/B"), "lib lib/first lib.jar!/x/B.class");
  EXPECT_EQ(found("x/C"), "lib lib/second.jar!/x/C.class");
  EXPECT_EQ(found("x/D"), "lib conf/x/D.class");
  EXPECT_THAT(messages(),
              ElementsAre(StartsWith("note: lib/missing.jar: named by a manifest"),
                          AllOf(StartsWith("note: lib/second.jar"), HasSubstr("http://example.org/far.jar"))));
}

TEST_F(ClassPathTest, WhatAManifestNamesComesRightBehindItsJar) {
  jar("b.jar", {"x/Same"});
  class_path_.add(jar("a.jar", {"x/A"}, "Class-Path: b.jar\n"), Origin::kLibrary);
  class_path_.add(jar("c.jar", {"x/Same"}), Origin::kLibrary);
  EXPECT_EQ(found("x/Same"), "lib b.jar!/x/Same.class");
}

TEST_F(ClassPathTest, MultiReleaseFollowsTheJdk) {
  std::string path = jar("a.jar",
                         {"x/A", "META-INF/versions/9/x/A", "META-INF/versions/16/x/A", "META-INF/versions/21/x/A",
                          "META-INF/versions/16/x/New", "META-INF/versions/21/x/Newest"},
                         "Multi-Release: true\n");
  class_path_.add(path, Origin::kApplication);
  EXPECT_EQ(found("x/A"), "app a.jar!/META-INF/versions/16/x/A.class");
  EXPECT_THAT(names(Origin::kApplication), ElementsAre("x/A", "x/New"));
  EXPECT_THAT(messages(), IsEmpty());

  // The JDK may come after the jars, and even after the first question.
  jar("jdk/lib/rt.jar", {"java/lang/Object"});
  for (auto [version, place] : {std::pair("1.8.0_362", "x/A.class"), std::pair("9", "META-INF/versions/9/x/A.class"),
                                std::pair("25-ea", "META-INF/versions/21/x/A.class")}) {
    scratch_.write("jdk/release", std::string("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"") + version + "\"\n");
    ClassPath with_jdk(diagnostics_);
    with_jdk.add(path, Origin::kApplication);
    EXPECT_TRUE(with_jdk.find("x/A"));
    with_jdk.add_jdk(scratch_ / "jdk");
    EXPECT_EQ(with_jdk.describe(*with_jdk.find("x/A")), path + "!/" + place) << version;
  }
}

TEST_F(ClassPathTest, ApplicationFolderMayBeAboveItsPackages) {
  scratch_.write("target/classes/a/A.class", make_class("a/A"));
  scratch_.write("target/classes/a/b/B.class", make_class("a/b/B"));
  scratch_.write("target/test-classes/a/T.class", make_class("a/T"));
  scratch_.write("target/classes/META-INF/versions/9/a/A.class", make_class("a/A"));
  scratch_.write("target/classes/Top.class", make_class("Top"));
  class_path_.add(scratch_ / "target", Origin::kApplication);
  EXPECT_THAT(names(Origin::kApplication), ElementsAre("Top", "a/A", "a/T", "a/b/B"));
  EXPECT_EQ(found("a/A"), "app target/classes/a/A.class");
}

TEST_F(ClassPathTest, ApplicationFolderMayBeInsideAPackage) {
  scratch_.write("classes/a/b/B.class", make_class("a/b/B"));
  scratch_.write("classes/a/b/c/C.class", make_class("a/b/c/C"));
  class_path_.add(scratch_ / "classes/a/b", Origin::kApplication);
  EXPECT_THAT(names(Origin::kApplication), ElementsAre("a/b/B", "a/b/c/C"));
}

TEST_F(ClassPathTest, AStrayFileDoesNotMoveItsNeighbours) {
  scratch_.write("target/classes/a/A-old.class", make_class("a/A"));
  scratch_.write("target/classes/a/A.class", make_class("a/A"));
  scratch_.write("target/classes/a/B.class", make_class("a/B"));
  class_path_.add(scratch_ / "target", Origin::kApplication);
  EXPECT_THAT(names(Origin::kApplication), ElementsAre("a/A", "a/A-old", "a/B"));
}

TEST_F(ClassPathTest, UnpackedWar) {
  scratch_.write("web/WEB-INF/classes/a/A.class", make_class("a/A"));
  jar("web/WEB-INF/lib/l.jar", {"l/L"});
  jar("web/applets/x.jar", {"x/X"});
  class_path_.add(scratch_ / "web", Origin::kApplication);
  EXPECT_THAT(names(Origin::kApplication), ElementsAre("a/A"));
  EXPECT_THAT(names(Origin::kLibrary), ElementsAre("l/L"));
}

TEST_F(ClassPathTest, LibraryFoldersAreReadAsJavaReadsThem) {
  scratch_.write("target/classes/a/A.class", make_class("a/A"));
  class_path_.add(scratch_ / "target", Origin::kLibrary);
  EXPECT_THAT(names(Origin::kLibrary), ElementsAre("classes/a/A"));
}

TEST_F(ClassPathTest, LinksInACircleEnd) {
  scratch_.write("classes/a/A.class", make_class("a/A"));
  fs::create_directory_symlink(scratch_ / "classes", scratch_ / "classes/a/again");
  fs::create_directory_symlink(scratch_ / "nowhere", scratch_ / "classes/broken");
  class_path_.add(scratch_ / "classes", Origin::kApplication);
  EXPECT_THAT(names(Origin::kApplication), ElementsAre("a/A"));
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(ClassPathTest, BadInputIsADiagnosticAndTheRestGoesOn) {
  class_path_.add(scratch_ / "missing.jar", Origin::kApplication);
  class_path_.add(scratch_ / "missing-library.jar", Origin::kLibrary);
  class_path_.add(scratch_.write("empty.jar", ""), Origin::kApplication);
  class_path_.add(scratch_.write("text.jar", "this is a text"), Origin::kApplication);
  class_path_.add(scratch_.write("Cut.class", make_class("Cut").substr(0, 20)), Origin::kApplication);
  class_path_.add(scratch_.write("modules", "\xDA\xDA\xFE\xCA"), Origin::kApplication);
  const std::string pipe = scratch_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  class_path_.add(pipe, Origin::kApplication);
  fs::create_directory(scratch_ / "empty");
  class_path_.add(scratch_ / "empty", Origin::kApplication);
  jar("jars/x.jar", {"x/X"});
  class_path_.add(scratch_ / "jars", Origin::kApplication);
  class_path_.add(jar("good.jar", {"a/A"}), Origin::kApplication);
  EXPECT_EQ(found("a/A"), "app good.jar!/a/A.class");
  EXPECT_THAT(messages(),
              ElementsAre(StartsWith("error: Cut.class:"), "warning: empty: folder without classes",
                          "error: empty.jar:0: empty file: expected a zip archive",
                          AllOf(StartsWith("warning: jars: folder without classes"), HasSubstr("jars/*")),
                          "warning: missing-library.jar: No such file or directory",
                          "error: missing.jar: No such file or directory",
                          "error: modules:4: truncated JDK image: expected a header",
                          "error: pipe: is a named pipe, neither a file nor a folder",
                          "error: text.jar:0: not a zip archive: expected an end of central directory record"));
}

TEST_F(ClassPathTest, DamagedClassesFailWhenRead) {
  class_path_.add(scratch_.write("a.jar", make_zip({{.name = "A.class", .content = "x", .stated_crc = 1}})),
                  Origin::kApplication);
  EXPECT_EQ(found("A"), "app a.jar!/A.class");
  EXPECT_THAT(bytes("A"), HasSubstr("error: checksum is"));
  EXPECT_THAT(messages(), IsEmpty()) << "nobody read it before";
}

// A build writes a jar anew in its place while it is read: one error for the jar, and the others are read.
TEST_F(ClassPathTest, AnArchiveThatIsCutOffWhileItIsRead) {
  std::string inner = make_zip({{.name = "in/In.class", .content = make_class("in/In"), .stored = true}});
  std::string cut = scratch_.write(
      "cut.war", make_zip({{.name = "WEB-INF/classes/a/A.class", .content = make_class("a/A")},
                           {.name = "WEB-INF/classes/a/B.class", .content = make_class("a/B"), .stored = true},
                           {.name = "WEB-INF/lib/inner.jar", .content = inner, .stored = true}}));
  class_path_.add(cut, Origin::kApplication);
  class_path_.add(jar("good.jar", {"g/G"}), Origin::kApplication);
  EXPECT_EQ(bytes("a/B"), make_class("a/B"));
  EXPECT_EQ(bytes("in/In"), make_class("in/In"));
  ASSERT_EQ(::truncate(cut.c_str(), 40), 0);

  for (const char* name : {"a/A", "a/B", "in/In"}) {
    Result<Blob> read = class_path_.read(*class_path_.find(name));
    ASSERT_FALSE(read) << name;
    EXPECT_EQ(read.error().file, cut) << name;
    diagnostics_.add(DiagnosticSeverity::kError, class_path_.describe(*class_path_.find(name)), read.error());
  }
  EXPECT_EQ(found("g/G"), "app good.jar!/g/G.class");
  EXPECT_THAT(bytes("g/G"), Not(StartsWith("error")));
  class_path_.report_changes();
  EXPECT_THAT(messages(),
              ElementsAre("error: cut.war: has changed while it was read; run snag again when the program that writes "
                          "it has finished"));
}

// Its size is what it was, and nothing of it had to be read again.
TEST_F(ClassPathTest, AnArchiveThatIsWrittenAnewIsReportedAtTheEnd) {
  std::string path = jar("a.jar", {"a/A"});
  const timespec long_ago[2] = {{.tv_sec = 1000, .tv_nsec = 0}, {.tv_sec = 1000, .tv_nsec = 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), long_ago, 0), 0);
  class_path_.add(path, Origin::kApplication);
  class_path_.report_changes();
  EXPECT_THAT(messages(), IsEmpty());
  jar("a.jar", {"a/A"});
  class_path_.report_changes();
  EXPECT_THAT(messages(), ElementsAre(StartsWith("error: a.jar: has changed while it was read")));
}

// A process may have only so many files open.
TEST_F(ClassPathTest, MoreArchivesThanStayOpen) {
  ClassPath few(diagnostics_, {.open_files = 2});
  for (int i = 0; i < 5; ++i) {
    few.add(jar(std::to_string(i) + ".jar", {"a/A" + std::to_string(i)}), Origin::kApplication);
  }
  EXPECT_EQ(few.classes(Origin::kApplication).size(), 5U);
  for (ClassLocation location : few.classes(Origin::kApplication)) EXPECT_TRUE(few.read(location));
  EXPECT_THAT(messages(), IsEmpty());
}

// What is no file or folder of files is named, and the rest is read.
TEST_F(ClassPathTest, SpecialFilesInAFolder) {
  scratch_.write("classes/a/A.class", make_class("a/A"));
  ASSERT_EQ(::mkfifo((scratch_ / "classes/a/Pipe.class").c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo((scratch_ / "classes/pipe.jar").c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo((scratch_ / "classes/pipe").c_str(), 0600), 0);
  fs::create_symlink("/proc", scratch_ / "classes/kernel");
  fs::create_symlink("/dev", scratch_ / "classes/devices");
  class_path_.add(scratch_ / "classes", Origin::kApplication);
  EXPECT_EQ(found("a/A"), "app classes/a/A.class");
  EXPECT_THAT(
      messages(),
      ElementsAre("warning: classes/a/Pipe.class: is a named pipe, neither a file nor a folder; it is skipped",
                  "warning: classes/devices/: is the folder of devices, which holds no programs; it is skipped",
                  "warning: classes/kernel/: is in a file system of the kernel (proc), which holds no programs; it is "
                  "skipped",
                  "warning: classes/pipe.jar: is a named pipe, neither a file nor a folder; it is skipped"));
}

TEST_F(ClassPathTest, FoldersOfTheKernelAreRefused) {
  class_path_.add("/proc", Origin::kApplication);
  class_path_.add("/proc", Origin::kLibrary);
  EXPECT_THAT(messages(),
              ElementsAre("error: /proc: is in a file system of the kernel (proc), which holds no programs"));
}

TEST_F(ClassPathTest, JdkByImage) {
  ImageBuilder builder;
  builder.add({.path = "/java.base/java/lang/Object.class", .content = make_class("java/lang/Object")});
  builder.add({.path = "/java.base/java/lang/String.class", .content = make_class("java/lang/String")});
  builder.add({.path = "/java.base/module-info.class", .content = make_class("module-info")});
  builder.add_package("java.lang", {}, "java.base");
  scratch_.write("jdk/lib/modules", builder.build());
  scratch_.write("jdk/release", "JAVA_VERSION=\"21.0.1\"\n");
  class_path_.add_jdk(scratch_ / "jdk");
  class_path_.add(jar("a.jar", {"java/lang/String"}), Origin::kApplication);
  EXPECT_EQ(class_path_.release(), 21);
  EXPECT_EQ(found("java/lang/Object"), "jdk jdk/lib/modules!/java.base/java/lang/Object.class");
  EXPECT_EQ(found("java/lang/String"), "app a.jar!/java/lang/String.class");
  EXPECT_EQ(bytes("java/lang/Object"), make_class("java/lang/Object"));
  EXPECT_THAT(names(Origin::kJdk), ElementsAre("java/lang/Object"));
  EXPECT_EQ(class_path_.module_descriptors(Origin::kJdk).size(), 1U);
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(ClassPathTest, JdkWithoutUsableImage) {
  scratch_.write("jmods/lib/modules", "damaged");
  scratch_.write("jmods/jmods/java.base.jmod",
                 std::string("JM\1\0", 4) + make_zip({{.name = "classes/java/lang/Object.class"}}));
  class_path_.add_jdk(scratch_ / "jmods");
  EXPECT_EQ(found("java/lang/Object"), "jdk jmods/jmods/java.base.jmod!/classes/java/lang/Object.class");
  EXPECT_THAT(messages(), ElementsAre(StartsWith("error: jmods/lib/modules:")));

  jar("eight/jre/lib/rt.jar", {"java/lang/Object"});
  jar("eight/jre/lib/jce.jar", {"javax/crypto/Cipher"});
  scratch_.write("eight/release", "JAVA_VERSION=\"1.8.0_362\"\n");
  ClassPath eight(diagnostics_);
  eight.add_jdk(scratch_ / "eight");
  EXPECT_TRUE(eight.find("javax/crypto/Cipher"));
  EXPECT_EQ(eight.release(), 8);

  scratch_.write("build/modules/java.base/java/lang/Object.class", make_class("java/lang/Object"));
  ClassPath build(diagnostics_);
  build.add_jdk(scratch_ / "build");
  EXPECT_TRUE(build.find("java/lang/Object"));

  ClassPath none(diagnostics_);
  none.add_jdk(scratch_ / "nothing");
  EXPECT_THAT(messages(), Contains(StartsWith("error: nothing: not a JDK")));
  EXPECT_EQ(none.release(), ClassPath::kDefaultRelease);
}

TEST_F(ClassPathTest, ManyThreadsMayAsk) {
  ImageBuilder builder;
  std::vector<std::string> classes;
  for (int i = 0; i < 50; ++i) {
    classes.push_back("x/C" + std::to_string(i));
    std::string name = "java/lang/J" + std::to_string(i);
    builder.add({.path = "/java.base/" + name + ".class", .content = make_class(name), .method = i % 2 ? "zip" : ""});
  }
  builder.add_package("java.lang", {}, "java.base");
  scratch_.write("jdk/lib/modules", builder.build());
  class_path_.add_jdk(scratch_ / "jdk");
  class_path_.add(jar("a.jar", classes), Origin::kApplication);
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        for (std::string name : {"x/C" + std::to_string(i), "java/lang/J" + std::to_string(i)}) {
          std::optional<ClassLocation> location = class_path_.find(name);
          Result<Blob> blob = location ? class_path_.read(*location) : Result<Blob>(failure("not found"));
          if (blob && class_name_of(blob->bytes) == name && class_path_.name(*location) == name) ++right;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 4 * 100);
}

TEST(ClassNameTest, ReadsThisClass) {
  std::string whole = make_class("a/B");
  EXPECT_EQ(class_name_of(as_bytes(whole)), "a/B");
  for (std::size_t size = 0; size < whole.size() - 10; ++size) {
    EXPECT_FALSE(class_name_of(as_bytes(std::string_view(whole).substr(0, size)))) << size;
  }
  std::string wrong_tag = whole;
  wrong_tag[10] = 2;
  EXPECT_EQ(class_name_of(as_bytes(wrong_tag)).error().offset, 10U);
  std::string no_class = whole;
  no_class[whole.size() - 11] = 2;  // this_class names a Utf8
  EXPECT_THAT(class_name_of(as_bytes(no_class)).error().message, HasSubstr("expected the index of a Class"));
}

}  // namespace
}  // namespace snag

#include "report/source_lines.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "report/printable.h"
#include "support/scratch_folder.h"

namespace snag {
namespace {

class SourceFiles : public ::testing::Test {
 protected:
  std::string find(const std::string& class_name, const std::string& file, std::uint32_t line) {
    SourceLines sources({folder_.path()});
    return std::string(sources.find(class_name, file, line).value_or("none"));
  }
  ScratchFolder folder_;
};

TEST_F(SourceFiles, ByPackage) {
  folder_.write("a/b/C.java", "one\ntwo\nthree");
  EXPECT_EQ(find("a.b.C", "C.java", 1), "one");
  EXPECT_EQ(find("a.b.C", "C.java", 3), "three");
  EXPECT_EQ(find("a.b.C$Inner", "C.java", 2), "two");
  EXPECT_EQ(find("a.b.Other", "C.java", 2), "two");  // a second class in the same file
  EXPECT_EQ(find("a.b.C", "C.java", 4), "none");
  EXPECT_EQ(find("a.b.C", "C.java", 0), "none");
  EXPECT_EQ(find("a.C", "C.java", 1), "none");
  EXPECT_EQ(find("a.b.C", "D.java", 1), "none");
  EXPECT_EQ(find("a.b.C", "", 1), "none");
}

TEST_F(SourceFiles, WithoutPackage) {
  folder_.write("Main.java", "class Main {}\n");
  EXPECT_EQ(find("Main", "Main.java", 1), "class Main {}");
}

TEST_F(SourceFiles, BelowTheUsualRoots) {
  for (const char* root : {"src/main/java/", "src/", "java/"}) {
    const ScratchFolder folder;
    folder.write(std::string(root) + "a/C.java", root);
    SourceLines sources({folder.path()});
    EXPECT_EQ(sources.find("a.C", "C.java", 1), root);
  }
}

TEST_F(SourceFiles, InTheFolderItselfOnlyOfTheSamePackage) {
  folder_.write("C.java", "/* package of C */\npackage\ta.b;\nclass C {}\n");
  EXPECT_EQ(find("a.b.C", "C.java", 3), "class C {}");
  EXPECT_EQ(find("a.C", "C.java", 3), "none");
  EXPECT_EQ(find("a.b.c.C", "C.java", 3), "none");
  EXPECT_EQ(find("b.C", "C.java", 3), "none");
}

TEST_F(SourceFiles, FirstFolderWins) {
  const ScratchFolder second;
  folder_.write("a/C.java", "first");
  second.write("a/C.java", "second");
  second.write("a/D.java", "only here");
  SourceLines sources({folder_.path(), second.path()});
  EXPECT_EQ(sources.find("a.C", "C.java", 1), "first");
  EXPECT_EQ(sources.find("a.D", "D.java", 1), "only here");
  EXPECT_EQ(sources.find("a.C", "C.java", 1), "first");
}

// Who makes a report public must not make files of this machine public.
TEST_F(SourceFiles, LinksOutOfTheFolderAreNotFollowed) {
  ScratchFolder outside;
  const std::string secret = outside.write("secret.txt", "secret");
  folder_.write("a/Inside.java", "inside");
  std::filesystem::create_symlink(secret, folder_ / "a/C.java");
  std::filesystem::create_symlink(folder_ / "a/Inside.java", folder_ / "a/D.java");
  EXPECT_EQ(find("a.C", "C.java", 1), "none");
  EXPECT_EQ(find("a.D", "D.java", 1), "inside");
}

// An end of the last line does not begin another.
TEST_F(SourceFiles, LastLineWithAnEnd) {
  folder_.write("C.java", "one\ntwo\n");
  folder_.write("D.java", "");
  EXPECT_EQ(find("C", "C.java", 2), "two");
  EXPECT_EQ(find("C", "C.java", 3), "none");
  EXPECT_EQ(find("D", "D.java", 1), "");
}

TEST_F(SourceFiles, LineEndsAsTheCompilerCountsThem) {
  folder_.write("C.java", "one\r\ntwo\rthree\n\nfive\n");
  EXPECT_EQ(find("C", "C.java", 2), "two");
  EXPECT_EQ(find("C", "C.java", 3), "three");
  EXPECT_EQ(find("C", "C.java", 4), "");
  EXPECT_EQ(find("C", "C.java", 5), "five");
}

TEST_F(SourceFiles, NamesThatLeaveTheFolderFindNothing) {
  folder_.write("secret.txt", "secret\n");
  folder_.write("sources/a/C.java", "package a;\n");
  SourceLines sources({folder_ / "sources"});
  ASSERT_TRUE(sources.find("a.C", "C.java", 1));
  for (const char* file : {"../secret.txt", "../../secret.txt", "..", ".", "/etc/passwd"}) {
    EXPECT_FALSE(sources.find("a.C", file, 1)) << file;
    EXPECT_FALSE(sources.find("C", file, 1)) << file;
  }
  for (const char* name : {"/.C", "../...C", "a/...C", "..C", "a..C", ".C", "a/../...C"}) {
    EXPECT_FALSE(sources.find(name, "secret.txt", 1)) << name;
  }
}

TEST_F(SourceFiles, WhatIsNoFileOrTooLargeIsNotRead) {
  ASSERT_EQ(::mkfifo((folder_ / "Pipe.java").c_str(), 0600), 0);
  EXPECT_EQ(find("Pipe", "Pipe.java", 1), "none");
  std::filesystem::create_directory(folder_ / "Folder.java");
  EXPECT_EQ(find("Folder", "Folder.java", 1), "none");
  folder_.write("Large.java", std::string(SourceLines::kMaxFileSize, 'x'));
  EXPECT_EQ(find("Large", "Large.java", 1).size(), SourceLines::kMaxFileSize);
  folder_.write("TooLarge.java", std::string(SourceLines::kMaxFileSize + 1, 'x'));
  EXPECT_EQ(find("TooLarge", "TooLarge.java", 1), "none");
  folder_.write("Empty.java", "");
  EXPECT_EQ(find("Empty", "Empty.java", 1), "");
}

TEST_F(SourceFiles, OfManyModulesAndLanguages) {
  folder_.write("module-a/src/main/java/a/b/C.java", "package a.b;\nin a\n");
  folder_.write("module-b/src/main/kotlin/Money.kt", "@file:JvmName(\"Money\")\npackage a.money\nfun f() {}\n");
  folder_.write("module-b/src/main/scala/x/Act.scala", "package x\npackage y\nobject Act\n");
  folder_.write("module-c/target/generated-sources/a/b/Made.java", "package a.b;\ngenerated\n");
  EXPECT_EQ(find("a.b.C", "C.java", 2), "in a");
  EXPECT_EQ(find("a.money.Money", "Money.kt", 3), "fun f() {}");
  EXPECT_EQ(find("x.y.Act$", "Act.scala", 3), "object Act");
  EXPECT_EQ(find("a.b.Made", "Made.java", 2), "generated");
  EXPECT_EQ(find("a.C", "C.java", 2), "none");
  EXPECT_EQ(find("b.C", "C.java", 2), "none");  // lies in b, but says that it is of another package
  EXPECT_EQ(find("C", "C.java", 2), "none");
}

TEST_F(SourceFiles, OfSeveralTheOneOfThePackage) {
  folder_.write("m/a/C.java", "package x.a;\n");
  folder_.write("n/a/C.java", "no package\n");
  folder_.write("o/elsewhere/C.java", "package a;\ndeclares it\n");
  EXPECT_EQ(find("a.C", "C.java", 2), "declares it");
  folder_.write("p/a/C.java", "package a;\nlies there\n");
  EXPECT_EQ(find("a.C", "C.java", 2), "lies there");
  folder_.write("build/copy/a/C.java", "package a;\na copy\n");
  folder_.write("a-module/out/a/C.java", "package a;\na copy\n");
  EXPECT_EQ(find("a.C", "C.java", 2), "lies there");
  folder_.write("m/Main.java", "class Main {}\n");
  folder_.write("a/Main.java", "package a;\n");
  EXPECT_EQ(find("Main", "Main.java", 1), "class Main {}");
}

TEST_F(SourceFiles, InTheFolderWithoutADeclaration) {
  folder_.write("m/a/C.java", "// nothing\n");
  EXPECT_EQ(find("a.C", "C.java", 1), "// nothing");
  EXPECT_EQ(find("b.C", "C.java", 1), "none");
}

TEST_F(SourceFiles, HiddenFoldersAndLinksAreNotWalked) {
  folder_.write(".git/m/a/C.java", "package a;\n");
  folder_.write("web/node_modules/m/a/C.java", "package a;\n");
  folder_.write("m/n/D.java", "package d;\n");
  std::filesystem::create_directory_symlink(folder_.path(), folder_ / "m/loop");
  EXPECT_EQ(find("a.C", "C.java", 1), "none");
  EXPECT_EQ(find("d.D", "D.java", 1), "package d;");
}

TEST_F(SourceFiles, TheWalkIsBounded) {
  std::string deep;
  for (std::size_t i = 0; i < SourceIndex::kMaxDepth; ++i) deep += "d/";
  folder_.write(deep + "C.java", "package c;\n");
  EXPECT_EQ(find("c.C", "C.java", 1), "none");
  folder_.write(deep.substr(2) + "C.java", "package c;\n");
  EXPECT_EQ(find("c.C", "C.java", 1), "package c;");

  const ScratchFolder wide;
  for (int i = 0; i < 20; ++i) wide.write("e/E" + std::to_string(i) + ".java", "");
  const SourceIndex index({wide.path()}, /*max_entries=*/11);
  std::size_t found = 0;
  for (int i = 0; i < 20; ++i) found += index.find("E" + std::to_string(i) + ".java").size();
  EXPECT_EQ(found, 10u);  // the folder itself was one
}

TEST_F(SourceFiles, ManyLines) {
  std::string text;
  for (int i = 1; i <= 100; ++i) text += "line " + std::to_string(i) + (i % 3 == 0 ? "\r\n" : "\n");
  folder_.write("a/C.java", text);
  SourceLines sources({folder_.path()});
  EXPECT_EQ(sources.lines("a.C", "C.java", 2, 4), (std::vector<std::string_view>{"line 2", "line 3", "line 4"}));
  EXPECT_EQ(sources.lines("a.C", "C.java", 100, 4'294'967'295), (std::vector<std::string_view>{"line 100"}));
  EXPECT_TRUE(sources.lines("a.C", "C.java", 0, 4).empty());
  EXPECT_TRUE(sources.lines("a.C", "C.java", 4, 3).empty());
  EXPECT_TRUE(sources.lines("a.C", "C.java", 102, 103).empty());
  EXPECT_TRUE(sources.lines("a.D", "D.java", 1, 3).empty());
}

// More files than are kept, again and again.
TEST_F(SourceFiles, ManyFiles) {
  for (int i = 0; i < 40; ++i) folder_.write("a/C" + std::to_string(i) + ".java", "file " + std::to_string(i));
  SourceLines sources({folder_.path()});
  for (int i = 0; i < 200; ++i) {
    const std::string name = "C" + std::to_string(i * 7 % 40);
    EXPECT_EQ(sources.find("a." + name, name + ".java", 1), "file " + std::to_string(i * 7 % 40));
  }
}

TEST_F(SourceFiles, NamesOfFilesInReports) {
  folder_.write("work/module/src/main/java/bank/Account.java", "package bank;\n");
  folder_.write("elsewhere/bank/Teller.java", "package bank;\n");
  SourceLines sources({folder_ / "work", folder_ / "elsewhere"}, folder_ / "work");
  EXPECT_EQ(sources.root(), folder_ / "work");
  EXPECT_EQ(sources.path("bank.Account", "Account.java"), "module/src/main/java/bank/Account.java");
  EXPECT_EQ(sources.path("bank.Account$Inner", "Account.java"), "module/src/main/java/bank/Account.java");
  EXPECT_EQ(sources.path("bank.Account$Inner", ""), "module/src/main/java/bank/Account.java");  // it does not say
  EXPECT_EQ(sources.path("bank.Teller", "Teller.java"), folder_ / "elsewhere/bank/Teller.java");
  EXPECT_EQ(sources.path("bank.Absent", "Absent.kt"), "bank/Absent.kt");
  EXPECT_EQ(sources.path("Absent", "Absent.java"), "Absent.java");
  EXPECT_EQ(sources.path("bank.$Odd$1", ""), "bank/$Odd.java");
  EXPECT_EQ(sources.path("", ""), "");
  EXPECT_EQ(sources.path("bank.Account", "../Account.java"), "");
  EXPECT_EQ(sources.path("a/../...C", "C.java"), "C.java");

  SourceLines below({folder_ / "work"}, folder_ / "work/module/../module");
  EXPECT_EQ(below.path("bank.Account", "Account.java"), "src/main/java/bank/Account.java");

  SourceLines none;
  EXPECT_EQ(none.root(), std::filesystem::current_path());
  EXPECT_EQ(none.path("bank.Account", "Account.java"), "bank/Account.java");
}

// Reports of links would not be shown beside the file that the repository has.
TEST_F(SourceFiles, NamesAreWithoutLinks) {
  folder_.write("real/a/C.java", "package a;\n");
  std::filesystem::create_directory_symlink(folder_ / "real", folder_ / "link");
  SourceLines sources({folder_ / "link"}, folder_.path());
  EXPECT_EQ(sources.path("a.C", "C.java"), "real/a/C.java");
}

TEST(DeclaredPackage, OfEachLanguage) {
  EXPECT_EQ(declared_package("package a.b;\nclass C {}"), "a.b");
  EXPECT_EQ(declared_package("\xef\xbb\xbf// package x;\n/* package y; */ package a . b /* c */ ;"), "a.b");
  EXPECT_EQ(declared_package("#!/usr/bin/env groovy\npackage a"), "a");
  EXPECT_EQ(declared_package("@file:JvmName(\"A\")\n@file:Suppress(\"x\", \"y\")\n\npackage a.`in`.b\n\nimport x.y"),
            "a.in.b");
  EXPECT_EQ(declared_package("package a\npackage b.c\nimport d"), "a.b.c");
  EXPECT_EQ(declared_package("package a\npackage object b"), "a");
  EXPECT_EQ(declared_package("import a.b;\npackage c;"), "");
  EXPECT_EQ(declared_package("packages a;"), "");
}

TEST(DeclaredPackage, OfAnyBytes) {
  for (const char* text : {"", "/*", "//", "@", "@(", "@a(", "package", "package ;", "package .", "#!", "\xff"}) {
    EXPECT_EQ(declared_package(text), "") << text;
  }
  EXPECT_EQ(declared_package("package a."), "a.");
  EXPECT_EQ(declared_package(std::string(1 << 20, '@')), "");
}

// What stands above the caret.
std::string under_caret(const Excerpt& shown) { return shown.word ? shown.text.substr(*shown.word) : "nothing"; }

TEST(SourceExcerpt, FindsWholeWords) {
  EXPECT_EQ(excerpt("  setBalance(before + balance);", "balance", 80).word, 22u);
  EXPECT_EQ(excerpt("a$b = b;", "b", 80).word, 6u);
  EXPECT_EQ(excerpt("übers = bers;", "bers", 80).word, 9u);  // ü has two bytes
  EXPECT_EQ(excerpt("balances", "balance", 80).word, std::nullopt);
  EXPECT_EQ(excerpt("balance", "balance", 80).word, 0u);
  EXPECT_EQ(excerpt("balance", "", 80).word, std::nullopt);
  EXPECT_EQ(excerpt("", "x", 80).text, "");
  EXPECT_EQ(excerpt("x \t ", "x", 80).text, "x");
  EXPECT_EQ(excerpt("x    ", "  ", 80).word, std::nullopt);  // not below the blanks at the end, which are not shown
}

TEST(SourceExcerpt, ExpandsTabs) {
  const Excerpt shown = excerpt("\tif (a)\tx = y;  ", "x", 80);
  EXPECT_EQ(shown.text, "        if (a)  x = y;");
  EXPECT_EQ(shown.word, 16u);
  EXPECT_EQ(excerpt("abc\t\tx", "abc", 80).text, "abc             x");
}

TEST(SourceExcerpt, IsPrintable) {
  const Excerpt shown = excerpt("\x1b[31m\xff x", "x", 80);
  EXPECT_EQ(shown.text, printable("\x1b[31m\xff x"));
  EXPECT_EQ(under_caret(shown), "x");
}

TEST(SourceExcerpt, CutsAroundTheWord) {
  const std::string line = std::string(500, 'a') + " word " + std::string(500, 'b');
  const Excerpt middle = excerpt(line, "word", 60);
  EXPECT_EQ(columns(middle.text), 60u);
  EXPECT_EQ(under_caret(middle).substr(0, 5), "word ");
  EXPECT_TRUE(middle.text.starts_with("…"));
  EXPECT_TRUE(middle.text.ends_with("b…"));

  const Excerpt start = excerpt("word " + line, "word", 60);
  EXPECT_EQ(start.word, 0u);
  EXPECT_EQ(columns(start.text), 60u);
  EXPECT_TRUE(start.text.starts_with("word a"));

  const Excerpt end = excerpt(std::string(500, 'a') + " word", "word", 60);
  EXPECT_EQ(under_caret(end), "word");
  EXPECT_EQ(columns(end.text), 60u);

  const Excerpt none = excerpt(line, "absent", 60);
  EXPECT_EQ(columns(none.text), 60u);
  EXPECT_TRUE(none.text.ends_with("a…"));
}

TEST(SourceExcerpt, CutsCharactersWhole) {
  std::string line;
  for (int i = 0; i < 300; ++i) line += "ü";
  const Excerpt shown = excerpt(line + " word " + line, "word", 60);
  EXPECT_EQ(printable(shown.text), shown.text);
  EXPECT_EQ(columns(shown.text), 60u);
  EXPECT_EQ(under_caret(shown).substr(0, 4), "word");
}

// A minified file is one line of megabytes.
TEST(SourceExcerpt, OfAVeryLongLine) {
  const std::string tabs(4 << 20, '\t');
  const Excerpt shown = excerpt(tabs + "word" + tabs, "word", 60);
  EXPECT_EQ(under_caret(shown).substr(0, 4), "word");
  EXPECT_LE(columns(shown.text), 60u);
}

}  // namespace
}  // namespace snag

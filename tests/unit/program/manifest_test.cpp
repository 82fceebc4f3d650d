#include "program/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace snag {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ManifestTest, ReadsTheMainSection) {
  Manifest manifest = parse_manifest(
      "Manifest-Version: 1.0\r\nMulti-Release: true\r\nClass-Path: lib/a.jar  b%20c.jar \r\n\r\nName: x\r\n");
  EXPECT_TRUE(manifest.multi_release);
  EXPECT_THAT(manifest.class_path, ElementsAre("lib/a.jar", "b%20c.jar"));
}

TEST(ManifestTest, JoinsContinuedLines) {
  for (const char* end : {"\r\n", "\n", "\r"}) {
    std::string text = std::string("Class-Path: lib/fi") + end + " rst.jar lib/second" + end + " .jar" + end +
                       "Multi-Release: true" + end;
    Manifest manifest = parse_manifest(text);
    EXPECT_THAT(manifest.class_path, ElementsAre("lib/first.jar", "lib/second.jar"));
    EXPECT_TRUE(manifest.multi_release);
  }
}

TEST(ManifestTest, IgnoresCaseOfNamesAndOfTrue) {
  EXPECT_TRUE(parse_manifest("multi-release: TRUE").multi_release);
  EXPECT_FALSE(parse_manifest("Multi-Release: false").multi_release);
  EXPECT_FALSE(parse_manifest("Multi-Release: truely").multi_release);
}

TEST(ManifestTest, AttributesOfLaterSectionsDoNotCount) {
  Manifest manifest = parse_manifest("Manifest-Version: 1.0\n\nName: a/\nMulti-Release: true\nClass-Path: x.jar\n");
  EXPECT_FALSE(manifest.multi_release);
  EXPECT_THAT(manifest.class_path, IsEmpty());
}

TEST(ManifestTest, PassesOverNonsense) {
  EXPECT_FALSE(parse_manifest("").multi_release);
  EXPECT_TRUE(parse_manifest(" \nno colon here\n: no name\nMulti-Release:true").multi_release);
}

TEST(ManifestTest, ResolvesUrls) {
  EXPECT_EQ(resolve_class_path_url("lib/a%20b%C3%A4.jar", "/opt/app"), "/opt/app/lib/a b\xC3\xA4.jar");
  EXPECT_EQ(resolve_class_path_url("lib/a.jar", ""), "lib/a.jar");
  EXPECT_EQ(resolve_class_path_url("../a.jar", "dir"), "dir/../a.jar");
  EXPECT_EQ(resolve_class_path_url("/abs/a.jar", "dir"), "/abs/a.jar");
  EXPECT_EQ(resolve_class_path_url("file:/abs/a.jar", "dir"), "/abs/a.jar");
  EXPECT_EQ(resolve_class_path_url("file:///abs/a.jar", "dir"), "/abs/a.jar");
  EXPECT_EQ(resolve_class_path_url("file:a.jar", "dir"), "dir/a.jar");
}

TEST(ManifestTest, RefusesUrlsThatAreNoFiles) {
  EXPECT_EQ(resolve_class_path_url("http://host/a.jar", "dir"), "");
  EXPECT_EQ(resolve_class_path_url("file://host/a.jar", "dir"), "");
  EXPECT_EQ(resolve_class_path_url("file://host", "dir"), "");
  EXPECT_EQ(resolve_class_path_url("a%2", "dir"), "");
  EXPECT_EQ(resolve_class_path_url("a%zz.jar", "dir"), "");
  EXPECT_EQ(resolve_class_path_url("a%00.jar", "dir"), "");
  EXPECT_EQ(resolve_class_path_url("", "dir"), "");
}

}  // namespace
}  // namespace snag

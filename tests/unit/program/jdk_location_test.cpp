#include "program/jdk_location.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "support/scratch_folder.h"

namespace snag {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class JdkLocationTest : public testing::Test {
 protected:
  std::string make_jdk(const std::string& name, const std::string& library = "lib/modules") {
    touch(name + "/" + library);
    touch(name + "/bin/java");
    return root_ / name;
  }
  void touch(const std::string& file) { root_.write(file, "x"); }

  ScratchFolder root_;
};

TEST_F(JdkLocationTest, TheOptionComesFirstThenJavaHomeThenPath) {
  std::string a = make_jdk("a"), b = make_jdk("b"), c = make_jdk("c");
  EXPECT_EQ(find_jdk({.option = a, .java_home = b, .path = c + "/bin"}), a);
  EXPECT_EQ(find_jdk({.option = "", .java_home = b, .path = c + "/bin"}), b);
  EXPECT_EQ(find_jdk({.option = "", .java_home = "", .path = c + "/bin"}), c);
}

TEST_F(JdkLocationTest, EveryFormOfLibraryIsAJdk) {
  for (const char* library :
       {"lib/modules", "jmods/java.base.jmod", "modules/java.base", "lib/rt.jar", "jre/lib/rt.jar"}) {
    EXPECT_TRUE(is_jdk_home(make_jdk("jdk" + std::to_string(std::string_view(library).size()), library))) << library;
  }
  touch("other/lib/readme");
  EXPECT_FALSE(is_jdk_home(root_ / "other"));
  EXPECT_FALSE(is_jdk_home(""));
  EXPECT_FALSE(is_jdk_home(root_ / "other/lib/readme"));
}

TEST_F(JdkLocationTest, LinksOnPathAreFollowed) {
  std::string jdk = make_jdk("real");
  fs::create_directories(root_ / "usr/bin");
  fs::create_directories(root_ / "alternatives");
  fs::create_symlink(root_ / "real/bin/java", root_ / "alternatives/java");
  fs::create_symlink(root_ / "alternatives/java", root_ / "usr/bin/java");
  EXPECT_EQ(find_jdk({.option = "", .java_home = "", .path = ":" + (root_ / "nothing") + ":" + (root_ / "usr/bin")}),
            jdk);
}

TEST_F(JdkLocationTest, WrapperScriptsAndDanglingLinksArePassedOver) {
  std::string jdk = make_jdk("real");
  touch("shims/bin/java");
  fs::create_directories(root_ / "dangling");
  fs::create_symlink(root_ / "gone", root_ / "dangling/java");
  std::string path = (root_ / "shims/bin") + ":" + (root_ / "dangling") + ":" + jdk + "/bin";
  EXPECT_EQ(find_jdk({.option = "", .java_home = "", .path = path}), jdk);
}

TEST_F(JdkLocationTest, ErrorsSayWhatToDo) {
  std::string good = make_jdk("good");
  touch("bad/readme");
  Result<std::string> option = find_jdk({.option = root_ / "gone", .java_home = good, .path = good + "/bin"});
  ASSERT_FALSE(option);
  EXPECT_THAT(option.error().message, HasSubstr("--jdk names " + (root_ / "gone") + ", which does not exist"));
  Result<std::string> home = find_jdk({.option = "", .java_home = root_ / "bad", .path = good + "/bin"});
  ASSERT_FALSE(home);
  EXPECT_THAT(home.error().message, HasSubstr("JAVA_HOME names " + (root_ / "bad") + ", which has no Java library"));
  EXPECT_THAT(home.error().message, HasSubstr("--jdk DIR"));
  Result<std::string> none = find_jdk({.option = "", .java_home = "", .path = root_ / "gone"});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("no JDK found"));
  EXPECT_THAT(none.error().message, HasSubstr("--jdk DIR"));
}

TEST_F(JdkLocationTest, FindsTheJdkOfJavac) {
  fs::path programs = fs::canonical(SNAG_TEST_JAVAC).parent_path();
  EXPECT_EQ(find_jdk({.option = "", .java_home = "", .path = programs.string()}), programs.parent_path().string());
}

}  // namespace
}  // namespace snag

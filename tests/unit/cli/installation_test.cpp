#include "cli/installation.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace snag {
namespace {

namespace fs = std::filesystem;

class Installation : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(SNAG_TEST_SCRATCH_DIR) / ::testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  void add_file(const fs::path& path) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << "jar";
  }

  fs::path root_;
};

TEST_F(Installation, ExampleInTheBuildTree) {
  add_file("build/examples/bank.jar");
  EXPECT_EQ(find_bundled_example(root_ / "build"), root_ / "build/examples/bank.jar");
}

TEST_F(Installation, ExampleUnderAPrefix) {
  add_file("usr/share/snag/examples/bank.jar");
  fs::create_directories(root_ / "usr/bin");
  EXPECT_EQ(find_bundled_example(root_ / "usr/bin"), root_ / "usr/share/snag/examples/bank.jar");
}

TEST_F(Installation, Agent) {
  EXPECT_EQ(find_agent(root_ / "bin"), std::nullopt);
  add_file("lib/snag/libsnag-agent.so");
  fs::create_directories(root_ / "bin");
  EXPECT_EQ(find_agent(root_ / "bin"), root_ / "lib/snag/libsnag-agent.so");
  add_file("bin/libsnag-agent.so");
  EXPECT_EQ(find_agent(root_ / "bin"), root_ / "bin/libsnag-agent.so");
}

TEST_F(Installation, NoExample) { EXPECT_EQ(find_bundled_example(root_), std::nullopt); }

}  // namespace
}  // namespace snag

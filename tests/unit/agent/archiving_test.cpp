#include "agent/archiving.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace snag::agent {
namespace {

TEST(Archiving, IsFoundAmongOptions) {
  EXPECT_EQ(archiving_option({"java", "-cp", "a.jar", "-XX:AOTCacheOutput=a.aot", "Main"}), "-XX:AOTCacheOutput=a.aot");
  EXPECT_EQ(archiving_option({"java", "-XX:ArchiveClassesAtExit=a.jsa", "Main"}), "-XX:ArchiveClassesAtExit=a.jsa");
  EXPECT_EQ(archiving_option({"java", "-Xshare:dump"}), "-Xshare:dump");
}

TEST(Archiving, IsNotTheUseOfAnArchive) {
  EXPECT_EQ(archiving_option({"java", "-Xshare:on", "-XX:SharedArchiveFile=a.jsa", "-XX:AOTCache=a.aot", "Main"}),
            std::nullopt);
  EXPECT_EQ(archiving_option({}), std::nullopt);
}

TEST(Archiving, IsAlsoSaidInTheEnvironment) {
  EXPECT_FALSE(words_of_process().empty());
  ::setenv("JDK_JAVA_OPTIONS", "-ea  -XX:AOTCacheOutput=x.aot", /*overwrite=*/1);
  EXPECT_EQ(archiving_option(words_of_process()), "-XX:AOTCacheOutput=x.aot");
  ::unsetenv("JDK_JAVA_OPTIONS");
}

}  // namespace
}  // namespace snag::agent

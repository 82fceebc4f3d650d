#include "cli/launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "support/scratch_folder.h"

namespace snag {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::Pair;

Environment with(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
    const auto it = variables.find(name);
    if (it == variables.end()) return std::nullopt;
    return it->second;
  };
}

TEST(Launch, JavaGetsTheAgentAsItsFirstOption) {
  for (const char* java : {"java", "/usr/bin/java", "./java"}) {
    const Launch launch =
        watched_launch({java, "-cp", "x", "Main", "-agentpath:y"}, "/lib/a.so", "/tmp/agent.conf", with({}));
    EXPECT_THAT(launch.command,
                ElementsAre(java, "-agentpath:/lib/a.so=/tmp/agent.conf", "-cp", "x", "Main", "-agentpath:y"));
    EXPECT_THAT(launch.variables, IsEmpty());
  }
}

TEST(Launch, OthersGetItByTheEnvironment) {
  EXPECT_FALSE(is_java("javac"));
  EXPECT_FALSE(is_java("/opt/java/bin/run"));
  const Launch launch = watched_launch({"mvn", "test"}, "/lib/a.so", "/tmp/c", with({}));
  EXPECT_THAT(launch.command, ElementsAre("mvn", "test"));
  EXPECT_THAT(launch.variables, ElementsAre(Pair("JAVA_TOOL_OPTIONS", "-agentpath:/lib/a.so=/tmp/c")));
}

TEST(Launch, WhatIsInTheEnvironmentStays) {
  const Launch launch = watched_launch({"mvn"}, "/my lib/a.so", "/tmp/c", with({{"JAVA_TOOL_OPTIONS", "-Xmx1g"}}));
  EXPECT_THAT(launch.variables, ElementsAre(Pair("JAVA_TOOL_OPTIONS", "-Xmx1g '-agentpath:/my lib/a.so=/tmp/c'")));
}

// The words of JAVA_TOOL_OPTIONS as HotSpot has them: quotes open and close within a word, and do not stay.
std::vector<std::string> words_of_hotspot(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\v\f"), text.size()));
    if (text.empty()) return words;
    std::string& word = words.emplace_back();
    while (!text.empty() && std::string_view(" \t\r\n\v\f").find(text.front()) == std::string_view::npos) {
      const char c = text.front();
      text.remove_prefix(1);
      if (c != '\'' && c != '"') {
        word += c;
        continue;
      }
      const std::size_t end = std::min(text.find(c), text.size());
      word += text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
}

TEST(Launch, AnyNameGetsThroughTheEnvironment) {
  for (const char* folder :
       {"/tmp", "/a b", "/it's", "/say \"x\"", "/it's \"x\"", "/''\"\"' \"", "/'", "/\"", "/a\nb"}) {
    const std::string file = std::string(folder) + "/agent.conf";
    const Launch launch = watched_launch({"mvn"}, "/lib/a.so", file, with({{"JAVA_TOOL_OPTIONS", "-Xmx1g"}}));
    ASSERT_EQ(launch.variables.size(), 1u);
    EXPECT_THAT(words_of_hotspot(launch.variables[0].second), ElementsAre("-Xmx1g", "-agentpath:/lib/a.so=" + file));
  }
}

TEST(Launch, ClassPath) {
  const Environment none = with({});
  EXPECT_THAT(class_path_of({"java", "-cp", "a.jar:lib/*", "Main"}, none), Optional(ElementsAre("a.jar", "lib/*")));
  EXPECT_THAT(class_path_of({"java", "-ea", "-classpath", "a", "-cp", "b", "Main"}, none), Optional(ElementsAre("b")));
  EXPECT_THAT(class_path_of({"java", "--class-path=a:", "Main"}, none), Optional(ElementsAre("a", ".")));
  EXPECT_THAT(class_path_of({"java", "Main", "-cp", "x"}, none), Optional(ElementsAre(".")));
  EXPECT_THAT(class_path_of({"java", "--add-opens", "java.base/java.lang=ALL-UNNAMED", "-cp", "x", "Main"}, none),
              Optional(ElementsAre("x")));
  EXPECT_THAT(class_path_of({"java", "-cp", "no", "-jar", "app.jar", "-cp", "x"}, none),
              Optional(ElementsAre("app.jar")));
  EXPECT_THAT(class_path_of({"java", "Main"}, with({{"CLASSPATH", "c:d"}})), Optional(ElementsAre("c", "d")));
}

TEST(Launch, ClassPathThatCannotBeTold) {
  const Environment none = with({});
  EXPECT_EQ(class_path_of({"mvn", "-cp", "x"}, none), std::nullopt);
  EXPECT_EQ(class_path_of({}, none), std::nullopt);
  EXPECT_EQ(class_path_of({"java", "-p", "mods", "-m", "app/Main"}, none), std::nullopt);
  EXPECT_EQ(class_path_of({"java", "--module-path=mods", "-cp", "x", "Main"}, none), std::nullopt);
  EXPECT_EQ(class_path_of({"java", "-javaagent:x.jar", "-cp", "x", "Main"}, none), std::nullopt);
  EXPECT_EQ(class_path_of({"java", "@/no/such/file", "Main"}, none), std::nullopt);
  EXPECT_EQ(class_path_of({"java", "-cp"}, none), std::nullopt);
  EXPECT_EQ(class_path_of({"java", "Main"}, with({{"JDK_JAVA_OPTIONS", "-cp y"}})), std::nullopt);
}

TEST(Launch, ArgumentFiles) {
  EXPECT_THAT(argument_file_words("-cp a # b\n\"my lib\"'s'\t-D\n#all\n"), ElementsAre("-cp", "a", "my libs", "-D"));
  EXPECT_THAT(argument_file_words("\"a\\\n   b\" \"c\\\\d\\n\" x\\y"), ElementsAre("ab", "c\\d\n", "x\\y"));
  EXPECT_THAT(argument_file_words("\"open\nnext \"\""), ElementsAre("open", "next", ""));
  EXPECT_THAT(argument_file_words(""), IsEmpty());
  ScratchFolder scratch;
  const std::string file = scratch.write("args", "-ea -cp 'a b.jar'");
  EXPECT_THAT(class_path_of({"java", "@" + file, "Main"}, with({})), Optional(ElementsAre("a b.jar")));
}

TEST(Launch, WhereAProgramIs) {
  EXPECT_EQ(executable_of("sh", with({{"PATH", "/nowhere:/bin"}})), "/bin/sh");
  EXPECT_EQ(executable_of("sh", with({{"PATH", "/nowhere"}})), "");
  EXPECT_EQ(executable_of("/bin/sh", with({})), "/bin/sh");
  EXPECT_EQ(executable_of("/no/sh", with({})), "");
}

}  // namespace
}  // namespace snag

#include "execution/call_constants.h"

#include "support/analysed_program.h"

namespace snag {
namespace {

// Whether the call in `main` keeps `stop` from its first write to `value`.
bool excludes(const std::string& call, const std::string& stop) {
  AnalysedProgram java(
      "class Main {\n  static int value;\n  static void stop(" + stop +
      "\n  public static void main(String[] arguments) { new Thread(() -> System.out.println(value)).start(); " + call +
      " }\n}");
  const MethodInstanceId caller = java.instance("Main", "main"), callee = java.instance("Main", "stop");
  const Event write = java.event("value", "stop", true);
  for (const PointsTo::InstanceCall& each : java.whole().points_to().calls(caller)) {
    if (each.callee == callee)
      return CallConstants(java.whole().points_to()).exclude(caller, each.site, callee, write.at);
  }
  throw std::runtime_error("no call");
}

TEST(CallConstants, AFlag) {
  const std::string stop = "boolean all) { if (all) value = 1; }";
  EXPECT_TRUE(excludes("stop(false);", stop));
  EXPECT_FALSE(excludes("stop(true);", stop));
  EXPECT_FALSE(excludes("stop(arguments.length > 0);", stop));
}

TEST(CallConstants, AFlagThatLeavesTheMethod) {
  const std::string stop = "boolean all) { if (!all) return; value = 1; }";
  EXPECT_TRUE(excludes("stop(false);", stop));
  EXPECT_FALSE(excludes("stop(true);", stop));
}

TEST(CallConstants, Null) {
  const std::string stop = "Object all) { if (all != null) value = 1; }";
  EXPECT_TRUE(excludes("stop(null);", stop));
  EXPECT_FALSE(excludes("stop(new Object());", stop));
  EXPECT_TRUE(excludes("stop(new Object());", "Object all) { if (all == null) value = 1; }"));
}

TEST(CallConstants, ASwitch) {
  const std::string stop = "int how) { switch (how) { case 1: case 2: value = 1; break; case 3: break; default: } }";
  EXPECT_TRUE(excludes("stop(3);", stop));
  EXPECT_TRUE(excludes("stop(7);", stop));
  EXPECT_FALSE(excludes("stop(1);", stop));
  EXPECT_FALSE(excludes("stop(arguments.length);", stop));
}

TEST(CallConstants, NotWhatBothSidesReach) {
  EXPECT_FALSE(excludes("stop(false);", "boolean all) { if (all) System.out.println(); value = 1; }"));
}

TEST(CallConstants, NotAParameterThatIsChanged) {
  EXPECT_FALSE(excludes("stop(false);", "boolean all) { all |= value == 0; if (all) value = 1; }"));
}

}  // namespace
}  // namespace snag

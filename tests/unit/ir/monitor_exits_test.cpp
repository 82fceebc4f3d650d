// Ways out of a method that hold a monitor: javac covers every instruction that may throw by a handler that releases.
#include "ir/monitors.h"

#include "ir_helpers.h"

namespace snag::ir {
namespace {

class MonitorExitsTest : public IrTest {
 protected:
  // Of `monitorenter v0`, then `body`, which may have pads at b2 and must leave; then the blocks of `rest`.
  bool structured(const std::string& start, const std::string& body, const std::string& rest = "") {
    MethodIr method = parsed(
        "method static C.m(Ljava/lang/Object;)V\n"
        "b0:\n  v0:java/lang/Object = param 0\n  monitorenter v0\n  goto b1\n"
        "b1: <- b0" +
        start + "\n" + body + rest);
    EXPECT_EQ(problem(method), "");
    return Monitors(method).structured();
  }
};

constexpr const char* kCall = "  invokestatic C.g()V ()\n";
constexpr const char* kLeave = "  monitorexit v0\n  return\n";

TEST_F(MonitorExitsTest, AnExceptionThatNothingCatches) {
  EXPECT_FALSE(structured("", std::string(kCall) + kLeave));
  EXPECT_TRUE(structured("", "  monitorexit v0\n" + std::string(kCall) + "  return\n")) << "not held any more";
  EXPECT_TRUE(structured("", kLeave)) << "nothing may throw";
}

TEST_F(MonitorExitsTest, AHandlerOfEverythingThatReleases) {
  EXPECT_TRUE(structured(" pads b2", std::string(kCall) + kLeave,
                         "b2: <- b1!\n  v9:java/lang/Throwable = catch any\n  monitorexit v0\n  throw v9\n"));
}

TEST_F(MonitorExitsTest, AHandlerOfSomeExceptionsOnly) {
  EXPECT_FALSE(structured(" pads b2", std::string(kCall) + kLeave,
                          "b2: <- b1!\n  v9:a/E = catch\n  monitorexit v0\n  throw v9\n"));
}

TEST_F(MonitorExitsTest, AHandlerThatThrowsWithoutReleasing) {
  EXPECT_FALSE(structured(" pads b2", std::string(kCall) + kLeave,
                          "b2: <- b1!\n  v9:java/lang/Throwable = catch any\n  throw v9\n"));
}

// synchronized (o) { try { g(); } catch (Throwable t) { } }: the handler of the monitor stands behind one that catches
// everything, and is never asked.
TEST_F(MonitorExitsTest, CatchingThrowableIsCatchingEverything) {
  classfile::ClassWriter writer(49, 0x21, "a/B", "java/lang/Object");
  classfile::ConstantIndex throwable = writer.class_constant("java/lang/Throwable");
  classfile::ByteBuffer code;
  for (int byte : {0x2A, 0xC2,                     // 0: aload_0, monitorenter
                   0x1B, 0x1B, 0x6C, 0x57,         // 2: iload_1, iload_1, idiv, pop
                   0xA7, 0, 4,                     // 6: goto 10
                   0x57,                           // 9: pop
                   0x2A, 0xC3, 0xB1,               // 10: aload_0, monitorexit, return
                   0x4D, 0x2A, 0xC3, 0x2C, 0xBF})  // 13: astore_2, aload_0, monitorexit, aload_2, athrow
    classfile::append_u1(code, static_cast<std::uint32_t>(byte));
  std::vector<classfile::ExceptionHandler> handlers = {{2, 6, 9, throwable}, {2, 12, 13, 0}, {13, 16, 13, 0}};
  auto attribute = writer.code_attribute(4, 4, code, handlers, {});
  writer.add_method(classfile::kAccStatic, "m", "(Ljava/lang/Object;I)V").attributes.push_back(std::move(attribute));
  auto built = build(writer.bytes(), "m");
  ASSERT_TRUE(built) << built.error().message;
  Monitors monitors(**built);
  ASSERT_EQ(monitors.regions().size(), 1u);
  EXPECT_TRUE(monitors.structured()) << checked(**built);
}

// Every block would know of every monitor entered before it.
TEST_F(MonitorExitsTest, TwentyThousandMonitorsAtOnce) {
  constexpr std::uint16_t kEnters = 20'000;
  classfile::ByteBuffer code;
  auto add = [&](std::initializer_list<std::uint32_t> bytes) {
    for (std::uint32_t byte : bytes) classfile::append_u1(code, byte);
  };
  for (int i = 0; i < kEnters; ++i) add({0x2A, 0xC2});  // aload_0, monitorenter
  auto end = static_cast<std::uint16_t>(code.size());
  add({0xB1, 0xBF});  // return; athrow
  classfile::ClassWriter writer(49, 0x21, "a/B", "java/lang/Object");
  std::vector<classfile::ExceptionHandler> handlers = {{0, end, static_cast<std::uint16_t>(end + 1), 0}};
  auto attribute = writer.code_attribute(4, 4, code, handlers, {});
  writer.add_method(classfile::kAccStatic, "m", "(Ljava/lang/Object;)V").attributes.push_back(std::move(attribute));
  auto built = build(writer.bytes(), "m");
  ASSERT_TRUE(built) << built.error().message;
  Monitors monitors(**built);
  EXPECT_EQ(monitors.regions().size(), kEnters);
  std::size_t listed = 0;
  for (std::uint32_t b = 0; b < (*built)->blocks.size(); ++b) listed += monitors.held_at_start(BlockId(b)).size();
  EXPECT_LE(listed, (*built)->blocks.size() * Monitors::kMaximumHeld);
  for (const MonitorRegion& region : monitors.regions()) ASSERT_FALSE(region.structured);
}

}  // namespace
}  // namespace snag::ir

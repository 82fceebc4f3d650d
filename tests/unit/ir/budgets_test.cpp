// Small class files that demand much: a method whose code, paths or values multiply is refused or analysed less
// precisely, in time and memory that follow its size. Each input is one that took gigabytes, or many seconds.
#include <ctime>

#include "ir_helpers.h"

namespace snag::ir {
namespace {

using classfile::ByteBuffer;
using classfile::ClassWriter;
using classfile::ExceptionHandler;

// Before the repair, each of the timed inputs took more than twice as long as this.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kSeconds = 20;
#else
constexpr double kSeconds = 2;
#endif

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

class Code {
 public:
  Code& add(std::initializer_list<int> bytes) {
    for (int byte : bytes) classfile::append_u1(bytes_, static_cast<std::uint32_t>(byte) & 0xFF);
    return *this;
  }
  Code& wide(int opcode, int local) { return add({0xC4, opcode, local >> 8, local}); }
  Code& jump(int opcode, int target) {
    int distance = target - size();
    return add({opcode, distance >> 8, distance});
  }
  Code& word(int value) { return add({value >> 24, value >> 16, value >> 8, value}); }
  int size() const { return static_cast<int>(bytes_.size()); }
  const ByteBuffer& bytes() const { return bytes_; }

 private:
  ByteBuffer bytes_;
};

class BudgetsTest : public IrTest {
 protected:
  Result<std::optional<MethodIr>> built(const Code& code, std::uint16_t max_locals, const std::string& descriptor,
                                        const std::vector<ExceptionHandler>& handlers, ClassWriter writer,
                                        std::uint16_t max_stack = 4) {
    auto attribute = writer.code_attribute(max_stack, max_locals, code.bytes(), handlers, {});
    writer.add_method(classfile::kAccStatic, "m", descriptor).attributes.push_back(std::move(attribute));
    double start = cpu_seconds();
    auto result = build(writer.bytes(), "m");
    EXPECT_LT(cpu_seconds() - start, kSeconds);
    return result;
  }
  Result<std::optional<MethodIr>> built(const Code& code, std::uint16_t max_locals,
                                        const std::string& descriptor = "(I)V") {
    return built(code, max_locals, descriptor, {}, empty_class());
  }
  static std::string error(const Result<std::optional<MethodIr>>& result) {
    return result ? "accepted" : result.error().message;
  }
  static ClassWriter empty_class() { return ClassWriter(49, 0x21, "a/B", "java/lang/Object"); }  // has jsr, no frames

  // Subroutines that call the next one twice each; `body` stands in the innermost one.
  template <class Body>
  static Code nested(int levels, Body&& body) {
    Code code;
    for (int level = 0; level <= levels; ++level) {
      if (level > 0) code.add({0x3A, level + 1});  // astore
      if (level < levels) {
        int next = code.size() + (level == 0 ? 7 : 8);
        code.jump(0xA8, next).jump(0xA8, next);
      } else {
        body(code);
      }
      if (level == 0) {
        code.add({0xB1});
      } else {
        code.add({0xA9, level + 1});  // ret
      }
    }
    return code;
  }
};

TEST_F(BudgetsTest, CopiedInstructions) {
  Code code = nested(7, [](Code& inner) {
    for (int i = 0; i < 20'000; ++i) inner.add({0x84, 0, 1});  // iinc 0 1
  });
  EXPECT_EQ(error(built(code, 20)), "more than 1,000,000 instructions and switch cases, subroutines copied");
}

TEST_F(BudgetsTest, CopiedSwitchCases) {
  Code code = nested(7, [](Code& inner) {
    inner.add({0x1A});  // iload_0
    int at = inner.size();
    inner.add({0xAA});  // tableswitch
    while (inner.size() % 4 != 0) inner.add({0});
    constexpr int kCases = 16'000;
    int target = inner.size() + 4 * (3 + kCases) - at;
    inner.word(target).word(0).word(kCases - 1);
    for (int i = 0; i < kCases; ++i) inner.word(target);
  });
  EXPECT_EQ(error(built(code, 20)), "more than 1,000,000 instructions and switch cases, subroutines copied");
}

// Every block of the range has an edge to each landing pad, and every pad joins all live locals.
TEST_F(BudgetsTest, LocalsThatMeetInLandingPads) {
  constexpr int kLocals = 100, kBlocks = 1000, kHandlers = 50;
  Code code;
  for (int l = 1; l <= kLocals; ++l) code.add({0x1A}).wide(0x36, l);  // local l = local 0
  auto start = static_cast<std::uint16_t>(code.size());
  for (int i = 0; i < kBlocks; ++i) code.add({0x1A, 0x1A, 0x6C, 0x3B});  // local 0 /= local 0
  for (int l = 1; l <= kLocals; ++l) code.add({0x1A}).wide(0x36, l);
  code.add({0x1A, 0x1A, 0x6C, 0x3B});
  auto end = static_cast<std::uint16_t>(code.size());
  code.add({0xB1});
  auto handler = static_cast<std::uint16_t>(code.size());
  code.add({0x57});
  for (int l = 1; l <= kLocals; ++l) code.wide(0x15, l).add({0x57});
  code.add({0xB1});
  ClassWriter writer = empty_class();
  std::vector<ExceptionHandler> handlers;
  for (int h = 0; h < kHandlers; ++h) {
    handlers.push_back({start, end, handler, writer.class_constant("a/E" + std::to_string(h))});
  }
  EXPECT_EQ(error(built(code, kLocals + 2, "(I)V", handlers, writer)), "too many values meet at the starts of blocks");
}

// The same on the operand stack, where nothing is joined: each block hands 30,000 values to the next one.
TEST_F(BudgetsTest, StackSlotsThatBlocksHandOn) {
  Code code;
  for (int i = 0; i < 30'000; ++i) code.add({0x03});                             // iconst_0
  for (int i = 0; i < 5'000; ++i) code.add({0x1A}).jump(0x99, code.size() + 3);  // iload_0, ifeq: next
  code.add({0xB1});
  EXPECT_EQ(error(built(code, 1, "(I)V", {}, empty_class(), 30'001)), "too many values meet at the starts of blocks");
}

// A ladder of 16,000 loops, each around the one before it: what the innermost one reads travels up one by one.
TEST_F(BudgetsTest, LivenessThatTravelsUpALadder) {
  Code code;
  code.add({0x1B, 0x57});  // iload_1, pop
  for (int i = 0, previous = 0; i < 16'000; ++i) {
    int here = code.size();
    code.add({0x1A}).jump(0x9A, previous);  // iload_0, ifne: previous
    previous = here;
  }
  code.add({0xB1});
  auto ir = built(code, 900, "(II)V");
  ASSERT_TRUE(ir) << ir.error().message;
  EXPECT_EQ((*ir)->blocks.size(), 16'003u);
}

// 8,000 loops in a row with 100 live locals: each loop makes a phi of each, which chooses between one value and itself.
TEST_F(BudgetsTest, PhisThatChooseNothing) {
  constexpr int kLocals = 100;
  Code code;
  for (int l = 1; l <= kLocals; ++l) code.add({0x1A}).wide(0x36, l);
  for (int i = 0; i < 8'000; ++i) code.add({0x1A}).jump(0x9A, code.size() - 1);
  for (int l = 1; l <= kLocals; ++l) code.wide(0x15, l).add({0x57});
  code.add({0xB1});
  auto ir = built(code, kLocals + 2);
  ASSERT_TRUE(ir) << ir.error().message;
  EXPECT_EQ(problem(**ir), "");
}

// Types of phis that travel up the same ladder, one in each round.
TEST_F(BudgetsTest, TypesThatTravelUpALadder) {
  constexpr int kLocals = 40;
  Code code;
  for (int l = 3; l < kLocals + 3; ++l) code.add({0x2B}).wide(0x3A, l);  // local l = a String
  int previous = code.size();
  for (int l = 3; l < kLocals + 3; ++l) code.wide(0x19, l).add({0x57});
  for (int i = 0; i < 6'000; ++i) {
    int here = code.size();
    code.add({0x1A}).jump(0x9A, previous);
    previous = here;
  }
  for (int l = 3; l < kLocals + 3; ++l) code.add({0x2C}).wide(0x3A, l);  // local l = an Integer
  code.add({0x1A}).jump(0x9A, previous).add({0xB1});
  auto ir = built(code, kLocals + 4, "(ILjava/lang/String;Ljava/lang/Integer;)V");
  ASSERT_TRUE(ir) << ir.error().message;
  EXPECT_EQ(problem(**ir), "");
  for (const Instruction& i : (*ir)->instructions) {
    if (i.op != Op::kPhi) continue;
    ASSERT_EQ(names.text(i.type_name), "java/lang/Object");
  }
}

TEST_F(BudgetsTest, FourThousandNestedHandlers) {
  constexpr int kHandlers = 4096;
  Code code;
  for (int i = 0; i < 2 * kHandlers + 2; ++i) code.add({0});
  code.add({0xB1, 0x57, 0xB1});
  ClassWriter writer = empty_class();
  std::vector<ExceptionHandler> handlers;
  for (int h = 0; h < kHandlers; ++h) {
    handlers.push_back({static_cast<std::uint16_t>(h), static_cast<std::uint16_t>(2 * kHandlers + 1 - h),
                        static_cast<std::uint16_t>(2 * kHandlers + 3), writer.class_constant("E" + std::to_string(h))});
  }
  EXPECT_EQ(error(built(code, 1, "(I)V", handlers, writer)), "accepted");
}

}  // namespace
}  // namespace snag::ir

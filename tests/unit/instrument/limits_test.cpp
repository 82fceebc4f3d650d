// Class files at the limits of the format, which a rewriter that trusts its input gets wrong.
#include <tuple>

#include "instrument/frames.h"
#include "instrument/instrument_helpers.h"

namespace snag::instrument {
namespace {

using namespace classfile;

// A class with `synchronized void m()` around `body`, which ends in a return.
struct Made {
  explicit Made(std::uint16_t major = 61) : writer(simple_class(major)) {
    field = writer.member(ConstantTag::kFieldref, "a/B", "x", "I");
    writer.fields.push_back({0, writer.utf8("x"), writer.utf8("I"), {}});
  }
  ByteBuffer with_method(const ByteBuffer& body, std::uint16_t locals = 1,
                         const std::vector<AttributeImage>& nested = {}, const char* descriptor = "()V",
                         const std::vector<ExceptionHandler>& handlers = {}) {
    AttributeImage code = writer.code_attribute(8, locals, body, handlers, nested);
    writer.add_method(kAccSynchronized, "m", descriptor).attributes.push_back(code);
    return writer.bytes();
  }
  ByteBuffer body() const {  // this.x = this.x
    ByteBuffer code = buffer({op(Opcode::kAload0), op(Opcode::kAload0), op(Opcode::kGetfield)});
    append_u2(code, field);
    append_u1(code, static_cast<std::uint32_t>(Opcode::kPutfield));
    append_u2(code, field);
    append_u1(code, static_cast<std::uint32_t>(Opcode::kReturn));
    return code;
  }
  ClassWriter writer;
  ConstantIndex field;
};

TEST(RewriteLimits, EveryTruncatedClassStaysUnchanged) {
  const ByteBuffer& whole = watched_classes().at("watched/Accesses");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    ByteBuffer part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    Sites sites;
    RewriteStatistics statistics;
    EXPECT_TRUE(rewrite({.class_file = part}, {}, sites, statistics).empty());
    EXPECT_EQ(statistics.skipped.size(), 1u);
  }
}

TEST(RewriteLimits, MoreThan255Locals) {
  Made made;
  Rewritten rewritten(made.with_method(made.body(), /*locals=*/260));
  EXPECT_EQ(rewritten.steps("m"), "Hooks.entered $snag$w0 x x= Hooks.exiting return Hooks.exiting throw");
  Code code = rewritten.code("m");
  EXPECT_EQ(code.max_locals, 261);
  // invokestatic Thread.currentThread; wide astore 260
  EXPECT_EQ(code.code[3], static_cast<int>(Opcode::kWide));
  EXPECT_EQ(code.code[4], static_cast<int>(Opcode::kAstore));
  EXPECT_EQ(load_u2(code.code.data() + 5), 260);
}

TEST(RewriteLimits, NoRoomForAnotherLocal) {
  Made made;
  Rewritten rewritten(made.with_method(made.body(), /*locals=*/0xFFFF));
  EXPECT_EQ(rewritten.steps("m"), "x x= return");
  EXPECT_EQ(rewritten.statistics.skipped.at("the method would have more than 65,535 local variables"), 1u);
}

TEST(RewriteLimits, ChopFrameIntoTheParameters) {
  Made made;
  // m(int, long): a frame without the long, one without both, then one with both again as a full frame's locals.
  ByteBuffer body = buffer({op(Opcode::kIload1), op(Opcode::kIfeq), 0, 3});  // to 4
  ByteBuffer rest = made.body();
  body.insert(body.end(), rest.begin(), rest.end());
  ByteBuffer map;
  append_u2(map, 1);
  append_u1(map, 249), append_u2(map, 4);  // chop 2: only `this` is left
  ByteBuffer bytes = made.with_method(body, /*locals=*/4, {{made.writer.utf8("StackMapTable"), map}}, "(IJ)V");
  Rewritten rewritten(bytes);
  ASSERT_TRUE(rewritten.changed);
  Code code = rewritten.code("m");
  const Attribute* attribute = find_attribute(code.attributes, AttributeKind::kStackMapTable);
  ASSERT_NE(attribute, nullptr);
  Types initial = {{VerificationType::kObject, rewritten.file().this_class()},
                   {VerificationType::kInteger, 0},
                   {VerificationType::kLong, 0}};
  auto frames = decode_frames(rewritten.file().content(*attribute), initial);
  ASSERT_TRUE(frames);
  ASSERT_EQ(frames->size(), 2u);
  // `this`, three unused slots, and the thread
  EXPECT_EQ((*frames)[0].locals.size(), 5u);
  EXPECT_EQ((*frames)[0].locals[1].tag, VerificationType::kTop);
  EXPECT_EQ(rewritten.file().constants().class_name((*frames)[0].locals[4].data), "java/lang/Thread");
  EXPECT_EQ((*frames)[1].stack.size(), 1u);
}

TEST(RewriteLimits, MethodsUpTo65535Bytes) {
  for (std::uint32_t size : {65'534u, 65'520u, 65'500u, 65'400u, 60'000u}) {
    Made made;
    ByteBuffer body(size - made.body().size(), static_cast<std::uint8_t>(Opcode::kNop));
    ByteBuffer rest = made.body();
    body.insert(body.end(), rest.begin(), rest.end());
    Rewritten rewritten(made.with_method(body));
    bool watched = rewritten.steps("m") != "x x= return";
    EXPECT_LE(rewritten.code("m").code.size(), 65'535u);
    EXPECT_EQ(watched, size <= 65'500u) << size;
    EXPECT_EQ(rewritten.statistics.skipped.size(), watched ? 0u : 1u) << size;
  }
}

TEST(RewriteLimits, ConstantPoolsUpTo65535Entries) {
  int left_alone = 0, rewritten_whole = 0;
  for (std::uint32_t entries :
       {65'535u, 65'534u, 65'526u, 65'520u, 65'510u, 65'500u, 65'490u, 65'480u, 65'470u, 65'400u}) {
    Made made;
    made.writer.utf8("Code");
    ByteBuffer body = made.body();
    made.with_method(body);
    std::int32_t next = 1'000'000;
    Parsed so_far(made.writer);
    for (std::uint32_t i = so_far.file.constants().size(); i < entries; ++i) ASSERT_NE(made.writer.integer(next++), 0);
    Rewritten rewritten(made.writer.bytes());
    EXPECT_LE(rewritten.file().constants().size(), 65'535u);
    (rewritten.changed ? rewritten_whole : left_alone) += 1;
    EXPECT_EQ(rewritten.statistics.skipped.empty(), rewritten.changed && rewritten.steps("m") != "x x= return");
  }
  EXPECT_GT(left_alone, 2);
  EXPECT_GT(rewritten_whole, 1);
}

TEST(RewriteLimits, JumpsThatNoLongerReach) {
  // A goto over nearly 32 KiB of accesses becomes goto_w; a conditional jump can be inverted only without frames.
  for (auto [major, jump, watched] :
       {std::tuple(std::uint16_t{49}, Opcode::kIfeq, true), std::tuple(std::uint16_t{61}, Opcode::kIfeq, false),
        std::tuple(std::uint16_t{49}, Opcode::kGoto, true)}) {
    Made made(major);
    ByteBuffer body;
    if (jump == Opcode::kIfeq) body = buffer({op(Opcode::kIconst0)});
    std::size_t jump_at = body.size();
    append_u1(body, static_cast<std::uint32_t>(jump));
    append_u2(body, 0);
    while (body.size() - jump_at < 32'500) {  // each access is in its own block, and so has its own check
      append_u1(body, static_cast<std::uint32_t>(Opcode::kIconst0));
      append_u1(body, static_cast<std::uint32_t>(Opcode::kIfeq)), append_u2(body, 3);
      ByteBuffer access = made.body();
      body.insert(body.end(), access.begin(), access.end() - 1);
      for (int i = 0; i < 200; ++i) append_u1(body, static_cast<std::uint32_t>(Opcode::kNop));
    }
    std::size_t distance = body.size() - jump_at;
    body[jump_at + 1] = static_cast<std::uint8_t>(distance >> 8);
    body[jump_at + 2] = static_cast<std::uint8_t>(distance);
    ByteBuffer end = made.body();
    body.insert(body.end(), end.begin(), end.end());
    std::vector<AttributeImage> nested;
    if (major >= 50) {  // frames after every short jump, and at the target of the long one
      std::vector<Frame> frames;
      Types locals = {{VerificationType::kObject, made.writer.class_constant("a/B")}};
      std::size_t block = 4 + 8 + 200 - 1;
      for (std::size_t at = jump_at + 3 + 4; at < jump_at + distance; at += block) {
        frames.push_back({static_cast<std::uint32_t>(at), locals, {}});
      }
      frames.push_back({static_cast<std::uint32_t>(jump_at + distance), locals, {}});
      nested.push_back({made.writer.utf8("StackMapTable"), encode_frames(frames, locals)});
    }
    Rewritten rewritten(made.with_method(body, 1, nested));
    EXPECT_EQ(rewritten.steps("m").find("$snag") != std::string::npos, watched) << major;
    EXPECT_EQ(rewritten.statistics.skipped.empty(), watched) << major;
  }
}

TEST(RewriteLimits, SubroutinesAreMoved) {
  Made made(49);
  // 0 jsr 7; 3 goto 12; 7 (sub) astore_1; x = x; ret 1
  ByteBuffer body = buffer({op(Opcode::kJsr), 0, 7, op(Opcode::kGoto), 0, 14, op(Opcode::kNop), op(Opcode::kAstore1)});
  ByteBuffer access = made.body();
  body.insert(body.end(), access.begin(), access.end() - 1);  // 8 to 15
  append_u1(body, static_cast<std::uint32_t>(Opcode::kRet)), append_u1(body, 1);
  append_u1(body, static_cast<std::uint32_t>(Opcode::kReturn));
  body[5] = static_cast<std::uint8_t>(body.size() - 1 - 3);
  Rewritten rewritten(made.with_method(body, 2));
  EXPECT_EQ(rewritten.steps("m"), "Hooks.entered $snag$w0 x x= Hooks.exiting return Hooks.exiting throw");
}

TEST(RewriteLimits, AStaticSynchronizedMethodThatCannotNameItsClass) {
  ClassWriter writer = simple_class(48);
  AttributeImage code = writer.code_attribute(0, 0, buffer({op(Opcode::kReturn)}));
  writer.add_method(kAccStatic | kAccSynchronized, "m", "()V").attributes.push_back(code);
  Rewritten rewritten(writer.bytes());
  EXPECT_EQ(rewritten.steps("m"), "return");
  EXPECT_EQ(rewritten.statistics.skipped.size(), 1u);
}

TEST(RewriteLimits, TheHookAfterMonitorenterIsInsideTheRange) {
  Rewritten rewritten("watched/Accesses");
  Code code = rewritten.code("monitors");
  Instruction in;
  bool found = false;
  for (std::uint32_t pc = 0; pc < code.code.size(); pc = in.next()) {
    ASSERT_EQ(decode_instruction(code.code, pc, in), nullptr);
    if (in.opcode != Opcode::kMonitorenter) continue;
    for (const ExceptionHandler& handler : code.handlers) found = found || handler.start == in.next();
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace snag::instrument

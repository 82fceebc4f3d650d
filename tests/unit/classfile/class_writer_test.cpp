#include "classfile/class_writer.h"

#include <gmock/gmock.h>

#include "classfile/class_file_helpers.h"

namespace snag::classfile {
namespace {

TEST(ClassWriter, FindsConstantsThatAreThere) {
  ClassWriter writer = simple_class();
  EXPECT_EQ(writer.utf8("x"), writer.utf8("x"));
  EXPECT_EQ(writer.integer(1), writer.integer(1));
  EXPECT_NE(writer.integer(1), writer.float_constant(std::bit_cast<float>(1)));
  EXPECT_NE(writer.double_constant(0.0), writer.double_constant(-0.0));
  EXPECT_EQ(writer.member(ConstantTag::kMethodref, "a", "b", "()V"),
            writer.member(ConstantTag::kMethodref, "a", "b", "()V"));
  EXPECT_NE(writer.member(ConstantTag::kMethodref, "a", "b", "()V"),
            writer.member(ConstantTag::kInterfaceMethodref, "a", "b", "()V"));
}

TEST(ClassWriter, ReturnsZeroWhenThePoolIsFull) {
  ClassWriter writer = simple_class();
  ConstantIndex last = 0;
  std::int32_t count = 0;
  while (ConstantIndex index = writer.integer(count)) last = index, ++count;
  EXPECT_EQ(last, 65534);
  EXPECT_EQ(writer.integer(0), last - count + 1);  // what is there is still found
  EXPECT_EQ(writer.long_constant(1), 0);
  EXPECT_EQ(writer.utf8("new"), 0);
  EXPECT_EQ(writer.class_constant("new"), 0);
  EXPECT_EQ(writer.member(ConstantTag::kFieldref, "a/B", "new", "I"), 0);
  EXPECT_EQ(writer.method_handle(MethodHandleKind::kGetField, 0), 0);
  EXPECT_EQ(writer.dynamic(ConstantTag::kDynamic, 0, "new", "I"), 0);
  EXPECT_EQ(writer.name_and_type("new", "I"), 0);
  EXPECT_EQ(problem_of(writer), "");
  EXPECT_EQ(Parsed(writer).file.constants().size(), 65535u);
}

TEST(ClassWriter, LeavesOneEntryForALongUnused) {
  ClassWriter writer = simple_class();
  std::int32_t count = 0;
  while (writer.integer(count) < 65533) ++count;
  EXPECT_EQ(writer.long_constant(1), 0);
  EXPECT_NE(writer.float_constant(1), 0);
}

TEST(ClassWriter, RefusesTextsThatAreTooLong) {
  ClassWriter writer = simple_class();
  EXPECT_NE(writer.utf8(std::string(65535, 'x')), 0);
  EXPECT_EQ(writer.utf8(std::string(65536, 'x')), 0);
  EXPECT_EQ(problem_of(writer), "");
}

TEST(ClassWriter, CopiesAndAdds) {
  Parsed original(strange_class("strange/Shapes$Other"));
  ClassWriter writer = ClassWriter::copy_of(original.file);
  EXPECT_EQ(writer.bytes(), original.bytes);
  EXPECT_EQ(writer.class_constant("java/lang/Object"), original.file.super_class());  // found, not added
  EXPECT_EQ(writer.bytes(), original.bytes);

  MemberImage& method = writer.add_method(kAccStatic | kAccSynthetic, "added$by$snag", "()I");
  method.attributes.push_back(writer.code_attribute(1, 0, buffer({4, 0xAC})));  // iconst_1 ireturn
  Parsed changed(writer);
  EXPECT_EQ(problem_of(changed.bytes), "");
  EXPECT_EQ(changed.file.methods().size(), original.file.methods().size() + 1);
  EXPECT_EQ(changed.file.name(changed.file.methods().back()), "added$by$snag");
  Code code = *read_code(changed.file, changed.file.methods().back()).value();
  EXPECT_EQ(code.max_stack, 1);
  EXPECT_THAT(code.code, testing::ElementsAre(4, 0xAC));
  EXPECT_EQ(changed.file.name(), "strange/Shapes$Other");
}

TEST(ClassWriter, CopiesOfTheSameConstantKeepTheirPlace) {
  // Two equal texts, as no javac writes but the JVM accepts: both stay, and the first is found.
  ByteBuffer entries = buffer({1, 0, 1, 'A', 7, 0, 1, 1, 0, 1, 'A'});
  ByteBuffer bytes = with_pool(4, entries);
  bytes[kPoolOffset + entries.size() + 3] = 2;  // this_class
  Parsed parsed(bytes);
  ClassWriter writer = ClassWriter::copy_of(parsed.file);
  EXPECT_EQ(writer.bytes(), bytes);
  EXPECT_EQ(writer.utf8("A"), 1);
}

TEST(ClassWriter, WrongContentsAreCopiedAsTheyAre) {
  ClassWriter writer = simple_class();
  for (const ByteBuffer& content :
       {buffer({}), buffer({1}), buffer({0, 1, 0, 1, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF}),
        buffer({0, 1, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF}), buffer({0, 1, 0, 1, 0, 0, 0, 1, 0xB1, 0, 9, 0, 0}),
        buffer({0, 1, 0, 1, 0, 0, 0, 1, 0xB1, 0, 0, 0, 0, 7})}) {
    writer.add_method(kAccStatic, "m", "()V").attributes.push_back({writer.utf8("Code"), content});
    writer.attributes.push_back({writer.utf8("RuntimeVisibleAnnotations"), content});
    writer.attributes.push_back({writer.utf8("Record"), content});
  }
  Parsed parsed(writer);
  EXPECT_NE(problem_of(parsed.bytes), "");
  EXPECT_EQ(ClassWriter::copy_of(parsed.file).bytes(), parsed.bytes);
}

TEST(ClassWriter, KeepsWhatOldCompilersPutBetweenSwitchOperands) {
  ClassWriter writer = simple_class();
  ByteBuffer code = buffer({0xAB, 1, 2, 3, 0, 0, 0, 12, 0, 0, 0, 0, 0xB1});
  writer.add_method(kAccStatic, "m", "()V").attributes.push_back(writer.code_attribute(1, 0, code));
  Parsed parsed(writer);
  EXPECT_EQ(problem_of(parsed.bytes), "");
  EXPECT_EQ(ClassWriter::copy_of(parsed.file).bytes(), parsed.bytes);
}

}  // namespace
}  // namespace snag::classfile

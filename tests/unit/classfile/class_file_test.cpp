#include "classfile/class_file.h"

#include <gmock/gmock.h>

#include "classfile/class_file_helpers.h"

namespace snag::classfile {
namespace {

ByteBuffer with_version(std::uint16_t major, std::uint16_t minor = 0) {
  ByteBuffer bytes = simple_class().bytes();
  bytes[4] = static_cast<std::uint8_t>(minor >> 8), bytes[5] = static_cast<std::uint8_t>(minor);
  bytes[6] = static_cast<std::uint8_t>(major >> 8), bytes[7] = static_cast<std::uint8_t>(major);
  return bytes;
}

TEST(ClassFile, ReadsEveryVersion) {
  for (std::uint16_t major = kOldestMajor; major <= kNewestMajor; ++major) {
    ByteBuffer bytes = with_version(major, 3);
    Result<ClassFile> file = ClassFile::parse(bytes);
    ASSERT_TRUE(file) << major;
    EXPECT_EQ(file->major(), major);
    EXPECT_EQ(file->minor(), 3);
    EXPECT_EQ(problem_of(bytes), "") << major;
  }
}

TEST(ClassFile, ReadsVersionsOfTheFutureAndPreviews) {
  EXPECT_TRUE(ClassFile::parse(with_version(70)));
  EXPECT_TRUE(ClassFile::parse(with_version(0xFFFF, 0xFFFF)));
  EXPECT_TRUE(ClassFile::parse(with_version(61, 0xFFFF)));
}

TEST(ClassFile, RefusesWhatIsOlderThanJava) {
  for (std::uint16_t major : {0, 1, 44}) {
    Result<ClassFile> file = ClassFile::parse(with_version(major));
    ASSERT_FALSE(file);
    EXPECT_THAT(file.error().message, testing::HasSubstr("older than Java 1.0"));
    EXPECT_EQ(file.error().offset, 6u);
  }
}

TEST(ClassFile, RefusesOtherFiles) {
  for (std::string_view text : {std::string_view(""), std::string_view("PK\3\4"), std::string_view("\xCA\xFE\xBA")}) {
    ByteBuffer bytes(text.begin(), text.end());
    Result<ClassFile> file = ClassFile::parse(bytes);
    ASSERT_FALSE(file);
    EXPECT_THAT(file.error().message, testing::HasSubstr("not a class file"));
  }
}

TEST(ClassFile, ReturnsItsParts) {
  ClassWriter writer(55, kAccPublic | kAccAbstract, "p/C", "p/Super");
  writer.interfaces = {writer.class_constant("p/I"), writer.class_constant("p/J")};
  writer.fields.push_back({kAccPrivate, writer.utf8("f"), writer.utf8("[J"), {}});
  writer.add_method(kAccPublic | kAccAbstract, "m", "(IJ)V").attributes.push_back({writer.utf8("Deprecated"), {}});
  writer.add_method(kAccNative, "n", "()V");
  writer.attributes.push_back({writer.utf8("Mine"), buffer({1, 2, 3})});
  Parsed parsed(writer);
  const ClassFile& file = parsed.file;
  EXPECT_EQ(file.name(), "p/C");
  EXPECT_EQ(file.super_name(), "p/Super");
  EXPECT_EQ(file.access(), kAccPublic | kAccAbstract);
  ASSERT_EQ(file.interface_count(), 2u);
  EXPECT_EQ(file.constants().class_name(file.interface_at(1)), "p/J");
  ASSERT_EQ(file.fields().size(), 1u);
  EXPECT_EQ(file.name(file.fields()[0]), "f");
  EXPECT_EQ(file.descriptor(file.fields()[0]), "[J");
  ASSERT_EQ(file.methods().size(), 2u);
  EXPECT_EQ(file.descriptor(file.methods()[0]), "(IJ)V");
  ASSERT_EQ(file.attributes(file.methods()[0]).size(), 1u);
  EXPECT_EQ(file.attributes(file.methods()[0])[0].kind, AttributeKind::kDeprecated);
  EXPECT_TRUE(file.attributes(file.methods()[1]).empty());
  ASSERT_EQ(file.attributes().size(), 1u);
  EXPECT_EQ(file.attributes()[0].kind, AttributeKind::kUnknown);
  EXPECT_THAT(file.content(file.attributes()[0]), testing::ElementsAre(1, 2, 3));
  EXPECT_EQ(find_attribute(file.attributes(), AttributeKind::kCode), nullptr);
}

// A class file whose last 14 bytes are access, this, super, and four counts of nothing.
void expect_problem(ByteBuffer bytes, std::size_t from_end, int value, std::string_view problem,
                    std::size_t error_from_end) {
  bytes[bytes.size() - from_end + 1] = static_cast<std::uint8_t>(value);
  Result<ClassFile> file = ClassFile::parse(bytes);
  ASSERT_FALSE(file) << problem;
  EXPECT_THAT(file.error().message, testing::HasSubstr(problem));
  EXPECT_EQ(file.error().offset, bytes.size() - error_from_end) << problem;
}

TEST(ClassFile, NamesTheOffsetOfWhatIsWrong) {
  ByteBuffer bytes = simple_class().bytes();
  expect_problem(bytes, 12, /*value=*/1, "this_class", 12);
  expect_problem(bytes, 10, /*value=*/1, "super_class", 10);
  bytes[bytes.size() - 7] = 1;  // one interface, whose index is what was the field count
  expect_problem(bytes, 6, /*value=*/1, "interface", 6);

  ClassWriter writer = simple_class();
  writer.fields.push_back({0, 2, writer.utf8("I"), {}});  // constant 2 is the class
  ByteBuffer bad_member = writer.bytes();
  Result<ClassFile> file = ClassFile::parse(bad_member);
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message, testing::HasSubstr("name or descriptor"));
  EXPECT_EQ(file.error().offset, bad_member.size() - 4 - 8);

  ClassWriter attribute = simple_class();
  attribute.attributes.push_back({2, {}});
  ByteBuffer bad_attribute = attribute.bytes();
  file = ClassFile::parse(bad_attribute);
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message, testing::HasSubstr("attribute name"));
  EXPECT_EQ(file.error().offset, bad_attribute.size() - 6);
}

TEST(ClassFile, RefusesBytesAfterTheEnd) {
  ByteBuffer bytes = simple_class().bytes();
  bytes.push_back(0);
  Result<ClassFile> file = ClassFile::parse(bytes);
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message, testing::HasSubstr("after the end"));
  EXPECT_EQ(file.error().offset, bytes.size() - 1);
}

TEST(ClassFile, EveryTruncationIsAnError) {
  ASSERT_GE(strange_classes().size(), 15u);
  for (const auto& [name, bytes] : strange_classes()) {
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      ByteBuffer head(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));  // exact, for sanitizers
      Result<ClassFile> file = ClassFile::parse(head);
      ASSERT_FALSE(file) << name << " cut at " << length;
      ASSERT_TRUE(file.error().offset.has_value());
      ASSERT_LE(*file.error().offset, length) << name;
    }
  }
}

// What a fuzzer does at random, here for each byte: no crash, and what can be parsed can be copied.
void read_everything(const ByteBuffer& bytes, Validator& validator, std::uint64_t& parsed) {
  Result<ClassFile> file = ClassFile::parse(bytes);
  if (!file) return;
  ++parsed;
  bool valid = !validator.check(*file);
  for (const Member& method : file->methods()) {
    Result<std::optional<Code>> code = read_code(*file, method);
    EXPECT_TRUE(code.has_value() || !valid);
    if (!code || !*code) continue;
    line_numbers(*file, **code);
    local_variables(*file, **code);
  }
  bootstrap_methods(*file), inner_classes(*file), source_file(*file);
  ASSERT_EQ(ClassWriter::copy_of(*file).bytes(), bytes);
}

TEST(ClassFile, NoChangeOfOneByteCrashes) {
  Validator validator;
  std::uint64_t tried = 0, parsed = 0;
  for (const auto& [name, original] : strange_classes()) {
    if (original.size() > 1000) continue;
    ByteBuffer bytes = original;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      for (int flip : {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF}) {
        bytes[i] = static_cast<std::uint8_t>(original[i] ^ flip);
        read_everything(bytes, validator, parsed);
        if (testing::Test::HasFatalFailure()) FAIL() << name << " byte " << i << " flipped by " << flip;
        ++tried;
      }
      bytes[i] = original[i];
    }
  }
  EXPECT_GT(tried, 40'000u);
  EXPECT_GT(parsed, tried / 4);  // a change of a name or flag is harmless: the readers above were really tried
}

}  // namespace
}  // namespace snag::classfile

#include "classfile/constant_pool.h"

#include <gmock/gmock.h>

#include <limits>
#include <tuple>

#include "classfile/class_file_helpers.h"
#include "classfile/modified_utf8.h"

namespace snag::classfile {
namespace {

TEST(ConstantPool, ReadsEveryKind) {
  ClassWriter writer = simple_class();
  ConstantIndex utf8 = writer.utf8("text");
  ConstantIndex integer = writer.integer(-7);
  ConstantIndex float_value = writer.float_constant(1.5f);
  ConstantIndex long_value = writer.long_constant(std::numeric_limits<std::int64_t>::min());
  ConstantIndex double_value = writer.double_constant(-2.25);
  ConstantIndex class_name = writer.class_constant("c/D");
  ConstantIndex string = writer.string_constant("some string");
  ConstantIndex name_and_type = writer.name_and_type("name", "I");
  ConstantIndex field = writer.member(ConstantTag::kFieldref, "c/D", "field", "J");
  ConstantIndex method = writer.member(ConstantTag::kMethodref, "c/D", "method", "()V");
  ConstantIndex interface_method = writer.member(ConstantTag::kInterfaceMethodref, "c/I", "call", "(I)I");
  ConstantIndex handle = writer.method_handle(MethodHandleKind::kInvokeStatic, method);
  ConstantIndex type = writer.method_type("(J)D");
  ConstantIndex dynamic = writer.dynamic(ConstantTag::kDynamic, 3, "constant", "I");
  ConstantIndex invoke_dynamic = writer.dynamic(ConstantTag::kInvokeDynamic, 4, "call", "()I");
  ConstantIndex module = writer.module_constant("java.base");
  ConstantIndex package = writer.package_constant("java/util");

  Parsed parsed(writer);
  const ConstantPool& pool = parsed.file.constants();
  EXPECT_EQ(pool.utf8(utf8), "text");
  EXPECT_EQ(pool.integer(integer), -7);
  EXPECT_EQ(pool.float_value(float_value), 1.5f);
  EXPECT_EQ(pool.long_value(long_value), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(pool.double_value(double_value), -2.25);
  EXPECT_EQ(pool.class_name(class_name), "c/D");
  EXPECT_EQ(pool.string(string), "some string");
  EXPECT_EQ(pool.name_and_type(name_and_type).name, "name");
  EXPECT_EQ(pool.name_and_type(name_and_type).descriptor, "I");
  EXPECT_EQ(pool.member(field).owner, "c/D");
  EXPECT_EQ(pool.member(field).name, "field");
  EXPECT_EQ(pool.member(field).descriptor, "J");
  EXPECT_EQ(pool.member(method).name, "method");
  EXPECT_EQ(pool.member(interface_method).owner, "c/I");
  EXPECT_EQ(pool.method_handle(handle).kind, MethodHandleKind::kInvokeStatic);
  EXPECT_EQ(pool.method_handle(handle).reference, method);
  EXPECT_EQ(pool.method_type(type), "(J)D");
  EXPECT_EQ(pool.dynamic(dynamic).bootstrap, 3);
  EXPECT_EQ(pool.dynamic(dynamic).name, "constant");
  EXPECT_EQ(pool.dynamic(invoke_dynamic).bootstrap, 4);
  EXPECT_EQ(pool.dynamic(invoke_dynamic).descriptor, "()I");
  EXPECT_EQ(pool.utf8(load_u2(pool.content(module).data())), "java.base");
  EXPECT_EQ(pool.utf8(load_u2(pool.content(package).data())), "java/util");
}

TEST(ConstantPool, LongAndDoubleTakeTwoEntries) {
  ClassWriter writer = simple_class();
  ConstantIndex long_value = writer.long_constant(1);
  ConstantIndex double_value = writer.double_constant(2);
  ConstantIndex after = writer.integer(3);
  EXPECT_EQ(double_value, long_value + 2);
  EXPECT_EQ(after, double_value + 2);
  Parsed parsed(writer);
  EXPECT_EQ(parsed.file.constants().tag(long_value + 1u), ConstantTag::kUnusable);
  EXPECT_EQ(parsed.file.constants().integer(after), 3);
}

TEST(ConstantPool, ReturnsEmptyValuesForWrongIndices) {
  ClassWriter writer = simple_class();
  ConstantIndex integer = writer.integer(5);
  Parsed parsed(writer);
  const ConstantPool& pool = parsed.file.constants();
  for (std::uint32_t index : {std::uint32_t{0}, std::uint32_t{integer}, pool.size(), 0xFFFFu, 0xFFFF'FFFFu}) {
    EXPECT_EQ(pool.utf8(index), "");
    EXPECT_EQ(pool.class_name(index), "");
    EXPECT_EQ(pool.member(index).owner, "");
    EXPECT_EQ(pool.long_value(index), 0);
    EXPECT_EQ(pool.dynamic(index).name, "");
    EXPECT_EQ(pool.method_handle(index).reference, 0);
  }
  EXPECT_EQ(pool.integer(0), 0);
  EXPECT_TRUE(pool.content(pool.size()).empty());
  EXPECT_TRUE(pool.content(0).empty());
  EXPECT_EQ(pool.content(integer).size(), 4u);
}

struct BadPool {
  const char* name;
  int count;
  ByteBuffer entries;
  std::uint64_t offset;  // from the first entry
  const char* problem;
};
void PrintTo(const BadPool& bad, std::ostream* out) { *out << bad.name; }

class BadPools : public testing::TestWithParam<BadPool> {};

TEST_P(BadPools, AreRefused) {
  ByteBuffer bytes = with_pool(GetParam().count, GetParam().entries);
  Result<ClassFile> file = ClassFile::parse(bytes);
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message, testing::HasSubstr(GetParam().problem));
  EXPECT_EQ(file.error().offset, kPoolOffset + GetParam().offset);
}

const char* const kWrongKind = "wrong kind";
// Entry 1 is an empty text, entry 2 an integer; what refers to them stands at offset 8.
ByteBuffer referring(std::initializer_list<int> entry) {
  ByteBuffer bytes = buffer({1, 0, 0, 3, 0, 0, 0, 0});
  ByteBuffer tail = buffer(entry);
  bytes.insert(bytes.end(), tail.begin(), tail.end());
  return bytes;
}
// Entries: 1 text, 2 class, 3 name and type, 4 field, 5 method, 6 interface method; a handle stands at offset 26.
ByteBuffer handle(int kind, int reference) {
  ByteBuffer bytes = buffer({1, 0, 0, 7, 0, 1, 12, 0, 1, 0, 1, 9, 0, 2, 0, 3, 10, 0, 2, 0, 3, 11, 0, 2, 0, 3});
  ByteBuffer tail = buffer({15, kind, 0, reference});
  bytes.insert(bytes.end(), tail.begin(), tail.end());
  return bytes;
}

INSTANTIATE_TEST_SUITE_P(
    All, BadPools,
    testing::Values(BadPool{"zero_tag", 2, buffer({0, 0, 0}), 0, "unknown constant pool tag"},
                    BadPool{"tag_2", 2, buffer({2, 0, 0}), 0, "unknown constant pool tag"},
                    BadPool{"tag_21_after_text", 3, buffer({1, 0, 0, 21, 0, 0}), 3, "unknown constant pool tag"},
                    BadPool{"tag_255", 2, buffer({255, 0, 0}), 0, "unknown constant pool tag"},
                    BadPool{"text_too_long", 2, buffer({1, 0xFF, 0xFF}), 0, "unexpected end of data"},
                    BadPool{"text_eats_what_follows", 2, buffer({1, 0, 1}), 0, "unexpected end of data"},
                    BadPool{"long_without_room", 2, buffer({5, 0, 0, 0, 0, 0, 0, 0, 0}), 0, "needs two entries"},
                    BadPool{"double_without_room", 2, buffer({6, 0, 0, 0, 0, 0, 0, 0, 0}), 0, "needs two entries"},
                    BadPool{"zero_in_text", 2, buffer({1, 0, 1, 0}), 0, "modified UTF-8"},
                    BadPool{"lone_continuation", 2, buffer({1, 0, 1, 0x80}), 0, "modified UTF-8"},
                    BadPool{"half_of_two_bytes", 2, buffer({1, 0, 1, 0xC3}), 0, "modified UTF-8"},
                    BadPool{"four_byte_utf8", 2, buffer({1, 0, 4, 0xF0, 0x9F, 0x98, 0x80}), 0, "modified UTF-8"},
                    BadPool{"class_of_nothing", 4, referring({7, 0, 0}), 8, kWrongKind},
                    BadPool{"class_of_integer", 4, referring({7, 0, 2}), 8, kWrongKind},
                    BadPool{"class_of_itself", 4, referring({7, 0, 3}), 8, kWrongKind},
                    BadPool{"class_beyond_the_end", 4, referring({7, 0, 4}), 8, kWrongKind},
                    BadPool{"string_of_integer", 4, referring({8, 0, 2}), 8, kWrongKind},
                    BadPool{"method_type_of_integer", 4, referring({16, 0, 2}), 8, kWrongKind},
                    BadPool{"module_of_integer", 4, referring({19, 0, 2}), 8, kWrongKind},
                    BadPool{"package_of_integer", 4, referring({20, 0, 2}), 8, kWrongKind},
                    BadPool{"name_and_type_first", 4, referring({12, 0, 2, 0, 1}), 8, kWrongKind},
                    BadPool{"name_and_type_second", 4, referring({12, 0, 1, 0, 2}), 8, kWrongKind},
                    BadPool{"field_of_text", 4, referring({9, 0, 1, 0, 1}), 8, kWrongKind},
                    BadPool{"method_of_text", 4, referring({10, 0, 1, 0, 1}), 8, kWrongKind},
                    BadPool{"interface_method_of_text", 4, referring({11, 0, 1, 0, 1}), 8, kWrongKind},
                    BadPool{"dynamic_of_text", 4, referring({17, 0, 0, 0, 1}), 8, kWrongKind},
                    BadPool{"invoke_dynamic_of_text", 4, referring({18, 0, 0, 0, 1}), 8, kWrongKind}),
    [](const auto& instance) { return instance.param.name; });

TEST(ConstantPool, FileTooShortForItsCountIsRefusedBeforeMemoryIsTaken) {
  Result<ClassFile> file = ClassFile::parse(with_pool(65535, {}));
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().message, "file is too short for its constant pool");
  EXPECT_FALSE(ClassFile::parse(with_pool(0, {})));
}

TEST(ConstantPool, MethodHandlesNameMembersOfTheirKind) {
  constexpr int kField = 4, kMethod = 5, kInterfaceMethod = 6;
  for (int kind = 0; kind <= 10; ++kind) {
    for (int target : {kField, kMethod, kInterfaceMethod}) {
      bool accepted = (kind >= 1 && kind <= 4 && target == kField) || ((kind == 5 || kind == 8) && target == kMethod) ||
                      ((kind == 6 || kind == 7) && target != kField) || (kind == 9 && target == kInterfaceMethod);
      Result<ClassFile> file = ClassFile::parse(with_pool(8, handle(kind, target)));
      ASSERT_FALSE(file);  // the class has no name, which is found when the pool is good
      EXPECT_EQ(file.error().message.find("this_class") != std::string::npos, accepted)
          << "kind " << kind << " of entry " << target << ": " << file.error().message;
    }
  }
}

// Against one byte at a time, for each length and each place of a special byte, and near the end of what can be read.
TEST(PlainText, AgreesWithTheSlowCheck) {
  for (std::size_t length = 0; length <= 40; ++length) {
    for (std::size_t place = 0; place <= length; ++place) {
      for (int special : {0x00, 0x01, 0x7F, 0x80, 0xFF}) {
        ByteBuffer bytes(length + 16, 0);  // the zeros behind the text must not matter
        std::fill_n(bytes.begin(), length, std::uint8_t{'x'});
        bytes[place] = static_cast<std::uint8_t>(special);
        bool plain = place == length || special == 0x01 || special == 0x7F;
        EXPECT_EQ(is_plain_text(bytes.data(), length, bytes.data() + bytes.size()), plain)
            << length << " " << place << " " << special;
        EXPECT_FALSE(is_plain_text(bytes.data(), length, bytes.data() + length));
      }
    }
  }
}

}  // namespace
}  // namespace snag::classfile

#include "classfile/descriptor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace snag::classfile {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string repeat(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST(DescriptorTest, Names) {
  EXPECT_TRUE(is_unqualified_name("a"));
  EXPECT_TRUE(is_unqualified_name("<anything> goes: 1\xC3\xA4"));
  for (const char* bad : {"", "a.b", "a;", "[a", "a/b"}) EXPECT_FALSE(is_unqualified_name(bad)) << bad;
  EXPECT_TRUE(is_method_name("run"));
  EXPECT_TRUE(is_method_name("<init>"));
  EXPECT_TRUE(is_method_name("<clinit>"));
  for (const char* bad : {"", "<other>", "a<", "a>b", "a.b", "<init"}) EXPECT_FALSE(is_method_name(bad)) << bad;
  EXPECT_TRUE(is_class_name("A"));
  EXPECT_TRUE(is_class_name("a/b/C$D"));
  EXPECT_TRUE(is_class_name("package-info"));
  for (const char* bad : {"", "/", "/A", "a/", "a//B", "a.B", "[I", "[LA;", "LA;", "a;b"}) {
    EXPECT_FALSE(is_class_name(bad)) << bad;
  }
}

TEST(DescriptorTest, Fields) {
  for (const char* good :
       {"B", "C", "D", "F", "I", "J", "S", "Z", "[I", "[[[J", "LA;", "La/b/C$D;", "[La/B;", "L<>;"}) {
    EXPECT_TRUE(is_field_descriptor(good)) << good;
  }
  for (const char* bad : {"", "V", "[V", "[", "[[", "L", "L;", "LA", "La//B;", "L/A;", "La/;", "La.b;", "L[I;", "LA;;",
                          "II", "Q", "[LA", "LA;I", " I"}) {
    EXPECT_FALSE(is_field_descriptor(bad)) << bad;
  }
  EXPECT_TRUE(is_field_descriptor(repeat("[", 255) + "I"));
  EXPECT_FALSE(is_field_descriptor(repeat("[", 256) + "I"));
  EXPECT_EQ(field_descriptor_length("[La/B;I"), 6u);
  EXPECT_EQ(field_descriptor_length("JLa;"), 1u);
  EXPECT_EQ(field_descriptor_length(")V"), 0u);
}

TEST(DescriptorTest, Methods) {
  for (const char* good : {"()V", "()I", "(I)V", "(ILa/B;[[J)[La/C;", "(LA;LB;)LC;"}) {
    EXPECT_TRUE(is_method_descriptor(good)) << good;
    EXPECT_TRUE(parse_method_descriptor(good)) << good;
  }
  for (const char* bad :
       {"", "(", ")", "()", "V", "()VV", "(V)V", "(I", "(I)", "(I)V;", "((I)V", "(LA)V", "()Q", "I()V"}) {
    EXPECT_FALSE(is_method_descriptor(bad)) << bad;
    EXPECT_FALSE(parse_method_descriptor(bad)) << bad;
  }
  EXPECT_TRUE(is_method_descriptor("(" + repeat("I", 255) + ")V"));
  EXPECT_FALSE(is_method_descriptor("(" + repeat("I", 256) + ")V"));
  EXPECT_TRUE(is_method_descriptor("(" + repeat("J", 127) + "I)V"));
  EXPECT_FALSE(is_method_descriptor("(" + repeat("J", 128) + ")V"));
  EXPECT_TRUE(is_method_descriptor("(" + repeat("[J", 255) + ")V")) << "an array takes one slot";
}

TEST(DescriptorTest, Parse) {
  auto parsed = parse_method_descriptor("(ILjava/lang/String;[[JD)[LA;");
  ASSERT_TRUE(parsed);
  EXPECT_THAT(parsed->parameters, ElementsAre("I", "Ljava/lang/String;", "[[J", "D"));
  EXPECT_EQ(parsed->result, "[LA;");
  EXPECT_EQ(parsed->slot_count(), 5u);
  EXPECT_THAT(parse_method_descriptor("()V")->parameters, IsEmpty());
  EXPECT_EQ(slot_count("J"), 2u);
  EXPECT_EQ(slot_count("[J"), 1u);
  EXPECT_EQ(slot_count("V"), 0u);
  EXPECT_EQ(slot_count(""), 0u);
  EXPECT_THAT(parse_method_descriptor("(Q)V").error().message, HasSubstr("'(Q)V'"));
  EXPECT_LT(parse_method_descriptor(repeat("x", 60'000)).error().message.size(), 200u);
}

TEST(DescriptorTest, ClassOfDescriptor) {
  EXPECT_EQ(class_of_descriptor("La/B;"), "a/B");
  EXPECT_EQ(class_of_descriptor("[I"), "[I");
  EXPECT_EQ(class_of_descriptor("I"), "");
  EXPECT_EQ(class_of_descriptor(""), "");
  EXPECT_EQ(descriptor_of_class("a/B"), "La/B;");
  EXPECT_EQ(descriptor_of_class("[I"), "[I");
}

TEST(DescriptorTest, AsInSource) {
  EXPECT_EQ(to_source_class("a/b/C$D"), "a.b.C$D");
  EXPECT_EQ(to_source_class("[[I"), "int[][]");
  EXPECT_EQ(to_source_type("[Ljava/lang/String;"), "java.lang.String[]");
  EXPECT_EQ(to_source_type("Z"), "boolean");
  EXPECT_EQ(to_source_type("V"), "void");
  EXPECT_EQ(to_source_type("?"), "?");
  EXPECT_EQ(to_source_type("["), "[");
  EXPECT_EQ(to_source_type(""), "");
  EXPECT_EQ(to_source_method("name", "(ILjava/lang/String;)V"), "name(int,java.lang.String)");
  EXPECT_EQ(to_source_method("run", "()V"), "run()");
  EXPECT_EQ(to_source_method("<init>", "([[BSCFDJ)V"), "<init>(byte[][],short,char,float,double,long)");
  EXPECT_EQ(to_source_method("odd", "(IQ)V"), "odd(IQ)V") << "what is no descriptor is shown as it is";
  EXPECT_EQ(to_source_class("a/\xED\xA0\xBD\xED\xB8\x80"), "a.\xF0\x9F\x98\x80");
}

}  // namespace
}  // namespace snag::classfile

#include "classfile/signature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "program/class_path.h"
#include "program/jdk_location.h"

namespace snag::classfile {
namespace {

using testing::HasSubstr;

std::string field(std::string_view text) {
  auto parsed = parse_field_signature(text);
  return parsed ? to_source(*parsed) : "error: " + parsed.error().message;
}
std::string method(std::string_view text) {
  auto parsed = parse_method_signature(text);
  return parsed ? to_source(*parsed, "m") : "error: " + parsed.error().message;
}
std::string class_of(std::string_view text) {
  auto parsed = parse_class_signature(text);
  return parsed ? to_source(*parsed) : "error: " + parsed.error().message;
}

TEST(SignatureTest, Fields) {
  EXPECT_EQ(field("TT;"), "T");
  EXPECT_EQ(field("[[TT;"), "T[][]");
  EXPECT_EQ(field("[I"), "int[]");
  EXPECT_EQ(field("Ljava/util/List<Ljava/lang/String;>;"), "java.util.List<java.lang.String>");
  EXPECT_EQ(field("Ljava/util/Map<TK;+[TV;>;"), "java.util.Map<K,? extends V[]>");
  EXPECT_EQ(field("La/B<*-La/C;>;"), "a.B<?,? super a.C>");
  EXPECT_EQ(field("La/Outer<TT;>.Inner<TU;>.Core;"), "a.Outer<T>.Inner<U>.Core");
  EXPECT_EQ(field("[La/B<[[I>;"), "a.B<int[][]>[]");
}

TEST(SignatureTest, Methods) {
  EXPECT_EQ(method("()V"), "m() void");
  EXPECT_EQ(method("<T:Ljava/lang/Object;>(TT;[I)Ljava/util/List<TT;>;"),
            "<T extends java.lang.Object> m(T,int[]) java.util.List<T>");
  EXPECT_EQ(method("<E:Ljava/lang/Exception;>()I^TE;^La/X;"), "<E extends java.lang.Exception> m() int throws E,a.X");
}

TEST(SignatureTest, Classes) {
  EXPECT_EQ(class_of("<K::Ljava/lang/Comparable<TK;>;>Ljava/util/HashMap<TK;[I>;"),
            "<K extends java.lang.Comparable<K>> extends java.util.HashMap<K,int[]>");
  EXPECT_EQ(class_of("Ljava/lang/Object;La/I<TT;>;La/J;"), "extends java.lang.Object implements a.I<T>,a.J");
  EXPECT_EQ(class_of("<T:La/A;:La/B;:La/C;U:>Ljava/lang/Object;"),
            "<T extends a.A & a.B & a.C,U> extends java.lang.Object");
}

TEST(SignatureTest, MalformedOnesAreErrorsWithAnOffset) {
  for (const char* bad : {"",   "I",    "V",      "L;",     "LA",      "LA<>;", "LA<I>;",  "LA<TT>;", "T;",   "TT", "[",
                          "[V", "LA;;", "La//B;", "LA<+>;", "LA<+*>;", "LA.;",  "LA<LB;>", "La.b/c;", "LA:;", "*"}) {
    EXPECT_FALSE(parse_field_signature(bad)) << bad;
  }
  for (const char* bad : {"", "()", "(V)V", "<>()V", "<T>()V", "<:LA;>()V", "<T:I>()V", "<T::>()V", "()V^I", "()V^",
                          "()VV", "(I", "(LA;", "<T:LA;()V", "()[V"}) {
    EXPECT_FALSE(parse_method_signature(bad)) << bad;
  }
  for (const char* bad : {"", "TT;", "<T:>", "LA;TT;", "LA;[I", "LA;I", "[LA;"}) {
    EXPECT_FALSE(parse_class_signature(bad)) << bad;
  }
  auto refused = parse_field_signature("La/B<LC;I>;");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("expected a type"));
  EXPECT_EQ(refused.error().offset, 8u);
}

TEST(SignatureTest, NestingIsLimited) {
  auto nested = [](unsigned depth) {
    std::string text;
    for (unsigned i = 0; i < depth; ++i) text += "LA<";
    text += "TT;";
    for (unsigned i = 0; i < depth; ++i) text += ">;";
    return text;
  };
  EXPECT_TRUE(parse_field_signature(nested(kMaxSignatureDepth)));
  EXPECT_THAT(field(nested(kMaxSignatureDepth + 1)), HasSubstr("nested too deeply"));
  EXPECT_THAT(field(nested(20'000)), HasSubstr("nested too deeply"));
  EXPECT_THAT(field(std::string(65'000, '[') + "I"), HasSubstr("255 dimensions"));
  std::string inner = "LA";
  for (int i = 0; i < 20'000; ++i) inner += ".B";
  EXPECT_EQ(field(inner + ";").size(), 1 + 2 * 20'000u) << "inner classes are a list, not a nest";
}

// The erasure of a type: what the descriptor must say. Empty for a type variable, which is not compared.
std::string erasure(const std::vector<TypeNode>& nodes, TypeIndex type) {
  const TypeNode& node = nodes[type];
  std::string text(node.dimensions, '[');
  if (node.kind == TypeKind::kVariable) return {};
  if (node.kind == TypeKind::kPrimitive) return text + std::string(node.text);
  text += "L" + std::string(node.text);
  for (TypeIndex inner = node.inner; inner != kNoType; inner = nodes[inner].inner) {
    text += "$" + std::string(nodes[inner].text);
  }
  return text + ";";
}

TEST(SignatureTest, EverySignatureOfTheJdkIsReadAndFitsItsDescriptor) {
  Result<std::string> home =
      find_jdk({.option = "", .java_home = "", .path = std::filesystem::path(SNAG_TEST_JAVAC).parent_path().string()});
  ASSERT_TRUE(home) << home.error().message;
  Diagnostics diagnostics;
  ClassPath class_path(diagnostics);
  class_path.add_jdk(*home);
  std::size_t signatures = 0, compared = 0;
  for (ClassLocation location : class_path.classes(Origin::kJdk)) {
    Result<Blob> blob = class_path.read(location);
    ASSERT_TRUE(blob);
    Result<ClassFile> file = ClassFile::parse(blob->bytes);
    ASSERT_TRUE(file);
    if (std::string_view text = signature(*file, file->attributes()); !text.empty()) {
      auto parsed = parse_class_signature(text);
      ASSERT_TRUE(parsed) << text << ": " << parsed.error().message;
      ASSERT_EQ(erasure(parsed->nodes, parsed->superclass), "L" + std::string(file->super_name()) + ";");
      ASSERT_EQ(parsed->interfaces.size(), file->interface_count());
      ++signatures;
    }
    for (const Member& member : file->fields()) {
      std::string_view text = signature(*file, file->attributes(member));
      if (text.empty()) continue;
      auto parsed = parse_field_signature(text);
      ASSERT_TRUE(parsed) << text << ": " << parsed.error().message;
      std::string erased = erasure(parsed->nodes, parsed->type);
      if (!erased.empty()) {
        ASSERT_EQ(erased, file->descriptor(member));
        ++compared;
      }
      ++signatures;
    }
    for (const Member& member : file->methods()) {
      std::string_view text = signature(*file, file->attributes(member));
      if (text.empty()) continue;
      auto parsed = parse_method_signature(text);
      ASSERT_TRUE(parsed) << text << ": " << parsed.error().message;
      auto descriptor = parse_method_descriptor(file->descriptor(member));
      ASSERT_TRUE(descriptor);
      std::string erased = erasure(parsed->nodes, parsed->result);
      if (!erased.empty()) {
        ASSERT_EQ(erased, descriptor->result);
        ++compared;
      }
      // Constructors of inner classes and enums have parameters that source does not show.
      if (parsed->parameters.size() == descriptor->parameters.size()) {
        for (std::size_t i = 0; i < parsed->parameters.size(); ++i) {
          erased = erasure(parsed->nodes, parsed->parameters[i]);
          if (!erased.empty()) {
            ASSERT_EQ(erased, descriptor->parameters[i]);
            ++compared;
          }
        }
      }
      ++signatures;
    }
  }
  EXPECT_GT(signatures, 10'000u);
  EXPECT_GT(compared, 10'000u);
  RecordProperty("signatures", std::to_string(signatures));
  RecordProperty("compared", std::to_string(compared));
}

}  // namespace
}  // namespace snag::classfile

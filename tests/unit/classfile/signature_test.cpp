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

// The type as in source, with internal names.
std::string shown(const std::vector<TypeNode>& nodes, TypeIndex type) {
  const TypeNode& head = nodes[type];
  std::string out = head.wildcard == Wildcard::kExtends ? "? extends "
                    : head.wildcard == Wildcard::kSuper ? "? super "
                                                        : "";
  for (TypeIndex part = type; part != kNoType; part = nodes[part].inner) {
    if (part != type) out += '.';
    out += nodes[part].kind == TypeKind::kAny ? "?" : nodes[part].text;
    char separator = '<';
    for (TypeIndex argument = nodes[part].argument; argument != kNoType; argument = nodes[argument].next) {
      out += separator + shown(nodes, argument);
      separator = ',';
    }
    if (separator == ',') out += '>';
  }
  for (unsigned i = 0; i < head.dimensions; ++i) out += "[]";
  return out;
}

std::string field(std::string_view text) {
  auto parsed = parse_field_signature(text);
  return parsed ? shown(parsed->nodes, parsed->type) : "error: " + parsed.error().message;
}
std::string method(std::string_view text) {
  auto parsed = parse_method_signature(text);
  if (!parsed) return "error: " + parsed.error().message;
  std::string out = "(";
  for (TypeIndex parameter : parsed->parameters) out += shown(parsed->nodes, parameter) + ",";
  return out + ")" + shown(parsed->nodes, parsed->result);
}

TEST(SignatureTest, Fields) {
  EXPECT_EQ(field("TT;"), "T");
  EXPECT_EQ(field("[[TT;"), "T[][]");
  EXPECT_EQ(field("[I"), "I[]");
  EXPECT_EQ(field("Ljava/util/List<Ljava/lang/String;>;"), "java/util/List<java/lang/String>");
  EXPECT_EQ(field("Ljava/util/Map<TK;+[TV;>;"), "java/util/Map<K,? extends V[]>");
  EXPECT_EQ(field("La/B<*-La/C;>;"), "a/B<?,? super a/C>");
  EXPECT_EQ(field("La/Outer<TT;>.Inner<TU;>.Core;"), "a/Outer<T>.Inner<U>.Core");
  EXPECT_EQ(field("[La/B<[[I>;"), "a/B<I[][]>[]");
}

TEST(SignatureTest, Methods) {
  EXPECT_EQ(method("()V"), "()V");
  EXPECT_EQ(method("<T:Ljava/lang/Object;>(TT;[I)Ljava/util/List<TT;>;"), "(T,I[],)java/util/List<T>");
  EXPECT_EQ(method("<E:Ljava/lang/Exception;>()I^TE;^La/X;"), "()I");
  EXPECT_EQ(method("<K::Ljava/lang/Comparable<TK;>;T:La/A;:La/B;:La/C;U:>(TU;)V"), "(U,)V");
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

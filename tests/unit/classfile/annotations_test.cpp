#include "classfile/annotations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "classfile/class_file_helpers.h"
#include "support/compiled_java.h"

namespace snag::classfile {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

bool every(std::string_view) { return true; }

constexpr const char* kJava = R"(
import java.lang.annotation.*;

enum Level { LOW, HIGH }
@Retention(RetentionPolicy.RUNTIME) @interface Seen {}
@Retention(RetentionPolicy.SOURCE) @interface Gone {}
@Retention(RetentionPolicy.CLASS) @interface Everything {
    String text() default ""; String[] texts() default {}; Level level() default Level.LOW; Level[] levels() default {};
    Class<?> type() default Object.class; Class<?>[] types() default {}; int number() default 0; int[] numbers() default {};
    boolean flag() default false; byte small() default 0; short shorter() default 0; char letter() default 'a';
    long longer() default 0; float real() default 0; double precise() default 0; Seen nested() default @Seen;
    Seen[] several() default {}; String last() default "";
}
@Gone @Seen
class Annotated {
    @Everything(text = "one", texts = {"two", "three"}, level = Level.HIGH, levels = {Level.LOW, Level.HIGH},
        type = String.class, types = {int.class, int[].class}, number = 7, numbers = {1, 2}, flag = true, small = 1,
        shorter = 2, letter = 'b', longer = 3, real = 4, precise = 5, nested = @Seen, several = {@Seen, @Seen},
        last = "end")
    int field;
    @Seen @Everything(texts = {}) void method() {}
}
)";

ByteBuffer annotated() {
  std::ifstream file(compiled_java(kJava) + "/Annotated.class", std::ios::binary);
  return ByteBuffer(std::istreambuf_iterator<char>(file), {});
}

TEST(Annotations, HaveElementsOfEveryKind) {
  Parsed parsed(annotated());
  ASSERT_THAT(parsed.file.fields(), SizeIs(1));
  std::vector<Annotation> found = annotations(parsed.file, parsed.file.attributes(parsed.file.fields()[0]), every);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].type, "LEverything;");
  ASSERT_THAT(found[0].elements, SizeIs(18));
  auto expect = [&](std::size_t n, std::string_view name, ElementKind kind, std::vector<std::string_view> texts) {
    EXPECT_EQ(found[0].elements[n].name, name);
    EXPECT_EQ(found[0].elements[n].kind, kind) << name;
    EXPECT_EQ(found[0].elements[n].texts, texts) << name;
    EXPECT_EQ(found[0].elements[n].is_array, name.ends_with("s") || name == "several") << name;
  };
  expect(0, "text", ElementKind::kString, {"one"});
  expect(1, "texts", ElementKind::kString, {"two", "three"});
  expect(2, "level", ElementKind::kEnum, {"HIGH"});
  expect(3, "levels", ElementKind::kEnum, {"LOW", "HIGH"});
  expect(4, "type", ElementKind::kClass, {"Ljava/lang/String;"});
  expect(5, "types", ElementKind::kClass, {"I", "[I"});
  std::size_t n = 6;
  for (std::string_view skipped :
       {"number", "numbers", "flag", "small", "shorter", "letter", "longer", "real", "precise", "nested", "several"}) {
    expect(n++, skipped, ElementKind::kOther, {});
  }
  expect(17, "last", ElementKind::kString, {"end"});
}

TEST(Annotations, AreVisibleAndInvisibleButNotThoseOfTheSource) {
  Parsed parsed(annotated());
  std::vector<Annotation> of_class = annotations(parsed.file, parsed.file.attributes(), every);
  ASSERT_THAT(of_class, SizeIs(1));
  EXPECT_EQ(of_class[0].type, "LSeen;");
  const auto& method = parsed.file.attributes(method_named(parsed.file, "method"));
  std::vector<Annotation> of_method = annotations(parsed.file, method, every);
  ASSERT_THAT(of_method, SizeIs(2));
  EXPECT_EQ(of_method[0].type, "LSeen;");
  EXPECT_EQ(of_method[1].type, "LEverything;");
  ASSERT_THAT(of_method[1].elements, SizeIs(1));
  EXPECT_TRUE(of_method[1].elements[0].is_array);
  EXPECT_THAT(of_method[1].elements[0].texts, IsEmpty());
}

TEST(Annotations, OnlyWantedOnesAreReturned) {
  Parsed parsed(annotated());
  auto wants = [](std::string_view type) { return type == "LEverything;"; };
  const auto& method = parsed.file.attributes(method_named(parsed.file, "method"));
  std::vector<Annotation> found = annotations(parsed.file, method, wants);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].type, "LEverything;");
}

ByteBuffer indices(std::initializer_list<unsigned> values) {
  ByteBuffer bytes;
  for (unsigned value : values) append_u2(bytes, value);
  return bytes;
}

// The annotations of a class whose attribute has this content.
std::vector<std::string> types_in(ClassWriter& writer, const ByteBuffer& content) {
  writer.attributes.push_back({writer.utf8("RuntimeInvisibleAnnotations"), content});
  Parsed parsed(writer);
  std::vector<std::string> types;
  for (const Annotation& found : annotations(parsed.file, parsed.file.attributes(), every)) {
    types.emplace_back(found.type);
  }
  return types;
}

TEST(Annotations, ThatEndTooEarlyAreLeftOut) {
  ClassWriter complete = simple_class();
  unsigned type = complete.utf8("La;"), name = complete.utf8("x");
  // Two annotations, the second with an array of two strings; then with fewer and fewer bytes.
  ByteBuffer content = indices({2, type, 0, type, 1, name});
  content.push_back('[');
  append_u2(content, 2);
  for (int n = 0; n < 2; ++n) content.push_back('s'), append_u2(content, name);
  EXPECT_THAT(types_in(complete, content), SizeIs(2));
  for (std::size_t size = 0; size < content.size(); ++size) {
    ClassWriter writer = simple_class();
    ASSERT_EQ(writer.utf8("La;"), type);
    ASSERT_EQ(writer.utf8("x"), name);
    ByteBuffer cut(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THAT(types_in(writer, cut), SizeIs(size < 6 ? 0 : 1)) << size << " bytes";
  }
}

TEST(Annotations, WithWrongTagsOrIndexesAreWrongNotFatal) {
  ClassWriter writer = simple_class();
  unsigned type = writer.utf8("La;"), name = writer.utf8("x");
  ByteBuffer content = indices({1, type, 1, name});
  content.push_back('?');
  append_u2(content, name);
  EXPECT_THAT(types_in(writer, content), IsEmpty());

  ClassWriter other = simple_class();
  type = other.utf8("La;");
  content = indices({1, type, 1, 60'000});
  content.push_back('s');
  append_u2(content, 60'001);
  EXPECT_THAT(types_in(other, content), ElementsAre("La;")) << "texts that are not there are empty";

  for (char kind : {'[', '@'}) {
    ClassWriter deep = simple_class();
    content = indices({1, deep.utf8("La;"), 1, deep.utf8("x")});
    for (int depth = 0; depth < 10'000; ++depth) {
      content.push_back(static_cast<std::uint8_t>(kind));
      if (kind == '@') append_u2(content, deep.utf8("La;"));
      append_u2(content, 1);
      if (kind == '@') append_u2(content, deep.utf8("x"));
    }
    EXPECT_THAT(types_in(deep, content), IsEmpty());
  }
}

}  // namespace
}  // namespace snag::classfile

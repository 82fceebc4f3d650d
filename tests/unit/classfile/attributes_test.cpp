// Every attribute that JVMS 4.7 defines: recognised where it belongs and since its version, read from what javac
// writes, and from hand-made ones that javac does not write.
#include <gmock/gmock.h>

#include <set>

#include "classfile/annotations.h"
#include "classfile/attribute_grammar.h"
#include "classfile/class_file_helpers.h"

namespace snag::classfile {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

constexpr AttributeLocation kLocations[] = {AttributeLocation::kClass, AttributeLocation::kField,
                                            AttributeLocation::kMethod, AttributeLocation::kCode,
                                            AttributeLocation::kRecordComponent};

// JVMS tables 4.7-B and 4.7-C, written down a second time: C F M K(ode) R(ecord component).
struct Expected {
  AttributeKind kind;
  const char* name;
  const char* locations;
  std::uint16_t since;
};
constexpr Expected kExpected[] = {
    {AttributeKind::kConstantValue, "ConstantValue", "F", 45},
    {AttributeKind::kCode, "Code", "M", 45},
    {AttributeKind::kStackMapTable, "StackMapTable", "K", 50},
    {AttributeKind::kExceptions, "Exceptions", "M", 45},
    {AttributeKind::kInnerClasses, "InnerClasses", "C", 45},
    {AttributeKind::kEnclosingMethod, "EnclosingMethod", "C", 49},
    {AttributeKind::kSynthetic, "Synthetic", "CFM", 45},
    {AttributeKind::kSignature, "Signature", "CFMR", 49},
    {AttributeKind::kSourceFile, "SourceFile", "C", 45},
    {AttributeKind::kSourceDebugExtension, "SourceDebugExtension", "C", 49},
    {AttributeKind::kLineNumberTable, "LineNumberTable", "K", 45},
    {AttributeKind::kLocalVariableTable, "LocalVariableTable", "K", 45},
    {AttributeKind::kLocalVariableTypeTable, "LocalVariableTypeTable", "K", 49},
    {AttributeKind::kDeprecated, "Deprecated", "CFM", 45},
    {AttributeKind::kRuntimeVisibleAnnotations, "RuntimeVisibleAnnotations", "CFMR", 49},
    {AttributeKind::kRuntimeInvisibleAnnotations, "RuntimeInvisibleAnnotations", "CFMR", 49},
    {AttributeKind::kRuntimeVisibleParameterAnnotations, "RuntimeVisibleParameterAnnotations", "M", 49},
    {AttributeKind::kRuntimeInvisibleParameterAnnotations, "RuntimeInvisibleParameterAnnotations", "M", 49},
    {AttributeKind::kRuntimeVisibleTypeAnnotations, "RuntimeVisibleTypeAnnotations", "CFMKR", 52},
    {AttributeKind::kRuntimeInvisibleTypeAnnotations, "RuntimeInvisibleTypeAnnotations", "CFMKR", 52},
    {AttributeKind::kAnnotationDefault, "AnnotationDefault", "M", 49},
    {AttributeKind::kBootstrapMethods, "BootstrapMethods", "C", 51},
    {AttributeKind::kMethodParameters, "MethodParameters", "M", 52},
    {AttributeKind::kModule, "Module", "C", 53},
    {AttributeKind::kModulePackages, "ModulePackages", "C", 53},
    {AttributeKind::kModuleMainClass, "ModuleMainClass", "C", 53},
    {AttributeKind::kNestHost, "NestHost", "C", 55},
    {AttributeKind::kNestMembers, "NestMembers", "C", 55},
    {AttributeKind::kRecord, "Record", "C", 60},
    {AttributeKind::kPermittedSubclasses, "PermittedSubclasses", "C", 61},
};

TEST(AttributeKind, IsKnownWhereItBelongsAndSinceItsVersion) {
  EXPECT_EQ(std::size(kExpected), 30u);
  for (const Expected& expected : kExpected) {
    for (AttributeLocation location : kLocations) {
      std::size_t letter = 0;
      while (kLocations[letter] != location) ++letter;
      bool belongs = std::string_view(expected.locations).find("CFMKR"[letter]) != std::string_view::npos;
      AttributeKind kind = belongs ? expected.kind : AttributeKind::kUnknown;
      EXPECT_EQ(attribute_kind(expected.name, location, 69), kind) << expected.name << " " << letter;
      EXPECT_EQ(attribute_kind(expected.name, location, expected.since), kind) << expected.name << " " << letter;
      EXPECT_EQ(attribute_kind(expected.name, location, expected.since - 1), AttributeKind::kUnknown) << expected.name;
    }
  }
}

TEST(AttributeKind, OtherNamesAreUnknown) {
  for (std::string_view name : {"", "C", "code", "Code ", "ScalaSig", "StackMap", "org.aspectj.weaver.Advice"}) {
    for (AttributeLocation location : kLocations) {
      EXPECT_EQ(attribute_kind(name, location, 61), AttributeKind::kUnknown) << name;
    }
  }
}

TEST(Attributes, UnknownOnesAreNotLookedInto) {
  for (std::string_view name : {"Exceptions", "ScalaSig"}) {  // the first is for methods only
    ClassWriter writer = simple_class();
    writer.attributes.push_back({writer.utf8(name), buffer({0xFF})});
    EXPECT_EQ(problem_of(writer), "");
  }
  ClassWriter old = simple_class(/*major=*/48);
  old.attributes.push_back({old.utf8("Signature"), buffer({0xFF})});
  EXPECT_EQ(problem_of(old), "");
}

// ---- what javac writes ----

void add_kinds(std::span<const Attribute> attributes, std::set<AttributeKind>& kinds) {
  for (const Attribute& attribute : attributes) kinds.insert(attribute.kind);
}

TEST(Attributes, OfJavacAreAllValidAndAllKnown) {
  std::set<AttributeKind> kinds;
  for (const auto& [name, bytes] : strange_classes()) {
    Parsed parsed(bytes);
    Validator validator;
    std::optional<Error> error = validator.check(parsed.file);
    EXPECT_FALSE(error) << name << ": " << error->message << " at " << *error->offset;
    EXPECT_FALSE(validator.soft_problem()) << name << ": " << validator.soft_problem()->message;
    add_kinds(parsed.file.attributes(), kinds);
    for (const Member& field : parsed.file.fields()) add_kinds(parsed.file.attributes(field), kinds);
    for (const Member& method : parsed.file.methods()) {
      add_kinds(parsed.file.attributes(method), kinds);
      auto code = read_code(parsed.file, method);
      ASSERT_TRUE(code);
      if (*code) add_kinds((*code)->attributes, kinds);
    }
  }
  std::set<AttributeKind> missing;
  for (const Expected& expected : kExpected) {
    if (!kinds.contains(expected.kind)) missing.insert(expected.kind);
  }
  // These are made by hand below. (The jar tool adds ModulePackages to a module's descriptor.)
  missing.erase(AttributeKind::kModulePackages);
  EXPECT_THAT(missing,
              UnorderedElementsAre(AttributeKind::kSynthetic, AttributeKind::kSourceDebugExtension,
                                   AttributeKind::kRuntimeInvisibleParameterAnnotations,
                                   AttributeKind::kRuntimeInvisibleTypeAnnotations, AttributeKind::kModuleMainClass));
  EXPECT_FALSE(kinds.contains(AttributeKind::kUnknown));
}

TEST(Attributes, SourceFilesInnerClassesAndSignatures) {
  Parsed shapes(strange_class("strange/Shapes"));
  const ConstantPool& constants = shapes.file.constants();
  EXPECT_EQ(source_file(shapes.file), "Shapes.java");
  bool found = false;
  for (const InnerClass& inner : inner_classes(shapes.file)) {
    if (constants.class_name(inner.inner) != "strange/Shapes$Colour") continue;
    found = true;
    EXPECT_EQ(constants.class_name(inner.outer), "strange/Shapes");
    EXPECT_EQ(constants.utf8(inner.name), "Colour");
    EXPECT_NE(inner.access & kAccEnum, 0);
  }
  EXPECT_TRUE(found);

  Parsed circle(strange_class("strange/Shapes$Circle"));
  EXPECT_EQ(signature(circle.file, circle.file.attributes()), "");
  Parsed square(strange_class("strange/Shapes$Square"));
  EXPECT_THAT(std::string(signature(square.file, square.file.attributes())), testing::StartsWith("<T::Ljava/lang/Com"));
}

TEST(Attributes, LinesVariablesAndBootstrapMethods) {
  Parsed parsed(strange_class("strange/Instructions"));
  const ClassFile& file = parsed.file;
  Code code = *read_code(file, method_named(file, "generic")).value();
  std::vector<LineNumber> lines = line_numbers(file, code);
  ASSERT_GT(lines.size(), 5u);
  EXPECT_EQ(lines[0].start, 0);
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end(), [](auto& a, auto& b) { return a.start < b.start; }));
  std::set<std::string_view> names;
  for (const LocalVariable& variable : local_variables(file, code)) {
    names.insert(file.constants().utf8(variable.name));
    EXPECT_LT(variable.slot, code.max_locals);
    EXPECT_LE(variable.start + variable.length, code.code.size());
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"in", "parameter", "result", "one", "map", "e"}));
  EXPECT_THAT(std::string(signature(file, file.attributes(method_named(file, "generic")))), testing::HasSubstr("TT;"));
  EXPECT_FALSE(code.handlers.empty());

  std::vector<BootstrapMethod> bootstraps = bootstrap_methods(file);
  ASSERT_FALSE(bootstraps.empty());
  for (const BootstrapMethod& bootstrap : bootstraps) {
    EXPECT_TRUE(file.constants().has(bootstrap.handle, tags(ConstantTag::kMethodHandle)));
    EXPECT_FALSE(bootstrap.arguments.empty());
  }
}

std::vector<std::string_view> annotation_types(const ClassFile& file) {
  std::vector<std::string_view> types;
  auto all = [](std::string_view) { return true; };
  for (const Annotation& annotation : annotations(file, file.attributes(), all)) types.push_back(annotation.type);
  return types;
}

TEST(Attributes, AnnotationsOfEveryElementKind) {
  Parsed parsed(strange_class("strange/Everything"));
  EXPECT_THAT(annotation_types(parsed.file),
              ElementsAre("Ljava/lang/annotation/Retention;", "Ljava/lang/annotation/Target;"));
  std::set<char> kinds;
  for (const Member& method : parsed.file.methods()) {
    const Attribute* value = find_attribute(parsed.file.attributes(method), AttributeKind::kAnnotationDefault);
    ASSERT_NE(value, nullptr) << parsed.file.name(method);
    kinds.insert(static_cast<char>(parsed.file.content(*value)[0]));
  }
  EXPECT_THAT(kinds, UnorderedElementsAre('Z', 'B', 'C', 'S', 'I', 'J', 'F', 'D', 's', 'c', 'e', '@', '['));
}

// Collects the kinds of targets of type annotations: the first byte of each.
class TargetCollector : public CursorWalker {
 public:
  TargetCollector(Cursor& cursor, std::set<int>& targets) : CursorWalker(cursor), targets_(targets) {}
  void ref(TagSet) { cursor_.u2(); }
  void ref_or_zero(TagSet) { cursor_.u2(); }
  void pc() { cursor_.u2(); }
  void pc_range() { cursor_.u4(); }

  void collect() {
    repeat2([&] {
      Cursor ahead = cursor_;
      targets_.insert(ahead.u1());
      grammar::type_annotation(*this);
    });
    EXPECT_TRUE(cursor_.ok() && cursor_.at_end());
  }

 private:
  std::set<int>& targets_;
};

TEST(Attributes, TypeAnnotationsOnEveryTarget) {
  std::set<int> targets;
  Parsed parsed(strange_class("strange/TypeAnnotations"));
  auto collect = [&](std::span<const Attribute> attributes) {
    const Attribute* found = find_attribute(attributes, AttributeKind::kRuntimeVisibleTypeAnnotations);
    if (found == nullptr) return;
    Cursor cursor = parsed.file.cursor(*found);
    TargetCollector(cursor, targets).collect();
  };
  collect(parsed.file.attributes());
  for (const Member& field : parsed.file.fields()) collect(parsed.file.attributes(field));
  for (const Member& method : parsed.file.methods()) {
    collect(parsed.file.attributes(method));
    auto code = read_code(parsed.file, method);
    if (code && *code) collect((*code)->attributes);
  }
  EXPECT_THAT(targets, ElementsAre(0x00, 0x01, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x40, 0x41, 0x42, 0x43,
                                   0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B));
}

TEST(Attributes, ModuleDescriptors) {
  Parsed parsed(strange_class("module-info"));
  EXPECT_EQ(parsed.file.name(), "module-info");
  EXPECT_EQ(parsed.file.access(), kAccModule);
  EXPECT_EQ(parsed.file.super_class(), 0);
  const Attribute* module = find_attribute(parsed.file.attributes(), AttributeKind::kModule);
  ASSERT_NE(module, nullptr);
  const ConstantPool& constants = parsed.file.constants();
  EXPECT_EQ(constants.utf8(load_u2(constants.content(parsed.file.cursor(*module).u2()).data())), "strange.classes");
}

// ---- by hand: one right and one wrong content for each kind ----

struct HandMade {
  const char* name;
  ByteBuffer (*right)(ClassWriter&);
  ByteBuffer (*wrong)(ClassWriter&);  // nullptr: nothing can be wrong
};

ByteBuffer indices(std::initializer_list<int> values) {
  ByteBuffer bytes;
  for (int value : values) append_u2(bytes, static_cast<std::uint32_t>(value));
  return bytes;
}
ByteBuffer empty(ClassWriter&) { return {}; }
ByteBuffer one_byte(ClassWriter&) { return buffer({0}); }
ByteBuffer text_index(ClassWriter& w) { return indices({w.utf8("text")}); }
ByteBuffer class_index(ClassWriter& w) { return indices({w.class_constant("c/D")}); }
ByteBuffer one_text(ClassWriter& w) { return indices({1, w.utf8("text")}); }
ByteBuffer one_class(ClassWriter& w) { return indices({1, w.class_constant("c/D")}); }

const HandMade kOfClasses[] = {
    {"SourceFile", text_index, class_index},
    {"Signature", text_index, class_index},
    {"SourceDebugExtension",
     [](ClassWriter&) {
       return buffer({0xFF, 0, 'x'});
     },
     nullptr},
    {"Synthetic", empty, one_byte},
    {"Deprecated", empty, one_byte},
    {"NestHost", class_index, text_index},
    {"NestMembers", one_class, one_text},
    {"PermittedSubclasses", one_class, one_text},
    {"ModuleMainClass", class_index, text_index},
    {"ModulePackages",
     [](ClassWriter& w) {
       return indices({1, w.package_constant("p")});
     },
     one_class},
    {"EnclosingMethod",
     [](ClassWriter& w) {
       return indices({w.class_constant("c/D"), w.name_and_type("m", "()V")});
     },
     [](ClassWriter& w) {
       return indices({w.class_constant("c/D"), w.utf8("m")});
     }},
    {"InnerClasses",
     [](ClassWriter& w) {
       return indices({1, w.class_constant("c/D$E"), 0, 0, 8});
     },
     [](ClassWriter&) {
       return indices({1, 0, 0, 0, 8});
     }},
    {"BootstrapMethods",
     [](ClassWriter& w) {
       ConstantIndex method = w.member(ConstantTag::kMethodref, "c/D", "m", "()V");
       ConstantIndex handle = w.method_handle(MethodHandleKind::kInvokeStatic, method);
       return indices({1, handle, 2, w.integer(1), w.long_constant(2)});
     },
     [](ClassWriter& w) {
       return indices({1, w.integer(1), 0});
     }},
    {"Record",
     [](ClassWriter& w) {
       ByteBuffer bytes = indices({1, w.utf8("x"), w.utf8("I"), 1, w.utf8("Signature"), 0, 2, w.utf8("TT;")});
       return bytes;
     },
     [](ClassWriter& w) {
       return indices({1, w.utf8("x"), w.utf8("I"), 1, w.utf8("Signature"), 0, 2, 0});
     }},
    {"Module",
     [](ClassWriter& w) {
       int m = w.module_constant("m"), p = w.package_constant("p"), c = w.class_constant("c/D");
       return indices({m, 0, 0, 1, m, 0, 0, 1, p, 0, 1, m, 1, p, 0, 0, 1, c, 1, c, 1, c});
     },
     [](ClassWriter& w) {
       return indices({w.class_constant("m"), 0, 0, 0, 0, 0, 0, 0});
     }},
};

void expect_right_and_wrong(const HandMade& made, bool soft,
                            void (*add)(ClassWriter& writer, AttributeImage attribute)) {
  ClassWriter right = simple_class(/*major=*/69);
  add(right, {right.utf8(made.name), made.right(right)});
  EXPECT_EQ(problem_of(right), "") << made.name;
  EXPECT_EQ(soft_problem_of(right), "") << made.name;
  std::vector<ByteBuffer> wrongs;
  ClassWriter base = simple_class(/*major=*/69);
  ByteBuffer longer = made.right(base);
  if (made.wrong != nullptr) longer.push_back(0), wrongs.push_back(longer);
  if (made.wrong != nullptr) wrongs.push_back(made.wrong(base));
  ByteBuffer shorter = made.right(base);
  if (!shorter.empty() && made.wrong != nullptr) shorter.pop_back(), wrongs.push_back(shorter);
  for (const ByteBuffer& content : wrongs) {
    ClassWriter wrong = base;
    add(wrong, {wrong.utf8(made.name), content});
    if (soft) {
      EXPECT_NE(soft_problem_of(wrong), "") << made.name;
    } else {
      EXPECT_NE(problem_of(wrong), "") << made.name << " of " << content.size() << " bytes";
    }
  }
}

TEST(Attributes, OfClassesByHand) {
  for (const HandMade& made : kOfClasses) {
    // What only a module's descriptor means is no reason to lose a class.
    bool soft = std::string_view(made.name).starts_with("Module");
    expect_right_and_wrong(made, soft, [](ClassWriter& writer, AttributeImage attribute) {
      writer.attributes.push_back(std::move(attribute));
    });
  }
}

TEST(Attributes, ConstantValue) {
  auto add = [](ClassWriter& writer, AttributeImage attribute) {
    writer.fields.push_back({kAccStatic, writer.utf8("f"), writer.utf8("I"), {std::move(attribute)}});
  };
  expect_right_and_wrong({"ConstantValue", [](ClassWriter& w) { return indices({w.integer(1)}); }, class_index},
                         /*soft=*/false, add);
  expect_right_and_wrong(
      {"ConstantValue", [](ClassWriter& w) { return indices({w.string_constant("s")}); }, text_index},
      /*soft=*/false, add);
}

TEST(Attributes, OfMethodsByHand) {
  auto add = [](ClassWriter& writer, AttributeImage attribute) {
    writer.add_method(kAccAbstract, "m", "()V").attributes.push_back(std::move(attribute));
  };
  expect_right_and_wrong({"Exceptions", one_class, one_text}, /*soft=*/false, add);
  HandMade parameters = {"MethodParameters",
                         [](ClassWriter& w) {
                           ByteBuffer bytes = buffer({2});
                           for (int value : {int{w.utf8("p")}, 16, 0, 0}) append_u2(bytes, value);
                           return bytes;
                         },
                         [](ClassWriter&) {
                           return buffer({1, 0, 2, 0, 0});
                         }};
  expect_right_and_wrong(parameters, /*soft=*/true, add);
  HandMade annotations = {"RuntimeInvisibleParameterAnnotations",
                          [](ClassWriter& w) {
                            ByteBuffer bytes = buffer({1, 0, 1});
                            append_u2(bytes, w.utf8("La;")), append_u2(bytes, 0);
                            return bytes;
                          },
                          [](ClassWriter&) {
                            return buffer({1, 0, 1, 0, 0, 0, 0});
                          }};
  expect_right_and_wrong(annotations, /*soft=*/true, add);
  expect_right_and_wrong({"AnnotationDefault",
                          [](ClassWriter& w) {
                            ByteBuffer bytes = buffer({'I'});
                            append_u2(bytes, w.integer(1));
                            return bytes;
                          },
                          [](ClassWriter&) {
                            return buffer({'Q', 0, 1});
                          }},
                         /*soft=*/true, add);
  expect_right_and_wrong({"RuntimeInvisibleTypeAnnotations",
                          [](ClassWriter& w) {
                            ByteBuffer bytes = buffer({0, 1, 0x14, 1, 3, 0});
                            append_u2(bytes, w.utf8("La;")), append_u2(bytes, 0);
                            return bytes;
                          },
                          [](ClassWriter&) {
                            return buffer({0, 1, 0x99, 0, 0, 0, 0, 0});
                          }},
                         /*soft=*/true, add);
}

TEST(Attributes, AnnotationsThatNestTooDeepAreWrongNotFatal) {
  for (char kind : {'[', '@'}) {
    ClassWriter writer = simple_class();
    ByteBuffer value = indices({1, writer.utf8("La;"), 1, writer.utf8("x")});
    for (int depth = 0; depth < 10'000; ++depth) {
      value.push_back(static_cast<std::uint8_t>(kind));
      if (kind == '@') append_u2(value, writer.utf8("La;"));
      append_u2(value, 1);
      if (kind == '@') append_u2(value, writer.utf8("x"));
    }
    writer.attributes.push_back({writer.utf8("RuntimeVisibleAnnotations"), value});
    EXPECT_EQ(soft_problem_of(writer), "nested too deeply");
    Parsed parsed(writer);
    EXPECT_TRUE(annotation_types(parsed.file).empty());
    EXPECT_EQ(ClassWriter::copy_of(parsed.file).bytes(), parsed.bytes);
  }
}

TEST(Attributes, WrongAnnotationOfARecordComponentIsSoft) {
  ClassWriter writer = simple_class();
  ByteBuffer record = indices({1, writer.utf8("x"), writer.utf8("I"), 1, writer.utf8("RuntimeVisibleAnnotations")});
  append_u4(record, 2), append_u2(record, 7);
  writer.attributes.push_back({writer.utf8("Record"), record});
  EXPECT_EQ(soft_problem_of(writer), "unexpected end of data");
}

TEST(Attributes, ReadersReturnLessOfMalformedTables) {
  ClassWriter writer = simple_class();
  ConstantIndex c = writer.class_constant("c/D");
  writer.attributes.push_back({writer.utf8("InnerClasses"), indices({2, c, 0, 0, 8, c})});
  writer.attributes.push_back({writer.utf8("BootstrapMethods"), indices({2, 5, 1})});
  writer.attributes.push_back({writer.utf8("SourceFile"), buffer({1})});
  writer.attributes.push_back({writer.utf8("RuntimeVisibleAnnotations"), indices({2, writer.utf8("La;"), 0, 1})});
  ByteBuffer lines = indices({2, 0, 10, 0});
  writer.add_method(kAccStatic, "m", "()V")
      .attributes.push_back(writer.code_attribute(
          0, 0, buffer({0xB1}), {},
          {{writer.utf8("LineNumberTable"), lines}, {writer.utf8("LocalVariableTable"), indices({1, 0, 1})}}));
  Parsed parsed(writer);
  EXPECT_EQ(inner_classes(parsed.file).size(), 1u);
  EXPECT_TRUE(bootstrap_methods(parsed.file).empty());
  EXPECT_EQ(source_file(parsed.file), "");
  EXPECT_THAT(annotation_types(parsed.file), ElementsAre("La;"));
  Code code = *read_code(parsed.file, parsed.file.methods()[0]).value();
  EXPECT_EQ(line_numbers(parsed.file, code).size(), 1u);
  EXPECT_TRUE(local_variables(parsed.file, code).empty());
}

TEST(Attributes, LineNumbersOfSeveralTablesAreSorted) {
  ClassWriter writer = simple_class();
  ConstantIndex name = writer.utf8("LineNumberTable");
  writer.add_method(kAccStatic, "m", "()V")
      .attributes.push_back(writer.code_attribute(0, 0, buffer({0, 0, 0xB1}), {},
                                                  {{name, indices({2, 2, 30, 1, 20})}, {name, indices({1, 0, 10})}}));
  Parsed parsed(writer);
  std::vector<int> numbers;
  for (LineNumber line : line_numbers(parsed.file, *read_code(parsed.file, parsed.file.methods()[0]).value())) {
    numbers.push_back(line.line);
  }
  EXPECT_THAT(numbers, ElementsAre(10, 20, 30));
}

}  // namespace
}  // namespace snag::classfile

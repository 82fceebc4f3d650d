#include "classfile/attribute_kind.h"

#include <array>

namespace snag::classfile {

namespace {

struct Definition {
  std::string_view name;
  AttributeKind kind = AttributeKind::kUnknown;
  std::uint8_t locations = 0;  // AttributeLocation bits
  std::uint16_t since = 0;     // major version
};

constexpr std::uint8_t kC = 1, kF = 2, kM = 4, kCode = 8, kR = 16;

// JVMS table 4.7-C.
constexpr Definition kDefinitions[] = {
    {"ConstantValue", AttributeKind::kConstantValue, kF, 45},
    {"Code", AttributeKind::kCode, kM, 45},
    {"StackMapTable", AttributeKind::kStackMapTable, kCode, 50},
    {"Exceptions", AttributeKind::kExceptions, kM, 45},
    {"InnerClasses", AttributeKind::kInnerClasses, kC, 45},
    {"EnclosingMethod", AttributeKind::kEnclosingMethod, kC, 49},
    {"Synthetic", AttributeKind::kSynthetic, kC | kF | kM, 45},
    {"Signature", AttributeKind::kSignature, kC | kF | kM | kR, 49},
    {"SourceFile", AttributeKind::kSourceFile, kC, 45},
    {"SourceDebugExtension", AttributeKind::kSourceDebugExtension, kC, 49},
    {"LineNumberTable", AttributeKind::kLineNumberTable, kCode, 45},
    {"LocalVariableTable", AttributeKind::kLocalVariableTable, kCode, 45},
    {"LocalVariableTypeTable", AttributeKind::kLocalVariableTypeTable, kCode, 49},
    {"Deprecated", AttributeKind::kDeprecated, kC | kF | kM, 45},
    {"RuntimeVisibleAnnotations", AttributeKind::kRuntimeVisibleAnnotations, kC | kF | kM | kR, 49},
    {"RuntimeInvisibleAnnotations", AttributeKind::kRuntimeInvisibleAnnotations, kC | kF | kM | kR, 49},
    {"RuntimeVisibleParameterAnnotations", AttributeKind::kRuntimeVisibleParameterAnnotations, kM, 49},
    {"RuntimeInvisibleParameterAnnotations", AttributeKind::kRuntimeInvisibleParameterAnnotations, kM, 49},
    {"RuntimeVisibleTypeAnnotations", AttributeKind::kRuntimeVisibleTypeAnnotations, kC | kF | kM | kCode | kR, 52},
    {"RuntimeInvisibleTypeAnnotations", AttributeKind::kRuntimeInvisibleTypeAnnotations, kC | kF | kM | kCode | kR, 52},
    {"AnnotationDefault", AttributeKind::kAnnotationDefault, kM, 49},
    {"BootstrapMethods", AttributeKind::kBootstrapMethods, kC, 51},
    {"MethodParameters", AttributeKind::kMethodParameters, kM, 52},
    {"Module", AttributeKind::kModule, kC, 53},
    {"ModulePackages", AttributeKind::kModulePackages, kC, 53},
    {"ModuleMainClass", AttributeKind::kModuleMainClass, kC, 53},
    {"NestHost", AttributeKind::kNestHost, kC, 55},
    {"NestMembers", AttributeKind::kNestMembers, kC, 55},
    {"Record", AttributeKind::kRecord, kC, 60},
    {"PermittedSubclasses", AttributeKind::kPermittedSubclasses, kC, 61},
};

// A perfect hash over these names, found by trying factors; the table below does not compile if it is not perfect.
constexpr unsigned hash_of(std::string_view name) {
  return (static_cast<unsigned>(name.size()) * 2 + static_cast<unsigned char>(name[name.size() / 2]) * 9 +
          static_cast<unsigned char>(name[0])) &
         255u;
}

constexpr auto kTable = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t i = 0; i < std::size(kDefinitions); ++i) {
    std::uint8_t& slot = table[hash_of(kDefinitions[i].name)];
    if (slot != 0) throw "two attribute names share a slot: change hash_of";
    slot = static_cast<std::uint8_t>(i + 1);
  }
  return table;
}();

}  // namespace

AttributeKind attribute_kind(std::string_view name, AttributeLocation location, std::uint16_t major) {
  if (name.empty()) return AttributeKind::kUnknown;
  std::uint8_t slot = kTable[hash_of(name)];
  if (slot == 0) return AttributeKind::kUnknown;
  const Definition& definition = kDefinitions[slot - 1];
  bool known = definition.name == name && (definition.locations & static_cast<std::uint8_t>(location)) != 0 &&
               major >= definition.since;
  return known ? definition.kind : AttributeKind::kUnknown;
}

}  // namespace snag::classfile

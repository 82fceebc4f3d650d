// The attributes that the JVM specification defines (JVMS 4.7, Java 25), where each may occur and since which
// class-file version. The JVM treats an attribute with a known name in the wrong place, or in an older class file, as
// unknown (JVMS 4.7), and so does Snag: it keeps the attribute as bytes.
#pragma once

#include <cstdint>
#include <string_view>

namespace snag::classfile {

enum class AttributeKind : std::uint8_t {
  kUnknown,
  kConstantValue,
  kCode,
  kStackMapTable,
  kExceptions,
  kInnerClasses,
  kEnclosingMethod,
  kSynthetic,
  kSignature,
  kSourceFile,
  kSourceDebugExtension,
  kLineNumberTable,
  kLocalVariableTable,
  kLocalVariableTypeTable,
  kDeprecated,
  kRuntimeVisibleAnnotations,
  kRuntimeInvisibleAnnotations,
  kRuntimeVisibleParameterAnnotations,
  kRuntimeInvisibleParameterAnnotations,
  kRuntimeVisibleTypeAnnotations,
  kRuntimeInvisibleTypeAnnotations,
  kAnnotationDefault,
  kBootstrapMethods,
  kMethodParameters,
  kModule,
  kModulePackages,
  kModuleMainClass,
  kNestHost,
  kNestMembers,
  kRecord,
  kPermittedSubclasses,
};

enum class AttributeLocation : std::uint8_t {
  kClass = 1,
  kField = 2,
  kMethod = 4,
  kCode = 8,
  kRecordComponent = 16,
};

AttributeKind attribute_kind(std::string_view name, AttributeLocation location, std::uint16_t major);

}  // namespace snag::classfile

#include <fmt/format.h>

#include "base/dot.h"
#include "classfile/descriptor.h"
#include "classfile/language_names.h"
#include "classfile/modified_utf8.h"
#include "cli/dump.h"

namespace snag {

namespace {

std::string_view kind_of(std::uint16_t access) {
  if ((access & classfile::kAccAnnotation) != 0) return "@interface";
  if ((access & classfile::kAccInterface) != 0) return "interface";
  if ((access & classfile::kAccEnum) != 0) return "enum";
  return "class";
}

// `private static final `, in the order of the Java language.
std::string modifiers(std::uint16_t access, bool of_method) {
  using namespace classfile;
  struct Word {
    std::uint16_t bit;
    const char* for_field;
    const char* for_method;
  };
  static constexpr Word kWords[] = {
      {kAccPublic, "public ", "public "},      {kAccProtected, "protected ", "protected "},
      {kAccPrivate, "private ", "private "},   {kAccAbstract, "abstract ", "abstract "},
      {kAccStatic, "static ", "static "},      {kAccFinal, "final ", "final "},
      {kAccTransient, "transient ", ""},       {kAccVolatile, "volatile ", ""},
      {kAccSynchronized, "", "synchronized "}, {kAccNative, "", "native "},
      {kAccStrict, "", "strictfp "},
  };
  std::string text;
  for (const Word& word : kWords) {
    if ((access & word.bit) != 0) text += of_method ? word.for_method : word.for_field;
  }
  return text;
}

void append_class(std::string& out, const Session& session, ClassId id) {
  const Program& program = session.program;
  const Class& type = program[id];
  auto source_name = [&](Name name) { return classfile::to_source_class(program.text(name)); };
  // ACC_SUPER shares its bit with synchronized, and interfaces are always abstract.
  std::uint16_t access = type.access & (classfile::kAccPublic | classfile::kAccFinal | classfile::kAccAbstract);
  if (type.is_interface()) access &= static_cast<std::uint16_t>(~classfile::kAccAbstract);
  bool record = classfile::find_attribute(type.file.attributes(), classfile::AttributeKind::kRecord) != nullptr;
  fmt::format_to(std::back_inserter(out), "{}{} {}", modifiers(access, /*of_method=*/false),
                 record ? "record" : kind_of(type.access), source_name(type.name));
  if (type.super_name.valid() && program.text(type.super_name) != classfile::kObjectClass) {
    out += " extends " + source_name(type.super_name);
  }
  const char* separator = type.is_interface() ? " extends " : " implements ";
  for (Name interface : type.interface_names) {
    out += separator + source_name(interface);
    separator = ", ";
  }
  std::string_view source = classfile::source_file(type.file);
  fmt::format_to(std::back_inserter(out), "  // class file {}{}{}, {}\n", type.file.major(), source.empty() ? "" : ", ",
                 classfile::to_utf8(source), program.file_of(id));
  for (const Field& field : type.fields) {
    fmt::format_to(std::back_inserter(out), "    {}{} {}\n", modifiers(field.access, /*of_method=*/false),
                   classfile::to_source_type(program.text(field.descriptor)),
                   classfile::to_utf8(program.text(field.name)));
  }
  for (const Method& method : type.methods) {
    std::string_view descriptor = program.text(method.descriptor);
    std::string result = classfile::to_source_type(descriptor.substr(descriptor.find(')') + 1));
    fmt::format_to(std::back_inserter(out), "    {}{} {}\n", modifiers(method.access, /*of_method=*/true), result,
                   classfile::to_source_method(program.text(method.name), descriptor));
  }
}

std::string dump_hierarchy(const Session& session) {
  const Program& program = session.program;
  std::string out = "digraph classes {\n  rankdir=BT;\n  node [shape=box];\n";
  auto node = [&](Name name) { return dot_escaped(classfile::to_source_class(program.text(name))); };
  auto edge = [&](Name from, Name to, const char* style) {
    fmt::format_to(std::back_inserter(out), "  \"{}\" -> \"{}\"{};\n", node(from), node(to), style);
  };
  for (ClassId id : chosen_classes(session)) {
    const Class& type = program[id];
    if (type.super_name.valid()) edge(type.name, type.super_name, "");
    for (Name interface : type.interface_names) edge(type.name, interface, " [style=dashed]");
  }
  return out + "}\n";
}

}  // namespace

std::string dump_classes(Session& session) {
  if (session.options.report().format == OutputFormat::kDot) return dump_hierarchy(session);
  std::string out;
  for (ClassId id : chosen_classes(session)) append_class(out, session, id);
  return out;
}

}  // namespace snag

#include "program/source_names.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "classfile/descriptor.h"
#include "classfile/made_names.h"
#include "classfile/modified_utf8.h"

namespace snag {

namespace {

// Behind packages and enclosing classes, which may be written with dots or with slashes.
std::string_view last_part(std::string_view name) { return name.substr(name.find_last_of("./$") + 1); }

// `Helper` for 1Helper.
std::string_view without_number(std::string_view name) {
  const auto* begin = std::find_if(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) == 0; });
  return begin == name.end() ? name : name.substr(static_cast<std::size_t>(begin - name.begin()));
}

}  // namespace

std::string simple_name(const Program& program, ClassId id) {
  const Class& type = program[id];
  const std::string_view name = last_part(program.text(type.name));
  if (!classfile::is_anonymous(name)) return classfile::to_utf8(without_number(name));
  const Name of = type.interface_names.empty() ? type.super_name : type.interface_names.front();
  const std::string_view super = of.valid() ? last_part(program.text(of)) : std::string_view();
  return super.empty() || classfile::is_anonymous(super) ? "anonymous class" : "anonymous " + classfile::to_utf8(super);
}

std::string simple_name(const Program& program, Name internal_name) {
  const std::string name = classfile::to_source_class(program.text(internal_name));
  const std::string_view last = last_part(name);
  return classfile::is_anonymous(last) ? "anonymous class" : std::string(without_number(last));
}

std::string qualified_name(const Program& program, FieldId id) {
  const Field& field = program[id];
  const std::string_view name = program.text(field.name);
  if ((field.access & classfile::kAccSynthetic) != 0) {
    switch (classfile::made_field(name)) {
      case classfile::MadeField::kOuter: {
        const std::string type = classfile::to_source_type(program.text(field.descriptor));
        const std::string_view last = last_part(type);
        return classfile::is_anonymous(last) ? "the enclosing object" : std::string(without_number(last)) + ".this";
      }
      case classfile::MadeField::kCaptured:
        return classfile::to_utf8(classfile::captured_variable(name));
      case classfile::MadeField::kOther:
        break;
    }
  }
  return simple_name(program, field.owner) + "." + classfile::to_utf8(name);
}

std::string called_name(const Program& program, MethodId id) {
  const std::string_view name = program.text(program[id].name);
  if (const auto lambda = classfile::words_for_lambda(name)) return *lambda;
  return classfile::to_utf8(name) + "()";
}

std::string unnamed_parameter(const Program& program, Name method_descriptor, std::uint32_t number) {
  static constexpr std::string_view kOrdinals[] = {"first", "second",  "third",  "fourth", "fifth",
                                                   "sixth", "seventh", "eighth", "ninth",  "tenth"};
  const auto descriptor = classfile::parse_method_descriptor(program.text(method_descriptor));
  const std::size_t count = descriptor ? descriptor->parameters.size() : 0;
  if (number < count) {
    const auto& parameters = descriptor->parameters;
    const std::string_view type = parameters[number];
    const bool is_class = !classfile::class_of_descriptor(type).empty();
    if (is_class && std::count(parameters.begin(), parameters.end(), type) == 1) {
      const std::string name = classfile::to_source_type(type);
      const std::string_view last = last_part(name);
      if (!classfile::is_anonymous(last)) return "the " + std::string(without_number(last)) + " argument";
    }
  }
  if (number < std::size(kOrdinals)) return "the " + std::string(kOrdinals[number]) + " argument";
  return "argument " + std::to_string(number + 1);
}

}  // namespace snag

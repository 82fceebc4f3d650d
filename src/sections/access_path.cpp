#include "sections/access_path.h"

#include <absl/hash/hash.h>
#include <fmt/format.h>

#include <algorithm>

#include "classfile/descriptor.h"
#include "classfile/made_names.h"
#include "classfile/modified_utf8.h"
#include "program/source_names.h"

namespace snag::sections {

namespace {

bool is_field(AccessPath::Step step) { return (step & AccessPath::kElementBit) == 0; }

// Whether a method or a field that cannot be looked at has a name that the compiler made up.
bool is_made_up(std::string_view name) {
  return classfile::is_accessor(name) || classfile::words_for_lambda(name) ||
         classfile::made_field(name) != classfile::MadeField::kOther;
}

// The name with one more field, which may be the compiler's: `this` and this$0 are `Registry.this`, and that with
// val$name is the variable that was captured.
std::string with_field(std::string name, const Program& program, const Field& field) {
  const std::string_view text = program.text(field.name);
  const auto made =
      (field.access & classfile::kAccSynthetic) != 0 ? classfile::made_field(text) : classfile::MadeField::kOther;
  const bool of_this = name == "this" || name.ends_with(".this") || name == "the enclosing object";
  switch (made) {
    case classfile::MadeField::kOuter:
    case classfile::MadeField::kCaptured:
      return (of_this ? "" : name + ".") + qualified_name(program, field.id);
    case classfile::MadeField::kOther:
      break;
  }
  const bool is_described = name.starts_with("the ") && name.find("'s ") == name.npos;
  return name + (is_described ? "'s " : ".") + classfile::to_utf8(text);
}

}  // namespace

bool AccessPath::portable() const {
  return root_ != Root::kUnknown && root_ != Root::kLocal &&
         std::none_of(steps_.begin(), steps_.end(), is_variable_element);
}

FieldId AccessPath::last_field() const {
  for (std::size_t i = steps_.size(); i-- > 0;) {
    if (is_field(steps_[i])) return FieldId(steps_[i]);
  }
  return root_ == Root::kStatic ? FieldId(detail_) : FieldId();
}

AccessPath AccessPath::owner_of_last_field() const {
  for (std::size_t i = steps_.size(); i-- > 0;) {
    if (!is_field(steps_[i])) continue;
    AccessPath result(root_, detail_);
    result.steps_.assign(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(i));
    return result;
  }
  return {};
}

AccessPath AccessPath::then(Step step) const {
  if (!known() || steps_.size() >= kMaximumSteps) return {};
  AccessPath result = *this;
  result.steps_.push_back(step);
  return result;
}

bool AccessPath::starts_with(const AccessPath& prefix) const {
  return known() && root_ == prefix.root_ && detail_ == prefix.detail_ && steps_.size() >= prefix.steps_.size() &&
         std::equal(prefix.steps_.begin(), prefix.steps_.end(), steps_.begin());
}

AccessPath AccessPath::in_callee(std::span<const AccessPath> arguments, std::uint32_t number) const {
  const AccessPath& prefix = arguments[number];
  if (!starts_with(prefix)) return {};
  return behind_in_callee(prefix.steps_.size(), AccessPath(Root::kParameter, number), arguments);
}

AccessPath AccessPath::in_callee(std::span<const AccessPath> arguments) const {
  if (!known() || root_ == Root::kParameter || root_ == Root::kLocal) return {};
  return behind_in_callee(0, AccessPath(root_, detail_), arguments);
}

// `start` and all but the first `steps` steps, with the callee's parameters as indexes. An index that was read from a
// field is not found among the arguments: there it goes by the name of the field.
AccessPath AccessPath::behind_in_callee(std::size_t steps, AccessPath start,
                                        std::span<const AccessPath> arguments) const {
  for (; steps < steps_.size(); ++steps) {
    Step step = steps_[steps];
    if (is_variable_element(step) || is_parameter_element(step)) {
      AccessPath index = is_parameter_element(step) ? AccessPath(Root::kParameter, step - kParameterElement)
                                                    : AccessPath(Root::kLocal, step & ~kElementBit);
      auto passed = std::find(arguments.begin(), arguments.end(), index);
      if (passed == arguments.end()) return {};
      step = kParameterElement + static_cast<Step>(passed - arguments.begin());
    }
    start.steps_.push_back(step);
  }
  return start;
}

std::size_t AccessPath::hash() const {
  if (!known()) return 0;
  return absl::HashOf(root_, detail_, steps_);
}

std::string AccessPath::text(const Program& program, const ir::References& references, const ir::MethodIr& method,
                             Style style) const {
  const bool report = style == Style::kReport;
  auto readable = [&](Name name) { return classfile::to_utf8(program.text(name)); };
  // Compilers also name the parameters of constructors that they add: this$0, val$name.
  auto has_name = [&](const ir::Instruction& i) {
    return i.local_name.valid() &&
           (!report || classfile::made_field(program.text(i.local_name)) == classfile::MadeField::kOther);
  };
  auto value_text = [&](std::uint32_t value) {
    const ir::Instruction& i = method.instructions[value];
    if (has_name(i)) return readable(i.local_name);
    for (const ir::Instruction& cast : method.instructions) {  // `Account a = (Account) list.get(0)`
      bool named = cast.op == ir::Op::kCast && cast.local_name.valid() && method.operands(cast)[0].value == value;
      if (named) return readable(cast.local_name);
    }
    const bool has_reference = i.op == ir::Op::kInvoke || i.op == ir::Op::kGetField;
    if (report && has_reference && is_made_up(program.text(references[i.reference()].name))) return std::string("…");
    if (i.op == ir::Op::kInvoke) return fmt::format("{}()", readable(references[i.reference()].name));
    // Its class is missing, or the path too long.
    if (i.op == ir::Op::kGetField) return fmt::format("….{}", readable(references[i.reference()].name));
    if (i.op == ir::Op::kGetStatic) {
      const ir::Reference& field = references[i.reference()];
      return fmt::format("{}.{}", classfile::to_source_class(program.text(field.owner)), readable(field.name));
    }
    if (i.op == ir::Op::kNew) return fmt::format("new {}", classfile::to_source_class(program.text(i.type_name)));
    if (i.op == ir::Op::kConstant && i.as<ir::ConstantKind>() == ir::ConstantKind::kInt) {
      return std::to_string(static_cast<std::int32_t>(i.payload));
    }
    return style == Style::kDump ? fmt::format("v{}", value) : std::string("…");
  };
  auto parameter_text = [&](std::uint32_t number) {
    if (!method.is_static() && number == 0) return std::string("this");
    for (std::uint32_t i = 0; i < method.blocks[0].end; ++i) {
      const ir::Instruction& p = method.instructions[i];
      if (p.op == ir::Op::kParameter && p.payload == number && has_name(p)) return readable(p.local_name);
    }
    const std::uint32_t first = method.is_static() ? 0 : 1;
    if (report) return unnamed_parameter(program, method.descriptor, number - first);
    return fmt::format("parameter {}", number - first + 1);
  };
  std::string result = "…";
  switch (root_) {
    case Root::kUnknown:
      break;
    case Root::kParameter:
      result = parameter_text(detail_);
      break;
    case Root::kLocal:
      result = value_text(detail_);
      break;
    case Root::kStatic:
      result = program.describe(FieldId(detail_));
      break;
    case Root::kClass:
      result = classfile::to_source_class(program.text(Name(detail_))) + ".class";
      break;
    case Root::kString:
      result = fmt::format("\"{}\"", readable(Name(detail_)));
      break;
  }
  for (Step step : steps_) {
    if (step == kContents) continue;  // the object itself is named
    if (is_field(step)) {
      const Field& field = program[FieldId(step)];
      result = report ? with_field(std::move(result), program, field) : result + "." + readable(field.name);
    } else if (is_variable_element(step)) {
      result += fmt::format("[{}]", value_text(step & ~kElementBit));
    } else if (is_parameter_element(step)) {
      result += fmt::format("[{}]", parameter_text(step - kParameterElement));
    } else {
      result += fmt::format("[{}]", step - kConstantElement);
    }
  }
  return result;
}

}  // namespace snag::sections

#include "sections/access_path.h"

#include <absl/hash/hash.h>
#include <fmt/format.h>

#include <algorithm>

#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"

namespace snag::sections {

namespace {

bool is_field(AccessPath::Step step) { return (step & AccessPath::kElementBit) == 0; }
bool is_variable_element(AccessPath::Step step) { return !is_field(step) && step < AccessPath::kConstantElement; }

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

AccessPath AccessPath::in_callee(const AccessPath& prefix, std::uint32_t number) const {
  if (!starts_with(prefix)) return {};
  AccessPath result(Root::kParameter, number);
  result.steps_.assign(steps_.begin() + static_cast<std::ptrdiff_t>(prefix.steps_.size()), steps_.end());
  return result.portable() ? result : AccessPath();
}

std::size_t AccessPath::hash() const {
  if (!known()) return 0;
  return absl::HashOf(root_, detail_, steps_);
}

std::string AccessPath::text(const Program& program, const ir::References& references,
                             const ir::MethodIr& method) const {
  auto readable = [&](Name name) { return classfile::to_utf8(program.text(name)); };
  auto value_text = [&](std::uint32_t value) {
    const ir::Instruction& i = method.instructions[value];
    if (i.local_name.valid()) return readable(i.local_name);
    if (i.op == ir::Op::kInvoke) return fmt::format("{}()", readable(references[i.reference()].name));
    if (i.op == ir::Op::kNew) return fmt::format("new {}", classfile::to_source_class(program.text(i.type_name)));
    if (i.op == ir::Op::kConstant && i.as<ir::ConstantKind>() == ir::ConstantKind::kInt) {
      return std::to_string(static_cast<std::int32_t>(i.payload));
    }
    return std::string("…");
  };
  std::string result = "…";
  switch (root_) {
    case Root::kUnknown:
      break;
    case Root::kParameter:
      if (!method.is_static() && detail_ == 0) {
        result = "this";
        break;
      }
      result = fmt::format("parameter {}", detail_ + (method.is_static() ? 1 : 0));
      for (std::uint32_t i = 0; i < method.blocks[0].end; ++i) {
        const ir::Instruction& p = method.instructions[i];
        if (p.op == ir::Op::kParameter && p.payload == detail_ && p.local_name.valid()) result = readable(p.local_name);
      }
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
      result += "." + readable(program[FieldId(step)].name);
    } else if (is_variable_element(step)) {
      result += fmt::format("[{}]", value_text(step & ~kElementBit));
    } else {
      result += fmt::format("[{}]", step - kConstantElement);
    }
  }
  return result;
}

}  // namespace snag::sections

#include "ir/lock_expression.h"

#include <fmt/format.h>

#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"

namespace snag::ir {

LockExpressionId LockExpressions::intern(LockExpression expression) {
  if (expression.base.valid()) {
    const LockExpression& base = (*this)[expression.base];
    expression.length = base.length + 1;
    bool too_long = expression.length > bound_ || base.kind == LockRoot::kUnknown;
    if (too_long) expression = LockExpression{};
  }
  auto [it, inserted] = ids_.try_emplace(expression, static_cast<std::uint32_t>(expressions_.size()));
  if (inserted) expressions_.push_back(expression);
  return LockExpressionId(it->second);
}

// Follows the value back to a root, then builds the expression forwards. The chain is cut right behind the bound, so a
// hostile method of ten thousand field reads costs no more than the bound.
LockExpressionId LockExpressions::of(ValueId value) {
  std::vector<ValueId> path;
  LockExpression root;
  for (bool more = true; more;) {
    const Instruction& i = method_[value];
    more = false;
    switch (i.op) {
      case Op::kCast:  // the same object
        value = method_.operands(i)[0];
        more = true;
        break;
      case Op::kGetField:
      case Op::kArrayLoad:
        if (path.size() > bound_) return intern(LockExpression{});
        path.push_back(value);
        value = method_.operands(i)[0];
        more = true;
        break;
      case Op::kParameter: {
        bool is_this = !method_.is_static() && i.payload == 0;
        root.kind = is_this ? LockRoot::kThis : LockRoot::kParameter;
        root.detail = is_this ? 0 : i.payload - (method_.is_static() ? 0 : 1);
        break;
      }
      case Op::kGetStatic:
        root.kind = LockRoot::kStaticField;
        root.detail = i.payload;
        break;
      case Op::kConstant:
        if (i.as<ConstantKind>() == ConstantKind::kClass || i.as<ConstantKind>() == ConstantKind::kString) {
          root.kind = i.as<ConstantKind>() == ConstantKind::kClass ? LockRoot::kClass : LockRoot::kString;
          root.detail = i.payload;
          break;
        }
        [[fallthrough]];
      default:
        root.kind = LockRoot::kLocal;
        root.detail = value.value;
        break;
    }
  }
  LockExpressionId expression = intern(root);
  for (std::size_t n = path.size(); n-- > 0;) {
    const Instruction& i = method_[path[n]];
    LockExpression next;
    next.base = expression;
    if (i.op == Op::kGetField) {
      next.kind = LockRoot::kField;
      next.detail = i.payload;
    } else {
      next.kind = LockRoot::kElement;
      next.detail = index_of(method_.operands(i)[1]).value;
    }
    expression = intern(next);
  }
  return expression;
}

LockExpressionId LockExpressions::index_of(ValueId value) {
  const Instruction& i = method_[value];
  LockExpression index;
  if (i.op == Op::kConstant && i.as<ConstantKind>() == ConstantKind::kInt) {
    index.kind = LockRoot::kConstant;
    index.detail = i.payload;
  } else if (i.op == Op::kParameter) {
    index.kind = LockRoot::kParameter;
    index.detail = i.payload - (method_.is_static() ? 0 : 1);
  } else {
    index.kind = LockRoot::kLocal;
    index.detail = value.value;
  }
  return intern(index);
}

std::string LockExpressions::text(LockExpressionId id, const Names& names, const References& references) const {
  const LockExpression& e = (*this)[id];
  auto readable = [&](Name name) { return classfile::to_utf8(names.text(name)); };
  switch (e.kind) {
    case LockRoot::kUnknown:
      return "*";
    case LockRoot::kThis:
      return "this";
    case LockRoot::kParameter: {
      std::uint32_t number = e.detail + (method_.is_static() ? 0 : 1);
      for (std::uint32_t i = 0; i < method_.blocks[0].end; ++i) {
        const Instruction& p = method_.instructions[i];
        if (p.op == Op::kParameter && p.payload == number && p.local_name.valid()) return readable(p.local_name);
      }
      return fmt::format("parameter {}", e.detail + 1);
    }
    case LockRoot::kLocal: {
      const Instruction& i = method_.instructions[e.detail];
      if (i.local_name.valid()) return readable(i.local_name);
      if (i.op == Op::kInvoke) return fmt::format("{}()", readable(references[i.reference()].name));
      if (i.op == Op::kNew) return fmt::format("new {}", classfile::to_source_class(names.text(i.type_name)));
      return fmt::format("v{}", e.detail);
    }
    case LockRoot::kStaticField: {
      const Reference& field = references[ReferenceId(e.detail)];
      return fmt::format("{}.{}", classfile::to_source_class(names.text(field.owner)), readable(field.name));
    }
    case LockRoot::kClass:
      return fmt::format("{}.class", classfile::to_source_class(names.text(Name(e.detail))));
    case LockRoot::kField:
      return fmt::format("{}.{}", text(e.base, names, references), readable(references[ReferenceId(e.detail)].name));
    case LockRoot::kElement:
      return fmt::format("{}[{}]", text(e.base, names, references),
                         text(LockExpressionId(e.detail), names, references));
    case LockRoot::kConstant:
      return std::to_string(static_cast<std::int32_t>(e.detail));
    case LockRoot::kString:
      return fmt::format("\"{}\"", readable(Name(e.detail)));
  }
  return "*";
}

}  // namespace snag::ir

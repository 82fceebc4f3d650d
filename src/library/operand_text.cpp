#include "library/operand_text.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>
#include <vector>

#include "base/text.h"
#include "classfile/descriptor.h"
#include "library/words.h"

namespace snag::library {

namespace {

constexpr std::string_view kFunctions = "functions";
constexpr std::string_view kArrow = "->";
constexpr std::string_view kUnknownArgument = "_";

tl::unexpected<Error> bad_operand(std::string_view text) {
  return failure(
      fmt::format("`{}` is not an operand: this, arg0, arg(a.b.Type), functions, result or new a.b.Type, followed by "
                  "nothing, [], .elements, .name, or two such names",
                  text));
}

}  // namespace

Result<Operand> parse_operand(Names& names, std::string_view text) {
  std::string_view whole = text = trimmed(text);
  Operand operand;
  auto take = [&](std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
  };
  auto take_type = [&](std::string_view source_name) {
    const std::string name = classfile::to_internal_class(trimmed(source_name));
    if (classfile::is_class_name(name)) operand.type = names.intern(name);
    return operand.type.valid();
  };
  if (take("new ")) {
    operand.base = Operand::Base::kNew;
    if (const std::string array = to_descriptor(text); text.ends_with(']') && !array.empty()) {
      operand.type = names.intern(array);
    } else if (!take_type(text)) {
      return bad_operand(whole);
    }
    return operand;
  }
  if (take("this")) {
    operand.base = Operand::Base::kThis;
  } else if (take("result")) {
    operand.base = Operand::Base::kResult;
  } else if (text == kFunctions) {
    return failure("`functions` stands only in starts and calls, and without a method");
  } else if (take("arg(")) {
    operand.base = Operand::Base::kArgumentOfType;
    const std::size_t end = text.find(')');
    if (end == text.npos || !take_type(text.substr(0, end))) return bad_operand(whole);
    text.remove_prefix(end + 1);
  } else if (take("arg")) {
    operand.base = Operand::Base::kArgument;
    auto [next, error] = std::from_chars(text.data(), text.data() + text.size(), operand.index);
    if (error != std::errc() || operand.index >= classfile::kMaxArgumentSlots) return bad_operand(whole);
    text.remove_prefix(static_cast<std::size_t>(next - text.data()));
  } else {
    return bad_operand(whole);
  }
  if (text.empty()) return operand;
  if (text == "[]") {
    operand.part = Operand::Part::kArrayElements;
    return operand;
  }
  if (!take(".")) return bad_operand(whole);
  const std::size_t dot = text.find('.');
  const std::string_view field = text.substr(0, dot);
  if (field == "elements") {
    operand.part = Operand::Part::kElements;
  } else if (classfile::is_unqualified_name(field)) {
    operand.part = Operand::Part::kField;
    operand.field = names.intern(field);
  } else {
    return bad_operand(whole);
  }
  if (dot == text.npos) return operand;
  if (!classfile::is_unqualified_name(text.substr(dot + 1))) return bad_operand(whole);
  operand.inner = names.intern(text.substr(dot + 1));
  return operand;
}

namespace {

// Where a flow, or the result of a callback, may lead to.
Result<Operand> parse_destination(Names& names, std::string_view whole, std::string_view text) {
  const Result<Operand> to = parse_operand(names, text);
  if (!to) return to;
  if (to->base == Operand::Base::kNew) return failure(fmt::format("`{}`: nothing flows into a new object", whole));
  if (to->part == Operand::Part::kSelf && to->base != Operand::Base::kResult) {
    return failure(fmt::format("`{}`: a flow leads to the result, a field or elements", whole));
  }
  return to;
}

// `this.key, this.value|arg1, _`
Result<std::vector<std::vector<Operand>>> parse_arguments(Names& names, std::string_view text) {
  std::vector<std::vector<Operand>> arguments;
  if (trimmed(text).empty()) return arguments;
  for (const std::string_view argument : split(text, ',')) {
    std::vector<Operand>& alternatives = arguments.emplace_back();
    if (trimmed(argument) == kUnknownArgument) continue;
    for (const std::string_view alternative : split(argument, '|')) {
      const Result<Operand> operand = parse_operand(names, alternative);
      if (!operand) return tl::unexpected(operand.error());
      alternatives.push_back(*operand);
    }
  }
  return arguments;
}

Result<void> parse_method(Names& names, std::string_view text, Callback& callback) {
  const std::size_t dot = text.rfind('.');
  const std::string owner = classfile::to_internal_class(text.substr(0, dot));
  if (dot == text.npos || !classfile::is_class_name(owner) || !classfile::is_method_name(text.substr(dot + 1))) {
    return failure(fmt::format("`{}` is not a method: a.b.Type.method", text));
  }
  callback.owner = names.intern(owner);
  callback.method = names.intern(text.substr(dot + 1));
  return {};
}

}  // namespace

Result<Callback> parse_callback(Names& names, std::string_view whole) {
  Callback callback;
  std::string_view text = whole;
  if (const std::size_t arrow = text.find(kArrow); arrow != text.npos) {
    const Result<Operand> result = parse_destination(names, whole, text.substr(arrow + kArrow.size()));
    if (!result) return tl::unexpected(result.error());
    callback.result = *result;
    text = text.substr(0, arrow);
  }
  text = trimmed(text);
  // The parentheses of arg(a.b.Type) are not those of the arguments.
  const std::size_t operand_end = text.starts_with("arg(") ? text.find(')') : 0;
  if (const std::size_t open = text.find('(', operand_end); open != text.npos) {
    if (!text.ends_with(')')) return failure(fmt::format("`{}` lacks its closing parenthesis", whole));
    auto arguments = parse_arguments(names, text.substr(open + 1, text.size() - open - 2));
    if (!arguments) return tl::unexpected(arguments.error());
    callback.arguments = std::move(*arguments);
    text = trimmed(text.substr(0, open));
  }
  if (text == kFunctions) {
    callback.object.base = Operand::Base::kFunctions;
    return callback;
  }
  const std::size_t colon = text.find(':');
  const Result<Operand> object = parse_operand(names, text.substr(0, colon));
  if (!object) return tl::unexpected(object.error());
  callback.object = *object;
  if (colon == text.npos) {
    if (object->part == Operand::Part::kSelf) return callback;
    return failure(fmt::format("`{}` needs a method: `{}: a.b.Type.method`", text, text));
  }
  const Result<void> method = parse_method(names, trimmed(text.substr(colon + 1)), callback);
  if (!method) return tl::unexpected(method.error());
  return callback;
}

Result<Flow> parse_flow(Names& names, std::string_view text) {
  const std::size_t arrow = text.find(kArrow);
  if (arrow == text.npos) return failure(fmt::format("`{}` is not a flow: from -> to", text));
  const Result<Operand> from = parse_operand(names, text.substr(0, arrow));
  if (!from) return tl::unexpected(from.error());
  const Result<Operand> to = parse_destination(names, text, text.substr(arrow + kArrow.size()));
  if (!to) return tl::unexpected(to.error());
  return Flow{*from, *to};
}

Result<LockEffect> parse_lock(Names& names, LockAction action, std::string_view text) {
  LockEffect effect{.action = action};
  constexpr std::string_view kIfTrue = " if true";
  effect.only_if_true = text.ends_with(kIfTrue);
  if (effect.only_if_true) text.remove_suffix(kIfTrue.size());
  const std::size_t space = text.find(' ');
  if (space != text.npos) {
    const Result<LockMode> mode = parse_word<LockMode>("lock mode", kLockModes, text.substr(space + 1));
    if (!mode) return tl::unexpected(mode.error());
    effect.mode = *mode;
  }
  const Result<Operand> lock = parse_operand(names, text.substr(0, space));
  if (!lock) return tl::unexpected(lock.error());
  effect.lock = *lock;
  return effect;
}

Result<OrderEffect> parse_order(Names& names, std::string_view text) {
  const std::size_t space = text.find(' ');
  const Result<OrderKind> kind =
      parse_word<OrderKind>("order", kOrderKinds, text.substr(0, space), /*first_written=*/0);
  if (!kind) return tl::unexpected(kind.error());
  const Result<Operand> object = space == text.npos ? Operand() : parse_operand(names, text.substr(space + 1));
  if (!object) return tl::unexpected(object.error());
  return OrderEffect{.kind = *kind, .object = *object};
}

}  // namespace snag::library

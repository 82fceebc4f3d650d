#include "library/operand_text.h"

#include <fmt/format.h>

#include <charconv>

#include "classfile/descriptor.h"

namespace snag::library {

namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

constexpr std::string_view kFunctions = "functions";

tl::unexpected<Error> bad_operand(std::string_view text) {
  return failure(
      fmt::format("`{}` is not an operand: this, arg0, arg(a.b.Type), functions, result or new a.b.Type, followed by "
                  "nothing, [], .elements or .name",
                  text));
}

}  // namespace

Result<Operand> parse_operand(Names& names, std::string_view text) {
  std::string_view whole = text = trim(text);
  Operand operand;
  auto take = [&](std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
  };
  if (take("new ")) {
    std::string name = classfile::to_internal_class(trim(text));
    if (!classfile::is_class_name(name)) return bad_operand(whole);
    operand.base = Operand::Base::kNew;
    operand.type = names.intern(name);
    return operand;
  }
  if (take("this")) {
    operand.base = Operand::Base::kThis;
  } else if (take("result")) {
    operand.base = Operand::Base::kResult;
  } else if (text == kFunctions) {
    return failure("`functions` stands only in starts and calls, and without a method");
  } else if (take("arg(")) {
    std::size_t end = text.find(')');
    if (end == std::string_view::npos) return bad_operand(whole);
    std::string name = classfile::to_internal_class(trim(text.substr(0, end)));
    if (!classfile::is_class_name(name)) return bad_operand(whole);
    operand.base = Operand::Base::kArgumentOfType;
    operand.type = names.intern(name);
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
  } else if (text == ".elements") {
    operand.part = Operand::Part::kElements;
  } else if (text.starts_with('.') && classfile::is_unqualified_name(text.substr(1))) {
    operand.part = Operand::Part::kField;
    operand.field = names.intern(text.substr(1));
  } else {
    return bad_operand(whole);
  }
  return operand;
}

Result<Callback> parse_callback(Names& names, std::string_view text) {
  if (trim(text) == kFunctions)
    return Callback{.object = {.base = Operand::Base::kFunctions}, .owner = {}, .method = {}};
  std::size_t colon = text.find(':');
  Result<Operand> object = parse_operand(names, text.substr(0, colon));
  if (!object) return tl::unexpected(object.error());
  Callback callback{.object = *object, .owner = {}, .method = {}};
  if (colon == std::string_view::npos) {
    if (object->part != Operand::Part::kSelf) {
      return failure(fmt::format("`{}` needs a method: `{}: a.b.Type.method`", text, text));
    }
    return callback;
  }
  std::string_view method = trim(text.substr(colon + 1));
  std::size_t dot = method.rfind('.');
  if (dot == std::string_view::npos) return failure(fmt::format("`{}` is not a method: a.b.Type.method", method));
  std::string owner = classfile::to_internal_class(method.substr(0, dot));
  if (!classfile::is_class_name(owner) || !classfile::is_method_name(method.substr(dot + 1))) {
    return failure(fmt::format("`{}` is not a method: a.b.Type.method", method));
  }
  callback.owner = names.intern(owner);
  callback.method = names.intern(method.substr(dot + 1));
  return callback;
}

Result<Flow> parse_flow(Names& names, std::string_view text) {
  std::size_t arrow = text.find("->");
  if (arrow == std::string_view::npos) return failure(fmt::format("`{}` is not a flow: from -> to", text));
  Result<Operand> from = parse_operand(names, text.substr(0, arrow));
  if (!from) return tl::unexpected(from.error());
  Result<Operand> to = parse_operand(names, text.substr(arrow + 2));
  if (!to) return tl::unexpected(to.error());
  if (to->base == Operand::Base::kNew) return failure(fmt::format("`{}`: nothing flows into a new object", text));
  if (to->part == Operand::Part::kSelf && to->base != Operand::Base::kResult) {
    return failure(fmt::format("`{}`: a flow leads to the result, a field or elements", text));
  }
  return Flow{*from, *to};
}

std::string to_text(const Names& names, const Operand& operand) {
  std::string text;
  switch (operand.base) {
    case Operand::Base::kThis:
      text = "this";
      break;
    case Operand::Base::kArgument:
      text = fmt::format("arg{}", operand.index);
      break;
    case Operand::Base::kArgumentOfType:
      text = fmt::format("arg({})", classfile::to_source_class(names.text(operand.type)));
      break;
    case Operand::Base::kFunctions:
      text = "functions";
      break;
    case Operand::Base::kResult:
      text = "result";
      break;
    case Operand::Base::kNew:
      text = fmt::format("new {}", classfile::to_source_class(names.text(operand.type)));
      break;
  }
  switch (operand.part) {
    case Operand::Part::kSelf:
      return text;
    case Operand::Part::kArrayElements:
      return text + "[]";
    case Operand::Part::kElements:
      return text + ".elements";
    case Operand::Part::kField:
      return fmt::format("{}.{}", text, names.text(operand.field));
  }
  return text;
}

std::string to_text(const Names& names, const Callback& callback) {
  std::string text = to_text(names, callback.object);
  if (!callback.method.valid()) return text;
  return fmt::format("{}: {}.{}", text, classfile::to_source_class(names.text(callback.owner)),
                     names.text(callback.method));
}

}  // namespace snag::library

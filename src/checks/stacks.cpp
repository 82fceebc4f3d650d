#include "checks/stacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"
#include "findings/names.h"
#include "library/policy.h"

namespace snag {

namespace {

bool is_library(const std::string& class_name) {
  return library::built_in_policy().platform.matches(classfile::to_internal_class(class_name));
}

Step step_at(Program* program, const wire::Place& place, Role role, std::string what) {
  return {.role = role,
          .class_name = place.class_name,
          .method = source_method(place),
          .file = place.file,
          .line = place.line,
          .locks = {},
          .note = {},
          .what = std::move(what),
          .position = position_of(program, place)};
}

Name name_in(const Program& program, const std::string& text) {
  const std::optional<std::string> name = classfile::to_modified_utf8(text);
  return name ? program.names().find(*name) : Name();
}

}  // namespace

std::string LockNames::name(const std::string& raw) {
  const std::size_t at = raw.find('@');
  if (at == raw.npos) return raw;
  std::size_t end = at + 1;
  while (end < raw.size() && std::isxdigit(static_cast<unsigned char>(raw[end])) != 0) ++end;
  const std::string identity = raw.substr(0, end), class_name(simple_class_name(std::string_view(raw).substr(0, at)));
  auto [it, is_new] = numbers_.try_emplace(identity, 0);
  if (is_new) it->second = ++count_[class_name];
  return fmt::format("{}#{}{}", class_name, it->second, raw.substr(end));  // behind it: a mode
}

std::vector<std::string> LockNames::names(const std::vector<std::string>& raw) {
  std::vector<std::string> result;
  std::transform(raw.begin(), raw.end(), std::back_inserter(result), [&](const auto& one) { return name(one); });
  return result;
}

std::string source_method(const wire::Place& place) {
  if (place.method.empty()) return {};
  return place.descriptor.empty() ? place.method + "()" : classfile::to_source_method(place.method, place.descriptor);
}

std::string short_method(const wire::Place& place) {
  constexpr std::string_view kLambda = "lambda$";
  if (place.method.starts_with(kLambda)) {
    const std::size_t end = place.method.rfind('$');
    if (end > kLambda.size()) {
      return fmt::format("a lambda in {}()", place.method.substr(kLambda.size(), end - kLambda.size()));
    }
  }
  const std::string whole = source_method(place);
  std::string result;
  std::size_t word = 0;  // where the last one begins in the result
  for (char c : whole) {
    if (c == '.' && result.find('(') != result.npos) {
      result.resize(word);
      continue;
    }
    result += c;
    if (c == '(' || c == ',') word = result.size();
  }
  return result;
}

std::string thread_title(std::size_t number, const std::string& name) {
  constexpr std::size_t kLongestName = 40;
  if (name.empty()) return fmt::format("T{}", number);
  std::string shown = name.substr(0, kLongestName);
  while (!shown.empty() && shown.size() < name.size() &&
         (static_cast<unsigned char>(name[shown.size()]) & 0xc0) == 0x80) {
    shown.pop_back();  // not half a character
  }
  return fmt::format("T{} ({}{})", number, shown, shown.size() < name.size() ? "…" : "");
}

wire::Stack program_frames(const wire::Stack& stack) {
  wire::Stack frames;
  for (const wire::Place& place : stack) {
    if (place.class_name.starts_with("java.snag.rt.") || place.method.starts_with("$snag$")) continue;
    if (frames.empty() || !is_library(place.class_name)) frames.push_back(place);
  }
  std::reverse(frames.begin(), frames.end());
  return frames;
}

wire::Place innermost(const wire::Stack& stack) {
  const wire::Stack frames = program_frames(stack);
  return frames.empty() ? wire::Place() : frames.back();
}

wire::Stack frames_outside_library(const wire::Stack& stack) {
  wire::Stack frames = program_frames(stack);
  if (frames.size() > 1 && is_library(frames.back().class_name)) frames.pop_back();
  return frames;
}

ClassId class_named(Program* program, const std::string& name) {
  if (program == nullptr) return {};
  const Name interned = name_in(*program, classfile::to_internal_class(name));
  return interned.valid() ? program->loaded_class(interned) : ClassId();
}

FieldId field_named(Program* program, const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos) return {};
  const ClassId owner = class_named(program, name.substr(0, dot));
  if (!owner.valid()) return {};
  const Name interned = name_in(*program, name.substr(dot + 1));
  for (const Field& field : program->fields(owner)) {
    if (field.name == interned) return field.id;
  }
  return {};
}

CodePosition position_of(Program* program, const wire::Place& place) {
  CodePosition position{.type = class_named(program, place.class_name), .method = {}, .pc = {}};
  if (!position.type.valid()) return position;
  const Name name = name_in(*program, place.method), descriptor = name_in(*program, place.descriptor);
  if (name.valid() && descriptor.valid()) position.method = program->declared_method(position.type, name, descriptor);
  if (position.method.valid()) position.pc = place.pc;
  return position;
}

std::vector<Step> steps_to(const wire::Stack& frames, Role role, std::string what, std::vector<std::string> locks,
                           Program* program) {
  constexpr std::size_t kOuterCalls = 2, kInnerCalls = 8;
  std::vector<Step> steps;
  for (std::size_t n = 0; n + 1 < frames.size(); ++n) {
    const std::size_t left = frames.size() - 1 - n;
    steps.push_back(step_at(program, frames[n], Role::kCall, short_method(frames[n + 1])));
    if (n == kOuterCalls && left > kInnerCalls) {
      steps.back().hidden_calls = left - kInnerCalls;
      n += steps.back().hidden_calls - 1;
    }
  }
  steps.push_back(step_at(program, frames.empty() ? wire::Place() : frames.back(), role, std::move(what)));
  steps.back().locks = std::move(locks);
  return steps;
}

}  // namespace snag

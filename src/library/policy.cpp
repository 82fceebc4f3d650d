#include "library/policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/pattern.h"
#include "classfile/descriptor.h"
#include "library/words.h"

namespace snag::library {

Result<void> ClassPatterns::add(std::string_view text) {
  patterns_.push_back(classfile::to_internal_class(text));
  return {};
}

bool ClassPatterns::matches(std::string_view internal_name) const {
  for (std::size_t n = patterns_.size(); n-- > 0;) {
    const std::string_view pattern = patterns_[n];
    const bool excludes = pattern.starts_with('!');
    if (matches_pattern(pattern.substr(excludes ? 1 : 0), internal_name)) return !excludes;
  }
  return false;
}

Result<void> MethodPatterns::add(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos) return failure(fmt::format("`{}` is not a method: a.b.Type.method", text));
  entries_.push_back({classfile::to_internal_class(text.substr(0, dot)), std::string(text.substr(dot + 1))});
  return {};
}

bool MethodPatterns::matches(std::string_view internal_class_name, std::string_view method) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return matches_pattern(entry.method, method) && matches_pattern(entry.owner, internal_class_name);
  });
}

Result<void> MethodShapes::add(std::string_view text) {
  const auto wrong = [&] {
    return failure(fmt::format("`{}` is not a method: a.b.Result method(a.b.Parameter)", text));
  };
  const std::size_t parenthesis = text.find('(');
  if (parenthesis == std::string_view::npos) {
    if (!classfile::is_method_name(text)) return wrong();
    entries_.push_back({std::string(text), {}});
    return {};
  }
  const std::size_t space = text.find(' ');
  if (space > parenthesis || !text.ends_with(')')) return wrong();
  const std::string_view method = text.substr(space + 1, parenthesis - space - 1);
  const std::string_view result = text.substr(0, space);
  const std::string parameters = parameter_descriptors(text.substr(parenthesis + 1, text.size() - parenthesis - 2));
  const std::string returned = result == "void" ? "V" : to_descriptor(result);
  const bool is_name = classfile::is_method_name(method) && method.find(' ') == std::string_view::npos;
  if (!is_name || parameters.empty() || returned.empty()) return wrong();
  entries_.push_back({std::string(method), parameters + returned});
  return {};
}

bool MethodShapes::matches(std::string_view method, std::string_view descriptor) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.method == method && (entry.descriptor.empty() || entry.descriptor == descriptor);
  });
}

}  // namespace snag::library

#include "report/short_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "findings/names.h"
#include "report/printable.h"
#include "report/styled_text.h"

namespace snag {

std::string short_name(std::string_view name) {
  constexpr std::size_t kLongest = 160;
  return abbreviated(printable(name), kLongest);
}

std::string short_method(std::string_view method) {
  if (const auto words = words_for_method(method)) return short_name(*words);
  const std::size_t open = method.find('(');
  if (open == method.npos) return short_name(method);
  std::string result(method.substr(0, open + 1));
  std::string_view rest = method.substr(open + 1);
  while (true) {
    const std::size_t end = rest.find_first_of(",)");
    result += simple_class_name(rest.substr(0, end));
    if (end == rest.npos) break;
    result += rest[end];
    rest.remove_prefix(end + 1);
  }
  return short_name(result);
}

std::string short_method(const Step& step, const Finding& finding) {
  constexpr std::size_t kLong = 40;
  std::string method = short_method(step.method);
  const std::size_t open = method.find('('), close = method.rfind(')');
  if (terminal_columns(method) > kLong && open < close && close + 1 == method.size() && open + 1 < close) {
    method.replace(open + 1, close - open - 1, "\xe2\x80\xa6");
  }
  if (step.class_name.empty() || step.class_name == finding.class_name) return method;
  const std::string_view simple = simple_class_name(step.class_name);
  const bool same_name = simple == simple_class_name(finding.class_name);
  if (!same_name && step.file == fmt::format("{}.java", simple)) return method;
  const std::string owner = short_name(same_name ? step.class_name : simple);
  return words_for_method(step.method) ? fmt::format("{} of {}", method, owner) : fmt::format("{}.{}", owner, method);
}

std::string short_lock(std::string_view lock, const Step& step) {
  const std::string_view package = package_of(step.class_name);
  if (!package.empty() && lock.starts_with(package) && lock.substr(package.size()).starts_with('.')) {
    lock.remove_prefix(package.size() + 1);
  }
  return short_name(lock);
}

std::string short_place(std::string_view file, std::uint32_t line) {
  if (file.empty()) return line == 0 ? "" : fmt::format("line {}", line);
  return line == 0 ? short_name(file) : fmt::format("{}:{}", short_name(file), line);
}

}  // namespace snag

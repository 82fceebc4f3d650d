#include "library/precedence.h"

#include "base/pattern.h"

namespace snag::library {

namespace {
bool has_star(std::string_view pattern) { return pattern.find('*') != std::string_view::npos; }
}  // namespace

int rank(std::string_view class_pattern, std::string_view method_pattern, std::string_view parameters,
         const CalledMethod& method) {
  if (!method.descriptor.starts_with(parameters) || !matches_pattern(method_pattern, method.name) ||
      !matches_pattern(class_pattern, method.owner)) {
    return 0;
  }
  const int exactness = has_star(class_pattern) ? 1 : has_star(method_pattern) ? 2 : 3;
  return 2 * exactness + (parameters.empty() ? 0 : 1);
}

}  // namespace snag::library

#include "ir/lambda.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace snag::ir {

Name lambda_class_name(Names& names, Name owner, Name method, Name descriptor, std::uint32_t pc) {
  std::string types(names.text(descriptor));
  std::replace(types.begin(), types.end(), '/', '.');
  return names.intern(fmt::format("{}$$Lambda.{}.{}{}", names.text(owner), names.text(method), pc, types));
}

}  // namespace snag::ir

// Parts of the names that findings have.
#pragma once

#include <string_view>

namespace snag {

// `Account` for bank.Account.
inline std::string_view simple_class_name(std::string_view class_name) {
  return class_name.substr(class_name.rfind('.') + 1);
}

// `bank` for bank.Account; empty for a class of the unnamed package.
inline std::string_view package_of(std::string_view class_name) {
  const std::size_t dot = class_name.rfind('.');
  return class_name.substr(0, dot == class_name.npos ? 0 : dot);
}

}  // namespace snag

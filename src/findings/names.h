// Parts of the names that findings have.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "classfile/made_names.h"

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

// A method that the compiler made, in words: `a lambda in run()` for lambda$run$0(int), `an accessor` for access$100().
// Nothing for a method of the source.
inline std::optional<std::string> words_for_method(std::string_view method) {
  const std::string_view name = method.substr(0, method.find('('));
  if (classfile::is_accessor(name)) return "an accessor";
  return classfile::words_for_lambda(name);
}

// `bank.Account.deposit(int)`, `a lambda in run() of bank.Account`.
inline std::string shown_method_of(std::string_view class_name, std::string_view method) {
  if (const auto words = words_for_method(method)) return *words + " of " + std::string(class_name);
  return std::string(class_name) + "." + std::string(method);
}

}  // namespace snag

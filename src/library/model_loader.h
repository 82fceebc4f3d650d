// From TOML to models: every key typed, unknown ones answered with the nearest known one, errors with file and line.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "library/models.h"

namespace toml {
inline namespace v3 {
class table;
class node;
}  // namespace v3
}  // namespace toml

namespace snag::library {

class ModelLoader {
 public:
  ModelLoader(Models& models, std::string file) : models_(models), file_(std::move(file)) {}

  // Either everything in the text is taken, or nothing of it.
  Result<void> load(std::string_view toml_text);

 private:
  Result<void> read_policy(const toml::table& table);
  Result<void> read_class(std::string_view class_name, const toml::table& table);
  Result<void> read_method(std::string_view class_pattern, std::string_view key, const toml::table& table);
  Result<void> read_effect(std::string_view key, const toml::node& value, MethodModel& model);
  Result<void> read_locks(LockAction action, const toml::node& value, MethodModel& model);
  Result<void> read_order(std::string_view text, const toml::node& value, MethodModel& model);
  Result<std::vector<std::string>> strings(const toml::node& value, std::string_view key) const;
  tl::unexpected<Error> error_at(const toml::node& node, std::string message) const;

  Models& models_;
  std::string file_;
  Policy policy_;
  std::vector<std::unique_ptr<Models::Entry>> entries_;
};

}  // namespace snag::library

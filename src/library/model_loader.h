// Turns TOML into models. Every key is typed; errors name file and line, and for an unknown key the nearest known one.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "library/models.h"
#include "library/policy_file.h"

namespace toml {
inline namespace v3 {
class table;
class node;
}  // namespace v3
}  // namespace toml

namespace snag::library {

class ModelLoader {
 public:
  ModelLoader(Models& models, std::string file, Author author)
      : models_(models), file_(std::move(file)), author_(author) {}

  // Adds everything in the text to the models, or, after an error, nothing.
  Result<void> load(std::string_view toml_text);

 private:
  Result<void> read_class(std::string_view class_name, const toml::table& table);
  Result<void> read_method(std::string_view class_pattern, std::string_view key, const toml::table& table);
  Result<void> read_effect(std::string_view key, const toml::node& value, MethodModel& model);
  Result<void> read_locks(LockAction action, const toml::node& value, MethodModel& model);
  Result<void> read_order(std::string_view text, const toml::node& value, MethodModel& model);
  tl::unexpected<Error> error_at(const toml::node& node, std::string_view message) const;

  Models& models_;
  std::string file_;
  Author author_;
  std::vector<std::unique_ptr<Models::Entry>> entries_;  // of this file
};

}  // namespace snag::library

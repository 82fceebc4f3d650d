#include "library/policy_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include "base/embedded.h"
#include "base/nearest.h"
#include "base/toml_text.h"

namespace snag::library {

tl::unexpected<Error> error_at(const toml::node& node, const std::string& file, std::string_view message) {
  return failure(fmt::format("{}:{}: {}", file, node.source().begin.line, message));
}

std::string unknown_word(std::string_view what, std::string_view word, const std::vector<std::string_view>& known) {
  std::string message = fmt::format("unknown {} `{}`", what, word);
  if (auto near = nearest(word, known)) message += fmt::format(": did you mean `{}`?", *near);
  return message;
}

Result<std::vector<std::string>> read_strings(const toml::node& value, std::string_view key, const std::string& file) {
  std::vector<std::string> result;
  if (const auto* single = value.as_string()) {
    result.push_back(single->get());
    return result;
  }
  if (const toml::array* list = value.as_array()) {
    for (const toml::node& element : *list) {
      const auto* text = element.as_string();
      if (text == nullptr) return error_at(element, file, fmt::format("`{}` takes strings", key));
      result.push_back(text->get());
    }
    return result;
  }
  return error_at(value, file, fmt::format("`{}` takes a string or a list of strings", key));
}

Result<void> read_policy(const toml::table& table, const std::string& file, Author author, Policy& policy) {
  for (const auto& [key, value] : table) {
    const Result<std::vector<std::string>> entries = read_strings(value, key.str(), file);
    if (!entries) return tl::unexpected(entries.error());
    if (!Policy::has_key(key.str())) {
      return error_at(value, file, unknown_word("key of [policy]", key.str(), Policy::keys()));
    }
    if (author == Author::kUser && Policy::is_for_agent(key.str())) {
      return error_at(value, file,
                      fmt::format("`{}` describes the JDK to the agent: only Snag's own models have it", key.str()));
    }
    for (const std::string& entry : *entries) {
      if (Result<void> added = policy.add(key.str(), entry); !added)
        return error_at(value, file, added.error().message);
    }
  }
  return {};
}

const Policy& built_in_policy() {
  static const Policy policy = [] {
    Policy result;
    for (const EmbeddedFile& file : embedded_policy()) {
      // The file is part of the program, and a test reads it: there are no errors.
      if (const Result<toml::table> root = parse_toml(file.content, std::string(file.name))) {
        if (const toml::table* table = (*root)[kPolicyTable].as_table()) {
          static_cast<void>(read_policy(*table, std::string(file.name), Author::kSnag, result));
        }
      }
    }
    return result;
  }();
  return policy;
}

}  // namespace snag::library

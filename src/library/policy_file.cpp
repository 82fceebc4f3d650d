#include "library/policy_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <variant>

#include "base/embedded.h"
#include "base/toml_text.h"
#include "library/words.h"

namespace snag::library {

namespace {

struct NamedList {
  std::string key;
  std::variant<ClassPatterns Policy::*, MethodPatterns Policy::*, MethodShapes Policy::*> list;
  bool for_agent;
};

std::string key_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

const std::vector<NamedList>& all_lists() {
  static const std::vector<NamedList> lists = {
#define LIST(type, name) {key_of(#name), &Policy::name, /*for_agent=*/false},
#define AGENT_LIST(type, name) {key_of(#name), &Policy::name, /*for_agent=*/true},
#include "library/policy_lists.inc"
#undef AGENT_LIST
#undef LIST
  };
  return lists;
}

}  // namespace

tl::unexpected<Error> error_at(const toml::node& node, const std::string& file, std::string_view message) {
  return failure(fmt::format("{}:{}: {}", file, node.source().begin.line, message));
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
  std::vector<std::string_view> keys;
  for (const NamedList& list : all_lists()) keys.push_back(list.key);
  for (const auto& [key, value] : table) {
    const Result<std::vector<std::string>> entries = read_strings(value, key.str(), file);
    if (!entries) return tl::unexpected(entries.error());
    const Result<std::size_t> index = find_word("key of [policy]", key.str(), keys);
    if (!index) return error_at(value, file, index.error().message);
    const NamedList& named = all_lists()[*index];
    if (author == Author::kUser && named.for_agent) {
      return error_at(value, file,
                      fmt::format("`{}` describes the JDK to the agent: only Snag's own models have it", key.str()));
    }
    for (const std::string& entry : *entries) {
      const Result<void> added = std::visit([&](auto list) { return (policy.*list).add(entry); }, named.list);
      if (!added) return error_at(value, file, added.error().message);
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

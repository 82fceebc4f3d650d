// The table [policy] of a model file, and values of TOML that both parts of a model file have.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "library/policy.h"

namespace toml {
inline namespace v3 {
class table;
class node;
}  // namespace v3
}  // namespace toml

namespace snag::library {

inline constexpr std::string_view kPolicyTable = "policy";

enum class Author : std::uint8_t { kSnag, kUser };

// Adds the entries of the table to the policy. `file` is how errors name the file: `my.toml:3: …`. After an error some
// of the entries have been added. The agent's lists are Snag's alone: no file of a user reaches the agent.
Result<void> read_policy(const toml::table& table, const std::string& file, Author author, Policy& policy);

// A string, or a list of strings.
Result<std::vector<std::string>> read_strings(const toml::node& value, std::string_view key, const std::string& file);

tl::unexpected<Error> error_at(const toml::node& node, const std::string& file, std::string_view message);

}  // namespace snag::library

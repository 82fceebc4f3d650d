// The configuration file, snag.toml: the options of the command line under the same names, and what is suppressed.
//
//     paths = ["build/classes"]
//     class-path = ["lib/*"]
//     profile = "review"
//
//     [[suppress]]
//     check = "stale-value"
//     class = "bank.Legacy*"
//     reason = "written by one thread only"
//
// Names of files in it are relative to its folder. It is read for the commands that have options for a program.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "findings/suppression.h"

namespace snag {

inline constexpr std::string_view kConfigName = "snag.toml";

// The keys of [[suppress]].
inline constexpr std::pair<std::string_view, std::string SuppressionRule::*> kSuppressionKeys[] = {
    {"check", &SuppressionRule::check},
    {"class", &SuppressionRule::class_name},
    {"method", &SuppressionRule::method},
    {"field", &SuppressionRule::field},
    {"fingerprint", &SuppressionRule::fingerprint},
    {"reason", &SuppressionRule::reason}};

struct ConfigFile {
  struct Value {
    std::vector<std::string> words;  // as on the command line
    std::string where;               // `snag.toml:3`
  };
  std::map<std::string, Value> values;  // by the option's name
  std::vector<SuppressionRule> suppressions;
};

// snag.toml of the folder or the nearest of its parents that has one.
std::optional<std::filesystem::path> find_config(const std::filesystem::path& folder);

// Whether a file lies in the folder or below it, wherever `..` and symbolic links on the way lead; also one that is not
// there yet.
bool lies_below(const std::filesystem::path& folder, const std::filesystem::path& file);

// `shown` is how messages name the file, `folder` what its names of files are relative to (empty: the working folder).
// Types and names are checked, values only when they are used. Errors name file and line.
Result<ConfigFile> parse_config(std::string_view toml, const std::string& shown, const std::filesystem::path& folder);
Result<ConfigFile> read_config(const std::filesystem::path& file, const std::string& shown);

}  // namespace snag

#include "cli/config_file.h"

#include <absl/algorithm/container.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <iterator>

#include "base/toml_text.h"
#include "cli/option_table.h"
#include "program/input_file.h"

namespace snag {

namespace {

namespace fs = std::filesystem;
using Shape = OptionSpec::Shape;

constexpr std::string_view kSuppress = "suppress";

std::vector<std::string> known_keys() {
  std::vector<std::string> keys = {std::string(kSuppress)};
  for (const OptionSpec& spec : option_table()) {
    if (spec.in_file) keys.emplace_back(spec.name);
  }
  return keys;
}

std::string wrong_type(const OptionSpec& spec) {
  static constexpr std::string_view kTypes[] = {"true or false", "a number", "a string", "a list of strings"};
  return fmt::format("{} must be {}", spec.name, kTypes[static_cast<int>(spec.shape)]);
}

class Reader {
 public:
  Reader(const std::string& shown, const fs::path& folder) : shown_(shown), folder_(folder) {}

  Result<ConfigFile> read(std::string_view text) {
    const Result<toml::table> root = parse_toml(text, shown_);
    if (!root) return tl::unexpected(root.error());
    for (const auto& [key, node] : *root) {
      Result<void> done = key.str() == kSuppress ? read_suppressions(node) : read_option(std::string(key.str()), node);
      if (!done) return tl::unexpected(done.error());
    }
    return std::move(config_);
  }

 private:
  std::string where(const toml::node& node) const { return fmt::format("{}:{}", shown_, node.source().begin.line); }
  tl::unexpected<Error> error_at(const toml::node& node, std::string_view message) const {
    return failure(fmt::format("{}: {}", where(node), message));
  }

  Result<void> read_option(const std::string& key, const toml::node& node) {
    const OptionSpec* spec = find_option(key, Command::kConfig);
    if (spec == nullptr || !spec->in_file) {
      const bool only_there =
          absl::c_any_of(option_table(), [&](const OptionSpec& other) { return other.name == key; });
      if (only_there) return error_at(node, fmt::format("`{}` belongs on the command line: --{}", key, key));
      return error_at(node, fmt::format("unknown key `{}`{}", key, did_you_mean(key, known_keys())));
    }
    ConfigFile::Value value{.words = {}, .where = where(node)};
    const toml::array* list = spec->shape == Shape::kList ? node.as_array() : nullptr;
    if (spec->shape == Shape::kFlag && node.is_boolean()) {
      value.words = {*node.value<bool>() ? "true" : "false"};
    } else if (spec->shape == Shape::kNumber && node.is_integer()) {
      value.words = {std::to_string(*node.value<std::int64_t>())};
    } else if ((spec->shape == Shape::kWord || spec->shape == Shape::kList) && node.is_string()) {
      value.words = {*node.value<std::string>()};
    } else if (list == nullptr) {
      return error_at(node, wrong_type(*spec));
    } else {
      for (const toml::node& element : *list) {
        if (!element.is_string()) return error_at(element, wrong_type(*spec));
        value.words.push_back(*element.value<std::string>());
      }
    }
    if (spec->names_files) {
      if (spec->separator != '\0') value.words = split(value.words, spec->separator);  // each is a name of its own
      for (std::string& word : value.words) word = in_folder(word);
    }
    config_.values.emplace(key, std::move(value));
    return {};
  }

  // `-` is standard output, and an absolute name stays as it is.
  std::string in_folder(const std::string& word) const {
    return word.empty() || word == "-" ? word : (folder_ / word).native();
  }

  Result<void> read_suppressions(const toml::node& node) {
    const toml::array* rules = node.as_array();
    if (rules == nullptr || !rules->is_array_of_tables()) {
      return error_at(node, "suppressions are written as [[suppress]], with two brackets");
    }
    for (const toml::node& rule : *rules) {
      if (Result<void> done = read_suppression(*rule.as_table()); !done) return done;
    }
    return {};
  }

  Result<void> read_suppression(const toml::table& table) {
    SuppressionRule rule;
    for (const auto& [key, node] : table) {
      const std::string_view name = key.str();  // clang cannot capture a binding
      const auto* known = absl::c_find_if(kSuppressionKeys, [&](const auto& entry) { return entry.first == name; });
      if (known == std::end(kSuppressionKeys)) {
        std::vector<std::string> names;
        for (const auto& [known_name, member] : kSuppressionKeys) names.emplace_back(known_name);
        return error_at(node, fmt::format("unknown key `{}` in [[suppress]]: it is one of {}{}", name,
                                          fmt::join(names, ", "), did_you_mean(name, names)));
      }
      if (!node.is_string()) return error_at(node, fmt::format("{} must be a string", name));
      rule.*known->second = *node.value<std::string>();
      if ((rule.*known->second).empty()) return error_at(node, fmt::format("{} is empty", name));
    }
    if (rule.reason.empty()) return error_at(table, "a suppression needs a reason = \"…\": why is this not a defect?");
    if (table.size() == 1) {
      return error_at(table,
                      "a suppression needs one of check, class, method, field, fingerprint to say what it is for");
    }
    if (!rule.check.empty()) {
      try {
        refuse_unknown_check(rule.check, /*kind_allowed=*/true);
      } catch (const BadValue& error) {
        return error_at(*table.get("check"), error.what());
      }
    }
    rule.where = where(table);
    config_.suppressions.push_back(std::move(rule));
    return {};
  }

  const std::string& shown_;
  const fs::path& folder_;
  ConfigFile config_;
};

}  // namespace

std::optional<fs::path> find_config(const fs::path& folder) {
  for (fs::path at = folder;; at = at.parent_path()) {
    std::error_code error;
    const fs::path candidate = at / kConfigName;
    if (fs::exists(candidate, error)) return candidate;
    if (!at.has_relative_path()) return std::nullopt;
  }
}

bool lies_below(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  const fs::path whole = fs::canonical(folder, error);
  if (error) return false;
  // A link that leads nowhere yet would be followed when the file is written.
  const bool dangling = fs::is_symlink(file, error) && !fs::exists(file, error);
  const fs::path place = fs::weakly_canonical(file, error);
  if (error || dangling) return false;
  return std::mismatch(whole.begin(), whole.end(), place.begin(), place.end()).first == whole.end();
}

Result<ConfigFile> parse_config(std::string_view toml, const std::string& shown, const fs::path& folder) {
  return Reader(shown, folder).read(toml);
}

Result<ConfigFile> read_config(const fs::path& file, const std::string& shown) {
  std::error_code error;
  if (!fs::exists(file, error)) return failure(fmt::format("{}: there is no such file", shown));
  if (!fs::is_regular_file(file, error)) return failure(fmt::format("{}: is not a file", shown));
  const Result<Blob> text = load_file(file.native(), kMaximumTomlSize);
  if (!text) return failure(fmt::format("{}: {}", shown, text.error().message));
  return parse_config({reinterpret_cast<const char*>(text->bytes.data()), text->bytes.size()}, shown,
                      fs::path(shown).parent_path());
}

}  // namespace snag

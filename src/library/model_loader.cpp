#include "library/model_loader.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "base/toml_text.h"
#include "classfile/descriptor.h"
#include "library/operand_text.h"
#include "library/words.h"

namespace snag::library {

namespace {

// What a key of a method's table sets.
using Part =
    std::variant<bool MethodModel::*, std::optional<bool> MethodModel::*, std::uint32_t MethodModel::*,
                 Name MethodModel::*, AtomicKind MethodModel::*, ReflectionKind MethodModel::*,
                 StartKind MethodModel::*, Serial MethodModel::*, BlockKind MethodModel::*, HandleKind MethodModel::*,
                 std::optional<LockMode> MethodModel::*, std::optional<Operand> MethodModel::*,
                 std::vector<Operand> MethodModel::*, std::optional<std::vector<Operand>> MethodModel::*,
                 std::vector<Callback> MethodModel::*, std::vector<Flow> MethodModel::*,
                 std::vector<LockEffect> MethodModel::*, std::vector<OrderEffect> MethodModel::*>;
constexpr std::pair<std::string_view, Part> kEffects[] = {
    {"acquires", &MethodModel::locks},      {"acts", &MethodModel::acts},
    {"after", &MethodModel::after},         {"signals-needed", &MethodModel::signals_needed},
    {"atomic", &MethodModel::atomic},       {"blocks", &MethodModel::blocks},
    {"calls", &MethodModel::calls},         {"checks", &MethodModel::checks},
    {"claims", &MethodModel::claims},       {"contents", &MethodModel::contents},
    {"derives", &MethodModel::derives},     {"escapes", &MethodModel::escapes},
    {"flows", &MethodModel::flows},         {"handle", &MethodModel::handle},
    {"joins", &MethodModel::joins},         {"makes", &MethodModel::makes},
    {"memory", &MethodModel::memory},       {"notifies", &MethodModel::notifies},
    {"opaque", &MethodModel::opaque},       {"orders", &MethodModel::orders},
    {"parallel", &MethodModel::parallel},   {"per-thread", &MethodModel::per_thread},
    {"reflects", &MethodModel::reflection}, {"releases", &MethodModel::locks},
    {"removes", &MethodModel::removes},     {"returns", &MethodModel::flows},
    {"serial", &MethodModel::serial},       {"serial-if-one", &MethodModel::serial_if_one},
    {"signals", &MethodModel::signals},     {"starts", &MethodModel::starts},
    {"thread", &MethodModel::start_kind},   {"values", &MethodModel::values},
    {"view", &MethodModel::view},           {"waits", &MethodModel::waits},
};

// Names with stars in them are valid if they are with any letter instead.
std::string without_stars(std::string pattern) {
  std::replace(pattern.begin(), pattern.end(), '*', 'x');
  return pattern;
}

class ModelReader {
 public:
  ModelReader(const std::string& file, Names& names) : file_(file), names_(names) {}

  Result<void> read_class(std::string_view class_name, const toml::table& table) {
    const std::string pattern = classfile::to_internal_class(class_name);
    if (!classfile::is_class_name(without_stars(pattern)))
      return error_at(table, fmt::format("`{}` is not a class", class_name));
    for (const auto& [key, value] : table) {
      const toml::table* effects = value.as_table();
      if (effects == nullptr) {
        return error_at(value, fmt::format("`{}` of {} should be a table of effects", key.str(), class_name));
      }
      if (Result<void> read = read_method(pattern, key.str(), *effects); !read) return read;
    }
    return {};
  }

  // Patterns with more letters come later, and so win (precedence.h). The order of the file is lost: the parser sorts
  // by key.
  std::vector<Models::Entry> take() {
    auto letters = [](const Models::Entry& entry) {
      auto count = [](const std::string& text) {
        return std::count_if(text.begin(), text.end(), [](char c) { return c != '*'; });
      };
      return count(entry.name.class_pattern) + count(entry.name.method_pattern);
    };
    std::stable_sort(entries_.begin(), entries_.end(),
                     [&](const Models::Entry& a, const Models::Entry& b) { return letters(a) < letters(b); });
    return std::move(entries_);
  }

 private:
  tl::unexpected<Error> error_at(const toml::node& node, std::string_view message) const {
    return library::error_at(node, file_, message);
  }

  Result<void> read_method(std::string_view class_pattern, std::string_view key, const toml::table& table) {
    Models::Entry& entry = entries_.emplace_back();
    entry.name.class_pattern = class_pattern;
    const std::size_t parenthesis = key.find('(');
    entry.name.method_pattern = key.substr(0, parenthesis);
    if (parenthesis != key.npos) {
      if (!key.ends_with(')')) return error_at(table, fmt::format("`{}` lacks its closing parenthesis", key));
      entry.name.parameters = parameter_descriptors(key.substr(parenthesis + 1, key.size() - parenthesis - 2));
      if (entry.name.parameters.empty())
        return error_at(table, fmt::format("`{}` has a parameter that is not a type", key));
    }
    if (!classfile::is_method_name(without_stars(entry.name.method_pattern)))
      return error_at(table, fmt::format("`{}` is not a method", key));
    for (const auto& [effect, value] : table) {
      if (Result<void> read = read_effect(effect.str(), value, entry.model); !read) return read;
    }
    return {};
  }

  Result<void> read_effect(std::string_view key, const toml::node& value, MethodModel& model) {
    std::vector<std::string_view> keys;
    for (const auto& effect : kEffects) keys.push_back(effect.first);
    const Result<std::size_t> index = find_word("effect", key, keys);
    if (!index) return error_at(value, index.error().message);
    return std::visit([&](auto part) { return read(key, value, model.*part); }, kEffects[*index].second);
  }

  Result<void> read(std::string_view key, const toml::node& value, bool& to) {
    const auto* flag = value.as_boolean();
    if (flag == nullptr) return error_at(value, fmt::format("`{}` takes true or false", key));
    to = flag->get();
    return {};
  }
  Result<void> read(std::string_view key, const toml::node& value, std::uint32_t& to) {
    const auto* number = value.as_integer();
    if (number == nullptr || number->get() < 0 || number->get() > classfile::kMaxArgumentSlots)
      return error_at(value, fmt::format("`{}` takes a number of arguments", key));
    to = static_cast<std::uint32_t>(number->get());
    return {};
  }
  Result<void> read(std::string_view key, const toml::node& value, std::optional<bool>& to) {
    return read(key, value, to.emplace());
  }
  Result<void> read(std::string_view key, const toml::node& value, std::optional<std::vector<Operand>>& to) {
    return read(key, value, to.emplace());
  }
  // All others are texts, or lists of texts.
  template <class To>
  Result<void> read(std::string_view key, const toml::node& value, To& to) {
    const Result<std::vector<std::string>> texts = read_strings(value, key, file_);
    if (!texts) return tl::unexpected(texts.error());
    for (const std::string& text : *texts) {
      if (Result<void> parsed = parse(key, text, to); !parsed) return error_at(value, parsed.error().message);
    }
    return {};
  }

  template <class T>
  static Result<void> keep(const Result<T>& parsed, auto& to) {
    if (!parsed) return tl::unexpected(parsed.error());
    if constexpr (requires { to.push_back(*parsed); }) {
      to.push_back(*parsed);
    } else {
      to = *parsed;
    }
    return {};
  }
  template <class To>
  Result<void> parse(std::string_view /*key*/, std::string_view text, To& to) {  // one or several operands
    return keep(parse_operand(names_, text), to);
  }
  Result<void> parse(std::string_view /*key*/, std::string_view text, std::vector<Callback>& to) {
    return keep(parse_callback(names_, text), to);
  }
  Result<void> parse(std::string_view key, std::string_view text, std::vector<Flow>& to) {
    if (key == "flows") return keep(parse_flow(names_, text), to);
    auto flow = [](const Operand& from) { return Flow{from, Operand{.base = Operand::Base::kResult}}; };
    return keep(parse_operand(names_, text).map(flow), to);
  }
  Result<void> parse(std::string_view key, std::string_view text, std::vector<LockEffect>& to) {
    return keep(parse_lock(names_, key == "acquires" ? LockAction::kAcquire : LockAction::kRelease, text), to);
  }
  Result<void> parse(std::string_view /*key*/, std::string_view text, std::vector<OrderEffect>& to) {
    return keep(parse_order(names_, text), to);
  }
  Result<void> parse(std::string_view key, std::string_view text, AtomicKind& to) {
    return keep(parse_word<AtomicKind>(key == "atomic" ? "atomic action" : "access", kAtomicKinds, text), to);
  }
  Result<void> parse(std::string_view /*key*/, std::string_view text, std::optional<LockMode>& to) {
    return keep(parse_word<LockMode>("lock mode", kLockModes, text), to);
  }
  Result<void> parse(std::string_view /*key*/, std::string_view text, ReflectionKind& to) {
    return keep(parse_word<ReflectionKind>("kind of reflection", kReflectionKinds, text), to);
  }
  Result<void> parse(std::string_view /*key*/, std::string_view text, StartKind& to) {
    return keep(parse_word<StartKind>("kind of thread", kStartKinds, text, /*first_written=*/0), to);
  }
  Result<void> parse(std::string_view /*key*/, std::string_view text, Serial& to) {
    return keep(parse_word<Serial>("kind of serial execution", kSerials, text), to);
  }
  Result<void> parse(std::string_view /*key*/, std::string_view text, HandleKind& to) {
    return keep(parse_word<HandleKind>("kind of handle", kHandleKinds, text, /*first_written=*/1), to);
  }
  Result<void> parse(std::string_view /*key*/, std::string_view text, BlockKind& to) {
    return keep(parse_word<BlockKind>("kind of blocking", kBlockKinds, text, /*first_written=*/1), to);
  }
  Result<void> parse(std::string_view /*key*/, std::string_view text, Name& to) {
    const std::string name = classfile::to_internal_class(text);
    if (!classfile::is_class_name(name)) return failure(fmt::format("`{}` is not a class", text));
    to = names_.intern(name);
    return {};
  }

  const std::string& file_;
  Names& names_;
  std::vector<Models::Entry> entries_;
};

}  // namespace

Result<std::vector<Models::Entry>> read_models(std::string_view toml_text, const std::string& file, Author author,
                                               Names& names, Policy& policy) {
  const Result<toml::table> root = parse_toml(toml_text, file);
  if (!root) return tl::unexpected(root.error());
  ModelReader reader(file, names);
  for (const auto& [key, value] : *root) {
    const toml::table* table = value.as_table();
    if (table == nullptr)
      return error_at(value, file, fmt::format("`{}` should be a table: a class, or [policy]", key.str()));
    const Result<void> read =
        key.str() == kPolicyTable ? read_policy(*table, file, author, policy) : reader.read_class(key.str(), *table);
    if (!read) return tl::unexpected(read.error());
  }
  return reader.take();
}

}  // namespace snag::library

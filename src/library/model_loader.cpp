#include "library/model_loader.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/toml_text.h"
#include "classfile/descriptor.h"
#include "library/operand_text.h"
#include "library/policy_file.h"
#include "library/type_text.h"

namespace snag::library {

namespace {

constexpr std::array<std::string_view, 25> kEffectKeys = {
    "acquires", "acts",    "atomic",  "calls",    "checks", "contents", "derives",  "escapes",  "flows",
    "joins",    "makes",   "memory",  "notifies", "opaque", "orders",   "parallel", "reflects", "releases",
    "removes",  "returns", "signals", "starts",   "values", "view",     "waits"};
constexpr std::array<std::pair<std::string_view, bool MethodModel::*>, 4> kFlags = {
    {{"derives", &MethodModel::derives},
     {"memory", &MethodModel::memory},
     {"opaque", &MethodModel::opaque},
     {"removes", &MethodModel::removes}}};
constexpr std::array<std::pair<std::string_view, LockMode>, 3> kModes = {
    {{"read", LockMode::kRead}, {"write", LockMode::kWrite}, {"optimistic", LockMode::kOptimistic}}};
constexpr std::array<std::pair<std::string_view, AtomicKind>, 3> kAtomics = {
    {{"read", AtomicKind::kRead}, {"write", AtomicKind::kWrite}, {"update", AtomicKind::kUpdate}}};
constexpr std::array<std::pair<std::string_view, OrderKind>, 6> kOrders = {
    {{"read", OrderKind::kRead},
     {"write", OrderKind::kWrite},
     {"update", OrderKind::kUpdate},
     {"start", OrderKind::kStart},
     {"join", OrderKind::kJoin},
     {"contents-read", OrderKind::kContentsRead}}};
constexpr std::array<std::pair<std::string_view, ReflectionKind>, 8> kReflections = {
    {{"class-for-name", ReflectionKind::kClassForName},
     {"get-constructor", ReflectionKind::kGetConstructor},
     {"new-instance", ReflectionKind::kNewInstance},
     {"construct", ReflectionKind::kConstruct},
     {"get-method", ReflectionKind::kGetMethod},
     {"invoke-method", ReflectionKind::kInvokeMethod},
     {"new-array", ReflectionKind::kNewArray},
     {"load-service", ReflectionKind::kLoadService}}};

template <class Value, std::size_t N>
std::vector<std::string_view> words(const std::array<std::pair<std::string_view, Value>, N>& table) {
  std::vector<std::string_view> result;
  result.reserve(N);
  for (const auto& entry : table) result.push_back(entry.first);
  return result;
}

template <class Value, std::size_t N>
const Value* lookup(const std::array<std::pair<std::string_view, Value>, N>& table, std::string_view word) {
  for (const auto& entry : table) {
    if (entry.first == word) return &entry.second;
  }
  return nullptr;
}

}  // namespace

tl::unexpected<Error> ModelLoader::error_at(const toml::node& node, std::string_view message) const {
  return library::error_at(node, file_, message);
}

Result<void> ModelLoader::load(std::string_view toml_text) {
  const Result<toml::table> root = parse_toml(toml_text, file_);
  if (!root) return tl::unexpected(root.error());
  Policy policy = models_.policy_;
  for (const auto& [key, value] : *root) {
    const toml::table* table = value.as_table();
    if (table == nullptr)
      return error_at(value, fmt::format("`{}` should be a table: a class, or [policy]", key.str()));
    Result<void> result =
        key.str() == kPolicyTable ? read_policy(*table, file_, author_, policy) : read_class(key.str(), *table);
    if (!result) return result;
  }
  models_.policy_ = std::move(policy);
  // Patterns with more letters come later, and so win (precedence.h). The order of the file is lost: the parser sorts
  // by key.
  auto said = [](const std::unique_ptr<Models::Entry>& entry) {
    auto letters = [](const std::string& text) {
      return std::count_if(text.begin(), text.end(), [](char c) { return c != '*'; });
    };
    return letters(entry->name.class_pattern) + letters(entry->name.method_pattern);
  };
  std::stable_sort(entries_.begin(), entries_.end(), [&](const auto& a, const auto& b) { return said(a) < said(b); });
  for (auto& entry : entries_) {
    bool class_wild = entry->name.class_pattern.find('*') != std::string::npos;
    bool method_wild = entry->name.method_pattern.find('*') != std::string::npos;
    const Models::Entry* added = entry.get();
    models_.entries_.push_back(std::move(entry));
    if (class_wild) {
      models_.patterns_.push_back(added);
    } else if (method_wild) {
      models_.by_class_[models_.names_.intern(added->name.class_pattern)].push_back(added);
    } else {
      models_
          .exact_[{models_.names_.intern(added->name.class_pattern), models_.names_.intern(added->name.method_pattern)}]
          .push_back(added);
    }
  }
  return {};
}

Result<void> ModelLoader::read_class(std::string_view class_name, const toml::table& table) {
  std::string pattern = classfile::to_internal_class(class_name);
  std::string without_stars = pattern;
  std::replace(without_stars.begin(), without_stars.end(), '*', 'x');
  if (!classfile::is_class_name(without_stars)) return error_at(table, fmt::format("`{}` is not a class", class_name));
  for (const auto& [key, value] : table) {
    const toml::table* effects = value.as_table();
    if (effects == nullptr) {
      return error_at(value, fmt::format("`{}` of {} should be a table of effects", key.str(), class_name));
    }
    Result<void> result = read_method(pattern, key.str(), *effects);
    if (!result) return result;
  }
  return {};
}

Result<void> ModelLoader::read_method(std::string_view class_pattern, std::string_view key, const toml::table& table) {
  auto entry = std::make_unique<Models::Entry>();
  entry->name.class_pattern = class_pattern;
  std::size_t parenthesis = key.find('(');
  entry->name.method_pattern = key.substr(0, parenthesis);
  if (parenthesis != std::string_view::npos) {
    if (!key.ends_with(')')) return error_at(table, fmt::format("`{}` lacks its closing parenthesis", key));
    entry->name.parameters = parameter_descriptors(key.substr(parenthesis + 1, key.size() - parenthesis - 2));
    if (entry->name.parameters.empty())
      return error_at(table, fmt::format("`{}` has a parameter that is not a type", key));
  }
  std::string without_stars = entry->name.method_pattern;
  std::replace(without_stars.begin(), without_stars.end(), '*', 'x');
  if (!classfile::is_method_name(without_stars)) return error_at(table, fmt::format("`{}` is not a method", key));
  for (const auto& [effect, value] : table) {
    Result<void> result = read_effect(effect.str(), value, entry->model);
    if (!result) return result;
  }
  entries_.push_back(std::move(entry));
  return {};
}

// "this", "this read", "this write if true"
Result<void> ModelLoader::read_locks(LockAction action, const toml::node& value, MethodModel& model) {
  Result<std::vector<std::string>> list =
      read_strings(value, action == LockAction::kAcquire ? "acquires" : "releases", file_);
  if (!list) return tl::unexpected(list.error());
  for (std::string_view text : *list) {
    LockEffect effect{.action = action};
    constexpr std::string_view kIfTrue = " if true";
    if (text.ends_with(kIfTrue)) {
      effect.only_if_true = true;
      text.remove_suffix(kIfTrue.size());
    }
    if (std::size_t space = text.find(' '); space != std::string_view::npos) {
      std::string_view mode = text.substr(space + 1);
      const LockMode* known = lookup(kModes, mode);
      if (known == nullptr) return error_at(value, unknown_word("lock mode", mode, words(kModes)));
      effect.mode = *known;
      text = text.substr(0, space);
    }
    Result<Operand> lock = parse_operand(models_.names_, text);
    if (!lock) return error_at(value, lock.error().message);
    effect.lock = *lock;
    model.locks.push_back(effect);
  }
  return {};
}

// "update", "update arg0"
Result<void> ModelLoader::read_order(std::string_view text, const toml::node& value, MethodModel& model) {
  const std::size_t space = text.find(' ');
  const std::string_view word = text.substr(0, space);
  const OrderKind* kind = lookup(kOrders, word);
  if (kind == nullptr) return error_at(value, unknown_word("order", word, words(kOrders)));
  OrderEffect effect{.kind = *kind, .object = {}};
  if (space != text.npos) {
    Result<Operand> object = parse_operand(models_.names_, text.substr(space + 1));
    if (!object) return error_at(value, object.error().message);
    effect.object = *object;
  }
  model.orders.push_back(effect);
  return {};
}

Result<void> ModelLoader::read_effect(std::string_view key, const toml::node& value, MethodModel& model) {
  Names& names = models_.names_;
  if (key == "acquires") return read_locks(LockAction::kAcquire, value, model);
  if (key == "releases") return read_locks(LockAction::kRelease, value, model);
  bool MethodModel::*const* named_flag = lookup(kFlags, key);
  if (named_flag != nullptr || key == "parallel") {
    const auto* flag = value.as_boolean();
    if (flag == nullptr) return error_at(value, fmt::format("`{}` takes true or false", key));
    if (named_flag != nullptr) {
      model.** named_flag = flag->get();
    } else {
      model.parallel = flag->get();
    }
    return {};
  }
  if (key == "values") {
    const auto* number = value.as_integer();
    if (number == nullptr || number->get() < 0 || number->get() > classfile::kMaxArgumentSlots)
      return error_at(value, "`values` takes a number of arguments");
    model.values = static_cast<std::uint32_t>(number->get());
    return {};
  }
  if (std::find(kEffectKeys.begin(), kEffectKeys.end(), key) == kEffectKeys.end()) {
    return error_at(value, unknown_word("effect", key, {kEffectKeys.begin(), kEffectKeys.end()}));
  }
  Result<std::vector<std::string>> list = read_strings(value, key, file_);
  if (!list) return tl::unexpected(list.error());
  if (key == "escapes") model.escapes.emplace();
  for (const std::string& text : *list) {
    Result<void> result;
    auto take = [&](auto&& parsed, auto&& keep) {
      if (parsed) {
        keep(*parsed);
      } else {
        result = error_at(value, parsed.error().message);
      }
    };
    auto take_operand = [&](std::vector<Operand>& to) {
      take(parse_operand(names, text), [&](const Operand& operand) { to.push_back(operand); });
    };
    if (key == "starts" || key == "calls") {
      auto& to = key == "starts" ? model.starts : model.calls;
      take(parse_callback(names, text), [&](const Callback& callback) { to.push_back(callback); });
    } else if (key == "flows") {
      take(parse_flow(names, text), [&](const Flow& flow) { model.flows.push_back(flow); });
    } else if (key == "returns") {
      take(parse_operand(names, text), [&](const Operand& operand) {
        model.flows.push_back({operand, Operand{.base = Operand::Base::kResult}});
      });
    } else if (key == "escapes") {
      take_operand(*model.escapes);
    } else if (key == "joins") {
      take_operand(model.joins);
    } else if (key == "signals") {
      take_operand(model.signals);
    } else if (key == "waits") {
      take_operand(model.waits);
    } else if (key == "notifies") {
      take_operand(model.notifies);
    } else if (key == "view") {
      const LockMode* mode = lookup(kModes, text);
      if (mode == nullptr) return error_at(value, unknown_word("lock mode", text, words(kModes)));
      model.view = *mode;
    } else if (key == "atomic" || key == "contents") {
      const AtomicKind* kind = lookup(kAtomics, text);
      if (kind == nullptr)
        return error_at(value, unknown_word(key == "atomic" ? "atomic action" : "access", text, words(kAtomics)));
      (key == "atomic" ? model.atomic : model.contents) = *kind;
    } else if (key == "orders") {
      result = read_order(text, value, model);
    } else if (key == "checks" || key == "acts") {
      std::optional<Operand>& to = key == "checks" ? model.checks : model.acts;
      take(parse_operand(names, text), [&](const Operand& operand) { to = operand; });
    } else if (key == "makes") {
      std::string name = classfile::to_internal_class(text);
      if (!classfile::is_class_name(name)) return error_at(value, fmt::format("`{}` is not a class", text));
      model.makes = names.intern(name);
    } else if (key == "reflects") {
      const ReflectionKind* kind = lookup(kReflections, text);
      if (kind == nullptr) return error_at(value, unknown_word("kind of reflection", text, words(kReflections)));
      model.reflection = *kind;
    }
    if (!result) return result;
  }
  return {};
}

}  // namespace snag::library

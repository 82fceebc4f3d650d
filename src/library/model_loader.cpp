#include "library/model_loader.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/nearest.h"
#include "base/toml_text.h"
#include "classfile/descriptor.h"
#include "library/operand_text.h"

namespace snag::library {

namespace {

constexpr std::string_view kPolicyTable = "policy";
constexpr std::array<std::pair<std::string_view, std::vector<std::string> Policy::*>, 7> kPolicyLists = {
    {{"explore", &Policy::explore},
     {"unexplored", &Policy::unexplored},
     {"casts", &Policy::casts},
     {"never-guess", &Policy::never_guess},
     {"immutable", &Policy::immutable},
     {"loggers", &Policy::loggers},
     {"synchronized-classes", &Policy::synchronized_classes}}};
constexpr std::array<std::string_view, 23> kEffectKeys = {
    "acquires", "acts",     "atomic",  "calls",   "checks",   "contents", "derives", "escapes",
    "flows",    "joins",    "makes",   "memory",  "notifies", "opaque",   "orders",  "parallel",
    "reflects", "releases", "returns", "signals", "starts",   "view",     "waits"};
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

template <std::size_t N>
std::string unknown(std::string_view what, std::string_view word, const std::array<std::string_view, N>& known) {
  std::string message = fmt::format("unknown {} `{}`", what, word);
  if (auto near = nearest(word, known)) message += fmt::format(": did you mean `{}`?", *near);
  return message;
}

template <class Value, std::size_t N>
std::array<std::string_view, N> words(const std::array<std::pair<std::string_view, Value>, N>& table) {
  std::array<std::string_view, N> result;
  std::transform(table.begin(), table.end(), result.begin(), [](const auto& entry) { return entry.first; });
  return result;
}

template <class Value, std::size_t N>
const Value* lookup(const std::array<std::pair<std::string_view, Value>, N>& table, std::string_view word) {
  for (const auto& entry : table) {
    if (entry.first == word) return &entry.second;
  }
  return nullptr;
}

// `int`, `java.lang.String[]` to a field descriptor; empty when it is none.
std::string to_descriptor(std::string_view type) {
  static constexpr std::array<std::pair<std::string_view, char>, 8> kPrimitives = {{{"boolean", 'Z'},
                                                                                    {"byte", 'B'},
                                                                                    {"char", 'C'},
                                                                                    {"short", 'S'},
                                                                                    {"int", 'I'},
                                                                                    {"long", 'J'},
                                                                                    {"float", 'F'},
                                                                                    {"double", 'D'}}};
  std::string result;
  while (type.ends_with("[]")) {
    result += '[';
    type.remove_suffix(2);
  }
  if (type == "void") return {};
  if (const char* primitive = lookup(kPrimitives, type)) {
    result += *primitive;
  } else {
    result += 'L' + classfile::to_internal_class(type) + ';';
  }
  return classfile::is_field_descriptor(result) ? result : std::string();
}

// `a, b` in `method(a, b)` to `(…)`; empty when a type is none.
std::string parameter_descriptors(std::string_view list) {
  std::string result = "(";
  for (bool more = !list.empty(); more;) {
    std::size_t comma = list.find(',');
    more = comma != std::string_view::npos;
    std::string_view type = list.substr(0, comma);
    while (type.starts_with(' ')) type.remove_prefix(1);
    while (type.ends_with(' ')) type.remove_suffix(1);
    std::string descriptor = to_descriptor(type);
    if (descriptor.empty()) return {};
    result += descriptor;
    if (more) list.remove_prefix(comma + 1);
  }
  return result + ")";
}

}  // namespace

tl::unexpected<Error> ModelLoader::error_at(const toml::node& node, std::string message) const {
  return failure(fmt::format("{}:{}: {}", file_, node.source().begin.line, message));
}

Result<void> ModelLoader::load(std::string_view toml_text) {
  const Result<toml::table> root = parse_toml(toml_text, file_);
  if (!root) return tl::unexpected(root.error());
  for (const auto& [key, value] : *root) {
    const toml::table* table = value.as_table();
    if (table == nullptr)
      return error_at(value, fmt::format("`{}` should be a table: a class, or [policy]", key.str()));
    Result<void> result = key.str() == kPolicyTable ? read_policy(*table) : read_class(key.str(), *table);
    if (!result) return result;
  }
  for (const auto& [key, list] : kPolicyLists) {
    std::vector<std::string>& from = policy_.*list;
    std::vector<std::string>& to = models_.policy_.*list;
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  }
  // The last that fits wins: patterns that say more come later. (The parser sorts by key, so the order of the file is
  // lost.)
  auto said = [](const std::unique_ptr<Models::Entry>& entry) {
    auto letters = [](const std::string& text) {
      return std::count_if(text.begin(), text.end(), [](char c) { return c != '*'; });
    };
    return letters(entry->class_pattern) + letters(entry->method_pattern);
  };
  std::stable_sort(entries_.begin(), entries_.end(), [&](const auto& a, const auto& b) { return said(a) < said(b); });
  for (auto& entry : entries_) {
    bool class_wild = entry->class_pattern.find('*') != std::string::npos;
    bool method_wild = entry->method_pattern.find('*') != std::string::npos;
    const Models::Entry* added = entry.get();
    models_.models_.push_back(std::move(entry));
    if (class_wild) {
      models_.patterns_.push_back(added);
    } else if (method_wild) {
      models_.by_class_[models_.names_.intern(added->class_pattern)].push_back(added);
    } else {
      models_.exact_[{models_.names_.intern(added->class_pattern), models_.names_.intern(added->method_pattern)}]
          .push_back(added);
    }
  }
  return {};
}

Result<void> ModelLoader::read_policy(const toml::table& table) {
  for (const auto& [key, value] : table) {
    Result<std::vector<std::string>> list = strings(value, key.str());
    if (!list) return tl::unexpected(list.error());
    const auto* target = lookup(kPolicyLists, key.str());
    if (target == nullptr) return error_at(value, unknown("key of [policy]", key.str(), words(kPolicyLists)));
    for (std::string& text : *list) {
      std::string name = classfile::to_internal_class(text);
      if (key == "never-guess") {  // the last dot is the method's
        std::size_t slash = name.rfind('/');
        if (slash == std::string::npos) return error_at(value, fmt::format("`{}` is no method: a.b.Type.method", text));
        name[slash] = '.';
      }
      (policy_.**target).push_back(std::move(name));
    }
  }
  return {};
}

Result<void> ModelLoader::read_class(std::string_view class_name, const toml::table& table) {
  std::string pattern = classfile::to_internal_class(class_name);
  std::string without_stars = pattern;
  std::replace(without_stars.begin(), without_stars.end(), '*', 'x');
  if (!classfile::is_class_name(without_stars)) return error_at(table, fmt::format("`{}` is no class", class_name));
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
  entry->class_pattern = class_pattern;
  std::size_t parenthesis = key.find('(');
  entry->method_pattern = key.substr(0, parenthesis);
  if (parenthesis != std::string_view::npos) {
    if (!key.ends_with(')')) return error_at(table, fmt::format("`{}` lacks its closing parenthesis", key));
    entry->descriptor = parameter_descriptors(key.substr(parenthesis + 1, key.size() - parenthesis - 2));
    if (entry->descriptor.empty()) return error_at(table, fmt::format("`{}` has a parameter that is no type", key));
  }
  std::string without_stars = entry->method_pattern;
  std::replace(without_stars.begin(), without_stars.end(), '*', 'x');
  if (!classfile::is_method_name(without_stars)) return error_at(table, fmt::format("`{}` is no method", key));
  for (const auto& [effect, value] : table) {
    Result<void> result = read_effect(effect.str(), value, entry->model);
    if (!result) return result;
  }
  entries_.push_back(std::move(entry));
  return {};
}

Result<std::vector<std::string>> ModelLoader::strings(const toml::node& value, std::string_view key) const {
  std::vector<std::string> result;
  if (const auto* single = value.as_string()) {
    result.push_back(single->get());
    return result;
  }
  if (const toml::array* list = value.as_array()) {
    for (const toml::node& element : *list) {
      const auto* text = element.as_string();
      if (text == nullptr) return error_at(element, fmt::format("`{}` takes strings", key));
      result.push_back(text->get());
    }
    return result;
  }
  return error_at(value, fmt::format("`{}` takes a string or a list of strings", key));
}

// "this", "this read", "this write if true"
Result<void> ModelLoader::read_locks(LockAction action, const toml::node& value, MethodModel& model) {
  Result<std::vector<std::string>> list = strings(value, action == LockAction::kAcquire ? "acquires" : "releases");
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
      if (known == nullptr) return error_at(value, unknown("lock mode", mode, words(kModes)));
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
  if (kind == nullptr) return error_at(value, unknown("order", word, words(kOrders)));
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
  if (key == "derives" || key == "memory" || key == "opaque" || key == "parallel") {
    const auto* flag = value.as_boolean();
    if (flag == nullptr) return error_at(value, fmt::format("`{}` takes true or false", key));
    if (key == "parallel") {
      model.parallel = flag->get();
    } else {
      (key == "memory" ? model.memory : key == "opaque" ? model.opaque : model.derives) = flag->get();
    }
    return {};
  }
  if (std::find(kEffectKeys.begin(), kEffectKeys.end(), key) == kEffectKeys.end()) {
    return error_at(value, unknown("effect", key, kEffectKeys));
  }
  Result<std::vector<std::string>> list = strings(value, key);
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
      if (mode == nullptr) return error_at(value, unknown("lock mode", text, words(kModes)));
      model.view = *mode;
    } else if (key == "atomic" || key == "contents") {
      const AtomicKind* kind = lookup(kAtomics, text);
      if (kind == nullptr)
        return error_at(value, unknown(key == "atomic" ? "atomic action" : "access", text, words(kAtomics)));
      (key == "atomic" ? model.atomic : model.contents) = *kind;
    } else if (key == "orders") {
      result = read_order(text, value, model);
    } else if (key == "checks" || key == "acts") {
      std::optional<Operand>& to = key == "checks" ? model.checks : model.acts;
      take(parse_operand(names, text), [&](const Operand& operand) { to = operand; });
    } else if (key == "makes") {
      std::string name = classfile::to_internal_class(text);
      if (!classfile::is_class_name(name)) return error_at(value, fmt::format("`{}` is no class", text));
      model.makes = names.intern(name);
    } else if (key == "reflects") {
      const ReflectionKind* kind = lookup(kReflections, text);
      if (kind == nullptr) return error_at(value, unknown("kind of reflection", text, words(kReflections)));
      model.reflection = *kind;
    }
    if (!result) return result;
  }
  return {};
}

}  // namespace snag::library

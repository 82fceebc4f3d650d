#include "library/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <variant>

#include "base/pattern.h"
#include "classfile/descriptor.h"
#include "library/type_text.h"

namespace snag::library {

namespace {

using List = std::variant<ClassPatterns Policy::*, MethodPatterns Policy::*, MethodShapes Policy::*>;

struct NamedList {
  std::string_view key;
  List list;
  bool for_agent = false;
};

constexpr NamedList kLists[] = {
    {"explore", &Policy::explore},
    {"unexplored", &Policy::unexplored},
    {"casts", &Policy::casts},
    {"never-guess", &Policy::never_guess},
    {"executors", &Policy::executors},
    {"streams", &Policy::streams},
    {"immutable", &Policy::immutable},
    {"loggers", &Policy::loggers},
    {"text", &Policy::text},
    {"synchronized-classes", &Policy::synchronized_classes},
    {"concurrent", &Policy::concurrent},
    {"tasks", &Policy::tasks},
    {"atomic-values", &Policy::atomic_values},
    {"collections", &Policy::collections},
    {"functions", &Policy::functions},
    {"comparators", &Policy::comparators},
    {"runs-functions", &Policy::runs_functions},
    {"element-missing", &Policy::element_missing},
    {"copies", &Policy::copies},
    {"expanded-models", &Policy::expanded_models},
    {"expanded-classes", &Policy::expanded_classes},
    {"holds-nothing", &Policy::holds_nothing},
    {"harmless-supertypes", &Policy::harmless_supertypes},
    {"makes-classes", &Policy::makes_classes},
    {"platform", &Policy::platform, /*for_agent=*/true},
    {"not-instrumented", &Policy::not_instrumented, /*for_agent=*/true},
    {"runs-tasks", &Policy::runs_tasks, /*for_agent=*/true},
    {"task-library", &Policy::task_library, /*for_agent=*/true},
    {"completion-stages", &Policy::completion_stages, /*for_agent=*/true},
    {"thread-classes", &Policy::thread_classes, /*for_agent=*/true},
    {"only-compute", &Policy::only_compute, /*for_agent=*/true},
    {"task-methods", &Policy::task_methods, /*for_agent=*/true},
    {"thread-start", &Policy::thread_start, /*for_agent=*/true},
    {"thread-join", &Policy::thread_join, /*for_agent=*/true},
    {"task-fork", &Policy::task_fork, /*for_agent=*/true},
    {"task-join", &Policy::task_join, /*for_agent=*/true},
    {"task-invoke", &Policy::task_invoke, /*for_agent=*/true},
    {"task-complete", &Policy::task_complete, /*for_agent=*/true},
    {"lock-acquire", &Policy::lock_acquire, /*for_agent=*/true},
    {"lock-try", &Policy::lock_try, /*for_agent=*/true},
    {"lock-release", &Policy::lock_release, /*for_agent=*/true},
    {"class-fields", &Policy::class_fields, /*for_agent=*/true},
    {"class-methods", &Policy::class_methods, /*for_agent=*/true},
};

const NamedList* find_list(std::string_view key) {
  const auto it =
      std::find_if(std::begin(kLists), std::end(kLists), [&](const NamedList& list) { return list.key == key; });
  return it == std::end(kLists) ? nullptr : it;
}

}  // namespace

Result<void> ClassPatterns::add(std::string_view text) {
  patterns_.push_back(classfile::to_internal_class(text));
  return {};
}

bool ClassPatterns::matches(std::string_view internal_name) const {
  for (std::size_t n = patterns_.size(); n-- > 0;) {
    const std::string_view pattern = patterns_[n];
    const bool excludes = pattern.starts_with('!');
    if (matches_pattern(pattern.substr(excludes ? 1 : 0), internal_name)) return !excludes;
  }
  return false;
}

Result<void> MethodPatterns::add(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos) return failure(fmt::format("`{}` is not a method: a.b.Type.method", text));
  entries_.push_back({classfile::to_internal_class(text.substr(0, dot)), std::string(text.substr(dot + 1))});
  return {};
}

bool MethodPatterns::matches(std::string_view internal_class_name, std::string_view method) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return matches_pattern(entry.method, method) && matches_pattern(entry.owner, internal_class_name);
  });
}

Result<void> MethodShapes::add(std::string_view text) {
  const auto wrong = [&] {
    return failure(fmt::format("`{}` is not a method: a.b.Result method(a.b.Parameter)", text));
  };
  const std::size_t parenthesis = text.find('(');
  if (parenthesis == std::string_view::npos) {
    if (!classfile::is_method_name(text)) return wrong();
    entries_.push_back({std::string(text), {}});
    return {};
  }
  const std::size_t space = text.find(' ');
  if (space > parenthesis || !text.ends_with(')')) return wrong();
  const std::string_view method = text.substr(space + 1, parenthesis - space - 1);
  const std::string_view result = text.substr(0, space);
  const std::string parameters = parameter_descriptors(text.substr(parenthesis + 1, text.size() - parenthesis - 2));
  const std::string returned = result == "void" ? "V" : to_descriptor(result);
  const bool is_name = classfile::is_method_name(method) && method.find(' ') == std::string_view::npos;
  if (!is_name || parameters.empty() || returned.empty()) return wrong();
  entries_.push_back({std::string(method), parameters + returned});
  return {};
}

bool MethodShapes::matches(std::string_view method, std::string_view descriptor) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.method == method && (entry.descriptor.empty() || entry.descriptor == descriptor);
  });
}

Result<void> Policy::add(std::string_view key, std::string_view entry) {
  const NamedList* named = find_list(key);
  if (named == nullptr) return failure(fmt::format("there is no list `{}`", key));
  return std::visit([&](auto member) { return (this->*member).add(entry); }, named->list);
}

bool Policy::has_key(std::string_view key) { return find_list(key) != nullptr; }

bool Policy::is_for_agent(std::string_view key) {
  const NamedList* named = find_list(key);
  return named != nullptr && named->for_agent;
}

std::vector<std::string_view> Policy::keys() {
  std::vector<std::string_view> result;
  for (const NamedList& named : kLists) result.push_back(named.key);
  return result;
}

}  // namespace snag::library

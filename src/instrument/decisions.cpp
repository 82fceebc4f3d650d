#include "instrument/decisions.h"

#include <algorithm>

#include "base/pattern.h"
#include "classfile/language_names.h"
#include "instrument/hooks.h"
#include "library/policy.h"

namespace snag::instrument {

namespace {

constexpr std::string_view kOwnPackage = "java/snag/";  // the agent's runtime

bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches_pattern(pattern, name); });
}

// Whether the JVM or the core library generates the class at run time, or it must not be instrumented.
bool is_special(std::string_view name) {
  if (name.starts_with(kOwnPackage) || library::built_in_policy().not_instrumented.matches(name)) return true;
  std::string_view simple = name.substr(name.rfind('/') + 1);  // npos + 1 is 0
  return name.find("$$Lambda") != std::string_view::npos || name.find("+0x") != std::string_view::npos ||
         simple.starts_with("$Proxy");
}

}  // namespace

bool is_platform_class(std::string_view name) { return library::built_in_policy().platform.matches(name); }

void Operations::add(Operation operation) {
  const bool is_pattern = operation.class_pattern.find('*') != std::string::npos;
  std::vector<Operation>& list = is_pattern ? of_patterns_ : of_class_[operation.class_pattern];
  list.push_back(std::move(operation));
}

std::span<const Operation> Operations::of_class(std::string_view internal_name) const {
  auto it = of_class_.find(std::string(internal_name));
  return it == of_class_.end() ? std::span<const Operation>() : it->second;
}

Extent Decisions::extent(std::string_view name, bool of_platform) const {
  if (name.empty() || name.starts_with('[') || name.starts_with(kOwnPackage) || name.starts_with("snag/runtime/"))
    return Extent::kNothing;
  if (everything) return name == classfile::kObjectClass ? Extent::kNothing : Extent::kFull;
  const library::Policy& policy = library::built_in_policy();
  if (of_platform && policy.thread_classes.matches(name)) return Extent::kThread;
  Extent otherwise = of_platform && policy.runs_tasks.matches(name) ? Extent::kCallbacks : Extent::kNothing;
  if (of_platform && include.empty()) return otherwise;
  // The JVM knows the layout of classes in java.lang, and hooks use some of them.
  if (is_special(name) || (of_platform && name.starts_with(classfile::kLanguagePackage))) return otherwise;
  if (!include.empty() || !exclude.empty()) {
    std::string dotted(name);
    std::replace(dotted.begin(), dotted.end(), '/', '.');
    if (matches_any(exclude, dotted)) return otherwise;
    if (!include.empty() && !matches_any(include, dotted)) return otherwise;
  }
  return Extent::kFull;
}

std::string Decisions::static_word(std::string_view field) const {
  std::string word(kStaticStateField);
  if (by_field) word.append("$").append(field);
  return word;
}

bool Decisions::checks_field(std::string_view owner, std::string_view name) const {
  if (skipped_classes.contains(std::string(owner))) return false;
  if (skipped_fields.empty()) return true;
  std::string full(owner);
  full.append(".").append(name);
  return !skipped_fields.contains(full);
}

}  // namespace snag::instrument

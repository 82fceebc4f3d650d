#include "instrument/decisions.h"

#include <algorithm>

#include "base/pattern.h"
#include "instrument/hooks.h"

namespace snag::instrument {

namespace {

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches_pattern(pattern, name); });
}

// Classes that the JVM or the core library makes up as it runs, and those of which the JVM knows the layout or which
// run inside the hooks themselves.
bool is_magic(std::string_view name) {
  if (starts_with_any(name, {"java/snag/", "jdk/internal/", "sun/", "java/lang/invoke/", "java/lang/reflect/",
                             "java/lang/ref/", "java/lang/constant/", "java/lang/runtime/"})) {
    return true;
  }
  std::string_view simple = name.substr(name.rfind('/') + 1);  // npos + 1 is 0
  return name.find("$$Lambda") != std::string_view::npos || name.find("+0x") != std::string_view::npos ||
         simple.starts_with("$Proxy");
}

// JDK classes that run tasks of others.
bool runs_callbacks(std::string_view name) {
  if (name.starts_with("java/util/stream/") || name.starts_with("java/util/Timer")) return true;
  if (!name.starts_with("java/util/concurrent/")) return false;
  return !starts_with_any(
      name, {"java/util/concurrent/atomic/", "java/util/concurrent/locks/", "java/util/concurrent/ConcurrentHashMap",
             "java/util/concurrent/ConcurrentSkipList", "java/util/concurrent/CopyOnWrite"});
}

}  // namespace

bool has_library_name(std::string_view name) {
  constexpr std::string_view kPrefixes[] = {
      "java/",        "javax/",       "jdk/",     "sun/",           "com/sun/",
      "com/oracle/",  "org/w3c/dom/", "org/xml/", "org/ietf/jgss/", "netscape/javascript/",
      "org/jcp/xml/", "apple/",
  };
  for (std::string_view prefix : kPrefixes) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

void Operations::add(Operation operation) {
  const bool is_pattern = operation.class_pattern.find('*') != std::string::npos;
  std::vector<Operation>& list = is_pattern ? of_patterns_ : of_class_[operation.class_pattern];
  list.push_back(std::move(operation));
}

std::span<const Operation> Operations::of_class(std::string_view internal_name) const {
  auto it = of_class_.find(std::string(internal_name));
  return it == of_class_.end() ? std::span<const Operation>() : it->second;
}

Extent Decisions::extent(std::string_view name, bool library) const {
  if (name.empty() || name.starts_with('[') || name.starts_with("java/snag/") || name.starts_with("snag/runtime/"))
    return Extent::kNothing;
  if (everything) return name == "java/lang/Object" ? Extent::kNothing : Extent::kFull;
  if (library && (name == "java/lang/Thread" || name == "java/lang/VirtualThread" ||
                  name == "java/lang/ThreadBuilders$BoundVirtualThread")) {
    return Extent::kThread;
  }
  Extent otherwise = library && runs_callbacks(name) ? Extent::kCallbacks : Extent::kNothing;
  if (library && include.empty()) return otherwise;
  // The JVM knows the layout of java.lang's; and hooks use some of them.
  if (is_magic(name) || (library && starts_with_any(name, {"java/lang/"}))) return otherwise;
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

bool Decisions::checks_field(std::string_view owner, std::string_view name, Access) const {
  if (!skipped_classes.empty() && skipped_classes.contains(std::string(owner))) return false;
  if (skipped_fields.empty()) return true;
  std::string full(owner);
  full.append(".").append(name);
  return !skipped_fields.contains(full);
}

}  // namespace snag::instrument

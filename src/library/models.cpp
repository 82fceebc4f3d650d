#include "library/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <mutex>

#include "base/embedded.h"
#include "base/pattern.h"
#include "base/toml_text.h"
#include "library/model_loader.h"
#include "program/input_file.h"

namespace snag::library {

std::string_view to_text(LockMode mode) {
  switch (mode) {
    case LockMode::kExclusive:
      return "exclusive";
    case LockMode::kRead:
      return "read";
    case LockMode::kWrite:
      return "write";
    case LockMode::kOptimistic:
      return "optimistic";
  }
  return "";
}

Result<void> Models::load(std::string_view toml_text, const std::string& file_name) {
  return ModelLoader(*this, file_name).load(toml_text);
}

Result<void> Models::load_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return failure(fmt::format("{}: is a folder; models are in a file", path));
  Result<Blob> file = snag::load_file(path, kMaximumTomlSize);
  if (!file) return failure(fmt::format("{}: {}", path, file.error().message));
  return load({reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size()}, path);
}

Result<void> Models::load_embedded() {
  for (const EmbeddedFile& file : embedded_models()) {
    Result<void> result = load(file.content, std::string(file.name));
    if (!result) return result;
  }
  return {};
}

std::vector<Models::Written> Models::written() const {
  std::vector<Written> result;
  result.reserve(models_.size());
  for (const std::unique_ptr<Entry>& entry : models_) {
    result.push_back({entry->class_pattern, entry->method_pattern, entry->descriptor, entry->model});
  }
  return result;
}

std::vector<std::pair<Name, Name>> Models::exact_names() const {
  std::vector<std::pair<Name, Name>> result;
  for (const auto& [key, entries] : exact_) result.emplace_back(key.owner, key.method);
  std::sort(result.begin(), result.end(), [&](const auto& a, const auto& b) {
    return std::pair(names_.text(a.first), names_.text(a.second)) <
           std::pair(names_.text(b.first), names_.text(b.second));
  });
  return result;
}

namespace {
// The last pattern that fits decides; one that begins with ! takes away.
bool matches_any(const std::vector<std::string>& patterns, std::string_view text) {
  for (std::size_t n = patterns.size(); n-- > 0;) {
    std::string_view pattern = patterns[n];
    bool takes_away = pattern.starts_with('!');
    if (matches_pattern(pattern.substr(takes_away ? 1 : 0), text)) return !takes_away;
  }
  return false;
}
}  // namespace

bool Models::is_immutable(std::string_view internal_class_name) const {
  return matches_any(policy_.immutable, internal_class_name);
}
bool Models::is_logger(std::string_view internal_class_name) const {
  return matches_any(policy_.loggers, internal_class_name);
}
bool Models::is_synchronized_class(std::string_view internal_class_name) const {
  return matches_any(policy_.synchronized_classes, internal_class_name);
}

bool Models::explores(std::string_view internal_class_name) const {
  return matches_any(policy_.explore, internal_class_name) && !matches_any(policy_.unexplored, internal_class_name);
}

const MethodModel* Models::find_named(const Program& program, ClassId owner, MethodId method) const {
  return find_declared(program, owner, program[method]);
}

bool Models::is_never_guessed(const Program& program, const Method& method) const {
  std::string_view owner = program.name(method.owner), name = program.text(method.name);
  return std::any_of(policy_.never_guess.begin(), policy_.never_guess.end(), [&](std::string_view entry) {
    return entry.size() == owner.size() + 1 + name.size() && entry.starts_with(owner) && entry.ends_with(name);
  });
}

const std::vector<const Models::Entry*>& Models::patterns_for(Name owner, std::string_view class_name) const {
  {
    std::shared_lock lock(cache_mutex_);
    if (auto it = patterns_by_class_.find(owner); it != patterns_by_class_.end()) return *it->second;
  }
  auto fitting = std::make_unique<std::vector<const Entry*>>();
  for (const Entry* entry : patterns_) {
    if (matches_pattern(entry->class_pattern, class_name)) fitting->push_back(entry);
  }
  std::unique_lock lock(cache_mutex_);
  return *patterns_by_class_.try_emplace(owner, std::move(fitting)).first->second;
}

const MethodModel* Models::find_declared(const Program& program, ClassId owner, const Method& method) const {
  std::string_view descriptor = program.text(method.descriptor);
  // An entry with parameters beats one without, a later file an earlier one.
  const Entry* best = nullptr;
  auto consider = [&](const Entry* entry) {
    if (!entry->descriptor.empty() && !descriptor.starts_with(entry->descriptor)) return;
    if (best != nullptr && !best->descriptor.empty() && entry->descriptor.empty()) return;
    best = entry;
  };
  Name owner_name = program[owner].name;
  if (auto it = exact_.find(Key{owner_name, method.name}); it != exact_.end()) {
    for (const Entry* entry : it->second) consider(entry);
  }
  if (best != nullptr) return &best->model;
  std::string_view name = program.text(method.name);
  if (auto it = by_class_.find(owner_name); it != by_class_.end()) {
    for (const Entry* entry : it->second) {
      if (matches_pattern(entry->method_pattern, name)) consider(entry);
    }
  }
  if (best != nullptr) return &best->model;
  for (const Entry* entry : patterns_for(owner_name, program.text(owner_name))) {
    if (matches_pattern(entry->method_pattern, name)) consider(entry);
  }
  return best == nullptr ? nullptr : &best->model;
}

namespace {
// By parameters: ForkJoinPool.submit returns another type than the ExecutorService.submit that it overrides.
const Method* find_overridden(const Program& program, ClassId supertype, const Method& method) {
  auto parameters = [&](Name descriptor) {
    std::string_view text = program.text(descriptor);
    return text.substr(0, text.rfind(')'));
  };
  for (const Method& candidate : program.methods(supertype)) {
    if (candidate.name == method.name && parameters(candidate.descriptor) == parameters(method.descriptor)) {
      return &candidate;
    }
  }
  return nullptr;
}
}  // namespace

// Thread.run runs the thread's task, but an override of it does something else. ArrayList.equals, which can be looked
// at, compares the elements; of other classes it is enough that equals is what Object says.
bool Models::is_contract(Program& program, const Method& overridden, const Method& method) const {
  if (overridden.is_abstract() || program[overridden.owner].is_interface()) return true;
  return overridden.owner == program.object_class() && !explores(program.name(method.owner));
}

const MethodModel* Models::find(Program& program, MethodId id) const {
  {
    std::shared_lock lock(cache_mutex_);
    if (auto it = cache_.find(id); it != cache_.end()) return it->second;
  }
  const Method& method = program[id];
  const MethodModel* result = find_declared(program, method.owner, method);
  bool inherits = program[method.owner].origin == Origin::kJdk && !method.is_static() && !method.is_private() &&
                  program.text(method.name) != "<init>";
  if (result == nullptr && inherits) {
    // Breadth first, superclass before interfaces: the nearest model wins.
    std::vector<ClassId> queue = {method.owner};
    for (std::size_t i = 0; i < queue.size() && result == nullptr; ++i) {
      std::vector<ClassId> next;
      if (ClassId super = program.superclass(queue[i]); super.valid()) next.push_back(super);
      for (ClassId interface : program.interfaces(queue[i])) next.push_back(interface);
      for (ClassId supertype : next) {
        if (std::find(queue.begin(), queue.end(), supertype) != queue.end()) continue;
        queue.push_back(supertype);
        const Method* overridden = find_overridden(program, supertype, method);
        const MethodModel* model = overridden == nullptr ? nullptr : find_declared(program, supertype, method);
        if (model == nullptr || (model->replaces_body() && !is_contract(program, *overridden, method))) continue;
        result = model;
        break;
      }
    }
  }
  std::unique_lock lock(cache_mutex_);
  cache_.emplace(id, result);
  return result;
}

}  // namespace snag::library

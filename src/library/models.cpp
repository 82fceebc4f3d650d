#include "library/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <mutex>

#include "base/embedded.h"
#include "base/toml_text.h"
#include "classfile/language_names.h"
#include "library/model_loader.h"
#include "program/input_file.h"

namespace snag::library {

Result<void> Models::load(std::string_view toml_text, const std::string& file_name, Author author) {
  Policy policy = policy_;
  Result<std::vector<Entry>> read = read_models(toml_text, file_name, author, names_, policy);
  if (!read) return tl::unexpected(read.error());
  policy_ = std::move(policy);
  for (Entry& entry : *read) {
    const Entry& added = entries_.emplace_back(std::move(entry));
    const std::string& pattern = added.name.class_pattern;
    (has_star(pattern) ? patterns_ : by_class_[names_.intern(pattern)]).push_back(&added);
  }
  return {};
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
    if (Result<void> result = load(file.content, std::string(file.name), Author::kSnag); !result) return result;
  }
  return {};
}

bool Models::explores(std::string_view internal_class_name) const {
  return policy_.explore.matches(internal_class_name) && !policy_.unexplored.matches(internal_class_name);
}

bool Models::is_never_guessed(const Program& program, const Method& method) const {
  return policy_.never_guess.matches(program.name(method.owner), program.text(method.name));
}

const std::vector<const Models::Entry*>& Models::patterns_for(Name owner, std::string_view class_name) const {
  {
    std::shared_lock lock(cache_mutex_);
    if (auto it = patterns_by_class_.find(owner); it != patterns_by_class_.end()) return it->second;
  }
  std::vector<const Entry*> fitting;
  for (const Entry* entry : patterns_) {
    if (matches_pattern(entry->name.class_pattern, class_name)) fitting.push_back(entry);
  }
  std::unique_lock lock(cache_mutex_);
  return patterns_by_class_.try_emplace(owner, std::move(fitting)).first->second;
}

// Among the entries for one class.
Models::Found Models::find_written(const Program& program, ClassId owner, const Method& method) const {
  const Name owner_name = program[owner].name;
  const CalledMethod called{program.text(owner_name), program.text(method.name), program.text(method.descriptor)};
  auto best_of = [&](const std::vector<const Entry*>& entries) {
    Found best;
    int effects_rank = 0, body_rank = 0;
    for (const Entry* entry : entries) {
      const int its_rank = rank(entry->name, called);
      if (its_rank == 0) continue;
      const MethodModel& model = entry->model;
      if ((model.adds_effects() || !model.replaces_body()) && its_rank >= effects_rank) {
        best.effects = &model, effects_rank = its_rank;
      }
      if (model.replaces_body() && its_rank >= body_rank) best.body = &model, body_rank = its_rank;
    }
    return best;
  };
  // An entry that names the class precedes a pattern for classes.
  Found best;
  if (auto it = by_class_.find(owner_name); it != by_class_.end()) best = best_of(it->second);
  if (!best.complete()) best.add_missing(best_of(patterns_for(owner_name, called.owner)));
  return best;
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

Models::Found Models::find_inherited(Program& program, const Method& method) const {
  const bool overrides = program[method.owner].origin == Origin::kJdk && !method.is_static() && !method.is_private() &&
                         program.text(method.name) != classfile::kConstructorName;
  Found result;
  if (!overrides) return result;
  std::vector<ClassId> queue = {method.owner};
  for (std::size_t i = 0; i < queue.size() && !result.complete(); ++i) {
    std::vector<ClassId> next;
    if (ClassId super = program.superclass(queue[i]); super.valid()) next.push_back(super);
    for (ClassId interface : program.interfaces(queue[i])) next.push_back(interface);
    for (ClassId supertype : next) {
      if (std::find(queue.begin(), queue.end(), supertype) != queue.end()) continue;
      queue.push_back(supertype);
      const Method* overridden = find_overridden(program, supertype, method);
      if (overridden == nullptr) continue;
      Found written = find_written(program, supertype, method);
      if (!is_contract(program, *overridden, method)) {
        if (written.effects != nullptr && written.effects->replaces_body()) written.effects = nullptr;
        written.body = nullptr;
      }
      result.add_missing(written);
    }
  }
  return result;
}

Models::Found Models::find_for_method(Program& program, MethodId id) const {
  {
    std::shared_lock lock(cache_mutex_);
    if (auto it = cache_.find(id); it != cache_.end()) return it->second;
  }
  const Method& method = program[id];
  Found result = find_written(program, method.owner, method);
  if (!result.complete()) result.add_missing(find_inherited(program, method));
  std::unique_lock lock(cache_mutex_);
  cache_.emplace(id, result);
  return result;
}

namespace {
// Says that the body is analysed, whatever later entries say.
const MethodModel kNoBody;
}  // namespace

const MethodModel* Models::combined(const Found& found) const {
  if (found.effects == nullptr) return found.body == &kNoBody ? nullptr : found.body;
  if (found.body == nullptr || found.effects == found.body) return found.effects;
  const std::pair key(found.effects, found.body);
  {
    std::shared_lock lock(cache_mutex_);
    if (auto it = combined_.find(key); it != combined_.end()) return &it->second;
  }
  MethodModel model = *found.effects;
  static_cast<BodyModel&>(model) = *found.body;
  std::unique_lock lock(cache_mutex_);
  return &combined_.try_emplace(key, std::move(model)).first->second;
}

// Entries for the type, then those for the method.
Models::Found Models::find_for_type(Program& program, ClassId type, MethodId method) const {
  Found found;
  if (type.valid() && type != program[method].owner) found = find_written(program, type, program[method]);
  if (!found.complete()) found.add_missing(find_for_method(program, method));
  return found;
}

const MethodModel* Models::find(Program& program, const ModelledCall& call) const {
  Found found;
  if (call.selected.valid()) {
    found = find_for_type(program, call.receiver, call.selected);
    const ClassId owner = program[call.selected].owner;
    auto is_jdk = [&](ClassId type) { return program[type].origin == Origin::kJdk; };
    if (!is_jdk(owner)) {
      if (found.body == nullptr) found.body = &kNoBody;
    } else if (call.receiver.valid() && !is_jdk(call.receiver) && policy_.skeletons.matches(program.name(owner))) {
      const MethodModel* own = find_written(program, call.receiver, program[call.selected]).body;
      found.body = own != nullptr ? own : &kNoBody;
    }
  }
  if (call.resolved.valid() && !found.complete()) {
    found.add_missing(find_for_type(program, call.static_type, call.resolved));
  }
  return combined(found);
}

}  // namespace snag::library

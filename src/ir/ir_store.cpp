#include "ir/ir_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "ir/lambda.h"

namespace snag {

IrStore::IrStore(Program& program, ir::References& references) : program_(program), references_(references) {}

const ir::MethodIr* IrStore::get(MethodId id) {
  {
    Shard& shard = shard_of(id);
    std::shared_lock lock(shard.mutex);
    if (auto it = shard.methods.find(id); it != shard.methods.end()) return it->second.get();
  }
  const Method& method = program_[id];
  if (!method.has_code) return nullptr;
  std::unique_ptr<ir::Builder> builder = borrow_builder();
  builder->begin_class(program_[method.owner].file);
  std::unique_ptr<const ir::MethodIr> built = build(method, *builder);
  return_builder(std::move(builder));
  return keep(id, std::move(built));
}

void IrStore::prepare(std::span<const MethodId> methods, unsigned jobs) {
  // There is one task per class, because the builder keeps what it has looked up in the constant pool of a class.
  std::vector<MethodId> missing;
  for (MethodId id : methods) {
    if (!program_[id].has_code) continue;
    Shard& shard = shard_of(id);
    std::shared_lock lock(shard.mutex);
    if (!shard.methods.contains(id)) missing.push_back(id);
  }
  std::sort(missing.begin(), missing.end());  // ids of one class are consecutive
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (i == 0 || program_[missing[i]].owner != program_[missing[i - 1]].owner) starts.push_back(i);
  }
  starts.push_back(missing.size());
  auto build_class = [&](std::size_t group) {
    std::unique_ptr<ir::Builder> builder = borrow_builder();
    builder->begin_class(program_[program_[missing[starts[group]]].owner].file);
    for (std::size_t i = starts[group]; i < starts[group + 1]; ++i) {
      keep(missing[i], build(program_[missing[i]], *builder));
    }
    return_builder(std::move(builder));
  };
  parallel_ranges(starts.size() - 1, jobs, /*grain=*/1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t group = begin; group < end; ++group) build_class(group);
  });
}

std::unique_ptr<const ir::MethodIr> IrStore::build(const Method& method, ir::Builder& builder) {
  Result<std::optional<ir::MethodIr>> built = builder.build(program_.member(method));
  if (!built) {
    failed_.fetch_add(1, std::memory_order_relaxed);
    Error error = built.error();
    error.message = fmt::format("{}: {}", program_.describe(method.id), error.message);
    program_.diagnostics().add(DiagnosticSeverity::kWarning, program_.file_of(method.owner), error);
    return nullptr;
  }
  if (!built->has_value()) return nullptr;
  return std::make_unique<const ir::MethodIr>(std::move(**built));
}

const ir::MethodIr* IrStore::keep(MethodId method, std::unique_ptr<const ir::MethodIr> built) {
  Shard& shard = shard_of(method);
  std::unique_lock lock(shard.mutex);
  return shard.methods.try_emplace(method, std::move(built)).first->second.get();
}

ClassId IrStore::lambda_class(const ir::MethodIr& method, const ir::Instruction& lambda, Origin origin) {
  std::lock_guard lock(lambda_mutex_);
  if (ClassId known = program_.loaded_class(lambda.type_name); known.valid()) return known;
  Result<ir::FunctionObject> made = ir::function_object(program_.names(), references_, method, lambda, origin);
  if (!made) {
    ClassId owner = program_.loaded_class(method.owner);
    program_.diagnostics().add(DiagnosticSeverity::kWarning, owner.valid() ? program_.file_of(owner) : std::string(),
                               made.error());
    return {};
  }
  ClassId id = program_.add_synthetic_class(std::move(made->type));
  keep(program_.methods(id)[0].id, std::make_unique<const ir::MethodIr>(std::move(made->method)));
  return id;
}

std::unique_ptr<ir::Builder> IrStore::borrow_builder() {
  {
    std::lock_guard lock(builders_mutex_);
    if (!builders_.empty()) {
      std::unique_ptr<ir::Builder> builder = std::move(builders_.back());
      builders_.pop_back();
      return builder;
    }
  }
  return std::make_unique<ir::Builder>(program_.names(), references_);
}

void IrStore::return_builder(std::unique_ptr<ir::Builder> builder) {
  std::lock_guard lock(builders_mutex_);
  builders_.push_back(std::move(builder));
}

IrStore::Statistics IrStore::statistics() const {
  Statistics result;
  for (const Shard& shard : shards_) {
    std::shared_lock lock(shard.mutex);
    for (const auto& [id, method] : shard.methods) {
      if (method == nullptr) continue;
      ++result.methods;
      result.instructions += method->instructions.size();
      result.bytes += method->memory();
    }
  }
  result.failed = failed_.load(std::memory_order_relaxed);
  return result;
}

}  // namespace snag

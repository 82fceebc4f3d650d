// The IR of methods, which is built on demand and kept, and the classes of lambdas.
//
// Threads: every member function may be called by any number of threads. A method that two threads request at once may
// be built twice; one copy is kept. Pointers stay valid as long as the store.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "ir/builder.h"
#include "ir/method_ir.h"
#include "program/program.h"
#include "program/resolution.h"

namespace snag {

// A reference to a method in the form that Resolver takes.
inline MethodReference method_reference(const ir::Reference& reference) {
  return {reference.owner, reference.name, reference.descriptor, reference.interface_owner};
}

class IrStore {
 public:
  IrStore(Program& program, ir::References& references);

  Program& program() const { return program_; }
  ir::References& references() const { return references_; }

  // Returns null for a method without code, and for one that cannot be analysed, which is a diagnostic of the program.
  const ir::MethodIr* get(MethodId method);
  // Builds the methods that are missing, class by class, on `jobs` threads (0: all cores).
  void prepare(std::span<const MethodId> methods, unsigned jobs);

  // Returns the class of the function object that a `lambda` instruction of `method` creates; its interface method then
  // has IR. Returns an invalid id, and adds a diagnostic, if LambdaMetafactory would refuse the lambda.
  ClassId lambda_class(const ir::MethodIr& method, const ir::Instruction& lambda, Origin origin);

  struct Statistics {
    std::uint64_t methods = 0, instructions = 0, bytes = 0, failed = 0;
  };
  Statistics statistics() const;

 private:
  struct Shard {
    mutable std::shared_mutex mutex;
    absl::flat_hash_map<MethodId, std::unique_ptr<const ir::MethodIr>> methods;  // null: cannot be built
  };
  static constexpr std::uint32_t kShards = 64;

  Shard& shard_of(MethodId method) { return shards_[method.value % kShards]; }
  std::unique_ptr<const ir::MethodIr> build(const Method& method, ir::Builder& builder);
  const ir::MethodIr* keep(MethodId method, std::unique_ptr<const ir::MethodIr> built);
  std::unique_ptr<ir::Builder> borrow_builder();
  void return_builder(std::unique_ptr<ir::Builder> builder);

  Program& program_;
  ir::References& references_;
  std::array<Shard, kShards> shards_;
  std::mutex builders_mutex_;
  std::vector<std::unique_ptr<ir::Builder>> builders_;
  std::mutex lambda_mutex_;  // so that a lambda's class is not visible before its method
  std::atomic<std::uint64_t> failed_{0};
};

}  // namespace snag

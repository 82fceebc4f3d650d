#include "callgraph/context_policy.h"

#include <vector>

namespace snag {

ContextPolicy::ContextPolicy(IrStore& store, std::span<const ClassId> application, unsigned jobs) : in_library_(true) {
  Program& program = store.program();
  std::vector<MethodId> methods;
  for (ClassId id : application) {
    for (const Method& method : program.methods(id)) {
      if (method.has_code) methods.push_back(method.id);
    }
  }
  store.prepare(methods, jobs);
  absl::flat_hash_map<Name, std::uint32_t> by_name;
  absl::flat_hash_map<ir::ReferenceId, std::uint32_t> by_reference;
  for (MethodId method : methods) {
    const ir::MethodIr* ir = store.get(method);
    if (ir == nullptr) continue;
    for (const ir::Instruction& i : ir->instructions) {
      if (i.op == ir::Op::kNew) ++by_name[i.type_name];
      if (i.op == ir::Op::kInvoke && i.as<ir::InvokeKind>() == ir::InvokeKind::kStatic) ++by_reference[i.reference()];
    }
  }
  for (const auto& [name, count] : by_name) {
    const ClassId id = program.find_class(name);
    if (!id.valid()) continue;
    for (ClassId supertype : program.supertypes(id)) {
      if (program[supertype].origin == Origin::kApplication) allocations_[supertype] += count;
    }
  }
  Resolver resolver(program);
  for (const auto& [reference, count] : by_reference) {
    ResolvedMethod method = resolver.resolve_call(method_reference(store.references()[reference]), /*is_static=*/true);
    if (method && program[program[*method].owner].origin == Origin::kApplication) calls_[*method] += count;
  }
}

}  // namespace snag

#include "checks/annotation_policy.h"

#include <algorithm>

#include "program/annotations.h"

namespace snag {

AnnotationPolicy::AnnotationPolicy(const Analyses& analyses)
    : analyses_(analyses), program_(analyses.input().store.program()), around_(program_) {
  for (ClassId id : analyses.input().application) {
    const ClassAnnotations& annotations = program_.annotations(id);
    has_any_ = has_any_ || annotations.has(AnnotationKind::kNotThreadSafe) ||
               annotations.mentions(AnnotationKind::kVisibleForTesting);
  }
}

Dismissals AnnotationPolicy::dismissals_of(const CodePosition& position) {
  Dismissals reasons;
  if (!has_any_) return reasons;
  bool thread_safe = false;
  around_.visit(position.type, position.method, [&](ClassId type, MethodId method) {
    const ClassAnnotations& annotations = program_.annotations(type);
    if (method.valid()) {
      reasons.add(Dismissal::kOnlyForTests,
                  annotations.has(program_[method], AnnotationKind::kVisibleForTesting) && !is_called(method));
    } else {
      thread_safe = thread_safe || annotations.has(AnnotationKind::kThreadSafe);
      reasons.add(Dismissal::kNotThreadSafe, !thread_safe && annotations.has(AnnotationKind::kNotThreadSafe));
    }
    return reasons.empty();
  });
  return reasons;
}

bool AnnotationPolicy::is_called(MethodId id) {
  if (!knows_calls_) find_called_methods();
  if (called_.contains(id)) return true;
  Calls& calls = analyses_.sections().calls();
  NodeId node = calls.node_of(id);
  if (node.valid() && calls.has_unknown_calls(node)) return true;
  // The library calls a method that implements one of its own.
  const Method& method = program_[id];
  if (method.is_static() || method.is_private() || program_.text(method.name).starts_with('<')) return false;
  std::vector<ClassId> types = {method.owner};
  for (std::size_t n = 0; n < types.size(); ++n) {
    auto add = [&](ClassId super) {
      if (super.valid() && std::find(types.begin(), types.end(), super) == types.end()) types.push_back(super);
    };
    add(program_.superclass(types[n]));
    for (ClassId interface : program_.interfaces(types[n])) add(interface);
    bool library = program_[types[n]].origin != Origin::kApplication;
    if (library && program_.declared_method(types[n], method.name, method.descriptor).valid()) return true;
  }
  return false;
}

// Visits all code once, in programs that have findings in such methods.
void AnnotationPolicy::find_called_methods() {
  knows_calls_ = true;
  Calls& calls = analyses_.sections().calls();
  auto call = [&](NodeId caller, MethodId callee) {
    bool for_tests =
        callee != calls.method(caller) &&
        program_.annotations(program_[callee].owner).has(program_[callee], AnnotationKind::kVisibleForTesting);
    if (for_tests) called_.insert(callee);
  };
  for (std::uint32_t n = 0; n < calls.node_count() && calls.is_application(NodeId(n)); ++n) {
    const ir::MethodIr& method = calls.ir(NodeId(n));
    for (const ir::Instruction& i : method.instructions) {
      if (i.op == ir::Op::kInvoke) {
        const Binding& binding = calls.binding(i);
        if (binding.resolved.valid()) call(NodeId(n), binding.resolved);
        for (NodeId target : binding.targets) call(NodeId(n), calls.method(target));
      } else if (i.op == ir::Op::kLambda) {
        NodeId body = calls.body_of(method.lambdas[i.payload]);
        if (body.valid()) call(NodeId(n), calls.method(body));
      }
    }
  }
}

}  // namespace snag

#include "checks/annotation_policy.h"

#include <algorithm>

#include "program/annotations.h"

namespace snag {

AnnotationPolicy::AnnotationPolicy(const Analyses& analyses)
    : analyses_(analyses), program_(analyses.input().store.program()), places_(program_), around_(program_) {
  for (ClassId id : analyses.input().application) {
    const ClassAnnotations& annotations = program_.annotations(id);
    asks_anything_ = asks_anything_ || annotations.has(AnnotationKind::kNotThreadSafe) ||
                     annotations.mentions(AnnotationKind::kVisibleForTesting);
  }
}

bool AnnotationPolicy::is_for_review(const Finding& finding) {
  if (!asks_anything_) return true;
  FindingPlace place = places_.place_of(finding);
  bool wanted = true, thread_safe = false;
  around_.visit(place.type, place.method, [&](ClassId type, MethodId method) {
    const ClassAnnotations& annotations = program_.annotations(type);
    if (method.valid()) {
      bool for_tests = annotations.has(program_[method], AnnotationKind::kVisibleForTesting) && !is_called(method);
      wanted = wanted && !for_tests;
      return wanted;
    }
    thread_safe = thread_safe || annotations.has(AnnotationKind::kThreadSafe);
    wanted = wanted && (thread_safe || !annotations.has(AnnotationKind::kNotThreadSafe));
    return wanted;
  });
  return wanted;
}

bool AnnotationPolicy::is_called(MethodId id) {
  if (!knows_calls_) find_called_methods();
  if (called_.contains(id)) return true;
  Calls& calls = analyses_.sections().calls();
  NodeId node = calls.node_of(id);
  if (node.valid() && calls.has_unknown_calls(node)) return true;
  // What implements a library's method is called by the library.
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

// One walk over all code, for programs that have findings in such methods.
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

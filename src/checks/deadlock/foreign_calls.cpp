#include "checks/deadlock/foreign_calls.h"

#include <algorithm>
#include <set>

#include "checks/section_evidence.h"

namespace snag::deadlock {

using ir::Op;
using ir::ValueId;
using sections::HeldLock;
using sections::MethodEffects;

namespace {

// Whether a call runs something that is not in the program, as far as the class hierarchy shows.
bool is_foreign(Calls& calls, const ir::MethodIr& method, const ir::Instruction& call) {
  const auto kind = call.as<ir::InvokeKind>();
  if (kind == ir::InvokeKind::kStatic || kind == ir::InvokeKind::kSpecial) return false;
  const Binding& binding = calls.binding(call);
  if (!binding.resolved.valid()) return false;
  const Program& program = calls.program();
  const Method& target = program[binding.resolved];
  const bool is_abstract = (target.access & classfile::kAccAbstract) != 0;
  const library::Policy& policy = calls.models().policy();
  if (program[target.owner].origin == Origin::kJdk) {
    const std::string_view owner = program.name(target.owner);
    const bool is_function = is_abstract && (policy.functions.matches(owner) || policy.tasks.matches(owner));
    const ValueId receiver = method.without_casts(method.operands(call)[0]);
    return is_function && method[receiver].op != Op::kLambda && method[receiver].op != Op::kNew;
  }
  return is_abstract && binding.targets.empty();
}

// Whether the whole program shows all that a call may run: objects that it makes itself.
bool is_seen(const Analyses& analyses, MethodId id, const ir::MethodIr& method, ValueId call) {
  const WholeProgramAnalysis* whole = analyses.whole_program();
  if (whole == nullptr) return false;
  const PointsTo& points_to = whole->points_to();
  const std::span<const MethodInstanceId> instances = points_to.instances_of(id);
  return !instances.empty() && std::all_of(instances.begin(), instances.end(), [&](MethodInstanceId instance) {
    const std::vector<ObjectId> receivers = points_to.objects(instance, method.operands(call)[0]);
    return !receivers.empty() && std::all_of(receivers.begin(), receivers.end(), [&](ObjectId object) {
      return points_to.allocation(object).method.valid() && points_to[object].kind != ObjectKind::kOpaque;
    });
  });
}

}  // namespace

std::vector<Weighed> find_foreign_calls(const Analyses& analyses) {
  std::vector<Weighed> found;
  if (analyses.input().profile != Profile::kAudit) return found;
  sections::Analysis& analysis = analyses.sections();
  Calls& calls = analysis.calls();
  for (std::uint32_t n = 0; n < calls.node_count(); ++n) {
    const NodeId node(n);
    if (!calls.is_application(node)) continue;
    const ir::MethodIr& method = calls.ir(node);
    const bool calls_foreign =
        std::any_of(method.instructions.begin(), method.instructions.end(),
                    [&](const ir::Instruction& i) { return i.op == Op::kInvoke && is_foreign(calls, method, i); });
    if (!calls_foreign) continue;
    MethodEffects effects = analysis.effects(node);
    const SectionEvidence about(analysis, effects);
    std::set<std::string> seen;  // one call of each method is enough
    effects.for_each_instruction([&](ir::BlockId, ValueId at, const sections::HeldLocks& held) {
      if (held.empty() || method[at].op != Op::kInvoke || !is_foreign(calls, method, method[at])) return;
      const HeldLock& outer = held.front();
      if (!effects.lock(outer.lock).path.known() || effects.lock(outer.lock).is_claim()) return;
      const std::string call = about.call_name(at);
      if (is_seen(analyses, calls.method(node), method, at) || !seen.insert(call).second) return;
      Defect defect{about.at(at)};
      defect.what = Kind::kForeignCall;
      defect.lock = about.lock_name(effects.lock(outer.lock).path);
      defect.call = call;
      defect.subject.locks = {defect.lock};
      defect.subject.lock_keys = {about.lock_key(node, effects.lock(outer.lock).path)};
      std::vector<Step> steps;
      if (outer.site.valid()) steps.push_back(about.step(Role::kAcquire, outer.site, {}, defect.lock));
      steps.push_back(about.step(Role::kCall, at, {defect.lock}, call));
      defect.threads = {{"T1", std::move(steps)}};
      defect.dismissals.add(Dismissal::kForeignCode);
      interleave(defect, defect.threads[0].steps.size());
      found.push_back({std::move(defect), Severity::kLow});
    });
  }
  return found;
}

}  // namespace snag::deadlock

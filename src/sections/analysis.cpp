#include "sections/analysis.h"

#include <algorithm>
#include <tuple>

#include "base/parallel.h"
#include "classfile/descriptor.h"
#include "classfile/made_names.h"
#include "program/annotations.h"
#include "sections/stale_uses.h"
#include "sections/summarize.h"

namespace snag::sections {

using ir::Op;
using ir::ValueId;

namespace {

constexpr std::size_t kGrain = 16;

// A call like firstElement(): an act, which fails if there is none, but changes nothing.
bool only_fails(const MethodEffects& effects, ValueId at, const Access& access) {
  const ir::Instruction& i = effects.method()[at];
  if (!access.location.ends_in_contents() || access.depth > 0 || i.op != Op::kInvoke) return false;
  const library::MethodModel* model = effects.calls().binding(i).model;
  return model != nullptr && model->action() == library::AtomicKind::kRead;
}

}  // namespace

Analysis::Analysis(IrStore& store, const library::Models& models, std::span<const ClassId> application,
                   const Options& options)
    : options_(options),
      calls_(store, models, application, options.jobs),
      handles_(calls_),
      sharing_(calls_.program(), models.policy()),
      bottom_up_(Callees(calls_, /*graph=*/nullptr, Callees::Purpose::kSummaries, options.jobs).bottom_up()),
      fields_(calls_, handles_, sharing_, options.jobs) {
  std::uint32_t count = calls_.node_count();
  summaries_.resize(count);
  contexts_.resize(count);
  escaping_.assign(count, false);
  counts_.methods = count;
  summarize_all();
  sort_contexts();
  of_callers_ = find_callers_locks({});
}

void Analysis::summarize_all() {
  bottom_up_.for_each(options_.jobs, [&](std::uint32_t component) {
    for (std::uint32_t node : bottom_up_.component(component)) summarize_one(NodeId(node));
  });
  auto order = [&](const Writer& a, const Writer& b) {
    auto key = [&](const Writer& writer) {
      return std::tuple(calls_.program().sort_key(writer.place.method), writer.place.line, writer.removes,
                        writer.locks.size());
    };
    return key(a) < key(b);
  };
  for (std::vector<Writer>& writers : writers_) std::stable_sort(writers.begin(), writers.end(), order);
}

Analysis::Context Analysis::context_of(NodeId caller, const CallContext& call, const HeldLocks& held,
                                       const MethodEffects& effects) {
  Context context{.caller = caller, .held = {}, .arguments = call.arguments};
  auto add = [&](const AccessPath& lock, LockMode mode) {
    lock.for_each_name_in_callee(call.arguments, [&](const AccessPath& name) { add_lock(context.held, {name, mode}); });
  };
  for (const HeldLock& h : held) add(effects.lock(h.lock).path, h.mode);
  for (const NamedLock& lock : call.extra) add(lock.path, lock.mode);
  return context;
}

// Neither callers nor checks could learn anything from it.
bool Analysis::does_nothing(const MethodEffects& effects) const {
  const ir::MethodIr& method = effects.method();
  if (!effects.effects().empty() || !effects.contexts().empty() || !method.lambdas.empty() || effects.gave_up()) {
    return false;
  }
  if (!calls_.text(method.descriptor).ends_with(")V")) return false;
  return std::none_of(method.instructions.begin(), method.instructions.end(), [](const ir::Instruction& i) {
    return i.op == Op::kInvoke && i.as<ir::InvokeKind>() == ir::InvokeKind::kInterface;
  });
}

void Analysis::summarize_one(NodeId node) {
  struct Write {
    FieldId field;
    Writer writer;
    bool contents;
  };
  MethodEffects effects = effects_alone(node);
  if (does_nothing(effects)) return;
  Staleness staleness(effects);
  summaries_[node.value] = summarize(staleness);

  // One walk for what is held at calls and at writes. Contexts and effects are in the order of instructions.
  std::vector<std::pair<NodeId, Context>> contexts;
  std::vector<Write> writes;
  std::size_t next_context = 0, next_effect = 0;
  // Accessors have no lines of their own: what they write, their callers write. Bodies of lambdas have.
  auto is_accessor = [&](const ir::MethodIr& method) {
    return (method.access & classfile::kAccSynthetic) != 0 && classfile::is_accessor(calls_.text(method.name));
  };
  const bool accessor = is_accessor(effects.method());
  auto is_here = [&](const Access& access) {
    if (!access.place.method.valid()) return true;
    return access.depth == 1 && is_accessor(calls_.ir(calls_.node_of(access.place.method)));
  };
  bool anything = !effects.contexts().empty() || !effects.effects().empty();
  for (std::uint32_t b = 0; b < effects.method().blocks.size() && anything; ++b) {
    HeldLocks held = effects.held_at_start(ir::BlockId(b));
    std::uint32_t end = effects.method().blocks[b].end;
    auto next = [&] {
      std::uint32_t at = end;
      if (next_context < effects.contexts().size()) at = std::min(at, effects.contexts()[next_context].site.value);
      if (next_effect < effects.effects().size()) at = std::min(at, effects.effects()[next_effect].at.value);
      return at;
    };
    for (std::uint32_t n = next(); n < end; n = next()) {
      for (; next_context < effects.contexts().size() && effects.contexts()[next_context].site.value == n;
           ++next_context) {
        const CallContext& call = effects.contexts()[next_context];
        contexts.emplace_back(call.callee, context_of(node, call, held, effects));
      }
      if (next_effect >= effects.effects().size() || effects.effects()[next_effect].at.value != n) continue;
      const Effect& effect = effects.effects()[next_effect++];
      for (const Access& access : effect.accesses) {
        FieldId field = access.location.last_field();
        bool here = access.kind == AccessKind::kWrite && is_here(access) && !access.only_reads;
        if (!here || !field.valid() || accessor || only_fails(effects, effect.at, access)) continue;
        bool contents = !access.location.steps().empty() && access.location.steps().back() != field.value;
        Writer writer{.place = {calls_.method(node), effects.method().line(effect.at), effects.method()[effect.at].pc},
                      .locks = {},
                      .object = access.location.owner_of_last_field(),
                      .removes = access.removes,
                      .contents = contents,
                      .key = constant_key(access)};
        for (const HeldLock& h : held) {
          writer.locks.push_back({effects.lock(h.lock).path, h.mode});
          writer.key_is_locked |= access.keyed && access.key == effects.lock(h.lock).path && !is_shared(h.mode);
        }
        writes.push_back({field, std::move(writer), contents});
      }
      effects.step(effect.at, held);
    }
  }
  bool waits = std::any_of(effects.effects().begin(), effects.effects().end(),
                           [](const Effect& effect) { return !effect.waits.empty(); });
  bool stale = !stale_uses(staleness).empty(), outside_block = false;
  for (const BlockUse& use : block_uses(staleness)) {
    outside_block = outside_block || options_.all_block_uses || use.mixed_with.valid() ||
                    effects.effect(use.at) != nullptr;  // a call on a collection, perhaps
  }
  std::lock_guard lock(mutex_);
  for (auto& [callee, context] : contexts) contexts_[callee.value].push_back(std::move(context));
  bool application = calls_.is_application(node);
  for (Write& write : writes) {
    if (!application) break;
    if (write.field.value >= writers_.size()) writers_.resize(write.field.value + 1);
    writers_[write.field.value].push_back(std::move(write.writer));
    if (write.contents) contents_change_.insert(write.field);
  }
  note_escaping_lambdas(effects);
  if (application && (waits || stale)) stale_.push_back(node);
  if (application && (waits || outside_block)) outside_block_.push_back(node);
  for (const Effect& effect : effects.effects()) counts_.sections += effect.acquires.size() + effect.sections.size();
  counts_.origins += staleness.origins().size();
  if (!staleness.gave_up() && !effects.gave_up()) return;
  ++counts_.given_up;
  Program& program = calls_.program();
  program.diagnostics().add(DiagnosticSeverity::kWarning, program.file_of(program[calls_.method(node)].owner),
                            {program.describe(calls_.method(node)) +
                                 ": too much for the flow of values under locks; stale values in it may be missed",
                             std::nullopt});
}

// Bodies of lambdas that are not only run by the calls they are given to.
void Analysis::note_escaping_lambdas(const MethodEffects& effects) {
  const ir::MethodIr& method = effects.method();
  if (method.lambdas.empty()) return;
  for (const ir::Instruction& i : method.instructions) {
    for (ValueId operand : method.operands(i)) {
      if (method[operand].op != Op::kLambda) continue;
      NodeId body = calls_.body_of(method.lambdas[method[operand].payload]);
      if (!body.valid()) continue;
      ValueId at(static_cast<std::uint32_t>(&i - method.instructions.data()));
      std::span<const CallContext> run = effects.contexts_at(at);
      bool run_here =
          std::any_of(run.begin(), run.end(), [&](const CallContext& context) { return context.callee == body; });
      if (run_here) continue;
      escaping_[body.value] = true;
      calls_.note_unknown_call(calls_.method(body));  // `this::step` runs what overrides step
    }
  }
}

// They came in the order in which threads were done.
void Analysis::sort_contexts() {
  for (std::vector<Context>& contexts : contexts_) {
    std::stable_sort(contexts.begin(), contexts.end(),
                     [](const Context& a, const Context& b) { return a.caller < b.caller; });
  }
}

// The greatest solution: at first every method is taken to hold everything and to construct only, then what a call does
// not grant is taken away until nothing changes. Sets only shrink, so it ends; callers come before callees, so that
// apart from recursion one round does it. Only methods whose callers lost something are looked at again: a ring of
// 8,000 private methods took 2 s with whole rounds, and takes 0.06 s.
Analysis::OfCallers Analysis::find_callers_locks(const std::vector<bool>& callers_known) {
  std::uint32_t count = calls_.node_count();
  OfCallers result{.held = std::vector<Locks>(count), .only_construct = std::vector<bool>(count, false)};
  std::vector<bool> holds_everything(count, false), dirty(count, false);
  std::vector<std::vector<std::uint32_t>> relying(count);  // by caller: the eligible methods that it calls
  absl::flat_hash_map<std::uint32_t, Locks> declared;      // by node: what @GuardedBy says; few have any
  for (std::uint32_t n = 0; n < count; ++n) {
    const Method& method = calls_.program()[calls_.method(NodeId(n))];
    if (calls_.program().annotations(method.owner).mentions(AnnotationKind::kGuardedBy)) {
      result.held[n] = sections::guards_of(calls_.program(), fields_, method);
      if (!result.held[n].empty()) declared[n] = result.held[n];
    }
    const bool by_hierarchy = calls_.callers_are_known(NodeId(n)) && !calls_.has_unknown_calls(NodeId(n));
    const bool by_graph = !callers_known.empty() && callers_known[n];
    bool eligible = !contexts_[n].empty() && !escaping_[n] && (by_hierarchy || by_graph);
    holds_everything[n] = result.only_construct[n] = dirty[n] = eligible;
    if (!eligible) continue;
    for (const Context& context : contexts_[n]) {
      std::vector<std::uint32_t>& callees = relying[context.caller.value];
      if (callees.empty() || callees.back() != n) callees.push_back(n);
    }
  }
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t c = bottom_up_.component_count(); c-- > 0;) {
      std::span<const std::uint32_t> component = bottom_up_.component(c);
      // Within a recursive group until it has settled: what leads out of it comes later in any case.
      std::vector<std::uint32_t> work;
      for (std::size_t i = component.size(); i-- > 0;) {
        if (dirty[component[i]]) work.push_back(component[i]);
      }
      while (!work.empty()) {
        std::uint32_t n = work.back();
        work.pop_back();
        dirty[n] = false;
        bool everything = true, constructs = true;
        Locks common;
        for (const Context& context : contexts_[n]) {
          constructs = constructs && grants_construction(context, result);
          if (holds_everything[context.caller.value]) continue;
          Locks held = held_in_callee(context, result);
          if (everything) {
            common = std::move(held);
          } else {
            intersect(common, held);
          }
          everything = false;
          if (common.empty() && !constructs) break;
        }
        if (auto known = declared.find(n); known != declared.end()) {
          for (const NamedLock& lock : known->second) add_lock(common, lock);
        }
        bool changed =
            everything != holds_everything[n] || constructs != result.only_construct[n] || common != result.held[n];
        holds_everything[n] = everything;
        result.only_construct[n] = constructs;
        result.held[n] = std::move(common);
        if (!changed) continue;
        for (std::uint32_t callee : relying[n]) {
          if (dirty[callee]) continue;
          dirty[callee] = true;
          if (bottom_up_.component_of(callee) == c) {
            work.push_back(callee);
          } else if (bottom_up_.component_of(callee) > c) {
            again = true;  // such a call is not an edge of the call graph, since it may run other methods, too
          }
        }
      }
    }
  }
  return result;
}

void Analysis::know_callers(const CallGraph& graph) {
  of_callers_ = find_callers_locks(known_callers(graph, /*clients=*/true));
  held_by_seen_callers_ = find_callers_locks(known_callers(graph, /*clients=*/false)).held;
}

// By node: whether every call of it in the graph is one whose context was seen.
std::vector<bool> Analysis::known_callers(const CallGraph& graph, bool clients) const {
  std::vector<bool> known(calls_.node_count(), false);
  for (std::uint32_t n = 0; n < calls_.node_count(); ++n) known[n] = graph.reaches(calls_.method(NodeId(n)));
  auto forget = [&](MethodId method) {
    if (NodeId node = calls_.node_of(method); node.valid()) known[node.value] = false;
  };
  for (const EntryPoint& entry : graph.entry_points()) {
    if (clients || entry.kind != EntryKind::kPublic) forget(entry.method);
  }
  absl::flat_hash_set<std::pair<NodeId, NodeId>> seen;  // callee and caller
  for (std::uint32_t n = 0; n < calls_.node_count(); ++n) {
    for (const Context& context : contexts_[n]) seen.emplace(NodeId(n), context.caller);
  }
  for (MethodId caller : graph.methods()) {
    const NodeId from = calls_.node_of(caller);
    for (const Call& call : graph.calls(caller)) {
      const NodeId to = calls_.node_of(call.callee);
      if (!to.valid()) continue;
      const bool seen_call = call.kind == CalleeKind::kCall && from.valid() && seen.contains({to, from});
      if (!seen_call) known[to.value] = false;
    }
  }
  return known;
}

// What is held at a call, in the callee's terms: by the caller itself, and by the caller's callers.
Locks Analysis::held_in_callee(const Context& context, const OfCallers& of_callers) const {
  Locks held = context.held;
  for (const NamedLock& lock : of_callers.held[context.caller.value]) {
    lock.path.for_each_name_in_callee(context.arguments, [&](const AccessPath& name) {
      add_lock(held, {name, lock.mode});
    });
  }
  return held;
}

bool Analysis::grants_construction(const Context& context, const OfCallers& of_callers) const {
  if (calls_.is_class_initializer(context.caller)) return true;
  bool on_this = !context.arguments.empty() && context.arguments[0].is_parameter(0);
  return on_this && (calls_.is_constructor(context.caller) || of_callers.only_construct[context.caller.value]);
}

void Analysis::for_each_method(WrongUse wanted, const std::function<void(NodeId, Staleness&)>& visit) {
  const std::vector<NodeId>& chosen = wanted == WrongUse::kStale ? stale_ : outside_block_;
  parallel_ranges(chosen.size(), options_.jobs, kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      MethodEffects of_method = effects(chosen[n]);
      Staleness staleness(of_method);
      if (!staleness.tracks_nothing()) visit(chosen[n], staleness);
    }
  });
}

std::span<const Writer> Analysis::writers(FieldId field) const {
  if (!field.valid() || field.value >= writers_.size()) return {};
  return writers_[field.value];
}

bool Analysis::is_excluded_by(const NamedLock& lock, const AccessPath& object, const Writer& writer,
                              bool seen_callers) const {
  // As the object itself would call it.
  absl::InlinedVector<AccessPath, 2> wanted;
  lock.path.for_each_name_in_callee(std::span(&object, 1), [&](const AccessPath& name) { wanted.push_back(name); });
  if (wanted.empty()) return false;
  auto is_it = [&](const NamedLock& held) {
    bool found = false;
    held.path.for_each_name_in_callee(std::span(&writer.object, 1), [&](const AccessPath& name) {
      found = found || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
    });
    return found && !(is_shared(held.mode) && is_shared(lock.mode));
  };
  const NodeId node = calls_.node_of(writer.place.method);
  const Locks& of_callers = seen_callers ? held_by_seen_callers(node) : held_at_entry(node);
  return std::any_of(writer.locks.begin(), writer.locks.end(), is_it) ||
         std::any_of(of_callers.begin(), of_callers.end(), is_it);
}

}  // namespace snag::sections

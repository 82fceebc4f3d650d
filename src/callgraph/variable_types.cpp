#include "callgraph/variable_types.h"

#include <vector>

#include "callgraph/method_flows.h"

namespace snag {

VariableTypes::VariableTypes(IrStore& store, Resolver& resolver, const library::Models& models,
                             std::span<const ClassId> all_classes, const CallGraphOptions& options)
    : options_(options),
      all_classes_(all_classes),
      run_(store, resolver, models, /*variables_apart=*/options.algorithm == CallGraphAlgorithm::kVta),
      unknown_library_(run_),
      reflection_(run_, all_classes),
      model_effects_(run_, unknown_library_, reflection_),
      binder_(run_, unknown_library_, model_effects_) {}

CallGraph VariableTypes::run(const EntryPoints& entries) {
  run_.watches.add(run_.nodes.escaped(), {.kind = WatchKind::kEscaped});
  add_entries(entries);
  // Methods are reached in waves, so that their IR can be built on all cores; everything else is in one order.
  for (std::vector<MethodId> wave = run_.methods.take_pending(); !wave.empty(); wave = run_.methods.take_pending()) {
    ++waves_;
    run_.store.prepare(wave, options_.jobs);
    for (MethodId method : wave) generate(method);
    complete_ = run_.flows.solve([&](WatchId watch, ObjectTypeId type) { notify(run_.watches[watch], type); },
                                 options_.maximum_steps);
    if (!complete_) break;
  }
  return assemble();
}

void VariableTypes::add_entries(const EntryPoints& entries) {
  const Program& program = run_.program;
  auto object_of = [&](ClassId id) { return run_.types.intern(ObjectKind::kObject, program[id].name); };
  if (options_.algorithm == CallGraphAlgorithm::kCha) {
    for (ClassId id : all_classes_) {
      if (program[id].is_abstract() || program[id].is_interface()) continue;
      run_.flows.add_type(run_.nodes.all(), object_of(id));
    }
  }
  for (ClassId id : entries.instantiated) {
    run_.methods.instantiate(id);
    run_.flows.add_type(run_.nodes.escaped(), object_of(id));
  }
  for (const EntryPoint& entry : entries.methods) {
    const Method& method = program[entry.method];
    ReachedMethod& reached = run_.methods.reach(entry.method, 0);
    run_.methods.initialize(method.owner);
    const Class& owner = program[method.owner];
    bool concrete = !owner.is_abstract() && !owner.is_interface();
    if (!method.is_static() && concrete && (entry.kind == EntryKind::kMain || entry.kind == EntryKind::kUser)) {
      run_.methods.instantiate(method.owner);
      run_.methods.call_from_library(reached, object_of(method.owner));
    } else if (entry.kind != EntryKind::kMain) {
      run_.methods.call_from_library(reached, {});
      if (!method.is_static() && !reached.parameters.empty()) {
        run_.flows.add_edge(run_.nodes.escaped(), reached.parameters[0], owner.name);
      }
    }
    run_.methods.add_entry(entry.method, entry.kind);
  }
}

void VariableTypes::generate(MethodId id) {
  ReachedMethod& method = run_.methods[id];
  if (const ir::MethodIr* ir = run_.store.get(id)) {
    MethodFlows(run_, binder_, model_effects_, method, *ir).generate();
    return;
  }
  // Code that cannot be analysed: what went in may come out, and anything may have been done with it.
  method.body = BodyKind::kOpaque;
  for (FlowNodeId parameter : method.parameters) run_.flows.add_edge(parameter, run_.nodes.escaped());
  run_.nodes.add_unknown_value(method.result, run_.types.signature(run_.program[id].descriptor).result);
}

void VariableTypes::notify(const Watch& watch, ObjectTypeId type) {
  switch (watch.kind) {
    case WatchKind::kDispatch:
      return binder_.dispatch(watch.site, type);
    case WatchKind::kArrayLoad:
      if (run_.types[type].kind == ObjectKind::kArray) run_.flows.add_edge(run_.nodes.elements(type), watch.value);
      return;
    case WatchKind::kArrayStore:
      if (run_.types[type].kind == ObjectKind::kArray) {
        Name element = run_.types.element_type(run_.types[type].name);
        if (run_.types.is_plain(element)) return;
        // A store that the array refuses at run time does not happen.
        Name filter = run_.types.is_object(element) ? Name() : element;
        run_.flows.add_edge(watch.value, run_.nodes.elements(type), filter);
      }
      return;
    case WatchKind::kGuess:
      return unknown_library_.guess_callbacks(watch.site, type, watch.declared);
    case WatchKind::kCallback:
      return model_effects_.run_callback(watch, type);
    case WatchKind::kEscaped:
      return unknown_library_.receive(type);
    case WatchKind::kReflection:
      return reflection_.use(watch.site, watch.reflection, type);
  }
}

CallGraph VariableTypes::assemble() const {
  CallGraphAssembler assembler(run_.program);
  for (const ReachedMethod& method : run_.methods.all()) assembler.add_method(method.id, method.body);
  for (const FlowSite& site : run_.sites.all()) {
    assembler.add_site(site.caller, site.instruction);
    auto add_callees = [&](const FlowSite& from) {
      for (auto [callee, kind] : from.callees) assembler.add_call(site.caller, site.instruction, callee, kind);
    };
    add_callees(site);
    if (site.same_as.valid()) add_callees(run_.sites[site.same_as]);
  }
  for (const EntryPoint& entry : run_.methods.entries()) assembler.add_entry(entry.method, entry.kind);
  return assembler.finish(run_.sites.unresolved(), run_.methods.budget_exhausted());
}

VariableTypes::Counters VariableTypes::counters() const {
  return {.nodes = run_.flows.node_count(),
          .types = run_.types.size(),
          .collapsed = run_.flows.collapsed_count(),
          .waves = waves_,
          .edges = run_.flows.edge_count(),
          .steps = run_.flows.step_count()};
}

}  // namespace snag

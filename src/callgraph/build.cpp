// Builds the call graph by variable-type analysis, its coarser relatives, or points-to analysis.
//
//   Shape s = round ? new Circle() : new Square();   // s may be a Circle or a Square
//   shapes.add(s);                                   // so may the elements of ArrayList.elementData
//   s.draw();                                        // Circle.draw, Square.draw; not Triangle.draw
//
// Problem: which methods may a call run, without dragging in the whole JDK.
// Idea: a flow graph (flow_graph.h) with one node for each SSA value, parameter, result, field (for all objects
// together), array type (its elements) and thrown exceptions (flow_nodes.h). Types enter at allocations; where one
// reaches a call's receiver, the method it selects is reached (call_binder.h), its body's flows are added
// (method_flows.h), arguments and result are bound. What models describe (model_effects.h) or what is not explored
// (unknown_library.h) is bound to one more node, `escaped`: everything that the library has received. It comes back
// from there as any result of a fitting type, and may be called back. For rapid type analysis all these nodes are one;
// for class hierarchy analysis that one holds every class at once. For points-to analysis objects take the place of
// types, each object has its own fields, and a method is analysed once for each context (contexts.h). Terminates:
// methods, contexts, nodes and objects are finite (each comes from a class file's text), and sets only grow. Cannot
// see: reflection with computed names, dependency injection, deserialization, native code's calls. Comes from: von
// Praun 3.2; Sundaresan et al. [115] there; Bacon & Sweeney for rapid types.
#include "callgraph/build.h"

#include <algorithm>
#include <memory>
#include <span>
#include <tuple>
#include <utility>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "callgraph/entry_points.h"
#include "callgraph/method_flows.h"

namespace snag {

namespace {

Precision precision_of(CallGraphAlgorithm algorithm) {
  return algorithm == CallGraphAlgorithm::kObjects ? Precision::kObjects
         : algorithm == CallGraphAlgorithm::kVta   ? Precision::kVariableTypes
                                                   : Precision::kRapidTypes;
}

// One object, one run, one thread; the methods' IR is built on many.
class VariableTypes {
 public:
  // `all_classes` are the application's and, where they matter, its libraries'; they must outlive this object.
  VariableTypes(IrStore& store, const library::Models& models, std::span<const ClassId> all_classes,
                const CallGraphOptions& options, bool contexts)
      : options_(options),
        contexts_(contexts),
        all_classes_(all_classes),
        owned_run_(std::make_unique<Propagation>(store, models, precision_of(options.algorithm))),
        reflection_(run_, all_classes) {}

  CallGraphResult run(const EntryPoints& entries) {
    CallGraphResult result;
    result.contexts = contexts_;
    if (contexts_) run_.context_policy = ContextPolicy(run_.store, all_classes_, options_.jobs);
    const std::uint64_t maximum_steps =
        contexts_ ? std::min(options_.maximum_steps_with_contexts, options_.maximum_steps) : options_.maximum_steps;
    run_.watch(run_.nodes.escaped(), {.kind = WatchKind::kEscaped});
    add_entries(entries);
    bool opened = !options_.open || !options_.entries.empty();
    // Methods are reached in waves, so that their IR can be built on all cores; everything else is in one order.
    std::vector<MethodId> methods;
    for (std::vector<MethodInstanceId> wave = run_.methods.take_pending(); !wave.empty();
         wave = run_.methods.take_pending()) {
      ++result.propagation.waves;
      methods.clear();
      for (MethodInstanceId instance : wave) methods.push_back(run_.methods[instance].method);
      run_.store.prepare(methods, options_.jobs);
      for (MethodInstanceId instance : wave) generate(run_.methods[instance]);
      result.complete = run_.flows.solve(
          [&](WatchId watch, ObjectId object) { notify(run_.watches[watch.value], object); }, maximum_steps);
      if (!result.complete && contexts_) return result;  // it begins again
      if (!result.complete) break;
      if (!opened && !run_.methods.has_pending()) {
        opened = true;
        add_entries(unreached_entries());
      }
    }
    assemble(result);
    return result;
  }

 private:
  void add_entries(const EntryPoints& entries) {
    const Program& program = run_.program;
    auto object_of = [&](ClassId id) { return run_.types.intern(ObjectKind::kObject, program[id].name); };
    if (options_.algorithm == CallGraphAlgorithm::kCha) {
      for (ClassId id : all_classes_) {
        if (program[id].is_concrete()) run_.flows.add_object(run_.nodes.all(), object_of(id));
      }
    }
    for (ClassId id : entries.instantiated) {
      run_.methods.instantiate(id);
      run_.flows.add_object(run_.nodes.escaped(), object_of(id));
    }
    for (const EntryPoint& entry : entries.methods) {
      const Method& method = program[entry.method];
      MethodInstance& reached = run_.methods.reach(entry.method, 0);
      run_.methods.initialize(method.owner);
      const Class& owner = program[method.owner];
      if (!method.is_static() && owner.is_concrete() &&
          (entry.kind == EntryKind::kMain || entry.kind == EntryKind::kUser)) {
        run_.methods.instantiate(method.owner);
        run_.methods.call_from_library(reached, object_of(method.owner));
      } else if (entry.kind != EntryKind::kMain) {
        run_.methods.call_on_escaped(reached, owner.name);
      }
      run_.methods.add_entry(entry.method, entry.kind);
    }
  }

  // Where a library begins that the entry points do not reach; none if they reach half of the application.
  EntryPoints unreached_entries() {
    absl::flat_hash_set<MethodId> reached;
    for (const MethodInstance& method : run_.methods.all()) reached.insert(method.method);
    std::vector<ClassId> unreached;
    std::size_t methods = 0, reached_methods = 0;
    for (ClassId id : all_classes_) {
      bool any = false;
      for (const Method& method : run_.program.methods(id)) {
        if (!method.has_code) continue;
        ++methods;
        if (reached.contains(method.id)) ++reached_methods, any = true;
      }
      if (!any) unreached.push_back(id);
    }
    if (2 * reached_methods >= methods) return {};
    return public_entry_points(run_.program, run_.models.policy(), unreached);
  }

  void generate(MethodInstance& method) {
    if (const ir::MethodIr* ir = run_.store.get(method.method)) {
      return add_method_flows(run_, binder_, model_effects_, method, *ir);
    }
    // Code that cannot be analysed: what went in may come out, and anything may have been done with it.
    method.body = BodyKind::kOpaque;
    for (FlowNodeId parameter : method.parameters) run_.flows.add_edge(parameter, run_.nodes.escaped());
    run_.nodes.add_unknown_value(method.result, run_.types.signature(run_.program[method.method].descriptor).result);
  }

  void notify(const Watch& stored, ObjectId type) {
    // Most are of this kind.
    if (stored.kind == WatchKind::kDispatch) return binder_.dispatch(*stored.site, type);
    const Watch watch = stored;  // since the table of watches may grow
    const bool is_array = run_.types[type].kind == ObjectKind::kArray;
    switch (watch.kind) {
      case WatchKind::kReceiver:
        return binder_.receive(*watch.site, watch.method, type);
      case WatchKind::kFieldLoad:
        if (has_field(type, watch.field)) run_.flows.add_edge(run_.nodes.field(type, watch.field), watch.value);
        return;
      case WatchKind::kFieldStore:
        if (has_field(type, watch.field)) run_.flows.add_edge(watch.value, run_.nodes.field(type, watch.field));
        return;
      case WatchKind::kModelLoad:
        if (!run_.types.has_identity(type)) return;
        return run_.flows.add_edge(is_array ? run_.nodes.elements(type) : run_.nodes.model_field(type, watch.declared),
                                   watch.value);
      case WatchKind::kModelStore:
        if (!run_.types.has_identity(type)) return;
        return run_.flows.add_edge(watch.value,
                                   is_array ? run_.nodes.elements(type) : run_.nodes.model_field(type, watch.declared));
      case WatchKind::kView:
        return model_effects_.make_view(watch, type);
      case WatchKind::kUserCast:
        // What the library hands out as one of its own types may be an object that it was given.
        if (run_.types[type].kind == ObjectKind::kOpaque) {
          run_.flows.add_edge(run_.nodes.escaped_as(watch.declared), watch.value);
        }
        return;
      case WatchKind::kDispatch:
        return;
      case WatchKind::kArrayLoad:
        if (is_array) run_.flows.add_edge(run_.nodes.elements(type), watch.value);
        return;
      case WatchKind::kArrayStore:
        if (is_array) {
          Name element = run_.types.element_type(run_.types[type].name);
          // A store that the array refuses at run time does not happen.
          if (!run_.types.is_plain(element)) run_.flows.add_edge(watch.value, run_.nodes.elements(type), element);
        }
        return;
      case WatchKind::kGuess:
        return unknown_library_.guess_callbacks(*watch.site, type, watch.declared);
      case WatchKind::kCallback:
        return model_effects_.run_callback(watch, type);
      case WatchKind::kEscaped:
        return unknown_library_.receive(type);
      case WatchKind::kReflection:
        return reflection_.use(*watch.site, watch.reflection, type);
    }
  }

  // Whether an object of this kind can have a field that its static type declares.
  bool has_field(ObjectId object, FieldId field) {
    const ClassId id = run_.types[object].class_id;
    return !id.valid() || run_.program.is_subtype(id, run_.program[field].owner);
  }

  void assemble(CallGraphResult& result) {
    CallGraph::Parts parts;
    // What the instances of a method do is done by the method.
    absl::flat_hash_map<MethodId, BodyKind> bodies;
    for (const MethodInstance& method : run_.methods.all()) {
      if (bodies.try_emplace(method.method, method.body).second) parts.methods.emplace_back(method.method, method.body);
    }
    absl::flat_hash_set<std::tuple<MethodId, ir::ValueId, MethodId, CalleeKind>> known;
    absl::flat_hash_map<std::pair<MethodId, ir::ValueId>, bool> has_callees;  // by place
    for (const FlowSite& site : run_.sites) {
      const MethodId caller = site.caller->method;
      const auto& callees = site.same_as != nullptr ? site.same_as->callees : site.callees;
      for (auto [instance, kind] : callees) {
        const MethodId callee = run_.methods[instance].method;
        if (!known.emplace(caller, site.instruction, callee, kind).second) continue;
        parts.calls.emplace_back(caller, Call{site.instruction, callee, kind});
      }
      bool of_jdk = run_.program[run_.program[caller].owner].origin == Origin::kJdk;
      if (!of_jdk) has_callees[{caller, site.instruction}] |= !callees.empty();
    }
    for (const auto& [place, has] : has_callees) result.sites_without_callees += has ? 0 : 1;
    parts.entry_points.assign(run_.methods.entries().begin(), run_.methods.entries().end());
    result.graph = CallGraph(run_.program, std::move(parts));
    result.jdk_budget_exhausted = run_.methods.budget_exhausted();
    result.unresolved_sites = run_.unresolved_sites;
    result.propagation.nodes = run_.flows.node_count();
    result.propagation.objects = run_.types.size();
    result.propagation.instances = static_cast<std::uint32_t>(run_.methods.all().size());
    result.propagation.collapsed = run_.flows.collapsed_count();
    result.propagation.edges = run_.flows.edge_count();
    result.propagation.steps = run_.flows.step_count();
    if (options_.algorithm == CallGraphAlgorithm::kObjects) {
      result.points_to = std::make_unique<PointsTo>(std::move(owned_run_));
    }
  }

  const CallGraphOptions& options_;
  const bool contexts_;
  const std::span<const ClassId> all_classes_;
  std::unique_ptr<Propagation> owned_run_;
  Propagation& run_ = *owned_run_;
  UnknownLibrary unknown_library_{run_};
  Reflection reflection_;
  ModelEffects model_effects_{run_, unknown_library_, reflection_};
  CallBinder binder_{run_, unknown_library_, model_effects_};
};

}  // namespace

Result<CallGraphResult> build_call_graph(IrStore& store, const library::Models& models,
                                         const CallGraphOptions& options) {
  Program& program = store.program();
  std::vector<ClassId> classes = program.load_all(Origin::kApplication, options.jobs);
  Result<EntryPoints> entries = find_entry_points(program, models.policy(), classes, options.entries);
  if (!entries) return tl::unexpected(entries.error());
  if (options.algorithm == CallGraphAlgorithm::kCha) {
    std::vector<ClassId> libraries = program.load_all(Origin::kLibrary, options.jobs);
    classes.insert(classes.end(), libraries.begin(), libraries.end());
  }
  if (options.algorithm == CallGraphAlgorithm::kObjects && options.contexts) {
    CallGraphResult result = VariableTypes(store, models, classes, options, /*contexts=*/true).run(*entries);
    if (result.complete) return result;
  }
  return VariableTypes(store, models, classes, options, /*contexts=*/false).run(*entries);
}

}  // namespace snag

#include "callgraph/variable_types.h"

#include <algorithm>
#include <utility>

#include "classfile/descriptor.h"
#include "classfile/language_names.h"

namespace snag {

VariableTypes::VariableTypes(IrStore& store, Resolver& resolver, const library::Models& models,
                             const CallGraphOptions& options)
    : store_(store),
      program_(store.program()),
      resolver_(resolver),
      models_(models),
      options_(options),
      follow_(options.algorithm == CallGraphAlgorithm::kVta),
      types_(program_),
      flows_(types_),
      library_calls_(program_, resolver, models) {
  all_ = flows_.add_node();
  escaped_ = fresh_node();
  thrown_ = fresh_node();
}

// ---- nodes
// -----------------------------------------------------------------------------------------------------------

FlowNodeId VariableTypes::fresh_node() { return follow_ ? flows_.add_node() : all_; }

FlowNodeId VariableTypes::plain_node(Name type) {
  if (!type.valid() || !types_.is_plain(type)) return {};
  auto [it, added] = plain_nodes_.try_emplace(type);
  if (added) {
    FlowNodeId node = flows_.add_node();
    plain_nodes_[type] = node;
    flows_.add_type(node, types_.intern(ObjectKind::kOpaque, type));
    return node;
  }
  return it->second;
}

FlowNodeId VariableTypes::object_node(ObjectTypeId type) {
  if (!follow_) {
    flows_.add_type(all_, type);
    return all_;
  }
  auto [it, added] = object_nodes_.try_emplace(type);
  if (added) {
    it->second = flows_.add_node();
    flows_.add_type(it->second, type);
  }
  return it->second;
}

FlowNodeId VariableTypes::field_node(FieldId id) {
  const Field& field = program_[id];
  std::string_view type = classfile::class_of_descriptor(program_.text(field.descriptor));
  if (type.empty()) return {};
  Name type_name = program_.names().intern(type);
  if (FlowNodeId plain = plain_node(type_name); plain.valid()) return plain;
  auto [it, added] = field_nodes_.try_emplace(id);
  if (!added) return it->second;
  FlowNodeId node = fresh_node();
  field_nodes_[id] = node;
  // Code that nobody looks at may write the fields of its own classes, and keep there what it got.
  if (program_[field.owner].origin == Origin::kJdk && !program_[field.owner].synthetic && !is_explored(field.owner)) {
    unknown_result(node, type_name);
    flows_.add_edge(node, escaped_);
  }
  return node;
}

FlowNodeId VariableTypes::element_node(ObjectTypeId array) {
  Name element = types_.element_type(types_[array].name);
  if (!element.valid()) return {};
  if (FlowNodeId plain = plain_node(element); plain.valid()) return plain;
  auto [it, added] = element_nodes_.try_emplace(array);
  if (added) it->second = fresh_node();
  return it->second;
}

FlowNodeId VariableTypes::model_field_node(Name field) {
  auto [it, added] = model_fields_.try_emplace(field);
  if (added) it->second = fresh_node();
  return it->second;
}

FlowNodeId VariableTypes::late_field_node(Name field) {
  auto [it, added] = late_fields_.try_emplace(field);
  if (added) it->second = fresh_node();
  return it->second;
}

void VariableTypes::watch(FlowNodeId node, Watch watch) {
  if (!node.valid()) return;
  // Rapid types: what is stored is where the elements are; only a plain value (a String) is not.
  if (watch.kind == WatchKind::kArrayStore && FlowNodeId(watch.a) == all_) return;
  std::tuple key(node, watch.kind, watch.a, watch.b, watch.callee_kind, watch.own_receiver);
  if (!watched_.insert(key).second) return;
  watches_.push_back(watch);
  flows_.add_watch(node, WatchId(static_cast<std::uint32_t>(watches_.size() - 1)));
}

void VariableTypes::notify(const Watch& watch, ObjectTypeId type) {
  switch (watch.kind) {
    case WatchKind::kDispatch:
      return dispatch(watch.a, type);
    case WatchKind::kArrayLoad:
      if (types_[type].kind == ObjectKind::kArray) flows_.add_edge(element_node(type), FlowNodeId(watch.a));
      return;
    case WatchKind::kArrayStore:
      // A store that the array refuses at run time does not happen.
      if (types_[type].kind == ObjectKind::kArray) {
        Name element = types_.element_type(types_[type].name);
        if (!element.valid() || types_.is_plain(element)) return;
        flows_.add_edge(FlowNodeId(watch.a), element_node(type), element == program_.object_name() ? Name() : element);
      }
      return;
    case WatchKind::kGuess:
      return guess(watch.a, type, Name(watch.b));
    case WatchKind::kCallback:
      return run_callback(watch, type);
    case WatchKind::kEscaped:
      return escaped(type);
    case WatchKind::kReflection:
      return reflect(watch.a, static_cast<library::ReflectionKind>(watch.b), type);
  }
}

const VariableTypes::Shape& VariableTypes::shape(Name descriptor) {
  auto [it, added] = shapes_.try_emplace(descriptor);
  if (!added) return it->second;
  auto name_of = [&](std::string_view type) {
    std::string_view name = classfile::class_of_descriptor(type);
    return name.empty() ? Name() : program_.names().intern(name);
  };
  if (auto parsed = classfile::parse_method_descriptor(program_.text(descriptor))) {
    for (std::string_view parameter : parsed->parameters) it->second.parameters.push_back(name_of(parameter));
    it->second.result = name_of(parsed->result);
  }
  return it->second;
}

// ---- reaching methods
// ------------------------------------------------------------------------------------------------

bool VariableTypes::is_explored(ClassId id) {
  const Class& data = program_[id];
  if (data.origin != Origin::kJdk || data.synthetic) return true;
  auto [it, added] = explored_.try_emplace(id, false);
  if (added) it->second = models_.explores(program_.name(id));
  return it->second;
}

VariableTypes::StateId VariableTypes::reach(MethodId id, std::uint32_t depth) {
  auto [it, added] = state_of_.try_emplace(id, static_cast<StateId>(states_.size()));
  if (!added) return it->second;
  StateId index = it->second;
  State& state = states_.emplace_back();
  state.method = id;
  const Method& method = program_[id];
  const Class& owner = program_[method.owner];
  bool jdk = owner.origin == Origin::kJdk;
  state.depth = jdk ? depth : 0;
  state.model = models_.find(program_, id);
  if (state.model != nullptr && state.model->replaces_body()) {
    state.body = BodyKind::kModel;
    return index;
  }
  bool has_body = method.has_code || owner.synthetic;
  if (has_body && jdk && !is_explored(method.owner)) has_body = false;
  if (has_body && jdk && (jdk_methods_ >= kMaxJdkMethods || depth > kMaxJdkDepth)) {
    has_body = false;
    budget_exhausted_ = true;
  }
  state.body = has_body ? BodyKind::kCode : BodyKind::kOpaque;
  if (!has_body) return index;
  if (jdk) ++jdk_methods_;
  const Shape& types = shape(method.descriptor);
  if (!method.is_static()) state.parameters.push_back(fresh_node());
  for (Name parameter : types.parameters) {
    if (!parameter.valid()) {
      state.parameters.emplace_back();
    } else {
      FlowNodeId plain = plain_node(parameter);
      state.parameters.push_back(plain.valid() ? plain : fresh_node());
    }
  }
  if (types.result.valid() && !types_.is_plain(types.result)) state.result = fresh_node();
  pending_.push_back(index);
  return index;
}

void VariableTypes::instantiate(ClassId id) {
  if (!id.valid() || !instantiated_.insert(id).second) return;
  initialize(id);
  if (!types_.is_user_class(id)) return;
  // The garbage collector runs overrides of Object.finalize, in a thread of its own.
  ClassId object = program_.object_class();
  if (!object.valid()) return;
  Name name = program_.names().intern("finalize"), descriptor = program_.names().intern("()V");
  MethodId declared = program_.declared_method(object, name, descriptor);
  if (!declared.valid()) return;
  ResolvedMethod target = resolver_.select_method(id, declared);
  if (!target || *target == declared || !types_.is_user_class(program_[*target].owner)) return;
  StateId state = reach(*target, 0);
  call_back(state, types_.intern(ObjectKind::kObject, program_[id].name));
  add_entry(state, EntryKind::kFinalizer);
}

void VariableTypes::initialize(ClassId id) {
  // JVMS 5.5: with a class its superclass and the superinterfaces that declare a method with a body; others with the
  // first use of their fields.
  if (initialized_.contains(id)) return;
  std::vector<ClassId> work = {id};
  while (!work.empty()) {
    id = work.back();
    work.pop_back();
    if (!id.valid() || !initialized_.insert(id).second || !is_explored(id)) continue;
    for (const Method& method : program_.methods(id)) {
      if (program_.text(method.name) == classfile::kClassInitializerName && method.has_code) {
        add_entry(reach(method.id, 0), EntryKind::kInitializer);
      }
    }
    if (program_[id].is_interface()) continue;
    work.push_back(program_.superclass(id));
    std::vector<ClassId> above(program_.interfaces(id).begin(), program_.interfaces(id).end());
    for (std::size_t i = 0; i < above.size(); ++i) {
      std::span<const Method> methods = program_.methods(above[i]);
      if (std::any_of(methods.begin(), methods.end(),
                      [](const Method& m) { return !m.is_abstract() && !m.is_static(); })) {
        work.push_back(above[i]);
      }
      for (ClassId next : program_.interfaces(above[i])) {
        if (std::find(above.begin(), above.end(), next) == above.end()) above.push_back(next);
      }
    }
  }
}

// ---- the run
// ---------------------------------------------------------------------------------------------------------

CallGraph VariableTypes::run(const EntryPoints& entries, std::span<const ClassId> all_classes) {
  all_classes_.assign(all_classes.begin(), all_classes.end());
  watch(escaped_, {.kind = WatchKind::kEscaped});
  if (options_.algorithm == CallGraphAlgorithm::kCha) {
    for (ClassId id : all_classes) {
      if (program_[id].is_abstract() || program_[id].is_interface()) continue;
      flows_.add_type(all_, types_.intern(ObjectKind::kObject, program_[id].name));
    }
  }
  for (ClassId id : entries.instantiated) {
    instantiate(id);
    flows_.add_type(escaped_, types_.intern(ObjectKind::kObject, program_[id].name));
  }
  for (const EntryMethod& entry : entries.methods) {
    const Method& method = program_[entry.method];
    StateId state = reach(entry.method, 0);
    initialize(method.owner);
    const Class& owner = program_[method.owner];
    bool concrete = !owner.is_abstract() && !owner.is_interface();
    if (!method.is_static() && concrete && (entry.kind == EntryKind::kMain || entry.kind == EntryKind::kUser)) {
      instantiate(method.owner);
      call_back(state, types_.intern(ObjectKind::kObject, owner.name));
    } else if (entry.kind != EntryKind::kMain) {
      call_back(state, {});
      if (!method.is_static() && !states_[state].parameters.empty()) {
        flows_.add_edge(escaped_, states_[state].parameters[0], owner.name);
      }
    }
    add_entry(state, entry.kind);
  }
  // Methods are reached in waves, so that their IR can be built on all cores; everything else is in one order.
  while (!pending_.empty()) {
    ++waves_;
    std::vector<StateId> wave = std::exchange(pending_, {});
    std::vector<MethodId> methods;
    methods.reserve(wave.size());
    for (StateId state : wave) methods.push_back(states_[state].method);
    store_.prepare(methods, options_.jobs);
    for (StateId state : wave) generate(state);
    auto tell = [&](WatchId watch, ObjectTypeId type) {
      Watch copy = watches_[watch.value];  // the table may grow while it is told
      notify(copy, type);
    };
    complete_ = flows_.solve(tell, options_.maximum_steps);
    if (!complete_) break;
  }
  return assemble();
}

CallGraph VariableTypes::assemble() {
  CallGraphAssembler assembler(program_);
  for (const State& state : states_) assembler.add_method(state.method, state.body);
  for (const Site& site : sites_) {
    MethodId caller = states_[site.caller].method;
    assembler.add_site(caller, site.instruction);
    auto add_callees = [&](const Site& from) {
      for (auto [callee, kind] : from.callees) {
        assembler.add_call(caller, site.instruction, states_[callee].method, kind);
      }
    };
    add_callees(site);
    if (site.shared != kNone) add_callees(sites_[site.shared]);
  }
  for (auto [state, kind] : entries_) assembler.add_entry(states_[state].method, kind);
  return assembler.finish(unresolved_sites_, budget_exhausted_);
}

VariableTypes::Counters VariableTypes::counters() const {
  return {.nodes = flows_.node_count(),
          .types = types_.size(),
          .collapsed = flows_.collapsed_count(),
          .waves = waves_,
          .edges = flows_.edge_count(),
          .steps = flows_.step_count()};
}

}  // namespace snag

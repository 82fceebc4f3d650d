#include "heap/escaping_values.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "classfile/descriptor.h"

namespace snag {

using ir::Instruction;
using ir::MethodIr;
using ir::Op;
using ir::ValueId;
using library::Callback;
using library::MethodModel;
using library::Operand;

// Builds the graph of implications, method by method, and sets the flags.
class EscapeRules {
 public:
  EscapeRules(EscapingValues& result, IrStore& store, const library::Models& models)
      : result_(result), graph_(result.graph_), store_(store), program_(store.program()) {
    const std::size_t count = graph_.methods().size();
    methods_.resize(count);
    result_.first_value_.assign(count + 1, 0);
    result_.first_parameter_.assign(count + 1, 0);
    for (std::size_t m = 0; m < count; ++m) {
      OfMethod& method = methods_[m];
      const MethodId id = graph_.methods()[m];
      if (graph_.body(id) != BodyKind::kCode) {
        const MethodModel* model = models.find(program_, id);
        if (graph_.body(id) == BodyKind::kModel) method.model = model;
        method.makes_view = model != nullptr && model->view.has_value();
      }
      if (graph_.body(id) == BodyKind::kCode) method.ir = store.get(id);
      result_.first_value_[m + 1] =
          result_.first_value_[m] + (method.ir == nullptr ? 0 : method.ir->instructions.size());
      result_.first_parameter_[m + 1] = result_.first_parameter_[m] + parameter_count(method.ir);
    }
    parameters_ = result_.first_value_[count];
    result_.escapes_.assign(parameters_ + result_.first_parameter_[count], false);
  }

  void run(std::span<const CodePlace> thread_roots) {
    for (std::uint32_t m = 0; m < methods_.size(); ++m) {
      result_.first_published_.push_back(static_cast<std::uint32_t>(result_.published_.size()));
      if (methods_[m].ir != nullptr) add_method(m);
    }
    result_.first_published_.push_back(static_cast<std::uint32_t>(result_.published_.size()));
    for (const CodePlace& place : thread_roots) {
      if (!graph_.reaches(place.method)) continue;
      const std::uint32_t m = graph_.index_of(place.method);
      if (methods_[m].ir != nullptr) set(result_.first_value_[m] + place.instruction.value);
    }
    propagate();
  }

 private:
  struct OfMethod {
    const MethodIr* ir = nullptr;
    const MethodModel* model = nullptr;
    bool makes_view = false;  // the result is a view of the receiver, a lock
  };

  // The numbers of parameters that the method uses; those of others do not matter.
  static std::uint32_t parameter_count(const MethodIr* ir) {
    std::uint32_t count = 0;
    if (ir == nullptr) return count;
    for (const Instruction& i : ir->instructions) {
      if (i.op == Op::kParameter) count = std::max(count, i.payload + 1);
    }
    return count;
  }

  std::uint32_t flag(ValueId value) const { return first_ + value.value; }
  bool is_reference(ValueId value) const { return (*ir_)[value].type == ir::Type::kReference; }

  void set(std::uint32_t flag) {
    if (result_.escapes_[flag]) return;
    result_.escapes_[flag] = true;
    work_.push_back(flag);
  }
  void imply(std::uint32_t from, std::uint32_t to) { edges_.emplace_back(from, to); }
  void same(ValueId a, ValueId b) {
    imply(flag(a), flag(b));
    imply(flag(b), flag(a));
  }
  void publish(ValueId value, bool handed_out) {
    if (!value.valid() || !is_reference(value)) return;
    result_.published_.push_back({value, handed_out});
    set(flag(value));
  }
  // `value` is loaded from a field or element of `base`, or stored into it.
  void access(ValueId base, ValueId value) {
    if (!base.valid() || !value.valid() || !is_reference(value)) return;
    imply(flag(base), flag(value));
    if (is_argument_[base.value]) publish(value, /*handed_out=*/false);
  }

  void add_method(std::uint32_t m) {
    ir_ = methods_[m].ir;
    first_ = result_.first_value_[m];
    find_arguments();
    calls_ = graph_.calls(graph_.methods()[m]);
    for (std::uint32_t n = 0; n < ir_->instructions.size(); ++n) {
      const Instruction& i = ir_->instructions[n];
      if (i.op == Op::kParameter) {
        const std::uint32_t parameter = parameters_ + result_.first_parameter_[m] + i.payload;
        imply(parameter, first_ + n);
        imply(first_ + n, parameter);
      }
      add_instruction(ValueId(n), i);
    }
  }

  // The values that are parameters, also after casts and in phis.
  void find_arguments() {
    const auto& instructions = ir_->instructions;
    is_argument_.assign(instructions.size(), false);
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t n = 0; n < instructions.size(); ++n) {
        const Instruction& i = instructions[n];
        if (is_argument_[n] || i.type != ir::Type::kReference) continue;
        bool argument = i.op == Op::kParameter;
        if (i.op == Op::kPhi || i.op == Op::kCast) {
          for (ValueId operand : ir_->operands(i)) argument |= is_argument_[operand.value];
        }
        if (!argument) continue;
        is_argument_[n] = true;
        // Only the operands of a phi may come after it.
        again = true;
      }
    }
  }

  void add_instruction(ValueId value, const Instruction& i) {
    const std::span<const ValueId> operands = ir_->operands(i);
    switch (i.op) {
      case Op::kPhi:
      case Op::kCast:
        if (i.type != ir::Type::kReference) return;
        for (ValueId operand : operands) same(operand, value);
        return;
      case Op::kGetStatic:
        return publish(value, /*handed_out=*/true);
      case Op::kPutStatic:
      case Op::kReturn:
      case Op::kThrow:
        for (ValueId operand : operands) publish(operand, /*handed_out=*/true);
        return;
      case Op::kGetField:
      case Op::kArrayLoad:
        return access(operands[0], value);
      case Op::kPutField:
      case Op::kArrayStore:
        return access(operands[0], operands.back());
      case Op::kLambda:
        for (ValueId captured : operands) access(value, captured);
        return;
      case Op::kInvoke:
      case Op::kDynamic:
      case Op::kConcat:
        return add_calls(value, i);
      default:
        return;
    }
  }

  void add_calls(ValueId site, const Instruction& i) {
    const std::span<const ValueId> operands = ir_->operands(i);
    auto by_site = [](const Call& call, ValueId at) { return call.site < at; };
    const auto begin = std::lower_bound(calls_.begin(), calls_.end(), site, by_site);
    auto end = begin;
    while (end != calls_.end() && end->site == site) ++end;
    const std::span<const Call> calls(begin, end);
    if (i.op == Op::kDynamic || (calls.empty() && i.op == Op::kInvoke && is_unresolved(i))) {
      return hand_over(site, operands);
    }
    for (const Call& call : calls) {
      const OfMethod& callee = methods_[graph_.index_of(call.callee)];
      if (call.kind == CalleeKind::kCall) {
        if (callee.model != nullptr) {
          add_model(site, i, call.callee, *callee.model);
        } else if (callee.ir != nullptr) {
          for (std::uint32_t k = 0; k < operands.size(); ++k) from_parameter(call.callee, k, operands[k]);
          set_if_reference(site);
        } else if (callee.makes_view && !operands.empty()) {
          same(operands[0], site);
        } else {
          hand_over(site, operands);
        }
      } else if (call.kind == CalleeKind::kCallback && callee.ir != nullptr) {
        if (i.op == Op::kConcat) {
          for (ValueId operand : operands) from_parameter(call.callee, /*number=*/0, operand);
        } else {
          add_callback(site, i, calls, call.callee);
        }
      }
    }
  }

  bool is_unresolved(const Instruction& i) const {
    const Name owner = store_.references()[i.reference()].owner;
    return !program_.text(owner).starts_with('[') && !program_.find_class(owner).valid();
  }

  // Nothing is known of what is called.
  void hand_over(ValueId site, std::span<const ValueId> operands) {
    for (ValueId operand : operands) publish(operand, /*handed_out=*/true);
    set_if_reference(site);
  }
  void set_if_reference(ValueId value) {
    if (is_reference(value)) set(flag(value));
  }
  // If the parameter of the callee escapes, so does the argument.
  void from_parameter(MethodId callee, std::uint32_t number, ValueId argument) {
    const std::uint32_t m = graph_.index_of(callee);
    const std::uint32_t parameter = result_.first_parameter_[m] + number;
    if (!argument.valid() || !is_reference(argument) || parameter >= result_.first_parameter_[m + 1]) return;
    imply(parameters_ + parameter, flag(argument));
  }

  // The value of a call that an operand of a model names, whatever part of it is meant; invalid if there is none.
  ValueId value_of(ValueId site, const Instruction& i, MethodId target, const Operand& operand) const {
    const std::span<const ValueId> operands = ir_->operands(i);
    const std::size_t first = program_[target].is_static() ? 0 : 1;
    std::size_t index = operand.index;
    switch (operand.base) {
      case Operand::Base::kThis:
        return first == 1 && !operands.empty() ? operands[0] : ValueId();
      case Operand::Base::kResult:
        return site;
      case Operand::Base::kNew:
      case Operand::Base::kFunctions:
        return {};
      case Operand::Base::kArgumentOfType:
        index = argument_of_type(target, operand.type);
        break;
      case Operand::Base::kArgument:
        break;
    }
    return first + index < operands.size() ? operands[first + index] : ValueId();
  }

  std::size_t argument_of_type(MethodId target, Name type) const {
    constexpr std::size_t kNone = 0xFFFF;
    auto parsed = classfile::parse_method_descriptor(program_.text(program_[target].descriptor));
    if (!parsed) return kNone;
    for (std::size_t k = 0; k < parsed->parameters.size(); ++k) {
      if (classfile::class_of_descriptor(parsed->parameters[k]) == program_.text(type)) return k;
    }
    return kNone;
  }

  void add_model(ValueId site, const Instruction& i, MethodId target, const MethodModel& model) {
    const std::span<const ValueId> operands = ir_->operands(i);
    const std::size_t first = std::min<std::size_t>(program_[target].is_static() ? 0 : 1, operands.size());
    const std::span<const ValueId> arguments = operands.subspan(first);
    auto value = [&](const Operand& operand) { return value_of(site, i, target, operand); };
    std::vector<bool> mentioned(arguments.size(), false);
    auto mention = [&](const Operand& operand) {
      for (std::size_t k = 0; k < arguments.size(); ++k) {
        if (operand.base == Operand::Base::kFunctions || value(operand) == arguments[k]) mentioned[k] = true;
      }
    };
    for (const library::Flow& flow : model.flows) {
      const ValueId from = value(flow.from), to = value(flow.to);
      mention(flow.from);
      if (!from.valid() || !to.valid()) continue;
      const bool whole = flow.from.part == Operand::Part::kSelf;
      if (flow.to.part != Operand::Part::kSelf) {
        access(to, from);  // what the contents of one object become contents of lets go of the object itself
      } else if (flow.to.base == Operand::Base::kResult) {
        if (whole && is_reference(site)) same(from, site);
        if (!whole) access(from, site);
      }
    }
    for (const Callback& callback : model.starts) {
      mention(callback.object);
      if (callback.object.base == Operand::Base::kFunctions) {
        for (ValueId argument : arguments) publish(argument, /*handed_out=*/true);
      } else if (callback.object.part == Operand::Part::kSelf) {
        publish(value(callback.object), /*handed_out=*/true);
      }
    }
    for (const Callback& callback : model.calls) mention(callback.object);
    if (model.escapes) {
      for (const Operand& operand : *model.escapes) {
        if (operand.part == Operand::Part::kSelf) publish(value(operand), /*handed_out=*/true);
      }
    } else if (model.memory && !arguments.empty() && is_reference(arguments[0])) {
      for (ValueId stored : arguments.subspan(1)) access(arguments[0], stored);
      access(arguments[0], site);
    } else {
      for (std::size_t k = 0; k < arguments.size(); ++k) {
        if (!mentioned[k]) publish(arguments[k], /*handed_out=*/true);
      }
    }
  }

  // A library method that is called at the site calls this method of an object that one of its operands is.
  void add_callback(ValueId site, const Instruction& i, std::span<const Call> calls, MethodId callee) {
    const std::span<const ValueId> operands = ir_->operands(i);
    for (const Call& call : calls) {
      const MethodModel* model = methods_[graph_.index_of(call.callee)].model;
      if (call.kind != CalleeKind::kCall || model == nullptr) continue;
      for (const Callback& callback : model->calls) {
        if (callback.object.base == Operand::Base::kFunctions) {
          for (ValueId operand : operands) from_parameter(callee, /*number=*/0, operand);
        } else if (callback.object.part == Operand::Part::kSelf) {
          from_parameter(callee, /*number=*/0, value_of(site, i, call.callee, callback.object));
        }
        for (std::uint32_t k = 0; k < callback.arguments.size(); ++k) {
          for (const Operand& operand : callback.arguments[k]) {
            if (operand.part != Operand::Part::kSelf) continue;
            from_parameter(callee, k + 1, value_of(site, i, call.callee, operand));
          }
        }
      }
    }
  }

  void propagate() {
    std::vector<std::uint32_t> first(result_.escapes_.size() + 1, 0), targets(edges_.size());
    for (auto [from, to] : edges_) ++first[from + 1];
    for (std::size_t n = 1; n < first.size(); ++n) first[n] += first[n - 1];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (auto [from, to] : edges_) targets[next[from]++] = to;
    while (!work_.empty()) {
      const std::uint32_t from = work_.back();
      work_.pop_back();
      for (std::uint32_t n = first[from]; n < first[from + 1]; ++n) set(targets[n]);
    }
  }

  EscapingValues& result_;
  const CallGraph& graph_;
  IrStore& store_;
  Program& program_;
  std::vector<OfMethod> methods_;  // by position in CallGraph::methods()
  std::uint32_t parameters_ = 0;   // the first flag of a parameter
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::vector<std::uint32_t> work_;
  // Of the method that is being added.
  const MethodIr* ir_ = nullptr;
  std::uint32_t first_ = 0;
  std::span<const Call> calls_;
  std::vector<bool> is_argument_;  // by value
};

EscapingValues::EscapingValues(const CallGraph& graph, IrStore& store, const library::Models& models,
                               std::span<const CodePlace> thread_roots)
    : graph_(graph) {
  EscapeRules(*this, store, models).run(thread_roots);
}

bool EscapingValues::escapes(MethodId method, ir::ValueId value) const {
  if (!graph_.reaches(method)) return false;
  const std::uint32_t m = graph_.index_of(method);
  const std::uint32_t flag = first_value_[m] + value.value;
  return flag < first_value_[m + 1] && escapes_[flag];
}

bool EscapingValues::parameter_escapes(MethodId method, std::uint32_t number) const {
  if (!graph_.reaches(method)) return false;
  const std::uint32_t m = graph_.index_of(method);
  const std::uint32_t parameter = first_parameter_[m] + number;
  return parameter < first_parameter_[m + 1] && escapes_[first_value_.back() + parameter];
}

std::span<const EscapingValues::Published> EscapingValues::published(MethodId method) const {
  if (!graph_.reaches(method)) return {};
  const std::uint32_t m = graph_.index_of(method);
  return std::span(published_).subspan(first_published_[m], first_published_[m + 1] - first_published_[m]);
}

}  // namespace snag

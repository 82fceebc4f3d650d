#include "heap/library_calls.h"

#include <algorithm>

#include "callgraph/parallel_stream.h"
#include "classfile/descriptor.h"
#include "classfile/language_names.h"

namespace snag::ownership {

using library::Operand;

LibraryCalls::LibraryCalls(MethodObjects& objects, ir::ValueId at, const Binding& binding)
    : on_(objects),
      at_(at),
      binding_(binding),
      model_(binding.model),
      program_(objects.context_.calls.program()),
      operands_(objects.method_.operands(at)),
      has_receiver_(objects.method_[at].as<ir::InvokeKind>() != ir::InvokeKind::kStatic && !operands_.empty()),
      holds_its_own_((model_ != nullptr && model_->action() != library::AtomicKind::kNone) ||
                     objects.context_.holders.holds_its_own(program_[binding.resolved].owner) ||
                     (binding.static_type.valid() && objects.context_.holders.holds_its_own(binding.static_type))) {
  if (auto descriptor = classfile::parse_method_descriptor(program_.text(program_[binding.resolved].descriptor))) {
    parameter_types_.assign(descriptor->parameters.begin(), descriptor->parameters.end());
  }
}

void LibraryCalls::apply() {
  const bool has_result = on_.has_state(at_);
  if (!apply_copy()) {
    if (model_ != nullptr) {
      for (const library::Callback& start : model_->starts) publish(start.object);
      apply_flows();
    }
    apply_functions();
    keep_arguments();
  }
  if (!has_result) return;
  if (!result_known_) on_.unite(results_, usual_result());
  on_.add_pointees(at_, results_);
}

// A clone, or a copy of a collection, is a fresh object that holds what the original does.
bool LibraryCalls::apply_copy() {
  const Method& method = program_[binding_.resolved];
  const bool clone = has_receiver_ && method.owner == program_.object_class() && program_.text(method.name) == "clone";
  if (clone) {
    const ObjectId copy = on_.made_by(at_);
    on_.allocate(copy);
    on_.store({copy}, /*holder_direct=*/true, {}, on_.load(pointees(0), {}), /*direct=*/false);
    results_ = {copy};
    result_known_ = true;
    return true;
  }
  const library::Policy& policy = on_.context_.calls.models().policy();
  if (!has_receiver_ || !policy.copies.matches(program_.name(method.owner), program_.text(method.name))) {
    return false;
  }
  for (std::size_t n = 1; n < operands_.size(); ++n) {
    if (!on_.has_state(operands_[n])) continue;
    Objects what = on_.load(pointees(n), {});
    // A constructor also keeps what is no collection: a comparator, a wrapped stream.
    const std::string_view type = classfile::class_of_descriptor(parameter_type(n));
    if (!policy.collections.matches(type) || policy.comparators.matches(type)) on_.unite(what, pointees(n));
    on_.store(pointees(0), is_direct(0), {}, what, /*direct=*/false);
  }
  return true;
}

absl::InlinedVector<std::size_t, 4> LibraryCalls::operands_of(const Operand& operand) const {
  absl::InlinedVector<std::size_t, 4> result;
  const std::size_t first = has_receiver_ ? 1 : 0;
  switch (operand.base) {
    case Operand::Base::kThis:
      if (has_receiver_) result.push_back(0);
      break;
    case Operand::Base::kArgument:
      if (first + operand.index < operands_.size()) result.push_back(first + operand.index);
      break;
    case Operand::Base::kArgumentOfType:
      for (std::size_t n = first; n < operands_.size() && result.empty(); ++n) {
        if (classfile::class_of_descriptor(parameter_type(n)) == program_.text(operand.type)) result.push_back(n);
      }
      break;
    case Operand::Base::kFunctions:
      for (std::size_t n = first; n < operands_.size(); ++n) {
        if (is_function(n)) result.push_back(n);
      }
      break;
    default:
      break;
  }
  return result;
}

std::string_view LibraryCalls::parameter_type(std::size_t operand) const {
  const std::size_t first = has_receiver_ ? 1 : 0;
  return operand - first < parameter_types_.size() ? parameter_types_[operand - first] : std::string_view();
}

// An interface of the library that is none of a collection's: its one method may be run.
bool LibraryCalls::is_function(std::size_t operand) const {
  const std::string_view type = classfile::class_of_descriptor(parameter_type(operand));
  const library::Policy& policy = on_.context_.calls.models().policy();
  return policy.functions.matches(type) || policy.tasks.matches(type) || policy.comparators.matches(type) ||
         on_.method_[on_.method_.without_casts(operands_[operand])].op == ir::Op::kLambda;
}

Objects LibraryCalls::objects_of(const Operand& operand) {
  if (operand.base == Operand::Base::kNew) return {kSharedObject};
  Objects result;
  for (std::size_t n : operands_of(operand)) on_.unite(result, pointees(n));
  return operand.part == Operand::Part::kSelf ? result : on_.load(result, {});
}

void LibraryCalls::publish_operand(std::size_t operand) {
  if (on_.has_state(operands_[operand])) on_.publish(pointees(operand), is_direct(operand));
}

void LibraryCalls::publish(const Operand& operand) {
  if (operand.part != Operand::Part::kSelf) return on_.publish(objects_of(operand), /*direct=*/false);
  for (std::size_t n : operands_of(operand)) publish_operand(n);
}

void LibraryCalls::apply_flows() {
  if (model_->memory && operands_.size() > 1) {
    // Raw memory: the other arguments are stored in arg0, and the result comes from there.
    const std::size_t object = has_receiver_ ? 1 : 0;
    for (std::size_t n = object + 1; n < operands_.size(); ++n) {
      if (on_.has_state(operands_[n])) on_.store(pointees(object), is_direct(object), {}, pointees(n), is_direct(n));
    }
    results_ = on_.load(pointees(object), {});
    on_.unite(results_, {kSharedObject});  // a handle of a static field
    result_known_ = true;
  }
  for (const library::Flow& flow : model_->flows) {
    const Objects what = objects_of(flow.from);
    if (flow.to.base != Operand::Base::kResult) {
      for (std::size_t n : operands_of(flow.to)) {
        on_.store(pointees(n), is_direct(n), {}, what, /*direct=*/false);
      }
      continue;
    }
    result_known_ = true;
    if (flow.to.part == Operand::Part::kSelf) {
      on_.unite(results_, what);
      continue;
    }
    const ObjectId made = on_.made_by(at_);
    on_.allocate(made);
    on_.store({made}, /*holder_direct=*/true, {}, what, /*direct=*/false);
    on_.unite(results_, {made});
  }
}

void LibraryCalls::apply_functions() {
  absl::InlinedVector<std::size_t, 4> run;
  if (binding_.runs_functions) run = operands_of({.base = Operand::Base::kFunctions});
  if (model_ != nullptr) {
    for (const library::Callback& callback : model_->calls) {
      if (callback.object.part != Operand::Part::kSelf) {
        publish(callback.object);  // what it is, the model of another call knows
      } else if (!callback.method.valid()) {
        for (std::size_t n : operands_of(callback.object)) run.push_back(n);
      }
    }
  }
  std::sort(run.begin(), run.end());
  run.erase(std::unique(run.begin(), run.end()), run.end());
  for (std::size_t operand : run) run_function(operand);
}

Objects LibraryCalls::passed_on() {
  Objects result;
  for (std::size_t n = 0; n < operands_.size(); ++n) {
    if (!on_.has_state(operands_[n]) || (n > 0 && is_function(n))) continue;
    on_.unite(result, on_.load(pointees(n), {}));
    if (n > 0 || !has_receiver_) on_.unite(result, pointees(n));
  }
  return result;
}

// Whether it is known what a lambda or a method reference runs: code that nothing overrides, or the library's.
bool LibraryCalls::is_body_known(const ir::Lambda& lambda) const {
  Calls& calls = on_.context_.calls;
  Program& program = calls.program();
  if (const NodeId body = calls.body_of(lambda); body.valid()) {
    const Method& method = program[calls.method(body)];
    const bool dispatched = lambda.handle == classfile::MethodHandleKind::kInvokeVirtual ||
                            lambda.handle == classfile::MethodHandleKind::kInvokeInterface;
    const bool final = ((method.access | program[method.owner].access) & classfile::kAccFinal) != 0;
    return !dispatched || method.is_private() || final;
  }
  const ClassId owner = program.find_class(calls.references()[lambda.body].owner);
  return owner.valid() && program[owner].origin == Origin::kJdk;
}

void LibraryCalls::run_function(std::size_t operand) {
  const ir::MethodIr& method = on_.method_;
  Calls& calls = on_.context_.calls;
  const ir::ValueId function = method.without_casts(operands_[operand]);
  const Objects passed = passed_on();
  auto model_of = [&](const ir::Instruction& call) { return calls.binding(call).model; };
  auto owner_of = [&](const ir::Instruction& call) { return calls.text(calls.references()[call.reference()].owner); };
  const bool parallel =
      has_receiver_ && in_parallel_stream(method, operands_[0], calls.models().policy(), model_of, owner_of);
  if (method[function].op != ir::Op::kLambda || parallel || !is_body_known(method.lambdas[method[function].payload])) {
    if (calls.models().policy().comparators.matches(classfile::class_of_descriptor(parameter_type(operand)))) return;
    publish_operand(operand);
    return on_.publish(passed, /*direct=*/false);
  }
  const ir::Lambda& lambda = method.lambdas[method[function].payload];
  const NodeId body = calls.body_of(lambda);
  std::span<const ir::ValueId> captured = method.operands(function);
  Objects returned;
  if (body.valid()) {
    absl::InlinedVector<KnownCall::Argument, 4> arguments;
    if (lambda.handle == classfile::MethodHandleKind::kNewInvokeSpecial) {
      returned = {on_.made_by(at_)};
      on_.allocate(returned[0]);
      arguments.push_back({returned, /*direct=*/true});
    }
    for (ir::ValueId value : captured) arguments.push_back(on_.argument(value));
    const std::size_t count = calls.program()[calls.method(body)].is_static() ? 0 : 1;
    const auto descriptor = classfile::parse_method_descriptor(calls.text(calls.ir(body).descriptor));
    const std::size_t wanted = count + (descriptor ? descriptor->parameters.size() : 0);
    while (arguments.size() < wanted) arguments.push_back({passed, /*direct=*/false});
    MethodObjects::OfCall call;
    call.set_arguments(std::move(arguments));
    on_.apply(at_, body, call, returned);
    if (on_.emitting_) {
      const std::pair entry(at_, function);
      if (!on_.runs_lambda(at_, function)) {
        on_.run_lambdas_.insert(std::upper_bound(on_.run_lambdas_.begin(), on_.run_lambdas_.end(), entry), entry);
      }
    }
  } else {
    // A method of the library: `names.forEach(list::add)` stores what it is passed in the list.
    for (ir::ValueId value : captured) {
      if (on_.has_state(value)) {
        on_.store(on_.pointees(value), on_.is_direct(value), {}, passed, /*direct=*/false);
        on_.unite(returned, on_.pointees(value));
      }
    }
    on_.unite(returned, passed);
  }
  if (has_receiver_) on_.store(pointees(0), is_direct(0), {}, returned, /*direct=*/false);
  on_.unite(results_, returned);
}

bool LibraryCalls::is_mentioned(std::size_t operand) const {
  if (binding_.runs_functions && is_function(operand)) return true;
  if (model_ == nullptr) return false;
  auto mentions = [&](const Operand& one) {
    const auto meant = operands_of(one);
    return std::find(meant.begin(), meant.end(), operand) != meant.end();
  };
  auto in_callback = [&](const library::Callback& callback) { return mentions(callback.object); };
  return std::any_of(model_->starts.begin(), model_->starts.end(), in_callback) ||
         std::any_of(model_->calls.begin(), model_->calls.end(), in_callback) ||
         std::any_of(model_->flows.begin(), model_->flows.end(),
                     [&](const library::Flow& flow) { return mentions(flow.from); });
}

void LibraryCalls::keep_arguments() {
  if (model_ != nullptr && model_->escapes) {
    for (const Operand& operand : *model_->escapes) publish(operand);
    return;
  }
  if (model_ != nullptr && model_->memory) return;
  const ClassId owner = program_[binding_.resolved].owner;
  const bool reflects = model_ != nullptr && model_->reflection != library::ReflectionKind::kNone;
  for (std::size_t n = has_receiver_ ? 1 : 0; n < operands_.size(); ++n) {
    if (!on_.has_state(operands_[n]) || is_mentioned(n) || on_.context_.holders.is_logger(owner)) continue;
    if (holds_its_own_ && !reflects) {
      if (has_receiver_) on_.store(pointees(0), is_direct(0), {}, pointees(n), is_direct(n));
    } else {
      publish_operand(n);
    }
  }
}

// What a plain class of the library returns where nothing says more: an element, an array of them, or a view of itself.
Objects LibraryCalls::usual_result() {
  const bool reflects = model_ != nullptr && model_->reflection != library::ReflectionKind::kNone;
  if (!holds_its_own_ || reflects) return {kSharedObject};
  Objects result;
  bool any = false;
  for (std::size_t n = has_receiver_ ? 1 : 0; n < operands_.size(); ++n) {
    if (!on_.has_state(operands_[n])) continue;
    any = true;
    if (!has_receiver_) on_.unite(result, pointees(n));
  }
  if (!has_receiver_) return any ? result : Objects{kSharedObject};
  const std::string_view type = program_.text(on_.method_[at_].type_name);
  if (type == classfile::kObjectClass) return on_.load(pointees(0), {});
  if (!type.starts_with('[')) return pointees(0);
  const ObjectId array = on_.made_by(at_);
  on_.allocate(array);
  on_.store({array}, /*holder_direct=*/true, {Slot::kElements}, on_.load(pointees(0), {}), /*direct=*/false);
  result = {array};
  for (std::size_t n = 1; n < operands_.size(); ++n) {  // toArray(array)
    if (parameter_type(n).starts_with('[')) on_.unite(result, pointees(n));
  }
  return result;
}

}  // namespace snag::ownership

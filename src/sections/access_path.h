// Access paths: names for objects and for memory, as the source would write them.
//
//     this.queue.lock     Registry.instance.accounts     other.balance     points[i].x     this.map{contents}
//
// A path is a root and the fields and elements that lead on from it. It names a lock (Roberson & Boyapati's lock
// expressions), and with one more step a piece of memory. Two equal paths of one method are taken for the same object,
// unless the method itself writes a field on the way in between (object_names.h). Writes by others are not seen, nor
// are aliases with different names.
//
// A path over parameters and statics means something to callers too: `in_caller` puts the caller's paths for the
// arguments in place of the parameters, also where a parameter is an index: `this.points[parameter 1]`. Other local
// roots and indexes mean nothing outside their method.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <absl/container/inlined_vector.h>

#include "ir/method_ir.h"
#include "program/program.h"

namespace snag::sections {

class AccessPath {
 public:
  enum class Root : std::uint8_t {
    kUnknown,    // equal to nothing, not even to itself
    kParameter,  // detail: number, `this` first
    kLocal,      // detail: ValueId: a call's result, a phi, a fresh object
    kStatic,     // detail: FieldId
    kClass,      // detail: Name of the class
    kString,     // detail: Name; a literal as a lock
  };
  // One step: a FieldId, or one of these.
  using Step = std::uint32_t;
  static constexpr Step kContents = 0xFFFF'FFFF;          // what a library collection or an atomic holds
  static constexpr Step kElementBit = 0x8000'0000;        // with the index's ValueId, if it is none of the following
  static constexpr Step kParameterElement = 0xB000'0000;  // with the number of the parameter that is the index
  static constexpr Step kConstantElement = 0xC000'0000;   // with the index, below kConstantLimit
  static constexpr std::uint32_t kConstantLimit = 0x3FFF'FFFE;
  static constexpr std::size_t kMaximumSteps = 5;

  AccessPath() = default;
  explicit AccessPath(Root root, std::uint32_t detail = 0) : root_(root), detail_(detail) {}

  Root root() const { return root_; }
  std::uint32_t detail() const { return detail_; }
  const absl::InlinedVector<Step, 3>& steps() const { return steps_; }
  bool known() const { return root_ != Root::kUnknown; }
  // Means something to callers.
  bool portable() const;
  bool is_parameter(std::uint32_t number) const {
    return root_ == Root::kParameter && detail_ == number && steps_.empty();
  }
  bool is_plain_parameter() const { return root_ == Root::kParameter && steps_.empty(); }
  // Calls `use` with each ValueId that the path is about: its root, and variables as indexes.
  template <class Use>
  void for_each_value(Use&& use) const;
  // The field that the path ends in, be it with an element or contents behind it; invalid if there is none.
  FieldId last_field() const;
  // The object that has this field; unknown for a static one, or if there is none.
  AccessPath owner_of_last_field() const;
  bool ends_in_contents() const { return !steps_.empty() && steps_.back() == kContents; }

  // One step further; unknown when that is too long.
  AccessPath then(Step step) const;
  bool starts_with(const AccessPath& prefix) const;
  // The path with `argument(n)` in place of parameter n, and the step `element(n)` where that is an index. Either may
  // not know: an unknown path, no step.
  template <class Argument, class Element>
  AccessPath in_caller(Argument&& argument, Element&& element) const;
  // What a method that is called with these arguments calls the object, if it knows it by its parameter `number`:
  // unknown if the path does not start with that argument.
  AccessPath in_callee(std::span<const AccessPath> arguments, std::uint32_t number) const;
  // The same, if it needs no argument to get there: from a static field, a class, a literal.
  AccessPath in_callee(std::span<const AccessPath> arguments) const;
  // Calls `use` with each of these: all that the callee can call the object. An unknown argument gives it no name.
  template <class Use>
  void for_each_name_in_callee(std::span<const AccessPath> arguments, Use&& use) const;

  friend bool operator==(const AccessPath& a, const AccessPath& b) {
    return a.known() && a.root_ == b.root_ && a.detail_ == b.detail_ && a.steps_ == b.steps_;
  }

  // Equal paths have equal hashes; so have all that are unknown.
  std::size_t hash() const;

  enum class Style : std::uint8_t {
    kReport,       // as in the source, with words for what has no name there: `…`, `the Connection argument`
    kFingerprint,  // with the names of the class file: `parameter 1`, `this.this$0`. They must never change
    kDump,         // the same, and `v9` for a value that has no name, as in `snag dump ir`
  };
  // As in the source of the method: `this.queue.lock`, `bank.Registry.class`, `Registry.this.lock`.
  std::string text(const Program& program, const ir::References& references, const ir::MethodIr& method,
                   Style style = Style::kReport) const;

 private:
  static bool is_variable_element(Step step) { return (step & kElementBit) != 0 && step < kParameterElement; }
  static bool is_parameter_element(Step step) { return step >= kParameterElement && step < kConstantElement; }
  AccessPath behind_in_callee(std::size_t steps, AccessPath start, std::span<const AccessPath> arguments) const;

  Root root_ = Root::kUnknown;
  std::uint32_t detail_ = 0;
  absl::InlinedVector<Step, 3> steps_;
};

template <class Use>
void AccessPath::for_each_value(Use&& use) const {
  if (root_ == Root::kLocal) use(ir::ValueId(detail_));
  for (Step step : steps_) {
    if (is_variable_element(step)) use(ir::ValueId(step & ~kElementBit));
  }
}

template <class Use>
void AccessPath::for_each_name_in_callee(std::span<const AccessPath> arguments, Use&& use) const {
  if (AccessPath anyones = in_callee(arguments); anyones.known()) use(anyones);
  for (std::uint32_t n = 0; n < arguments.size(); ++n) {
    if (AccessPath there = in_callee(arguments, n); there.known()) use(there);
  }
}

template <class Argument, class Element>
AccessPath AccessPath::in_caller(Argument&& argument, Element&& element) const {
  if (!portable()) return {};
  AccessPath result = root_ == Root::kParameter ? argument(detail_) : AccessPath(root_, detail_);
  if (!result.known() || result.steps_.size() + steps_.size() > kMaximumSteps) return {};
  for (Step step : steps_) {
    if (is_parameter_element(step)) {
      std::optional<Step> there = element(step - kParameterElement);
      if (!there) return {};
      step = *there;
    }
    result.steps_.push_back(step);
  }
  return result;
}

}  // namespace snag::sections

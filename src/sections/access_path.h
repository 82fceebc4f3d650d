// Access paths: names for objects and for memory, as the source would write them.
//
//     this.queue.lock     Registry.instance.accounts     other.balance     points[i].x     this.map{contents}
//
// A path is a root and the fields and elements that lead on from it. It names a lock (Roberson & Boyapati's lock
// expressions), and with one more step a piece of memory. Two equal paths of one method are taken for the same object:
// that a field on the way was assigned in between is not seen, nor are aliases with different names.
//
// A path over parameters and statics means something to callers too: `in_caller` puts the caller's paths for the
// arguments in place of the parameters. Local roots and indexes mean nothing outside their method.
#pragma once

#include <cstdint>
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
  static constexpr Step kContents = 0xFFFF'FFFF;         // what a library collection or an atomic holds
  static constexpr Step kElementBit = 0x8000'0000;       // with the index's ValueId
  static constexpr Step kConstantElement = 0xC000'0000;  // with the index, below kConstantLimit
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
  // Calls `use` with each ValueId that the path is about: its root, and variables as indexes.
  template <class Use>
  void for_each_value(Use&& use) const;
  // The field that the path ends in, be it with an element or contents behind it; invalid if there is none.
  FieldId last_field() const;
  bool ends_in_contents() const { return !steps_.empty() && steps_.back() == kContents; }

  // One step further; unknown when that is too long.
  AccessPath then(Step step) const;
  // The path with `argument(n)` in place of parameter n.
  template <class Argument>
  AccessPath in_caller(Argument&& argument) const;
  bool starts_with(const AccessPath& prefix) const;
  // `this` path with `prefix` replaced by parameter `number`; unknown if it does not start with it.
  AccessPath in_callee(const AccessPath& prefix, std::uint32_t number) const;

  friend bool operator==(const AccessPath& a, const AccessPath& b) {
    return a.known() && a.root_ == b.root_ && a.detail_ == b.detail_ && a.steps_ == b.steps_;
  }

  // Equal paths have equal hashes; so have all that are unknown.
  std::size_t hash() const;

  // As in the source of the method: `this.queue.lock`, `bank.Registry.class`.
  std::string text(const Program& program, const ir::References& references, const ir::MethodIr& method) const;

 private:
  Root root_ = Root::kUnknown;
  std::uint32_t detail_ = 0;
  absl::InlinedVector<Step, 3> steps_;
};

template <class Use>
void AccessPath::for_each_value(Use&& use) const {
  if (root_ == Root::kLocal) use(ir::ValueId(detail_));
  for (Step step : steps_) {
    if ((step & kElementBit) != 0 && step < kConstantElement) use(ir::ValueId(step & ~kElementBit));
  }
}

template <class Argument>
AccessPath AccessPath::in_caller(Argument&& argument) const {
  if (!portable()) return {};
  if (root_ != Root::kParameter) return *this;
  AccessPath result = argument(detail_);
  if (!result.known() || result.steps_.size() + steps_.size() > kMaximumSteps) return {};
  result.steps_.insert(result.steps_.end(), steps_.begin(), steps_.end());
  return result;
}

}  // namespace snag::sections

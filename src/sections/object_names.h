// What the objects of one method are called: the access path of every value.
//
//     Lock l = other.owner().lock;        l is `other.owner.lock`, if owner() returns this.owner
//
// A value is named by looking back: through casts, field and array reads, and accessors whose summary says which path
// they return, to a parameter, a static field, a class, a literal, or a value that has no other name than itself. The
// way back has at most kMaximumHops steps, which also bounds the recursion through accessors (`a.self().self()…`, 9,000
// times in a method of 64 KB).
//
//     Cache old = cache; cache = new Cache(); cache.setDelay(old.delay());
//
// What was read from a field, and is used after the method has written the field, is no longer what the field is
// called: `old` has no other name than itself.
#pragma once

#include <optional>
#include <span>

#include <absl/container/flat_hash_map.h>
#include <absl/container/inlined_vector.h>

#include "sections/field_facts.h"
#include "sections/summary.h"

namespace snag::sections {

// What is known of the rest of the program while one method is analysed.
struct WholeProgram {
  Calls& calls;
  const Sharing& sharing;
  const FieldFacts& fields;
  std::span<const MethodSummary> summaries;  // by node; empty for methods that are not summarized yet
  bool unknown_is_shared = false;  // what a method without code returns was read in a critical section of its own
  bool all_contexts = false;       // Analysis::Options
};

// Returns the parameter that a constructor keeps in this field of the object, if there is one.
std::optional<std::uint32_t> kept_parameter(Calls& calls, NodeId constructor, FieldId field);

// Belongs to one thread.
class ObjectNames {
 public:
  static constexpr int kMaximumHops = 16;
  // Instructions that are looked at for values that outlive their names; beyond it, values keep the name of their
  // field. Without a limit, the time would be quadratic in the reads and writes of one field.
  static constexpr std::size_t kMaximumSearch = 4'000'000;

  ObjectNames(const WholeProgram& program, const ir::MethodIr& method) : program_(program), method_(method) {}

  const ir::MethodIr& method() const { return method_; }
  const WholeProgram& program() const { return program_; }

  // The object that a value is.
  AccessPath path(ir::ValueId value) { return path(value, kMaximumHops); }
  // The key that a value is, for collections: boxing makes no difference.
  AccessPath key_path(ir::ValueId value);
  AccessPath::Step element(ir::ValueId index) const;  // the step from an array to its element
  // `made.lock`, where the constructor of `made` kept its argument in that field: the argument's path. Else the path.
  AccessPath through_constructor(const AccessPath& path);

  // The values and paths that a callee's parameters stand for: a call's operands, or a lambda's captured values.
  class Arguments {
   public:
    Arguments(ObjectNames& caller, std::span<const ir::ValueId> values, int hops = kMaximumHops)
        : caller_(caller), values_(values), hops_(hops) {}

    std::span<const ir::ValueId> values() const { return values_; }
    AccessPath path(std::uint32_t parameter) const;
    // What the caller calls an object that the callee calls `path_in_callee`.
    AccessPath translate(const AccessPath& path_in_callee) const;

   private:
    ObjectNames& caller_;
    std::span<const ir::ValueId> values_;
    int hops_;
    // Paths that were asked for already: a summary asks for `this` again and again.
    mutable absl::InlinedVector<std::pair<std::uint32_t, AccessPath>, 3> known_ = {};
  };

 private:
  AccessPath path(ir::ValueId value, int hops);
  ir::ValueId constructor_call(ir::ValueId object);
  bool outlives_its_name(ir::ValueId read);

  WholeProgram program_;
  const ir::MethodIr& method_;
  absl::flat_hash_map<ir::ValueId, ir::ValueId> constructor_calls_;  // by the object; made when first asked for
  // Writes of references to fields, by field; made when first asked for.
  std::optional<absl::flat_hash_map<FieldId, absl::InlinedVector<ir::ValueId, 2>>> writes_;
  absl::flat_hash_map<ir::ValueId, bool> outlive_their_names_;  // by the read of such a field
  std::size_t searched_ = 0;                                    // kMaximumSearch
};

}  // namespace snag::sections

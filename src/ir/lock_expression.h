// Lock expressions: how a lock is written in the source, as far as that can be said (Roberson & Boyapati, section 4.1).
//
//     LE ::= this | parameter | local | C.f | C.class | LE.f | LE[index] | *
//
// `synchronized (this.queue.lock)` locks `this.queue.lock`. Expressions are interned: the same text of fields over the
// same roots is one id, so that analyses compare ids. They are built from SSA, so that the compiler's copies of a lock
// into hidden locals do not show. The bound is on the number of `.f` and `[i]`; a longer one is `*` (`kUnknown`), which
// is equal to nothing, not even to itself, in the papers' sense: whoever compares must ask `is_unknown`.
//
// A local is a value that is none of the others (a call's result, a phi, a fresh object): its root is the value itself,
// so two locals are the same expression exactly when they are the same SSA value of the same method. What an expression
// does not say: whether a field on the path was assigned in between. Checks do that (DEPENDS in the paper).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/id.h"
#include "base/names.h"
#include "ir/method_ir.h"

namespace snag::ir {

struct LockExpressionTag;
using LockExpressionId = Id<LockExpressionTag>;

enum class LockRoot : std::uint8_t {
  kUnknown,  // *
  kThis,
  kParameter,    // detail: number, `this` not counted
  kLocal,        // detail: ValueId
  kStaticField,  // detail: ReferenceId
  kClass,        // detail: Name of the class
  kField,        // of base; detail: ReferenceId
  kElement,      // of base; detail: the index: a LockExpressionId made by index_of
  kConstant,     // an integer as an index; detail: its value
  kString,       // a string literal as a lock; detail: Name
};

struct LockExpression {
  LockRoot kind = LockRoot::kUnknown;
  LockExpressionId base;
  std::uint32_t detail = 0;
  std::uint32_t length = 0;  // fields and elements on the path

  friend bool operator==(const LockExpression&, const LockExpression&) = default;
  template <class H>
  friend H AbslHashValue(H state, const LockExpression& e) {
    return H::combine(std::move(state), e.kind, e.base, e.detail);
  }
};

// The expressions of one method. Not thread-safe.
class LockExpressions {
 public:
  static constexpr std::uint32_t kDefaultBound = 4;

  explicit LockExpressions(const MethodIr& method, std::uint32_t bound = kDefaultBound)
      : method_(method), bound_(bound) {}

  // The expression of any reference value, for instance a monitorenter's operand.
  LockExpressionId of(ValueId value);
  const LockExpression& operator[](LockExpressionId id) const { return expressions_[id.value]; }
  bool is_unknown(LockExpressionId id) const { return (*this)[id].kind == LockRoot::kUnknown; }

  // As in source: `this.queue.lock`, `Registry.class`, `points[i]`, `*`.
  std::string text(LockExpressionId id, const Names& names, const References& references) const;

 private:
  LockExpressionId intern(LockExpression expression);
  LockExpressionId index_of(ValueId value);

  const MethodIr& method_;
  std::uint32_t bound_;
  std::vector<LockExpression> expressions_;
  absl::flat_hash_map<LockExpression, std::uint32_t> ids_;
};

}  // namespace snag::ir

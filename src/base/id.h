// Strong 32-bit ids: `struct FieldTag; using FieldId = Id<FieldTag>;`. An id that was never assigned is not `valid()`.
#pragma once

#include <compare>
#include <cstdint>
#include <utility>

namespace snag {

template <class Tag>
struct Id {
  static constexpr std::uint32_t kInvalid = 0xFFFF'FFFF;
  std::uint32_t value = kInvalid;

  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t v) : value(v) {}
  constexpr bool valid() const { return value != kInvalid; }
  constexpr explicit operator bool() const { return valid(); }
  friend constexpr auto operator<=>(Id, Id) = default;

  template <class H>
  friend H AbslHashValue(H state, Id id) {
    return H::combine(std::move(state), id.value);
  }
};

}  // namespace snag

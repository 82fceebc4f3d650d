// What a method does to the ownership of objects, in the terms of its callers.
//
//     Node link(Node first, Shape shape) {       stores: parameter 1 in `shape` of the result,
//       Node node = new Node();                          the result in `next` of parameter 0
//       node.shape = shape;                      result: a fresh object
//       first.next = node;
//       return node;
//     }
//
// Objects of the caller are named by paths of at most one field: the parameter itself, what its field holds, and all
// that can be reached from there. Everything that the method creates and leaves behind is one place, whatever it is,
// apart from the result.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "program/ids.h"

namespace snag::ownership {

// Where an object holds another one: a field, the elements of an array, or any of them.
struct Slot {
  static constexpr std::uint32_t kElements = 0xFFFF'FFFE, kAny = 0xFFFF'FFFF;
  std::uint32_t value = kAny;

  static Slot of(FieldId field) { return {field.valid() ? field.value : kAny}; }
  bool may_be(Slot other) const { return value == kAny || other.value == kAny || value == other.value; }
  friend auto operator<=>(const Slot&, const Slot&) = default;
};

// An object that the caller has when the call begins.
struct Path {
  std::uint32_t parameter = 0;  // `this` first
  bool through_slot = false;    // what `slot` of the parameter holds; else the parameter, or if `deep` what it reaches
  bool deep = false;            // all that can be reached from there, without it
  Slot slot = {};

  bool is_parameter() const { return !through_slot && !deep; }
  friend auto operator<=>(const Path&, const Path&) = default;
};

enum class Role : std::uint8_t {
  kShared,  // an object that other threads may have
  kFresh,   // what the method created and left behind in something
  kResult,  // the object that it created and returns
  kPath,
};

struct Place {
  Role role = Role::kShared;
  Path path = {};
  friend auto operator<=>(const Place&, const Place&) = default;
};

struct Store {
  Place holder;
  Slot slot;
  Place what;
  friend auto operator<=>(const Store&, const Store&) = default;
};

// What may happen; summaries only grow while the methods of a recursive group are analysed. Sorted, without repetition,
// apart from `conditions`.
struct Summary {
  static constexpr std::size_t kMaximumStores = 32;

  // Nothing is known: the method publishes every argument, and its result is shared.
  bool gave_up = false;
  // The objects on which the answers in the method and its callees depend, in the order of the bits of a Mask
  // (ownership_state.h). New ones come last.
  std::vector<Path> conditions = {};
  std::vector<Path> publishes = {};
  std::vector<Store> stores = {};
  std::vector<Place> results = {};

  // Sorts, and forgets in which fields objects are stored if these are too many; publishes what is stored if that is
  // not enough.
  void normalize();
  // Publishes what is stored and returned but was not in the last summary, `known`, so that a recursive group comes to
  // an end. Both must be normalized.
  void widen(const Summary& known);
  bool publishes_parameter(std::uint32_t parameter) const;
  bool returns_only_fresh() const;
  bool has_same_effects(const Summary& other) const;  // all but the conditions
  friend bool operator==(const Summary&, const Summary&) = default;

 private:
  void publish_stored();
};

}  // namespace snag::ownership

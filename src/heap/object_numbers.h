// The numbers by which `snag dump` names abstract objects: #1, #2, … They are the same in every run of the same
// program, and in everything that is printed about it: this class is their only source.
//
// Numbered are the objects that a reader of the program's source knows: those of the classes of the application and its
// libraries, those that its code allocates, and its classes. They are sorted by class, then by the method that
// allocates them, line, and context.
//
// Nothing changes after building; any number of threads may read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "heap/heap_shape.h"

namespace snag {

class ObjectNumbers {
 public:
  explicit ObjectNumbers(const HeapShapeGraph& graph);

  // The numbered objects, by number: the first one has number 1.
  std::span<const ObjectId> objects() const { return objects_; }
  bool has(ObjectId id) const { return numbers_[id.value] != 0; }
  std::uint32_t number(ObjectId id) const { return numbers_[id.value]; }  // 0: none
  std::string text(ObjectId id) const;                                    // `#12`

  // `bank.Account`, `int[]`, `class bank.Bank`.
  std::string type(ObjectId id) const;
  // `bank.Main.main(java.lang.String[]) line 14`; empty if the place is not known.
  std::string allocation(ObjectId id) const;
  // The nearest place of the context of the allocation, in the same form.
  std::string context(ObjectId id) const;

 private:
  std::string place(const CodePlace& place) const;

  const HeapShapeGraph& graph_;
  std::vector<ObjectId> objects_;
  std::vector<std::uint32_t> numbers_;  // by ObjectId
};

}  // namespace snag

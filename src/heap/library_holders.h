// What happens to the ownership of objects in the library, where no model says more: whether its classes keep what they
// are given to themselves.
//
//     list.add(node);                 held by the list: published with it, and not before
//     frame.addMouseListener(mine);   the library may hand it to any thread
//
// Plain collections, texts, streams and buffers hold what they are given, and return what they hold, themselves or a
// view of themselves. Everything else may keep its arguments where other threads find them. Decided by the lists of
// [policy] in models/policy.toml alone.
//
// Threads: every member function may be called by any number of threads.
#pragma once

#include <atomic>
#include <vector>

#include "library/models.h"
#include "program/program.h"

namespace snag::ownership {

class LibraryHolders {
 public:
  // After all classes that matter have been loaded: what is found out about later ones is not kept.
  LibraryHolders(Program& program, const library::Models& models);

  // Whether objects of this type have no state that could be shared: they never change, and hold no others.
  bool is_value(Name type) const;
  // Whether the methods of the class keep their arguments in their object at most.
  bool holds_its_own(ClassId id) const;
  bool is_logger(ClassId id) const { return models_.policy().loggers.matches(program_.name(id)); }

 private:
  enum Fact : std::uint8_t { kUnknown, kNo, kYes };
  template <class Find>
  static bool remember(std::vector<std::atomic<std::uint8_t>>& facts, std::uint32_t at, Find&& find);

  Program& program_;
  const library::Models& models_;
  mutable std::vector<std::atomic<std::uint8_t>> values_;   // by Name; a Fact
  mutable std::vector<std::atomic<std::uint8_t>> holders_;  // by ClassId; a Fact
};

}  // namespace snag::ownership

// What a method does with the objects that it handles, and which of those that it creates it keeps to itself.
//
//     List<Job> mine = new ArrayList<>();     used as a receiver only: no other thread can have it
//     queue.add(new Job());                   passed as an argument: it escapes
//
// An object escapes from the method that creates it when it is stored in a field, an element or a function object,
// passed to a call, thrown, or chosen by a phi. Reading from it, storing into it, locking it, comparing it and
// returning it do not count: who gets the result is the caller's business. Nor does calling its methods, where those
// are known: a constructor, a collection by its model, a method of the application (which is trusted not to give its
// own object away), a class that is synchronized throughout (buffers and streams).
//
// Belongs to one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "callgraph/calls.h"
#include "ir/method_ir.h"

namespace snag {

// How an instruction uses one of its operands.
enum class ObjectUse : std::uint8_t {
  kRead,      // a field, an element or the length of it
  kChanged,   // something is stored into it
  kLocked,    // monitorenter, monitorexit
  kTested,    // compared, instanceof
  kReturned,  // to the caller
  kReceiver,  // a method is called on it
  kArgument,  // passed to a call
  kCast,      // the result is the same object
  kText,      // a part of a string concatenation
  kField,     // stored in a field of another object
  kStatic,    // stored in a static field
  kOther,     // captured, thrown, stored in an array, chosen by a phi
};

ObjectUse object_use(const ir::Instruction& instruction, std::size_t operand);

class ObjectUses {
 public:
  // `under_construction`: the method is a constructor, or only constructors call it, so that `this` and what it refers
  // to are not shared yet.
  ObjectUses(Calls& calls, const ir::MethodIr& method, bool under_construction)
      : calls_(calls), method_(method), under_construction_(under_construction) {}

  // Whether no other thread can have the object: the method creates it and gives it to nothing but its caller, or it is
  // `this`, under construction.
  bool is_confined(ir::ValueId object);

 private:
  bool stays_in_method(ir::ValueId created);
  bool lets_go(const ir::Instruction& instruction, std::size_t operand);

  Calls& calls_;
  const ir::MethodIr& method_;
  bool under_construction_;
  std::vector<bool> escapes_;  // by value; made for all of them when first asked for
};

// By value: whether the method hands the object out, if it belongs to the object that has certain fields. To call it,
// to lock it, to compare it and to copy its elements is using it, and so is storing it where `keeps` allows it (called
// with each instruction that stores into a field); everything else hands it out, also reading from it, since what it
// refers to may be what is protected.
std::vector<bool> handed_out(Calls& calls, const ir::MethodIr& method,
                             const std::function<bool(const ir::Instruction&)>& keeps);

}  // namespace snag

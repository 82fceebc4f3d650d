// Calls that take or give back a lock which is no monitor, and the lock behind a view.
//
//   both.readLock().lock();      acquires `both`, to read: Lock.lock says "this", ReadWriteLock.readLock "a view of
//   this"
//
// Idea: a model says what a call does to its receiver; a receiver that is itself the result of a call whose model says
// `view` stands for that call's receiver, in the view's mode.
// Cannot see: a view that comes out of a field or a parameter; it is then a lock of its own.
//
// Used by one thread.
#pragma once

#include <vector>

#include "ir/method_ir.h"
#include "library/models.h"
#include "program/resolution.h"

namespace snag::library {

class LockCalls {
 public:
  LockCalls(Program& program, const ir::References& references, const Models& models)
      : program_(program), references_(references), models_(models), resolver_(program) {}

  struct Effect {
    ir::ValueId lock;
    LockAction action{};
    LockMode mode{};
    bool only_if_true = false;
  };
  // What a call does to locks, acquires first. Empty for any other instruction.
  std::vector<Effect> effects(const ir::MethodIr& method, const ir::Instruction& call);
  // The object on which a call waits (Object.wait, Condition.await); invalid if it does not.
  ir::ValueId waits_on(const ir::MethodIr& method, const ir::Instruction& call);

 private:
  const MethodModel* model_of(const ir::Instruction& call);

  Program& program_;
  const ir::References& references_;
  const Models& models_;
  Resolver resolver_;
};

}  // namespace snag::library

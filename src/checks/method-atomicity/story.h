// The sentences of method-atomicity.
#pragma once

#include <cstdint>
#include <string>

#include "checks/method-atomicity/splits.h"
#include "findings/finding.h"

namespace snag {

// T1 goes through the two critical sections of the method; T2 updates in between what both are about.
struct MethodAtomicityEvidence : Evidence {
  atomicity::Kind way{};
  atomicity::Connection connection{};
  std::string name = {};                              // of the method: `load()`
  std::string lock = {};                              // of both sections: `this`
  std::string read = {}, used = {};                   // the variables: `Store.closed`, `what Store.entries holds`
  bool updates = false;                               // the second section updates what it uses
  bool fails = false;                                 // it tests again, and throws an exception
  std::uint32_t first_line = 0, second_line = 0;      // of the sections in the method; 0: not known
  bool explicit_lock = false;                         // a java.util.concurrent.locks.Lock
  std::string private_lock = {}, private_owner = {};  // the lock's field and class, if the method cannot reach it
};

Finding narrate(const MethodAtomicityEvidence& evidence);

}  // namespace snag

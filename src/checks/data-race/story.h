// The sentences of data-race.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "checks/data-race/judge.h"
#include "findings/finding.h"

namespace snag {

// T1 ends with the access that is reported, T2 with the one that it conflicts with.
struct DataRaceEvidence : Evidence {
  struct Access {
    bool write = false;
    std::string method = {};              // `deposit()`
    std::string call = {};                // unsafe-object: `add()`; of a field: `setVolatile()`, if by a VarHandle
    bool atomic = false;                  // by a VarHandle, in another mode than the plain one
    std::vector<std::string> locks = {};  // on all ways
    std::string thread = {};              // `Worker.run()`, `any client`
  };
  races::Kind relation{};
  races::Sharing sharing{};
  std::string what = {};  // `Account.balance`, `the ArrayList in Registry.names`
  bool is_static = false;
  bool loses_update = false;
  bool is_read = false;   // somewhere, in order or under a lock
  std::string type = {};  // of the object that is published: `Data`; of an unsafe object its class: `ArrayList`
  races::CommonLock lock = {};
  Access reported = {}, other = {};
  std::string allocated = {};  // where the object is made: `main() of Main (Main.java:8)`; empty if it is not known
  std::string published = {};  // where other threads get it: `by start() in main() of Main (Main.java:9)`; or empty
  std::string started = {};    // where the second thread is started, likewise
  Graph uses = {};             // of the object; may be empty
};

Finding narrate(const DataRaceEvidence& evidence);

}  // namespace snag

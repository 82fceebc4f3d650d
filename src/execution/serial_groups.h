// Which started tasks run one at a time, because one thread runs them.
//
//   ExecutorService single = Executors.newSingleThreadExecutor();
//   single.execute(a);  single.execute(b);                            never at the same time
//
// A group is the program's event thread, or an object that runs one task at a time: an executor that was made so
// (`serial = "result"` of the model that made it), or a timer (`serial = "receiver"` of the model that starts). Two
// executors of one place run two tasks at a time: the group then only says what each of them does.
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "callgraph/points_to.h"
#include "execution/multiplicity.h"
#include "execution/threads.h"

namespace snag {

class SerialGroups {
 public:
  // The group of whatever the event thread runs.
  static SerialGroupId event_thread() { return SerialGroupId(0); }

  SerialGroups(const PointsTo& points_to, const Multiplicity& multiplicity)
      : points_to_(points_to), multiplicity_(multiplicity) {}

  struct Group {
    SerialGroupId id;        // invalid: none
    SerialGroupId of_place;  // of all executors and timers that one place makes, each of which runs one task at a time
  };
  // The group of what is started at a place by this model, which may be null.
  Group group_of(const ThreadStart& start, const library::MethodModel* model);

 private:
  bool runs_one_at_a_time(ObjectId executor);
  bool made_serial(const ir::MethodIr& ir, ir::ValueId call) const;

  const PointsTo& points_to_;
  const Multiplicity& multiplicity_;
  absl::flat_hash_map<ObjectId, bool> executors_;
  std::map<std::pair<MethodId, ir::ValueId>, ObjectId> first_of_place_;
};

}  // namespace snag

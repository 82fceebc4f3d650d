// The domain of LockHistory by itself: the levels of marks, and how they join.
#include <gtest/gtest.h>

#include "checks/reacquired-lock/lock_history.h"
#include "support/lattice_laws.h"

namespace snag::reacquired {

struct LockLevels {
  using Element = LockHistory::State;
  // Every combination of three levels for two marks, with those that hold whatever is assigned.
  static std::vector<Element> elements() {
    std::vector<Element> result;
    for (LockHistory::Level first = 0; first < 3; ++first) {
      for (LockHistory::Level second = 0; second < 3; ++second) {
        for (LockHistory::Level forever = 0; forever < 3; ++forever)
          result.push_back({{first, second}, {forever, second}});
      }
    }
    return result;
  }
  static bool raise(Element& known, const Element& by) { return known.raise(by); }
};

}  // namespace snag::reacquired

namespace snag {
INSTANTIATE_TYPED_TEST_SUITE_P(LockLevels, LatticeLaws, reacquired::LockLevels);
}  // namespace snag

#include <gtest/gtest.h>

#include "sections/section_program.h"
#include "sections/staleness.h"
#include "support/lattice_laws.h"

namespace snag::sections {

void PrintTo(const State& state, std::ostream* out) {
  *out << to_text(state) << " @" << state.released.value << " @" << state.entered.value;
}

namespace {

using ir::ValueId;

State held() { return {.freshness = Freshness::kHeld}; }
State released(std::uint32_t at) {
  return {.freshness = Freshness::kReleased, .block_left = true, .released = ValueId(at)};
}
State stale(std::uint8_t age, std::uint32_t left, std::uint32_t entered) {
  return {.freshness = Freshness::kStale,
          .age = age,
          .block_left = true,
          .released = ValueId(left),
          .entered = ValueId(entered)};
}

// Every combination that the flow can make: a state that is nothing has no flags, places come with their freshness.
std::vector<State> possible_states() {
  std::vector<State> shapes = {held(), released(1), released(2)};
  for (std::uint8_t age : {std::uint8_t{1}, std::uint8_t{2}, State::kOldest}) {
    for (std::uint32_t left : {1, 2}) {
      for (std::uint32_t entered : {3, 4}) shapes.push_back(stale(age, left, entered));
    }
  }
  std::vector<State> result = {State()};
  for (State state : shapes) {
    for (unsigned flags = 0; flags < 8; ++flags) {
      state.block_left = (flags & 1) != 0;
      state.handed_over = (flags & 2) != 0;
      state.claimed = (flags & 4) != 0;
      result.push_back(state);
    }
  }
  return result;
}

struct ValueStates {
  using Element = State;
  static std::vector<State> elements() { return possible_states(); }
  static bool raise(State& known, const State& by) { return known.raise(by); }
};
struct FlagStates {
  using Element = State;
  static std::vector<State> elements() { return possible_states(); }
  static bool raise(State& known, const State& by) { return known.raise(by, /*is_flag=*/true); }
};

}  // namespace
}  // namespace snag::sections

namespace snag {
using StateDomains = ::testing::Types<sections::ValueStates, sections::FlagStates>;
INSTANTIATE_TYPED_TEST_SUITE_P(State, LatticeLaws, StateDomains);
}  // namespace snag

namespace snag::sections {
namespace {

State join(State a, const State& b, bool is_flag = false) {
  a.raise(b, is_flag);
  return a;
}

TEST(State, NothingChangesNothing) {
  for (const State& state : possible_states()) {
    EXPECT_EQ(join(state, State()), state);
    EXPECT_EQ(join(State(), state), state);
    EXPECT_EQ(join(State(), state, /*is_flag=*/true), state);
  }
}

TEST(State, TheOlderCounts) {
  const std::vector<State> by_age = {State(), held(), released(1), stale(1, 1, 2), stale(2, 1, 2), stale(9, 1, 2)};
  for (std::size_t a = 0; a < by_age.size(); ++a) {
    for (std::size_t b = 0; b < by_age.size(); ++b) {
      State joined = join(by_age[a], by_age[b]);
      EXPECT_EQ(joined.freshness, by_age[std::max(a, b)].freshness);
      EXPECT_EQ(joined.age, by_age[std::max(a, b)].age);
    }
  }
}

TEST(State, AmongEquallyOldTheEarlierPlacesCount) {
  EXPECT_EQ(join(released(5), released(3)), released(3));
  EXPECT_EQ(join(stale(2, 5, 6), stale(2, 3, 9)), stale(2, 3, 9));
  EXPECT_EQ(join(stale(2, 3, 9), stale(2, 3, 7)), stale(2, 3, 7));
  EXPECT_EQ(join(stale(2, 5, 6), stale(1, 3, 4)), stale(2, 5, 6));
}

TEST(State, TheBlockIsLeftAndTheValueClaimedOnAnyPath) {
  State left = held(), claimed = held();
  left.block_left = true;
  claimed.claimed = true;
  State both = join(left, claimed);
  EXPECT_TRUE(both.block_left);
  EXPECT_TRUE(both.claimed);
}

TEST(State, AValueIsHandedOverOnAllPathsAFlagOnAny) {
  State given = released(1), kept = released(1);
  given.handed_over = true;
  EXPECT_FALSE(join(given, kept).handed_over);
  EXPECT_TRUE(join(given, given).handed_over);
  EXPECT_TRUE(join(given, State()).handed_over);
  EXPECT_TRUE(join(State(), given).handed_over);
  EXPECT_TRUE(join(given, kept, /*is_flag=*/true).handed_over);
  EXPECT_TRUE(join(kept, given, /*is_flag=*/true).handed_over);
  EXPECT_FALSE(join(kept, kept, /*is_flag=*/true).handed_over);
}

}  // namespace
}  // namespace snag::sections

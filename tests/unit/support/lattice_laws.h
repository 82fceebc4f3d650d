// The laws of a join semilattice, as tests that every domain of a data flow instantiates:
//
//     struct AgesDomain {
//       using Element = ...;
//       static std::vector<Element> elements();                // a sample that is closed enough to be telling
//       static bool raise(Element& known, const Element& by);  // joins, answers whether `known` changed
//     };
//     INSTANTIATE_TYPED_TEST_SUITE_P(Ages, LatticeLaws, AgesDomain);
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace snag {

template <class Domain>
class LatticeLaws : public ::testing::Test {
 protected:
  using Element = typename Domain::Element;

  static Element join(Element a, const Element& b) {
    Domain::raise(a, b);
    return a;
  }
  static bool below(const Element& a, const Element& b) { return join(b, a) == b; }

  const std::vector<Element> elements = Domain::elements();
};
TYPED_TEST_SUITE_P(LatticeLaws);

TYPED_TEST_P(LatticeLaws, RaisingByItselfChangesNothing) {
  for (const auto& a : this->elements) {
    auto raised = a;
    EXPECT_FALSE(TypeParam::raise(raised, a));
    EXPECT_EQ(raised, a);
  }
}

TYPED_TEST_P(LatticeLaws, AnswersWhetherItChanged) {
  for (const auto& a : this->elements) {
    for (const auto& b : this->elements) {
      auto raised = a;
      bool changed = TypeParam::raise(raised, b);
      ASSERT_EQ(changed, !(raised == a));
    }
  }
}

TYPED_TEST_P(LatticeLaws, IsCommutative) {
  for (const auto& a : this->elements) {
    for (const auto& b : this->elements) ASSERT_EQ(this->join(a, b), this->join(b, a));
  }
}

TYPED_TEST_P(LatticeLaws, IsAssociative) {
  for (const auto& a : this->elements) {
    for (const auto& b : this->elements) {
      auto a_and_b = this->join(a, b);
      for (const auto& c : this->elements) ASSERT_EQ(this->join(a_and_b, c), this->join(a, this->join(b, c)));
    }
  }
}

TYPED_TEST_P(LatticeLaws, IsAnUpperBoundOfBoth) {
  for (const auto& a : this->elements) {
    for (const auto& b : this->elements) {
      auto both = this->join(a, b);
      ASSERT_TRUE(this->below(a, both) && this->below(b, both));
    }
  }
}

TYPED_TEST_P(LatticeLaws, IsMonotone) {
  for (const auto& a : this->elements) {
    for (const auto& b : this->elements) {
      if (!this->below(a, b)) continue;
      for (const auto& c : this->elements) ASSERT_TRUE(this->below(this->join(a, c), this->join(b, c)));
    }
  }
}

// Whatever the order, one round of raises reaches the top, and no other round changes it.
TYPED_TEST_P(LatticeLaws, RaisingEndsAtTheSameTop) {
  auto order = this->elements;
  auto top_of = [&] {
    auto top = order.front();
    for (const auto& element : order) TypeParam::raise(top, element);
    return top;
  };
  const auto first = top_of();
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    auto top = top_of();
    ASSERT_EQ(top, first);
    for (const auto& element : order) ASSERT_FALSE(TypeParam::raise(top, element));
  }
}

REGISTER_TYPED_TEST_SUITE_P(LatticeLaws, RaisingByItselfChangesNothing, AnswersWhetherItChanged, IsCommutative,
                            IsAssociative, IsAnUpperBoundOfBoth, IsMonotone, RaisingEndsAtTheSameTop);

}  // namespace snag

#include "base/stable_vector.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

namespace snag {
namespace {

TEST(StableVectorTest, ElementsKeepTheirIndexAndAddress) {
  StableVector<std::uint64_t> vector;
  constexpr std::uint32_t kCount = 100'000;
  std::vector<const std::uint64_t*> addresses;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(vector.push_back(i * 3ULL), i);
    addresses.push_back(&vector[i]);
  }
  EXPECT_EQ(vector.size(), kCount);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(vector[i], i * 3ULL);
    ASSERT_EQ(&vector[i], addresses[i]);
  }
}

TEST(StableVectorTest, OwnsItsElements) {
  auto shared = std::make_shared<int>(7);
  {
    StableVector<std::shared_ptr<int>> vector;
    for (int i = 0; i < 200; ++i) vector.push_back(shared);
    EXPECT_EQ(shared.use_count(), 201);
  }
  EXPECT_EQ(shared.use_count(), 1);
}

TEST(StableVectorTest, ReadersNeedNoLockWhileOneWriterAppends) {
  StableVector<std::uint32_t> vector;
  constexpr std::uint32_t kCount = 50'000;
  std::atomic<std::uint32_t> wrong{0};
  std::thread reader([&] {
    std::uint32_t seen = 0;
    while (seen < kCount) {
      seen = vector.size();
      for (std::uint32_t i = seen > 100 ? seen - 100 : 0; i < seen; ++i) wrong += vector[i] != i;
    }
  });
  for (std::uint32_t i = 0; i < kCount; ++i) vector.push_back(i);
  reader.join();
  EXPECT_EQ(wrong.load(), 0u);
}

}  // namespace
}  // namespace snag

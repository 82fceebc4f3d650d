#include "execution/lock_usage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "checks/analyses.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

// Runs the analyses of a program, and gives its lock usage to a test.
template <class Test>
void with_usage(const std::string& source, Test&& test) {
  OpenedProgram opened({.application = compiled_java(source)});
  Stats stats;
  const std::string_view ids[] = {"deadlock"};
  const Analyses analyses(
      {.store = *opened.store, .models = opened.models, .application = opened.application, .stats = stats}, ids);
  ASSERT_NE(analyses.whole_program(), nullptr);
  test(LockUsage(analyses.whole_program()->execution()), *analyses.whole_program());
}

LockGroupId group_of_class(const LockUsage& usage, const WholeProgramAnalysis& whole, std::string_view name) {
  for (std::uint32_t n = 0; n < usage.group_count(); ++n) {
    const ObjectId object = usage.objects(LockGroupId(n))[0];
    if (whole.points_to().program().text(whole.heap().name(object)) == name) return LockGroupId(n);
  }
  return {};
}

constexpr const char* kNested = R"(
class A { } class B { } class C { }
class Main {
  static final A a = new A(); static final B b = new B();
  static void outer() { synchronized (a) { middle(); } }
  static void middle() { inner(); }
  static void inner() { synchronized (b) { synchronized (new C()) { } } }
  public static void main(String[] args) { new Thread(Main::outer).start(); new Thread(Main::outer).start(); }
})";

TEST(LockUsage, AnOrderOverCalls) {
  with_usage(kNested, [](const LockUsage& usage, const WholeProgramAnalysis& whole) {
    const LockGroupId a = group_of_class(usage, whole, "A"), b = group_of_class(usage, whole, "B");
    ASSERT_TRUE(a.valid() && b.valid());
    EXPECT_TRUE(usage.is_unique(a));
    EXPECT_TRUE(usage.comes_before(a, b));
    EXPECT_FALSE(usage.comes_before(b, a));
    EXPECT_THAT(usage.next_in_component(a), IsEmpty());  // no cycle
    const std::vector<LockUsage::Nesting> nestings = usage.nestings(a, usage.acquisitions(b));
    ASSERT_FALSE(nestings.empty());
    EXPECT_THAT(nestings[0].calls, SizeIs(2));  // middle(), inner()
    EXPECT_EQ(nestings[0].in_holder(), nestings[0].calls[0].site);
  });
}

// A lock that no second thread can have is never waited for.
TEST(LockUsage, OnlyLocksThatSeveralThreadsAcquireCount) {
  with_usage(kNested, [](const LockUsage& usage, const WholeProgramAnalysis& whole) {
    EXPECT_FALSE(group_of_class(usage, whole, "C").valid());
  });
}

// Objects that no lock name tells apart are one group.
TEST(LockUsage, ObjectsInTheSameSetsAreOneGroup) {
  with_usage(R"(
class Lock { }
class Main {
  static Lock pick(int i) { return i == 0 ? FIRST : i == 1 ? SECOND : THIRD; }
  static final Lock FIRST = new Lock(), SECOND = new Lock(), THIRD = new Lock();
  static void use(int i) { synchronized (pick(i)) { } }
  public static void main(String[] args) {
    for (int i = 0; i < 9; i++) new Thread(() -> use(0)).start();
  }
})",
             [](const LockUsage& usage, const WholeProgramAnalysis&) {
               EXPECT_EQ(usage.counts().locks, 3U);
               EXPECT_EQ(usage.group_count(), 3U);  // each is one object in every run, so they stay apart
             });
  with_usage(R"(
class Lock { }
class Main {
  static final Lock[] LOCKS = new Lock[9];
  static void use(int i) { synchronized (LOCKS[i]) { } }
  public static void main(String[] args) {
    for (int i = 0; i < 9; i += 2) { LOCKS[i] = new Lock(); LOCKS[i + 1] = new Lock(); }
    for (int i = 0; i < 9; i++) new Thread(() -> use(0)).start();
  }
})",
             [](const LockUsage& usage, const WholeProgramAnalysis&) {
               EXPECT_EQ(usage.counts().locks, 2U);
               EXPECT_EQ(usage.group_count(), 1U);
             });
}

}  // namespace
}  // namespace snag

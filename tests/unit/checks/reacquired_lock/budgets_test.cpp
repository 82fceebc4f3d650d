// Methods that are hostile or just huge: what is given up is counted and reported, everything else is analysed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "checks/reacquired-lock/witnesses.h"
#include "library/models.h"
#include "program/class_code.h"

namespace snag::reacquired {
namespace {

using testing::HasSubstr;

class LockBudgets : public ProgramTest {
 protected:
  static constexpr const char* kObject = "Ljava/lang/Object;";

  void add(const ClassCode& code) { folder_.write(code.name(), code.bytes()); }

  Witnesses& witnesses(bool relaxed = false) {
    if (witnesses_ == nullptr) {
      folder_.add_object();
      EXPECT_TRUE(models_.load_embedded());
      application_ = program().load_all(Origin::kApplication, /*jobs=*/1);
      store_ = std::make_unique<IrStore>(program(), references_);
      analysis_ =
          std::make_unique<sections::Analysis>(*store_, models_, application_, sections::Analysis::Options{.jobs = 1});
      EXPECT_EQ(store_->statistics().failed, 0U) << all_diagnostics();
      auto start = std::chrono::steady_clock::now();
      witnesses_ = std::make_unique<Witnesses>(*analysis_, nullptr, Witnesses::Options{.relaxed = relaxed, .jobs = 1});
      took_ = std::chrono::steady_clock::now() - start;
    }
    return *witnesses_;
  }
  NodeId node(std::string_view owner, std::string_view name, std::string_view descriptor = "()V") {
    witnesses();
    return analysis_->calls().node_of(method(owner, name, descriptor));
  }
  // Far more than it takes, and far less than without the budget.
  void expect_quick() { EXPECT_LT(took_, std::chrono::seconds(30)); }

  // `static void few()`: takes one lock twice.
  static void add_few(ClassCode& code) {
    code.field(classfile::kAccStatic, "few", kObject);
    for (int n = 0; n < 2; ++n) take_static(code, "few");
    code << kReturn;
    code.method(classfile::kAccStatic, "few", "()V");
  }
  void expect_few_analysed(std::string_view owner) {
    EXPECT_EQ(witnesses().twice(node(owner, "few")).size(), 1U);
    EXPECT_EQ(witnesses().potential(node(owner, "few")).size(), 1U);
  }
  static void take_static(ClassCode& code, const std::string& field) {
    code.get_static(field, kObject) << kMonitorEnter;
    code.get_static(field, kObject) << kMonitorExit;
  }

  ir::References references_;
  library::Models models_{names_};
  std::vector<ClassId> application_;
  std::unique_ptr<IrStore> store_;
  std::unique_ptr<sections::Analysis> analysis_;
  std::unique_ptr<Witnesses> witnesses_;
  std::chrono::steady_clock::duration took_{};
};

TEST_F(LockBudgets, OfTakenLocksTheNearest) {
  ClassCode code("A");
  constexpr int kCount = static_cast<int>(Witnesses::kMaximumTaken) + 6;
  for (int n = 0; n < kCount; ++n) {
    code.field(classfile::kAccStatic, "f" + std::to_string(n), kObject);
    take_static(code, "f" + std::to_string(n));
  }
  code << kReturn;
  code.method(classfile::kAccStatic, "many", "()V");
  code.call(kInvokeStatic, "A", "many", "()V");
  code.field(classfile::kAccStatic, "own", kObject);
  take_static(code, "own");
  code << kReturn;
  code.method(classfile::kAccStatic, "caller", "()V");
  add_few(code);
  add(code);
  EXPECT_EQ(witnesses().taken(node("A", "many")).size(), Witnesses::kMaximumTaken);
  EXPECT_EQ(witnesses().counts().left_out, 6U + 1U) << "of many, and of its caller for its own";
  const std::vector<TakenLock>& taken = witnesses().taken(node("A", "caller"));
  ASSERT_EQ(taken.size(), Witnesses::kMaximumTaken);
  EXPECT_EQ(taken[0].depth, 0U);
  EXPECT_FALSE(taken[0].callee.valid());
  EXPECT_EQ(taken.back().depth, 1U);
  EXPECT_EQ(witnesses().counts().takers, 3U);
  EXPECT_EQ(witnesses().counts().given_up, 0U);
  expect_few_analysed("A");
}

TEST_F(LockBudgets, PotentialWitnesses) {
  ClassCode code("A");
  constexpr int kCount = static_cast<int>(Witnesses::kMaximumPotential) + 5;
  for (int n = 0; n < kCount; ++n) {
    code.field(classfile::kAccStatic, "f" + std::to_string(n), kObject);
    for (int times = 0; times < 2; ++times) take_static(code, "f" + std::to_string(n));
  }
  code << kReturn;
  code.method(classfile::kAccStatic, "many", "()V");
  add(code);
  EXPECT_EQ(witnesses().twice(node("A", "many")).size(), std::size_t{kCount});
  EXPECT_EQ(witnesses().potential(node("A", "many")).size(), Witnesses::kMaximumPotential);
  EXPECT_EQ(witnesses().counts().potential, Witnesses::kMaximumPotential);
  EXPECT_EQ(witnesses().counts().left_out, 5U);
}

// A context for each of many witnesses.
TEST_F(LockBudgets, Contexts) {
  ClassCode code("A");
  add_few(code);
  constexpr int kCount = static_cast<int>(Witnesses::kMaximumContexts) + 10;
  for (int n = 0; n < kCount; ++n) {
    std::string name = "f" + std::to_string(n);
    code.field(classfile::kAccStatic, name, kObject);
    code.get_static(name, kObject) << kMonitorEnter;
    code.call(kInvokeStatic, "A", "few", "()V");
    code.get_static(name, kObject) << kMonitorExit;
  }
  code << kReturn;
  code.method(classfile::kAccStatic, "many", "()V");
  add(code);
  EXPECT_EQ(witnesses().confirmations(node("A", "many")).size(), Witnesses::kMaximumContexts);
  EXPECT_GT(witnesses().counts().left_out, 0U);
}

// A method's own witnesses, however many, leave room for those of what it calls.
TEST_F(LockBudgets, ContextsForCalleesBesideMany) {
  ClassCode code("A");
  add_few(code);
  constexpr std::size_t kCount = Witnesses::kMaximumContexts + 10;
  code.field(classfile::kAccStatic, "context", kObject);
  code.get_static("context", kObject) << kMonitorEnter;
  for (std::size_t n = 0; n < kCount; ++n) {
    code.field(classfile::kAccStatic, "f" + std::to_string(n), kObject);
    for (int times = 0; times < 2; ++times) take_static(code, "f" + std::to_string(n));
  }
  code.call(kInvokeStatic, "A", "few", "()V");
  code.get_static("context", kObject) << kMonitorExit << kReturn;
  code.method(classfile::kAccStatic, "many", "()V");
  add(code);
  const std::vector<Confirmation>& confirmed = witnesses().confirmations(node("A", "many"));
  ASSERT_EQ(confirmed.size(), kCount + 1);
  EXPECT_FALSE(confirmed.front().at.valid());
  EXPECT_EQ(confirmed.back().callee, node("A", "few"));
}

// Marks times blocks.
TEST_F(LockBudgets, ManyLocksInManyBlocks) {
  ClassCode code("A");
  for (int n = 0; n < 6000; ++n) {
    (code << kIload1).jump(kIfeq, 3);
    code << kAload0 << kMonitorEnter << kAload0 << kMonitorExit;
  }
  code << kReturn;
  code.method(0, "many", "(I)V");
  add_few(code);
  add(code);
  EXPECT_EQ(witnesses().counts().given_up, 1U);
  EXPECT_TRUE(witnesses().twice(node("A", "many", "(I)V")).empty());
  EXPECT_EQ(witnesses().taken(node("A", "many", "(I)V")).size(), 1U) << "what it takes is known all the same";
  EXPECT_THAT(all_diagnostics(), HasSubstr("A.many(int): too much for the flow of locks"));
  expect_few_analysed("A");
  expect_quick();
}

// One block, one lock, taken again and again.
TEST_F(LockBudgets, OneLockVeryOften) {
  ClassCode code("A");
  for (int n = 0; n < 16'000; ++n) code << kAload0 << kMonitorEnter << kAload0 << kMonitorExit;
  code << kReturn;
  code.method(0, "many", "()V");
  add_few(code);
  add(code);
  EXPECT_EQ(witnesses().counts().given_up, 1U);
  expect_few_analysed("A");
  expect_quick();
}

// Calls each of which takes as many locks as it may: a million marks in one block.
class LockBudgetsOfCalls : public LockBudgets, public testing::WithParamInterface<bool> {};
INSTANTIATE_TEST_SUITE_P(RelaxedOrNot, LockBudgetsOfCalls, testing::Bool());

TEST_P(LockBudgetsOfCalls, ThatTakeManyLocks) {
  ClassCode code("A");
  for (std::size_t n = 0; n < Witnesses::kMaximumTaken; ++n) {
    code.field(classfile::kAccStatic, "f" + std::to_string(n), kObject);
    take_static(code, "f" + std::to_string(n));
  }
  code << kReturn;
  code.method(classfile::kAccStatic, "all", "()V");
  for (int n = 0; n < 20'000; ++n) code.call(kInvokeStatic, "A", "all", "()V");
  code << kReturn;
  code.method(classfile::kAccStatic, "many", "()V");
  add_few(code);
  add(code);
  EXPECT_EQ(witnesses(GetParam()).counts().given_up, 1U);
  expect_few_analysed("A");
  expect_quick();
}

TEST_F(LockBudgets, MethodsThatCallThemselves) {
  ClassCode code("A");
  code.field(classfile::kAccStatic, "f", kObject);
  take_static(code, "f");
  code.call(kInvokeStatic, "A", "self", "()V") << kReturn;
  code.method(classfile::kAccStatic, "self", "()V");
  // The same under another lock: context and witness in one.
  code.field(classfile::kAccStatic, "g", kObject);
  code.get_static("g", kObject) << kMonitorEnter;
  take_static(code, "f");
  code.call(kInvokeStatic, "A", "under", "()V");
  code.get_static("g", kObject) << kMonitorExit << kReturn;
  code.method(classfile::kAccStatic, "under", "()V");
  add(code);
  EXPECT_EQ(witnesses().taken(node("A", "self")).size(), 1U);
  ASSERT_EQ(witnesses().twice(node("A", "self")).size(), 1U) << "by itself, and by its call";
  EXPECT_TRUE(witnesses().twice(node("A", "self"))[0].without_context);
  EXPECT_EQ(witnesses().taken(node("A", "under")).size(), 2U);
  ASSERT_EQ(witnesses().twice(node("A", "under")).size(), 1U);
  EXPECT_EQ(witnesses().twice(node("A", "under"))[0].contexts.size(), 1U);
}

TEST_F(LockBudgets, MethodsThatCallEachOther) {
  ClassCode code("A");
  for (const char* name : {"one", "two"}) {
    std::string field = "lock_of_" + std::string(name);
    code.field(classfile::kAccStatic, field, kObject);
    take_static(code, field);
    code.call(kInvokeStatic, "A", std::string(name) == "one" ? "two" : "one", "()V") << kReturn;
    code.method(classfile::kAccStatic, name, "()V");
  }
  add(code);
  for (const char* name : {"one", "two"}) {
    EXPECT_EQ(witnesses().taken(node("A", name)).size(), 2U) << name;
    // Its own lock, and then again by the other's call.
    EXPECT_EQ(witnesses().twice(node("A", name)).size(), 1U) << name;
    EXPECT_EQ(witnesses().potential(node("A", name)).size(), 2U) << name << " and the other's";
  }
}

// Locks and witnesses go all the way round, and it ends.
TEST_F(LockBudgets, ARingOfMethods) {
  ClassCode code("A");
  constexpr int kLength = 5000;
  for (int n = 0; n < 100; ++n) code.field(classfile::kAccStatic, "f" + std::to_string(n), kObject);
  for (int n = 0; n < kLength; ++n) {
    for (int times = 0; times < 2; ++times) take_static(code, "f" + std::to_string(n % 100));
    code.call(kInvokeStatic, "A", "m" + std::to_string((n + 1) % kLength), "()V") << kReturn;
    code.method(classfile::kAccStatic, "m" + std::to_string(n), "()V");
  }
  add_few(code);
  add(code);
  for (const char* name : {"m0", "m77", "m4999"}) {
    EXPECT_EQ(witnesses().taken(node("A", name)).size(), Witnesses::kMaximumTaken) << name;
    EXPECT_EQ(witnesses().potential(node("A", name)).size(), Witnesses::kMaximumPotential) << name;
  }
  EXPECT_EQ(witnesses().counts().given_up, 0U);
  expect_few_analysed("A");
  expect_quick();
}

// Every method calls every other.
TEST_F(LockBudgets, AClique) {
  ClassCode code("A");
  constexpr int kCount = 100;
  for (int n = 0; n < kCount; ++n) {
    code.field(classfile::kAccStatic, "f" + std::to_string(n), kObject);
    for (int times = 0; times < 2; ++times) take_static(code, "f" + std::to_string(n));
    for (int other = 0; other < kCount; ++other) code.call(kInvokeStatic, "A", "m" + std::to_string(other), "()V");
    code << kReturn;
    code.method(classfile::kAccStatic, "m" + std::to_string(n), "()V");
  }
  add(code);
  EXPECT_EQ(witnesses().taken(node("A", "m7")).size(), Witnesses::kMaximumTaken);
  expect_quick();
}

}  // namespace
}  // namespace snag::reacquired

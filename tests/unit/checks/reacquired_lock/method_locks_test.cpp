// TRANSLATELOCK of figure 7, and what a method does with locks.
#include "checks/reacquired-lock/method_locks.h"

#include "checks/reacquired_lock/lock_program.h"

namespace snag::reacquired {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Root = AccessPath::Root;
using Texts = LockProgram::Texts;

constexpr AccessPath::Step kQueue = 7, kLock = 8;
constexpr unsigned kDeep = 5;

AccessPath parameter(std::uint32_t number) { return AccessPath(Root::kParameter, number); }
AccessPath at_constant(const AccessPath& path, std::uint32_t n) { return path.then(AccessPath::kConstantElement + n); }
AccessPath at_parameter(const AccessPath& path, std::uint32_t n) {
  return path.then(AccessPath::kParameterElement + n);
}
AccessPath at_value(const AccessPath& path, std::uint32_t n) { return path.then(AccessPath::kElementBit | n); }

// `this.queue.m(?, local 40)` with 3 and local 50 as indexes.
Invocation call() {
  return {.at = ir::ValueId(9),
          .callee = NodeId(0),
          .arguments = {parameter(0).then(kQueue), AccessPath(), AccessPath(Root::kLocal, 40)},
          .indexes = {AccessPath::kElementBit | 10, AccessPath::kConstantElement + 3, AccessPath::kElementBit | 50},
          .held = {}};
}

TEST(TranslateLock, ThisAndParameters) {
  EXPECT_EQ(call().translate(parameter(0), kDeep), parameter(0).then(kQueue));
  EXPECT_EQ(call().translate(parameter(2), kDeep), AccessPath(Root::kLocal, 40));
  EXPECT_FALSE(call().translate(parameter(1), kDeep).known()) << "the argument has no name";
  EXPECT_FALSE(call().translate(parameter(3), kDeep).known()) << "there is no such argument";
}

TEST(TranslateLock, Fields) {
  EXPECT_EQ(call().translate(parameter(0).then(kLock), kDeep), parameter(0).then(kQueue).then(kLock));
  EXPECT_EQ(call().translate(parameter(2).then(kLock), kDeep), AccessPath(Root::kLocal, 40).then(kLock));
  EXPECT_FALSE(call().translate(parameter(1).then(kLock), kDeep).known());
}

TEST(TranslateLock, Indexes) {
  const AccessPath queue = parameter(0).then(kQueue);
  EXPECT_EQ(call().translate(at_constant(parameter(0), 4), kDeep), at_constant(queue, 4));
  EXPECT_EQ(call().translate(at_parameter(parameter(0), 1), kDeep), at_constant(queue, 3));
  EXPECT_EQ(call().translate(at_parameter(parameter(0), 2).then(kLock), kDeep), at_value(queue, 50).then(kLock));
  EXPECT_FALSE(call().translate(at_parameter(parameter(0), 3), kDeep).known());
  EXPECT_FALSE(call().translate(at_value(parameter(0), 4), kDeep).known()) << "a local of the callee";
}

TEST(TranslateLock, WhatEverybodyKnows) {
  for (const AccessPath& path : {AccessPath(Root::kStatic, 3).then(kLock), AccessPath(Root::kClass, 3),
                                 AccessPath(Root::kString, 3), at_constant(AccessPath(Root::kStatic, 3), 1)}) {
    EXPECT_EQ(call().translate(path, kDeep), path);
  }
  EXPECT_EQ(call().translate(at_parameter(AccessPath(Root::kStatic, 3), 1), kDeep),
            at_constant(AccessPath(Root::kStatic, 3), 3));
}

TEST(TranslateLock, LocalsMeanNothing) {
  EXPECT_FALSE(call().translate(AccessPath(Root::kLocal, 40), kDeep).known());
  EXPECT_FALSE(call().translate(AccessPath(Root::kLocal, 40).then(kLock), kDeep).known());
  EXPECT_FALSE(call().translate(AccessPath(), kDeep).known());
}

TEST(TranslateLock, IsBounded) {
  EXPECT_TRUE(call().translate(parameter(0).then(kLock), 2).known());
  EXPECT_FALSE(call().translate(parameter(0).then(kLock), 1).known());
  EXPECT_TRUE(call().translate(parameter(2), 0).known());
  EXPECT_FALSE(call().translate(parameter(0), 0).known());
  AccessPath deep = parameter(0);
  for (int n = 0; n < 4; ++n) deep = deep.then(kLock);
  EXPECT_TRUE(call().translate(deep, kDeep).known());
  EXPECT_FALSE(call().translate(deep.then(kLock), kDeep).known());
}

TEST(TranslateLock, FunctionsHaveNoIndexes) {
  Invocation function = call();
  function.indexes.clear();
  EXPECT_EQ(function.translate(parameter(0), kDeep), parameter(0).then(kQueue));
  EXPECT_FALSE(function.translate(at_parameter(parameter(0), 1), kDeep).known());
}

const std::string kTakers = R"java(
import java.util.Vector;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
class Taker {
  static Object shared;
  Object lock;
  Object[] locks;
  Taker next;
  Object make() { return new Object(); }
  void self() { synchronized (this) {} }
  void mine() { synchronized (lock) {} }
  void given(Object o) { synchronized (o) {} }
  void first() { synchronized (locks[0]) {} }
  void at(int n) { synchronized (locks[n]) {} }
  static void ofAll() { synchronized (shared) {} }
  static void ofClass() { synchronized (Taker.class) {} }
  void local() { synchronized (make()) {} }
  void far() { synchronized (next.next.next.next.lock) {} }
}
class Caller {
  Taker t;
  Taker[] ts;
  void self() { t.self(); }
  void mine() { t.mine(); }
  void given(Object p) { t.given(p); }
  void givenField() { t.given(t.lock); }
  void givenNull() { t.given(null); }
  void first() { t.first(); }
  void atThree() { t.at(3); }
  void at(int k) { t.at(k); }
  void atVariable() { for (int i = 0; i < 3; i++) t.at(i); }
  void ofAll() { Taker.ofAll(); }
  void ofClass() { Taker.ofClass(); }
  void local() { t.local(); }
  void far() { t.far(); }
  void element(int k) { ts[k].mine(); }
  void twiceRemoved() { self(); }
}
class Sections {
  final Vector<Object> vector = new Vector<>();
  final StringBuilder builder = new StringBuilder();
  final ReentrantLock lock = new ReentrantLock();
  int count, other;
  final int fixed;
  Sections(int n) { fixed = n; }
  void library() { vector.add(this); builder.append(1); }
  void explicit() { lock.lock(); lock.unlock(); }
  void takes() { lock.lock(); }
  void gives() { lock.unlock(); }
  int touches() { synchronized (this) { synchronized (lock) { count++; } return other + fixed; } }
  int callee() { return count; }
  int touchesByCallee() { synchronized (this) { return callee(); } }
  <T> T run(Supplier<T> f) { synchronized (lock) { return f.get(); } }
  Object function() { return run(() -> { synchronized (vector) { return 1; } }); }
}
)java";

LockProgram& takers() {
  static LockProgram program(compiled_java(kTakers), {});
  return program;
}

TEST(LocksHeld, InTheCallersTerms) {
  EXPECT_THAT(takers().taken("Caller.self"), ElementsAre("this.t"));
  EXPECT_THAT(takers().taken("Caller.mine"), ElementsAre("this.t.lock"));
  EXPECT_THAT(takers().taken("Caller.given"), ElementsAre("p"));
  EXPECT_THAT(takers().taken("Caller.givenField"), ElementsAre("this.t.lock"));
  EXPECT_THAT(takers().taken("Caller.first"), ElementsAre("this.t.locks[0]"));
  EXPECT_THAT(takers().taken("Caller.atThree"), ElementsAre("this.t.locks[3]"));
  EXPECT_THAT(takers().taken("Caller.at"), ElementsAre("this.t.locks[k]"));
  EXPECT_THAT(takers().taken("Caller.element"), ElementsAre("this.ts[k].lock"));
  EXPECT_THAT(takers().taken("Caller.ofAll"), ElementsAre("Taker.shared"));
  EXPECT_THAT(takers().taken("Caller.ofClass"), ElementsAre("Taker.class"));
  EXPECT_THAT(takers().taken("Caller.twiceRemoved"), ElementsAre("this.t"));
}

TEST(LocksHeld, WhatHasNoNameThereIsLeftOut) {
  EXPECT_THAT(takers().taken("Caller.givenNull"), IsEmpty());
  EXPECT_THAT(takers().taken("Caller.atVariable"), IsEmpty());
  EXPECT_THAT(takers().taken("Caller.local"), IsEmpty());
  EXPECT_THAT(takers().taken("Taker.far"), ElementsAre("this.next.next.next.next.lock"));
  EXPECT_THAT(takers().taken("Caller.far"), IsEmpty());
}

TEST(LocksHeld, WithinTheLockDepth) {
  LockProgram program(compiled_java(kTakers), {.lock_depth = 2});
  EXPECT_THAT(program.taken("Caller.mine"), ElementsAre("this.t.lock"));
  EXPECT_THAT(program.taken("Taker.first"), ElementsAre("this.locks[0]"));
  EXPECT_THAT(program.taken("Caller.first"), IsEmpty());
  EXPECT_THAT(program.taken("Taker.far"), IsEmpty());
}

// The fields that a section touches, `contents` for what a synchronized object holds.
Texts touches(const Section& section) {
  Texts result;
  for (const Touch& touch : section.touches) {
    result.push_back(touch.field.valid() ? takers().program().describe(touch.field) : "contents");
  }
  return result;
}

TEST(MethodSections, OfSynchronizedClasses) {
  EXPECT_THAT(takers().own("Sections.library"), ElementsAre("this.vector"));
  const Section& section = takers().witnesses().sections(takers().node("Sections.library"))[0];
  EXPECT_TRUE(section.library);
  EXPECT_FALSE(section.explicit_lock);
  EXPECT_THAT(touches(section), ElementsAre("contents"));
}

TEST(MethodSections, OfExplicitLocksWhenTakenAndGivenBack) {
  EXPECT_THAT(takers().own("Sections.explicit"), ElementsAre("this.lock"));
  EXPECT_TRUE(takers().witnesses().sections(takers().node("Sections.explicit"))[0].explicit_lock);
  EXPECT_THAT(takers().own("Sections.takes"), IsEmpty());
  EXPECT_THAT(takers().own("Sections.gives"), IsEmpty());
}

TEST(MethodSections, TouchFieldsThatMayChange) {
  const std::vector<Section>& sections = takers().witnesses().sections(takers().node("Sections.touches"));
  ASSERT_EQ(sections.size(), 2U);
  std::size_t inner = sections[0].lock.steps().empty() ? 1 : 0;
  EXPECT_THAT(touches(sections[inner]), ElementsAre("Sections.count"));
  EXPECT_THAT(touches(sections[1 - inner]), ElementsAre("Sections.count")) << "other and fixed never change";
}

TEST(MethodSections, TouchWhatCalleesTouch) {
  const std::vector<Section>& sections = takers().witnesses().sections(takers().node("Sections.touchesByCallee"));
  ASSERT_EQ(sections.size(), 1U);
  EXPECT_THAT(touches(sections[0]), ElementsAre("Sections.count"));
  EXPECT_FALSE(sections[0].touches[0].object.known());
}

TEST(MethodSections, FunctionsRunWhereTheyAreGiven) {
  EXPECT_THAT(takers().taken("Sections.function"), ElementsAre("this.lock", "this.vector"));
  MethodLocks locks(takers().witnesses().inputs(), takers().node("Sections.function"));
  bool found = false;
  for (const Invocation& invocation : locks.invocations()) {
    if (invocation.callee == takers().node("Sections.run")) continue;
    found = true;
    ASSERT_EQ(invocation.held.size(), 1U) << "the lock of the method that runs it";
    EXPECT_EQ(takers().text(locks.node(), invocation.held[0].lock), "this.lock");
  }
  EXPECT_TRUE(found);
}

TEST(Touches, AreSortedOnceEachAndBounded) {
  Touches touches;
  add_touch(touches, {FieldId(5), parameter(0)});
  add_touch(touches, {FieldId(3), parameter(1)});
  add_touch(touches, {FieldId(5), parameter(0)});
  ASSERT_EQ(touches.size(), 2U);
  EXPECT_EQ(touches[0].field, FieldId(3));
  EXPECT_EQ(touches[1].object, parameter(0));
  add_touch(touches, {FieldId(5), parameter(1)});
  ASSERT_EQ(touches.size(), 2U);
  EXPECT_FALSE(touches[1].object.known()) << "of two objects";
  for (std::uint32_t n = 10; n < 100; ++n) add_touch(touches, {FieldId(n), parameter(0)});
  EXPECT_EQ(touches.size(), kMaximumTouches);
}

}  // namespace
}  // namespace snag::reacquired

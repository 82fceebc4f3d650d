// Figure 6 of the paper, statement by statement: what is taken twice, and under which locks.
#include "checks/reacquired-lock/lock_history.h"

#include "checks/reacquired_lock/lock_program.h"

namespace snag::reacquired {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Texts = LockProgram::Texts;

constexpr const char* kItem = R"java(
class Item {
  private int value;
  synchronized int get() { return value; }
  synchronized void set(int v) { value = v; }
}
)java";

// SYNC e sb.

const std::string kBlocks = R"java(
class Blocks {
  final Object a = new Object(), b = new Object(), c = new Object();
  void sequence() { synchronized (b) {} synchronized (b) {} }
  void different() { synchronized (a) {} synchronized (b) {} }
  void releasedInside() { synchronized (a) { synchronized (b) {} } synchronized (b) {} }
  void both() { synchronized (a) { synchronized (b) {} } synchronized (a) { synchronized (b) {} } }
  void before() { synchronized (b) {} synchronized (a) { synchronized (b) {} } }
  void pattern() { synchronized (a) { synchronized (b) {} synchronized (b) {} } }
  void itself() { synchronized (a) { synchronized (a) {} synchronized (a) {} } }
  void deep() { synchronized (a) { synchronized (c) { synchronized (b) {} synchronized (b) {} } } }
  void firstDeeper() { synchronized (a) { synchronized (c) { synchronized (b) {} } synchronized (b) {} } }
  void secondDeeper() { synchronized (a) { synchronized (b) {} synchronized (c) { synchronized (b) {} } } }
  void thirdOutside() { synchronized (a) { synchronized (b) {} synchronized (b) {} } synchronized (b) {} }
  void twoContexts() { synchronized (a) { synchronized (b) {} } synchronized (c) { synchronized (b) {} } }
  void heldBetween() { synchronized (a) { synchronized (b) { synchronized (b) {} } synchronized (b) {} } }
  synchronized void ofMethod() { synchronized (b) {} synchronized (b) {} }
  static synchronized void ofClass(Blocks x) { synchronized (x.b) {} synchronized (x.b) {} }
}
)java";

LockProgram& blocks() {
  static LockProgram program(compiled_java(kBlocks), {});
  return program;
}

TEST(LockHistoryBlocks, LocksOfSeveralBlocksEnterT) {
  EXPECT_THAT(blocks().twice("Blocks.sequence"), ElementsAre("this.b"));
  EXPECT_THAT(blocks().twice("Blocks.different"), IsEmpty());
  EXPECT_THAT(blocks().marks("Blocks.sequence"), ElementsAre("this.b", "this.b"));
}

TEST(LockHistoryBlocks, WhatTheBlockHasReleasedIsInROfTheMethod) {
  EXPECT_THAT(blocks().twice("Blocks.releasedInside"), ElementsAre("this.b"));
  EXPECT_THAT(blocks().twice("Blocks.both"), ElementsAre("this.a", "this.b"));
}

TEST(LockHistoryBlocks, TheFirstTimeMustBeInsideTheContext) {
  EXPECT_THAT(blocks().twice("Blocks.before"), ElementsAre("this.b"));
  EXPECT_THAT(blocks().twice("Blocks.pattern"), ElementsAre("this.b under this.a"));
  EXPECT_THAT(blocks().twice("Blocks.twoContexts"), ElementsAre("this.b"));
}

TEST(LockHistoryBlocks, TheContextIsNoWitness) {
  EXPECT_THAT(blocks().twice("Blocks.itself"), IsEmpty());
  EXPECT_THAT(blocks().twice("Blocks.heldBetween"), ElementsAre("this.b under this.a"));
}

TEST(LockHistoryBlocks, AllBlocksAroundBothAreContexts) {
  EXPECT_THAT(blocks().twice("Blocks.deep"), ElementsAre("this.b under this.a and this.c"));
  EXPECT_THAT(blocks().twice("Blocks.firstDeeper"), ElementsAre("this.b under this.a"));
  EXPECT_THAT(blocks().twice("Blocks.secondDeeper"), ElementsAre("this.b under this.a"));
}

TEST(LockHistoryBlocks, EachSecondPlaceForItself) {
  EXPECT_THAT(blocks().twice("Blocks.thirdOutside"), ElementsAre("this.b", "this.b under this.a"));
}

TEST(LockHistoryBlocks, SynchronizedMethodsAreBlocks) {
  EXPECT_THAT(blocks().twice("Blocks.ofMethod"), ElementsAre("this.b under this"));
  EXPECT_THAT(blocks().twice("Blocks.ofClass"), ElementsAre("x.b under Blocks.class"));
}

// SYNC * sb.

const std::string kUnknown = R"java(
class Unknown {
  Unknown next;
  Object lock = new Object(), b = new Object();
  void context() { synchronized (next.lock) { synchronized (b) {} synchronized (b) {} } }
  void witness() { synchronized (b) { synchronized (next.lock) {} synchronized (next.lock) {} } }
  void itself() { synchronized (next.lock) { synchronized (next.lock) {} synchronized (next.lock) {} } }
  synchronized void inThis() { synchronized (b) {} synchronized (b) {} }
}
)java";

TEST(LockHistoryUnknown, IsAContextButNoWitness) {
  LockProgram program(compiled_java(kUnknown), {.lock_depth = 1});
  EXPECT_THAT(program.own("Unknown.context"), ElementsAre("*", "this.b", "this.b"));
  EXPECT_THAT(program.taken("Unknown.context"), ElementsAre("this.b"));
  EXPECT_THAT(program.twice("Unknown.context"), ElementsAre("this.b under *"));
  EXPECT_THAT(program.twice("Unknown.witness"), IsEmpty());
  EXPECT_THAT(program.twice("Unknown.itself"), IsEmpty());
}

TEST(LockHistoryUnknown, WithinTheBoundItIsNone) {
  LockProgram program(compiled_java(kUnknown), {.lock_depth = 2});
  EXPECT_THAT(program.twice("Unknown.context"), ElementsAre("this.b under this.next.lock"));
  EXPECT_THAT(program.twice("Unknown.witness"), ElementsAre("this.next.lock under this.b"));
  EXPECT_THAT(program.twice("Unknown.itself"), IsEmpty());
}

TEST(LockHistoryUnknown, DepthZeroLeavesVariables) {
  LockProgram program(compiled_java(kUnknown), {.lock_depth = 0});
  EXPECT_THAT(program.taken("Unknown.inThis"), ElementsAre("this"));
  EXPECT_THAT(program.own("Unknown.inThis"), ElementsAre("*", "*", "this"));
  EXPECT_THAT(program.twice("Unknown.inThis"), IsEmpty());
}

// x := y.

const std::string kAssignments = std::string(kItem) + R"java(
class Holder { Item item; }
class Putter { void put(Assignments x, Item q) { x.item = q; } }
class LazyPutter extends Putter { void put(Assignments x, Item q) {} }
class Assignments {
  static Item shared;
  final Object a = new Object(), c = new Object();
  Item item, other;
  Item[] items;
  Holder holder;
  Item next(Item of) { return of == null ? item : other; }
  void put(Item q) { item = q; }
  void putOther(Item q) { other = q; }
  void putAt(int index, Item q) { items[index] = q; }
  void putInto(Item[] array, Item q) { array[0] = q; }

  void variable(Item p, Item q) { synchronized (a) { Item x = p; x.get(); x = q; x.get(); } }
  void list(Item first) { synchronized (a) { for (Item x = first; x != null; x = next(x)) x.get(); } }
  void listTwice(Item first) { synchronized (a) { for (Item x = first; x != null; x = next(x)) { x.get(); x.get(); } } }
  void unchanged(Item x) { synchronized (a) { for (int i = 0; i < 2; i++) x.get(); } }
  void made() { synchronized (a) { for (int i = 0; i < 2; i++) new Item().get(); } }
  void answered() { synchronized (a) { for (int i = 0; i < 2; i++) next(null).get(); } }

  void field(Item q) { synchronized (a) { item.get(); item = q; item.get(); } }
  void fieldBefore(Holder q) { synchronized (a) { holder.item.get(); holder = q; holder.item.get(); } }
  void otherField(Item q) { synchronized (a) { item.get(); other = q; item.get(); } }
  void fieldOfAnother(Assignments x, Item q) { synchronized (a) { item.get(); x.item = q; item.get(); } }
  void staticField(Item q) { synchronized (a) { shared.get(); shared = q; shared.get(); } }
  void inInnerBlock(Item q) { synchronized (a) { item.get(); synchronized (c) { item = q; } item.get(); } }
  void twiceStays(Item q) { synchronized (a) { item.get(); item.get(); item = q; item.get(); } }
  void onOnePath(Item q, boolean p) { synchronized (a) { item.get(); if (p) item = q; item.get(); } }

  void index() { synchronized (a) { for (int i = 0; i < 2; i++) items[i].get(); } }
  void indexTwice() { synchronized (a) { for (int i = 0; i < 2; i++) { items[i].get(); items[i].get(); } } }
  void constantIndex() { synchronized (a) { for (int i = 0; i < 2; i++) items[0].get(); } }
  void fixedIndex(int n) { synchronized (a) { for (int i = 0; i < 2; i++) items[n].get(); } }

  void element(Item q) { synchronized (a) { items[0].get(); items[0] = q; items[0].get(); } }
  void otherElement(Item q) { synchronized (a) { items[0].get(); items[1] = q; items[0].get(); } }
  void variableElement(int n, Item q) { synchronized (a) { items[n].get(); items[n] = q; items[n].get(); } }
  void array(Item[] q) { synchronized (a) { items[0].get(); items = q; items[0].get(); } }

  void callee(Item q) { synchronized (a) { item.get(); put(q); item.get(); } }
  void calleeOther(Item q) { synchronized (a) { item.get(); putOther(q); item.get(); } }
  void calleeElement(Item q) { synchronized (a) { items[0].get(); putAt(0, q); items[0].get(); } }
  void calleeArray(Item q) { synchronized (a) { items[0].get(); putInto(items, q); items[0].get(); } }
  void oneOfCallees(Putter x, Item q) { synchronized (a) { item.get(); x.put(this, q); item.get(); } }
  void calleeOtherElement(Item q) { synchronized (a) { items[0].get(); putAt(1, q); items[0].get(); } }
}
)java";

class LockHistoryAssignments : public testing::Test {
 protected:
  static Texts twice(const std::string& method) {
    static LockProgram program(compiled_java(kAssignments), {});
    return program.twice("Assignments." + method);
  }
};

TEST_F(LockHistoryAssignments, OfVariables) {
  EXPECT_THAT(twice("variable"), IsEmpty());
  EXPECT_THAT(twice("list"), IsEmpty());
  EXPECT_THAT(twice("made"), IsEmpty());
  EXPECT_THAT(twice("answered"), IsEmpty());
  EXPECT_THAT(twice("unchanged"), ElementsAre("x under this.a"));
}

TEST_F(LockHistoryAssignments, TwiceStaysTwice) {
  EXPECT_THAT(twice("listTwice"), ElementsAre("x under this.a"));
  EXPECT_THAT(twice("twiceStays"), ElementsAre("this.item under this.a"));
  EXPECT_THAT(twice("indexTwice"), ElementsAre("this.items[i] under this.a"));
}

TEST_F(LockHistoryAssignments, OfFields) {
  EXPECT_THAT(twice("field"), IsEmpty());
  EXPECT_THAT(twice("fieldBefore"), IsEmpty());
  EXPECT_THAT(twice("staticField"), IsEmpty());
  EXPECT_THAT(twice("inInnerBlock"), IsEmpty()) << "unlike in the paper";
  EXPECT_THAT(twice("otherField"), ElementsAre("this.item under this.a"));
  EXPECT_THAT(twice("fieldOfAnother"), ElementsAre("this.item under this.a"));
  EXPECT_THAT(twice("onOnePath"), ElementsAre("this.item under this.a"));
}

TEST_F(LockHistoryAssignments, OfIndexes) {
  EXPECT_THAT(twice("index"), IsEmpty());
  EXPECT_THAT(twice("constantIndex"), ElementsAre("this.items[0] under this.a"));
  EXPECT_THAT(twice("fixedIndex"), ElementsAre("this.items[n] under this.a"));
}

TEST_F(LockHistoryAssignments, OfElements) {
  EXPECT_THAT(twice("element"), IsEmpty());
  EXPECT_THAT(twice("variableElement"), IsEmpty());
  EXPECT_THAT(twice("array"), IsEmpty());
  EXPECT_THAT(twice("otherElement"), ElementsAre("this.items[0] under this.a"));
}

TEST_F(LockHistoryAssignments, OfCallees) {
  EXPECT_THAT(twice("callee"), IsEmpty());
  EXPECT_THAT(twice("calleeElement"), IsEmpty());
  EXPECT_THAT(twice("calleeOther"), ElementsAre("this.item under this.a"));
  EXPECT_THAT(twice("calleeOtherElement"), ElementsAre("this.items[0] under this.a"));
}

// What summaries do not tell: elements of arrays that are parameters, and what only one of several callees stores.
TEST_F(LockHistoryAssignments, OfCalleesFalsePositive) {
  EXPECT_THAT(twice("calleeArray"), ElementsAre("this.items[0] under this.a"));
  EXPECT_THAT(twice("oneOfCallees"), ElementsAre("this.item under this.a"));
}

// CALL e.m(p).

const std::string kCalls = std::string(kItem) + R"java(
class Base { void run() { synchronized (this) {} } }
class Derived extends Base { static final Object LOCK = new Object(); void run() { synchronized (LOCK) {} } }
class Calls {
  final Object a = new Object();
  Item item;
  void one() { synchronized (a) { item.get(); item.set(1); } }
  void alone() { item.get(); item.set(1); }
  void callAndBlock() { synchronized (a) { item.get(); synchronized (item) {} } }
  void blockAndCall() { synchronized (a) { synchronized (item) {} item.get(); } }
  void heldLater() { synchronized (a) { item.get(); synchronized (item) { item.get(); } } }
  void held() { synchronized (a) { synchronized (item) { item.get(); item.set(1); } } }
  void several(Base x) { synchronized (a) { x.run(); x.run(); } }
  void oneOfSeveral(Base x) { synchronized (a) { x.run(); synchronized (Derived.LOCK) {} } }
  void two(Item x, Item y) { x.get(); y.get(); }
  void inOneCall() { synchronized (a) { two(item, item); } }
  void calls() { synchronized (a) { alone(); } }
  void callsHolding() { synchronized (item) { alone(); } }
  void callsHoldingBoth() { synchronized (a) { synchronized (item) { alone(); } } }
  void passesOn() { alone(); }
  void callsFromAfar() { synchronized (a) { passesOn(); } }
  void callsConfirmed() { synchronized (this) { one(); } }
}
)java";

LockProgram& calls() {
  static LockProgram program(compiled_java(kCalls), {});
  return program;
}

TEST(LockHistoryCalls, TakeWhatTheCalleeTakes) {
  EXPECT_THAT(calls().twice("Calls.one"), ElementsAre("this.item under this.a"));
  EXPECT_THAT(calls().twice("Calls.alone"), ElementsAre("this.item"));
  EXPECT_THAT(calls().twice("Calls.callAndBlock"), ElementsAre("this.item under this.a"));
  EXPECT_THAT(calls().twice("Calls.blockAndCall"), ElementsAre("this.item under this.a"));
}

TEST(LockHistoryCalls, WhatIsHeldIsNotTakenAgain) {
  EXPECT_THAT(calls().twice("Calls.held"), IsEmpty());
  EXPECT_THAT(calls().twice("Calls.heldLater"), ElementsAre("this.item under this.a")) << "by the block only";
}

TEST(LockHistoryCalls, OfSeveralCalleesAll) {
  EXPECT_THAT(calls().twice("Calls.several"), ElementsAre("Derived.LOCK under this.a", "x under this.a"));
  EXPECT_THAT(calls().twice("Calls.oneOfSeveral"), ElementsAre("Derived.LOCK under this.a"));
}

TEST(LockHistoryCalls, WhatOneCallTakesIsNoPair) {
  EXPECT_THAT(calls().taken("Calls.two"), ElementsAre("x", "y"));
  EXPECT_THAT(calls().twice("Calls.inOneCall"), IsEmpty());
}

TEST(LockHistoryCalls, PotentialWitnessesGoUpToAContext) {
  EXPECT_THAT(calls().potential("Calls.alone"), ElementsAre("this.item"));
  EXPECT_THAT(calls().potential("Calls.passesOn"), ElementsAre("this.item"));
  EXPECT_THAT(calls().confirmed("Calls.calls"), ElementsAre("this.item under this.a"));
  EXPECT_THAT(calls().confirmed("Calls.callsFromAfar"), ElementsAre("this.item under this.a"));
  EXPECT_THAT(calls().potential("Calls.calls"), IsEmpty());
}

TEST(LockHistoryCalls, AHeldWitnessIsNone) {
  EXPECT_THAT(calls().confirmed("Calls.callsHolding"), IsEmpty());
  EXPECT_THAT(calls().confirmed("Calls.callsHoldingBoth"), IsEmpty());
  EXPECT_THAT(calls().potential("Calls.callsHolding"), IsEmpty());
}

TEST(LockHistoryCalls, WhatIsConfirmedIsNotPassedOn) {
  EXPECT_THAT(calls().confirmed("Calls.one"), ElementsAre("this.item under this.a"));
  EXPECT_THAT(calls().potential("Calls.one"), IsEmpty());
  EXPECT_THAT(calls().confirmed("Calls.callsConfirmed"), IsEmpty());
}

// Paths.

const std::string kPaths = std::string(kItem) + R"java(
class Flow {
  final Object a = new Object(), b = new Object();
  Item item;
  boolean more() { return item != null; }
  void either(boolean p) { synchronized (a) { if (p) item.get(); else item.get(); } }
  void perhaps(boolean p) { synchronized (a) { if (p) item.get(); item.get(); } }
  void perhapsLater(boolean p) { synchronized (a) { item.get(); if (p) item.get(); } }
  void firstOutside(boolean p) { if (p) item.get(); synchronized (a) { if (!p) item.get(); item.get(); } }
  void loop() { synchronized (a) { while (more()) item.get(); } }
  void loopOutside() { while (more()) synchronized (a) { item.get(); } }
  void loopWithBreak() { synchronized (a) { while (more()) { item.get(); break; } } }
  void nestedLoop() { synchronized (a) { while (more()) { while (more()) synchronized (b) { item.get(); } } } }
  void caught() { synchronized (a) { try { item.get(); more(); } catch (RuntimeException e) { item.get(); } } }
  void caughtAtOnce() { synchronized (a) { try { item.set(1); } catch (RuntimeException e) { item.set(0); } } }
  void caughtOutside() {
    try { synchronized (a) { item.get(); more(); } } catch (RuntimeException e) { item.get(); }
  }
  int returns(boolean p) { synchronized (a) { if (p) return item.get(); return item.get(); } }
  void finallyTwice() { synchronized (a) { try { more(); } finally { item.get(); } } }
}
)java";

class LockHistoryFlow : public testing::Test {
 protected:
  static Texts twice(const std::string& method) {
    static LockProgram program(compiled_java(kPaths), {});
    return program.twice("Flow." + method);
  }
};

TEST_F(LockHistoryFlow, PathsThatMeet) {
  EXPECT_THAT(twice("either"), IsEmpty());
  EXPECT_THAT(twice("returns"), IsEmpty());
  EXPECT_THAT(twice("finallyTwice"), IsEmpty());
  EXPECT_THAT(twice("perhaps"), ElementsAre("this.item under this.a"));
  EXPECT_THAT(twice("perhapsLater"), ElementsAre("this.item under this.a"));
}

// The higher level of two paths says all of the lower one, but for the place.
TEST_F(LockHistoryFlow, AFirstPlaceOutsideAndOneInside) {
  EXPECT_THAT(twice("firstOutside"), ElementsAre("this.item", "this.item under this.a or none"));
}

TEST_F(LockHistoryFlow, Loops) {
  EXPECT_THAT(twice("loop"), ElementsAre("this.item under this.a"));
  EXPECT_THAT(twice("loopOutside"), ElementsAre("this.a", "this.item"));
  EXPECT_THAT(twice("loopWithBreak"), IsEmpty());
  EXPECT_THAT(twice("nestedLoop"), ElementsAre("this.b under this.a", "this.item under this.a"));
}

TEST_F(LockHistoryFlow, Exceptions) {
  EXPECT_THAT(twice("caught"), ElementsAre("this.item under this.a"));
  EXPECT_THAT(twice("caughtAtOnce"), ElementsAre("this.item under this.a")) << "the call may have thrown behind it";
  EXPECT_THAT(twice("caughtOutside"), ElementsAre("this.item"));
}

// Locks of java.util.concurrent.

const std::string kExplicit = R"java(
import java.util.concurrent.locks.ReentrantLock;
class Explicit {
  final ReentrantLock l = new ReentrantLock(), m = new ReentrantLock();
  final Object a = new Object(), b = new Object();
  void nested() { l.lock(); synchronized (b) {} synchronized (b) {} l.unlock(); }
  void tried() { if (l.tryLock()) { synchronized (b) {} synchronized (b) {} l.unlock(); } }
  void triedInVain() { if (!l.tryLock()) { synchronized (b) {} synchronized (b) {} } else l.unlock(); }
  void triedTwice() { synchronized (a) { if (l.tryLock()) l.unlock(); if (l.tryLock()) l.unlock(); } }
  void onOnePath(boolean p) { if (p) l.lock(); synchronized (b) {} synchronized (b) {} }
  void takenOnOnePath(boolean p) {
    if (p) { l.lock(); synchronized (b) {} }
    m.lock(); synchronized (b) {} m.unlock();
  }
  void releasedOnOnePath(boolean p) {
    l.lock(); synchronized (b) {}
    if (p) { l.unlock(); l.lock(); }
    synchronized (b) {} l.unlock();
  }
  void bothInSecond() { l.lock(); m.lock(); l.unlock(); synchronized (b) {} synchronized (b) {} m.unlock(); }
  void handOver() { l.lock(); synchronized (b) {} m.lock(); l.unlock(); synchronized (b) {} m.unlock(); }
  void overlapping() { l.lock(); m.lock(); synchronized (b) {} l.unlock(); synchronized (b) {} m.unlock(); }
  void outerGoesOn() { l.lock(); m.lock(); synchronized (b) {} m.unlock(); synchronized (b) {} l.unlock(); }
  void takenAgain() { m.lock(); l.lock(); l.unlock(); l.lock(); l.unlock(); m.unlock(); }
  void crossing() { l.lock(); m.lock(); l.unlock(); l.lock(); m.unlock(); l.unlock(); }
  void reentrant() { l.lock(); l.lock(); synchronized (b) {} l.unlock(); synchronized (b) {} l.unlock(); }
  void reentrantInside() { synchronized (a) { l.lock(); l.lock(); l.unlock(); l.unlock(); } }
  void reentrantBlock() { synchronized (a) { synchronized (a) { synchronized (b) {} } synchronized (b) {} } }
  void onlyTaken() { synchronized (a) { l.lock(); l.lock(); } }
  void waits() throws InterruptedException { synchronized (a) { a.wait(); a.wait(); } }
  void waitsBetween() throws InterruptedException {
    synchronized (b) { synchronized (a) { a.wait(); } synchronized (a) { a.wait(); } }
  }
}
)java";

class LockHistoryExplicit : public testing::Test {
 protected:
  static Texts twice(const std::string& method) {
    static LockProgram program(compiled_java(kExplicit), {});
    return program.twice("Explicit." + method);
  }
};

TEST_F(LockHistoryExplicit, AreContextsAndWitnesses) {
  EXPECT_THAT(twice("nested"), ElementsAre("this.b under this.l"));
  EXPECT_THAT(twice("takenAgain"), ElementsAre("this.l under this.m"));
}

TEST_F(LockHistoryExplicit, TryLock) {
  EXPECT_THAT(twice("tried"), ElementsAre("this.b under this.l"));
  EXPECT_THAT(twice("triedInVain"), ElementsAre("this.b"));
  EXPECT_THAT(twice("triedTwice"), ElementsAre("this.l under this.a"));
}

TEST_F(LockHistoryExplicit, HeldOnOnePathIsNoContext) {
  EXPECT_THAT(twice("onOnePath"), ElementsAre("this.b"));
  EXPECT_THAT(twice("takenOnOnePath"), ElementsAre("this.b")) << "m is none of the first's";
}

// On the one path l is held between both, and that is enough.
TEST_F(LockHistoryExplicit, OfTwoPathsTheOneWithMoreLocksCounts) {
  EXPECT_THAT(twice("releasedOnOnePath"), ElementsAre("this.b under this.l", "this.l"));
}

TEST_F(LockHistoryExplicit, NeedNotNest) {
  EXPECT_THAT(twice("bothInSecond"), ElementsAre("this.b under this.m"));
  EXPECT_THAT(twice("handOver"), ElementsAre("this.b"));
  EXPECT_THAT(twice("overlapping"), ElementsAre("this.b under this.m"));
  EXPECT_THAT(twice("outerGoesOn"), ElementsAre("this.b under this.l"));
  EXPECT_THAT(twice("crossing"), ElementsAre("this.l")) << "m is released before l is the second time";
}

TEST_F(LockHistoryExplicit, Reentrant) {
  EXPECT_THAT(twice("reentrant"), ElementsAre("this.b under this.l"));
  EXPECT_THAT(twice("reentrantInside"), IsEmpty());
  EXPECT_THAT(twice("reentrantBlock"), ElementsAre("this.b under this.a"));
}

TEST_F(LockHistoryExplicit, OnlyTakenIsNoSection) { EXPECT_THAT(twice("onlyTaken"), IsEmpty()); }

TEST_F(LockHistoryExplicit, WaitingIsNotTakingAgain) {
  EXPECT_THAT(twice("waits"), IsEmpty());
  EXPECT_THAT(twice("waitsBetween"), ElementsAre("this.a under this.b"));
}

// The variant: figures 9 and 10.

const std::string kVariant = std::string(kItem) + R"java(
class Variant {
  final Object a = new Object(), b = new Object(), c = new Object(), d = new Object();
  Item item;
  void pair() { synchronized (c) { synchronized (a) {} synchronized (b) {} } }
  void alone() { synchronized (a) {} synchronized (b) {} }
  void same() { synchronized (c) { synchronized (b) {} synchronized (b) {} } }
  void inner() { synchronized (c) { synchronized (a) { synchronized (b) {} } } }
  void innerAndNext() { synchronized (c) { synchronized (a) { synchronized (b) {} } synchronized (d) {} } }
  void enclosingIsContext() { synchronized (c) { synchronized (a) {} synchronized (b) { synchronized (a) {} } } }
  void heldAgain() { synchronized (c) { synchronized (a) {} synchronized (a) { synchronized (b) {} } } }
  void oneCall() { synchronized (c) { alone(); } }
  void holdsFirst() { synchronized (a) { alone(); } }
  void holdsSecond() { synchronized (b) { alone(); } }
  void holdsFirstAndMore() { synchronized (c) { synchronized (a) { alone(); } } }
  void assigned(Item q) { synchronized (c) { item.get(); item = q; item.get(); } }
  void three() { synchronized (c) { synchronized (a) {} synchronized (b) {} synchronized (d) {} } }
  void either(boolean p) { synchronized (c) { if (p) synchronized (a) {} else synchronized (b) {} } }
  void local() { Object x = new Object[1][0]; synchronized (c) { synchronized (a) {} synchronized (x) {} } }
}
)java";

LockProgram& variant() {
  static LockProgram program(compiled_java(kVariant), {.relaxed = true});
  return program;
}

TEST(LockHistoryVariant, PairsOfLocks) {
  EXPECT_THAT(variant().twice("Variant.pair"), ElementsAre("this.a, this.b under this.c"));
  EXPECT_THAT(variant().twice("Variant.alone"), ElementsAre("this.a, this.b"));
  EXPECT_THAT(variant().potential("Variant.alone"), ElementsAre("this.a, this.b"));
  EXPECT_THAT(variant().twice("Variant.three"),
              ElementsAre("this.a, this.b under this.c", "this.a|this.b, this.d under this.c"));
  EXPECT_THAT(variant().twice("Variant.either"), IsEmpty());
}

TEST(LockHistoryVariant, TheSameLockIsThePatternItself) {
  EXPECT_THAT(variant().twice("Variant.same"), ElementsAre("this.b under this.c"));
}

TEST(LockHistoryVariant, ABlockAndTheOneAroundItAreNoPair) {
  EXPECT_THAT(variant().twice("Variant.inner"), IsEmpty());
  EXPECT_THAT(variant().twice("Variant.innerAndNext"), ElementsAre("this.a|this.b, this.d under this.c"));
}

// a is taken, then b with a inside: a twice, a and then b; not a and then itself under b, nor a inside before b.
TEST(LockHistoryVariant, BlocksInTheSecond) {
  EXPECT_THAT(variant().twice("Variant.enclosingIsContext"),
              ElementsAre("this.a under this.c", "this.a, this.b under this.c"));
}

// Unlike in figure 9: R × R_sb has a and b.
TEST(LockHistoryVariant, AFirstLockThatIsHeldAgainIsNoPair) {
  EXPECT_THAT(variant().twice("Variant.heldAgain"), ElementsAre("this.a under this.c"));
}

TEST(LockHistoryVariant, WhatOneCallTakesIsNoPair) {
  EXPECT_THAT(variant().twice("Variant.oneCall"), IsEmpty());
  EXPECT_THAT(variant().confirmed("Variant.oneCall"), ElementsAre("this.b under this.c"));
}

// FILL(e).
TEST(LockHistoryVariant, APairWithTheContextInItIsNone) {
  EXPECT_THAT(variant().confirmed("Variant.holdsFirst"), IsEmpty());
  EXPECT_THAT(variant().confirmed("Variant.holdsSecond"), IsEmpty());
  EXPECT_THAT(variant().confirmed("Variant.holdsFirstAndMore"), IsEmpty());
}

TEST(LockHistoryVariant, AssignmentsDoNotUnmark) {
  EXPECT_THAT(variant().twice("Variant.assigned"), ElementsAre("this.item, this.item under this.c"));
}

TEST(LockHistoryVariant, IsOffUnlessAskedFor) {
  LockProgram program(compiled_java(kVariant), {});
  for (const char* method : {"pair", "alone", "three", "assigned", "innerAndNext"}) {
    EXPECT_THAT(program.twice("Variant." + std::string(method)), IsEmpty()) << method;
  }
  EXPECT_THAT(program.twice("Variant.same"), ElementsAre("this.b under this.c"));
}

}  // namespace
}  // namespace snag::reacquired

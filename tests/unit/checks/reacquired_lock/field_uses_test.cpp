// How the program uses what fields hold.
#include "checks/reacquired-lock/field_uses.h"

#include "checks/reacquired_lock/lock_program.h"

namespace snag::reacquired {
namespace {

const std::string kBoxes = R"java(
import java.util.*;
class Box {
  private final Vector<Object> inside = new Vector<>();
  private final Vector<Object> shown = new Vector<>(), passed = new Vector<>(), stored = new Vector<>();
  private final Vector<Object> unlocked = new Vector<>(), underLock = new Vector<>(), underGlobal = new Vector<>();
  private final List<Object> wrapped = Collections.synchronizedList(new ArrayList<>());
  protected final Vector<Object> visible = new Vector<>();
  private final Vector<Object> given;
  private final Vector<Object> keptByMaker = new Vector<>();
  private static final Vector<Object> common = new Vector<>();
  private final Object lock = new Object();
  static final Object GLOBAL = new Object();
  private Vector<Object> lazy, lazyWrong, reset, always;
  Object[] others;

  Box(Vector<Object> g) { given = g; keptByMaker.add(1); }
  synchronized void add(Object o) {
    inside.add(o); shown.add(o); passed.add(o); stored.add(o); unlocked.add(o); visible.add(o); given.add(o);
    wrapped.add(o);
    keptByMaker.add(o);
  }
  synchronized void copies(List<Object> to) { to.addAll(inside); new ArrayList<>(inside); if (inside == to) lock(); }
  synchronized Vector<Object> show() { return shown; }
  synchronized void pass() { take(passed); }
  static void take(Vector<Object> v) { }
  synchronized void store() { others = new Object[] { stored }; }
  int unlocked() { return unlocked.size(); }
  void lock() { synchronized (lock) { underLock.clear(); } }
  void lockAgain() { synchronized (lock) { underLock.add(1); } }
  void global() { synchronized (GLOBAL) { underGlobal.clear(); common.clear(); } }
  synchronized void ofAnother(Box b) { synchronized (b) { b.inside.clear(); } }

  synchronized Object lazy() { if (lazy == null) lazy = new Vector<>(); return lazy.get(0); }
  synchronized Object lazyWrong() { if (lazyWrong != null) lazyWrong = new Vector<>(); return lazyWrong.get(0); }
  synchronized Object lazyReset() { if (reset == null) reset = new Vector<>(); return reset.get(0); }
  synchronized void reset() { reset = null; }
  synchronized void always() { always = new Vector<>(); }
}
class Careless {
  private final Vector<Object> mine = new Vector<>();
  synchronized void add() { mine.add(1); }
  void ofAnother(Careless other) { synchronized (this) { other.mine.add(1); } }
}
)java";

class FieldUsesTest : public testing::Test {
 protected:
  static LockProgram& program() {
    static LockProgram program(compiled_java(kBoxes), {});
    return program;
  }
  static const FieldUses& uses() {
    static FieldUses uses = [] {
      std::vector<FieldId> fields;
      for (const char* owner : {"Box", "Careless"}) {
        for (const Field& field : program().program().fields(program().program().find_class(owner))) {
          if (program().program().text(field.name) != "others") fields.push_back(field.id);
        }
      }
      return FieldUses(program().analysis(), fields, /*jobs=*/1);
    }();
    return uses;
  }
  static AccessPath self() { return AccessPath(AccessPath::Root::kParameter, 0); }
  static FieldId field(const std::string& name) { return program().field("Box." + name); }
  static bool under_this(const std::string& name) { return uses().is_encapsulated(field(name), self(), self()); }
};

TEST_F(FieldUsesTest, UnderTheOwnersLockOnly) {
  EXPECT_TRUE(under_this("inside"));
  EXPECT_TRUE(under_this("wrapped"));
  EXPECT_TRUE(under_this("keptByMaker")) << "constructors need no lock";
  EXPECT_FALSE(under_this("unlocked"));
  EXPECT_FALSE(uses().is_encapsulated(program().field("Careless.mine"), self(), self())) << "another one's lock";
}

TEST_F(FieldUsesTest, HandedOut) {
  EXPECT_FALSE(under_this("shown"));
  EXPECT_FALSE(under_this("passed"));
  EXPECT_FALSE(under_this("stored"));
  EXPECT_FALSE(under_this("visible"));
  EXPECT_FALSE(under_this("given"));
}

TEST_F(FieldUsesTest, UnderAnotherLock) {
  AccessPath lock = self().then(field("lock").value), global(AccessPath::Root::kStatic, field("GLOBAL").value);
  EXPECT_TRUE(uses().is_encapsulated(field("underLock"), self(), lock));
  EXPECT_FALSE(under_this("underLock"));
  EXPECT_FALSE(uses().is_encapsulated(field("inside"), self(), lock));
  EXPECT_TRUE(uses().is_encapsulated(field("underGlobal"), self(), global));
  EXPECT_TRUE(uses().is_encapsulated(field("common"), AccessPath(), global));
  EXPECT_FALSE(uses().is_encapsulated(field("common"), AccessPath(), self()));
}

// `box.inside` under `box`, in the terms of another method.
TEST_F(FieldUsesTest, TheOwnerMayHaveAnyName) {
  AccessPath box(AccessPath::Root::kParameter, 3), other(AccessPath::Root::kParameter, 2);
  EXPECT_TRUE(uses().is_encapsulated(field("inside"), box, box));
  EXPECT_FALSE(uses().is_encapsulated(field("inside"), box, other));
  EXPECT_FALSE(uses().is_encapsulated(field("inside"), box, AccessPath()));
}

TEST_F(FieldUsesTest, FilledOnce) {
  EXPECT_TRUE(uses().is_filled_once(field("inside"))) << "by the constructor";
  EXPECT_TRUE(uses().is_filled_once(field("lazy")));
  EXPECT_FALSE(uses().is_filled_once(field("lazyWrong")));
  EXPECT_FALSE(uses().is_filled_once(field("reset")));
  EXPECT_FALSE(uses().is_filled_once(field("always")));
}

TEST_F(FieldUsesTest, HoldsWhatOthersHave) {
  EXPECT_TRUE(uses().holds_others(field("given")));
  EXPECT_FALSE(uses().holds_others(field("inside")));
  EXPECT_FALSE(uses().holds_others(field("wrapped")));
  EXPECT_FALSE(uses().holds_others(field("lazy")));
}

TEST_F(FieldUsesTest, OfOtherFieldsNothingIsKnown) {
  FieldId others = field("others");
  EXPECT_FALSE(uses().is_encapsulated(others, self(), self()));
  EXPECT_FALSE(uses().is_filled_once(others));
  EXPECT_TRUE(uses().holds_others(others));
}

TEST_F(FieldUsesTest, TheSameOnSeveralThreads) {
  std::vector<FieldId> fields = {field("inside"), field("unlocked"), field("lazy")};
  FieldUses several(program().analysis(), fields, /*jobs=*/4);
  EXPECT_TRUE(several.is_encapsulated(field("inside"), self(), self()));
  EXPECT_FALSE(several.is_encapsulated(field("unlocked"), self(), self()));
  EXPECT_TRUE(several.is_filled_once(field("lazy")));
}

}  // namespace
}  // namespace snag::reacquired

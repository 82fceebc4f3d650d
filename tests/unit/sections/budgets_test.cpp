// Methods that are hostile or just huge: what is given up is counted, and nothing takes longer than it must. Without
// these budgets each of the methods here takes seconds to minutes, or overflows the stack.
#include <gtest/gtest.h>

#include "library/models.h"
#include "program/class_code.h"
#include "sections/analysis.h"

namespace snag::sections {
namespace {

using Code = ClassCode;

class SectionBudgets : public ProgramTest {
 protected:
  void add(const Code& code) { folder_.write(code.name(), code.bytes()); }

  Analysis& analysis() {
    if (analysis_ == nullptr) {
      folder_.add_object();
      EXPECT_TRUE(models_.load_embedded());
      application_ = program().load_all(Origin::kApplication, /*jobs=*/1);
      store_ = std::make_unique<IrStore>(program(), references_);
      analysis_ = std::make_unique<Analysis>(*store_, models_, application_, Analysis::Options{.jobs = 1});
      EXPECT_EQ(store_->statistics().failed, 0U) << all_diagnostics();
    }
    return *analysis_;
  }
  NodeId node(std::string_view owner, std::string_view name, std::string_view descriptor = "()V") {
    return analysis().calls().node_of(method(owner, name, descriptor));
  }

  ir::References references_;
  library::Models models_{names_};
  std::vector<ClassId> application_;
  std::unique_ptr<IrStore> store_;
  std::unique_ptr<Analysis> analysis_;
};

// `x += v` on a volatile field: every read is a section that all earlier ones are held against.
TEST_F(SectionBudgets, ManySectionsInOneBlock) {
  Code code("A");
  code.field(classfile::kAccVolatile, "v", "I");
  code << kIconst0;
  for (int n = 0; n < 8000; ++n) (code << kAload0).get("v", "I") << kIadd;
  code << kIreturn;
  code.method(0, "sum", "()I");
  (code << kAload0 << kAload0).get("v", "I").put("v", "I") << kReturn;
  code.method(0, "few", "()V");
  add(code);
  EXPECT_EQ(analysis().counts().given_up, 1U);
  EXPECT_EQ(analysis().counts().origins, 8001U);
}

// Calls of a method that reads and writes eight volatile fields.
TEST_F(SectionBudgets, ManyCallsWithLongSummaries) {
  Code code("A");
  code << kIconst0;
  for (int n = 0; n < 8; ++n) {
    std::string name = "v" + std::to_string(n);
    code.field(classfile::kAccVolatile, name, "I");
    (code << kAload0).get(name, "I") << kIadd;
    (code << kAload0 << kIconst0).put(name, "I");
  }
  code << kIreturn;
  code.method(0, "all", "()I");
  code << kIconst0;
  for (int n = 0; n < 8000; ++n) (code << kAload0).call(kInvokeVirtual, "A", "all", "()I") << kIadd;
  code << kIreturn;
  code.method(0, "often", "()I");
  add(code);
  EXPECT_EQ(analysis().counts().given_up, 1U);
}

TEST_F(SectionBudgets, ManyLocksAtOnce) {
  Code code("A");
  code.field(0, "f", "I");
  auto nest = [&](std::size_t depth, const std::string& name) {
    for (std::size_t n = 0; n < depth; ++n) {
      (code << kAload0).get("l" + std::to_string(n), "Ljava/lang/Object;") << kMonitorEnter;
    }
    (code << kAload0 << kAload0).get("f", "I").put("f", "I");
    for (std::size_t n = depth; n-- > 0;) {
      (code << kAload0).get("l" + std::to_string(n), "Ljava/lang/Object;") << kMonitorExit;
    }
    code << kReturn;
    code.method(0, name, "()V");
  };
  for (int n = 0; n < 60; ++n) code.field(classfile::kAccFinal, "l" + std::to_string(n), "Ljava/lang/Object;");
  nest(8, "few");
  nest(60, "many");
  add(code);
  EXPECT_EQ(analysis().counts().given_up, 1U);
  ASSERT_EQ(analysis().summary(node("A", "few")).writes.size(), 1U);
  EXPECT_EQ(analysis().summary(node("A", "few")).writes[0].locks.size(), 8U);
  ASSERT_EQ(analysis().summary(node("A", "many")).writes.size(), 1U);
  EXPECT_EQ(analysis().summary(node("A", "many")).writes[0].locks.size(), kMaximumHeld);
}

// `this.self().self()…`: a name as long as the chain is short.
TEST_F(SectionBudgets, LongChainsOfAccessors) {
  Code code("A");
  code << kAload0 << kAreturn;
  code.method(0, "self", "()LA;");
  auto chain = [&](int length, const std::string& name) {
    code << kAload0;
    for (int n = 0; n < length; ++n) code.call(kInvokeVirtual, "A", "self", "()LA;");
    code << kAreturn;
    code.method(0, name, "()LA;");
  };
  chain(10, "few");
  chain(20'000, "many");
  add(code);
  EXPECT_TRUE(analysis().summary(node("A", "few", "()LA;")).result.is_parameter(0));
  EXPECT_FALSE(analysis().summary(node("A", "many", "()LA;")).result.known());
}

// `this.next.next…` in a constructor.
TEST_F(SectionBudgets, LongChainsOfFieldsInAConstructor) {
  Code code("A");
  code.field(0, "next", "LA;");
  code << kAload0;
  code.call(kInvokeSpecial, "java/lang/Object", "<init>", "()V");
  code << kAload0;
  for (int n = 0; n < 16'000; ++n) code.get("next", "LA;");
  (code << kAload0).put("next", "LA;") << kReturn;
  code.method(0, "<init>", "()V");
  add(code);
  EXPECT_EQ(analysis().counts().methods, 1U);
}

// A ring of private methods that is entered with a lock at one place and without at another.
TEST_F(SectionBudgets, LocksOfCallersInARing) {
  Code code("A");
  constexpr int kLength = 8000;
  for (int n = 0; n < kLength; ++n) {
    code << kAload0;
    code.call(kInvokeSpecial, "A", "m" + std::to_string((n + kLength - 1) % kLength), "()V") << kReturn;
    code.method(classfile::kAccPrivate, "m" + std::to_string(n), "()V");
  }
  (code << kAload0).call(kInvokeSpecial, "A", "m0", "()V") << kReturn;
  code.method(classfile::kAccSynchronized | classfile::kAccPublic, "locked", "()V");
  (code << kAload0).call(kInvokeSpecial, "A", "only", "()V") << kReturn;
  code.method(classfile::kAccSynchronized | classfile::kAccPublic, "other", "()V");
  (code << kAload0).call(kInvokeSpecial, "A", "m5", "()V") << kReturn;
  code.method(classfile::kAccPublic, "unlocked", "()V");
  code << kReturn;
  code.method(classfile::kAccPrivate, "only", "()V");
  add(code);
  EXPECT_EQ(analysis().held_at_entry(node("A", "only")).size(), 1U);
  for (const char* name : {"m0", "m4", "m6", "m7999"}) {
    EXPECT_TRUE(analysis().held_at_entry(node("A", name)).empty()) << name;
  }
}

// A call that may run more methods than are looked for runs each of them without a lock, also those not looked at.
TEST_F(SectionBudgets, CallsThatMayRunVeryMany) {
  Code base("B");
  base << kReturn;
  base.method(0, "m", "()V");
  base << kReturn;
  base.method(0, "other", "()V");
  (base << kAload0).call(kInvokeVirtual, "B", "m", "()V") << kReturn;
  base.method(classfile::kAccPublic, "unlocked", "()V");
  add(base);
  constexpr int kCount = 100;
  for (int n = 0; n < kCount; ++n) {
    Code sub("S" + std::to_string(n), "B");
    sub << kReturn;
    sub.method(0, "m", "()V");
    sub << kReturn;
    sub.method(0, "other", "()V");
    for (const char* called : {"m", "other"}) {
      (sub << kAload0).call(kInvokeVirtual, sub.name(), called, "()V");
    }
    sub << kReturn;
    sub.method(classfile::kAccSynchronized | classfile::kAccPublic, "locked", "()V");
    add(sub);
  }
  for (int n = 0; n < kCount; ++n) {
    std::string name = "S" + std::to_string(n);
    EXPECT_TRUE(analysis().held_at_entry(node(name, "m")).empty()) << name;
    EXPECT_EQ(analysis().held_at_entry(node(name, "other")).size(), 1U) << name;
  }
}

// A condition that may belong to either of two locks stands for neither, whichever thread comes first.
TEST_F(SectionBudgets, ConditionOfTwoLocks) {
  const std::string lock = "Ljava/util/concurrent/locks/Lock;", condition = "Ljava/util/concurrent/locks/Condition;";
  folder_.add({.name = "java/util/concurrent/locks/Condition", .access = kInterface});
  folder_.add({.name = "java/util/concurrent/locks/Lock",
               .methods = {{classfile::kAccPublic, "newCondition", "()" + condition}}});
  Code code("A");
  for (const char* name : {"a", "b"}) code.field(classfile::kAccFinal, name, lock);
  for (const char* name : {"one", "two"}) code.field(0, name, condition);
  auto keep = [&](const std::string& from, const std::string& to) {
    (code << kAload0 << kAload0).get(from, lock);
    code.call(kInvokeVirtual, "java/util/concurrent/locks/Lock", "newCondition", "()" + condition);
    code.put(to, condition) << kReturn;
    code.method(0, from + to, "()V");
  };
  keep("a", "one");
  keep("a", "two");
  keep("b", "two");
  add(code);
  auto field = [&](const char* field_name, const std::string& descriptor) {
    return program().declared_field(find("A"), name(field_name), name(descriptor));
  };
  const FieldFacts& facts = analysis().fields();
  EXPECT_EQ(facts.lock_behind(field("one", condition)).field, field("a", lock));
  EXPECT_EQ(facts.lock_behind(field("two", condition)).field, field("two", condition));
}

// Broken code: an instance method of an atomic, called without an object.
TEST_F(SectionBudgets, AtomicCalledAsStatic) {
  folder_.add(
      {.name = "java/util/concurrent/atomic/AtomicInteger", .methods = {{classfile::kAccPublic, "get", "()I"}}});
  Code code("A");
  code.call(kInvokeStatic, "java/util/concurrent/atomic/AtomicInteger", "get", "()I") << kPop << kReturn;
  code.method(classfile::kAccStatic, "m", "()V");
  add(code);
  EXPECT_EQ(analysis().counts().sections, 0U);
}

}  // namespace
}  // namespace snag::sections

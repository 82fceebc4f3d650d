// Which objects stay in the method that creates them, and which a method hands out.
#include "heap/object_uses.h"

#include <gtest/gtest.h>

#include "callgraph/calls.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag {
namespace {

const std::string kUses = R"java(
import java.util.*;
class Uses {
  Object kept; static Object shared; int n;
  void own() {} static void give(Object o) {}
  int reads() { Uses u = new Uses(); u.n = 1; synchronized (u) { return u.n; } }
  Object returns() { return new Uses(); }
  void calls() { new Uses().own(); }
  void collects() { List<String> list = new ArrayList<>(); list.add("a"); }
  void stores() { kept = new Uses(); }
  void storesInStatic() { shared = new Uses(); }
  void passes() { give(new Uses()); }
  Runnable captures() { Uses u = new Uses(); return () -> u.own(); }
  void throwsIt() { throw new IllegalStateException(); }
  void locks() { synchronized (kept) { kept.hashCode(); } }
  void copies() { new ArrayList<Object>().addAll((List<Object>) kept); }
  void handsOver() { give(kept); }
  void movesOn() { shared = kept; }
}
)java";

class ObjectUsesTest : public testing::Test {
 protected:
  const ir::MethodIr& method(std::string_view name) {
    for (std::uint32_t n = 0; n < calls_.node_count(); ++n) {
      const ir::MethodIr& ir = calls_.ir(NodeId(n));
      if (calls_.text(ir.name) == name) return ir;
    }
    throw std::runtime_error("no method " + std::string(name));
  }
  ir::ValueId first(const ir::MethodIr& method, ir::Op op) {
    for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
      if (method.instructions[n].op == op) return ir::ValueId(n);
    }
    throw std::runtime_error("no such instruction");
  }
  bool stays(std::string_view name) {
    const ir::MethodIr& ir = method(name);
    return ObjectUses(calls_, ir, /*under_construction=*/false).is_confined(first(ir, ir::Op::kNew));
  }
  // Of what the field `kept` holds, which must not be stored anywhere else.
  bool hands_out(std::string_view name) {
    const ir::MethodIr& ir = method(name);
    auto keeps = [](const ir::Instruction&) { return false; };
    return handed_out(calls_, ir, keeps)[first(ir, ir::Op::kGetField).value];
  }

 private:
  OpenedProgram opened_{{.application = compiled_java(kUses)}};
  Calls calls_{*opened_.store, opened_.models, opened_.application, /*jobs=*/1};
};

TEST_F(ObjectUsesTest, AnObjectStaysInTheMethodThatOnlyUsesIt) {
  for (const char* name : {"reads", "returns", "calls", "collects"}) EXPECT_TRUE(stays(name)) << name;
}

TEST_F(ObjectUsesTest, AnObjectEscapesThatIsStoredPassedCapturedOrThrown) {
  for (const char* name : {"stores", "storesInStatic", "passes", "captures", "throwsIt"}) {
    EXPECT_FALSE(stays(name)) << name;
  }
}

TEST_F(ObjectUsesTest, LockingCallingAndCopyingHandNothingOut) {
  EXPECT_FALSE(hands_out("locks"));
  EXPECT_FALSE(hands_out("copies"));
  EXPECT_TRUE(hands_out("handsOver"));
  EXPECT_TRUE(hands_out("movesOn"));
}

}  // namespace
}  // namespace snag

// Valid IR with one defect, and the problem that the verifier reports.
#include "ir/verify.h"

#include <functional>

#include "ir_helpers.h"

namespace snag::ir {
namespace {

// A loop, a landing pad, phis over normal and exceptional edges, a switch.
constexpr std::string_view kSound = R"(method static a/B.m(ILa/B;)I
b0:
  v0:int = param 0
  v1:a/B = param 1
  v2:int = const 5
  v3:float = const 1.5
  v4:long = const 7
  goto b1
b1: <- b0, b2 pads b5
  v5:int = phi v0, v8
  v6:int = getfield v1 a/B.f:I
  v7:int = v5 + v6
  if v7 < v2 then b2 else b3
b2: <- b1 pads b5
  v8:int = invokevirtual a/B.g(I)I (v1, v7)
  goto b1
b3: <- b1
  v9:int = phi v7
  switch v9 {1: b4, 4: b6, default: b4}
b4: <- b3
  v10:int = int_to_byte v9
  return v10
b5: <- b1!, b2!
  v11:int = phi v5, v7
  v12:java/lang/Throwable = catch any
  goto b6
b6: <- b3, b5
  v13:int = phi v9, v11
  return v13
)";

class VerifyTest : public IrTest {
 protected:
  // Replaces the only occurrence of `from`; returns the problem that the verifier then reports.
  std::string broken(std::string_view from, std::string_view to) {
    std::string text(kSound);
    std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    EXPECT_EQ(text.find(from, at + 1), std::string::npos) << from << " is there twice";
    text.replace(at, from.size(), to);
    auto ir = parse(text, names, references);
    if (!ir) return "line " + std::to_string(ir.error().offset.value_or(0)) + ": " + ir.error().message;
    return problem(*ir);
  }
  std::string changed(const std::function<void(MethodIr&)>& change) {
    MethodIr ir = parsed(kSound);
    change(ir);
    // Without names: what was changed may point anywhere.
    return verify(ir).value_or("");
  }
  std::string one(const std::string& lines) {
    return problem(
        parsed("method static a/B.m(IJFDLa/B;)V\nb0:\n  v0:int = param 0\n  v1:long = param 1\n"
               "  v2:float = param 2\n  v3:double = param 3\n  v4:a/B = param 4\n" +
               lines + "\n  return\n"));
  }
};

TEST_F(VerifyTest, AcceptsWhatIsSound) { EXPECT_EQ(broken("v2:int = const 5", "v2:int = const 6"), ""); }

TEST_F(VerifyTest, UsesAreDominatedByDefinitions) {
  // Used before it is defined, in its own block.
  EXPECT_EQ(broken("v7:int = v5 + v6\n", "v7:int = v5 + v77\n  v77:int = v5 + v6\n"),
            "v8 in b1: the definition of v9 does not dominate this use");
  // Itself.
  EXPECT_EQ(broken("v7:int = v5 + v6", "v7:int = v7 + v6"),
            "v8 in b1: the definition of v8 does not dominate this use");
  // Defined on one path only.
  EXPECT_EQ(broken("int_to_byte v9", "int_to_byte v8"), "v14 in b4: the definition of v10 does not dominate this use");
}

TEST_F(VerifyTest, PhiOperandsAreAvailableWhereTheirEdgeLeaves) {
  EXPECT_EQ(broken("phi v0, v8", "phi v8, v0"), "v6 in b1: v10 is not available where the edge leaves b0");
  EXPECT_EQ(broken("phi v9, v11", "phi v11, v9"), "v19 in b6: v16 is not available where the edge leaves b3");
  // b1's own values do not exist yet when its getfield throws; its phis do.
  EXPECT_EQ(broken("phi v5, v7", "phi v6, v7"), "v16 in b5: v7 is not available where the exceptional edge leaves b1");
  EXPECT_EQ(broken("phi v5, v7", "phi v5, v8"), "v16 in b5: v10 is not available where the exceptional edge leaves b2");
  EXPECT_EQ(broken("phi v5, v7", "phi v0, v5"), "");
}

TEST_F(VerifyTest, ExceptionsLeaveBeforeTheBlocksValuesExist) {
  // b0 dominates the landing pad in the graph of blocks, but its value is not there.
  auto method = [](const char* used) {
    return std::string(
               "method static a/B.m(I)I\nb0: pads b2\n  v0:int = param 0\n  v1:int = const 3\n"
               "  v2:int = v0 / v1\n  goto b1\nb1:\n  return v2\nb2:\n  v3:a/E = catch\n  return ") +
           used + "\n";
  };
  EXPECT_EQ(problem(parsed(method("v0"))), "");
  EXPECT_EQ(problem(parsed(method("v1"))), "v6 in b2: the definition of v1 does not dominate this use");
  EXPECT_EQ(problem(parsed(method("v2"))), "v6 in b2: the definition of v2 does not dominate this use");
}

TEST_F(VerifyTest, PhisComeFirstWithAnOperandForEachPredecessor) {
  EXPECT_EQ(broken("  v9:int = phi v7\n", "  v99:int = const 1\n  v9:int = phi v7\n"),
            "v13 in b3: phis do not come first");
  EXPECT_EQ(broken("phi v0, v8", "phi v0"), "v6 in b1: 1 operands for 2 predecessors");
  EXPECT_EQ(broken("phi v7\n", "phi v7, v7\n"), "v12 in b3: 2 operands for 1 predecessors");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.blocks[1].phi_count = 0; }), "v6 in b1: phis do not come first");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.blocks[1].phi_count = 2; }), "v7 in b1: phis do not come first");
}

TEST_F(VerifyTest, EdgesAgree) {
  EXPECT_EQ(broken("b4: <- b3", "b4: <- b3, b2"), "the edge from b2 to b4 is missing among the successors");
  EXPECT_EQ(broken("b6: <- b3, b5", "b6: <- b3, b4"), "the edge from b4 to b6 is missing among the successors");
  EXPECT_EQ(broken("b5: <- b1!, b2!", "b5: <- b1!, b3!"),
            "the edge from b2 to b5 (exceptional) is missing among the predecessors");
  EXPECT_EQ(broken("b2: <- b1 pads b5", "b2: <- b1"),
            "the edge from b2 to b5 (exceptional) is missing among the successors");
  EXPECT_EQ(broken("b2: <- b1 pads b5", "b2: <- b1 pads b5, b5"),
            "the edge from b2 to b5 (exceptional) is there twice");
  EXPECT_EQ(broken("then b2 else b3", "then b2 else b2"), "the edge from b1 to b2 is there twice");
}

TEST_F(VerifyTest, BlocksEndInTheirOnlyTerminator) {
  EXPECT_EQ(broken("  return v10\n", ""), "v14 in b4: the block does not end in a terminator");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[0].op = Op::kGoto; }), "v0 in b0: a terminator in mid-block");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.blocks[4].successor_count = 1; }),
            "b4: 1 successors do not fit its terminator");
  EXPECT_EQ(changed([](MethodIr& ir) {
              ir.blocks[2].successor_count = 2;
              ir.blocks[2].pad_count = 0;
            }),
            "b2: 2 successors do not fit its terminator");
}

TEST_F(VerifyTest, LandingPads) {
  EXPECT_EQ(broken("  v12:java/lang/Throwable = catch any\n", ""), "b5: a landing pad without a catch at its start");
  EXPECT_EQ(
      broken("  v12:java/lang/Throwable = catch any\n", "  v99:int = const 1\n  v12:java/lang/Throwable = catch\n"),
      "b5: a landing pad without a catch at its start");
  EXPECT_EQ(broken("  v12:java/lang/Throwable = catch any\n", "  v12:a/E = catch\n  v99:a/F = catch\n"),
            "v18 in b5: a catch that does not start a landing pad");
  EXPECT_EQ(broken("  v10:int = int_to_byte v9", "  v99:a/E = catch\n  v10:int = int_to_byte v9"),
            "v14 in b4: a catch that does not start a landing pad");
  EXPECT_EQ(broken("b5: <- b1!, b2!", "b5: <- b1!, b2"), "b5: normal edges into a landing pad");
  EXPECT_EQ(broken("v8:int = invokevirtual a/B.g(I)I (v1, v7)", "v8:int = v7 + v7"),
            "b2: landing pads, but nothing in it may throw");
}

TEST_F(VerifyTest, BlocksAreReachableAndInOrder) {
  EXPECT_EQ(broken("  return v13\n", "  return v13\nb7:\n  return v13\n"),
            "b7: unreachable, or before all its predecessors");
  // Reachable from itself alone.
  EXPECT_EQ(broken("  return v13\n", "  return v13\nb7:\n  goto b7\n"),
            "b7: unreachable, or before all its predecessors");
  // b1 stands before b2, which comes first on every path through it but is no loop.
  EXPECT_EQ(problem(parsed("method static a/B.m(I)V\nb0:\n  v0:int = param 0\n  if v0 < v0 then b1 else b2\n"
                           "b1:\n  return\nb2:\n  goto b1\n")),
            "b1: an edge comes back from b2, but there is no loop");
  EXPECT_EQ(problem(parsed("method static a/B.m()V\nb0:\n  goto b0\n")), "the entry has predecessors");
  // Loops may go back, whatever their shape.
  EXPECT_EQ(problem(parsed("method static a/B.m(I)V\nb0:\n  v0:int = param 0\n  if v0 < v0 then b1 else b2\n"
                           "b1:\n  goto b2\nb2:\n  if v0 == v0 then b1 else b3\nb3:\n  return\n")),
            "");
}

TEST_F(VerifyTest, Parameters) {
  EXPECT_EQ(broken("  v10:int = int_to_byte v9", "  v99:int = param 0\n  v10:int = int_to_byte v9"),
            "v14: a parameter outside the entry");
  EXPECT_EQ(broken("v1:a/B = param 1", "v1:a/B = param 0"), "v1: parameter 0 is there already");
  EXPECT_EQ(broken("v1:a/B = param 1", "v1:a/B = param 2"), "v1: parameter differs from the method's descriptor");
  EXPECT_EQ(broken("v1:a/B = param 1", "v1:a/B = param 300"), "v1: no method has so many parameters");
  EXPECT_EQ(broken("method static", "method"), "v0: parameter differs from the method's descriptor");
}

TEST_F(VerifyTest, Descriptors) {
  EXPECT_EQ(broken("a/B.f:I", "a/B.f:J"), "v7: type differs from the field's descriptor");
  EXPECT_EQ(broken("a/B.f:I", "a/B.f:II"), "v7: the field's descriptor is malformed");
  EXPECT_EQ(broken("a/B.g(I)I", "a/B.g(II)I"), "v10: arguments differ from the called method's descriptor");
  EXPECT_EQ(broken("a/B.g(I)I", "a/B.g(F)I"), "v10: arguments differ from the called method's descriptor");
  EXPECT_EQ(broken("a/B.g(I)I", "a/B.g(I)J"), "v10: result differs from the called method's descriptor");
  EXPECT_EQ(broken("a/B.g(I)I", "a/B.g(I"), "v10: the called method's descriptor is malformed");
  EXPECT_EQ(broken("m(ILa/B;)I", "m(ILa/B;)V"), "v15: return differs from the method's descriptor");
  EXPECT_EQ(broken("m(ILa/B;)I", "m(ILa/B)I"), "the method's descriptor is malformed");
  EXPECT_EQ(one("  v9:int = dynamic x(J)I by a/B.b()V (v0)"),
            "v5: arguments differ from the called method's descriptor");
  EXPECT_EQ(one("  putstatic a/B.s:J = v0"), "v5: type differs from the field's descriptor");
  EXPECT_EQ(one("  putfield v4 a/B.s:J = v0"), "v5: type differs from the field's descriptor");
  EXPECT_EQ(one("  v9:int = getstatic a/B.s:J"), "v5: type differs from the field's descriptor");
}

TEST_F(VerifyTest, PhisHaveOneType) {
  EXPECT_EQ(broken("phi v0, v8", "phi v3, v8"), "v6: wrong number or types of operands");
  EXPECT_EQ(broken("v5:int = phi", "v5:float = phi"), "v6: wrong number or types of operands");
}

// Each operation with operands it does not take.
TEST_F(VerifyTest, OperandTypes) {
  const std::string operands = "v5: wrong number or types of operands";
  EXPECT_EQ(one("  v9:int = v0 + v1"), operands);
  EXPECT_EQ(one("  v9:long = v1 << v1"), operands);
  EXPECT_EQ(one("  v9:long = v1 << v0"), "");
  EXPECT_EQ(one("  v9:int = v4 + v4"), operands);
  EXPECT_EQ(one("  v9:int = negate v1"), operands);
  EXPECT_EQ(one("  v9:int = negate v0, v0"), operands);
  EXPECT_EQ(one("  v9:long = int_to_long v2"), operands);
  EXPECT_EQ(one("  v9:float = double_to_float v2"), operands);
  EXPECT_EQ(one("  v9:int = int_to_char v1"), operands);
  EXPECT_EQ(one("  v9:int = lcmp v0, v0"), operands);
  EXPECT_EQ(one("  v9:int = fcmpl v2, v3"), operands);
  EXPECT_EQ(one("  v9:int = dcmpg v3"), operands);
  EXPECT_EQ(one("  v9:[I = newarray v1"), operands);
  EXPECT_EQ(one("  v9:[[I = multinewarray v0, v1"), operands);
  EXPECT_EQ(one("  v9:int = length v0"), operands);
  EXPECT_EQ(one("  v9:int = load int v0[v0]"), operands);
  EXPECT_EQ(one("  v9:int = load int v4[v1]"), operands);
  EXPECT_EQ(one("  store int v4[v0] = v1"), operands);
  EXPECT_EQ(one("  store double v4[v0] = v3"), "");
  EXPECT_EQ(one("  v9:int = getfield v0 a/B.f:I"), operands);
  EXPECT_EQ(one("  putfield v1 a/B.f:I = v0"), operands);
  EXPECT_EQ(one("  v9:int = invokevirtual a/B.g()I ()"), operands);
  EXPECT_EQ(one("  v9:int = invokeinterface a/B.g()I (v0)"), operands);
  EXPECT_EQ(one("  v9:a/B = cast v0"), operands);
  EXPECT_EQ(one("  v9:int = instanceof v1 a/B"), operands);
  EXPECT_EQ(one("  monitorenter v0"), operands);
  EXPECT_EQ(one("  monitorexit v3"), operands);
  EXPECT_EQ(broken("if v7 < v2", "if v7 < v4"), "v9: wrong number or types of operands");
  EXPECT_EQ(broken("if v7 < v2", "if v1 < v1"), "v9: wrong number or types of operands");
  EXPECT_EQ(broken("if v7 < v2", "if v1 == v1"), "");
  EXPECT_EQ(broken("switch v9", "switch v1"), "v13: wrong number or types of operands");
  EXPECT_EQ(broken("return v13", "throw v13"), "v20: wrong number or types of operands");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.operand_pool[ir.instructions[15].first_operand] = ValueId(9); }),
            "v15: wrong number or types of operands");  // returns what an `if` gives
}

TEST_F(VerifyTest, ResultTypes) {
  const std::string result = "v5: wrong type of result";
  EXPECT_EQ(one("  v9:float = v2 & v2"), result);
  EXPECT_EQ(one("  v9:double = v3 >> v0"), result);
  EXPECT_EQ(one("  v9:int = int_to_long v0"), result);
  EXPECT_EQ(one("  v9:long = lcmp v1, v1"), result);
  EXPECT_EQ(one("  v9:long = length v4"), result);
  EXPECT_EQ(one("  v9:int = load long v4[v0]"), result);
  EXPECT_EQ(one("  v9:int = store int v4[v0] = v0"), result);
  EXPECT_EQ(one("  v9:int = putstatic a/B.s:I = v0"), result);
  EXPECT_EQ(one("  v9:int = new"), result);
  EXPECT_EQ(one("  v9:int = cast v4"), result);
  EXPECT_EQ(one("  v9:int = monitorenter v4"), result);
  EXPECT_EQ(one("  new"), result);
  EXPECT_EQ(one("  getstatic a/B.s:I"), result);
  EXPECT_EQ(one("  record hashCode (v4)"), result);
  EXPECT_EQ(one("  v9:int = concat (v4)"), result);
  EXPECT_EQ(one("  v9:null = new"), "v5: a name is missing");
  EXPECT_EQ(one("  v9:a/B = const null"), "v5: null has no class");
}

TEST_F(VerifyTest, Switches) {
  EXPECT_EQ(broken("{1: b4, 4: b6, default: b4}", "{4: b4, 1: b6, default: b4}"),
            "b3: the keys of the switch do not ascend");
  EXPECT_EQ(broken("{1: b4, 4: b6, default: b4}", "{1: b4, 1: b6, default: b4}"),
            "b3: the keys of the switch do not ascend");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.cases[0].successor = 1; }),
            "b3: successors are not in the order of the cases");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.cases[1].successor = 2; }),
            "b3: successors are not in the order of the cases");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.cases[1].successor = 0; }), "b3: a successor that no case mentions");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.cases[2].is_default = false; }), "b3: the switch has no default");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.cases.clear(); }), "b3: the switch has no cases");
}

TEST_F(VerifyTest, IndicesAreInRange) {
  constexpr std::uint32_t kFar = 0xFFFF'FFF0;
  EXPECT_EQ(changed([](MethodIr& ir) { ir.blocks.clear(); }), "no blocks");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.name = Name(); }), "the method has no name");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[8].first_operand = kFar; }),
            "v8: operands lie outside their table");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[8].operand_count = kFar; }),
            "v8: operands lie outside their table");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.operand_pool[0] = ValueId(21); }), "v6: operand v21 does not exist");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.operand_pool[0] = ValueId(); }), "v6: operand v4294967295 does not exist");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.blocks[2].begin += 1; }),
            "b2: does not begin where the block before it ends");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.blocks[6].end += 1; }), "b6: holds no instructions");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.blocks[6].end -= 1; }), "instructions behind the last block");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.blocks[6].end = ir.blocks[6].begin; }), "b6: holds no instructions");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.blocks[6].phi_count = 3; }), "b6: more phis than instructions");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.blocks[6].first_predecessor = kFar; }),
            "b6: predecessors lie outside their table");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.blocks[6].pad_count = kFar; }), "b6: successors lie outside their table");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.predecessor_pool[0].from = BlockId(7); }), "predecessor b7 does not exist");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.successor_pool[0] = BlockId(7); }), "successor b7 does not exist");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[0].op = static_cast<Op>(200); }), "v0: unknown operation");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[0].type = static_cast<Type>(9); }), "v0: no such type");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[0].type_name = ir.owner; }),
            "v0: a class for a value that is no reference");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[3].payload = 2; }), "v3: its table has no such entry");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.wide_constants[0] = std::uint64_t{1} << 32; }),
            "v3: a float of more than 32 bits");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[7].payload = Name::kInvalid; }), "v7: a name is missing");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[8].kind = 11; }), "v8: no such kind of operation");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[2].kind = 10; }), "v2: no such kind of operation");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[14].kind = 16; }), "v14: no such kind of operation");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[9].kind = 6; }), "v9: no such kind of operation");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[10].kind = 4; }), "v10: no such kind of operation");
  EXPECT_EQ(changed([](MethodIr& ir) { ir.instructions[17].kind = 2; }), "v17: no such kind of operation");
}

}  // namespace
}  // namespace snag::ir

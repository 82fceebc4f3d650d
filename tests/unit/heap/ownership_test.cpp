// Who has an object where: the lines of tests/java/ownership say what is expected of what they pass to `use`.
//
//     use(node); // owned                          by the running thread
//     use(node); // shared                         other threads may have it
//     use(node); // if 0,1                         owned if these parameters are, and not all callers pass owned
//     objects use(node); // if 0, owned by all callers
#include "heap/ownership.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>

#include "support/lattice_laws.h"
#include "support/opened_program.h"

namespace snag {
namespace {

using ir::ValueId;

class OwnershipProgram {
 public:
  explicit OwnershipProgram(unsigned jobs) : jobs_(jobs) {}

  Calls& calls() { return calls_; }
  const Ownership& ownership() const { return ownership_; }

  NodeId node(const std::string& name) {
    for (std::uint32_t n = 0; n < calls_.node_count(); ++n) {
      if (name_of(NodeId(n)) == name) return NodeId(n);
    }
    throw std::runtime_error("no method " + name);
  }
  // As in source, without the package: `Node.make(java.lang.Object)`.
  std::string name_of(NodeId node) {
    std::string name = opened_.program->describe(calls_.method(node));
    constexpr std::string_view kPackage = "ownership.";
    return name.starts_with(kPackage) ? name.substr(kPackage.size()) : name;
  }
  bool calls_method(const ir::Instruction& i, std::string_view name) {
    return i.op == ir::Op::kInvoke && calls_.text(opened_.references[i.reference()].name) == name;
  }
  ValueId call(NodeId node, std::string_view name) {
    const ir::MethodIr& method = calls_.ir(node);
    for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
      if (calls_method(method.instructions[n], name)) return ValueId(n);
    }
    throw std::runtime_error("no call of " + std::string(name));
  }

  std::string answer_at(NodeId node, ValueId at, ValueId value) {
    const Ownership::Answer answer = ownership_.at(node, at, value);
    std::string text;
    switch (answer.state) {
      case Ownership::State::kShared:
        return ownership_.is_owned(node, at, value) ? "shared, but owned by all callers" : "shared";
      case Ownership::State::kOwned:
        return ownership_.is_owned(node, at, value) ? "owned" : "owned, but not by all callers";
      case Ownership::State::kOwnedIfParameters:
        for (int p = 0; p < 64; ++p) {
          if ((answer.parameters >> p & 1) != 0) text += fmt::format("{}{}", text.empty() ? "if " : ",", p);
        }
        return text + (ownership_.is_owned(node, at, value) ? ", owned by all callers" : "");
    }
    return text;
  }

  // By line of a source file: what is found there, and what the comment says.
  std::map<std::uint32_t, std::string> found_in(const std::string& source) {
    std::map<std::uint32_t, std::string> result;
    for (std::uint32_t n = 0; n < calls_.node_count(); ++n) {
      const NodeId node(n);
      const Method& of_node = (*opened_.program)[calls_.method(node)];
      if (classfile::source_file((*opened_.program)[of_node.owner].file) != source) continue;
      const ir::MethodIr& method = calls_.ir(node);
      for (std::uint32_t v = 0; v < method.instructions.size(); ++v) {
        if (!calls_method(method.instructions[v], "use")) continue;
        result[method.line(ValueId(v))] = answer_at(node, ValueId(v), method.operands(ValueId(v))[0]);
      }
    }
    return result;
  }
  static std::map<std::uint32_t, std::string> expected_in(const std::string& source) {
    std::map<std::uint32_t, std::string> result;
    std::ifstream file(std::string(SNAG_TEST_SOURCE_DIR) + "/tests/java/ownership/ownership/" + source);
    std::string text;
    for (std::uint32_t line = 1; std::getline(file, text); ++line) {
      const std::size_t comment = text.find("; // ");
      const std::size_t other = text.find("{ // ");
      if (text.find("use(") == text.npos) continue;
      const std::size_t at = comment != text.npos ? comment : other;
      result[line] = at == text.npos ? "nothing" : text.substr(at + 5);
    }
    return result;
  }

 private:
  const unsigned jobs_;
  OpenedProgram opened_{{.application = java_test_jar("ownership")}};
  Calls calls_{*opened_.store, opened_.models, opened_.application, jobs_};
  Callees callees_{calls_, /*graph=*/nullptr, Callees::Purpose::kSearch, jobs_};
  Ownership ownership_{calls_, callees_, jobs_};
};

OwnershipProgram& program() {
  static OwnershipProgram one(/*jobs=*/1);
  return one;
}

class OwnershipTest : public testing::TestWithParam<const char*> {};

TEST_P(OwnershipTest, IsAsTheLinesSay) {
  const std::string source = std::string(GetParam()) + ".java";
  const auto expected = OwnershipProgram::expected_in(source);
  const auto found = program().found_in(source);
  ASSERT_FALSE(expected.empty());
  for (const auto& [line, text] : expected) {
    auto at = found.find(line);
    EXPECT_EQ(at == found.end() ? "no call" : at->second, text) << source << ":" << line;
  }
  EXPECT_EQ(expected.size(), found.size());
}

TEST_P(OwnershipTest, IsTheSameForAnyNumberOfThreads) {
  static OwnershipProgram other(/*jobs=*/4);
  const std::string source = std::string(GetParam()) + ".java";
  EXPECT_EQ(program().found_in(source), other.found_in(source));
}

INSTANTIATE_TEST_SUITE_P(Sources, OwnershipTest,
                         testing::Values("Locals", "Calls", "Construction", "Library", "Limits"),
                         [](const auto& one) { return std::string(one.param); });

TEST(OwnershipSummaryTest, SaysWhatIsFreshAndWhatIsPublished) {
  const Ownership& ownership = program().ownership();
  EXPECT_TRUE(ownership.returns_fresh(program().node("Node.make()")));
  EXPECT_TRUE(ownership.returns_fresh(program().node("Calls.chain(int)")));
  EXPECT_FALSE(ownership.returns_fresh(program().node("Calls.leaky()")));
  EXPECT_FALSE(ownership.returns_fresh(program().node("Calls.cached()")));
  EXPECT_FALSE(ownership.returns_fresh(program().node("Calls.same(ownership.Node)")));
  EXPECT_TRUE(ownership.publishes(program().node("Calls.passOn(ownership.Node)"), 0));
  EXPECT_TRUE(ownership.publishes(program().node("Calls.spread(int,ownership.Node)"), 1));
  EXPECT_FALSE(ownership.publishes(program().node("Calls.link(ownership.Node,ownership.Node)"), 1));
}

TEST(OwnershipSummaryTest, ParametersAreOwnedIfAllCallersOwnThem) {
  const Ownership& ownership = program().ownership();
  EXPECT_TRUE(ownership.parameter_is_owned(program().node("Calls.setUp(ownership.Node)"), 1));
  EXPECT_FALSE(ownership.parameter_is_owned(program().node("Calls.setUp(ownership.Node)"), 0));
  EXPECT_FALSE(ownership.parameter_is_owned(program().node("Calls.setUpAny(ownership.Node)"), 1));
  EXPECT_FALSE(ownership.parameter_is_owned(program().node("Calls.anyoneMayCall(ownership.Node)"), 1));
  EXPECT_TRUE(ownership.parameter_is_owned(program().node("Construction.<init>()"), 0));
}

TEST(OwnershipSummaryTest, ACallDecidesWhatDependsOnParameters) {
  const Ownership& ownership = program().ownership();
  const NodeId callee = program().node("Calls.setUpAny(ownership.Node)");
  const ValueId use = program().call(callee, "use");
  const Ownership::Answer answer = ownership.at(callee, use, program().calls().ir(callee).operands(use)[0]);
  const NodeId caller = program().node("Calls.callers()");
  const ir::MethodIr& method = program().calls().ir(caller);
  std::vector<Ownership::State> states;
  for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
    if (!program().calls_method(method.instructions[n], "setUpAny")) continue;
    states.push_back(ownership.in_caller(caller, ValueId(n), callee, answer).state);
  }
  EXPECT_EQ(states, (std::vector{Ownership::State::kOwned, Ownership::State::kShared}));
  // An instruction that does not call it says nothing.
  EXPECT_EQ(ownership.in_caller(caller, ValueId(0), callee, answer).state, Ownership::State::kShared);
}

TEST(OwnershipSummaryTest, KnowsWhereAnAllocationIsPublished) {
  const Ownership& ownership = program().ownership();
  auto published_line = [&](const std::string& name) -> std::uint32_t {
    const NodeId node = program().node(name);
    const ir::MethodIr& method = program().calls().ir(node);
    for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
      if (method.instructions[n].op != ir::Op::kNew) continue;
      const std::vector<ValueId> at = ownership.published_at(node, ValueId(n));
      return at.empty() ? 0 : method.line(at[0]) - method.line(ValueId(n));
    }
    throw std::runtime_error("nothing is created");
  };
  EXPECT_EQ(published_line("Locals.created()"), 0U);
  EXPECT_EQ(published_line("Locals.publishedInStatic()"), 2U);
  EXPECT_EQ(published_line("Locals.whatAnObjectHoldsIsPublishedWithIt()"), 4U);
  EXPECT_EQ(published_line("Calls.publishing()"), 2U);
}

TEST(OwnershipSummaryTest, AnswersAboutValuesThatAreNoOperands) {
  const NodeId node = program().node("Locals.publishedInStatic()");
  const ir::MethodIr& method = program().calls().ir(node);
  ValueId created, stored;
  for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
    if (method.instructions[n].op == ir::Op::kNew) created = ValueId(n);
    if (method.instructions[n].op == ir::Op::kPutStatic) stored = ValueId(n);
  }
  const ValueId last(static_cast<std::uint32_t>(method.instructions.size() - 1));
  ASSERT_EQ(method[last].op, ir::Op::kReturn);
  EXPECT_EQ(program().answer_at(node, stored, created), "owned");
  EXPECT_EQ(program().answer_at(node, last, created), "shared");
}

// ---- limits ----

TEST(OwnershipSummaryTest, TooManyStoresForgetTheirFieldsAndThenPublishWhatIsStored) {
  using namespace ownership;
  Summary summary;
  const Place parameter{Role::kPath, {.parameter = 0}};
  for (std::uint32_t n = 0; n <= Summary::kMaximumStores; ++n) {
    summary.stores.push_back({parameter, Slot::of(FieldId(n)), {Role::kFresh}});
  }
  Summary more = summary;
  summary.normalize();
  EXPECT_FALSE(summary.gave_up);
  EXPECT_EQ(summary.stores, (std::vector{Store{parameter, Slot(), {Role::kFresh}}}));
  // Now more holders than there may be stores. The result is stored nowhere, and holds parameter 2.
  more.results = {{Role::kResult}};
  more.stores.push_back({{Role::kResult}, Slot::of(FieldId(1)), {Role::kPath, {.parameter = 2}}});
  for (std::uint32_t n = 0; n <= Summary::kMaximumStores; ++n) {
    more.stores.push_back({{Role::kPath, {.parameter = n}}, Slot(), {Role::kFresh}});
  }
  Summary stored_result = more;
  more.normalize();
  EXPECT_FALSE(more.gave_up);
  EXPECT_TRUE(more.publishes_parameter(2));
  EXPECT_FALSE(more.publishes_parameter(3));
  EXPECT_TRUE(more.returns_only_fresh());
  for (const Store& store : more.stores) EXPECT_EQ(store.what.role, Role::kShared);
  const Store of_result{{Role::kResult}, Slot(), {Role::kShared}};
  EXPECT_EQ(std::count(more.stores.begin(), more.stores.end(), of_result), 1);
  // A result that is stored in something is shared with what it is stored in.
  stored_result.stores.push_back({parameter, Slot(), {Role::kResult}});
  stored_result.normalize();
  EXPECT_FALSE(stored_result.returns_only_fresh());
  EXPECT_EQ(stored_result.results, (std::vector{Place{Role::kShared}}));
  EXPECT_TRUE(stored_result.publishes_parameter(2));
}

TEST(OwnershipSummaryTest, WideningPublishesWhatIsNew) {
  using namespace ownership;
  auto parameter = [](std::uint32_t n) { return Place{Role::kPath, {.parameter = n}}; };
  const Slot field = Slot::of(FieldId(3));
  Summary known;
  known.publishes = {{.parameter = 5}};
  known.stores = {{parameter(0), field, parameter(1)}};
  known.results = {parameter(0), {Role::kResult}};
  known.normalize();

  Summary same = known;
  same.widen(known);
  EXPECT_EQ(same, known);

  Summary stores = known;
  stores.publishes.clear();
  stores.stores.push_back({parameter(1), field, parameter(2)});
  stores.normalize();
  stores.widen(known);
  EXPECT_TRUE(stores.publishes_parameter(2));
  EXPECT_TRUE(stores.publishes_parameter(5)) << "what was published stays so";
  EXPECT_FALSE(stores.publishes_parameter(1)) << "this store is not new";
  EXPECT_EQ(stores.stores,
            (std::vector<Store>{{parameter(0), field, parameter(1)}, {parameter(1), {}, {Role::kShared}}}));
  EXPECT_EQ(stores.results, known.results);

  Summary results = known;
  results.results.push_back(parameter(4));
  results.normalize();
  results.widen(known);
  EXPECT_TRUE(results.publishes_parameter(4));
  EXPECT_EQ(results.results, (std::vector<Place>{{Role::kShared}, {Role::kResult}, parameter(0)}));

  // What the method has created has one name: if it is stored somewhere else, too, all of it is shared, and what it
  // holds.
  for (const Role role : {Role::kFresh, Role::kResult}) {
    Summary created = known;
    created.stores.push_back({{Role::kResult}, field, parameter(3)});
    created.stores.push_back({parameter(1), field, {role}});
    created.normalize();
    created.widen(known);
    EXPECT_TRUE(created.publishes_parameter(1));
    EXPECT_TRUE(created.publishes_parameter(3));
    EXPECT_EQ(created.results, (std::vector<Place>{{Role::kShared}, parameter(0)}));
    for (const Store& store : created.stores) {
      EXPECT_EQ(store.what.role, Role::kShared);
      EXPECT_EQ(store.holder.role, Role::kPath);
    }
  }
}

}  // namespace

namespace ownership {
namespace {

struct OwnershipStates {
  using Element = OwnershipState;
  static std::vector<OwnershipState> elements() {
    std::vector<OwnershipState> result;
    for (Mask first : {Mask{0}, Mask{1}, Mask{2}, kSharedBit | 1}) {
      for (Mask second : {Mask{0}, Mask{3}}) {
        for (Mask older : {Mask{0}, kSharedBit}) {
          for (std::uint64_t done : {0, 1, 6}) {
            result.push_back({.masks = {first, second}, .older = {older, 0}, .done = {done}});
          }
        }
      }
    }
    return result;
  }
  static bool raise(OwnershipState& known, const OwnershipState& by) { return known.raise(by); }
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(Ownership, LatticeLaws, OwnershipStates);

}  // namespace ownership
}  // namespace snag

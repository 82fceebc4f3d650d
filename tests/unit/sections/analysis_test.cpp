// Locks of callers, construction, and writers: tests/java/sections/sections/{Callers,Built,Writers,Threadless}.java.
#include "sections/analysis.h"

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "sections/section_program.h"

namespace snag::sections {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using Texts = std::vector<std::string>;

Texts held(const std::string& method) { return section_program().held_at_entry(method); }

TEST(HeldAtEntry, OfAMethodThatIsAlwaysCalledWithTheLock) {
  EXPECT_THAT(held("Callers.always"), ElementsAre("this.lock"));
  EXPECT_THAT(held("Callers.inPackage"), ElementsAre("this.lock"));
  EXPECT_THAT(held("Callers.between"), ElementsAre("this.guard")) << "taken by a wrapper";
}

// `outerFirst` is summarized after `otherFirst`, since it calls more.
TEST(HeldAtEntry, IsInTheOrderOfTheFirstCaller) {
  EXPECT_THAT(held("Callers.underBoth"), ElementsAre("this.lock", "this.other"));
}

TEST(HeldAtEntry, GoesOnToItsCallees) { EXPECT_THAT(held("Callers.deeper"), ElementsAre("this.lock")); }

TEST(HeldAtEntry, IsInTheCalleesTerms) { EXPECT_THAT(held("Callers.touch"), ElementsAre("callers.lock")); }

TEST(HeldAtEntry, IndexesAreArgumentsToo) {
  EXPECT_THAT(held("Callers.atPoint"), ElementsAre("this.points[at]", "Callers.STRIPES[at]"));
  EXPECT_THAT(held("Callers.deeperAtPoint"), ElementsAre("this.points[at]", "Callers.STRIPES[at]"));
  EXPECT_THAT(held("Callers.besidePoint"), IsEmpty());
}

TEST(HeldAtEntry, OneCallWithoutTheLockIsEnough) { EXPECT_THAT(held("Callers.sometimes"), IsEmpty()); }

TEST(HeldAtEntry, NothingWhereCallersAreNotKnown) {
  EXPECT_THAT(held("Callers.open"), IsEmpty());
  EXPECT_THAT(held("Callers.uncalled"), IsEmpty());
}

TEST(HeldAtEntry, RecursionKeepsTheLock) { EXPECT_THAT(held("Callers.recursive"), ElementsAre("this.lock")); }

TEST(HeldAtEntry, RecursionThatIsAlsoEnteredWithoutTheLockLosesIt) {
  EXPECT_THAT(held("Callers.ping"), IsEmpty());
  EXPECT_THAT(held("Callers.pong"), IsEmpty());
}

// The lambdas of `first`, by the numbers that javac gave them: forEach, execute, kept, locked.
TEST(HeldAtEntry, OfLambdasThatRunBeforeTheCallReturns) {
  SectionProgram& program = section_program();
  std::vector<Texts> of_lambdas;
  for (const ir::Instruction& i : program.calls().ir(program.node("Callers.first")).instructions) {
    if (i.op != ir::Op::kLambda) continue;
    NodeId body = program.calls().body_of(program.calls().ir(program.node("Callers.first")).lambdas[i.payload]);
    of_lambdas.push_back(program.texts(body, program.analysis().held_at_entry(body)));
  }
  EXPECT_THAT(of_lambdas, ElementsAre(Texts{"this.lock"}, Texts{}, Texts{}, Texts{"this.guard"}));
}

TEST(HeldAtEntry, OfAMethodThatIsReferredTo) {
  EXPECT_THAT(held("Callers.referred"), IsEmpty());
  EXPECT_THAT(held("Callers.compare"), IsEmpty());
}

std::map<std::string, bool> constructing() {
  std::map<std::string, bool> result;
  section_program().analysis().for_each_method(Analysis::WrongUse::kStale, [&](NodeId node, Staleness& staleness) {
    result[section_program().short_name(section_program().calls().method(node))] = staleness.effects().in_constructor();
  });
  return result;
}

TEST(OnlyConstructs, MethodsThatOnlyConstructorsCall) {
  std::map<std::string, bool> found = constructing();
  EXPECT_TRUE(found.at("Built.constructs"));
  EXPECT_TRUE(found.at("Built.inner")) << "through another";
  EXPECT_FALSE(found.at("Built.both")) << "also called later";
  EXPECT_FALSE(found.at("Built.ofAnother")) << "on another object";
}

TEST(OnlyConstructs, TheObjectsFieldsAreNotSharedYet) {
  std::map<std::string, bool> found = constructing();
  EXPECT_FALSE(found.contains("Built.fill"));
  EXPECT_TRUE(found.contains("Built.fillLater"));
}

TEST(ForEachMethod, VisitsThoseThatMayHaveSuchUses) {
  auto visited = [&](Analysis::WrongUse looking) {
    Texts result;
    section_program().analysis().for_each_method(looking, [&](NodeId node, Staleness&) {
      result.push_back(section_program().short_name(section_program().calls().method(node)));
    });
    return result;
  };
  EXPECT_THAT(visited(Analysis::WrongUse::kStale), Contains("Ages.increment"));
  EXPECT_THAT(visited(Analysis::WrongUse::kStale), Contains("Ages.waits"));
  EXPECT_THAT(visited(Analysis::WrongUse::kStale), Not(Contains("Ages.anotherLock")));
  EXPECT_THAT(visited(Analysis::WrongUse::kStale), Not(Contains("Ages.get")));
  EXPECT_THAT(visited(Analysis::WrongUse::kOutsideBlock), Contains("Ages.anotherLock"));
  EXPECT_THAT(visited(Analysis::WrongUse::kOutsideBlock), Not(Contains("Ages.get")));
}

Texts writers(const std::string& field) {
  SectionProgram& program = section_program();
  Texts result;
  for (const Writer& writer : program.analysis().writers(program.field(field))) {
    NodeId node = program.calls().node_of(writer.place.method);
    result.push_back(fmt::format("{}:{} [{}]{}", program.short_name(writer.place.method), writer.place.line,
                                 fmt::join(program.texts(node, writer.locks), ", "), writer.removes ? " removes" : ""));
  }
  return result;
}
std::string line(const std::string& site) { return std::to_string(section_program().line_of("Writers", site)); }

TEST(Writers, AreSortedByPlaceAndHaveTheirLocks) {
  EXPECT_THAT(writers("Writers.count"),
              ElementsAre("Writers.a:" + line("a") + " []", "Writers.a:" + line("a locked") + " [this.lock, this]",
                          "Writers.b:" + line("b") + " [this]"));
  EXPECT_THAT(writers("Writers.untouched"), IsEmpty()) << "constructors do not count";
}

TEST(Writers, OfCollectionsAndArraysChangeTheContents) {
  EXPECT_THAT(writers("Writers.names"), ElementsAre("Writers.add:" + line("add") + " [this.lock]",
                                                    "Writers.drop:" + line("drop") + " [] removes"));
  EXPECT_THAT(writers("Writers.cells"), ElementsAre("Writers.cell:" + line("cell") + " []"));
  SectionProgram& program = section_program();
  EXPECT_TRUE(program.analysis().contents_change(program.field("Writers.names")));
  EXPECT_TRUE(program.analysis().contents_change(program.field("Writers.cells")));
  EXPECT_FALSE(program.analysis().contents_change(program.field("Writers.count")));
  EXPECT_FALSE(program.analysis().contents_change(FieldId()));
  EXPECT_THAT(program.analysis().writers(FieldId()), IsEmpty());
}

TEST(ThinksOfThreads, WhoTakesLocksOrHasConcurrentFields) {
  SectionProgram& program = section_program();
  auto thinks = [&](const std::string& name) {
    return program.analysis().sharing().signs().thinks_of_threads(program.class_of(name));
  };
  EXPECT_FALSE(thinks("Threadless"));
  EXPECT_TRUE(thinks("Threadless$WithField"));
  EXPECT_TRUE(thinks("Threadless$WithMethod"));
  EXPECT_TRUE(thinks("Threadless$WithBlock"));
}

// Everything that a check can ask for, as text; what is visited by several threads is sorted.
Texts everything(SectionProgram& program) {
  Texts result;
  Calls& calls = program.calls();
  for (std::uint32_t n = 0; n < calls.node_count(); ++n) {
    NodeId node(n);
    const MethodSummary& summary = program.analysis().summary(node);
    std::string text = program.program().describe(calls.method(node)) + ": held " +
                       fmt::format("{}", fmt::join(program.texts(node, program.analysis().held_at_entry(node)), ","));
    for (const SummarySection& section : summary.sections) {
      text += fmt::format(" section {}:{}", program.text(node, section.lock), section.place.line);
    }
    for (const auto* accesses : {&summary.returns, &summary.writes}) {
      text += " accesses";
      for (const SummaryAccess& access : *accesses) {
        text += fmt::format(" {}:{}:{}:{}", program.text(node, access.location),
                            fmt::join(program.texts(node, access.locks), ","), access.place.line, access.parameters);
      }
    }
    text += fmt::format(" acquires {}", fmt::join(program.texts(node, summary.acquires), ","));
    for (const auto* paths : {&summary.releases, &summary.waits}) {
      text += fmt::format(" locks {}", fmt::join(program.texts(node, *paths), ","));
    }
    text += fmt::format(" result {} {}", summary.result_parameters, program.text(node, summary.result));
    result.push_back(text);
  }
  std::mutex mutex;
  for (auto looking : {Analysis::WrongUse::kStale, Analysis::WrongUse::kOutsideBlock}) {
    Texts visited;
    program.analysis().for_each_method(looking, [&](NodeId node, Staleness& staleness) {
      std::lock_guard lock(mutex);
      visited.push_back(fmt::format("visits {} {} {}", program.program().describe(calls.method(node)),
                                    staleness.origins().size(), staleness.effects().in_constructor()));
    });
    std::sort(visited.begin(), visited.end());
    result.insert(result.end(), visited.begin(), visited.end());
  }
  Texts of_fields;
  for (ClassId id : program.program().load_all(Origin::kApplication, 1)) {
    for (const Field& field : program.program().fields(id)) {
      std::string text =
          program.program().describe(field.id) + (program.fields().can_change(field.id) ? " changes" : "");
      for (const Writer& writer : program.analysis().writers(field.id)) {
        NodeId node = calls.node_of(writer.place.method);
        text += fmt::format(" {}:{}:{}", program.program().describe(writer.place.method), writer.place.line,
                            fmt::join(program.texts(node, writer.locks), ","));
      }
      of_fields.push_back(text);
    }
  }
  result.insert(result.end(), of_fields.begin(), of_fields.end());
  const Analysis::Counts& counts = program.analysis().counts();
  result.push_back(fmt::format("{} {} {} {}", counts.methods, counts.sections, counts.origins, counts.given_up));
  return result;
}

class Determinism : public ::testing::TestWithParam<std::string> {};

TEST_P(Determinism, TheSameForOneAndForTwoJobs) {
  SectionProgram alone({.jar = GetParam(), .jobs = 1}), together({.jar = GetParam(), .jobs = 2});
  Texts expected = everything(alone);
  EXPECT_GT(expected.size(), 100u);
  EXPECT_EQ(everything(together), expected);
}

INSTANTIATE_TEST_SUITE_P(Jars, Determinism, ::testing::Values("sections", "stale_values"));

}  // namespace
}  // namespace snag::sections

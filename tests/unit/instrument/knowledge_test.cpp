// What the rewriter uses: decisions, sites, operations, serial versions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "instrument/class_edit.h"
#include "instrument/instrument_helpers.h"
#include "instrument/operations.h"
#include "instrument/serial_version.h"
#include "instrument/sha1.h"

namespace snag::instrument {
namespace {

TEST(Decisions, ExtentFollowsNameAndLoader) {
  Decisions decisions;
  EXPECT_EQ(decisions.extent("app/Main", false), Extent::kFull);
  EXPECT_EQ(decisions.extent("java/util/ArrayList", true), Extent::kNothing);
  EXPECT_EQ(decisions.extent("java/lang/Thread", true), Extent::kThread);
  EXPECT_EQ(decisions.extent("java/util/concurrent/FutureTask", true), Extent::kCallbacks);
  EXPECT_EQ(decisions.extent("java/util/concurrent/atomic/AtomicInteger", true), Extent::kNothing);
  EXPECT_EQ(decisions.extent("java/util/concurrent/ConcurrentHashMap$Node", true), Extent::kNothing);
  EXPECT_EQ(decisions.extent("snag/runtime/Hooks", false), Extent::kNothing);
  EXPECT_EQ(decisions.extent("app/Main$$Lambda$14", false), Extent::kNothing);
  EXPECT_EQ(decisions.extent("[Lapp/Main;", false), Extent::kNothing);
  decisions.include = {"java.util.*"};
  EXPECT_EQ(decisions.extent("java/util/ArrayList", true), Extent::kFull);
  EXPECT_EQ(decisions.extent("app/Main", false), Extent::kNothing);
  decisions.exclude = {"java.util.Array*"};
  EXPECT_EQ(decisions.extent("java/util/ArrayList", true), Extent::kNothing);
}

TEST(Sites, FieldsAreFoundInSuperclasses) {
  Sites sites;
  sites.add_class("a/Base", {"java/lang/Object", {{"x", "I", classfile::kAccVolatile}}});
  sites.add_class("a/Sub", {"a/Base", {{"y", "J", 0}}});
  sites.add_class("a/Loop", {"a/Loop", {}});
  auto field = sites.resolve("a/Sub", "x", "I");
  ASSERT_TRUE(field);
  EXPECT_EQ(field->owner, "a/Base");
  EXPECT_EQ(field->access, classfile::kAccVolatile);
  EXPECT_FALSE(sites.resolve("a/Sub", "x", "J"));
  EXPECT_FALSE(sites.resolve("a/Loop", "x", "J"));
  EXPECT_FALSE(sites.resolve("a/Unknown", "x", "J"));
  EXPECT_NE(sites.find_class("a/Sub", LoaderId::kBoot), LoadedClassId::kNone);
}

TEST(Sites, FactsOfUnloadedClassesHoldUntilTheClassIsLoaded) {
  Sites sites;
  sites.add_unloaded("a/Node", {"a/Base", {}});
  sites.add_unloaded("a/Base", {"java/util/concurrent/atomic/AtomicInteger", {{"x", "I", classfile::kAccVolatile}}});
  EXPECT_EQ(sites.find_class("a/Node", LoaderId::kBoot), LoadedClassId::kNone);
  EXPECT_EQ(sites.library_super("a/Node"), "java/util/concurrent/atomic/AtomicInteger");
  EXPECT_EQ(sites.resolve("a/Node", "x", "I")->access, classfile::kAccVolatile);
  sites.add_class("a/Node", {"java/lang/Object", {{"x", "I", 0}}});
  EXPECT_EQ(sites.library_super("a/Node"), "java/lang/Object");
  EXPECT_EQ(sites.resolve("a/Node", "x", "I")->access, 0);
}

TEST(Sites, SitesAreReturnedUnchanged) {
  Sites sites;
  EXPECT_EQ(sites.add({{"a/B", "m", "()V", "B.java", 3, 10}, {{"a/B", "x", "I", Access::kWrite, true, 4, 12}}}), 1);
  EXPECT_EQ(sites.add({{"a/B", "n", "()V", "B.java", 5}, {}}), 2);
  auto first = sites.find(1), second = sites.find(2);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->place.method, "m");
  EXPECT_EQ(first->place.pc, 10);
  ASSERT_EQ(first->accesses.size(), 1u);
  EXPECT_EQ(first->accesses[0].line, 4);
  EXPECT_EQ(first->accesses[0].pc, 12);
  EXPECT_TRUE(first->accesses[0].is_static);
  EXPECT_EQ(second->place.line, 5);
  for (std::uint16_t i = 0; i < 9; ++i) sites.add_allocation("a/B", {"a/C", "m", "()V", "C.java", i});
  EXPECT_EQ(sites.allocations("a/B").size(), 4u);
  EXPECT_TRUE(sites.allocations("a/C").empty());
}

Operation operation(const char* owner, const char* method, const char* parameters, Operation::Action action) {
  Operation made;
  made.class_pattern = owner, made.method_pattern = method, made.parameters = parameters, made.action = action;
  return made;
}

TEST(Operations, TheMostExactEntryDecides) {
  using Action = Operation::Action;
  Decisions decisions;
  decisions.operations = {operation("j/Map", "get", "", Action::kRead), operation("j/Map", "get*", "", Action::kWrite),
                          operation("j/*", "*", "", Action::kUpdate), operation("k/M", "get", "", Action::kRead),
                          operation("j/Map", "get", "(I)", Action::kSignal)};
  auto first_hook = [&](const char* name, const char* descriptor) {
    CallHooks hooks = operations_of(decisions, {"j/Map", name, descriptor, false});
    return hooks.empty() ? Hook::kCloned : hooks[0].hook;
  };
  EXPECT_EQ(first_hook("get", "()V"), Hook::kAtomicRead);
  EXPECT_EQ(first_hook("get", "(I)V"), Hook::kSignals);
  EXPECT_EQ(first_hook("getAll", "()V"), Hook::kAtomicWrite);
  EXPECT_EQ(operations_of(decisions, {"j/Map", "size", "()I", false}).size(), 2u);
  EXPECT_EQ(operations_of(decisions, {"j/Set", "get", "()I", false}).size(), 2u);
  EXPECT_TRUE(operations_of(decisions, {"k/Map", "get", "()V", false}).empty());  // k/M is only a prefix of its name
}

TEST(Operations, OperandsThatTheCallDoesNotHave) {
  using Action = Operation::Action;
  Decisions decisions;
  Operation starts = operation("j/A", "*", "", Action::kStart);
  decisions.operations = {starts};
  EXPECT_TRUE(operations_of(decisions, {"j/A", "m", "()V", /*is_static=*/true}).empty());
  starts.operand = Operation::Operand::kArgument;
  decisions.operations = {starts};
  EXPECT_TRUE(operations_of(decisions, {"j/A", "m", "(I)V", false}).empty());
  EXPECT_EQ(operations_of(decisions, {"j/A", "m", "(Lj/B;)V", false}).size(), 1u);
  starts.operand = Operation::Operand::kArgumentOfType;
  starts.type = "j/B";
  decisions.operations = {starts};
  EXPECT_EQ(operations_of(decisions, {"j/A", "m", "(ILj/B;)V", false})[0].operand, 1);
  EXPECT_TRUE(operations_of(decisions, {"j/A", "m", "(ILj/C;)V", false}).empty());
}

TEST(Operations, WaitingAndLocksOfTheProgramItself) {
  Decisions decisions;
  EXPECT_EQ(operations_of(decisions, {"app/Any", "wait", "(J)V", false}).size(), 2u);
  EXPECT_EQ(operations_of(decisions, {"app/Any", "wait", "(I)V", false}).size(), 0u);
  EXPECT_EQ(operations_of(decisions, {"app/Lock", "lock", "()V", false})[0].hook, Hook::kAcquired);
  EXPECT_EQ(operations_of(decisions, {"app/Lock", "unlock", "()V", false})[0].hook, Hook::kReleased);
  EXPECT_EQ(operations_of(decisions, {"app/Lock", "tryLock", "()Z", false})[0].hook, Hook::kAcquiredIf);
  EXPECT_TRUE(operations_of(decisions, {"app/Lock", "lock", "(I)V", false}).empty());
}

TEST(Operations, TasksOfTheProgramItself) {
  using Action = Operation::Action;
  Decisions decisions;
  decisions.operations = {operation("java/util/Task", "go", "", Action::kStart),
                          operation("java/util/Task", "put", "", Action::kContentsWrite)};
  EXPECT_TRUE(operations_of(decisions, {"app/Task", "go", "()V", false}).empty());
  EXPECT_EQ(operations_of(decisions, {"app/Task", "go", "()V", false}, "java/util/Task")[0].hook, Hook::kStarts);
  // The program's own method may hold a lock while it calls that of the library.
  EXPECT_TRUE(operations_of(decisions, {"app/Task", "put", "()V", false}, "java/util/Task").empty());
  // If the class is not known yet, the name of the method decides, and the runtime tests the object.
  const CallHook fork =
      operations_of(decisions, {"app/Task", "fork", "()Ljava/util/concurrent/ForkJoinTask;", false})[0];
  EXPECT_EQ(fork.hook, Hook::kReleased);
  EXPECT_EQ(fork.mode, CallHook::kTaskMode);
  const CallHook join = operations_of(decisions, {"app/Task", "join", "()Ljava/lang/Object;", false})[0];
  EXPECT_EQ(join.hook, Hook::kAcquired);
  EXPECT_EQ(join.mode, CallHook::kTaskMode);
  EXPECT_TRUE(operations_of(decisions, {"app/Task", "join", "()V", false}).empty());
}

TEST(Operations, TasksThatCompleteBeforeTheirMethodReturns) {
  const std::string_view name = "java/util/stream/AbstractTask";
  const CallHooks done = callbacks_of(name, {name, "tryComplete", "()V", false});
  ASSERT_EQ(done.size(), 1u);
  EXPECT_EQ(done[0].hook, Hook::kTaskEnd);
  EXPECT_EQ(done[0].when, CallHook::When::kBefore);
  EXPECT_TRUE(callbacks_of(name, {"app/Task", "tryComplete", "()V", false}).empty());
}

TEST(Sites, AClassIsForgottenWithAllThatBelongsToIt) {
  Sites sites;
  constexpr LoaderId kFirst{1}, kSecond{2};
  const LoadedClassId stays = sites.add_class("a/Stays", {});
  const LoadedClassId one = sites.add_class("a/B", {"java/lang/Object", {{"x", "I", 0}}}, kFirst);
  const LoadedClassId other = sites.add_class("a/B", {"java/lang/Object", {{"x", "I", 0}}}, kSecond);
  EXPECT_NE(one, other);
  EXPECT_EQ(sites.add_class("a/B", {"java/lang/Object", {{"x", "I", 0}}}, kFirst), one);
  EXPECT_EQ(sites.find_class("a/B", kSecond), other);
  EXPECT_EQ(sites.find_class("a/C", kSecond), LoadedClassId::kNone);
  EXPECT_EQ(sites.loader_of(other), kSecond);

  const Site site{{"a/B", "m", "()V", "B.java", 3}, {{"a/B", "x", "I", Access::kWrite, false, 4}}};
  EXPECT_EQ(sites.add(site, one), 1);
  EXPECT_EQ(sites.add(site, other), 2);  // two threads load at once
  EXPECT_EQ(sites.add(site, one), 3);
  EXPECT_EQ(sites.add(site, one), 4);
  EXPECT_EQ(sites.add({{"a/Stays", "n", "()V", "Stays.java", 7}, {}}, stays), 5);
  EXPECT_EQ(sites.class_of(2), other);
  ASSERT_EQ(sites.runs_of(one).size(), 2u);
  EXPECT_EQ(sites.runs_of(one)[1].first, 3);
  EXPECT_EQ(sites.runs_of(one)[1].count, 2);

  EXPECT_EQ(sites.take_classes(kFirst), std::vector{one});
  EXPECT_EQ(sites.forget(one), std::nullopt);  // the second loader has a class of that name
  EXPECT_EQ(sites.forget(one), std::nullopt);
  EXPECT_FALSE(sites.find(1) || sites.find(3) || sites.find(4));
  EXPECT_EQ(sites.find(2)->accesses.front().name, "x");
  EXPECT_EQ(sites.find(5)->place.method, "n");
  EXPECT_EQ(sites.class_of(3), LoadedClassId::kNone);
  EXPECT_EQ(sites.find_class("a/B", kSecond), other);
  EXPECT_EQ(sites.size(), 5u);
  EXPECT_EQ(sites.living(), 2u);
  EXPECT_EQ(sites.forget(other), "a/B");
  EXPECT_EQ(sites.find_class("a/B", kSecond), LoadedClassId::kNone);
  EXPECT_FALSE(sites.find(2));
  EXPECT_EQ(sites.forgotten_classes(), 2u);
  EXPECT_EQ(sites.find(5)->place.file, "Stays.java");

  // A number that is still mentioned somewhere never becomes another place.
  const LoadedClassId later = sites.add_class("a/B", {}, LoaderId{3});
  EXPECT_NE(later, one);
  EXPECT_EQ(sites.add({{"a/B", "later", "()V", "B.java", 9}, {}}, later), 6);
  EXPECT_FALSE(sites.find(1));
}

TEST(Sites, WhereInstructionsWereBeforeTheMethodWasRewritten) {
  // Four bytes at the start, six before the instruction at 3, and a handler at the end.
  const std::vector<Shift> shifts = {{4, 0}, {13, 3}, {20, 10}};
  for (const auto& [now, pc] : std::vector<std::pair<std::uint32_t, std::uint16_t>>{
           {0, 0}, {3, 0}, {4, 0}, {5, 1}, {6, 2}, {7, 3}, {12, 3}, {13, 3}, {16, 6}, {19, 9}}) {
    EXPECT_EQ(original_pc(shifts, now), pc) << now;
  }
  EXPECT_EQ(original_pc(shifts, 20), std::nullopt);
  EXPECT_EQ(original_pc({}, 7), 7);

  Sites sites;
  const LoadedClassId id = sites.add_class("a/B", {}, LoaderId{1});
  sites.add_rewritten(id, std::vector<RewrittenMethod>{{"m", "()V", shifts}});
  EXPECT_EQ(sites.shifts_of(id, "m", "()V").size(), 3u);
  EXPECT_TRUE(sites.shifts_of(id, "m", "(I)V").empty());
  sites.add_class("a/B", {}, LoaderId{1});  // the JVM shows it once more
  EXPECT_TRUE(sites.shifts_of(id, "m", "()V").empty());
  sites.add_rewritten(id, std::vector<RewrittenMethod>{{"n", "()V", shifts}});
  sites.forget(id);
  EXPECT_TRUE(sites.shifts_of(id, "n", "()V").empty());
}

TEST(Sites, NoAllocationIsNamedWhenAnotherPlaceWasForgotten) {
  Sites sites;
  const LoadedClassId here = sites.add_class("a/Here", {}, LoaderId{1});
  const LoadedClassId same = sites.add_class("a/Here", {}, LoaderId{2});
  sites.add_class("a/Thing", {});
  sites.add_class("a/There", {});
  const LoadedClassId part = sites.add_class("a/Part", {}, LoaderId{1});
  for (LoadedClassId in : {here, same}) sites.add_allocation("a/Thing", {"a/Here", "m", "()V", "Here.java", 1}, in);
  sites.add_allocation("a/Thing", {"a/There", "m", "()V", "There.java", 2});
  sites.add_allocation("a/Part", {"a/Here", "m", "()V", "Here.java", 3}, here);
  EXPECT_EQ(sites.allocations("a/Thing").size(), 2u);
  sites.forget(same);
  EXPECT_EQ(sites.allocations("a/Thing").size(), 2u);
  sites.forget(here);
  EXPECT_TRUE(sites.allocations("a/Thing").empty());  // it may well come from the one that is gone
  sites.forget(part);
  sites.add_allocation("a/Part", {"a/There", "m", "()V", "There.java", 4});
  EXPECT_EQ(sites.allocations("a/Part").size(), 1u);  // of another class of that name
}

TEST(Texts, AreKeptAsLongAsTheyAreReferenced) {
  Texts texts;
  const std::uint32_t one = texts.mention("one"), two = texts.mention("two");
  EXPECT_EQ(texts.mention("one"), one);
  texts.release(one);
  EXPECT_EQ(texts[one], "one");
  texts.release(one);
  EXPECT_FALSE(texts.find("one"));
  EXPECT_EQ(texts.size(), 1u);
  const std::uint32_t three = texts.mention("a text that is too long to be stored in the string itself");
  EXPECT_EQ(texts.find("a text that is too long to be stored in the string itself"), three);
  EXPECT_EQ(texts[two], "two");
  for (int i = 0; i < 1000; ++i) texts.release(texts.mention(std::to_string(i)));
  EXPECT_EQ(texts.size(), 2u);
}

TEST(Sites, TheLibraryAboveAClass) {
  Sites sites;
  sites.add_class("app/B", {.super = "app/A"});
  EXPECT_EQ(sites.library_super("app/B"), "");
  sites.add_class("app/A", {.super = "java/util/Task"});
  EXPECT_EQ(sites.library_super("app/B"), "java/util/Task");
  sites.add_class("app/Loop", {.super = "app/Loop"});
  EXPECT_EQ(sites.library_super("app/Loop"), "");
}

TEST(Sha1, KnownHashes) {
  auto hex = [](std::string_view text) {
    std::string result;
    for (std::uint8_t byte : sha1(Bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()))) {
      result += fmt::format("{:02x}", byte);
    }
    return result;
  };
  EXPECT_EQ(hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(hex(std::string(1'000'000, 'a')), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

// Against the JVM's own: tests/instrument/run over whole jars.
TEST(SerialVersion, OnlyForClassesThatDoNotDeclareIt) {
  auto version = [](std::string_view name) {
    classfile::Parsed parsed(watched_classes().at(std::string(name)));
    return default_serial_version(parsed.file);
  };
  EXPECT_FALSE(version("watched/Accesses"));         // no interface and no superclass: not serializable
  EXPECT_FALSE(version("watched/Accesses$Shape"));   // an interface
  EXPECT_FALSE(version("watched/Accesses$Pair"));    // a record
  EXPECT_FALSE(version("watched/Accesses$Colour"));  // an enum
  EXPECT_TRUE(version("watched/Accesses$Kept"));
  EXPECT_FALSE(version("watched/Accesses$Named"));
  EXPECT_TRUE(Rewritten("watched/Accesses$Kept").has_field("serialVersionUID"));
}

ClassFacts facts(std::string super, std::vector<std::string> interfaces = {}) {
  return {.super = std::move(super), .interfaces = std::move(interfaces)};
}

TEST(Sites, WhichTypesMayBeSerializable) {
  Sites sites;
  EXPECT_FALSE(sites.may_be_serializable("java/lang/Object"));
  EXPECT_TRUE(sites.may_be_serializable("java/io/Serializable"));
  EXPECT_TRUE(sites.may_be_serializable("java/lang/Runnable")) << "it is not known";
  sites.add_not_serializable("java/lang/Runnable");
  EXPECT_FALSE(sites.may_be_serializable("java/lang/Runnable"));

  // A class is shown before its super types are.
  sites.add_class("a/Node", facts("a/Base", {"java/lang/Runnable"}));
  EXPECT_TRUE(sites.may_be_serializable("a/Node"));
  sites.add_class("a/Base", facts("java/lang/Object", {"a/Shape"}));
  EXPECT_TRUE(sites.may_be_serializable("a/Node"));
  sites.add_class("a/Shape", facts("java/lang/Object"));
  EXPECT_FALSE(sites.may_be_serializable("a/Node"));
  sites.add_class("a/Message", facts("java/lang/Object", {"java/io/Serializable"}));
  sites.add_class("a/Hello", facts("a/Base", {"a/Message"}));
  EXPECT_TRUE(sites.may_be_serializable("a/Hello"));
  sites.add_class("a/Loop", facts("a/Loop"));
  EXPECT_FALSE(sites.may_be_serializable("a/Loop"));
}

// Two class loaders may have different classes of one name.
TEST(Sites, ClassesOfOneNameMayDiffer) {
  Sites sites;
  sites.add_class("a/Shape", facts("java/lang/Object"));
  sites.add_class("a/Shape", facts("java/lang/Object"));
  EXPECT_FALSE(sites.may_be_serializable("a/Shape"));
  sites.add_class("a/Shape", facts("java/lang/Object", {"java/io/Serializable"}));
  sites.add_class("a/Shape", facts("java/lang/Object"));
  EXPECT_TRUE(sites.may_be_serializable("a/Shape"));
}

}  // namespace
}  // namespace snag::instrument

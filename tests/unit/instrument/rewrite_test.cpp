// What the rewriter instruments, and how. The methods are in tests/java/instrument/watched/Accesses.java.
#include "instrument/rewrite.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "instrument/instrument_helpers.h"
#include "support/jdk_homes.h"

namespace snag::instrument {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kClass = "watched/Accesses";

TEST(Rewrite, AccessesToOneObjectInOneBlockAreOneCheck) {
  Rewritten rewritten(kClass);
  EXPECT_EQ(rewritten.steps("oneGroup"), "$snag$w0 b a= a wide= b return");
  EXPECT_THAT(rewritten.site_texts("oneGroup"), ElementsAre("b a= a wide= b"));
  EXPECT_EQ(rewritten.steps("twoObjects"), "$snag$r0 a $snag$r0 a b b return");
  EXPECT_THAT(rewritten.site_texts("twoObjects"), ElementsAre("a b", "a b"));
}

// Positions are those of the class file, of accesses and of all instructions that are still there.
TEST(Rewrite, KnowsTheOriginalPositions) {
  const auto decode = [](const classfile::Code& code) {
    std::vector<classfile::Instruction> instructions;
    for (std::uint32_t pc = 0; pc < code.code.size(); pc = instructions.back().next()) {
      EXPECT_EQ(decode_instruction(code.code, pc, instructions.emplace_back()), nullptr);
    }
    return instructions;
  };
  const classfile::Parsed original(watched_classes().at(kClass));
  Rewritten rewritten(kClass);
  const LoadedClassId id = rewritten.sites.find_class(kClass, LoaderId::kBoot);
  std::size_t methods = 0;
  for (const classfile::Member& method : original.file.methods()) {
    const auto code = read_code(original.file, method).value();
    const std::string_view name = original.file.name(method), descriptor = original.file.descriptor(method);
    const std::vector<Shift> shifts = rewritten.sites.shifts_of(id, name, descriptor);
    if (!code || shifts.empty()) continue;
    ++methods;
    // Each instruction of the original, in its order.
    const std::vector<classfile::Instruction> before = decode(*code);
    std::size_t next = 0;
    for (const classfile::Member& changed : rewritten.file().methods()) {
      if (rewritten.file().name(changed) != name || rewritten.file().descriptor(changed) != descriptor) continue;
      for (const classfile::Instruction& in : decode(*read_code(rewritten.file(), changed).value())) {
        const std::optional<std::uint16_t> pc = original_pc(shifts, in.pc);
        if (next < before.size() && pc == before[next].pc && in.opcode == before[next].opcode) ++next;
        if (pc) {
          EXPECT_TRUE(next == before.size() || *pc <= before[next].pc) << name << " " << in.pc;
        }
      }
    }
    EXPECT_EQ(next, before.size()) << name;
  }
  EXPECT_GT(methods, 10u);
  // A thread that waits in the interpreter is behind the monitorenter.
  const std::vector<Shift> shifts = rewritten.sites.shifts_of(id, "monitors", "(Ljava/lang/Object;)V");
  for (const classfile::Instruction& in : decode(rewritten.code("monitors"))) {
    if (in.opcode != classfile::Opcode::kMonitorenter) continue;
    EXPECT_EQ(original_pc(shifts, in.next()), original_pc(shifts, in.pc));
    EXPECT_NE(original_pc(shifts, in.next() + 1), original_pc(shifts, in.pc));
  }
  for (std::int32_t i = 1; const std::optional<Site> site = rewritten.sites.find(i); ++i) {
    const classfile::Code code =
        read_code(original.file, classfile::method_named(original.file, site->place.method)).value().value();
    for (const SiteAccess& access : site->accesses) {
      classfile::Instruction in;
      ASSERT_EQ(decode_instruction(code.code, access.pc, in), nullptr);
      if (access.owner.empty()) continue;
      EXPECT_EQ(original.file.constants().member(in.index).name, access.name) << site->place.method << " " << access.pc;
      EXPECT_EQ(in.opcode == classfile::Opcode::kPutfield || in.opcode == classfile::Opcode::kPutstatic,
                access.access == Access::kWrite);
    }
  }
}

TEST(Rewrite, NoCheckCoversAccessesAfterACallOrABranch) {
  Rewritten rewritten(kClass);
  EXPECT_EQ(rewritten.steps("callBetween"), "$snag$r0 a hashCode $snag$r0 a return");
  EXPECT_EQ(rewritten.steps("mathBetween"), "$snag$r0 a max a return");
  EXPECT_EQ(rewritten.steps("branches"), "$snag$r0 a return $snag$r0 b return");
}

TEST(Rewrite, ConstructorsAreNotCheckedBeforeThisEscapes) {
  Rewritten rewritten(kClass);
  // The constructing thread is stored first. other.b and other.next are checked. this.a and this.fixed are not checked,
  // but this.b is, because `this` has been stored in other.next.
  EXPECT_EQ(rewritten.steps("<init>"), "<init> $snag= numbers= a= a fixed= $snag$w0 b= next= $snag$w0 b= return");
}

TEST(Rewrite, VolatileAccessesAreNotCheckedAndEndGroups) {
  Rewritten rewritten(kClass);
  EXPECT_EQ(
      rewritten.steps("volatiles"),
      "$snag$r0 a Hooks.volatileWrite flag= flag Hooks.volatileRead Hooks.volatileWrite wideFlag= $snag$r0 a return");
}

TEST(Rewrite, StaticsOfTheClassItself) {
  Rewritten rewritten(kClass);
  // Each static field has its own state.
  EXPECT_EQ(rewritten.steps("statics"), "$snag$sw1 counter counter= counter $snag$sw2 total= return");
  EXPECT_TRUE(rewritten.has_field("$snags$counter"));
  EXPECT_TRUE(rewritten.has_field("$snags$total"));
  Decisions by_object;
  by_object.by_field = false;
  Rewritten whole(kClass, by_object);
  EXPECT_EQ(whole.steps("statics"), "$snag$sw1 counter counter= counter total= return");
  EXPECT_TRUE(whole.has_field("$snags"));
  EXPECT_EQ(rewritten.steps("<clinit>"), "<init> LOCK= return");
}

TEST(Rewrite, StaticsOfOtherClassesAreCheckedAfterTheAccess) {
  // Before the access, the check would initialize the owner, and hide the error if that fails.
  Rewritten rewritten("watched/Accesses$Other");
  EXPECT_EQ(rewritten.steps("foreign"), "counter Hooks.readStaticAny number Hooks.readStaticAny return");
}

TEST(Rewrite, FinalFieldsAreNotWatched) { EXPECT_EQ(Rewritten(kClass).steps("finals"), "fixed LOCK hashCode return"); }

TEST(Rewrite, Monitors) {
  Rewritten rewritten(kClass);
  EXPECT_EQ(
      rewritten.steps("monitors"),
      "$snag$w0 a= enter Hooks.entered $snag$w0 b= Hooks.exiting exit Hooks.exiting exit throw return exit throw");
  // The last two are for a hook in the handler that covers itself, if it fails because no stack is left: the monitor is
  // released without a hook, and the exception does not reach that handler again.
  classfile::Code code = rewritten.code("monitors");
  std::uint32_t guard = code.handlers[0].handler;
  for (const classfile::ExceptionHandler& entry : code.handlers)
    EXPECT_FALSE(entry.start <= guard && guard < entry.end);
}

TEST(Rewrite, SynchronizedMethodsReportEveryExit) {
  Rewritten rewritten(kClass);
  EXPECT_EQ(rewritten.steps("synchronizedMethod"),
            "Hooks.entered $snag$r0 a Hooks.exiting return $snag$r0 b Hooks.exiting return Hooks.exiting throw");
  classfile::Code code = rewritten.code("synchronizedMethod");
  ASSERT_EQ(code.handlers.size(), 1u);
  EXPECT_EQ(code.handlers[0].catch_type, 0);
  EXPECT_EQ(code.handlers[0].end, code.handlers[0].handler);
  EXPECT_EQ(rewritten.steps("synchronizedStatic"),
            "Hooks.entered $snag$sw1 counter= Hooks.exiting return Hooks.exiting throw");
}

TEST(Rewrite, MethodsThatAccessThisAreUnits) {
  Decisions decisions;
  decisions.units = true;
  Rewritten rewritten(kClass, decisions);
  EXPECT_EQ(rewritten.steps("unit"), "<init> throw $snag$w0 a= b return") << "a method with one check is not a unit";
  EXPECT_EQ(rewritten.steps("synchronizedMethod"),
            "Hooks.entered $snag$b0 $snag$r0 a $snag$e0 Hooks.exiting return $snag$r0 b $snag$e0 Hooks.exiting return "
            "$snag$e0 Hooks.exiting throw");
  EXPECT_THAT(rewritten.steps("ownMonitor"), Not(HasSubstr("$snag$b")));
  EXPECT_THAT(rewritten.steps("statics"), Not(HasSubstr("$snag$b")));
  EXPECT_THAT(rewritten.steps("<init>"), Not(HasSubstr("$snag$b")));
}

TEST(Rewrite, ArraysAsAWholeOrByElement) {
  EXPECT_EQ(Rewritten(kClass).steps("arrays"), "[] []= []= [] return");
  Decisions decisions;
  decisions.arrays = Arrays::kWhole;
  EXPECT_EQ(Rewritten(kClass, decisions).steps("arrays"),
            "Hooks.arrayWriteIsQuiet Hooks.arrayWriteIsQuiet $snag$awl [] []= $snag$awl []= [] return");
  EXPECT_EQ(Rewritten(kClass, decisions).steps("freshArray"), "[]= []= []= return");
  decisions.arrays = Arrays::kRanges;
  EXPECT_EQ(Rewritten(kClass, decisions).steps("arrays"), "Hooks.arrayWriteAt [] []= Hooks.arrayWriteAt []= [] return");
}

TEST(Rewrite, WaitingIsReportedBeforeAndAfterAndIfItThrows) {
  Rewritten rewritten(kClass);
  std::string steps = rewritten.steps("waits");
  EXPECT_THAT(steps, HasSubstr("Hooks.waiting wait Hooks.waited"));
  EXPECT_THAT(steps, testing::EndsWith("Hooks.waited throw"));
  classfile::Code code = rewritten.code("waits");
  // The new handler precedes the others, and rethrows to those that surround the call.
  auto call = std::find_if(code.handlers.begin(), code.handlers.end(),
                           [](const classfile::ExceptionHandler& entry) { return entry.end - entry.start == 3; });
  ASSERT_NE(call, code.handlers.end());
  std::uint32_t handler = call->handler;
  int around = 0;
  for (const classfile::ExceptionHandler& entry : code.handlers) around += entry.start == handler ? 1 : 0;
  EXPECT_GE(around, 2);
}

TEST(Rewrite, OperationsAtCalls) {
  using Action = Operation::Action;
  Decisions decisions;
  auto add = [&](const char* owner, const char* method, Action action, bool if_true = false) {
    Operation operation;
    operation.class_pattern = owner, operation.method_pattern = method;
    operation.action = action, operation.only_if_true = if_true;
    decisions.operations.add(operation);
  };
  add("java/util/concurrent/locks/*", "lock", Action::kAcquire);
  add("java/util/concurrent/locks/*", "unlock", Action::kRelease);
  add("java/util/concurrent/locks/*", "tryLock", Action::kAcquire, /*if_true=*/true);
  add("java/lang/Thread", "start", Action::kStart);
  add("java/lang/Thread", "join", Action::kJoin);
  Rewritten rewritten(kClass, decisions);
  EXPECT_THAT(rewritten.steps("locks"), testing::StartsWith("lock Hooks.acquired tryLock Hooks.acquiredIf"));
  EXPECT_THAT(rewritten.steps("locks"), HasSubstr("Hooks.released unlock return"));
  EXPECT_THAT(rewritten.steps("joins"), HasSubstr("Hooks.starts start join Hooks.joins"));
  EXPECT_THAT(rewritten.steps("joins"), testing::EndsWith("Hooks.joins throw"));
}

TEST(Rewrite, ClonesHaveTheirOwnState) { EXPECT_EQ(Rewritten(kClass).steps("clone"), "clone Hooks.cloned return"); }

TEST(Rewrite, ReflectionDoesNotShowAddedMembers) {
  EXPECT_EQ(Rewritten(kClass).steps("members"),
            "getDeclaredFields Hooks.ownFields getDeclaredMethods Hooks.ownMethods return");
}

TEST(Rewrite, MembersOfEveryKindOfClass) {
  Rewritten plain(kClass);
  EXPECT_TRUE(plain.has_field("$snag"));
  EXPECT_FALSE(plain.has_field("serialVersionUID"));
  Rewritten interface("watched/Accesses$Shape");
  EXPECT_FALSE(interface.has_field("$snag"));
  EXPECT_EQ(interface.steps("fromInterface"), "$snag$r0 a return");
  EXPECT_EQ(interface.steps("byDefault"), "$snag$r0 b return");
  EXPECT_TRUE(interface.has_method("$snag$r0"));
  Rewritten record("watched/Accesses$Pair");
  EXPECT_TRUE(record.has_field("$snag"));
  EXPECT_FALSE(record.has_field("serialVersionUID"));
  Rewritten enumeration("watched/Accesses$Colour");
  EXPECT_TRUE(enumeration.has_field("$snag"));
  EXPECT_EQ(enumeration.steps("use"), "$snag$w0 uses uses= return");
}

TEST(Rewrite, WithoutMembersTheHooksAreCalledDirectly) {
  Decisions decisions;
  decisions.units = true;
  decisions.arrays = Arrays::kWhole;
  Rewritten rewritten(kClass, decisions, {.may_add_members = false});
  Rewritten original(kClass, Decisions{.exclude = {"*"}});
  ASSERT_FALSE(original.changed);
  EXPECT_EQ(rewritten.file().fields().size(), original.file().fields().size());
  EXPECT_EQ(rewritten.file().methods().size(), original.file().methods().size());
  EXPECT_EQ(rewritten.steps("unit"), "<init> throw Hooks.writeAny a= b return");
  EXPECT_THAT(rewritten.steps("synchronizedMethod"), HasSubstr("Hooks.beginAny Hooks.readAny a Hooks.endAny"));
  EXPECT_EQ(rewritten.steps("statics"),
            "Hooks.writeStaticAny counter counter= counter Hooks.writeStaticAny total= return");
  EXPECT_THAT(rewritten.steps("arrays"), HasSubstr("Hooks.arrayWrite [] []="));
}

TEST(Rewrite, ExcludedClassesStayUnchanged) {
  EXPECT_FALSE(Rewritten(kClass, Decisions{.exclude = {"watched.*"}}).changed);
  EXPECT_FALSE(Rewritten(kClass, Decisions{.include = {"other.*"}}).changed);
  EXPECT_TRUE(Rewritten(kClass, Decisions{.include = {"watched.*"}}).changed);
  EXPECT_FALSE(Rewritten(kClass, {}, {.library = true}).changed);
  Decisions decisions;
  decisions.skipped_fields.insert("watched/Accesses.a");
  EXPECT_EQ(Rewritten(kClass, decisions).steps("callBetween"), "a hashCode a return");
}

TEST(Rewrite, ARewrittenClassIsNotRewrittenAgain) {
  Rewritten once(kClass);
  Rewritten twice(once.parsed->bytes);
  EXPECT_FALSE(twice.changed);
  EXPECT_EQ(twice.statistics.skipped.size(), 1u);
}

TEST(Rewrite, LinesAndFilesOfSites) {
  Rewritten rewritten(kClass);
  std::optional<Site> site = rewritten.sites.find(1);
  ASSERT_TRUE(site);
  EXPECT_EQ(site->place.file, "Accesses.java");
  EXPECT_EQ(site->place.class_name, "watched/Accesses");
  EXPECT_GT(site->place.line, 0);
  EXPECT_FALSE(rewritten.sites.find(0));
  EXPECT_FALSE(rewritten.sites.find(static_cast<std::int32_t>(rewritten.sites.size()) + 1));
}

TEST(Rewrite, TheThreadClassesReportStartAndJoin) {
  Diagnostics diagnostics;
  ClassPath path(diagnostics);
  path.add_jdk(*jdk_homes().begin());
  Result<Blob> blob = path.read(path.find("java/lang/Thread").value());
  ASSERT_TRUE(blob);
  Rewritten thread(classfile::ByteBuffer(blob->bytes.begin(), blob->bytes.end()), {},
                   {.library = true, .may_add_members = false});
  ASSERT_TRUE(thread.changed);
  EXPECT_THAT(thread.steps("start"), testing::StartsWith("Hooks.threadStart"));
  EXPECT_THAT(thread.steps("join"), HasSubstr("Hooks.threadJoined return"));
  EXPECT_TRUE(thread.statistics.skipped.empty());
}

constexpr std::string_view kLoops = "watched/Loops";

TEST(QuietLoops, ObjectsThatDoNotChangeAreTestedBeforeTheLoop) {
  Decisions arrays;
  arrays.arrays = Arrays::kWhole;
  Rewritten rewritten(kLoops, arrays);
  EXPECT_EQ(rewritten.steps("row"),
            "$snag$rq0 $snag$rq0 rows Hooks.arrayReadIsQuiet rows Hooks.element Hooks.arrayReadIsQuiet "
            "$snag$rl0 count $snag$rl0 rows $snag$arl [] $snag$arl [] rows [] [] return");
  EXPECT_EQ(rewritten.steps("foreign"),
            "$snag$rq0 $snag$srq1 Hooks.arrayReadIsQuiet $snag$rl0 count $snag$arl [] $snag$srl1 limit return");
  EXPECT_EQ(rewritten.steps("nested"),
            "$snag$r0 count $snag$rq0 Hooks.arrayReadIsQuiet $snag$arl [] $snag$rl0 count return");
}

TEST(QuietLoops, ObjectsThatChangeAreCheckedInEveryIteration) {
  Decisions arrays;
  arrays.arrays = Arrays::kWhole;
  Rewritten rewritten(kLoops, arrays);
  EXPECT_EQ(rewritten.steps("variable"),
            "$snag$rq0 $snag$rq0 rows Hooks.arrayReadIsQuiet $snag$rl0 count $snag$rl0 rows $snag$arl [] $snag$ar [] "
            "return");
  EXPECT_EQ(rewritten.steps("changes"), "$snag$wq0 $snag$wl0 numbers $snag$ar [] numbers= return");
}

TEST(QuietLoops, NotLoopsThatWaitOrCallOrAreEnteredElsewhere) {
  Rewritten rewritten(kLoops);
  EXPECT_EQ(rewritten.steps("waits"), "$snag$r0 stop return");
  EXPECT_EQ(rewritten.steps("calls"), "$snag$r0 count [] hashCode return");
  EXPECT_EQ(rewritten.steps("volatiles"), "$snag$r0 count [] shared Hooks.volatileRead return");
  EXPECT_EQ(rewritten.steps("entered"), "$snag$r0 count [] return");
}

TEST(SynchronizationFreeMethods, KeepGroupsTogether) {
  Rewritten rewritten(kLoops);
  EXPECT_EQ(rewritten.steps("calm"), "$snag$r0 count getCount count return");
  EXPECT_EQ(rewritten.steps("setsBetween"), "$snag$r0 numbers set numbers return");
  EXPECT_EQ(rewritten.steps("notCalm"), "$snag$r0 count locks $snag$r0 count return");
}

}  // namespace
}  // namespace snag::instrument

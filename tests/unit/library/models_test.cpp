#include "library/models.h"

#include <gtest/gtest.h>

#include <set>

#include "library/operand_text.h"
#include "program/jdk_location.h"
#include "program/resolution.h"

namespace snag::library {
namespace {

const Operand kArgument0 = {.base = Operand::Base::kArgument};

class ModelsTest : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::string> jdk = find_jdk(JdkSearch::from_environment(""));
    ASSERT_TRUE(jdk) << jdk.error().message;
    class_path.add_jdk(*jdk);
  }
  MethodId method(std::string_view owner, std::string_view name, std::string_view descriptor) {
    ClassId id = program.find_class(owner);
    if (!id.valid()) return {};
    return program.declared_method(id, names.intern(name), names.intern(descriptor));
  }
  std::string error(std::string_view text) {
    Models fresh(names);
    Result<void> result = fresh.load(text, "my.toml");
    return result ? "accepted" : result.error().message;
  }

  Diagnostics diagnostics;
  Names names;
  ClassPath class_path{diagnostics};
  Program program{names, class_path, diagnostics};
  Models models{names};
};

TEST_F(ModelsTest, TheEmbeddedModelsAreWellFormed) {
  Result<void> result = models.load_embedded();
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_GT(models.entries().size(), 200u);
}

TEST_F(ModelsTest, EveryEmbeddedModelOfAnExactClassNamesAMethodThatExists) {
  ASSERT_TRUE(models.load_embedded());
  static const std::set<std::string_view> kNewerClasses = {"java/lang/ScopedValue",
                                                           "java/lang/ScopedValue$Carrier",
                                                           "java/lang/Thread$Builder",
                                                           "java/lang/Thread$Builder$OfPlatform",
                                                           "java/lang/Thread$Builder$OfVirtual",
                                                           "java/util/SequencedCollection",
                                                           "java/util/SequencedMap",
                                                           "java/util/SequencedSet",
                                                           "java/util/concurrent/StructuredTaskScope",
                                                           "java/util/concurrent/StructuredTaskScope$Subtask"};
  // Toolkits that a program brings along.
  static const std::set<std::string_view> kForeignClasses = {"javafx/application/Platform",
                                                             "org/eclipse/swt/widgets/Display"};
  for (const Models::Entry& entry : models.entries()) {
    const std::string &owner = entry.name.class_pattern, &method_name = entry.name.method_pattern;
    if ((owner + method_name).find('*') != std::string::npos) continue;
    ClassId id = program.find_class(owner);
    EXPECT_TRUE(id.valid() || kNewerClasses.contains(owner) || kForeignClasses.contains(owner)) << owner;
    if (!id.valid()) continue;
    bool found = false;
    // A call may name a class that only inherits the method: Thread.Builder.OfVirtual.start.
    std::vector<ClassId> declaring(program.interfaces(id).begin(), program.interfaces(id).end());
    declaring.push_back(id);
    for (ClassId type : declaring) {
      for (const Method& candidate : program.methods(type)) found |= names.text(candidate.name) == method_name;
    }
    // Since Java 19 or later.
    static const std::set<std::string_view> kNewer = {"resultNow",
                                                      "exceptionNow",
                                                      "close",
                                                      "startVirtualThread",
                                                      "ofVirtual",
                                                      "ofPlatform",
                                                      "callAs",
                                                      "getFirst",
                                                      "getLast",
                                                      "addFirst",
                                                      "addLast",
                                                      "removeFirst",
                                                      "removeLast",
                                                      "reversed",
                                                      "newHashMap",
                                                      "newLinkedHashMap",
                                                      "gather",
                                                      "sequencedKeySet",
                                                      "unmodifiableSequencedCollection",
                                                      "unmodifiableSequencedSet",
                                                      "unmodifiableSequencedMap",
                                                      "newSequencedSetFromMap",
                                                      "newThreadPerTaskExecutor",
                                                      "newVirtualThreadPerTaskExecutor"};
    // Inherited from ThreadLocal, where they mean something else.
    if (owner == "java/lang/InheritableThreadLocal") continue;
    EXPECT_TRUE(found || kNewer.contains(method_name)) << owner << "." << method_name;
  }
}

TEST_F(ModelsTest, AModelHoldsForOverridesInTheLibrary) {
  ASSERT_TRUE(models.load_embedded());
  MethodId execute = method("java/util/concurrent/ThreadPoolExecutor", "execute", "(Ljava/lang/Runnable;)V");
  const MethodModel* model = models.find(program, execute);
  ASSERT_NE(model, nullptr);
  ASSERT_EQ(model->starts.size(), 1u);
  EXPECT_EQ(model->starts[0].object, kArgument0);
  EXPECT_TRUE(model->replaces_body());
}

TEST_F(ModelsTest, AlsoWhenTheOverrideReturnsAnotherType) {
  ASSERT_TRUE(models.load_embedded());
  MethodId submit = method("java/util/concurrent/ForkJoinPool", "submit",
                           "(Ljava/lang/Runnable;)Ljava/util/concurrent/ForkJoinTask;");
  const MethodModel* model = models.find(program, submit);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->starts.size(), 1u);
}

TEST_F(ModelsTest, AnOverrideWithItsOwnModelKeepsIt) {
  ASSERT_TRUE(models.load_embedded());
  const MethodModel* lock = models.find(program, method("java/util/concurrent/locks/ReentrantLock", "lock", "()V"));
  const MethodModel* read =
      models.find(program, method("java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock", "lock", "()V"));
  ASSERT_TRUE(lock != nullptr && read != nullptr);
  EXPECT_EQ(lock->locks.at(0).mode, LockMode::kExclusive);
  EXPECT_EQ(read->locks.at(0).mode, LockMode::kRead);
}

TEST_F(ModelsTest, TryLockHoldsOnlyIfTrue) {
  ASSERT_TRUE(models.load_embedded());
  const MethodModel* model = models.find(program, method("java/util/concurrent/locks/ReentrantLock", "tryLock", "()Z"));
  ASSERT_NE(model, nullptr);
  EXPECT_TRUE(model->locks.at(0).only_if_true);
  EXPECT_EQ(model->locks.at(0).action, LockAction::kAcquire);
}

TEST_F(ModelsTest, ParametersBeatTheirAbsenceAndLaterFilesWin) {
  ASSERT_TRUE(
      models.load("[\"java.lang.Thread\"]\n\"sleep\" = { opaque = true }\n"
                  "\"sleep(long)\" = { joins = [\"arg0\"] }\n",
                  "a.toml"));
  MethodId with_one = method("java/lang/Thread", "sleep", "(J)V"),
           with_two = method("java/lang/Thread", "sleep", "(JI)V");
  EXPECT_EQ(models.find(program, with_one)->joins.size(), 1u);
  EXPECT_TRUE(models.find(program, with_two)->opaque);
  Models later(names);
  ASSERT_TRUE(later.load("[\"java.lang.Thread\"]\n\"yield\" = { joins = [\"arg0\"] }\n", "a.toml"));
  ASSERT_TRUE(later.load("[\"java.lang.Thread\"]\n\"yield\" = { opaque = true }\n", "b.toml"));
  EXPECT_TRUE(later.find(program, method("java/lang/Thread", "yield", "()V"))->opaque);
}

TEST_F(ModelsTest, UnknownKeysAreAnsweredWithTheNearest) {
  EXPECT_EQ(error("[\"a.B\"]\n\"run\" = { startz = [\"this\"] }\n"),
            "my.toml:2: unknown effect `startz`: did you mean `starts`?");
  EXPECT_EQ(error("[policy]\nexplor = [\"a.*\"]\n"),
            "my.toml:2: unknown key of [policy] `explor`: did you mean `explore`?");
  EXPECT_EQ(error("[\"a.B\"]\n\"lock\" = { acquires = [\"this raed\"] }\n"),
            "my.toml:2: unknown lock mode `raed`: did you mean `read`?");
}

TEST_F(ModelsTest, WrongValuesNameFileAndLine) {
  EXPECT_EQ(error("[\"a.B\"]\n\n\"run\" = { starts = 3 }\n"),
            "my.toml:3: `starts` takes a string or a list of strings");
  EXPECT_EQ(error("[\"a.B\"]\n\"run\" = { opaque = \"yes\" }\n"), "my.toml:2: `opaque` takes true or false");
  EXPECT_EQ(error("x = 1\n"), "my.toml:1: `x` should be a table: a class, or [policy]");
  EXPECT_EQ(error("[\"a..B\"]\n"), "my.toml:1: `a..B` is not a class");
  EXPECT_EQ(error("[\"a.B\"]\n\"run(\" = { opaque = true }\n"), "my.toml:2: `run(` lacks its closing parenthesis");
  EXPECT_EQ(error("[\"a.B\"]\n\"run(in[t)\" = { opaque = true }\n"),
            "my.toml:2: `run(in[t)` has a parameter that is not a type");
  EXPECT_TRUE(error("[\"a.B\"\n").starts_with("my.toml:1: "));
  EXPECT_NE(error("[\"a.B\"]\n\"run\" = { starts = [\"argument\"] }\n").find("is not an operand"), std::string::npos);
}

TEST_F(ModelsTest, WhatCannotBeDoneIsRefused) {
  auto effect = [&](std::string_view text) { return error("[\"a.B\"]\n\"run\" = { " + std::string(text) + " }\n"); };
  const char* functions = "my.toml:2: `functions` stands only in starts and calls, and without a method";
  EXPECT_EQ(effect("flows = \"functions -> this.x\""), functions);
  EXPECT_EQ(effect("flows = \"arg0 -> functions\""), functions);
  EXPECT_EQ(effect("escapes = [\"functions\"]"), functions);
  EXPECT_EQ(effect("joins = [\"functions\"]"), functions);
  EXPECT_EQ(effect("starts = [\"functions: a.B.c\"]"), functions);
  EXPECT_EQ(effect("calls = [\"functions\"]"), "accepted");
  EXPECT_EQ(effect("flows = \"arg0 -> this\""),
            "my.toml:2: `arg0 -> this`: a flow leads to the result, a field or elements");
  EXPECT_EQ(effect("flows = \"arg0 -> result\""), "accepted");
  auto method = [&](std::string_view text) {
    return error("[\"a.B\"]\n\"" + std::string(text) + "\" = { opaque = true }\n");
  };
  EXPECT_EQ(method("run( int , long )"), "accepted");
  EXPECT_EQ(method("run()"), "accepted");
  for (const char* text : {"run(void)", "run(int,)", "run(,)", "run(void[])"}) {
    EXPECT_EQ(method(text), "my.toml:2: `" + std::string(text) + "` has a parameter that is not a type");
  }
}

TEST_F(ModelsTest, SpacesAroundParameterTypesDoNotCount) {
  ASSERT_TRUE(models.load("[\"java.lang.Thread\"]\n\"sleep( long , int )\" = { opaque = true }\n", "a.toml"));
  EXPECT_NE(models.find(program, method("java/lang/Thread", "sleep", "(JI)V")), nullptr);
}

TEST_F(ModelsTest, AFolderIsNoFile) {
  Result<void> result = models.load_file(SNAG_TEST_SOURCE_DIR);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, std::string(SNAG_TEST_SOURCE_DIR) + ": is a folder; models are in a file");
}

TEST_F(ModelsTest, OfTwoPatternsTheLongerOneWins) {
  ASSERT_TRUE(
      models.load("[\"java.lang.Thread\"]\n\"sleep*\" = { opaque = true }\n\"*ep\" = { memory = true }\n"
                  "\"*ield\" = { memory = true }\n\"y*\" = { opaque = true }\n",
                  "a.toml"));
  EXPECT_TRUE(models.find(program, method("java/lang/Thread", "sleep", "(J)V"))->opaque);
  EXPECT_TRUE(models.find(program, method("java/lang/Thread", "yield", "()V"))->memory);
}

TEST_F(ModelsTest, ABadFileChangesNothing) {
  EXPECT_FALSE(models.load("[\"a.B\"]\n\"run\" = { opaque = true }\n\"stop\" = { opaque = 1 }\n", "my.toml"));
  EXPECT_EQ(models.entries().size(), 0u);
}

TEST_F(ModelsTest, OperandsCallbacksAndFlows) {
  using Base = Operand::Base;
  using Part = Operand::Part;
  const std::pair<const char*, Operand> operands[] = {
      {"this", {}},
      {"arg0", kArgument0},
      {"arg12[]", {.base = Base::kArgument, .part = Part::kArrayElements, .index = 12}},
      {"arg0.elements", {.base = Base::kArgument, .part = Part::kElements}},
      {"this.task", {.part = Part::kField, .field = names.intern("task")}},
      {"result", {.base = Base::kResult}},
      {"result.elements.key", {.base = Base::kResult, .part = Part::kElements, .inner = names.intern("key")}},
      {"this.value.elements",
       {.part = Part::kField, .field = names.intern("value"), .inner = names.intern("elements")}},
      {"arg(java.lang.Runnable)", {.base = Base::kArgumentOfType, .type = names.intern("java/lang/Runnable")}},
      {"new java.lang.Object[]", {.base = Base::kNew, .type = names.intern("[Ljava/lang/Object;")}},
      {"new java.lang.Thread", {.base = Base::kNew, .type = names.intern("java/lang/Thread")}},
  };
  for (const auto& [text, operand] : operands) {
    ASSERT_TRUE(parse_operand(names, text)) << text;
    EXPECT_EQ(*parse_operand(names, text), operand) << text;
  }
  for (const char* text : {"", "arg", "arg999", "this.", "this[", "new", "new a..b", "functions.x", "arg(", "that",
                           "this.a.", "this.a.b.c", "this..a", "arg0[].a", "this.a[]", "new a.B.elements["}) {
    EXPECT_FALSE(parse_operand(names, text)) << text;
  }
  EXPECT_EQ(parse_callback(names, "functions")->object.base, Base::kFunctions);
  Result<Callback> callback = parse_callback(names, "this.task: java.lang.Runnable.run");
  ASSERT_TRUE(callback);
  EXPECT_EQ(callback->object, *parse_operand(names, "this.task"));
  EXPECT_EQ(names.text(callback->owner), "java/lang/Runnable");
  EXPECT_EQ(names.text(callback->method), "run");
  EXPECT_FALSE(parse_callback(names, "arg0.elements")) << "needs a method";
  Result<Flow> made = parse_flow(names, "new java.util.Map$Entry -> result.elements");
  ASSERT_TRUE(made);
  EXPECT_EQ(made->from, (Operand{.base = Base::kNew, .type = names.intern("java/util/Map$Entry")}));
  EXPECT_EQ(made->to, (Operand{.base = Base::kResult, .part = Part::kElements}));
  EXPECT_FALSE(parse_flow(names, "this result"));
  EXPECT_FALSE(parse_flow(names, "this -> new a.B"));
}

TEST_F(ModelsTest, CallbacksSayWithWhatTheyAreCalledAndWhereTheirResultGoes) {
  using Arguments = std::vector<std::vector<Operand>>;
  auto operand = [&](std::string_view text) { return parse_operand(names, text).value(); };
  struct Case {
    const char* text;
    Operand object;
    const char* method;  // or null
    Arguments arguments;
    std::optional<Operand> result;
  };
  const Case cases[] = {
      {"arg0", kArgument0, nullptr, {}, {}},
      {"arg0()", kArgument0, nullptr, {}, {}},
      {"arg0 -> result", kArgument0, nullptr, {}, operand("result")},
      {"arg0(this.elements) -> result.elements",
       kArgument0,
       nullptr,
       {{operand("this.elements")}},
       operand("result.elements")},
      {"arg1( arg0 , this.value | arg1 , _ ) -> this.value",
       operand("arg1"),
       nullptr,
       {{kArgument0}, {operand("this.value"), operand("arg1")}, {}},
       operand("this.value")},
      {"functions(this.elements)", {.base = Operand::Base::kFunctions}, nullptr, {{operand("this.elements")}}, {}},
      {"arg0: java.lang.Comparable.compareTo(arg1)", kArgument0, "compareTo", {{operand("arg1")}}, {}},
      {"arg(java.lang.Runnable)", operand("arg(java.lang.Runnable)"), nullptr, {}, {}},
      {"arg(a.Function)(arg(a.Key)) -> this.value.elements",
       operand("arg(a.Function)"),
       nullptr,
       {{operand("arg(a.Key)")}},
       operand("this.value.elements")},
      {"this.task: java.util.concurrent.Callable.call -> this.outcome",
       operand("this.task"),
       "call",
       {},
       operand("this.outcome")},
  };
  for (const Case& each : cases) {
    Result<Callback> callback = parse_callback(names, each.text);
    ASSERT_TRUE(callback) << each.text << ": " << callback.error().message;
    EXPECT_EQ(callback->object, each.object) << each.text;
    EXPECT_EQ(callback->method, each.method == nullptr ? Name() : names.intern(each.method)) << each.text;
    EXPECT_EQ(callback->arguments, each.arguments) << each.text;
    EXPECT_EQ(callback->result, each.result) << each.text;
  }
  for (const char* text :
       {"arg0(", "arg0(this", "arg0(this) x", "arg0(,)", "arg0(this|)", "arg0(functions)", "arg0 ->", "arg0 -> this",
        "arg0 -> new a.B", "arg0.elements(this)", "arg0: a.B.c(that)", "(this)", "functions: a.B.c(this)"}) {
    EXPECT_FALSE(parse_callback(names, text)) << text;
  }
}

TEST_F(ModelsTest, StartsSayWhichThreadAndWhatNeverOverlaps) {
  ASSERT_TRUE(models.load(
      "[\"java.util.Timer\"]\n\"schedule\" = { starts = \"arg0\", thread = \"timer\", serial = \"receiver\" }\n"
      "\"cancel\" = { opaque = true }\n"
      "[\"java.util.concurrent.Executors\"]\n\"newSingleThreadExecutor\" = { serial = \"result\" }\n"
      "[\"java.lang.ThreadLocal\"]\n\"get\" = { per-thread = true, returns = \"this.value\" }\n",
      "a.toml"));
  const MethodModel* schedule =
      models.find(program, method("java/util/Timer", "schedule", "(Ljava/util/TimerTask;J)V"));
  ASSERT_NE(schedule, nullptr);
  EXPECT_EQ(to_text(schedule->start_kind), "timer");
  EXPECT_EQ(schedule->serial, Serial::kReceiver);
  EXPECT_FALSE(schedule->per_thread);
  const MethodModel* cancel = models.find(program, method("java/util/Timer", "cancel", "()V"));
  ASSERT_NE(cancel, nullptr);
  EXPECT_EQ(cancel->start_kind, StartKind::kThread);
  EXPECT_EQ(cancel->serial, Serial::kNone);
  const MethodModel* executor = models.find(program, method("java/util/concurrent/Executors", "newSingleThreadExecutor",
                                                            "()Ljava/util/concurrent/ExecutorService;"));
  ASSERT_NE(executor, nullptr);
  EXPECT_EQ(to_text(executor->serial), "result");
  EXPECT_FALSE(executor->replaces_body());
  EXPECT_TRUE(models.find(program, method("java/lang/ThreadLocal", "get", "()Ljava/lang/Object;"))->per_thread);
  for (std::size_t n = 0; n < std::size(kStartKinds); ++n) {
    Models fresh(names);
    ASSERT_TRUE(fresh.load("[\"a.B\"]\n\"run\" = { thread = \"" + std::string(kStartKinds[n]) + "\" }\n", "a.toml"));
    EXPECT_EQ(fresh.entries()[0].model.start_kind, static_cast<StartKind>(n));
  }
  EXPECT_EQ(error("[\"a.B\"]\n\"run\" = { thread = \"threat\" }\n"),
            "my.toml:2: unknown kind of thread `threat`: did you mean `thread`?");
  EXPECT_EQ(error("[\"a.B\"]\n\"run\" = { serial = \"events\" }\n"),
            "my.toml:2: unknown kind of serial execution `events`: did you mean `event`?");
}

TEST_F(ModelsTest, CollectionsAreExploredAndStreamsAreNot) {
  ASSERT_TRUE(models.load_embedded());
  EXPECT_TRUE(models.explores("java/util/HashMap$TreeNode"));
  EXPECT_TRUE(models.explores("java/util/concurrent/ConcurrentHashMap"));
  EXPECT_FALSE(models.explores("java/util/concurrent/ConcurrentHashMap$MapTask"));
  EXPECT_FALSE(models.explores("java/util/stream/ReferencePipeline"));
  EXPECT_FALSE(models.explores("java/io/PrintStream"));
}

TEST_F(ModelsTest, ContentsChecksAndActs) {
  ASSERT_TRUE(
      models.load("[\"java.util.Map\"]\n\"get\" = { contents = \"read\", checks = \"arg0\" }\n"
                  "\"put\" = { contents = \"write\", acts = \"arg0\" }\n"
                  "\"size\" = { atomic = \"read\", checks = \"this\" }\n"
                  "\"remove(java.lang.Object)\" = { contents = \"update\" }\n",
                  "a.toml"));
  auto of = [&](std::string_view name, std::string_view descriptor) {
    const MethodModel* model = models.find(program, method("java/util/Map", name, descriptor));
    return model == nullptr ? MethodModel() : *model;
  };
  MethodModel get = of("get", "(Ljava/lang/Object;)Ljava/lang/Object;");
  EXPECT_EQ(get.contents, AtomicKind::kRead);
  EXPECT_EQ(get.atomic, AtomicKind::kNone);
  ASSERT_TRUE(get.checks);
  EXPECT_EQ(get.checks, kArgument0);
  EXPECT_FALSE(get.acts);
  MethodModel put = of("put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
  EXPECT_EQ(put.contents, AtomicKind::kWrite);
  ASSERT_TRUE(put.acts);
  EXPECT_EQ(put.acts, kArgument0);
  EXPECT_FALSE(put.checks);
  MethodModel size = of("size", "()I");
  EXPECT_EQ(size.atomic, AtomicKind::kRead);
  EXPECT_EQ(size.contents, AtomicKind::kNone);
  ASSERT_TRUE(size.checks);
  EXPECT_EQ(size.checks, Operand());
  MethodModel remove = of("remove", "(Ljava/lang/Object;)Ljava/lang/Object;");
  EXPECT_EQ(remove.contents, AtomicKind::kUpdate);
  EXPECT_FALSE(remove.checks || remove.acts);
  for (const MethodModel& model : {get, put, size, remove}) EXPECT_FALSE(model.replaces_body());
}

TEST_F(ModelsTest, DerivesAndMakes) {
  ASSERT_TRUE(
      models.load("[\"java.lang.Math\"]\n\"max\" = { derives = true }\n\"random\" = { derives = false }\n"
                  "[\"java.util.Collections\"]\n"
                  "\"synchronizedMap\" = { makes = \"java.util.Collections$SynchronizedMap\" }\n",
                  "a.toml"));
  EXPECT_TRUE(models.find(program, method("java/lang/Math", "max", "(II)I"))->derives);
  EXPECT_FALSE(models.find(program, method("java/lang/Math", "random", "()D"))->derives);
  const MethodModel* wraps =
      models.find(program, method("java/util/Collections", "synchronizedMap", "(Ljava/util/Map;)Ljava/util/Map;"));
  ASSERT_NE(wraps, nullptr);
  ASSERT_TRUE(wraps->makes.valid());
  EXPECT_EQ(names.text(wraps->makes), "java/util/Collections$SynchronizedMap");
  EXPECT_FALSE(wraps->replaces_body());
}

TEST_F(ModelsTest, PolicyNamesImmutableClassesAndLoggers) {
  EXPECT_FALSE(models.policy().immutable.matches("a/Money"));
  ASSERT_TRUE(models.load("[policy]\nimmutable = [\"a.Money\", \"b.*\"]\nloggers = \"*.Journal\"\n", "a.toml"));
  EXPECT_TRUE(models.policy().immutable.matches("a/Money"));
  EXPECT_TRUE(models.policy().immutable.matches("b/c/D"));
  EXPECT_FALSE(models.policy().immutable.matches("a/MoneyBag"));
  EXPECT_FALSE(models.policy().immutable.matches("a/Journal"));
  EXPECT_TRUE(models.policy().loggers.matches("a/Journal"));
  EXPECT_FALSE(models.policy().loggers.matches("a/Money"));
  ASSERT_TRUE(models.load("[policy]\nimmutable = [\"c.E\"]\n", "b.toml"));
  EXPECT_TRUE(models.policy().immutable.matches("a/Money")) << "later files add";
  EXPECT_TRUE(models.policy().immutable.matches("c/E"));
}

TEST_F(ModelsTest, TheEmbeddedPolicyKnowsStringsAndLoggers) {
  ASSERT_TRUE(models.load_embedded());
  EXPECT_TRUE(models.policy().immutable.matches("java/lang/String"));
  EXPECT_TRUE(models.policy().immutable.matches("java/time/Instant"));
  EXPECT_FALSE(models.policy().immutable.matches("java/lang/StringBuilder"));
  EXPECT_TRUE(models.policy().loggers.matches("org/slf4j/Logger"));
  EXPECT_FALSE(models.policy().loggers.matches("java/io/Writer"));
}

TEST_F(ModelsTest, PolicyNamesSynchronizedClasses) {
  EXPECT_FALSE(models.policy().synchronized_classes.matches("a/SafeList"));
  ASSERT_TRUE(models.load("[policy]\nsynchronized-classes = [\"a.SafeList\", \"b.Safe$*\"]\n", "a.toml"));
  EXPECT_TRUE(models.policy().synchronized_classes.matches("a/SafeList"));
  EXPECT_TRUE(models.policy().synchronized_classes.matches("b/Safe$Map"));
  EXPECT_FALSE(models.policy().synchronized_classes.matches("b/Safe"));
  EXPECT_FALSE(models.policy().synchronized_classes.matches("a/SafeLists"));
  EXPECT_FALSE(models.policy().immutable.matches("a/SafeList"));
  ASSERT_TRUE(models.load("[policy]\nsynchronized-classes = \"c.D\"\n", "b.toml"));
  EXPECT_TRUE(models.policy().synchronized_classes.matches("a/SafeList")) << "later files add";
  EXPECT_TRUE(models.policy().synchronized_classes.matches("c/D"));
}

TEST_F(ModelsTest, TheEmbeddedPolicyKnowsSynchronizedClassesAndTheUserAddsToThem) {
  ASSERT_TRUE(models.load_embedded());
  for (std::string_view name : {"java/util/Vector", "java/util/Properties", "java/lang/StringBuffer",
                                "java/util/Collections$SynchronizedRandomAccessList", "java/io/StringWriter"}) {
    EXPECT_TRUE(models.policy().synchronized_classes.matches(name)) << name;
  }
  for (std::string_view name : {"java/util/ArrayList", "java/util/Vector$Itr", "java/util/Collections",
                                "java/lang/StringBuilder", "java/io/Writer", "java/io/DataOutputStream"}) {
    EXPECT_FALSE(models.policy().synchronized_classes.matches(name)) << name;
  }
  ASSERT_TRUE(models.load("[policy]\nsynchronized-classes = \"com.example.SafeList\"\n", "my.toml"));
  EXPECT_TRUE(models.policy().synchronized_classes.matches("com/example/SafeList"));
  EXPECT_TRUE(models.policy().synchronized_classes.matches("java/util/Vector"));
  ASSERT_TRUE(models.load("[policy]\nsynchronized-classes = [\"!java.util.*\", \"java.util.Stack\"]\n", "less.toml"));
  EXPECT_FALSE(models.policy().synchronized_classes.matches("java/util/Vector"));
  EXPECT_TRUE(models.policy().synchronized_classes.matches("java/util/Stack")) << "the last that fits decides";
  EXPECT_TRUE(models.policy().synchronized_classes.matches("java/lang/StringBuffer"));
}

TEST_F(ModelsTest, EveryEmbeddedSynchronizedClassWithoutAStarExists) {
  ASSERT_TRUE(models.load_embedded());
  ASSERT_FALSE(models.policy().synchronized_classes.patterns().empty());
  for (const std::string& name : models.policy().synchronized_classes.patterns()) {
    if (name.find('*') != std::string::npos) continue;
    EXPECT_TRUE(program.find_class(names.intern(name)).valid()) << name;
  }
}

TEST_F(ModelsTest, WrongEffectsOnContentsAreAnsweredWithTheNearest) {
  auto effect = [&](std::string_view text) { return error("[\"a.B\"]\n\"run\" = { " + std::string(text) + " }\n"); };
  EXPECT_EQ(effect("cheks = \"this\""), "my.toml:2: unknown effect `cheks`: did you mean `checks`?");
  EXPECT_EQ(effect("act = \"this\""), "my.toml:2: unknown effect `act`: did you mean `acts`?");
  EXPECT_EQ(effect("content = \"read\""), "my.toml:2: unknown effect `content`: did you mean `contents`?");
  EXPECT_EQ(effect("derive = true"), "my.toml:2: unknown effect `derive`: did you mean `derives`?");
  EXPECT_EQ(effect("maks = \"a.B\""), "my.toml:2: unknown effect `maks`: did you mean `makes`?");
  EXPECT_EQ(effect("contents = \"raed\""), "my.toml:2: unknown access `raed`: did you mean `read`?");
  EXPECT_EQ(effect("atomic = \"wirte\""), "my.toml:2: unknown atomic action `wirte`: did you mean `write`?");
  EXPECT_EQ(effect("derives = \"this\""), "my.toml:2: `derives` takes true or false");
  EXPECT_EQ(effect("makes = \"a..B\""), "my.toml:2: `a..B` is not a class");
  EXPECT_NE(effect("checks = \"that\"").find("is not an operand"), std::string::npos);
  EXPECT_NE(effect("acts = \"that\"").find("is not an operand"), std::string::npos);
  EXPECT_EQ(effect("checks = 3"), "my.toml:2: `checks` takes a string or a list of strings");
  EXPECT_EQ(error("[policy]\nimutable = [\"a.B\"]\n"),
            "my.toml:2: unknown key of [policy] `imutable`: did you mean `immutable`?");
  EXPECT_EQ(error("[policy]\nlogers = [\"a.B\"]\n"),
            "my.toml:2: unknown key of [policy] `logers`: did you mean `loggers`?");
  EXPECT_EQ(error("[policy]\nsynchronised-classes = [\"a.B\"]\n"),
            "my.toml:2: unknown key of [policy] `synchronised-classes`: did you mean `synchronized-classes`?");
  EXPECT_EQ(error("[policy]\nloggers = [1]\n"), "my.toml:2: `loggers` takes strings");
  EXPECT_EQ(error("[policy]\nsynchronized-classes = 1\n"),
            "my.toml:2: `synchronized-classes` takes a string or a list of strings");
}

// ---- precedence.h, row by row ----
struct PrecedenceCase {
  const char* what;
  const char* files[2];  // in the order in which they are loaded
  const char *receiver, *static_type, *method, *descriptor;
  std::uint32_t winner;  // `values` of the entry that decides; 0: none does
};

constexpr PrecedenceCase kPrecedence[] = {
    {"the object's class precedes the static type",
     {R"toml(["java.util.HashMap"]
"get" = { values = 1 }
["java.util.AbstractMap"]
"get" = { values = 2 }
["java.util.Map"]
"get" = { values = 3 }
)toml"},
     "java/util/HashMap",
     "java/util/AbstractMap",
     "get",
     "(Ljava/lang/Object;)Ljava/lang/Object;",
     1},
    {"an entry for what the object's class inherits precedes the static type",
     {R"toml(["java.util.HashMap"]
"get" = { values = 1 }
["java.util.Map"]
"get" = { values = 2 }
)toml"},
     "java/util/LinkedHashMap",
     "java/util/Map",
     "get",
     "(Ljava/lang/Object;)Ljava/lang/Object;",
     1},
    {"the static type precedes the class that declares the method",
     {R"toml(["java.util.concurrent.ConcurrentMap"]
"get" = { values = 1 }
["java.util.Map"]
"get" = { values = 2 }
)toml"},
     nullptr,
     "java/util/concurrent/ConcurrentMap",
     "get",
     "(Ljava/lang/Object;)Ljava/lang/Object;",
     1},
    {"without an entry of its own the static type has that of the declaring class",
     {R"toml(["java.util.Map"]
"get" = { values = 2 }
)toml"},
     nullptr,
     "java/util/concurrent/ConcurrentMap",
     "get",
     "(Ljava/lang/Object;)Ljava/lang/Object;",
     2},
    {"a superclass precedes an interface",
     {R"toml(["java.util.AbstractMap"]
"get" = { values = 1 }
["java.util.Map"]
"get" = { values = 2 }
)toml"},
     nullptr,
     "java/util/HashMap",
     "get",
     "(Ljava/lang/Object;)Ljava/lang/Object;",
     1},
    {"a body of a class that is not abstract does not hold for overrides",
     {R"toml(["java.util.AbstractMap"]
"get" = { opaque = true, values = 1 }
["java.util.Map"]
"get" = { opaque = true, values = 2 }
)toml"},
     nullptr,
     "java/util/HashMap",
     "get",
     "(Ljava/lang/Object;)Ljava/lang/Object;",
     2},
    {"a static method has no other model than its own",
     {R"toml(["java.lang.Thread"]
"yield" = { values = 1 }
)toml"},
     nullptr,
     "java/lang/Math",
     "abs",
     "(I)I",
     0},
    {"an exact method precedes a pattern for the method, whatever file has it",
     {R"toml(["java.util.Map"]
"get" = { values = 1 }
)toml",
      R"toml(["java.util.Map"]
"ge*" = { values = 2 }
)toml"},
     nullptr,
     "java/util/Map",
     "get",
     "(Ljava/lang/Object;)Ljava/lang/Object;",
     1},
    {"a pattern for the method precedes a pattern for the class",
     {R"toml(["java.util.Map"]
"g*" = { values = 1 }
)toml",
      R"toml(["java.util.Ma*"]
"get" = { values = 2 }
)toml"},
     nullptr,
     "java/util/Map",
     "get",
     "(Ljava/lang/Object;)Ljava/lang/Object;",
     1},
    {"parameters precede none, whatever file has them",
     {R"toml(["java.util.Map"]
"get(java.lang.Object)" = { values = 1 }
)toml",
      R"toml(["java.util.Map"]
"get" = { values = 2 }
)toml"},
     nullptr,
     "java/util/Map",
     "get",
     "(Ljava/lang/Object;)Ljava/lang/Object;",
     1},
    {"other parameters do not count",
     {R"toml(["java.util.Map"]
"get(int)" = { values = 1 }
"get" = { values = 2 }
)toml"},
     nullptr,
     "java/util/Map",
     "get",
     "(Ljava/lang/Object;)Ljava/lang/Object;",
     2},
    {"a later file precedes an earlier one",
     {R"toml(["java.util.Map"]
"get" = { values = 1 }
)toml",
      R"toml(["java.util.Map"]
"get" = { values = 2 }
)toml"},
     nullptr,
     "java/util/Map",
     "get",
     "(Ljava/lang/Object;)Ljava/lang/Object;",
     2},
    {"in one file the pattern with more letters precedes the other",
     {R"toml(["java.util.Ma*"]
"ge*" = { values = 1 }
"*" = { values = 2 }
)toml"},
     nullptr,
     "java/util/Map",
     "get",
     "(Ljava/lang/Object;)Ljava/lang/Object;",
     1},
};

TEST_F(ModelsTest, OneRuleSaysWhichModelHolds) {
  Resolver resolver(program);
  for (const PrecedenceCase& each : kPrecedence) {
    Models fresh(names);
    for (const char* file : each.files) {
      if (file == nullptr) continue;
      ASSERT_TRUE(fresh.load(file, "my.toml")) << each.what;
    }
    ModelledCall call{.resolved = {}, .static_type = program.find_class(each.static_type)};
    const ResolvedMethod resolved =
        resolver.resolve_method({names.intern(each.static_type), names.intern(each.method),
                                 names.intern(each.descriptor), program[call.static_type].is_interface()});
    ASSERT_TRUE(resolved) << each.what;
    call.resolved = *resolved;
    if (each.receiver != nullptr) {
      call.receiver = program.find_class(each.receiver);
      call.selected = *resolver.select_method(call.receiver, call.resolved);
    }
    const MethodModel* model = fresh.find(program, call);
    EXPECT_EQ(model == nullptr ? 0 : model->values, each.winner) << each.what;
  }
}

TEST_F(ModelsTest, SnagsOwnPolicyIsTheEmbeddedOne) {
  ASSERT_TRUE(models.load_embedded());
  EXPECT_EQ(built_in_policy().platform.patterns(), models.policy().platform.patterns());
  EXPECT_EQ(built_in_policy().holds_nothing.patterns(), models.policy().holds_nothing.patterns());
}

TEST_F(ModelsTest, ThePolicyKnowsMethodsByNameAndTypes) {
  Policy policy;
  ASSERT_TRUE(policy.lock_acquire.add("void lock()"));
  ASSERT_TRUE(policy.lock_try.add("boolean tryLock(long, a.Unit)"));
  ASSERT_TRUE(policy.thread_join.add("join"));
  ASSERT_TRUE(policy.copies.add("a.*.<init>"));
  EXPECT_TRUE(policy.lock_acquire.matches("lock", "()V"));
  EXPECT_FALSE(policy.lock_acquire.matches("lock", "()Z"));
  EXPECT_TRUE(policy.lock_try.matches("tryLock", "(JLa/Unit;)Z"));
  EXPECT_TRUE(policy.thread_join.matches("join", "(J)V"));
  EXPECT_TRUE(policy.copies.matches("a/b/List", "<init>"));
  EXPECT_FALSE(policy.copies.matches("a/b/List", "add"));
  for (const char* wrong : {"void lock(", "lock()", "void lock(void)", "int[ lock()", "void a b()", ""}) {
    EXPECT_FALSE(policy.lock_acquire.add(wrong)) << wrong;
  }
  EXPECT_EQ(error("[policy]\ncopies = [\"copy\"]\n"), "my.toml:2: `copy` is not a method: a.b.Type.method");
  EXPECT_EQ(error("[policy]\nplatform = \"a.*\"\n"),
            "my.toml:2: `platform` describes the JDK to the agent: only Snag's own models have it");
  EXPECT_EQ(error("[\"a.B\"]\n\"get\" = { values = \"two\" }\n"), "my.toml:2: `values` takes a number of arguments");
}

}  // namespace
}  // namespace snag::library

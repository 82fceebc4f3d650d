// What Snag's own models (models/*.toml) say about the JDK: which model holds for a class of the JDK that implements a
// contract, and that no method of the interfaces of collections and streams has been forgotten.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "library/operand_text.h"
#include "program/resolution.h"
#include "support/opened_program.h"

namespace snag::library {
namespace {

using ::testing::Contains;

class EmbeddedModels : public ::testing::Test {
 protected:
  // The method of that name and number of parameters that an object of the class runs. Invalid if there is none.
  MethodId selected(std::string_view class_name, std::string_view name, std::string_view parameters) {
    for (ClassId type = opened_.program->find_class(class_name); type.valid();
         type = opened_.program->superclass(type)) {
      for (const Method& method : opened_.program->methods(type)) {
        if (opened_.program->text(method.name) == name &&
            opened_.program->text(method.descriptor).starts_with(parameters)) {
          return method.id;
        }
      }
    }
    return {};
  }
  const MethodModel* model_of(std::string_view class_name, std::string_view name, std::string_view parameters) {
    const MethodId method = selected(class_name, name, parameters);
    return method.valid() ? opened_.models.find(*opened_.program, method) : nullptr;
  }
  Flow flow(std::string_view text) { return parse_flow(opened_.names, text).value(); }
  Callback callback(std::string_view text) { return parse_callback(opened_.names, text).value(); }
  // As for an object of the application's class.
  const MethodModel* model_for(std::string_view receiver, std::string_view static_type, std::string_view name,
                               std::string_view descriptor) {
    Resolver resolver(*opened_.program);
    const ClassId type = opened_.program->find_class(static_type), object = opened_.program->find_class(receiver);
    const ResolvedMethod resolved =
        resolver.resolve_method({opened_.names.intern(static_type), opened_.names.intern(name),
                                 opened_.names.intern(descriptor), (*opened_.program)[type].is_interface()});
    return opened_.models.find(*opened_.program, {.resolved = *resolved,
                                                  .static_type = type,
                                                  .receiver = object,
                                                  .selected = *resolver.select_method(object, *resolved)});
  }

  static bool newer_than_the_jdk(std::string_view type) {
    return type.starts_with("java/util/Sequenced") || type.starts_with("java/util/Collections$UnmodifiableSequenced") ||
           type.starts_with("java/lang/ScopedValue") || type.starts_with("java/lang/Thread$Builder") ||
           type.starts_with("java/util/concurrent/StructuredTaskScope");
  }

  OpenedProgram opened_{{.application = java_test_jar("library")}};
};

TEST_F(EmbeddedModels, AContractHoldsForTheClassesOfTheJdk) {
  struct Case {
    const char *owner, *method, *parameters, *flow;
  };
  const Case cases[] = {
      {"java/util/HashMap", "get", "(Ljava/lang/Object;)", "this.value -> result"},
      {"java/util/HashMap", "put", "(Ljava/lang/Object;Ljava/lang/Object;)", "arg1 -> this.value"},
      {"java/util/LinkedHashMap", "get", "(Ljava/lang/Object;)", "this.value -> result"},
      {"java/util/TreeMap", "put", "(Ljava/lang/Object;Ljava/lang/Object;)", "arg0 -> this.key"},
      {"java/util/TreeMap$AscendingSubMap", "entrySet", "()", "this.key -> result.elements.key"},
      {"java/util/EnumMap", "put", "(Ljava/lang/Enum;Ljava/lang/Object;)", "arg1 -> this.value"},
      {"java/util/concurrent/ConcurrentHashMap", "get", "(Ljava/lang/Object;)", "this.value -> result"},
      {"java/util/concurrent/ConcurrentHashMap$ValuesView", "iterator", "()", "this.elements -> result.elements"},
      {"java/util/concurrent/ConcurrentSkipListMap", "values", "()", "this.value -> result.elements"},
      {"java/util/Collections$SynchronizedMap", "put", "(Ljava/lang/Object;Ljava/lang/Object;)", "arg1 -> this.value"},
      {"java/util/Collections$UnmodifiableMap", "get", "(Ljava/lang/Object;)", "this.value -> result"},
      {"java/util/Hashtable", "elements", "()", "this.value -> result.elements"},
      {"java/util/Properties", "put", "(Ljava/lang/Object;Ljava/lang/Object;)", "arg1 -> this.value"},
      {"java/util/ArrayList", "get", "(I)", "this.elements -> result"},
      {"java/util/ArrayList", "<init>", "(Ljava/util/Collection;)", "arg0.elements -> this.elements"},
      {"java/util/ArrayList$Itr", "next", "()", "this.elements -> result"},
      {"java/util/ArrayList$SubList", "set", "(ILjava/lang/Object;)", "arg1 -> this.elements"},
      {"java/util/ImmutableCollections$ListN", "get", "(I)", "this.elements -> result"},
      {"java/util/Arrays$ArrayList", "set", "(ILjava/lang/Object;)", "arg1 -> this.elements"},
      {"java/util/Vector", "elementAt", "(I)", "this.elements -> result"},
      {"java/util/HashSet", "add", "(Ljava/lang/Object;)", "arg0 -> this.elements"},
      {"java/util/HashMap$KeySet", "iterator", "()", "this.elements -> result.elements"},
      {"java/util/ArrayDeque", "pollFirst", "()", "this.elements -> result"},
      {"java/util/concurrent/LinkedBlockingQueue", "take", "()", "this.elements -> result"},
      {"java/util/concurrent/CopyOnWriteArrayList", "add", "(Ljava/lang/Object;)", "arg0 -> this.elements"},
      {"java/util/stream/ReferencePipeline", "findFirst", "()", "this.elements -> result.value"},
      {"java/util/KeyValueHolder", "getValue", "()", "this.value -> result"},
      {"java/lang/ThreadLocal", "get", "()", "this.value -> result"},
      {"java/lang/ref/WeakReference", "<init>", "(Ljava/lang/Object;)", "arg0 -> this.value"},
      {"java/util/concurrent/FutureTask", "get", "()", "this.outcome -> result"},
      {"java/util/concurrent/CompletableFuture", "get", "()", "this.outcome -> result"},
  };
  for (const Case& each : cases) {
    const MethodModel* model = model_of(each.owner, each.method, each.parameters);
    ASSERT_NE(model, nullptr) << each.owner << "." << each.method;
    EXPECT_THAT(model->flows, Contains(flow(each.flow))) << each.owner << "." << each.method;
  }
}

TEST_F(EmbeddedModels, WhatStandsForTheBodyAndTheOtherEffectsHoldTogether) {
  const MethodModel* concurrent = model_of("java/util/concurrent/ConcurrentHashMap", "get", "(Ljava/lang/Object;)");
  ASSERT_NE(concurrent, nullptr);
  EXPECT_EQ(concurrent->atomic, AtomicKind::kRead);
  EXPECT_EQ(concurrent->contents, AtomicKind::kNone);
  EXPECT_THAT(concurrent->calls, Contains(callback("arg0: java.lang.Object.hashCode")));
  const MethodModel* plain = model_of("java/util/HashMap", "get", "(Ljava/lang/Object;)");
  ASSERT_NE(plain, nullptr);
  EXPECT_EQ(plain->contents, AtomicKind::kRead);
  EXPECT_EQ(plain->flows, concurrent->flows);
  const MethodModel* sorted = model_of("java/util/TreeMap", "get", "(Ljava/lang/Object;)");
  ASSERT_NE(sorted, nullptr);
  EXPECT_EQ(sorted->contents, AtomicKind::kRead) << "Map says so, and TreeMap has its own body";
  EXPECT_THAT(sorted->calls, Contains(callback("this.comparator: java.util.Comparator.compare(arg0, this.key)")));
}

TEST_F(EmbeddedModels, CallbacksKnowTheirArguments) {
  const MethodModel* compute =
      model_of("java/util/HashMap", "computeIfAbsent", "(Ljava/lang/Object;Ljava/util/function/Function;)");
  ASSERT_NE(compute, nullptr);
  EXPECT_THAT(compute->calls, Contains(callback("arg1(arg0) -> this.value")));
  const MethodModel* apply =
      model_of("java/util/concurrent/CompletableFuture", "thenApplyAsync", "(Ljava/util/function/Function;)");
  ASSERT_NE(apply, nullptr);
  EXPECT_THAT(apply->starts, Contains(callback("arg0(this.outcome) -> result.outcome")));
  EXPECT_EQ(apply->start_kind, StartKind::kStage);
}

TEST_F(EmbeddedModels, KindsOfThreadsAndSerialExecution) {
  struct Case {
    const char *owner, *method, *parameters;
    StartKind kind;
    Serial serial;
  };
  const Case cases[] = {
      {"java/lang/Thread", "start", "()", StartKind::kThread, Serial::kNone},
      {"java/util/Timer", "schedule", "(Ljava/util/TimerTask;J)", StartKind::kTimer, Serial::kReceiver},
      {"java/util/concurrent/ThreadPoolExecutor", "execute", "(Ljava/lang/Runnable;)", StartKind::kExecutor,
       Serial::kNone},
      {"java/util/concurrent/ForkJoinPool", "execute", "(Ljava/lang/Runnable;)", StartKind::kForkJoin, Serial::kNone},
      {"java/lang/Runtime", "addShutdownHook", "(Ljava/lang/Thread;)", StartKind::kHook, Serial::kNone},
      {"javax/swing/SwingUtilities", "invokeLater", "(Ljava/lang/Runnable;)", StartKind::kEvent, Serial::kEvent},
      {"javax/swing/AbstractButton", "addActionListener", "(Ljava/awt/event/ActionListener;)", StartKind::kEvent,
       Serial::kEvent},
      {"java/awt/Component", "addMouseListener", "(Ljava/awt/event/MouseListener;)", StartKind::kEvent, Serial::kEvent},
      {"java/util/concurrent/Executors", "newSingleThreadExecutor", "()", StartKind::kThread, Serial::kResult},
  };
  for (const Case& each : cases) {
    const MethodModel* model = model_of(each.owner, each.method, each.parameters);
    ASSERT_NE(model, nullptr) << each.owner << "." << each.method;
    EXPECT_EQ(model->start_kind, each.kind) << each.owner << "." << each.method;
    EXPECT_EQ(model->serial, each.serial) << each.owner << "." << each.method;
    EXPECT_EQ(model->starts.empty(), each.serial == Serial::kResult) << each.owner << "." << each.method;
  }
}

TEST_F(EmbeddedModels, WhatTheApplicationWroteAndWhatItInheritsFromSkeletonsIsAnalysed) {
  const char *get = "(Ljava/lang/Object;)Ljava/lang/Object;", *each = "(Ljava/util/function/Consumer;)V";
  const MethodModel* skeleton = model_for("library/OwnMap", "java/util/Map", "get", get);
  ASSERT_NE(skeleton, nullptr);
  EXPECT_EQ(skeleton->contents, AtomicKind::kRead) << "the other effects still hold";
  EXPECT_FALSE(skeleton->replaces_body());
  const MethodModel* box = model_for("library/Box", "java/lang/Iterable", "forEach", each);
  EXPECT_TRUE(box == nullptr || !box->replaces_body());
  const MethodModel* own = model_for("library/Cache", "java/util/Map", "remove", get);
  ASSERT_NE(own, nullptr);
  EXPECT_TRUE(own->removes);
  EXPECT_FALSE(own->replaces_body());
  const MethodModel* inherited = model_for("library/Cache", "java/util/Map", "get", get);
  ASSERT_NE(inherited, nullptr);
  EXPECT_TRUE(inherited->replaces_body()) << "HashMap.get is not a skeleton";
}

// A model may name parameters that only some overloads have, but not one that none has; and methods that exist.
TEST_F(EmbeddedModels, OperandsAndCallbacksExist) {
  static const std::set<std::string_view> kAbsent = {"sun/misc/SignalHandler"};  // In a module of its own.
  Program& program = *opened_.program;
  for (const Models::Entry& entry : opened_.models.entries()) {
    const std::string where = entry.name.class_pattern + "." + entry.name.method_pattern + entry.name.parameters;
    std::size_t most_parameters = 0;
    const bool exact = !has_star(entry.name.class_pattern);
    const ClassId owner = exact ? program.find_class(entry.name.class_pattern) : ClassId();
    if (owner.valid()) {
      for (const Method& method : program.methods(owner)) {
        if (rank(entry.name, {entry.name.class_pattern, program.text(method.name), program.text(method.descriptor)}) ==
            0)
          continue;
        const auto descriptor = classfile::parse_method_descriptor(program.text(method.descriptor));
        ASSERT_TRUE(descriptor);
        most_parameters = std::max(most_parameters, descriptor->parameters.size());
      }
    }
    auto check = [&](const Operand& operand) {
      if (owner.valid() && operand.base == Operand::Base::kArgument && most_parameters != 0) {
        EXPECT_LT(operand.index, most_parameters) << where;
      }
      const std::string_view type = operand.type.valid() ? program.text(operand.type) : std::string_view();
      if (exact && owner.valid() && !type.empty() && !type.starts_with('[')) {
        EXPECT_TRUE(program.find_class(type).valid() || newer_than_the_jdk(type)) << where << ": " << type;
      }
    };
    for (const Flow& flow : entry.model.flows) check(flow.from), check(flow.to);
    for (const std::vector<Callback>* callbacks : {&entry.model.starts, &entry.model.calls}) {
      for (const Callback& callback : *callbacks) {
        check(callback.object);
        if (callback.result) check(*callback.result);
        for (const auto& alternatives : callback.arguments) {
          for (const Operand& argument : alternatives) check(argument);
        }
        if (!callback.owner.valid()) continue;
        const ClassId called = program.find_class(program.text(callback.owner));
        if (!called.valid() && kAbsent.contains(program.text(callback.owner))) continue;
        ASSERT_TRUE(called.valid()) << where << ": " << program.text(callback.owner);
        std::size_t most = 0;
        bool found = false;
        for (const Method& method : program.methods(called)) {
          if (method.name != callback.method) continue;
          found = true;
          most = std::max(most, classfile::parse_method_descriptor(program.text(method.descriptor))->parameters.size());
        }
        EXPECT_TRUE(found) << where << ": " << program.text(callback.owner) << "." << program.text(callback.method);
        EXPECT_LE(callback.arguments.size(), most) << where << ": " << program.text(callback.method);
      }
    }
  }
}

// Methods without a model for the body, and why.
const std::map<std::string_view, std::string_view>& without_model() {
  static const std::map<std::string_view, std::string_view> list = {
      {"java/util/Map$Entry.comparingByKey", "makes a comparator: its body is analysed"},
      {"java/util/Map$Entry.comparingByValue", "makes a comparator: its body is analysed"},
  };
  return list;
}

TEST_F(EmbeddedModels, NoMethodOfCollectionsAndStreamsIsForgotten) {
  std::set<std::string_view> used;
  for (const char* name : {"java/util/Map",
                           "java/util/List",
                           "java/util/Set",
                           "java/util/Collection",
                           "java/util/Deque",
                           "java/util/Queue",
                           "java/util/Iterator",
                           "java/util/ListIterator",
                           "java/util/Map$Entry",
                           "java/util/Optional",
                           "java/util/SortedMap",
                           "java/util/NavigableMap",
                           "java/util/NavigableSet",
                           "java/util/stream/Stream",
                           "java/util/stream/IntStream",
                           "java/util/stream/Collectors",
                           "java/util/concurrent/BlockingDeque",
                           "java/util/concurrent/TransferQueue",
                           "java/util/concurrent/CompletionStage",
                           "java/util/concurrent/atomic/AtomicReference",
                           "java/util/concurrent/atomic/AtomicReferenceArray"}) {
    const ClassId id = opened_.program->find_class(name);
    ASSERT_TRUE(id.valid()) << name;
    for (const Method& method : opened_.program->methods(id)) {
      if ((method.access & classfile::kAccPublic) == 0 || (method.access & classfile::kAccSynthetic) != 0) continue;
      const std::string text = fmt::format("{}.{}", name, opened_.program->text(method.name));
      const MethodModel* model = opened_.models.find(*opened_.program, method.id);
      if (auto it = without_model().find(text); it != without_model().end()) {
        used.insert(it->first);
        EXPECT_TRUE(model == nullptr || !model->replaces_body()) << text << " has a model now";
        continue;
      }
      EXPECT_TRUE(model != nullptr && model->replaces_body()) << text << opened_.program->text(method.descriptor);
    }
  }
  EXPECT_EQ(used.size(), without_model().size()) << "a name on the list is not a method";
}

}  // namespace
}  // namespace snag::library

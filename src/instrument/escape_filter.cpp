#include "instrument/escape_filter.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/pattern.h"
#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "classfile/signature.h"

namespace snag::instrument {

namespace {

using classfile::TypeIndex;
using classfile::TypeKind;
using classfile::TypeNode;

// Types of the library whose objects hold none of the program's, but for tasks and lambdas, which count by themselves.
constexpr std::array kHoldsNothing = {"java/lang/String",
                                      "java/lang/Boolean",
                                      "java/lang/Byte",
                                      "java/lang/Short",
                                      "java/lang/Character",
                                      "java/lang/Integer",
                                      "java/lang/Long",
                                      "java/lang/Float",
                                      "java/lang/Double",
                                      "java/lang/Number",
                                      "java/lang/Void",
                                      "java/lang/CharSequence",
                                      "java/lang/StringBuilder",
                                      "java/lang/StringBuffer",
                                      "java/lang/Class",
                                      "java/lang/ClassLoader",
                                      "java/lang/Module",
                                      "java/lang/Package",
                                      "java/lang/Runtime",
                                      "java/lang/Process*",
                                      "java/lang/Runnable",
                                      "java/lang/Thread",
                                      "java/lang/ThreadGroup",
                                      "java/lang/Thread$*",
                                      "java/lang/Throwable",
                                      "java/lang/*Exception",
                                      "java/lang/*Error",
                                      "java/lang/StackTraceElement",
                                      "java/lang/invoke/VarHandle",
                                      "java/lang/reflect/Field",
                                      "java/lang/reflect/Method",
                                      "java/lang/reflect/Constructor",
                                      "java/lang/Enum",
                                      "java/lang/Record",
                                      "java/io/*",
                                      "java/math/*",
                                      "java/net/*",
                                      "java/nio/*",
                                      "java/security/*",
                                      "java/text/*",
                                      "java/time/*",
                                      "java/util/Random",
                                      "java/util/SplittableRandom",
                                      "java/util/Date",
                                      "java/util/*Calendar",
                                      "java/util/TimeZone",
                                      "java/util/Locale",
                                      "java/util/Currency",
                                      "java/util/UUID",
                                      "java/util/BitSet",
                                      "java/util/Scanner",
                                      "java/util/Formatter",
                                      "java/util/StringTokenizer",
                                      "java/util/Timer",
                                      "java/util/TimerTask",
                                      "java/util/OptionalInt",
                                      "java/util/OptionalLong",
                                      "java/util/OptionalDouble",
                                      "java/util/StringJoiner",
                                      "java/util/*Exception",
                                      "java/util/logging/*",
                                      "java/util/regex/*",
                                      "java/util/zip/*",
                                      "java/util/jar/*",
                                      "java/util/concurrent/*Exception",
                                      "java/util/concurrent/Executor",
                                      "java/util/concurrent/Executors",
                                      "java/util/concurrent/*ExecutorService",
                                      "java/util/concurrent/*PoolExecutor",
                                      "java/util/concurrent/ForkJoinPool",
                                      "java/util/concurrent/ThreadFactory",
                                      "java/util/concurrent/CountDownLatch",
                                      "java/util/concurrent/CyclicBarrier",
                                      "java/util/concurrent/Semaphore",
                                      "java/util/concurrent/Phaser",
                                      "java/util/concurrent/TimeUnit",
                                      "java/util/concurrent/ThreadLocalRandom",
                                      "java/util/concurrent/locks/*",
                                      "java/util/concurrent/atomic/AtomicInteger*",
                                      "java/util/concurrent/atomic/AtomicLong*",
                                      "java/util/concurrent/atomic/AtomicBoolean",
                                      "java/util/concurrent/atomic/*Adder",
                                      "java/util/concurrent/atomic/*Accumulator"};
// Of these some do hold objects of any type.
constexpr std::array kHoldsAfterAll = {"java/io/Object*", "java/security/PrivilegedAction*",
                                       "java/util/concurrent/atomic/Atomic*FieldUpdater"};

// Types of the library that the program implements without being run by another thread for that. (Objects behind a
// shared List of Comparators are reachable as the subtypes of Comparator.)
constexpr std::array kHarmlessSupertypes = {
    "java/lang/Object",        "java/lang/Comparable",    "java/lang/Cloneable",   "java/lang/Iterable",
    "java/lang/CharSequence",  "java/lang/AutoCloseable", "java/lang/Enum",        "java/lang/Record",
    "java/lang/Number",        "java/lang/Throwable",     "java/lang/*Exception",  "java/lang/*Error",
    "java/lang/annotation/*",  "java/lang/constant/*",    "java/io/Serializable",  "java/io/Externalizable",
    "java/io/Closeable",       "java/io/Flushable",       "java/util/*Exception",  "java/util/Comparator",
    "java/util/Iterator",      "java/util/ListIterator",  "java/util/Enumeration", "java/util/Collection",
    "java/util/List",          "java/util/Set",           "java/util/Map",         "java/util/Map$Entry",
    "java/util/Queue",         "java/util/Deque",         "java/util/Abstract*",   "java/util/RandomAccess",
    "java/util/Sorted*",       "java/util/Navigable*",    "java/util/ArrayList",   "java/util/LinkedList",
    "java/util/HashMap",       "java/util/LinkedHashMap", "java/util/TreeMap",     "java/util/HashSet",
    "java/util/LinkedHashSet", "java/util/TreeSet",       "java/util/Random"};

// A program that makes classes or class loaders may have others than those that are looked at.
constexpr std::array kOtherClasses = {"java/net/URLClassLoader", "java/security/SecureClassLoader",
                                      "java/lang/instrument/Instrumentation", "javax/script/ScriptEngineManager",
                                      "javax/tools/JavaCompiler"};

bool fits_any(const auto& patterns, std::string_view name) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const char* one) { return matches_pattern(one, name); });
}

bool is_library(std::string_view name) {
  for (std::string_view prefix : {"java/", "javax/", "jdk/", "sun/", "com/sun/"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

bool holds_nothing(std::string_view name) { return fits_any(kHoldsNothing, name) && !fits_any(kHoldsAfterAll, name); }

class Filter {
 public:
  Filter(Program& program, std::span<const ClassId> classes) : program_(program), classes_(classes) {
    for (ClassId id : classes) own_.insert(id);
  }

  EscapeFilter run() {
    for (ClassId id : classes_) {
      collect_supertypes(id);
      if (!everything_.empty()) break;
    }
    for (ClassId id : classes_) {
      if (!everything_.empty()) break;
      add_roots(id);
      follow();
    }
    return answer();
  }

 private:
  void give_up(std::string why) {
    if (everything_.empty()) everything_ = std::move(why);
  }

  // ---- the hierarchy ----
  void collect_supertypes(ClassId id) {
    absl::flat_hash_set<ClassId> seen = {id};
    std::vector<ClassId> queue = {id};
    for (std::size_t n = 0; n < queue.size(); ++n) {
      const ClassId at = queue[n];
      const auto add = [&](ClassId super) {
        if (!super.valid() || !seen.insert(super).second) return;
        queue.push_back(super);
        subtypes_[program_.name(super)].push_back(id);
      };
      add(program_.superclass(at));
      for (ClassId interface : program_.interfaces(at)) add(interface);
      if (own_.contains(at)) refuse_missing_supertypes(at);
    }
    for (ClassId super : seen) {
      const std::string_view name = program_.name(super);
      if (name == "java/lang/ClassLoader") give_up(fmt::format("{} is a class loader", program_.describe(id)));
      if (!own_.contains(super) && !fits_any(kHarmlessSupertypes, name)) run_by_others_.insert(id);
    }
  }

  // A supertype that cannot be found may be anything, and its subclasses may be run by anybody.
  void refuse_missing_supertypes(ClassId id) {
    const Class& type = program_[id];
    const auto missing = [&](Name name) { return name.valid() && !program_.find_class(name).valid(); };
    if (missing(type.super_name) || std::any_of(type.interface_names.begin(), type.interface_names.end(), missing)) {
      run_by_others_.insert(id);
    }
  }

  // ---- where reachability begins ----
  void add_roots(ClassId id) {
    const classfile::ClassFile& file = program_[id].file;
    for (const Field& field : program_.fields(id)) {
      if (field.is_static()) reach_field(id, field);
    }
    if (run_by_others_.contains(id)) {
      reach_class(id);
      for (const Method& method : program_.methods(id)) {
        if (method.is_public() && (method.access & classfile::kAccSynthetic) == 0) reach_parameters(id, method);
      }
    }
    add_lambdas(file);
  }

  void add_lambdas(const classfile::ClassFile& file) {
    const classfile::ConstantPool& constants = file.constants();
    std::vector<classfile::BootstrapMethod> bootstraps;
    for (std::uint32_t n = 1; n < constants.size(); ++n) {
      const classfile::ConstantTag tag = constants.tag(n);
      if (tag == classfile::ConstantTag::kClass) {
        if (fits_any(kOtherClasses, constants.class_name(n))) {
          return give_up(fmt::format("{} uses {}", classfile::to_source_class(file.name()),
                                     classfile::to_source_class(constants.class_name(n))));
        }
      }
      if (tag != classfile::ConstantTag::kInvokeDynamic) continue;
      if (bootstraps.empty()) bootstraps = classfile::bootstrap_methods(file);
      const classfile::DynamicReference call = constants.dynamic(n);
      if (call.bootstrap >= bootstraps.size()) continue;
      const classfile::BootstrapMethod& bootstrap = bootstraps[call.bootstrap];
      const std::string_view maker = constants.member(constants.method_handle(bootstrap.handle).reference).owner;
      const auto made = classfile::parse_method_descriptor(call.descriptor);
      if (!made || maker == "java/lang/invoke/StringConcatFactory" || maker == "java/lang/runtime/ObjectMethods" ||
          maker == "java/lang/runtime/SwitchBootstraps" || made->result == "Ljava/util/Comparator;") {
        continue;
      }
      for (std::string_view captured : made->parameters) reach_descriptor(captured);
      if (bootstrap.arguments.size() < 3) continue;
      const auto type = classfile::parse_method_descriptor(constants.method_type(bootstrap.arguments[2]));
      if (!type) continue;
      for (std::string_view parameter : type->parameters) reach_descriptor(parameter);
      reach_descriptor(type->result);
    }
  }

  // ---- what is reachable from there ----
  void reach_field(ClassId owner, const Field& field) {
    const classfile::ClassFile& file = program_[owner].file;
    const std::string_view generic = classfile::signature(file, file.attributes(program_.member(field)));
    if (!generic.empty()) {
      if (const auto signature = classfile::parse_field_signature(generic)) {
        return reach_type(signature->nodes, signature->type);
      }
    }
    reach_descriptor(program_.text(field.descriptor));
  }

  void reach_parameters(ClassId owner, const Method& method) {
    const classfile::ClassFile& file = program_[owner].file;
    const std::string_view generic = classfile::signature(file, file.attributes(program_.member(method)));
    if (!generic.empty()) {
      if (const auto signature = classfile::parse_method_signature(generic)) {
        for (TypeIndex parameter : signature->parameters) reach_type(signature->nodes, parameter);
        return reach_type(signature->nodes, signature->result);
      }
    }
    if (const auto descriptor = classfile::parse_method_descriptor(program_.text(method.descriptor))) {
      for (std::string_view parameter : descriptor->parameters) reach_descriptor(parameter);
      reach_descriptor(descriptor->result);
    }
  }

  void reach_descriptor(std::string_view descriptor) {
    while (descriptor.starts_with('[')) descriptor.remove_prefix(1);
    if (descriptor.starts_with('L')) reach_name(classfile::class_of_descriptor(descriptor), /*has_arguments=*/false);
  }

  void reach_type(const std::vector<TypeNode>& nodes, TypeIndex index) {
    if (index == classfile::kNoType || !everything_.empty()) return;
    const TypeNode& node = nodes[index];
    if (node.kind == TypeKind::kPrimitive) return;
    if (node.kind != TypeKind::kClass || node.wildcard == classfile::Wildcard::kSuper ||
        node.inner != classfile::kNoType) {
      return give_up("a field or a task has a type that may be anything");
    }
    reach_name(node.text, node.argument != classfile::kNoType);
    if (holds_nothing(node.text)) return;  // Class<?>
    for (TypeIndex argument = node.argument; argument != classfile::kNoType; argument = nodes[argument].next) {
      reach_type(nodes, argument);
    }
  }

  void reach_name(std::string_view name, bool has_arguments) {
    if (!everything_.empty()) return;
    const ClassId id = program_.find_class(name);
    if (!id.valid()) return give_up(fmt::format("{} cannot be found", classfile::to_source_class(name)));
    if (own_.contains(id)) return reach_class(id);
    if (!reached_library_.insert({name, has_arguments}).second) return;
    if (!holds_nothing(name) && !(has_arguments && is_library(name))) {
      return give_up(fmt::format("a {} may hold anything", classfile::to_source_class(name)));
    }
    if (const auto below = subtypes_.find(name); below != subtypes_.end()) {
      for (ClassId subtype : below->second) reach_class(subtype);
    }
  }

  void reach_class(ClassId id) {
    if (!with_subtypes_.insert(id).second) return;
    queue_.push_back(id);
    if (const auto below = subtypes_.find(program_.name(id)); below != subtypes_.end()) {
      for (ClassId subtype : below->second) {
        if (with_subtypes_.insert(subtype).second) queue_.push_back(subtype);
      }
    }
  }

  // The fields of what was reached, its superclasses' among them.
  void follow() {
    while (!queue_.empty() && everything_.empty()) {
      const ClassId first = queue_.back();
      queue_.pop_back();
      for (ClassId at = first; at.valid() && own_.contains(at); at = program_.superclass(at)) {
        if (!with_fields_.insert(at).second) break;
        for (const Field& field : program_.fields(at)) {
          if (!field.is_static()) reach_field(at, field);
        }
      }
    }
  }

  EscapeFilter answer() {
    EscapeFilter result;
    result.everything = everything_;
    result.reachable = everything_.empty() ? with_fields_.size() : classes_.size();
    if (!everything_.empty()) return result;
    for (ClassId id : classes_) {
      if (with_fields_.contains(id) || program_[id].is_interface()) continue;
      const std::span<const Field> fields = program_.fields(id);
      const bool has_static = std::any_of(fields.begin(), fields.end(),
                                          [](const Field& field) { return field.is_static() && !field.is_final(); });
      if (!has_static) {
        result.skipped_classes.emplace_back(program_.name(id));
        continue;
      }
      for (const Field& field : fields) {
        if (field.is_static() || field.is_final()) continue;
        result.skipped_fields.push_back(fmt::format("{}.{}", program_.name(id), program_.text(field.name)));
      }
    }
    std::sort(result.skipped_classes.begin(), result.skipped_classes.end());
    std::sort(result.skipped_fields.begin(), result.skipped_fields.end());
    return result;
  }

  Program& program_;
  std::span<const ClassId> classes_;
  absl::flat_hash_set<ClassId> own_;
  absl::flat_hash_map<std::string_view, std::vector<ClassId>> subtypes_;  // own ones, of any type
  absl::flat_hash_set<ClassId> run_by_others_;  // tasks, listeners: the library may call them from any thread
  absl::flat_hash_set<ClassId> with_subtypes_;  // reached as a type
  absl::flat_hash_set<ClassId> with_fields_;    // whose fields another thread may get at
  absl::flat_hash_set<std::pair<std::string_view, bool>> reached_library_;
  std::vector<ClassId> queue_;
  std::string everything_;
};

}  // namespace

EscapeFilter filter_by_escape(Program& program, std::span<const ClassId> classes) {
  return Filter(program, classes).run();
}

}  // namespace snag::instrument

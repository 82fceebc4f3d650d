// Resolves references to members, and selects the methods that calls run (JVMS 5.4.3 to 5.4.6, 6.5).
//
//   interface Shape { default String name() { return "shape"; } }
//   class Circle implements Shape {}
//   class Disc extends Circle { public String name() { return "disc"; } }
//
// `circle.name()` is compiled to Circle.name; it resolves to Shape.name, and with a Disc at run time Disc.name is
// selected. Resolution depends on the reference alone, selection also on the receiver's class.
//
// Idea: follow the specification's steps in its order, over Program's hierarchy, with a memo for frequent queries
// (resolved methods and selected ones; finding a field is faster than a memo).
// Terminates: the hierarchy has no cycles, and every interface is visited once per query.
// Cannot see: access control is not checked (a program that compiled does not depend on IllegalAccessError, and an
// additional callee is a safe approximation); loading constraints; class loaders, so that a package is a run-time
// package. Where the specification chooses "arbitrarily", Snag uses the first superinterface in the order of
// declaration, the class's own before those of its superclasses.
//
// Threads: any number of threads may call every member function.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <shared_mutex>
#include <string_view>
#include <tuple>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "program/program.h"

namespace snag {

enum class ResolutionError : std::uint8_t {
  kMissingClass,             // NoClassDefFoundError: the class is missing or malformed
  kNoSuchField,              // NoSuchFieldError
  kNoSuchMethod,             // NoSuchMethodError
  kIncompatibleClassChange,  // a class where an interface is needed, static or not, conflicting default methods
  kAbstractMethod,           // AbstractMethodError: selection found no method with code (or native)
};

using ResolvedField = tl::expected<FieldId, ResolutionError>;
using ResolvedMethod = tl::expected<MethodId, ResolutionError>;

// As in the constant pool: `owner` is an internal class name or an array descriptor.
struct MethodReference {
  Name owner, name, descriptor;
  bool interface = false;  // an InterfaceMethodref
};

class Resolver {
 public:
  explicit Resolver(Program& program);

  // JVMS 5.4.3.1. For an array it returns java/lang/Object, because an array has the members of that class.
  tl::expected<ClassId, ResolutionError> resolve_class(Name name);
  // JVMS 5.4.3.2: the class, its superinterfaces, its superclass.
  ResolvedField resolve_field(Name owner, Name name, Name descriptor);
  // The same for getstatic and putstatic, or getfield and putfield: a field of the other kind is an error.
  ResolvedField resolve_field(Name owner, Name name, Name descriptor, bool is_static);
  // JVMS 5.4.3.3 for a Methodref, 5.4.3.4 for an InterfaceMethodref.
  ResolvedMethod resolve_method(const MethodReference& reference);
  // The same for invokestatic, or the other invoke instructions: a method of the other kind is an error.
  ResolvedMethod resolve_call(const MethodReference& reference, bool is_static);

  // JVMS 5.4.6: the method that invokevirtual and invokeinterface run on an object of class `receiver`. The receiver
  // should be a subtype of the resolved method's class.
  ResolvedMethod select_method(ClassId receiver, MethodId resolved);
  // JVMS 6.5.invokespecial, in a method of class `caller`. ACC_SUPER counts as set in every class, as it does in a JVM
  // since Java 8.
  ResolvedMethod select_special(ClassId caller, const MethodReference& reference, MethodId resolved);

  // JVMS 2.9.3: invokeExact, invoke and the like, which take any arguments.
  bool is_signature_polymorphic(MethodId method) const;

 private:
  struct CachedMethod {
    MethodId method;
    ResolutionError error{};
    ResolvedMethod result() const { return method.valid() ? ResolvedMethod(method) : tl::unexpected(error); }
  };
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  class Memo {
   public:
    std::optional<ResolvedMethod> find(const Key& key) const;
    void keep(const Key& key, const ResolvedMethod& result);

   private:
    static constexpr std::size_t kShards = 16;
    struct Shard {
      mutable std::shared_mutex mutex;
      absl::flat_hash_map<Key, CachedMethod> methods;
    };
    static std::size_t shard_of(const Key& key);
    std::array<Shard, kShards> shards_;
  };
  struct InterfaceMethods {
    std::vector<MethodId> concrete;  // the maximally-specific ones that are not abstract
    MethodId any;                    // the first that is neither private nor static
  };

  ResolvedMethod find_method(ClassId owner, const MethodReference& reference);
  ResolvedMethod find_selected(ClassId receiver, const Method& resolved);
  MethodId find_in_class(ClassId owner, Name name, Name descriptor) const;
  MethodId find_public_in_object(Name name, Name descriptor) const;
  InterfaceMethods interface_methods(ClassId owner, Name name, Name descriptor);
  template <class Visit>
  void walk_up(ClassId owner, Visit visit);

  Program& program_;
  ClassId object_;
  const Name method_handle_, var_handle_;
  Memo class_methods_, interface_methods_, selected_;
};

}  // namespace snag

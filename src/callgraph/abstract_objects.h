// Abstract objects: what the values of a program may be. Each stands for a set of objects of a run, and has a dense id.
//
//   new ArrayList()                 objects of exactly that class
//   list.stream()                   library objects of some class below java.util.stream.Stream: `opaque`
//   new String[3]                   arrays, by their type
//   Class.forName("a.B")            the class a.B; and below: its constructors, its methods of a name
//
// For variable types and the coarser algorithms an abstract object is known by its type alone. The heap analysis tells
// objects apart by the place that allocates them and by the context of the method there (contexts.h):
//
//   class Account { List<Entry> entries = new ArrayList<>(); }    one list for each place that allocates an Account
//
// Strings, boxes, throwables and the immutable types of the JDK have no identity of interest: they keep their type.
//
// An opaque object is one that unexplored code has made. It is of a class of the JDK (or of a class that is missing),
// never of the application: those are made only by `new`, by lambdas and by reflection that is seen.
//
// Used by one thread.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/node_hash_map.h>

#include "base/id.h"
#include "callgraph/contexts.h"
#include "library/policy.h"
#include "program/program.h"

namespace snag {

struct ObjectTag;
using ObjectId = Id<ObjectTag>;
struct FilterTag;
using FilterId = Id<FilterTag>;  // invalid: everything passes

enum class ObjectKind : std::uint8_t { kObject, kOpaque, kArray, kClass, kConstructor, kMethod };

struct AbstractObject {
  ObjectKind kind{};
  Name name;          // of its class or array type; of the class that a class, constructor or method object stands for
  ClassId class_id;   // of `name`; invalid for arrays and missing classes
  Name method;        // kMethod
  PlaceId site;       // of the allocation; invalid: known by its type alone
  ContextId context;  // of the method that allocates it
  ObjectId type;      // the object without a place: stands for all of this type
};

// The declared types of a method: class names and array types, invalid for primitive types.
struct MethodSignature {
  std::vector<Name> parameters;  // without `this`
  Name result;
};

class AbstractObjects {
 public:
  // With `apart` objects of one type are told apart by where they are allocated.
  AbstractObjects(Program& program, const library::Policy& policy, bool apart);

  // The object that is known by its type alone.
  ObjectId intern(ObjectKind kind, Name name, Name method = {});
  // The one of the same type that is allocated at a place.
  ObjectId allocated(ObjectId type, PlaceId site, ContextId context);
  const AbstractObject& operator[](ObjectId id) const { return types_[id.value]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(types_.size()); }

  bool is_object(Name type) const { return type == program_.object_name(); }
  // A cast to `target`, with a table of what was found out (it halves the time for Guava).
  struct Filter {
    Name target;
    std::optional<ClassId> target_class;  // once asked for; invalid for missing classes
    std::vector<std::uint32_t> passed;    // by type: the type afterwards, or kInvalid, or kUnknown
  };
  FilterId filter(Name target);
  Filter& operator[](FilterId id) { return filters_[id.value]; }
  // What an object is once it has passed the cast: itself, another opaque type, or nothing.
  ObjectId narrow(ObjectId type, Filter& filter);
  // The class whose methods a call on the object runs: java/lang/Class for a class object, and so on.
  ClassId dispatch_class(ObjectId type);
  // What a descriptor of a field or parameter declares: a class name or an array type; invalid for primitive types.
  Name declared_type(Name descriptor) { return type_name(program_.text(descriptor)); }
  const MethodSignature& signature(Name method_descriptor);
  // Of an array's elements: a class name or an array type; invalid for primitive elements.
  Name element_type(Name array_type);
  // A final class of the JDK, or an array of such or of primitives: every value of that static type is of that type, so
  // it need not be followed. What its objects hold (Optional) is followed through their fields. Where objects are apart
  // only those classes are plain whose objects never change. (Not for classes whose objects reflection follows;
  // primitive types, which have no name here, are plain.)
  bool is_plain(Name type);
  // Whether objects of this type are told apart by where they are allocated: not strings, boxes, exceptions, and other
  // objects that never change.
  bool has_identity(ObjectId type);
  // A class of the application or its libraries, or an array of such.
  bool is_user_type(Name type);
  // Neither missing, nor of the JDK.
  bool is_user_class(ClassId id) const { return id.valid() && program_[id].origin != Origin::kJdk; }

 private:
  static constexpr std::uint32_t kUnknown = 0xFFFF'FFFE;

  Name type_name(std::string_view descriptor);
  ObjectId narrow_uncached(ObjectId type, Filter& filter);
  bool is_assignable(const AbstractObject& object, Filter& filter);
  ClassId target_class(Filter& filter);  // not of an array type
  bool is_plain_uncached(Name type);
  Name class_name(const AbstractObject& type) const;  // of the object itself: java/lang/Class for a class object
  ClassId class_of(const AbstractObject& object);     // the same; not of an array

  Program& program_;
  const library::Policy& policy_;
  const bool apart_;
  const Name class_name_, constructor_name_, method_name_;
  std::array<std::optional<ClassId>, 3> reflected_classes_;  // of these names, once asked for
  std::vector<AbstractObject> types_;
  std::vector<std::uint8_t> identity_;  // by object without a place: 0 not known, 1 no, 2 yes
  absl::flat_hash_map<std::tuple<ObjectKind, Name, Name>, ObjectId> ids_;
  absl::flat_hash_map<std::tuple<ObjectId, PlaceId, ContextId>, ObjectId> allocated_;
  std::deque<Filter> filters_;  // references stay valid
  absl::flat_hash_map<Name, FilterId> filter_ids_;
  absl::flat_hash_map<Name, bool> plain_;
  absl::node_hash_map<Name, MethodSignature> signatures_;
};

}  // namespace snag

// What the values of a program may be, as far as the call graph cares: a dense id for each kind of object.
//
//   new ArrayList()                 an object of exactly that class
//   list.stream()                   a library object of some class below java.util.stream.Stream: `opaque`
//   new String[3]                   an array, by its type
//   Class.forName("a.B")            the class a.B; and below: its constructors, its methods of a name
//
// An opaque object is one that unexplored code has made. It is of a class of the JDK (or of a class that is missing),
// never of the application: those are made only by `new`, by lambdas and by reflection that is seen.
//
// Used by one thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/node_hash_map.h>

#include "base/id.h"
#include "program/program.h"

namespace snag {

struct ObjectTypeTag;
using ObjectTypeId = Id<ObjectTypeTag>;

enum class ObjectKind : std::uint8_t { kObject, kOpaque, kArray, kClass, kConstructor, kMethod };

struct ObjectType {
  ObjectKind kind{};
  Name name;         // of its class or array type; of the class that a class, constructor or method object stands for
  ClassId class_id;  // of `name`; invalid for arrays and missing classes
  Name method;       // kMethod
};

// The declared types of a method: class names and array types, invalid for primitive types.
struct MethodSignature {
  std::vector<Name> parameters;  // without `this`
  Name result;
};

class ObjectTypes {
 public:
  explicit ObjectTypes(Program& program);

  ObjectTypeId intern(ObjectKind kind, Name name, Name method = {});
  const ObjectType& operator[](ObjectTypeId id) const { return types_[id.value]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(types_.size()); }

  bool is_object(Name type) const { return type == program_.object_name(); }
  // A cast to `target`, with a table of what was found out (it halves the time for Guava).
  struct Filter {
    Name target;
    std::vector<std::uint32_t> passed;  // by type: the type afterwards, or kInvalid, or kUnknown
  };
  Filter& filter(Name target) { return filters_.try_emplace(target, Filter{target, {}}).first->second; }
  // What an object of this type is once it has passed the cast: itself, another opaque type, or nothing.
  ObjectTypeId narrow(ObjectTypeId type, Filter& filter);
  // The class whose methods a call on the object runs: java/lang/Class for a class object, and so on.
  ClassId dispatch_class(ObjectTypeId type);
  // What a descriptor of a field or parameter declares: a class name or an array type; invalid for primitive types.
  Name declared_type(Name descriptor) { return type_name(program_.text(descriptor)); }
  const MethodSignature& signature(Name method_descriptor);
  // Of an array's elements: a class name or an array type; invalid for primitive elements.
  Name element_type(Name array_type);
  // A final class of the JDK, or an array of such or of primitives: every value of that static type is of that type, so
  // it need not be followed. What its objects hold (Optional) is followed through their fields. (Not for classes whose
  // objects reflection follows; primitive types, which have no name here, are plain.)
  bool is_plain(Name type);
  // Neither missing, nor of the JDK.
  bool is_user_class(ClassId id) const { return id.valid() && program_[id].origin != Origin::kJdk; }

 private:
  static constexpr std::uint32_t kUnknown = 0xFFFF'FFFE;

  Name type_name(std::string_view descriptor);
  ObjectTypeId narrow_uncached(ObjectTypeId type, Name target);
  bool is_plain_uncached(Name type);
  Name class_name(const ObjectType& type) const;  // of the object itself: java/lang/Class for a class object

  Program& program_;
  const Name class_name_, constructor_name_, method_name_;
  std::vector<ObjectType> types_;
  absl::flat_hash_map<std::tuple<ObjectKind, Name, Name>, ObjectTypeId> ids_;
  absl::node_hash_map<Name, Filter> filters_;
  absl::flat_hash_map<Name, bool> plain_;
  absl::node_hash_map<Name, MethodSignature> signatures_;
};

}  // namespace snag

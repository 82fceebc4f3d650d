// The program that is analysed: its classes, fields and methods, each with a dense id, and the hierarchy above them.
//
// Classes are loaded on demand, once, so a query about one class does not read the whole JDK. A class that cannot be
// found or read has no id, and a diagnostic says why. Everything with an id stays valid and never moves.
//
// Threads: any number of threads may call every member function. Ids assigned by `load_all` do not depend on the number
// of threads; ids of classes that are loaded on demand depend on which thread comes first, so code that prints must
// sort by name.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/diagnostic.h"
#include "base/names.h"
#include "base/stable_vector.h"
#include "classfile/class_file.h"
#include "program/blob.h"
#include "program/class_path.h"
#include "program/ids.h"

namespace snag {

namespace classfile {
class Validator;
}
class ClassAnnotations;

struct Field {
  FieldId id = {};
  ClassId owner = {};
  Name name = {}, descriptor = {};
  std::uint16_t access = 0;
  std::uint16_t member = 0;  // index in the class file's fields()

  bool is_static() const { return (access & classfile::kAccStatic) != 0; }
  bool is_final() const { return (access & classfile::kAccFinal) != 0; }
  bool is_volatile() const { return (access & classfile::kAccVolatile) != 0; }
};

struct Method {
  MethodId id = {};
  ClassId owner = {};
  Name name = {}, descriptor = {};
  std::uint16_t access = 0;
  std::uint16_t member = 0;  // index in the class file's methods()
  bool has_code = false;     // false for abstract, native and synthetic methods

  bool is_static() const { return (access & classfile::kAccStatic) != 0; }
  bool is_private() const { return (access & classfile::kAccPrivate) != 0; }
  bool is_public() const { return (access & classfile::kAccPublic) != 0; }
  bool is_abstract() const { return (access & classfile::kAccAbstract) != 0; }
  bool is_synchronized() const { return (access & classfile::kAccSynchronized) != 0; }
};

struct Class {
  ClassId id;
  Name name;                          // internal: java/util/Map
  Name super_name;                    // as in the class file; invalid for java/lang/Object
  std::vector<Name> interface_names;  // as in the class file
  std::uint16_t access = 0;
  Origin origin = Origin::kApplication;
  bool synthetic = false;  // a lambda's class, made by add_synthetic_class: no location, no bytes, an empty `file`
  ClassLocation location;
  Blob blob;  // keeps the bytes under `file` alive
  classfile::ClassFile file;
  std::vector<Field> fields;    // in the order of the class file; ids are consecutive
  std::vector<Method> methods;  // likewise

  bool is_interface() const { return (access & classfile::kAccInterface) != 0; }
  bool is_abstract() const { return (access & classfile::kAccAbstract) != 0; }
  bool is_concrete() const { return !is_interface() && !is_abstract(); }  // there may be objects of exactly this class
};

class Program {
 public:
  // All three must outlive the program.
  Program(Names& names, const ClassPath& class_path, Diagnostics& diagnostics);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Names& names() const { return names_; }
  std::string_view text(Name name) const { return names_.text(name); }
  Diagnostics& diagnostics() const { return diagnostics_; }

  // ---- loading ----
  // Finds a class by internal name, and loads it if necessary. Returns an invalid id if it is missing or malformed, and
  // for array names.
  ClassId find_class(Name name);
  ClassId find_class(std::string_view name);
  // The same, but only if the class is already loaded.
  ClassId loaded_class(Name name) const;
  // Reads every class of one origin in parallel. The result is sorted by name, without the classes that cannot be read.
  std::vector<ClassId> load_all(Origin origin, unsigned jobs);
  // Adds a class without a class file, of which the caller states name, access, interfaces, origin, and name,
  // descriptor and access of its members. The name must be the same in every run. Returns the existing class if the
  // name is taken.
  ClassId add_synthetic_class(Class description);

  // ---- what is loaded ----
  std::uint32_t class_count() const { return classes_.size(); }  // ids are 0 to class_count() - 1
  const Class& operator[](ClassId id) const { return classes_[id.value]->data; }
  const Field& operator[](FieldId id) const { return *fields_[id.value]; }
  const Method& operator[](MethodId id) const { return *methods_[id.value]; }
  std::string_view name(ClassId id) const { return text((*this)[id].name); }
  std::span<const Field> fields(ClassId id) const { return (*this)[id].fields; }
  std::span<const Method> methods(ClassId id) const { return (*this)[id].methods; }
  // Finds a member declared in the class itself, whatever its access; resolution.h also searches supertypes.
  FieldId declared_field(ClassId owner, Name name, Name descriptor) const;
  MethodId declared_method(ClassId owner, Name name, Name descriptor) const;
  // Returns the method's entry in its class file. Must not be called for synthetic classes.
  const classfile::Member& member(const Method& method) const;
  const classfile::Member& member(const Field& field) const;
  // Returns the annotations that Snag knows (annotations.h), which are read on demand.
  const ClassAnnotations& annotations(ClassId id) const;
  // Return the name as in source: `a.b.C.name(int,java.lang.String)`, `a.b.C.field`, `a.b.C`.
  std::string describe(ClassId id) const;
  std::string describe(FieldId id) const;
  std::string describe(MethodId id) const;
  // Class, name and descriptor: methods that are sorted by it have the same order in every run, unlike their ids.
  std::tuple<std::string_view, std::string_view, std::string_view> sort_key(MethodId id) const {
    const Method& method = (*this)[id];
    return {name(method.owner), text(method.name), text(method.descriptor)};
  }
  // Returns, for example, `app.jar!/a/B.class`, for diagnostics.
  std::string file_of(ClassId id) const;

  // ---- hierarchy ----
  // Supertypes as a JVM could link them. If a superclass is missing, an interface, or part of a cycle, that is a
  // diagnostic, and java/lang/Object is used instead; such an interface is left out. So every walk upwards ends,
  // superclass() is a class, and interfaces() are interfaces. The superclass of an interface is java/lang/Object, which
  // itself has none.
  ClassId superclass(ClassId id);
  std::span<const ClassId> interfaces(ClassId id);
  std::vector<ClassId> supertypes(ClassId id);  // the class and everything above it, each once, breadth first
  bool is_subtype(ClassId sub, ClassId super);  // reflexive
  // Returns whether a checkcast must succeed (JVMS 6.5), on names: internal names of classes, or array descriptors. An
  // unknown class is assignable to itself and to java/lang/Object only.
  bool is_assignable(Name from, Name to);
  ClassId object_class() { return find_class(object_name_); }
  Name object_name() const { return object_name_; }

 private:
  struct Links;   // the result of linking one class: its supertypes
  struct Linker;  // finds them
  struct Entry {
    Class data;
    std::atomic<const Links*> links{nullptr};
    std::atomic<const ClassAnnotations*> annotations{nullptr};
    ~Entry();
  };
  struct Shard {
    mutable std::shared_mutex mutex;
    absl::flat_hash_map<Name, ClassId> classes;  // an invalid id: the class was not found
  };
  static constexpr std::size_t kShards = 16;

  Shard& shard_of(Name name) const { return shards_[name.value % kShards]; }
  struct Scratch;  // memory that is reused from one loaded class to the next
  std::unique_ptr<Entry> load(Name name, ClassLocation location, Scratch& scratch) const;
  // Assigns an id to the class, or records that there is none. Returns the id of the name, and whether it is new.
  std::pair<ClassId, bool> add(Name name, std::unique_ptr<Entry> entry);
  void warn_of_new_version(std::uint16_t major, Origin origin, std::uint32_t count);
  const Links& links(ClassId id);

  Names& names_;
  const ClassPath& class_path_;
  Diagnostics& diagnostics_;
  const Name object_name_;

  mutable std::array<Shard, kShards> shards_;
  std::mutex add_mutex_;  // guards appending to the three tables below
  StableVector<std::unique_ptr<Entry>> classes_;
  StableVector<const Field*> fields_;
  StableVector<const Method*> methods_;
  std::mutex link_mutex_;
  std::mutex version_mutex_;
  std::set<std::pair<std::uint16_t, Origin>> versions_warned_of_;
};

}  // namespace snag

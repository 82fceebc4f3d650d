// What the builder needs from the constant pool of a class. Each entry is looked up once.
#pragma once

#include <memory>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/inlined_vector.h>

#include "base/names.h"
#include "classfile/class_file.h"
#include "ir/method_ir.h"

namespace snag::ir {

struct TypedName {
  Type type = Type::kVoid;
  Name name;  // of a reference type
};

// The types of a method descriptor.
struct Shape {
  absl::InlinedVector<TypedName, 4> parameters;
  TypedName result;
};

// Returns the type of a field descriptor; void for `V`.
TypedName type_of_descriptor(Names& names, std::string_view descriptor);

class ClassCache {
 public:
  ClassCache(Names& names, References& references) : names_(names), references_(references) {}

  void enter(const classfile::ClassFile& file);  // forgets the previous class
  const classfile::ClassFile& file() const { return *file_; }
  const classfile::ConstantPool& constants() const { return file_->constants(); }

  Name name(classfile::ConstantIndex utf8);
  Name class_name(classfile::ConstantIndex index);
  Name string(classfile::ConstantIndex index);
  ReferenceId reference(classfile::ConstantIndex index);
  // Returns the types of a method descriptor, which are kept for all classes, because descriptors repeat.
  const Shape& shape(Name descriptor);
  const Shape& reference_shape(classfile::ConstantIndex index);
  TypedName field_type(classfile::ConstantIndex reference);
  const std::vector<classfile::BootstrapMethod>& bootstraps();

  Names& names() const { return names_; }

 private:
  struct Entry {
    std::uint32_t id = Id<void>::kInvalid;  // Name or ReferenceId, by the constant's tag
    const Shape* shape = nullptr;           // of a method
    TypedName type;                         // of a field
  };
  Names& names_;
  References& references_;
  const classfile::ClassFile* file_ = nullptr;
  std::vector<Entry> entries_;
  std::vector<classfile::BootstrapMethod> bootstraps_;
  bool bootstraps_read_ = false;
  absl::flat_hash_map<Name, std::unique_ptr<Shape>> shapes_;
};

}  // namespace snag::ir

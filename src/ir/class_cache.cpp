#include "ir/class_cache.h"

#include "classfile/descriptor.h"

namespace snag::ir {

TypedName type_of_descriptor(Names& names, std::string_view descriptor) {
  Type type = type_of(descriptor);
  bool reference = type == Type::kReference;
  return {type, reference ? names.intern(classfile::class_of_descriptor(descriptor)) : Name()};
}

void ClassCache::enter(const classfile::ClassFile& file) {
  file_ = &file;
  entries_.assign(file.constants().size(), Entry{});
  bootstraps_.clear();
  bootstraps_read_ = false;
}

Name ClassCache::name(classfile::ConstantIndex utf8) {
  if (utf8 >= entries_.size()) return {};
  Entry& entry = entries_[utf8];
  if (entry.id == Name::kInvalid) entry.id = names_.intern(constants().utf8(utf8)).value;
  return Name(entry.id);
}

Name ClassCache::class_name(classfile::ConstantIndex index) {
  if (index >= entries_.size()) return {};
  Entry& entry = entries_[index];
  // The content of a class constant is the index of its name, which is shared with other entries.
  if (entry.id == Name::kInvalid && constants().tag(index) == classfile::ConstantTag::kClass) {
    entry.id = name(load_u2(constants().content(index).data())).value;
  }
  return Name(entry.id);
}

Name ClassCache::string(classfile::ConstantIndex index) {
  bool good = constants().tag(index) == classfile::ConstantTag::kString;
  return good ? name(load_u2(constants().content(index).data())) : Name();
}

ReferenceId ClassCache::reference(classfile::ConstantIndex index) {
  if (index >= entries_.size()) return {};
  if (entries_[index].id == ReferenceId::kInvalid) {
    if (!constants().has(index, classfile::kMemberTags)) return {};
    const std::uint8_t* content = constants().content(index).data();  // class, then name and type
    const std::uint8_t* name_and_type = constants().content(load_u2(content + 2)).data();
    Reference reference{class_name(load_u2(content)), name(load_u2(name_and_type)), name(load_u2(name_and_type + 2)),
                        constants().tag(index) == classfile::ConstantTag::kInterfaceMethodref};
    entries_[index].id = references_.intern(reference).value;
    if (constants().tag(index) == classfile::ConstantTag::kFieldref) {
      entries_[index].type = type_of_descriptor(names_, names_.text(reference.descriptor));
    } else {
      entries_[index].shape = &shape(reference.descriptor);
    }
  }
  return ReferenceId(entries_[index].id);
}

const Shape& ClassCache::shape(Name descriptor) {
  auto [it, inserted] = shapes_.try_emplace(descriptor);
  if (inserted) {
    it->second = std::make_unique<Shape>();
    // Parsing cannot fail, because the class was validated.
    if (auto parsed = classfile::parse_method_descriptor(names_.text(descriptor))) {
      for (std::string_view parameter : parsed->parameters) {
        it->second->parameters.push_back(type_of_descriptor(names_, parameter));
      }
      it->second->result = type_of_descriptor(names_, parsed->result);
    }
  }
  return *it->second;
}

const Shape& ClassCache::reference_shape(classfile::ConstantIndex index) {
  reference(index);
  return *entries_[index].shape;
}

TypedName ClassCache::field_type(classfile::ConstantIndex index) {
  reference(index);
  return entries_[index].type;
}

const std::vector<classfile::BootstrapMethod>& ClassCache::bootstraps() {
  if (!bootstraps_read_) bootstraps_ = classfile::bootstrap_methods(*file_);
  bootstraps_read_ = true;
  return bootstraps_;
}

}  // namespace snag::ir

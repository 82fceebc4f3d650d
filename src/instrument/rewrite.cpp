#include "instrument/rewrite.h"

#include <algorithm>

#include "classfile/class_file.h"
#include "classfile/validate.h"
#include "instrument/class_edit.h"
#include "instrument/method_rewriter.h"

namespace snag::instrument {

using namespace classfile;

namespace {

ClassFacts facts_of(const ClassFile& file, bool adds_members) {
  ClassFacts facts{.super = std::string(file.super_name())};
  for (std::uint32_t i = 0; i < file.interface_count(); ++i) {
    facts.interfaces.emplace_back(file.constants().class_name(file.interface_at(i)));
  }
  for (const Member& field : file.fields()) {
    facts.fields.push_back({std::string(file.name(field)), std::string(file.descriptor(field)), field.access});
    bool changeable = (field.access & kAccStatic) != 0 && (field.access & (kAccFinal | kAccVolatile)) == 0;
    facts.carries_static_state = facts.carries_static_state || (adds_members && changeable);
  }
  return facts;
}

bool was_rewritten(const ClassFile& file) {
  return std::ranges::any_of(file.fields(), [&](const Member& m) { return file.name(m).starts_with(kStateField); }) ||
         std::ranges::any_of(file.methods(), [&](const Member& m) { return file.name(m).starts_with(kHelperPrefix); });
}

// Returns whether any method was changed.
bool rewrite_methods(ClassEdit& edit, Extent extent, RewriteStatistics& statistics) {
  bool changed = false;
  MethodRewriter rewriter(edit, statistics);
  if (extent == Extent::kFull) rewriter.find_effectively_final_fields();
  std::span<const Member> methods = edit.file.methods();
  for (std::size_t i = 0; i < methods.size(); ++i) {
    for (AttributeImage& attribute : edit.writer.methods[i].attributes) {
      if (edit.file.constants().utf8(attribute.name) != "Code") continue;
      changed = rewriter.rewrite(methods[i], extent, attribute) || changed;
      break;
    }
  }
  return changed;
}

}  // namespace

ByteBuffer rewrite(const RewriteInput& input, const Decisions& decisions, Sites& sites, RewriteStatistics& statistics) {
  Result<ClassFile> parsed = ClassFile::parse(input.class_file);
  if (!parsed) {
    ++statistics.skipped["a class file that cannot be read"];
    return {};
  }
  const ClassFile& file = *parsed;
  if (file.name().empty() || (file.access() & kAccModule) != 0) return {};
  Extent extent = decisions.extent(file.name(), input.library);
  bool adds_members = extent == Extent::kFull && input.may_add_members && (file.access() & kAccInterface) == 0;
  const LoadedClassId id = sites.add_class(file.name(), facts_of(file, adds_members), input.loader);
  if (extent == Extent::kNothing) return {};
  if (was_rewritten(file)) {
    ++statistics.skipped["a class that was rewritten before"];
    return {};
  }
  // The JVM validates a class when it loads and links it, and must find the same mistakes as in the original class.
  thread_local Validator validator;
  if (validator.check(file)) {
    ++statistics.skipped["a class file with mistakes"];
    return {};
  }

  ClassEdit edit(file, decisions, sites, id, input.may_add_members && extent == Extent::kFull);
  bool changed = rewrite_methods(edit, extent, statistics);
  if (edit.adds_members) {
    bool good = edit.add_helpers() && edit.add_state_fields() && edit.add_serial_version();
    if (!good) {
      ++statistics.skipped["a class whose constant pool or tables are full"];
      return {};
    }
    changed = changed || !edit.is_interface;
  }
  if (!changed) return {};
  ++statistics.classes;
  sites.add_rewritten(id, edit.rewritten);
  return edit.writer.bytes();
}

}  // namespace snag::instrument

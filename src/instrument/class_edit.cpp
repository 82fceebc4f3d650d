#include "instrument/class_edit.h"

#include <algorithm>

#include <absl/container/flat_hash_set.h>

#include "classfile/descriptor.h"
#include "classfile/language_names.h"
#include "instrument/serial_version.h"

namespace snag::instrument {

using namespace classfile;

namespace {

constexpr std::uint16_t kHelperAccess = kAccPrivate | kAccStatic | kAccSynthetic;

struct CheckKindFacts {
  std::string_view letters;  // in the names of helpers
  Hook hook;                 // which a helper calls
  Hook any;                  // for owners whose objects do not have the state field
};

const CheckKindFacts& facts_of(CheckKind kind) {
  static constexpr std::array<CheckKindFacts, 6> kFacts = {{
      {"r", Hook::kRead, Hook::kReadAny},
      {"w", Hook::kWrite, Hook::kWriteAny},
      {"b", Hook::kBegin, Hook::kBeginAny},
      {"e", Hook::kEnd, Hook::kEndAny},
      {"sr", Hook::kReadStatic, Hook::kReadStaticAny},
      {"sw", Hook::kWriteStatic, Hook::kWriteStaticAny},
  }};
  return kFacts[static_cast<std::size_t>(kind)];
}

bool is_static_kind(CheckKind kind) { return kind == CheckKind::kReadStatic || kind == CheckKind::kWriteStatic; }

struct ArrayHelper {
  std::string_view name, descriptor;
};

ArrayHelper array_helper(bool write, bool unless_quiet) {
  if (!unless_quiet) {
    return {write ? "$snag$aw" : "$snag$ar",
            "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Thread;I)Ljava/lang/Object;"};
  }
  return {write ? "$snag$awl" : "$snag$arl",
          "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Thread;IZ)Ljava/lang/Object;"};
}

}  // namespace

ClassEdit::ClassEdit(const ClassFile& class_file, const Decisions& all_decisions, Sites& all_sites,
                     LoadedClassId class_id, bool may_add_members)
    : file(class_file),
      decisions(all_decisions),
      sites(all_sites),
      id(class_id),
      writer(ClassWriter::copy_of(class_file)),
      adds_members(may_add_members && ((class_file.access() & kAccInterface) == 0 || class_file.major() >= 52)),
      is_interface((class_file.access() & kAccInterface) != 0),
      source_file(classfile::source_file(class_file)) {}

ConstantIndex ClassEdit::hook(Hook hook) {
  ConstantIndex& index = hooks_[index_of(hook)];
  if (index == 0) {
    const HookMethod& method = kHooks[index_of(hook)];
    index = writer.member(ConstantTag::kMethodref, decisions.hooks_class, method.name, method.descriptor);
  }
  return index;
}

bool ClassEdit::carries_state(std::string_view name) const {
  if (is_interface && name == file.name()) return false;
  auto [it, added] = carries_state_.try_emplace(std::string(name), false);
  if (added) it->second = decisions.extent(name, is_platform_class(name)) == Extent::kFull;
  return it->second;
}

// The methods of an interface are named by another kind of constant.
ConstantIndex ClassEdit::own_method(std::string_view name, std::string_view descriptor) {
  return writer.member(is_interface ? ConstantTag::kInterfaceMethodref : ConstantTag::kMethodref, file.name(), name,
                       descriptor);
}

void ClassEdit::call_check(Sequence& sequence, CheckKind kind, std::string_view owner, std::string_view field,
                           CheckForm form) {
  if (!has_forms(kind, owner)) return call(sequence, facts_of(kind).any);
  const bool is_static = is_static_kind(kind), only_tests = form == CheckForm::kIsQuiet;
  const bool skips = form == CheckForm::kUnlessQuiet;
  std::string word = is_static ? decisions.static_word(field) : std::string(kStateField);
  std::string place(owner);
  place.append(".").append(word);
  const int number = numbers_.try_emplace(std::move(place), static_cast<int>(numbers_.size())).first->second;
  std::string name(kHelperPrefix);
  name.append(facts_of(kind).letters).append(only_tests ? "q" : skips ? "l" : "").append(std::to_string(number));
  auto [it, added] = helper_of_.try_emplace(name, ConstantIndex{0});
  if (added) {
    const bool cast = !is_static && (owner != file.name() || only_tests);
    std::string descriptor = "(";
    if (!is_static) descriptor += cast ? "Ljava/lang/Object;" : descriptor_of_class(owner);
    descriptor += only_tests ? "Ljava/lang/Thread;I)Z" : skips ? "Ljava/lang/Thread;IZ)V" : "Ljava/lang/Thread;I)V";
    it->second = own_method(name, descriptor);
    helpers_.push_back({std::move(name), std::move(descriptor), std::string(owner), std::move(word), kind, form, cast});
  }
  sequence.invoke_static(it->second, (is_static ? 2 : 3) + (skips ? 1 : 0), only_tests ? 1 : 0);
}

bool ClassEdit::has_forms(CheckKind kind, std::string_view owner) const {
  return adds_members && !owner.starts_with('[') && (is_static_kind(kind) || carries_state(owner));
}

void ClassEdit::call_array_check(Sequence& sequence, bool write, bool unless_quiet) {
  ConstantIndex& index = array_helpers_[(write ? 1U : 0U) + (unless_quiet ? 2U : 0U)];
  if (index == 0) {
    const ArrayHelper helper = array_helper(write, unless_quiet);
    index = own_method(helper.name, helper.descriptor);
  }
  sequence.invoke_static(index, unless_quiet ? 5 : 4, 1);
}

bool ClassEdit::add_method(std::string_view name, std::string_view descriptor, const Sequence& code,
                           std::uint32_t max_locals, const Types& parameters, const std::vector<Frame>& frames,
                           const std::vector<ExceptionHandler>& handlers) {
  std::vector<AttributeImage> nested;
  if (file.major() >= 50) nested.push_back({writer.utf8("StackMapTable"), encode_frames(frames, parameters)});
  AttributeImage attribute =
      writer.code_attribute(static_cast<std::uint16_t>(code.extra_depth()), static_cast<std::uint16_t>(max_locals),
                            code.bytes(), handlers, nested);
  MemberImage& method = writer.add_method(kHelperAccess, name, descriptor);
  const bool good = !code.failed() && attribute.name != 0 && method.name != 0 && method.descriptor != 0 &&
                    (nested.empty() || nested[0].name != 0);
  method.attributes.push_back(std::move(attribute));
  return good;
}

bool ClassEdit::add_helper(const Helper& helper) {
  const bool is_static = is_static_kind(helper.kind), only_tests = helper.form == CheckForm::kIsQuiet;
  const bool skips = helper.form == CheckForm::kUnlessQuiet;
  const ConstantIndex owner_class = writer.class_constant(helper.owner);
  const ConstantIndex state_field = writer.member(ConstantTag::kFieldref, helper.owner, helper.word, kStateDescriptor);
  const ConstantIndex thread_class = writer.class_constant(kThreadClass);
  const ConstantIndex object_class = writer.class_constant(kObjectClass);
  const ConstantIndex error_class = writer.class_constant(kLinkageErrorClass);
  if (thread_class == 0 || object_class == 0 || error_class == 0) return false;
  const ConstantIndex slow = hook(!only_tests ? facts_of(helper.kind).hook
                                  : is_static ? Hook::kIsQuietStatic
                                              : Hook::kIsQuiet);
  std::vector<ConstantIndex> quiet;  // the states in which the check has nothing to do
  auto add_quiet = [&](std::string_view name) {
    quiet.push_back(writer.member(ConstantTag::kFieldref, decisions.hooks_class, name, kStateDescriptor));
  };
  // A write ends the state in which several threads read the object.
  if (helper.kind != CheckKind::kWrite && helper.kind != CheckKind::kWriteStatic) add_quiet("FROZEN");
  if (is_static) add_quiet("DONE");

  const std::uint32_t me = is_static ? 0 : 1, site = me + 1, state = me + (skips ? 3 : 2);  // local variables
  Sequence code(writer);
  std::vector<std::uint32_t> to_end;  // jumps
  if (skips) to_end.push_back(code.load('I', site + 1).jump(Opcode::kIfne, -1));
  const std::uint32_t start = code.size();
  if (!is_static) {
    code.load('L', 0);
    if (only_tests) code.constant_op(Opcode::kInstanceof, owner_class, 0);
    to_end.push_back(code.jump(only_tests ? Opcode::kIfeq : Opcode::kIfnull, -1));
    code.load('L', 0);
  }
  if (helper.cast) code.constant_op(Opcode::kCheckcast, owner_class, 0);
  code.constant_op(is_static ? Opcode::kGetstatic : Opcode::kGetfield, state_field, is_static ? 1 : 0);
  const std::uint32_t end = code.size();
  code.store('L', state);
  to_end.push_back(code.load('L', state).load('L', me).jump(Opcode::kIfAcmpeq, -2));
  for (ConstantIndex constant : quiet) {
    code.load('L', state).constant_op(Opcode::kGetstatic, constant, 1);
    to_end.push_back(code.jump(Opcode::kIfAcmpeq, -2));
  }
  if (!is_static) code.load('L', 0);
  code.load('L', state).load('L', me).load('I', site).invoke_static(slow, is_static ? 3 : 4, only_tests ? 1 : 0);
  if (only_tests) code.op(Opcode::kIreturn, -1);
  auto leave = [&] { only_tests ? code.number(1).op(Opcode::kIreturn, -1) : code.op(Opcode::kReturn, 0); };
  const std::uint32_t returns = code.size();
  for (std::uint32_t jump : to_end) code.land(jump);
  leave();
  const std::uint32_t handler = code.size();
  leave();

  Types parameters;
  if (!is_static) parameters.push_back({VerificationType::kObject, helper.cast ? object_class : owner_class});
  parameters.push_back({VerificationType::kObject, thread_class});
  parameters.push_back({VerificationType::kInteger, 0});
  if (skips) parameters.push_back({VerificationType::kInteger, 0});
  return add_method(helper.name, helper.descriptor, code, /*max_locals=*/state + 1, parameters,
                    {{returns, parameters, {}}, {handler, parameters, {{VerificationType::kObject, error_class}}}},
                    {{static_cast<std::uint16_t>(start), static_cast<std::uint16_t>(end),
                      static_cast<std::uint16_t>(handler), error_class}});
}

// private static Object $snag$arl(Object array, Object cache, Thread me, int site, boolean quiet) {
//   if (quiet) return cache;                               // not in $snag$ar
//   if (array != cache) Hooks.arrayRead(array, me, site);
//   return array;
// }
bool ClassEdit::add_array_helper(bool write, bool unless_quiet) {
  const ConstantIndex slow = hook(write ? Hook::kArrayWrite : Hook::kArrayRead);
  Sequence code(writer);
  std::vector<Frame> frames;  // with the locals of the method's start
  if (unless_quiet) {
    const std::uint32_t jump = code.load('I', 4).jump(Opcode::kIfeq, -1);
    code.load('L', 1).op(Opcode::kAreturn, -1);
    code.land(jump);
    frames.push_back({code.size(), {}, {}});
  }
  const std::uint32_t jump = code.load('L', 0).load('L', 1).jump(Opcode::kIfAcmpeq, -2);
  code.load('L', 0).load('L', 2).load('I', 3).invoke_static(slow, 3);
  code.land(jump);
  frames.push_back({code.size(), {}, {}});
  code.load('L', 0).op(Opcode::kAreturn, -1);
  const ArrayHelper helper = array_helper(write, unless_quiet);
  return add_method(helper.name, helper.descriptor, code, /*max_locals=*/unless_quiet ? 5 : 4, {}, frames, {});
}

bool ClassEdit::add_helpers() {
  for (const Helper& helper : helpers_) {
    if (!add_helper(helper)) return false;
  }
  for (unsigned i = 0; i < array_helpers_.size(); ++i) {
    if (array_helpers_[i] != 0 && !add_array_helper((i & 1) != 0, (i & 2) != 0)) return false;
  }
  return writer.methods.size() <= 0xFFFF;
}

bool ClassEdit::add_field(std::uint16_t access, std::string_view name, std::string_view descriptor,
                          ConstantIndex constant_value) {
  MemberImage field{access, writer.utf8(name), writer.utf8(descriptor), {}};
  if (field.name == 0 || field.descriptor == 0 || writer.fields.size() >= 0xFFFF) return false;
  if (constant_value != 0) {
    AttributeImage attribute{writer.utf8("ConstantValue"), {}};
    if (attribute.name == 0) return false;
    append_u2(attribute.content, constant_value);
    field.attributes.push_back(std::move(attribute));
  }
  writer.fields.push_back(std::move(field));
  return true;
}

bool ClassEdit::declares_state() const { return adds_members && !is_interface && !carries_state(file.super_name()); }

ConstantIndex ClassEdit::state_field() {
  return writer.member(ConstantTag::kFieldref, file.name(), kStateField, kStateDescriptor);
}

bool ClassEdit::add_state_fields() {
  if (is_interface) return true;
  constexpr std::uint16_t kFieldAccess = kAccPublic | kAccTransient | kAccSynthetic;
  if (declares_state() && !add_field(kFieldAccess, kStateField, kStateDescriptor)) return false;
  absl::flat_hash_set<std::string> words;  // fields of different types may have the same name
  for (const Member& field : file.fields()) {
    if ((field.access & kAccStatic) == 0 || (field.access & (kAccFinal | kAccVolatile)) != 0) continue;
    auto [word, added] = words.insert(decisions.static_word(file.name(field)));
    if (added && !add_field(kFieldAccess | kAccStatic, *word, kStateDescriptor)) return false;
  }
  return true;
}

bool ClassEdit::may_be_serializable() const {
  if (sites.may_be_serializable(file.super_name())) return true;
  for (std::uint32_t i = 0; i < file.interface_count(); ++i) {
    if (sites.may_be_serializable(file.constants().class_name(file.interface_at(i)))) return true;
  }
  return false;
}

// The field is synthetic, by which Hooks.ownFields distinguishes it from a field of the program.
bool ClassEdit::add_serial_version() {
  if (!may_be_serializable()) return true;
  std::optional<std::int64_t> version = default_serial_version(file);
  if (!version) return true;
  ConstantIndex value = writer.long_constant(*version);
  return value != 0 && add_field(kAccPrivate | kAccStatic | kAccFinal | kAccSynthetic, "serialVersionUID", "J", value);
}

}  // namespace snag::instrument

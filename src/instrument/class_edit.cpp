#include "instrument/class_edit.h"

#include <algorithm>

#include <absl/container/flat_hash_set.h>

#include "classfile/descriptor.h"
#include "classfile/language_names.h"
#include "instrument/frames.h"
#include "instrument/serial_version.h"

namespace snag::instrument {

using namespace classfile;

namespace {

constexpr std::uint16_t kHelperAccess = kAccPrivate | kAccStatic | kAccSynthetic;
constexpr std::string_view kArrayHelperDescriptor =
    "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Thread;I)Ljava/lang/Object;";

constexpr std::string_view kQuietArrayHelperDescriptor =
    "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Thread;IZ)Ljava/lang/Object;";

std::string_view array_helper_name(bool write, bool unless_quiet) {
  if (unless_quiet) return write ? "$snag$awl" : "$snag$arl";
  return write ? "$snag$aw" : "$snag$ar";
}

bool is_static_kind(CheckKind kind) { return kind == CheckKind::kReadStatic || kind == CheckKind::kWriteStatic; }

Hook hook_of(CheckKind kind) {
  switch (kind) {
    case CheckKind::kRead:
      return Hook::kRead;
    case CheckKind::kWrite:
      return Hook::kWrite;
    case CheckKind::kBegin:
      return Hook::kBegin;
    case CheckKind::kEnd:
      return Hook::kEnd;
    case CheckKind::kReadStatic:
      return Hook::kReadStatic;
    case CheckKind::kWriteStatic:
      break;
  }
  return Hook::kWriteStatic;
}

Hook any_hook_of(CheckKind kind) {
  switch (kind) {
    case CheckKind::kRead:
      return Hook::kReadAny;
    case CheckKind::kWrite:
      return Hook::kWriteAny;
    case CheckKind::kBegin:
      return Hook::kBeginAny;
    case CheckKind::kEnd:
      return Hook::kEndAny;
    case CheckKind::kReadStatic:
      return Hook::kReadStaticAny;
    case CheckKind::kWriteStatic:
      break;
  }
  return Hook::kWriteStaticAny;
}

std::string_view letters_of(CheckKind kind) {
  constexpr std::string_view kLetters[] = {"r", "w", "b", "e", "sr", "sw"};
  return kLetters[static_cast<std::size_t>(kind)];
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

// An interface's own methods are named by another kind of constant.
ConstantIndex ClassEdit::own_method(std::string_view name, std::string_view descriptor) {
  return writer.member(is_interface ? ConstantTag::kInterfaceMethodref : ConstantTag::kMethodref, file.name(), name,
                       descriptor);
}

void ClassEdit::call_check(Sequence& sequence, CheckKind kind, std::string_view owner, std::string_view field,
                           CheckForm form) {
  bool is_static = is_static_kind(kind);
  if (!has_forms(kind, owner)) return call(sequence, any_hook_of(kind));
  std::string word = is_static ? decisions.static_word(field) : std::string(kStateField);
  std::string place(owner);
  place.append(".").append(word);
  std::string letters(letters_of(kind));
  if (form != CheckForm::kAlways) letters += form == CheckForm::kIsQuiet ? 'q' : 'l';
  std::string key = letters + ' ' + place;
  auto [it, added] = helper_of_.try_emplace(std::move(key), ConstantIndex{0});
  if (added) {
    int number = numbers_.try_emplace(std::move(place), static_cast<int>(numbers_.size())).first->second;
    bool cast = !is_static && (owner != file.name() || form == CheckForm::kIsQuiet);
    Helper helper{"$snag$", "(", std::string(owner), std::move(word), kind, form, cast};
    helper.name.append(letters).append(std::to_string(number));
    if (!is_static) helper.descriptor += cast ? "Ljava/lang/Object;" : descriptor_of_class(owner);
    helper.descriptor += form == CheckForm::kAlways        ? "Ljava/lang/Thread;I)V"
                         : form == CheckForm::kUnlessQuiet ? "Ljava/lang/Thread;IZ)V"
                                                           : "Ljava/lang/Thread;I)Z";
    it->second = own_method(helper.name, helper.descriptor);
    helpers_.push_back(std::move(helper));
  }
  sequence.invoke_static(it->second, (is_static ? 2 : 3) + (form == CheckForm::kUnlessQuiet ? 1 : 0),
                         form == CheckForm::kIsQuiet ? 1 : 0);
}

bool ClassEdit::has_forms(CheckKind kind, std::string_view owner) const {
  return adds_members && !owner.starts_with('[') && (is_static_kind(kind) || carries_state(owner));
}

void ClassEdit::call_array_check(Sequence& sequence, bool write, CheckForm form) {
  bool unless_quiet = form == CheckForm::kUnlessQuiet;
  ConstantIndex& index = array_helpers_[(write ? 1U : 0U) + (unless_quiet ? 2U : 0U)];
  if (index == 0) {
    index = own_method(array_helper_name(write, unless_quiet),
                       unless_quiet ? kQuietArrayHelperDescriptor : kArrayHelperDescriptor);
  }
  sequence.invoke_static(index, unless_quiet ? 5 : 4, 1);
}

bool ClassEdit::add_helper(const Helper& helper) {
  bool is_static = is_static_kind(helper.kind);
  ConstantIndex owner_class = writer.class_constant(helper.owner);
  ConstantIndex state_field = writer.member(ConstantTag::kFieldref, helper.owner, helper.word, kStateDescriptor);
  ConstantIndex thread_class = writer.class_constant(kThreadClass);
  ConstantIndex object_class = writer.class_constant(kObjectClass);
  ConstantIndex error_class = writer.class_constant(kLinkageErrorClass);
  const bool asks = helper.form == CheckForm::kIsQuiet, skips = helper.form == CheckForm::kUnlessQuiet;
  ConstantIndex slow = hook(!asks ? hook_of(helper.kind) : is_static ? Hook::kIsQuietStatic : Hook::kIsQuiet);
  std::vector<ConstantIndex> quiet;  // states in which there is nothing to do
  auto add_quiet = [&](std::string_view name) {
    quiet.push_back(writer.member(ConstantTag::kFieldref, decisions.hooks_class, name, kStateDescriptor));
  };
  // Only writes have to know that an object is shared by readers.
  if (helper.kind != CheckKind::kWrite && helper.kind != CheckKind::kWriteStatic) add_quiet("FROZEN");
  if (is_static) add_quiet("DONE");
  for (ConstantIndex index : {owner_class, state_field, thread_class, object_class, error_class, slow}) {
    if (index == 0) return false;
  }
  if (std::find(quiet.begin(), quiet.end(), ConstantIndex{0}) != quiet.end()) return false;
  std::uint32_t me = is_static ? 0 : 1, site = me + 1, state = me + (skips ? 3 : 2);
  ByteBuffer code;
  auto op = [&](Opcode opcode) { append_u1(code, static_cast<std::uint32_t>(opcode)); };
  auto op2 = [&](Opcode opcode, std::uint32_t operand) { op(opcode), append_u2(code, operand); };
  auto local = [&](Opcode opcode, Opcode short_form, std::uint32_t index) {
    if (index < 4) return append_u1(code, static_cast<std::uint32_t>(short_form) + index);
    op(opcode), append_u1(code, index);
  };
  auto load = [&](std::uint32_t index) { local(Opcode::kAload, Opcode::kAload0, index); };
  auto place = [&] { return static_cast<std::uint32_t>(code.size()); };
  auto jump = [&](Opcode opcode) {
    op2(opcode, 0);
    return place() - 3;
  };
  auto land = [&](std::uint32_t from) {
    std::uint32_t distance = place() - from;
    code[from + 1] = static_cast<std::uint8_t>(distance >> 8), code[from + 2] = static_cast<std::uint8_t>(distance);
  };
  std::vector<std::uint32_t> jumps;  // to the end
  if (skips) local(Opcode::kIload, Opcode::kIload0, site + 1), jumps.push_back(jump(Opcode::kIfne));
  std::uint32_t start = place();
  if (!is_static) {
    load(0);
    if (asks) op2(Opcode::kInstanceof, owner_class);
    jumps.push_back(jump(asks ? Opcode::kIfeq : Opcode::kIfnull));
    load(0);
  }
  if (helper.cast) op2(Opcode::kCheckcast, owner_class);
  op2(is_static ? Opcode::kGetstatic : Opcode::kGetfield, state_field);
  std::uint32_t end = place();
  local(Opcode::kAstore, Opcode::kAstore0, state);
  load(state), load(me);
  jumps.push_back(jump(Opcode::kIfAcmpeq));
  for (ConstantIndex constant : quiet) {
    load(state), op2(Opcode::kGetstatic, constant);
    jumps.push_back(jump(Opcode::kIfAcmpeq));
  }
  if (!is_static) load(0);
  load(state), load(me);
  local(Opcode::kIload, Opcode::kIload0, site);
  op2(Opcode::kInvokestatic, slow);
  if (asks) op(Opcode::kIreturn);
  std::uint32_t returns = place();
  for (std::uint32_t from : jumps) land(from);
  if (asks) op(Opcode::kIconst1);
  op(asks ? Opcode::kIreturn : Opcode::kReturn);
  std::uint32_t handler = place();
  if (asks) op(Opcode::kIconst1);
  op(asks ? Opcode::kIreturn : Opcode::kReturn);

  std::vector<AttributeImage> nested;
  if (file.major() >= 50) {
    Types parameters;
    if (!is_static) parameters.push_back({VerificationType::kObject, helper.cast ? object_class : owner_class});
    parameters.push_back({VerificationType::kObject, thread_class});
    parameters.push_back({VerificationType::kInteger, 0});
    if (skips) parameters.push_back({VerificationType::kInteger, 0});
    std::vector<Frame> frames;
    frames.push_back({returns, parameters, {}});
    frames.push_back({handler, parameters, {{VerificationType::kObject, error_class}}});
    nested.push_back({writer.utf8("StackMapTable"), encode_frames(frames, parameters)});
    if (nested[0].name == 0) return false;
  }
  AttributeImage attribute =
      writer.code_attribute(static_cast<std::uint16_t>(is_static ? 3 : 4), static_cast<std::uint16_t>(state + 1), code,
                            {{static_cast<std::uint16_t>(start), static_cast<std::uint16_t>(end),
                              static_cast<std::uint16_t>(handler), error_class}},
                            nested);
  MemberImage& method = writer.add_method(kHelperAccess, helper.name, helper.descriptor);
  if (attribute.name == 0 || method.name == 0 || method.descriptor == 0) return false;
  method.attributes.push_back(std::move(attribute));
  return true;
}

// private static Object $snag$arl(Object array, Object cache, Thread me, int site, boolean quiet) {
//   if (quiet) return cache;                               // not in $snag$ar
//   if (array != cache) Hooks.arrayRead(array, me, site);
//   return array;
// }
bool ClassEdit::add_array_helper(bool write, bool unless_quiet) {
  ConstantIndex slow = hook(write ? Hook::kArrayWrite : Hook::kArrayRead);
  ByteBuffer code;
  auto op = [&](Opcode opcode) { append_u1(code, static_cast<std::uint32_t>(opcode)); };
  if (unless_quiet) {
    op(Opcode::kIload), append_u1(code, 4);
    op(Opcode::kIfeq), append_u2(code, 5);
    op(Opcode::kAload1), op(Opcode::kAreturn);
  }
  std::uint32_t start = static_cast<std::uint32_t>(code.size());
  op(Opcode::kAload0), op(Opcode::kAload1);
  op(Opcode::kIfAcmpeq), append_u2(code, 9);
  op(Opcode::kAload0), op(Opcode::kAload2), op(Opcode::kIload3);
  op(Opcode::kInvokestatic), append_u2(code, slow);
  op(Opcode::kAload0), op(Opcode::kAreturn);
  std::vector<AttributeImage> nested;
  if (file.major() >= 50) {
    std::vector<Frame> frames;
    if (unless_quiet) frames.push_back({start, {}, {}});
    frames.push_back({start + 11, {}, {}});
    nested.push_back({writer.utf8("StackMapTable"), encode_frames(frames, {})});
  }
  AttributeImage attribute = writer.code_attribute(3, unless_quiet ? 5 : 4, code, {}, nested);
  MemberImage& method = writer.add_method(kHelperAccess, array_helper_name(write, unless_quiet),
                                          unless_quiet ? kQuietArrayHelperDescriptor : kArrayHelperDescriptor);
  bool good = slow != 0 && attribute.name != 0 && method.name != 0 && method.descriptor != 0 &&
              (nested.empty() || nested[0].name != 0);
  method.attributes.push_back(std::move(attribute));
  return good;
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
  absl::flat_hash_set<std::string> words;  // fields may have the same name and different types
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

// Synthetic, so that Hooks.ownFields knows it from one of the program's own.
bool ClassEdit::add_serial_version() {
  if (!may_be_serializable()) return true;
  std::optional<std::int64_t> version = default_serial_version(file);
  if (!version) return true;
  ConstantIndex value = writer.long_constant(*version);
  return value != 0 && add_field(kAccPrivate | kAccStatic | kAccFinal | kAccSynthetic, "serialVersionUID", "J", value);
}

}  // namespace snag::instrument

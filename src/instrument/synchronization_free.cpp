#include "instrument/synchronization_free.h"

#include <absl/container/flat_hash_map.h>

#include "classfile/instruction_facts.h"
#include "classfile/language_names.h"
#include "library/policy.h"

namespace snag::instrument {

using namespace classfile;

namespace {

constexpr std::uint32_t kLongest = 256;  // bytes of the Code attribute, with its tables

}  // namespace

bool only_computes(std::string_view owner) { return library::built_in_policy().only_compute.matches(owner); }

SynchronizationFreeMethods::SynchronizationFreeMethods(const ClassFile& file) : file_(file) {
  for (const Member& field : file.fields()) {
    if ((field.access & kAccVolatile) == 0) plain_fields_.insert({file.name(field), file.descriptor(field)});
  }
  const bool is_final = (file.access() & kAccFinal) != 0;
  absl::flat_hash_map<MemberKey, std::vector<MemberKey>> callers;  // by callee
  for (const Member& method : file.methods()) {
    std::vector<MemberKey> callees;
    if (!may_be_free(method) || !is_free(method, callees)) continue;
    const MemberKey key(file.name(method), file.descriptor(method));
    const bool overridable = !is_final && (method.access & (kAccPrivate | kAccStatic | kAccFinal)) == 0 &&
                             file.name(method) != kConstructorName;
    if (overridable) continue;
    for (const MemberKey& callee : callees) callers[callee].push_back(key);
    methods_.insert(key);
  }
  std::vector<MemberKey> others;  // methods that may synchronize, whose callers are still to be removed
  for (const auto& [callee, by] : callers) {
    if (!methods_.contains(callee)) others.push_back(callee);
  }
  while (!others.empty()) {
    const MemberKey callee = others.back();
    others.pop_back();
    for (const MemberKey& caller : callers[callee]) {
      if (methods_.erase(caller) != 0) others.push_back(caller);
    }
  }
}

bool SynchronizationFreeMethods::may_be_free(const Member& method) const {
  if ((method.access & (kAccSynchronized | kAccNative | kAccAbstract)) != 0 ||
      file_.name(method) == kClassInitializerName) {
    return false;
  }
  const Attribute* code = find_attribute(file_.attributes(method), AttributeKind::kCode);
  return code != nullptr && code->length <= kLongest;
}

bool SynchronizationFreeMethods::is_free(const Member& method, std::vector<MemberKey>& callees) const {
  Result<std::optional<Code>> code = read_code(file_, method);
  if (!code || !*code) return false;
  Instruction in;
  for (std::uint32_t pc = 0; pc < (*code)->code.size(); pc = in.next()) {
    if (decode_instruction((*code)->code, pc, in) != nullptr || !is_free(in, callees)) return false;
  }
  return true;
}

bool SynchronizationFreeMethods::is_free(const Instruction& in, std::vector<MemberKey>& callees) const {
  switch (in.opcode) {
    case Opcode::kMonitorenter:
    case Opcode::kMonitorexit:
    case Opcode::kInvokedynamic:
    case Opcode::kInvokeinterface:
      return false;
    case Opcode::kInvokevirtual:
    case Opcode::kInvokespecial:
    case Opcode::kInvokestatic: {
      const MemberReference method = file_.constants().member(in.index);
      if (only_computes(method.owner) || (method.owner == kObjectClass && method.name == kConstructorName)) return true;
      if (method.owner != file_.name()) return false;
      callees.emplace_back(method.name, method.descriptor);
      return true;
    }
    case Opcode::kGetstatic:  // of another class: it may be initialized, under a lock
    case Opcode::kPutstatic:
    case Opcode::kGetfield:
    case Opcode::kPutfield: {
      const MemberReference field = file_.constants().member(in.index);
      return field.owner == file_.name() && plain_fields_.contains({field.name, field.descriptor});
    }
    case Opcode::kNew:
      return file_.constants().class_name(in.index) == file_.name();
    case Opcode::kLdc:
    case Opcode::kLdcW:
    case Opcode::kLdc2W:
      return file_.constants().tag(in.index) != ConstantTag::kDynamic;
    default:
      return true;
  }
}

bool SynchronizationFreeMethods::is_call_of(const Instruction& call) const {
  if (methods_.empty() || call.opcode < Opcode::kInvokevirtual || call.opcode > Opcode::kInvokestatic) return false;
  const MemberReference method = file_.constants().member(call.index);
  return method.owner == file_.name() && methods_.contains({method.name, method.descriptor});
}

}  // namespace snag::instrument

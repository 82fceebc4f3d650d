#include "instrument/quiet_loops.h"

#include <algorithm>
#include <map>

#include "classfile/instruction_facts.h"
#include "instrument/synchronization_free.h"

namespace snag::instrument {

using namespace classfile;
using Origin = BlockValues::Origin;
using Value = BlockValues::Value;

namespace {

constexpr int kDeepest = 4;  // operations that compute an object

// Whether the local holds a reference ('L') or an int ('I').
bool holds(const Frame& frame, std::uint32_t local, char type) {
  std::uint32_t slot = 0;
  for (VerificationType one : frame.locals) {
    if (slot == local) {
      return type == 'I' ? one.tag == VerificationType::kInteger
                         : one.tag == VerificationType::kObject || one.tag == VerificationType::kNull;
    }
    slot += one.slots();
  }
  return false;
}

bool declares(const ClassFile& file, const MemberReference& field) {
  return field.owner == file.name() && std::any_of(file.fields().begin(), file.fields().end(), [&](const Member& own) {
           return (own.access & kAccStatic) == 0 && file.name(own) == field.name &&
                  file.descriptor(own) == field.descriptor;
         });
}

}  // namespace

void QuietLoops::find(const CodeEditor& editor, const ClassFile& file,
                      const std::vector<std::uint32_t>& context_changes) {
  loops_.clear();
  find_innermost(editor);
  if (loops_.empty()) return;
  std::erase_if(loops_, [&](const Loop& loop) {
    auto change = std::lower_bound(context_changes.begin(), context_changes.end(), loop.first);
    return change != context_changes.end() && *change <= loop.last;
  });
  find_other_entries(editor);
  for (Loop& loop : loops_) look_into(loop, editor, file);
  std::erase_if(loops_,
                [](const Loop& loop) { return loop.other_entries || !loop.uses_arrays || loop.frame == nullptr; });
}

// Finds intervals from the target of a jump backwards to the last such jump, in which no other interval begins.
void QuietLoops::find_innermost(const CodeEditor& editor) {
  const std::vector<Instruction>& all = editor.instructions();
  std::map<std::uint32_t, std::uint32_t> last_of;  // by first
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    each_target(editor.code().code, all[i], [&](std::uint32_t target) {
      if (target <= all[i].pc) last_of[editor.index_at(target)] = i;
    });
  }
  for (auto it = last_of.begin(); it != last_of.end(); ++it) {
    auto next = std::next(it);
    bool innermost = next == last_of.end() || next->first > it->second;
    bool apart = loops_.empty() || loops_.back().last < it->first;
    if (innermost && apart && it->first > 0 && may_continue(all[it->first - 1])) {
      loops_.push_back({it->first, it->second});
    }
  }
}

void QuietLoops::find_other_entries(const CodeEditor& editor) {
  const std::vector<Instruction>& all = editor.instructions();
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    each_target(editor.code().code, all[i], [&](std::uint32_t target) {
      std::uint32_t loop = loop_at(editor.index_at(target));
      if (loop != kNone && loop_at(i) != loop) loops_[loop].other_entries = true;
    });
  }
  for (const ExceptionHandler& handler : editor.code().handlers) {
    std::uint32_t loop = loop_at(editor.index_at(handler.handler));
    if (loop != kNone) loops_[loop].other_entries = true;
  }
}

// Finds what the loop uses and changes.
void QuietLoops::look_into(Loop& loop, const CodeEditor& editor, const ClassFile& file) {
  for (std::uint32_t i = loop.first; i <= loop.last; ++i) {
    const Instruction& in = editor.instructions()[i];
    loop.uses_arrays = loop.uses_arrays || is_array_load(in.opcode) || is_array_store(in.opcode);
    if (is_call(in.opcode) && in.opcode != Opcode::kInvokedynamic) {
      loop.calls = loop.calls || !only_computes(file.constants().member(in.index).owner);
    }
    loop.sets_elements = loop.sets_elements || in.opcode == Opcode::kAastore;
    if (LocalAccess local = local_access(in); local.writes()) loop.set_locals.insert(local.index);
    if (in.opcode == Opcode::kPutfield) loop.set_fields.insert(file.constants().member(in.index).name);
  }
  loop.frame = editor.frame_at(editor.instructions()[loop.first].pc);
}

std::uint32_t QuietLoops::loop_at(std::uint32_t instruction) const {
  auto it = std::ranges::upper_bound(loops_, instruction, {}, &Loop::first);
  if (it == loops_.begin() || (it - 1)->last < instruction) return kNone;
  return static_cast<std::uint32_t>(it - 1 - loops_.begin());
}

bool QuietLoops::is_known(const Loop& loop, const BlockValues& values, Value value, char type, const ClassFile& file,
                          int depth) const {
  const Origin& origin = values.origin(value);
  if (depth > kDeepest) return false;
  switch (origin.kind) {
    case Origin::kNumber:
      return true;
    case Origin::kLocal:
      return !loop.set_locals.contains(static_cast<std::uint32_t>(origin.data)) &&
             holds(*loop.frame, static_cast<std::uint32_t>(origin.data), type);
    case Origin::kField: {  // only of `this`: another object may be null
      const MemberReference field = file.constants().member(static_cast<ConstantIndex>(origin.data));
      return !loop.calls && origin.left == BlockValues::kThis && declares(file, field) &&
             !loop.set_fields.contains(field.name) && is_known(loop, values, origin.left, 'L', file, depth + 1);
    }
    case Origin::kElement:
      return !loop.calls && !loop.sets_elements && is_known(loop, values, origin.left, 'L', file, depth + 1) &&
             is_known(loop, values, origin.right, 'I', file, depth + 1);
    case Origin::kSum:
    case Origin::kDifference:
      return is_known(loop, values, origin.left, 'I', file, depth + 1) &&
             is_known(loop, values, origin.right, 'I', file, depth + 1);
    case Origin::kUnknown:
      break;
  }
  return false;
}

void QuietLoops::load_known(Sequence& out, const BlockValues& values, Value value, char type, ClassEdit& edit) const {
  const Origin& origin = values.origin(value);
  switch (origin.kind) {
    case Origin::kNumber:
      out.number(origin.data);
      break;
    case Origin::kLocal:
      out.load(type, static_cast<std::uint32_t>(origin.data));
      break;
    case Origin::kField:
      out.load('L', 0).constant_op(Opcode::kGetfield, static_cast<ConstantIndex>(origin.data), 0);
      break;
    case Origin::kElement:
      load_known(out, values, origin.left, 'L', edit);
      load_known(out, values, origin.right, 'I', edit);
      edit.call(out, Hook::kElement);
      break;
    case Origin::kSum:
    case Origin::kDifference:
      load_known(out, values, origin.left, 'I', edit);
      load_known(out, values, origin.right, 'I', edit);
      out.op(origin.kind == Origin::kSum ? Opcode::kIadd : Opcode::kIsub, -1);
      break;
    case Origin::kUnknown:
      break;
  }
}

bool QuietLoops::load(Sequence& out, std::uint32_t loop, const BlockValues& values, Value value,
                      ClassEdit& edit) const {
  if (!is_known(loops_[loop], values, value, 'L', edit.file, 0)) return false;
  load_known(out, values, value, 'L', edit);
  return true;
}

}  // namespace snag::instrument

#include "sections/statistics.h"

#include <algorithm>

#include "ir/deciding_tests.h"

namespace snag::sections {

using ir::Op;
using ir::ValueId;

namespace {

bool is_number(ir::Type type) {
  return type == ir::Type::kInt || type == ir::Type::kLong || type == ir::Type::kFloat || type == ir::Type::kDouble;
}

}  // namespace

void Statistics::collect() const {
  referred_to_.assign(calls_.node_count(), false);
  for (std::uint32_t node = 0; node < calls_.node_count(); ++node) {
    const ir::MethodIr& method = calls_.ir(NodeId(node));
    for (std::uint32_t v = 0; v < method.instructions.size(); ++v) {
      const ir::Instruction& i = method.instructions[v];
      const Place place{NodeId(node), ValueId(v)};
      if (i.op == Op::kLambda) {
        NodeId body = calls_.body_of(method.lambdas[i.payload]);
        if (body.valid()) referred_to_[body.value] = true;
      }
      if (!is_number(i.type)) continue;
      if (i.op == Op::kGetField || i.op == Op::kGetStatic) {
        FieldId field = calls_.field(i);
        if (field.valid() && analysis_.fields().can_change(field)) reads_[field].push_back(place);
      } else if (i.op == Op::kInvoke) {
        for (NodeId target : calls_.binding(i).targets) calls_of_[target].push_back(place);
      }
    }
  }
}

// Null if the field is no number of the application, or is read at too many places.
const std::vector<Statistics::Place>* Statistics::reads_of(FieldId field) const {
  static const std::vector<Place> kNone;
  const Program& program = calls_.program();
  if (!field.valid() || program[program[field].owner].origin != Origin::kApplication) return nullptr;
  std::string_view type = program.text(program[field].descriptor);
  if (type.size() != 1 || type == "Z") return nullptr;
  std::call_once(collected_, [this] { collect(); });
  auto it = reads_.find(field);
  if (it == reads_.end()) return &kNone;
  return it->second.size() <= kMaximumReads ? &it->second : nullptr;
}

bool Statistics::is_statistic(FieldId field) const {
  const std::vector<Place>* reads = reads_of(field);
  return reads != nullptr && std::all_of(reads->begin(), reads->end(), [&](const Place& place) {
           return is_for_people(place, field, kMaximumCalls);
         });
}

bool Statistics::is_only_counted(FieldId field) const {
  const std::vector<Place>* reads = reads_of(field);
  return reads != nullptr && !reads->empty() && std::all_of(reads->begin(), reads->end(), [&](const Place& place) {
           return is_only_written_back(place, field);
         });
}

bool Statistics::is_only_written_back(const Place& place, FieldId field) const {
  const ir::MethodIr& method = calls_.ir(place.node);
  std::vector<ValueId> work = {place.at};
  for (std::size_t n = 0; n < work.size(); ++n) {
    for (std::uint32_t at = 0; at < method.instructions.size(); ++at) {
      const ir::Instruction& i = method.instructions[at];
      const std::span<const ValueId> operands = method.operands(i);
      if (std::find(operands.begin(), operands.end(), work[n]) == operands.end()) continue;
      const bool writes = (i.op == Op::kPutField || i.op == Op::kPutStatic) && calls_.field(i) == field;
      if (writes) continue;
      if (i.op != Op::kBinary && i.op != Op::kUnary && i.op != Op::kPhi) return false;
      if (std::find(work.begin(), work.end(), ValueId(at)) == work.end()) work.push_back(ValueId(at));
    }
  }
  return true;
}

bool Statistics::is_for_people(const Place& place, FieldId field, int calls_up) const {
  const ir::MethodIr& method = calls_.ir(place.node);
  const library::Policy& policy = calls_.models().policy();
  const std::vector<ir::BlockId> block_of = method.block_of_instructions();
  std::vector<bool> derived(method.instructions.size(), false);
  derived[place.at.value] = true;
  bool written_back = false, returned = false;
  std::vector<ir::BlockId> tests;
  // To the end of the code, and again as long as a loop carries it to something earlier.
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t n = 0; n < method.instructions.size(); ++n) {
      const ir::Instruction& i = method.instructions[n];
      std::span<const ValueId> operands = method.operands(i);
      // `boolean many = count > 10;` is a choice between constants.
      bool chosen = i.op == Op::kPhi && !tests.empty() && std::all_of(operands.begin(), operands.end(), [&](ValueId o) {
                      return method[o].op == Op::kConstant;
                    });
      if (!chosen && std::none_of(operands.begin(), operands.end(), [&](ValueId o) { return derived[o.value]; })) {
        continue;
      }
      bool goes_on = false;
      switch (i.op) {
        case Op::kPhi:
        case Op::kUnary:
        case Op::kBinary:
        case Op::kCompare:
          goes_on = true;
          break;
        case Op::kConcat:
          break;
        case Op::kPutField:
        case Op::kPutStatic:
          if (calls_.field(i) != field) return false;
          written_back = true;
          break;
        case Op::kReturn:
          returned = true;
          break;
        case Op::kIf:
          tests.push_back(block_of[n]);
          break;
        case Op::kInvoke: {
          std::string_view owner = calls_.text(calls_.references()[i.reference()].owner);
          const library::MethodModel* model = calls_.binding(i).model;
          goes_on = model != nullptr && model->derives;
          if (!goes_on && !policy.loggers.matches(owner) && !policy.text.matches(owner)) return false;
          break;
        }
        default:
          return false;
      }
      if (!goes_on || derived[n]) continue;
      derived[n] = true;
      again = true;
    }
  }
  if (written_back && returned) return false;
  for (ir::BlockId test : tests) {
    if (!decides_nothing(method, test, field)) return false;
  }
  // What is returned may also be a constant that a test chose.
  bool tells = returned || (!tests.empty() && !written_back && !calls_.text(method.descriptor).ends_with(")V"));
  if (!tells) return true;
  if (calls_up == 0 || referred_to_[place.node.value] || calls_.has_unknown_calls(place.node)) return false;
  auto it = calls_of_.find(place.node);
  if (it == calls_of_.end()) return true;
  return it->second.size() <= kMaximumReads &&
         std::all_of(it->second.begin(), it->second.end(),
                     [&](const Place& caller) { return is_for_people(caller, field, calls_up - 1); });
}

// Whether the code that runs only because of the test does nothing but write the field, log, and compute results.
bool Statistics::decides_nothing(const ir::MethodIr& method, ir::BlockId test, FieldId field) const {
  const ir::DecidingTests tests(method);
  for (std::uint32_t b = 0; b < method.blocks.size(); ++b) {
    if (!tests.any_of(ir::BlockId(b), [&](ir::BlockId decides, ir::BlockId) { return decides == test; })) continue;
    for (std::uint32_t n = method.blocks[b].begin; n < method.blocks[b].end; ++n) {
      const ir::Instruction& i = method.instructions[n];
      bool writes = (i.op == Op::kPutField || i.op == Op::kPutStatic) && calls_.field(i) == field;
      if (i.op == Op::kThrow || (!writes && effects_.has_effect(method, ValueId(n)))) return false;
    }
  }
  return true;
}

}  // namespace snag::sections

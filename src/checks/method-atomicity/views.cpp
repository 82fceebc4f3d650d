#include "checks/method-atomicity/views.h"

#include <algorithm>

#include "base/parallel.h"

namespace snag::atomicity {

using ir::Op;
using ir::ValueId;
using sections::HeldLock;
using sections::HeldLocks;

bool Entry::is_same(const Entry& other) const {
  if (variable != other.variable) return false;
  return object == other.object || (!object.known() && !other.object.known());
}

namespace {

// The instructions that read what a tested value is made of: itself, or what it is compared, converted or cast from.
void add_reads_behind(const ir::MethodIr& method, ValueId value, int depth, std::vector<ValueId>& reads) {
  constexpr int kMaximumSteps = 4;
  constexpr std::size_t kMaximumOperands = 4;  // of a phi behind a switch there may be thousands
  const ir::Instruction& i = method[value];
  switch (i.op) {
    case Op::kGetField:
    case Op::kGetStatic:
    case Op::kArrayLoad:
    case Op::kInvoke:
      reads.push_back(value);
      break;
    case Op::kPhi:
    case Op::kUnary:
    case Op::kBinary:
    case Op::kCompare:
    case Op::kCast:
    case Op::kArrayLength:
    case Op::kInstanceOf: {
      if (depth >= kMaximumSteps) break;
      const std::span<const ValueId> operands = method.operands(i);
      for (ValueId operand : operands.first(std::min(operands.size(), kMaximumOperands))) {
        add_reads_behind(method, operand, depth + 1, reads);
      }
      break;
    }
    default:
      break;
  }
}

// Whether a block leads to a `throw`, without a further choice.
bool leads_to_throw(const ir::MethodIr& method, ir::BlockId block) {
  constexpr int kMaximumBlocks = 16;  // inside of try ranges each call that may throw ends one
  for (int n = 0; n < kMaximumBlocks; ++n) {
    const ir::Instruction& end = method.terminator(block);
    if (end.op == Op::kThrow) return true;
    if (end.op != Op::kGoto) return false;
    block = method.successors(block)[0];
  }
  return false;
}

// Which reads of a method are tested, and for which an exception depends on it; ascending.
struct TestedReads {
  std::vector<ValueId> tested, throwing;

  explicit TestedReads(const ir::MethodIr& method) {
    for (std::uint32_t b = 0; b < method.blocks.size(); ++b) {
      const ir::BlockId block(b);
      const ir::Instruction& end = method.terminator(block);
      if (end.op != Op::kIf && end.op != Op::kSwitch) continue;
      const std::span<const ir::BlockId> successors = method.successors(block);
      const bool throws = std::any_of(successors.begin(), successors.end(),
                                      [&](ir::BlockId next) { return leads_to_throw(method, next); });
      for (ValueId operand : method.operands(end)) add_reads_behind(method, operand, 0, throws ? throwing : tested);
    }
    for (std::vector<ValueId>* reads : {&tested, &throwing}) {
      std::sort(reads->begin(), reads->end());
      reads->erase(std::unique(reads->begin(), reads->end()), reads->end());
    }
  }
  bool is_tested(ValueId read) const { return std::binary_search(tested.begin(), tested.end(), read); }
  bool throws(ValueId read) const { return std::binary_search(throwing.begin(), throwing.end(), read); }
};

}  // namespace

Views::Views(sections::Analysis& analysis, const Callees& callees, unsigned jobs)
    : analysis_(analysis), callees_(callees) {
  const std::uint32_t count = analysis.calls().node_count();
  own_.resize(count);
  parallel_ranges(count, jobs, /*grain=*/128, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) look_at(NodeId(static_cast<std::uint32_t>(n)));
  });
  add_views(jobs);
  add_sections(jobs);
  for (std::uint32_t n = 0; n < count; ++n) {
    for (std::uint32_t s = 0; s < sections_[n].size() && !sections_[n][s].callee.valid(); ++s) {
      ++counts_.sections;
      for (const Entry& entry : sections_[n][s].view) {
        using_[entry.variable].push_back({NodeId(n), s});
        if (entry.updated) updating_[entry.variable].push_back({NodeId(n), s});
      }
    }
  }
  counts_.left_out = left_out_;
  own_.clear();
}

namespace {

const std::vector<Views::OwnSection>& found(const absl::flat_hash_map<Variable, std::vector<Views::OwnSection>>& in,
                                            const Variable& variable) {
  static const std::vector<Views::OwnSection> kNone;
  auto it = in.find(variable);
  return it == in.end() ? kNone : it->second;
}

}  // namespace

const std::vector<Views::OwnSection>& Views::using_it(const Variable& variable) const {
  return found(using_, variable);
}

const std::vector<Views::OwnSection>& Views::updating(const Variable& variable) const {
  return found(updating_, variable);
}

void Views::add(View& view, const Entry& entry) {
  for (Entry& known : view) {
    if (!known.is_same(entry)) continue;
    if (!known.read && entry.read) known.reads = entry.reads;
    if (!known.updated && entry.updated) known.updates = entry.updates;
    known.read |= entry.read;
    known.updated |= entry.updated;
    known.tested |= entry.tested;
    known.throws |= entry.throws;
    return;
  }
  if (view.size() < kMaximumEntries) {
    view.push_back(entry);
  } else {
    ++left_out_;
  }
}

void Views::look_at(NodeId node) {
  Calls& calls = analysis_.calls();
  if (calls.is_class_initializer(node)) return;
  OwnFacts& own = own_[node.value];
  sections::MethodEffects effects = analysis_.effects(node);
  const ir::MethodIr& method = effects.method();
  const MethodId id = calls.method(node);
  const Program& program = calls.program();
  const TestedReads tests(method);

  // By where it is taken; of a lock that is never released, or that is a home-made one, none.
  auto section_of = [&](const HeldLock& held) -> SectionView* {
    if (!held.site.valid() || effects.lock(held.lock).is_claim()) return nullptr;
    const AccessPath& lock = effects.lock(held.lock).path;
    for (SectionView& known : own.sections) {
      if (known.at == held.site && known.lock == lock) return &known;
    }
    own.sections.push_back({.at = held.site, .callee = {}, .lock = lock, .mode = held.mode, .view = {}});
    return &own.sections.back();
  };
  auto number_of = [&](const SectionView& section) {
    return static_cast<std::uint32_t>(&section - own.sections.data());
  };
  // What a constructor does to its own object no other thread sees.
  const bool makes = effects.in_constructor() || analysis_.only_constructs(node);

  effects.for_each_instruction([&](ir::BlockId, ValueId at, const HeldLocks& held) {
    const sections::Effect* effect = effects.effect(at);
    if (effect != nullptr) {
      for (sections::LockId released : effect->releases) {
        const HeldLock* h = find_held(held, released);
        SectionView* section = h != nullptr && h->count == 1 ? section_of(*h) : nullptr;
        if (section != nullptr) section->releases.push_back(at);
      }
      for (const sections::Access& access : effect->accesses) {
        if (access.place.method.valid() || sections::protects_itself(access.flavor)) continue;
        const FieldId field = access.location.last_field();
        if (!field.valid() || program[field].is_volatile()) continue;
        const bool contents = !access.location.steps().empty() && access.location.steps().back() != field.value;
        Entry entry{.variable = {field, contents}};
        if (!program[field].is_static()) entry.object = access.location.owner_of_last_field();
        if (!entry.object.known() && !program[field].is_static()) continue;
        if (makes && entry.object.is_parameter(0) && !method.is_static()) continue;
        const sections::Place place{id, method.line(at), method[at].pc};
        const bool reads = access.kind == sections::AccessKind::kRead || access.only_reads;
        if (reads) {
          entry.read = true;
          entry.reads = place;
          entry.tested = tests.is_tested(at);
          entry.throws = tests.throws(at);
        } else {
          entry.updated = true;
          entry.updates = place;
        }
        auto add_to_all = [&] {
          if (!is_updated(entry.variable)) return;
          add(own.accesses, entry);
          for (const HeldLock& h : held) {
            if (SectionView* section = section_of(h)) add(section->view, entry);
          }
        };
        const bool of_array = program.text(program[field].descriptor).starts_with('[');
        if (contents || !reads || !of_array) add_to_all();
        if (contents || !(of_array || (!reads && analysis_.contents_change(field)))) continue;
        entry.variable.contents = true;
        entry.tested = entry.throws = false;
        add_to_all();
      }
    }
    if (method[at].op != Op::kInvoke) return;
    Call made{.at = at, .tested = tests.is_tested(at), .throws = tests.throws(at)};
    for (const HeldLock& h : held) {
      made.held.push_back(effects.lock(h.lock).path);
      if (const SectionView* section = section_of(h)) made.inside.push_back(number_of(*section));
    }
    const std::span<const NodeId> targets = callees_.at(node, at);
    if (!targets.empty() && targets.size() <= kMaximumTargets) {
      for (ValueId operand : method.operands(at)) {
        const bool object = method[operand].type == ir::Type::kReference;
        made.arguments.push_back(object ? effects.path(operand) : AccessPath());
        made.indexes.push_back(effects.element(operand));
      }
      for (NodeId target : targets) {
        made.callee = target;
        own.calls.push_back(made);
      }
    }
    // Functions that the call runs before it returns.
    if (method.lambdas.empty()) return;
    for (const sections::CallContext& context : effects.contexts_at(at)) {
      if (std::find(targets.begin(), targets.end(), context.callee) != targets.end()) continue;
      Call call{
          .at = at, .callee = context.callee, .arguments = context.arguments, .inside = made.inside, .held = made.held};
      for (const sections::NamedLock& lock : context.extra) call.held.push_back(lock.path);
      own.calls.push_back(std::move(call));
    }
  });
}

bool Views::is_updated(const Variable& variable) const {
  const std::span<const sections::Writer> writers = analysis_.writers(variable.field);
  return std::any_of(writers.begin(), writers.end(),
                     [&](const sections::Writer& writer) { return variable.contents || !writer.contents; });
}

AccessPath Views::translate(const AccessPath& path, const Call& call) {
  return path.in_caller(
      [&](std::uint32_t n) { return n < call.arguments.size() ? call.arguments[n] : AccessPath(); },
      [&](std::uint32_t n) { return n < call.indexes.size() ? std::optional(call.indexes[n]) : std::nullopt; });
}

void Views::add_of_callee(View& view, const View& of_callee, const Call& call) {
  for (const Entry& there : of_callee) {
    if (there.depth >= kMaximumDepth) continue;
    Entry entry = there;
    if (there.object.known()) {
      entry.object = translate(there.object, call);
      if (!entry.object.known()) continue;  // an object that has no name here
    }
    ++entry.depth;
    // `if (isClosed()) throw …`: what a getter has read is tested here.
    if (there.depth == 0 && there.read) {
      entry.tested |= call.tested;
      entry.throws |= call.throws;
    }
    add(view, entry);
  }
}

void Views::add_views(unsigned jobs) {
  all_.resize(own_.size());
  for (std::size_t n = 0; n < own_.size(); ++n) all_[n] = own_[n].accesses;
  for (int round = 0; round < kMaximumDepth; ++round) {
    std::vector<View> next(own_.size());
    parallel_ranges(own_.size(), jobs, /*grain=*/128, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n) {
        next[n] = own_[n].accesses;
        for (const Call& call : own_[n].calls) add_of_callee(next[n], all_[call.callee.value], call);
      }
    });
    all_ = std::move(next);
  }
}

void Views::add_sections(unsigned jobs) {
  sections_.resize(own_.size());
  // The sections of one distance, by node.
  std::vector<std::vector<SectionView>> level(own_.size());
  parallel_ranges(own_.size(), jobs, /*grain=*/128, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      OwnFacts& own = own_[n];
      for (const Call& call : own.calls) {
        for (std::uint32_t number : call.inside) {
          add_of_callee(own.sections[number].view, all_[call.callee.value], call);
        }
      }
      // Taken and never released: that is the callers' affair.
      std::erase_if(own.sections,
                    [](const SectionView& section) { return section.releases.empty() || section.view.empty(); });
      level[n] = own.sections;
    }
  });
  for (std::uint8_t depth = 0;; ++depth) {
    std::vector<std::uint32_t> first(own_.size());  // of this level in sections_
    for (std::size_t n = 0; n < own_.size(); ++n) {
      first[n] = static_cast<std::uint32_t>(sections_[n].size());
      const std::size_t room = kMaximumSections - sections_[n].size();
      if (level[n].size() > room) {
        left_out_ += level[n].size() - room;
        level[n].resize(room);
      }
      sections_[n].insert(sections_[n].end(), level[n].begin(), level[n].end());
    }
    if (depth >= kMaximumDepth) break;
    std::vector<std::vector<SectionView>> next(own_.size());
    parallel_ranges(own_.size(), jobs, /*grain=*/128, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n) {
        for (const Call& call : own_[n].calls) {
          const std::vector<SectionView>& there = level[call.callee.value];
          for (std::uint32_t s = 0; s < there.size() && next[n].size() < kMaximumSections; ++s) {
            SectionView here{.at = call.at,
                             .callee = call.callee,
                             .in_callee = first[call.callee.value] + s,
                             .lock = translate(there[s].lock, call),
                             .mode = there[s].mode,
                             .depth = static_cast<std::uint8_t>(depth + 1),
                             .view = {}};
            const bool reentrant = std::find(call.held.begin(), call.held.end(), here.lock) != call.held.end();
            if (!here.lock.known() || reentrant) continue;
            add_of_callee(here.view, there[s].view, call);
            if (!here.view.empty()) next[n].push_back(std::move(here));
          }
        }
      }
    });
    level = std::move(next);
  }
}

}  // namespace snag::atomicity

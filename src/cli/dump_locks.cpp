// Every place where the application takes or gives back a lock, exactly as the checks see it: what sections/ knows of
// the method, callers and callees included.
//
//     both.readLock().lock();      acquires `both`, to read
//     put(key, value);             takes and releases `this`, if put is synchronized
#include <fmt/format.h>

#include <algorithm>

#include "classfile/descriptor.h"
#include "cli/dump.h"
#include "sections/analysis.h"

namespace snag {

namespace {

using ir::Op;
using ir::ValueId;
using sections::AccessPath;
using sections::Effect;
using sections::HeldLock;
using sections::HeldLocks;
using sections::LockId;
using sections::MethodEffects;

constexpr std::size_t kMaxIndent = 16;  // levels of nesting that are shown

struct Row {
  std::uint32_t line = 0;
  std::uint32_t pc = 0;
  std::string text;
};

// The rows of one method.
class MethodRows {
 public:
  MethodRows(Session& session, const MethodEffects& effects)
      : session_(session), effects_(effects), method_(effects.method()) {
    for (const HeldLock& held : effects.held_at_entry()) {
      rows_.push_back({method_.line_at(0), 0, text(held.lock, 0, "held by all callers" + mode_text(held.mode))});
    }
    find_ends();
    for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
      HeldLocks held = effects.held_at_start(ir::BlockId(b));
      for (std::uint32_t n = method_.blocks[b].begin; n < method_.blocks[b].end; ++n) {
        if (const Effect* effect = effects.effect(ValueId(n))) add(*effect, held);
        effects.step(ValueId(n), held);
      }
    }
  }

  std::vector<Row> take() {
    std::stable_sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.pc < b.pc; });
    return std::move(rows_);
  }

 private:
  // Of a monitor that is entered at an instruction.
  struct End {
    std::uint32_t line = 0;  // the last one at which it is left
    bool is_left = true;     // on every way out of the method
  };

  void find_ends() {
    for (std::uint32_t b = 0; b < method_.blocks.size(); ++b) {
      const bool caught = catches_all(ir::BlockId(b));
      HeldLocks held = effects_.held_at_start(ir::BlockId(b));
      for (std::uint32_t n = method_.blocks[b].begin; n < method_.blocks[b].end; ++n) {
        const ir::Instruction& i = method_.instructions[n];
        if (i.op == Op::kReturn || (!caught && ir::may_throw(i))) {
          for (const HeldLock& h : held) ends_[h.site].is_left = false;
        }
        if (const Effect* effect = effects_.effect(ValueId(n))) {
          for (LockId released : effect->releases) {
            if (const HeldLock* h = find_held(held, released)) {
              ends_[h->site].line = std::max(ends_[h->site].line, method_.line(ValueId(n)));
            }
          }
        }
        effects_.step(ValueId(n), held);
      }
    }
  }

  // Whether whatever is thrown in the block is caught in this method.
  bool catches_all(ir::BlockId block) const {
    auto pads = method_.pads(block);
    return std::any_of(pads.begin(), pads.end(), [&](ir::BlockId pad) {
      const ir::Block& b = method_[pad];
      return method_.instructions[b.begin + b.phi_count].kind == 1;  // its catch
    });
  }

  void add(const Effect& effect, const HeldLocks& held) {
    const ir::Instruction& i = method_[effect.at];
    if (i.op == Op::kMonitorEnter) {
      const LockId lock = effect.acquires[0].lock;
      add_row(effect.at, lock, depth_of(held), monitor_text(effect.at, find_held(held, lock) != nullptr));
    } else if (i.op == Op::kMonitorExit) {
      const bool held_here = find_held(held, effect.releases[0]) != nullptr;
      if (!held_here) add_row(effect.at, effect.releases[0], 0, "monitorexit without its entry");
    } else if (i.op == Op::kInvoke) {
      add_call(effect, held);
    }
  }

  void add_call(const Effect& effect, const HeldLocks& held) {
    const std::string by = " by " + callee_text(method_[effect.at]);
    for (LockId lock : effect.waits) add_row(effect.at, lock, 0, "wait: released and taken again");
    for (LockId lock : effect.releases) {
      const HeldLock* h = find_held(held, lock);
      add_row(effect.at, lock, 0, "release" + (h == nullptr ? std::string() : mode_text(h->mode)) + by);
    }
    for (const sections::Acquisition& taken : effect.acquires) {
      add_row(effect.at, taken.lock, depth_of(held), "acquire" + mode_text(taken.mode) + by);
    }
    if (effect.if_true.lock.valid()) {
      add_row(effect.at, effect.if_true.lock, depth_of(held),
              "acquire" + mode_text(effect.if_true.mode) + " if true" + by);
    }
    if (effect.optimistic.valid()) {
      add_row(effect.at, effect.optimistic, depth_of(held),
              "read" + mode_text(sections::LockMode::kOptimistic) + " without being held" + by);
    }
    for (const auto& [lock, place] : effect.sections) {
      // An object's own lock around one access to it is not one that the program takes; a lock that is held already
      // opens no section.
      if (!effects_.lock(lock).own && find_held(held, lock) == nullptr)
        add_row(effect.at, lock, depth_of(held), "taken and released" + by);
    }
  }

  std::string monitor_text(ValueId enter, bool held_already) {
    const bool whole = (method_.access & classfile::kAccSynchronized) != 0 && enter.value < method_.blocks[0].end;
    const End& end = ends_[enter];
    std::string result = whole ? "synchronized method" : "synchronized block";
    if (held_already) return result + ", held already";
    if (!whole && end.line > method_.line(enter)) result += fmt::format(" to line {}", end.line);
    if (!end.is_left) result += ", not released on every way out";
    return result;
  }

  static std::string mode_text(sections::LockMode mode) {
    return mode == sections::LockMode::kExclusive ? std::string() : fmt::format(" ({})", to_text(mode));
  }

  std::string callee_text(const ir::Instruction& call) const {
    const ir::Reference& target = session_.references[call.reference()];
    return fmt::format("{}.{}", classfile::to_source_class(session_.names.text(target.owner)),
                       session_.names.text(target.name));
  }

  static std::size_t depth_of(const HeldLocks& held) {
    std::size_t depth = 0;
    for (const HeldLock& h : held) depth += h.count;
    return std::min(depth, kMaxIndent);
  }

  std::string text(LockId lock, std::size_t depth, const std::string& what) const {
    const AccessPath& path = effects_.lock(lock).path;
    std::string name = path.known()
                           ? path.text(session_.program, session_.references, method_, AccessPath::Style::kDump)
                           : std::string("a lock");
    return fmt::format("{:<24} {}", std::string(depth * 2, ' ') + name, what);
  }

  void add_row(ValueId at, LockId lock, std::size_t depth, const std::string& what) {
    Row row{method_.line(at), method_[at].pc, text(lock, depth, what)};
    // javac copies a finally block to every way out: one place in the source is one row.
    auto is_copy = [&](const Row& other) { return other.line == row.line && other.text == row.text; };
    if (row.line == 0 || std::none_of(rows_.begin(), rows_.end(), is_copy)) rows_.push_back(std::move(row));
  }

  Session& session_;
  const MethodEffects& effects_;
  const ir::MethodIr& method_;
  absl::flat_hash_map<ValueId, End> ends_;  // by the place where the lock was taken
  std::vector<Row> rows_;
};

}  // namespace

std::string dump_locks(Session& session) {
  std::vector<MethodId> methods = chosen_methods(session);
  Stats::Pass pass(session.stats, "find locks");
  session.progress.stage("finding locks");
  std::vector<ClassId> classes = chosen_classes(session);
  sections::Analysis analysis(session.store, session.models, classes, {.jobs = session.jobs});
  std::string out;
  std::size_t sites = 0;
  for (MethodId id : methods) {
    NodeId node = analysis.calls().node_of(id);
    if (!node.valid()) continue;  // without code
    const MethodEffects effects = analysis.effects(node);
    const std::vector<Row> rows = MethodRows(session, effects).take();
    if (rows.empty()) continue;
    sites += rows.size();
    fmt::format_to(std::back_inserter(out), "{}\n", session.program.describe(id));
    for (const Row& row : rows) {
      std::string place = row.line == 0 ? fmt::format("pc {}", row.pc) : fmt::format("line {}", row.line);
      fmt::format_to(std::back_inserter(out), "    {:<10}{}\n", place, row.text);
    }
  }
  pass.count("lock sites", sites);
  return out;
}

}  // namespace snag

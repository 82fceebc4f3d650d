// Every place where the application takes or gives back a lock, with the name that the checks have for it: monitors
// from the IR, the others (java.util.concurrent) from the library models.
//
//     both.readLock().lock();      acquires `both`, to read: the receiver is a view, by the model of readLock
//
// A view that comes out of a field is named after the field.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "classfile/descriptor.h"
#include "cli/dump.h"
#include "ir/monitors.h"
#include "sections/analysis.h"

namespace snag {

namespace {

constexpr std::uint32_t kMaxIndent = 16;  // levels of nesting that are shown

struct Row {
  std::uint32_t line = 0;
  std::uint32_t pc = 0;
  std::string text;
};

using sections::AccessPath;
using sections::MethodEffects;

class LockDump {
 public:
  LockDump(Session& session, sections::Analysis& analysis)
      : session_(session), analysis_(analysis), calls_(analysis.calls()) {}

  void append_method(std::string& out, MethodId id) {
    NodeId node = calls_.node_of(id);
    if (!node.valid()) return;  // without code
    std::vector<Row> rows;
    MethodEffects effects = analysis_.effects(node);
    add_monitors(rows, effects);
    add_library_locks(rows, effects);
    if (rows.empty()) return;
    sites_ += rows.size();
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.pc < b.pc; });
    if (rows.front().line != 0) merge_copies(rows);
    fmt::format_to(std::back_inserter(out), "{}\n", session_.program.describe(id));
    for (const Row& row : rows) {
      std::string line = row.line == 0 ? fmt::format("pc {}", row.pc) : fmt::format("line {}", row.line);
      fmt::format_to(std::back_inserter(out), "    {:<10}{}\n", line, row.text);
    }
  }
  std::uint64_t sites() const { return sites_; }

 private:
  // javac copies a finally block to every way out: one place in the source is one row.
  static void merge_copies(std::vector<Row>& rows) {
    std::vector<Row> kept;
    for (Row& row : rows) {
      auto same = [&](const Row& other) { return other.line == row.line && other.text == row.text; };
      if (std::none_of(kept.begin(), kept.end(), same)) kept.push_back(std::move(row));
    }
    rows = std::move(kept);
  }

  std::string text(MethodEffects& effects, ir::ValueId lock) {
    AccessPath path = effects.path(lock);
    if (!path.known()) path = AccessPath(AccessPath::Root::kLocal, lock.value);  // too long
    return path.text(session_.program, session_.references, effects.method(), AccessPath::Unnamed::kNumber);
  }

  void add_monitors(std::vector<Row>& rows, MethodEffects& effects) {
    const ir::MethodIr& method = effects.method();
    ir::Monitors monitors(method);
    bool synchronized_method = (method.access & classfile::kAccSynchronized) != 0;
    for (const ir::MonitorRegion& region : monitors.regions()) {
      std::uint32_t depth = 0, last = 0;
      for (ir::RegionId r = region.outer; r.valid() && depth < kMaxIndent; r = monitors[r].outer) ++depth;
      for (ir::ValueId exit : region.exits) last = std::max(last, method.line(exit));
      bool whole = synchronized_method && region.enter.value < method.blocks[0].end;
      std::uint32_t line = method.line(region.enter);
      std::string indented = std::string(depth * 2, ' ') + text(effects, region.lock);
      std::string what = fmt::format("{:<24} {}", indented, whole ? "synchronized method" : "synchronized block");
      if (!whole && last > line) what += fmt::format(" to line {}", last);
      if (!region.structured) what += ", unstructured";
      rows.push_back({line, method[region.enter].pc, std::move(what)});
    }
    for (ir::ValueId exit : monitors.unmatched_exits()) {
      std::string lock = text(effects, method.operands(exit)[0]);
      rows.push_back({method.line(exit), method[exit].pc, fmt::format("{:<24} monitorexit without its entry", lock)});
    }
  }

  const library::MethodModel* model_of(const ir::Instruction& i) {
    return i.op == ir::Op::kInvoke && i.operand_count > 0 ? calls_.binding(i).model : nullptr;
  }

  void add_library_locks(std::vector<Row>& rows, MethodEffects& effects) {
    const ir::MethodIr& method = effects.method();
    for (std::uint32_t i = 0; i < method.instructions.size(); ++i) {
      const ir::Instruction& call = method.instructions[i];
      const library::MethodModel* model = model_of(call);
      if (model == nullptr) continue;
      ir::ValueId lock = method.operands(call)[0];
      if (!model->waits.empty()) add(rows, method, i, text(effects, lock), "wait: released and taken again");
      if (model->locks.empty()) continue;
      std::optional<library::LockMode> mode;
      if (const library::MethodModel* maker = model_of(method[lock]); maker != nullptr && maker->view) {
        mode = maker->view;
        lock = method.operands(lock)[0];
      }
      for (const library::LockEffect& effect : model->locks) {
        if (effect.lock.base != library::Operand::Base::kThis) continue;
        add(rows, method, i, text(effects, lock), describe(effect, mode.value_or(effect.mode), call));
      }
    }
  }

  std::string describe(const library::LockEffect& effect, library::LockMode mode, const ir::Instruction& call) const {
    const ir::Reference& target = session_.references[call.reference()];
    bool acquires = effect.action == library::LockAction::kAcquire;
    std::string how = mode == library::LockMode::kExclusive ? "" : fmt::format(" ({})", to_text(mode));
    return fmt::format("{}{}{} by {}.{}", acquires ? "acquire" : "release", how, effect.only_if_true ? " if true" : "",
                       classfile::to_source_class(session_.names.text(target.owner)), session_.names.text(target.name));
  }

  static void add(std::vector<Row>& rows, const ir::MethodIr& method, std::uint32_t instruction,
                  const std::string& lock, const std::string& what) {
    rows.push_back({method.line(ir::ValueId(instruction)), method.instructions[instruction].pc,
                    fmt::format("{:<24} {}", lock, what)});
  }

  Session& session_;
  sections::Analysis& analysis_;
  Calls& calls_;
  std::uint64_t sites_ = 0;
};

}  // namespace

std::string dump_locks(Session& session) {
  std::vector<MethodId> methods = chosen_methods(session);
  Stats::Pass pass(session.stats, "find locks");
  session.progress.stage("finding locks");
  std::vector<ClassId> classes = chosen_classes(session);
  sections::Analysis analysis(session.store, session.models, classes, {.jobs = session.jobs});
  LockDump dump(session, analysis);
  std::string out;
  for (MethodId id : methods) dump.append_method(out, id);
  pass.count("lock sites", dump.sites());
  return out;
}

}  // namespace snag

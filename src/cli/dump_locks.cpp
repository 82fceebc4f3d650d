// Every place where the application takes or gives back a lock, with its lock expression: monitors from the IR, the
// others (java.util.concurrent) from the library models.
#include <fmt/format.h>

#include <algorithm>

#include "classfile/descriptor.h"
#include "cli/dump.h"
#include "ir/lock_expression.h"
#include "ir/monitors.h"
#include "program/resolution.h"

namespace snag {

namespace {

struct Row {
  std::uint32_t line = 0;
  std::uint32_t pc = 0;
  std::string text;
};

class LockDump {
 public:
  explicit LockDump(Session& session) : session_(session), resolver_(session.program) {}

  void append_method(std::string& out, MethodId id, const ir::MethodIr& method) {
    std::vector<Row> rows;
    ir::LockExpressions expressions(method);
    add_monitors(rows, method, expressions);
    add_library_locks(rows, method, expressions);
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

  std::string text(ir::LockExpressions& expressions, ir::ValueId value) {
    return expressions.text(expressions.of(value), session_.names, session_.references);
  }

  void add_monitors(std::vector<Row>& rows, const ir::MethodIr& method, ir::LockExpressions& expressions) {
    ir::Monitors monitors(method);
    bool synchronized_method = (method.access & classfile::kAccSynchronized) != 0;
    for (const ir::MonitorRegion& region : monitors.regions()) {
      std::uint32_t depth = 0, last = 0;
      for (ir::RegionId r = region.outer; r.valid() && depth < monitors.regions().size(); r = monitors[r].outer)
        ++depth;
      for (ir::ValueId exit : region.exits) last = std::max(last, method.line(exit));
      bool whole = synchronized_method && region.enter.value < method.blocks[0].end;
      std::uint32_t line = method.line(region.enter);
      std::string indented = std::string(depth * 2, ' ') + text(expressions, region.lock);
      std::string what = fmt::format("{:<24} {}", indented, whole ? "synchronized method" : "synchronized block");
      if (!whole && last > line) what += fmt::format(" to line {}", last);
      if (!region.structured) what += ", unstructured";
      rows.push_back({line, method[region.enter].pc, std::move(what)});
    }
    for (ir::ValueId exit : monitors.unmatched_exits()) {
      std::string lock = text(expressions, method.operands(exit)[0]);
      rows.push_back({method.line(exit), method[exit].pc, fmt::format("{:<24} monitorexit without its entry", lock)});
    }
  }

  const library::MethodModel* model_of(const ir::Instruction& call) {
    if (call.op != ir::Op::kInvoke) return nullptr;
    const ir::Reference& target = session_.references[call.reference()];
    ResolvedMethod resolved =
        resolver_.resolve_method({target.owner, target.name, target.descriptor, target.interface_owner});
    return resolved ? session_.models.find(session_.program, *resolved) : nullptr;
  }

  // `both.readLock()` is a view of `both`.
  ir::ValueId viewed(const ir::MethodIr& method, ir::ValueId value) {
    const library::MethodModel* model = model_of(method[value]);
    bool is_view = model != nullptr && model->view_of && model->view_of->base == library::Operand::Base::kThis;
    return is_view ? method.operands(value)[0] : value;
  }

  void add_library_locks(std::vector<Row>& rows, const ir::MethodIr& method, ir::LockExpressions& expressions) {
    for (std::uint32_t i = 0; i < method.instructions.size(); ++i) {
      const ir::Instruction& call = method.instructions[i];
      const library::MethodModel* model = model_of(call);
      if (model == nullptr || call.operand_count == 0) continue;
      ir::ValueId receiver = viewed(method, method.operands(call)[0]);
      for (const library::LockEffect& effect : model->locks) {
        if (effect.lock.base != library::Operand::Base::kThis) continue;
        add(rows, method, i, text(expressions, receiver), describe(effect, session_.references[call.reference()]));
      }
      if (!model->waits.empty()) add(rows, method, i, text(expressions, receiver), "wait: released and taken again");
    }
  }

  std::string describe(const library::LockEffect& effect, const ir::Reference& target) const {
    bool acquires = effect.action == library::LockAction::kAcquire;
    std::string mode = effect.mode == library::LockMode::kExclusive ? "" : fmt::format(" ({})", to_text(effect.mode));
    return fmt::format("{}{}{} by {}.{}", acquires ? "acquire" : "release", mode, effect.only_if_true ? " if true" : "",
                       classfile::to_source_class(session_.names.text(target.owner)), session_.names.text(target.name));
  }

  static void add(std::vector<Row>& rows, const ir::MethodIr& method, std::uint32_t instruction,
                  const std::string& lock, const std::string& what) {
    rows.push_back({method.line(ir::ValueId(instruction)), method.instructions[instruction].pc,
                    fmt::format("{:<24} {}", lock, what)});
  }

  Session& session_;
  Resolver resolver_;
  std::uint64_t sites_ = 0;
};

}  // namespace

std::string dump_locks(Session& session) {
  std::vector<MethodId> methods = chosen_methods(session);
  Stats::Pass pass(session.stats, "find locks");
  session.progress.stage("finding locks");
  session.store.prepare(methods, session.jobs);
  LockDump dump(session);
  std::string out;
  for (MethodId id : methods) {
    if (const ir::MethodIr* method = session.store.get(id)) dump.append_method(out, id, *method);
  }
  pass.count("lock sites", dump.sites());
  return out;
}

}  // namespace snag

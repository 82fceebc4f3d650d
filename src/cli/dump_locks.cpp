// Every place where the application takes or gives back a lock, with its lock expression: monitors from the IR, the
// others (java.util.concurrent) from the library models.
#include <fmt/format.h>

#include <algorithm>

#include "classfile/descriptor.h"
#include "cli/dump.h"
#include "ir/lock_expression.h"
#include "ir/monitors.h"
#include "library/lock_calls.h"

namespace snag {

namespace {

constexpr std::uint32_t kMaxIndent = 16;  // levels of nesting that are shown

struct Row {
  std::uint32_t line = 0;
  std::uint32_t pc = 0;
  std::string text;
};

class LockDump {
 public:
  explicit LockDump(Session& session)
      : session_(session), lock_calls_(session.program, session.references, session.models) {}

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
      for (ir::RegionId r = region.outer; r.valid() && depth < kMaxIndent; r = monitors[r].outer) ++depth;
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

  void add_library_locks(std::vector<Row>& rows, const ir::MethodIr& method, ir::LockExpressions& expressions) {
    for (std::uint32_t i = 0; i < method.instructions.size(); ++i) {
      const ir::Instruction& call = method.instructions[i];
      for (const library::LockCalls::Effect& effect : lock_calls_.effects(method, call)) {
        add(rows, method, i, text(expressions, effect.lock), describe(effect, session_.references[call.reference()]));
      }
      if (ir::ValueId waited = lock_calls_.waits_on(method, call); waited.valid()) {
        add(rows, method, i, text(expressions, waited), "wait: released and taken again");
      }
    }
  }

  std::string describe(const library::LockCalls::Effect& effect, const ir::Reference& target) const {
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
  library::LockCalls lock_calls_;
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

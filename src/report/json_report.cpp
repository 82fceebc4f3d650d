#include "report/json_report.h"

#include <algorithm>

#include "base/json_writer.h"
#include "base/version.h"

namespace snag {

namespace {

// What every place has; `line` is 0 where it is not known.
template <class Place>
void write_place(JsonWriter& json, const Place& place) {
  json.member("class", place.class_name);
  json.member("method", place.method);
  json.member("file", place.file);
  json.member("line", place.line);
}

void write(JsonWriter& json, const Graph& graph) {
  json.member("title", graph.title);
  json.objects("nodes", graph.nodes, [&](const Graph::Node& node) {
    json.member("label", node.label);
    json.member("detail", node.detail);
    json.member("file", node.file);
    json.member("line", node.line);
    json.member("marked", node.marked);
  });
  json.objects("edges", graph.edges, [&](const Graph::Edge& edge) {
    json.member("from", edge.from);
    json.member("to", edge.to);
    json.member("label", edge.label);
    json.member("marked", edge.marked);
  });
}

void write(JsonWriter& json, const Finding& finding, SourceLines& sources) {
  json.member("check", finding.check);
  json.member("kind", finding.kind);
  json.member("severity", to_text(finding.severity));
  json.member("score", finding.score);
  json.member("fingerprint", finding.fingerprint);
  json.member("message", finding.message);
  if (!finding.outcome.empty()) json.member("outcome", finding.outcome);
  write_place(json, finding);
  json.member("path", sources.path(finding.class_name, finding.file));
  json.begin_object("subject");
  json.member("field", finding.subject.field);
  json.array("locks", finding.subject.locks);
  json.end_object();
  json.objects("threads", finding.threads, [&](const ThreadOfSteps& thread) {
    json.member("name", thread.name);
    json.objects("steps", thread.steps, [&](const Step& step) {
      json.member("role", to_text(step.role));
      write_place(json, step);
      json.array("locks", step.locks);
      json.member("note", step.note);
      json.member("time", step.time);
    });
  });
  if (!finding.repair.empty()) json.member("repair", finding.repair);
  if (!finding.also.empty()) {
    json.objects("also", finding.also, [&](const OtherPlace& place) {
      json.member("kind", place.kind);
      json.member("fingerprint", place.fingerprint);
      write_place(json, place);
    });
  }
  if (!finding.graphs.empty()) {
    json.objects("graphs", finding.graphs, [&](const Graph& graph) { write(json, graph); });
  }
}

void write(JsonWriter& json, const Diagnostic& diagnostic) {
  static constexpr const char* kSeverities[] = {"note", "warning", "error"};
  json.member("severity", kSeverities[static_cast<int>(diagnostic.severity)]);
  json.member("file", diagnostic.file);
  json.member("message", diagnostic.message);
  if (diagnostic.offset) json.member("offset", *diagnostic.offset);
}

// The counts of each pass. A pass that has run twice is one entry, and of the same count the last one stands.
void write_passes(JsonWriter& json, const Stats& stats) {
  std::vector<Stats::Entry> merged;
  for (const Stats::Entry& pass : stats.passes()) {
    if (pass.counts.empty()) continue;
    auto known = std::find_if(merged.begin(), merged.end(), [&](const auto& entry) { return entry.name == pass.name; });
    if (known == merged.end()) known = merged.insert(merged.end(), {pass.name, 0, 0, {}});
    for (const auto& count : pass.counts) {
      auto same = std::find_if(known->counts.begin(), known->counts.end(),
                               [&](const auto& other) { return other.first == count.first; });
      if (same == known->counts.end()) same = known->counts.insert(same, count);
      same->second = count.second;
    }
  }
  for (const Stats::Entry& pass : merged) {
    json.begin_object(pass.name);
    for (const auto& [what, count] : pass.counts) json.member(what, count);
    json.end_object();
  }
}

}  // namespace

std::string json_report(const ReportInput& input, JsonForm form) {
  JsonWriter json = form == JsonForm::kIndented ? JsonWriter() : JsonWriter::for_page();
  json.begin_object();
  json.member("tool", "snag");
  json.member("version", kVersion);
  json.objects("findings", input.findings, [&](const Finding& finding) { write(json, finding, input.sources); });
  json.objects("diagnostics", input.diagnostics.sorted(), [&](const Diagnostic& one) { write(json, one); });
  json.begin_object("stats");
  write_passes(json, input.stats);
  json.begin_object("summary");
  json.member("classes", std::uint64_t{input.summary.classes});
  json.member("skipped", std::uint64_t{input.summary.skipped});
  json.member("suppressed", std::uint64_t{input.summary.suppressed});
  json.member("known", std::uint64_t{input.summary.known});
  if (!input.summary.program.empty()) json.member("program", input.summary.program);
  if (input.summary.exit_code) json.member("exit-code", static_cast<std::uint64_t>(*input.summary.exit_code));
  json.end_object();
  json.end_object();
  json.end_object();
  std::string text = json.take();
  if (form == JsonForm::kIndented) text += '\n';
  return text;
}

}  // namespace snag

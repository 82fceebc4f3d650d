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

void write(JsonWriter& json, const Step& step) {
  json.begin_object();
  json.member("role", to_text(step.role));
  write_place(json, step);
  json.array("locks", step.locks);
  json.member("note", step.note);
  json.member("time", step.time);
  json.end_object();
}

void write(JsonWriter& json, const ThreadOfSteps& thread) {
  json.begin_object();
  json.member("name", thread.name);
  json.begin_array("steps");
  for (const Step& step : thread.steps) write(json, step);
  json.end_array();
  json.end_object();
}

void write(JsonWriter& json, const Graph& graph) {
  json.begin_object();
  json.member("title", graph.title);
  json.begin_array("nodes");
  for (const Graph::Node& node : graph.nodes) {
    json.begin_object();
    json.member("label", node.label);
    json.member("detail", node.detail);
    json.member("file", node.file);
    json.member("line", node.line);
    json.member("marked", node.marked);
    json.end_object();
  }
  json.end_array();
  json.begin_array("edges");
  for (const Graph::Edge& edge : graph.edges) {
    json.begin_object();
    json.member("from", edge.from);
    json.member("to", edge.to);
    json.member("label", edge.label);
    json.member("marked", edge.marked);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write(JsonWriter& json, const OtherPlace& place) {
  json.begin_object();
  json.member("kind", place.kind);
  json.member("fingerprint", place.fingerprint);
  write_place(json, place);
  json.end_object();
}

void write(JsonWriter& json, const Finding& finding, SourceLines& sources) {
  json.begin_object();
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
  json.begin_array("threads");
  for (const ThreadOfSteps& thread : finding.threads) write(json, thread);
  json.end_array();
  if (!finding.repair.empty()) json.member("repair", finding.repair);
  if (!finding.also.empty()) {
    json.begin_array("also");
    for (const OtherPlace& place : finding.also) write(json, place);
    json.end_array();
  }
  if (!finding.graphs.empty()) {
    json.begin_array("graphs");
    for (const Graph& graph : finding.graphs) write(json, graph);
    json.end_array();
  }
  json.end_object();
}

void write(JsonWriter& json, const Diagnostic& diagnostic) {
  static constexpr const char* kSeverities[] = {"note", "warning", "error"};
  json.begin_object();
  json.member("severity", kSeverities[static_cast<int>(diagnostic.severity)]);
  json.member("file", diagnostic.file);
  json.member("message", diagnostic.message);
  if (diagnostic.offset) json.member("offset", *diagnostic.offset);
  json.end_object();
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
  json.begin_array("findings");
  for (const Finding& finding : input.findings) write(json, finding, input.sources);
  json.end_array();
  json.begin_array("diagnostics");
  for (const Diagnostic& diagnostic : input.diagnostics.sorted()) write(json, diagnostic);
  json.end_array();
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

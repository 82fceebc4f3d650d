#include "report/json_report.h"

#include <nlohmann/json.hpp>

#include "base/version.h"

namespace snag {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Step& step) {
  Json result = {{"role", step.role}, {"class", step.class_name}, {"method", step.method}, {"file", step.file},
                 {"line", step.line}, {"locks", step.locks},      {"note", step.note}};
  if (step.time != 0) result["time"] = step.time;
  return result;
}

Json to_json(const ThreadOfSteps& thread) {
  Json steps = Json::array();
  for (const Step& step : thread.steps) steps.push_back(to_json(step));
  return {{"name", thread.name}, {"steps", std::move(steps)}};
}

Json to_json(const Graph& graph) {
  Json result = {{"title", graph.title}, {"nodes", Json::array()}, {"edges", Json::array()}};
  for (const Graph::Node& node : graph.nodes) {
    result["nodes"].push_back({{"label", node.label},
                               {"detail", node.detail},
                               {"file", node.file},
                               {"line", node.line},
                               {"marked", node.marked}});
  }
  for (const Graph::Edge& edge : graph.edges) {
    result["edges"].push_back({{"from", edge.from}, {"to", edge.to}, {"label", edge.label}, {"marked", edge.marked}});
  }
  return result;
}

Json to_json(const Finding& finding) {
  Json threads = Json::array();
  for (const ThreadOfSteps& thread : finding.threads) threads.push_back(to_json(thread));
  Json result = {{"check", finding.check},
                 {"kind", finding.kind},
                 {"severity", to_text(finding.severity)},
                 {"fingerprint", finding.fingerprint},
                 {"message", finding.message},
                 {"class", finding.class_name},
                 {"method", finding.method},
                 {"file", finding.file},
                 {"line", finding.line},
                 {"subject", {{"field", finding.subject.field}, {"locks", finding.subject.locks}}},
                 {"threads", std::move(threads)}};
  if (finding.score != 0) result["score"] = finding.score;
  if (!finding.outcome.empty()) result["outcome"] = finding.outcome;
  if (!finding.repair.empty()) result["repair"] = finding.repair;
  if (!finding.graphs.empty()) {
    result["graphs"] = Json::array();
    for (const Graph& graph : finding.graphs) result["graphs"].push_back(to_json(graph));
  }
  if (!finding.also.empty()) {
    result["also"] = Json::array();
    for (const Step& place : finding.also) {
      result["also"].push_back({{"kind", place.note},
                                {"class", place.class_name},
                                {"method", place.method},
                                {"file", place.file},
                                {"line", place.line}});
    }
  }
  return result;
}

Json to_json(const Diagnostic& diagnostic) {
  static constexpr const char* kSeverities[] = {"note", "warning", "error"};
  Json result = {{"severity", kSeverities[static_cast<int>(diagnostic.severity)]},
                 {"file", diagnostic.file},
                 {"message", diagnostic.message}};
  if (diagnostic.offset) result["offset"] = *diagnostic.offset;
  return result;
}

}  // namespace

std::string json_report(std::span<const Finding> findings, const Diagnostics& diagnostics, const Stats& stats) {
  Json report = {{"tool", "snag"},
                 {"version", kVersion},
                 {"findings", Json::array()},
                 {"diagnostics", Json::array()},
                 {"stats", Json::object()}};
  for (const Finding& finding : findings) report["findings"].push_back(to_json(finding));
  for (const Diagnostic& diagnostic : diagnostics.sorted()) report["diagnostics"].push_back(to_json(diagnostic));
  for (const Stats::Entry& pass : stats.passes()) {
    for (const auto& [what, count] : pass.counts) report["stats"][pass.name][what] = count;
  }
  // Names of files may hold any bytes.
  return report.dump(2, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace snag

// Findings for measuring and testing the reports: as long as real ones, and no two alike.
#pragma once

#include <fmt/format.h>

#include <array>
#include <vector>

#include "findings/finding.h"

namespace snag {

// Of each: two threads of eight steps, two places of the same cause, a graph of four nodes. Of 10,000 findings, 1,000
// classes; a third has each severity, the high ones first.
inline std::vector<Finding> made_findings(std::size_t count) {
  constexpr std::array<Role, 8> kRoles = {Role::kCall, Role::kAcquire, Role::kRead,  Role::kRelease,
                                          Role::kCall, Role::kAcquire, Role::kWrite, Role::kRelease};
  constexpr std::array<std::array<const char*, 2>, 3> kKinds = {
      {{"stale-value", "lost-update"}, {"block-atomicity", "escaped-value"}, {"reacquired-lock", "unrelated"}}};
  std::vector<Finding> findings(count);
  for (std::size_t i = 0; i < count; ++i) {
    Finding& finding = findings[i];
    const std::size_t third = 3 * i / count;
    const std::string name =
        fmt::format("Service{}", i / 10 % 1000);  // neighbours are of one class, as they are sorted
    const std::string class_name = fmt::format("org.example.orders.part{}.{}", i / 10 % 10, name);
    const std::string file = name + ".java";
    const auto line = static_cast<std::uint32_t>(20 + i % 977);
    finding.check = kKinds[third][0];
    finding.kind = kKinds[third][1];
    finding.severity = static_cast<Severity>(third);
    finding.fingerprint = fmt::format("{:016x}", i * 0x9e3779b97f4a7c15u);
    finding.message = fmt::format(
        "{}.total is read under this in total() into before, and written from that value after the lock was released "
        "and "
        "taken again",
        name);
    finding.outcome = "What T2 has written is lost: the total is too small.";
    finding.class_name = class_name;
    finding.method = "addInterest(int,java.lang.String)";
    finding.file = file;
    finding.line = line;
    finding.highlight = "before";
    finding.score = static_cast<std::uint32_t>(90 - 30 * third);
    finding.subject = {class_name + ".total", {"this"}};
    finding.repair = "Hold this from the read to the write.";
    for (std::uint32_t thread = 0; thread < 2; ++thread) {
      ThreadOfSteps& steps = finding.threads.emplace_back();
      steps.name = fmt::format("T{}", thread + 1);
      for (std::uint32_t at = 0; at < kRoles.size(); ++at) {
        steps.steps.push_back({.role = kRoles[at],
                               .class_name = class_name,
                               .method = "setTotal(long)",
                               .file = file,
                               .line = line + 3 * at + 40 * thread,
                               .locks = {"this", "this.orders"},
                               .note = fmt::format("{}.total is read, and goes on to be used", name),
                               .time = 1 + at + 8 * thread});
      }
    }
    for (std::uint32_t at = 0; at < 2; ++at) {
      finding.also.push_back(
          {{.role = Role::kNone, .class_name = class_name, .method = "close()", .file = file, .line = line + 200 + at},
           finding.kind});
    }
    Graph& graph = finding.graphs.emplace_back();
    graph.title = "Calls";
    for (std::uint32_t node = 0; node < 4; ++node) {
      graph.nodes.push_back(
          {fmt::format("{}.step{}()", name, node), class_name + ".step()", file, line + node, node == 0});
      if (node > 0) graph.edges.push_back({node - 1, node, "", node == 1});
    }
  }
  return findings;
}

}  // namespace snag

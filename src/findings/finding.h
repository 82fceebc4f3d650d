// What a check reports: the evidence of one defect, and the sentences that tell it.
//
// A finding is ready to print. Findings are sorted by their evidence, and there by names and bytecode positions, never
// by ids or sentences: so the order is the same in every run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "findings/evidence.h"

namespace snag {

// A drawing that helps to understand a finding: the calls, or the order in which locks are taken.
struct Graph {
  struct Node {
    std::string label;   // `Account.balance()`, as short as it can be
    std::string detail;  // the whole name, or what happens there; may be empty
    std::string file;    // empty where it is not a place in the sources
    std::uint32_t line = 0;
    bool marked = false;  // what the finding is about
  };
  struct Edge {
    std::uint32_t from = 0, to = 0;  // indexes of nodes
    std::string label;               // may be empty
    bool marked = false;
  };
  std::string title;  // `Calls`
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

// The sentences and drawings are made from the evidence, by the story of the check.
struct Finding : Evidence {
  std::string message;      // one sentence
  std::string outcome;      // one sentence: what has gone wrong when the steps are done; may be empty
  std::string repair;       // one sentence: what to do about it; may be empty
  std::uint32_t score = 0;  // 0 to 100, by finish_findings (ranking.h)
  std::vector<Graph> graphs;
};

// Gives every finding its fingerprint, after findings of one cause at one line, and findings of several checks about
// one defect (Evidence::not_atomic), have become one.
//
// The fingerprint is made of check, kind, class, method, the subject, and the roles of the first thread's steps in that
// method: never of lines, notes, messages or other threads, nor of names that a change elsewhere changes (local
// variables that hold locks, numbers of lambdas and anonymous classes). Findings that agree in all of these are
// numbered in the order of their lines, those that only the audit shows last, and the number is part of the fingerprint
// of all but the first: no two findings of a run have the same one, and the audit has those of the review.
void identify_findings(std::vector<Finding>& findings);

// The last step, for findings that have fingerprints: merges those of one cause; gives every finding its score, and a
// graph of its calls where it has no graph; and sorts them: by severity, score (the higher first), class, method, line,
// check, kind, rank (the higher first), and then by the rest of the evidence, so that the order never depends on the
// one they came in.
//
// What is known already or suppressed has to go before: else a place that is new would hide behind one that is known.
void finish_findings(std::vector<Finding>& findings);

}  // namespace snag

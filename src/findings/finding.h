// What a check reports: one defect, told as the steps of the threads that meet in it.
//
// A finding is plain text and numbers, ready to print: whoever makes one turns names into the form of the source
// (`bank.Account`, `deposit(int)`). Findings are compared and sorted by that text, never by ids, so that the order is
// the same in every run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/severity.h"

namespace snag {

// One thing that a thread does.
struct Step {
  std::string role;  // acquire, read, write, release, use, call, check, wait, start, join, …
  std::string class_name;
  std::string method;              // name(int,java.lang.String)
  std::string file;                // Account.java; empty where the class file does not say
  std::uint32_t line = 0;          // 0: not known
  std::vector<std::string> locks;  // held at this step, outermost first, as in source
  std::string note;                // `balance is read into old`
  std::uint32_t time = 0;          // when, among the steps of all threads: 1, 2, …
};

struct ThreadOfSteps {
  std::string name;  // T1, T2
  std::vector<Step> steps;
};

struct Subject {
  std::string field;               // bank.Account.balance; empty if it is about none
  std::vector<std::string> locks;  // as written in the method of the finding
};

// A drawing that helps to understand a finding: who calls whom, in which order locks are taken.
struct Graph {
  struct Node {
    std::string label;   // `Account.balance()`, as short as it can be
    std::string detail;  // the whole name, or what happens there; may be empty
    std::string file;    // empty where it is no place in the sources
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

struct Finding {
  std::string check;  // stale-value
  std::string kind;   // lost-update
  // Where the kind depends on which thread comes first: what the fingerprint has for all of them. Else empty.
  std::string kind_of_all_orders;
  Severity severity = Severity::kMedium;
  std::string fingerprint;  // by identify_findings
  std::string message;      // one sentence
  std::string outcome;      // one sentence: what has gone wrong when the steps are done; may be empty
  std::string class_name;
  std::string method;
  std::string file;
  std::uint32_t line = 0;   // the line to look at first
  std::string highlight;    // the word on that line that the caret points at: a variable, field or method; may be empty
  std::uint32_t rank = 0;   // within one place: the higher, the more relevant (stale-value: the age)
  std::uint32_t score = 0;  // 0 to 100, by finish_findings (ranking.h)
  Subject subject;
  std::string repair;  // one sentence: what to do about it; may be empty
  std::vector<ThreadOfSteps> threads;
  std::vector<Graph> graphs;
  // Findings of one check whose causes are equal (and not empty) are one: the most severe, of these the first, stands
  // for all, and `also` has the places of the others, with their kinds as notes.
  std::string cause;
  std::vector<Step> also;
  std::vector<std::string> also_fingerprints;  // of the same places
};

// Sets the times of the steps: the first thread comes to its step `pause`, then the other threads run, then it goes on.
void interleave(Finding& finding, std::size_t pause);

// Gives every finding its fingerprint, after findings of one cause at one line have become one.
//
// The fingerprint is made of check, kind, class, method, the subject, and the roles of the first thread's steps in that
// method: never of lines, notes, messages or other threads, nor of names that a change elsewhere changes (local
// variables that hold locks, numbers of lambdas and anonymous classes). Findings that agree in all of these are
// numbered in the order of their lines, and the number is part of the fingerprint of all but the first: no two findings
// of a run have the same one.
void identify_findings(std::vector<Finding>& findings);

// The last step, for findings that have fingerprints: merges those of one cause; gives every finding its score, times
// of its steps where the check has set none (one thread after the other), and a graph of its calls where it has no
// graph; and sorts them: by severity, score (the higher first), class, method, line, check, kind, rank (the higher
// first), and then by all other text, so that the order never depends on the one they came in.
//
// What is known already or suppressed has to go before: else a place that is new would hide behind one that is known.
void finish_findings(std::vector<Finding>& findings);

}  // namespace snag

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

namespace snag {

enum class Severity : std::uint8_t { kHigh, kMedium, kLow };
std::string_view to_text(Severity severity);

// One thing that a thread does.
struct Step {
  std::string role;  // acquire, read, write, release, use, call, check, wait, start, join, …
  std::string class_name;
  std::string method;              // name(int,java.lang.String)
  std::string file;                // Account.java; empty where the class file does not say
  std::uint32_t line = 0;          // 0: not known
  std::vector<std::string> locks;  // held at this step, outermost first, as in source
  std::string note;                // `balance is read into old`
};

struct ThreadOfSteps {
  std::string name;  // T1, T2
  std::vector<Step> steps;
};

struct Subject {
  std::string field;               // bank.Account.balance; empty if it is about none
  std::vector<std::string> locks;  // as written in the method of the finding
};

struct Finding {
  std::string check;  // stale-value
  std::string kind;   // lost-update
  Severity severity = Severity::kMedium;
  std::string fingerprint;  // by finish_findings
  std::string message;      // one sentence
  std::string class_name;
  std::string method;
  std::string file;
  std::uint32_t line = 0;  // the line to look at first
  std::string highlight;   // the word on that line that the caret points at: a variable, field or method; may be empty
  std::uint32_t rank = 0;  // within one place: the higher, the more relevant (stale-value: the age)
  Subject subject;
  std::string repair;  // one sentence: what to do about it; may be empty
  std::vector<ThreadOfSteps> threads;
  // Findings of one check whose causes are equal (and not empty) are one: the most severe, of these the first, stands
  // for all, and `also` has the places of the others, with their kinds as notes.
  std::string cause;
  std::vector<Step> also;
};

// Merges findings of one cause, gives every finding its fingerprint, and sorts them: by severity, then class, method,
// line, check, kind, rank (the higher first), and then by all other text, so that the order never depends on the one
// they came in.
//
// The fingerprint is made of check, kind, class, method, the subject, and of each thread's steps the role, class and
// method: never of lines, notes, messages or what a thread is called, so it survives moved lines and renamed local
// variables. Findings that agree in all of these are numbered in the order of their lines, and the number is part of
// the fingerprint of all but the first: no two findings of a run have the same one.
void finish_findings(std::vector<Finding>& findings);

}  // namespace snag

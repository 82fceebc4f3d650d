// Analyses that several checks stand on, each made when the first check asks for it.
#pragma once

#include <memory>

#include "callgraph/build.h"
#include "checks/annotation_suppressions.h"
#include "checks/check.h"
#include "sections/analysis.h"

namespace snag {

// Belongs to the thread that runs the checks.
class Analyses {
 public:
  explicit Analyses(const CheckInput& input) : input_(input) {}

  const CheckInput& input() const { return input_; }
  sections::Analysis& sections();
  // Null when the program is too large for it and the user has not asked for it, or asked for the class hierarchy
  // alone.
  const CallGraph* call_graph();

 private:
  const CheckInput input_;
  std::unique_ptr<sections::Analysis> sections_;
  std::unique_ptr<CallGraphResult> call_graph_;
};

// As run_checks of check.h, with analyses that the caller keeps: to give them back takes time, which a program that is
// about to end need not spend.
std::vector<Finding> run_checks(Analyses& analyses, std::span<const std::string_view> ids);
// The same; and findings that an annotation suppresses go to `suppressed`. They are finished, too, but those of one
// annotation at a time: it must not speak for the places of one cause at which there is none.
std::vector<Finding> run_checks(Analyses& analyses, std::span<const std::string_view> ids,
                                std::vector<SuppressedFinding>& suppressed);

}  // namespace snag

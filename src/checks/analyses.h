// Analyses that several checks stand on, each made when the first check asks for it.
#pragma once

#include <memory>

#include "callgraph/build.h"
#include "checks/check.h"
#include "sections/analysis.h"

namespace snag {

// Belongs to the thread that runs the checks.
class Analyses {
 public:
  explicit Analyses(const CheckInput& input) : input_(input) {}

  const CheckInput& input() const { return input_; }
  sections::Analysis& sections();
  // Null: the class hierarchy has to do. So the user has asked; or he has not asked for any, and the program is too
  // large, or its graph was given up as too costly.
  const CallGraph* call_graph();

 private:
  const CheckInput input_;
  std::unique_ptr<sections::Analysis> sections_;
  std::unique_ptr<CallGraphResult> call_graph_;
};

// As run_checks of check.h, with analyses that the caller keeps: to give them back takes time, which a program that is
// about to end need not spend.
std::vector<Finding> run_checks(Analyses& analyses, std::span<const std::string_view> ids);
// Without identify_findings and finish_findings: what is suppressed has to go before findings of one cause become one.
std::vector<Finding> find_unfinished(Analyses& analyses, std::span<const std::string_view> ids);

}  // namespace snag

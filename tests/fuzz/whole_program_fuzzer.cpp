// The analyses of a whole program over arbitrary code: objects, threads, ownership, execution, and their dumps. No
// crash, no hang, and the same text for one thread and for two. What an input is: made_program.h.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "execution/dump_events.h"
#include "execution/dump_threads.h"
#include "execution/whole_program.h"
#include "heap/dump.h"
#include "made_program.h"

namespace {

using namespace snag;

// Small, so that inputs also end the analysis before it is complete.
constexpr std::uint64_t kMaximumSteps = 20'000;

std::string dump(const WholeProgramAnalysis& analysis) {
  if (!analysis.gave_up().empty()) return analysis.gave_up();
  const ObjectNumbers numbers(analysis.heap());
  return dump_threads(analysis.threads()) + dump_threads_dot(analysis.threads()) + dump_heap(analysis.heap(), numbers) +
         dump_heap_dot(analysis.heap(), numbers) + dump_events(analysis, numbers) +
         dump_lock_orders(analysis, numbers) + dump_lock_orders_dot(analysis, numbers);
}

std::string analyse(const fuzz::Folder& folder, bool every_method_is_an_entry, unsigned jobs) {
  // Fresh for each input, so that memory does not grow and every input is reproducible alone.
  Names names;
  Diagnostics diagnostics;
  ClassPath class_path(diagnostics);
  class_path.add(folder.class_file().string(), Origin::kApplication);
  class_path.add(folder.library().string(), Origin::kJdk);
  Program program(names, class_path, diagnostics);
  const std::vector<ClassId> application = program.load_all(Origin::kApplication, jobs);
  if (application.empty()) return {};
  ir::References references;
  IrStore store(program, references);
  library::Models models(names);
  if (!models.load_embedded()) std::abort();
  WholeProgramAnalysis::Options options{.jobs = jobs,
                                        .steps = {.with_contexts = kMaximumSteps, .without_contexts = kMaximumSteps}};
  if (every_method_is_an_entry) {
    for (const Method& method : program.methods(application[0])) {
      if (!method.has_code) continue;
      options.entries.push_back(program.describe(application[0]) + "." + std::string(program.text(method.name)));
    }
  }
  Stats stats;
  sections::Analysis sections(store, models, application, {.all_contexts = true, .jobs = jobs});
  const auto analysis = WholeProgramAnalysis::run(sections, store, models, options, stats);
  return analysis ? dump(**analysis) : analysis.error().message;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Folder folder;
  const Bytes input(data, size);
  fuzz::write(folder.class_file(), fuzz::class_of(input));
  const bool code = !fuzz::is_class_file(input);
  if (analyse(folder, code, /*jobs=*/1) != analyse(folder, code, /*jobs=*/2)) std::abort();
  return 0;
}

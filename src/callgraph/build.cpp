#include "callgraph/build.h"

#include <utility>

#include "program/resolution.h"

namespace snag {

Result<CallGraphResult> build_call_graph(IrStore& store, const library::Models& models,
                                         const CallGraphOptions& options) {
  Program& program = store.program();
  std::vector<ClassId> classes = program.load_all(Origin::kApplication, options.jobs);
  Result<EntryPoints> entries = find_entry_points(program, classes, options);
  if (!entries) return tl::unexpected(entries.error());
  if (options.algorithm == CallGraphAlgorithm::kCha) {
    std::vector<ClassId> libraries = program.load_all(Origin::kLibrary, options.jobs);
    classes.insert(classes.end(), libraries.begin(), libraries.end());
  }
  Resolver resolver(program);
  VariableTypes analysis(store, resolver, models, classes, options);
  CallGraphResult result;
  result.graph = analysis.run(*entries);
  result.entries = std::move(*entries);
  result.counters = analysis.counters();
  result.complete = analysis.complete();
  return result;
}

}  // namespace snag

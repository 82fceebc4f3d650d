#include "cli/commands.h"

#include <fmt/format.h>

#include "cli/dump.h"
#include "cli/exit_codes.h"
#include "cli/installation.h"
#include "cli/output.h"
#include "cli/session.h"

namespace snag {

int run_dump(const Options& options) {
  bool dot = options.format == OutputFormat::kDot;
  if (dot && (options.dump_kind == DumpKind::kLocks || options.dump_kind == DumpKind::kThreads)) {
    throw UsageError("--format dot draws classes, ir and callgraph; locks and threads are text");
  }
  bool needs_library = options.dump_kind != DumpKind::kClasses && options.dump_kind != DumpKind::kIr;
  Session session(options, needs_library);
  std::string text;
  switch (options.dump_kind) {
    case DumpKind::kClasses:
      text = dump_classes(session);
      break;
    case DumpKind::kIr:
      text = dump_ir(session);
      break;
    case DumpKind::kLocks:
      text = dump_locks(session);
      break;
    case DumpKind::kCallgraph:
    case DumpKind::kThreads:
      break;
  }
  session.progress.finish();
  write_output(options, text);
  session.report();
  return kExitNoFindings;
}

int run_check(const Options& options) {
  Session session(options, /*needs_library=*/true);
  return kExitNoFindings;
}

int run_demo(const Options& options) {
  const auto example = find_bundled_example();
  if (!example) throw InputError("the bundled example bank.jar is missing from this installation");
  Options demo = options;
  demo.paths = {*example};
  return run_check(demo);
}

}  // namespace snag

// The checks over arbitrary code, in both profiles: no crash, no hang. What an input is: made_program.h.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "../unit/support/run_checks.h"
#include "checks/reacquired-lock/descriptor.h"
#include "made_program.h"

namespace {

using namespace snag;

void check(Bytes bytes) {
  static const fuzz::Folder folder;
  fuzz::write(folder.class_file(), bytes);
  // Fresh for each input, so that memory does not grow and every input is reproducible alone.
  Names names;
  Diagnostics diagnostics;
  ClassPath class_path(diagnostics);
  class_path.add(folder.class_file().string(), Origin::kApplication);
  class_path.add(folder.library().string(), Origin::kJdk);
  Program program(names, class_path, diagnostics);
  std::vector<ClassId> application = program.load_all(Origin::kApplication, /*jobs=*/1);
  if (application.empty()) return;
  ir::References references;
  IrStore store(program, references);
  library::Models models(names);
  if (!models.load_embedded()) std::abort();
  const std::vector<std::string_view> all = checks_that_run(&CheckDescriptor::Runs::on_code);
  const std::vector<std::string_view> only_relaxed = {kReacquiredLock.id};
  struct Variant {
    Profile profile;
    bool relaxed;
  };
  for (Variant variant : {Variant{Profile::kReview, false}, Variant{Profile::kAudit, false},
                          Variant{Profile::kReview, true}, Variant{Profile::kAudit, true}}) {
    auto [profile, relaxed] = variant;
    Stats stats;
    (void)run_checks({.store = store,
                      .models = models,
                      .application = application,
                      .stats = stats,
                      .profile = profile,
                      .jobs = 1,
                      .options = CheckOptions().set(kRelaxed, relaxed)},
                     relaxed ? only_relaxed : all);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check(fuzz::class_of(Bytes(data, size)));
  return 0;
}

// A program opened as the command line does, for tests of what stands on it.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "ir/ir_store.h"
#include "library/models.h"
#include "program/jdk_location.h"
#include "program/program.h"

namespace snag {

// tests/java/<folder>, compiled.
inline std::string java_test_jar(const std::string& folder) {
  return std::string(SNAG_TEST_JAVA_DIR) + "/" + folder + ".jar";
}

struct OpenedProgram {
  struct Paths {
    std::string application;
    std::string library = {};  // empty: none
    bool jdk = true;
  };

  explicit OpenedProgram(const Paths& paths) : class_path(diagnostics), models(names) {
    if (paths.jdk) {
      Result<std::string> home = find_jdk(JdkSearch::from_environment(""));
      if (!home) throw std::runtime_error(home.error().message);
      class_path.add_jdk(*home);
    }
    class_path.add(paths.application, Origin::kApplication);
    if (!paths.library.empty()) class_path.add(paths.library, Origin::kLibrary);
    program = std::make_unique<Program>(names, class_path, diagnostics);
    store = std::make_unique<IrStore>(*program, references);
    if (Result<void> loaded = models.load_embedded(); !loaded) throw std::runtime_error(loaded.error().message);
    application = program->load_all(Origin::kApplication, /*jobs=*/0);
    if (application.empty()) throw std::runtime_error("no class in " + paths.application);
  }

  Diagnostics diagnostics;
  Names names;
  ClassPath class_path;
  ir::References references;
  std::unique_ptr<Program> program;
  std::unique_ptr<IrStore> store;
  library::Models models;
  std::vector<ClassId> application;  // sorted by name
};

}  // namespace snag

// Folders of class files, and single class files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "program/container.h"
#include "program/read_limits.h"

namespace snag {

struct OpenedFolder {
  std::unique_ptr<Container> container;  // null if the folder holds no classes
  std::vector<std::string> archives;     // other files that look like archives, relative to the folder, sorted
};

enum class FolderRoots : bool {
  kGiven,    // names are paths below the folder, as for Java: `a/B.class` is a/B
  kDeduced,  // names come from the classes themselves: `target/` finds classes/a/B.class as a/B, and so does `a/`
};

// `budget` must outlive the container.
OpenedFolder open_folder(const std::string& path, FolderRoots roots, ReadBudget& budget, Diagnostics& diagnostics);

// A class file has the name that it gives itself, wherever it lies.
Result<std::unique_ptr<Container>> open_class_file(const std::string& path, ReadBudget& budget);

}  // namespace snag

// Archives that contain classes, and archives inside them: jar, war, ear, Spring-Boot-style fat jar, zip, jmod.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "program/byte_source.h"
#include "program/container.h"
#include "program/manifest.h"
#include "program/origin.h"
#include "program/read_limits.h"

namespace snag {

struct OpenedContainer {
  std::unique_ptr<Container> container;
  Origin origin;
};

struct OpenedArchive {
  std::vector<OpenedContainer> containers;  // in the order in which they are searched
  Manifest manifest;
};

// `path` names the archive in messages, and its ending helps to determine its kind. Whatever cannot be read inside is
// left out with a diagnostic; an error means that the archive as a whole cannot be read. `budget` must outlive the
// containers.
Result<OpenedArchive> open_archive(const std::string& path, ByteSource archive, Origin origin, ReadBudget& budget,
                                   Diagnostics& diagnostics);

// Returns whether an entry is where packed or unpacked web and Spring Boot applications keep their libraries:
// WEB-INF/lib, BOOT-INF/lib.
bool is_in_library_folder(std::string_view entry_name);
// Returns whether a name ends in jar, war, ear or rar, in lower or upper case.
bool has_archive_ending(std::string_view name);

}  // namespace snag

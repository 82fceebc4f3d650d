// Files as Blobs. Large ones that are read here and there (archives, images) are mapped; small ones that are read once
// from end to end (class files in folders) are cheaper to copy, and a copy cannot change under the reader.
//
// A mapped file that somebody truncates while it is being read kills the process (SIGBUS), as it does to the JVM, which
// maps its own jars the same way.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "program/blob.h"

namespace snag {

// The error says what the operating system said: "No such file or directory".
Result<Blob> map_file(const std::string& path);
// Refuses files of more than `limit` bytes, and whatever is not a regular file.
Result<Blob> load_file(const std::string& path, std::uint64_t limit);

}  // namespace snag

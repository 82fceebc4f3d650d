// The main section of META-INF/MANIFEST.MF, as far as a class path depends on it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace snag {

struct Manifest {
  bool multi_release = false;
  std::vector<std::string> class_path;  // URLs as written, relative to the jar's folder
};

// Never fails: like the Java launcher, it ignores lines that are not attributes.
Manifest parse_manifest(std::string_view text);

// Returns the path of a URL such as `lib/my%20lib.jar` below `folder`; absolute paths and file: URLs do not depend on
// it. Returns an empty path for URLs that lead elsewhere (http:) and for damaged escapes.
std::string resolve_class_path_url(std::string_view url, std::string_view folder);

// Ignores the case of ASCII letters only, which suffices for names of attributes and of archives' entries.
bool equals_ignoring_case(std::string_view a, std::string_view b);

}  // namespace snag

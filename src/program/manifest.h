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

// Never fails: lines that are no attributes are passed over, as the Java launcher does.
Manifest parse_manifest(std::string_view text);

// `lib/my%20lib.jar` below `folder`; absolute paths and file: URLs are taken as they are. Empty for URLs that lead
// elsewhere (http:) and for damaged escapes.
std::string resolve_class_path_url(std::string_view url, std::string_view folder);

// ASCII letters only, as names of attributes and of archives' entries need it.
bool equals_ignoring_case(std::string_view a, std::string_view b);

}  // namespace snag

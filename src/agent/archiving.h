// Does this JVM write an archive of its classes (class data sharing, ahead-of-time cache) when it ends? Rewritten
// classes must not get into one; HotSpot leaves them out, and version 25 crashes over it when java.lang.Thread is among
// them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snag::agent {

// The option that says so, among the words of the command line.
std::optional<std::string> archiving_option(const std::vector<std::string>& words);

// The words of this process: its command line, and the variables that the JVM reads options from.
std::vector<std::string> words_of_process();

}  // namespace snag::agent

// Whether this JVM writes an archive of its classes (class data sharing, ahead-of-time cache) when it ends. Rewritten
// classes must not get into one: HotSpot leaves them out, and version 25 crashes if java.lang.Thread is among them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snag::agent {

// Returns the option that demands it, if one of these words of the command line does.
std::optional<std::string> archiving_option(const std::vector<std::string>& words);

// Returns the words of this process: its command line, and the variables from which the JVM reads options.
std::vector<std::string> words_of_process();

}  // namespace snag::agent

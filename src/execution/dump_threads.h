// The abstract threads as text and as a drawing: for `snag dump threads`. The text is the same in each run.
#pragma once

#include <string>

#include "execution/threads.h"

namespace snag {

// A paragraph for each thread that begins in the application or its libraries, after lines that explain the words.
std::string dump_threads(const Threads& threads);
// Graphviz: which thread starts which, and dashed which may run in parallel. Without class initializers.
std::string dump_threads_dot(const Threads& threads);

}  // namespace snag

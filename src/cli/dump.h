// What `snag dump` shows, as text.
#pragma once

#include <string>
#include <vector>

#include "cli/session.h"

namespace snag {

std::string dump_classes(Session& session);
std::string dump_ir(Session& session);
std::string dump_locks(Session& session);

// --class and --method: what of the application is asked for, in the order of class name and class file. Both throw
// UsageError when the options match nothing.
std::vector<ClassId> chosen_classes(const Session& session);
std::vector<MethodId> chosen_methods(const Session& session);

}  // namespace snag

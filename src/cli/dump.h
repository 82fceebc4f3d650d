// What `snag dump` shows, as text.
#pragma once

#include <string>

#include "cli/session.h"

namespace snag {

std::string dump_classes(Session& session);
std::string dump_ir(Session& session);
std::string dump_locks(Session& session);

// --class and --method: the application's methods that are asked for, in the order of class name and class file.
std::vector<MethodId> chosen_methods(const Session& session);
bool is_chosen(const Session& session, ClassId id);

// `private static final `, in the order of the Java language.
std::string modifiers(std::uint16_t access, bool of_method);

}  // namespace snag

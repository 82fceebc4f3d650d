// The models as the agent needs them: which call, by the class that it names, its method and parameters, does what to
// which object.
//
// A model names the class that has the contract, `java.util.concurrent.locks.Lock`, and holds for what is below it; the
// agent sees only the class that a call names, `ReentrantLock`. So the models are asked here for every method of every
// public class of the library's packages that they speak of. What the user's models say of other classes stays as it is
// written, with its patterns.
//
// Limits: a call through an interface may meet an object of any class (a Map that is a ConcurrentHashMap); what the
// contents of which objects mean is decided where the object is at hand, at run time.
#pragma once

#include <vector>

#include "library/models.h"
#include "program/class_path.h"
#include "program/program.h"
#include "wire/agent_configuration.h"

namespace snag::library {

using RunTimeOperation = wire::Operation;

// Sorted. Loads classes of the JDK on the program's class path; without a JDK only what is written is answered.
std::vector<RunTimeOperation> run_time_operations(const Models& models, Program& program, const ClassPath& class_path);

}  // namespace snag::library

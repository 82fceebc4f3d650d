// The models in the form that the agent needs: which call, by the class that it names, its method and parameters, does
// what to which object.
//
// A model names the class that has the contract, `java.util.concurrent.locks.Lock`, and holds for its subtypes; the
// agent sees only the class that a call names, `ReentrantLock`. So the models are expanded here for every method of
// every public class of the JDK packages that they are about ([policy], `expanded-classes`). Models of other classes
// stay as they are written, with their patterns.
//
// Limits: a call through an interface may have a receiver of any class (a Map that is a ConcurrentHashMap). Whether its
// contents are protected is decided at run time, where the object is known.
#pragma once

#include <vector>

#include "library/models.h"
#include "program/class_path.h"
#include "program/program.h"
#include "wire/agent_configuration.h"

namespace snag::library {

using RunTimeOperation = wire::Operation;

// Sorted. Loads classes of the JDK on the program's class path; without a JDK the models are returned as they are
// written.
std::vector<RunTimeOperation> run_time_operations(const Models& models, Program& program, const ClassPath& class_path);

}  // namespace snag::library

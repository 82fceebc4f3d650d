// Names of classes, methods and places as people read them: printable, and no longer than they need to be. A name of
// absurd length has … in its middle; the reports for programs have all of it.
#pragma once

#include <string>
#include <string_view>

#include "findings/finding.h"

namespace snag {

// What is printed of a name from outside.
std::string short_name(std::string_view name);

// `find(String,int[])` for find(java.lang.String,int[]), `a lambda in run()` for lambda$run$0(int).
std::string short_method(std::string_view method);

// A step's method, beside the place of the step: `balance()` for a method of the finding's class, or of the class by
// which the file is named, else `Account.balance()`; with the package where two classes have the same simple name. Of a
// long one the parameters are left out: `balance(…)`.
std::string short_method(const Step& step, const Finding& finding);

// `Registry.LOCK` for bank.Registry.LOCK at a step in the package bank; other names stay.
std::string short_lock(std::string_view lock, const Step& step);

// `Account.java:41`, `Account.java`, `line 41`, or nothing, as far as it is known.
std::string short_place(std::string_view file, std::uint32_t line);

}  // namespace snag

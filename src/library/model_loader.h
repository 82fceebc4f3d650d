// Turns TOML into models. Every key is typed; errors name file and line, and for an unknown key the nearest known one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "library/models.h"
#include "library/policy_file.h"

namespace snag::library {

// The models of a file, in the order of precedence.h. Adds what it says about classes to the policy; after an error
// some of that has been added.
Result<std::vector<Models::Entry>> read_models(std::string_view toml_text, const std::string& file, Author author,
                                               Names& names, Policy& policy);

}  // namespace snag::library

// `snag completion SHELL`: what a shell needs to complete Snag's command line, made from the tables of commands and
// options. The build installs what this prints.
#pragma once

#include <string>

#include "cli/options.h"

namespace snag {

std::string completion_script(Shell shell);

}  // namespace snag

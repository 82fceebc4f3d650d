// What a file descriptor is connected to.
#pragma once

#include "cli/options.h"

namespace snag {

bool is_terminal(int descriptor);

// Columns of the terminal, 80 when it does not say.
int terminal_width(int descriptor);

// `auto` means: a terminal that is not "dumb", and the user has not set NO_COLOR.
bool wants_color(ColorMode mode, int descriptor);

}  // namespace snag

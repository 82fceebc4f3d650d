// Whose code a class is. The order is the order in which definitions of the same class win.
#pragma once

#include <cstdint>

namespace snag {

enum class Origin : std::uint8_t {
  kApplication,  // what the user asked to have analysed
  kLibrary,      // what it needs: the class path, and jars that lie inside the application's archives
  kJdk,
};

}  // namespace snag

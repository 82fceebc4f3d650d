// Whose code a class is. The order is the order in which definitions of the same class win.
#pragma once

#include <cstdint>
#include <string_view>

namespace snag {

enum class Origin : std::uint8_t {
  kApplication,  // what the user asked to have analysed
  kLibrary,      // what it needs: the class path, and jars that lie inside the application's archives
  kJdk,
};

constexpr std::string_view to_text(Origin origin) {
  constexpr std::string_view kTexts[] = {"application", "library", "JDK"};
  return kTexts[static_cast<int>(origin)];
}

}  // namespace snag

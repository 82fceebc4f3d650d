// To whom the code of a class belongs. The order is the precedence of definitions of the same class.
#pragma once

#include <cstdint>
#include <string_view>

namespace snag {

enum class Origin : std::uint8_t {
  kApplication,  // what the user wants analysed
  kLibrary,      // what it needs: the class path, and jars inside the application's archives
  kJdk,
};

constexpr std::string_view to_text(Origin origin) {
  constexpr std::string_view kTexts[] = {"application", "library", "JDK"};
  return kTexts[static_cast<int>(origin)];
}

}  // namespace snag

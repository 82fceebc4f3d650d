// The names of the errors that a JVM throws.
#pragma once

#include <string_view>

#include "program/resolution.h"

namespace snag {

inline std::string_view to_text(ResolutionError error) {
  constexpr std::string_view kNames[] = {"NoClassDefFoundError", "NoSuchFieldError", "NoSuchMethodError",
                                         "IncompatibleClassChangeError", "AbstractMethodError"};
  return kNames[static_cast<std::size_t>(error)];
}

}  // namespace snag

// How functions that read outside input answer: with a value, or with an Error that a person can act on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace snag {

// What was wrong, and at which byte of the input where that is known. The file is added by whoever knows its name.
struct Error {
  std::string message;
  std::optional<std::uint64_t> offset;
  std::string file = {};  // set when the fault lies with a whole file, and not with the piece of it that was asked for
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(std::string message, std::optional<std::uint64_t> offset = std::nullopt) {
  return tl::unexpected<Error>(Error{std::move(message), offset});
}

}  // namespace snag

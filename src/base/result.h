// What functions that read untrusted input return: a value, or an Error that a person can act on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace snag {

// What was wrong, and at which byte of the input if that is known. A caller that knows the file's name adds it.
struct Error {
  std::string message;
  std::optional<std::uint64_t> offset = {};
  std::string file = {};  // set if the whole file is at fault, and not only the requested part of it
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(std::string message, std::optional<std::uint64_t> offset = std::nullopt) {
  return tl::unexpected<Error>(Error{std::move(message), offset});
}

}  // namespace snag

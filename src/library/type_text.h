// Types and methods as people write them in model files, `java.lang.String[]`, `void wait(long)`, turned into
// descriptors.
#pragma once

#include <string>
#include <string_view>

namespace snag::library {

// `int`, `java.lang.String[]` as a field descriptor. Empty if the text is not a type.
std::string to_descriptor(std::string_view type);

// `int, java.lang.String` as `(ILjava/lang/String;)`. Empty if one of them is not a type.
std::string parameter_descriptors(std::string_view list);

}  // namespace snag::library

// Names that compilers make up, and what they stand for in the source. They are not reserved: only the flag SYNTHETIC
// says that a member is the compiler's.
//
//     lambda$run$0(...)    the body of a lambda in run()          access$100(Account)   a private member of Account
//     this$0               the object around an inner one         val$name              the captured variable `name`
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace snag::classfile {

// `a lambda in run()` for lambda$run$0; nothing if the method is not the body of a lambda. Javac, Eclipse, Kotlin and
// Scala are understood.
std::optional<std::string> words_for_lambda(std::string_view method);

// Whether a method is made only to reach a private member of another class of the same source file.
bool is_accessor(std::string_view method);

// A synthetic field.
enum class MadeField : std::uint8_t {
  kOther,
  kOuter,     // this$0: the object around an inner one
  kCaptured,  // val$name: a local variable, kept in an object of a local or anonymous class
};
MadeField made_field(std::string_view field);
std::string_view captured_variable(std::string_view field);  // `name` for val$name

// Whether a simple class name, without what encloses it, is that of an anonymous class: `1` of Account$1.
bool is_anonymous(std::string_view simple_class);

}  // namespace snag::classfile

// What is known of an abstract object, one bit each: the properties of von Praun 3.3.1.
#pragma once

#include <cstdint>
#include <string_view>

namespace snag {

enum class ObjectProperty : std::uint8_t {
  kClass,           // stands for a class, with its static fields and its lock
  kGlobal,          // can be reached through fields from a class, a thread, or something that a library's thread uses
  kThread,          // a thread's first method runs on it, or it is the thread itself
  kShared,          // two threads may use it
  kEscape,          // may be accessible outside the method that allocates it
  kObjectSpecific,  // used only in the scope of another object, its host
  kThreadSpecific,  // used only while a thread is constructed, and by that thread
  kUnique,          // one object in every run
};
inline constexpr std::size_t kObjectPropertyCount = 8;
// By ObjectProperty: the words of `snag dump heap`, and the letters of figure 3.1.
inline constexpr std::string_view kObjectProperties[] = {"class",  "global",          "thread",          "shared",
                                                         "escape", "object-specific", "thread-specific", "unique"};
inline constexpr std::string_view kObjectPropertyLetters = "CGRSEOTU";

class ObjectProperties {
 public:
  bool has(ObjectProperty property) const { return (mask_ & bit(property)) != 0; }
  void set(ObjectProperty property, bool value = true) {
    mask_ = static_cast<std::uint8_t>(value ? mask_ | bit(property) : mask_ & ~bit(property));
  }

 private:
  static std::uint8_t bit(ObjectProperty property) {
    return static_cast<std::uint8_t>(1u << static_cast<unsigned>(property));
  }
  std::uint8_t mask_ = 0;
};

}  // namespace snag

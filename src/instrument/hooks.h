// The methods of snag.runtime.Hooks that instrumented code calls, and the names of the members that are added to
// classes. tests/unit/agent/runtime_test.cpp compares the methods with the compiled class.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace snag::instrument {

// snag.runtime is renamed to this package when the JVM loads it (agent/jvm/runtime_classes.cpp).
inline constexpr std::string_view kRuntimePackage = "java/snag/rt/";
inline constexpr std::string_view kStateDescriptor = "Ljava/lang/Object;";
inline constexpr std::string_view kStateField = "$snag";
inline constexpr std::string_view kStaticStateField = "$snags";  // Decisions::static_word
inline constexpr std::string_view kHelperPrefix = "$snag$";      // of the methods that are added

enum class Hook : std::uint8_t {
  kRead,
  kWrite,
  kBegin,
  kEnd,
  kReadStatic,
  kWriteStatic,
  kReadAny,
  kWriteAny,
  kReadStaticAny,
  kWriteStaticAny,
  kBeginAny,
  kEndAny,
  kVolatileRead,
  kVolatileWrite,
  kEntered,
  kExiting,
  kWaiting,
  kWaited,
  kArrayRead,
  kArrayWrite,
  kArrayReadAt,
  kArrayWriteAt,
  kCloned,
  kAcquired,
  kReleased,
  kAcquiredIf,
  kReleasedIf,
  kAcquiredIfStamp,
  kReleasedIfStamp,
  kAwaiting,
  kAwaited,
  kStarts,
  kJoins,
  kSignals,
  kAtomicRead,
  kAtomicWrite,
  kContentsRead,
  kContentsWrite,
  kTaskBegin,
  kTaskEnd,
  kThreadStart,
  kThreadJoined,
  kIsQuiet,
  kIsQuietStatic,
  kArrayReadIsQuiet,
  kArrayWriteIsQuiet,
  kElement,
  kOwnFields,
  kOwnMethods,
};
inline constexpr std::size_t kHookCount = static_cast<std::size_t>(Hook::kOwnMethods) + 1;

// Returns how many slots of the operand stack the parameters of a method take.
consteval int parameter_slots(std::string_view descriptor) {
  int slots = 0;
  for (std::size_t i = 1; descriptor[i] != ')'; ++i, ++slots) {
    if (descriptor[i] == 'J' || descriptor[i] == 'D') ++slots;
    while (descriptor[i] == '[') ++i;
    if (descriptor[i] == 'L') i = descriptor.find(';', i);
  }
  return slots;
}

struct HookMethod {
  Hook hook;
  std::string_view name, descriptor;
  int slots;   // of the parameters
  int result;  // slots of the result

  consteval HookMethod(Hook of, std::string_view method, std::string_view parameters_and_result)
      : hook(of),
        name(method),
        descriptor(parameters_and_result),
        slots(parameter_slots(parameters_and_result)),
        result(parameters_and_result.ends_with(")V") ? 0 : 1) {}
};

inline constexpr std::string_view kObjectStateThreadSite = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Thread;I)V";
inline constexpr std::string_view kStateThreadSite = "(Ljava/lang/Object;Ljava/lang/Thread;I)V";
inline constexpr std::string_view kObjectThreadSite = "(Ljava/lang/Object;Ljava/lang/Thread;I)V";
inline constexpr std::string_view kObjectSite = "(Ljava/lang/Object;I)V";

inline constexpr std::array<HookMethod, kHookCount> kHooks = {{
    {Hook::kRead, "read", kObjectStateThreadSite},
    {Hook::kWrite, "write", kObjectStateThreadSite},
    {Hook::kBegin, "begin", kObjectStateThreadSite},
    {Hook::kEnd, "end", kObjectStateThreadSite},
    {Hook::kReadStatic, "readStatic", kStateThreadSite},
    {Hook::kWriteStatic, "writeStatic", kStateThreadSite},
    {Hook::kReadAny, "readAny", kObjectThreadSite},
    {Hook::kWriteAny, "writeAny", kObjectThreadSite},
    {Hook::kReadStaticAny, "readStaticAny", "(Ljava/lang/Thread;I)V"},
    {Hook::kWriteStaticAny, "writeStaticAny", "(Ljava/lang/Thread;I)V"},
    {Hook::kBeginAny, "beginAny", kObjectThreadSite},
    {Hook::kEndAny, "endAny", kObjectThreadSite},
    {Hook::kVolatileRead, "volatileRead", kObjectSite},
    {Hook::kVolatileWrite, "volatileWrite", kObjectSite},
    {Hook::kEntered, "entered", kObjectSite},
    {Hook::kExiting, "exiting", kObjectSite},
    {Hook::kWaiting, "waiting", kObjectSite},
    {Hook::kWaited, "waited", kObjectSite},
    {Hook::kArrayRead, "arrayRead", kObjectThreadSite},
    {Hook::kArrayWrite, "arrayWrite", kObjectThreadSite},
    {Hook::kArrayReadAt, "arrayReadAt", "(Ljava/lang/Object;ILjava/lang/Thread;I)V"},
    {Hook::kArrayWriteAt, "arrayWriteAt", "(Ljava/lang/Object;ILjava/lang/Thread;I)V"},
    {Hook::kCloned, "cloned", "(Ljava/lang/Object;)V"},
    {Hook::kAcquired, "acquired", "(Ljava/lang/Object;II)V"},
    {Hook::kReleased, "released", "(Ljava/lang/Object;II)V"},
    {Hook::kAcquiredIf, "acquiredIf", "(ZLjava/lang/Object;II)V"},
    {Hook::kReleasedIf, "releasedIf", "(ZLjava/lang/Object;II)V"},
    {Hook::kAcquiredIfStamp, "acquiredIf", "(JLjava/lang/Object;II)V"},
    {Hook::kReleasedIfStamp, "releasedIf", "(JLjava/lang/Object;II)V"},
    {Hook::kAwaiting, "awaiting", kObjectSite},
    {Hook::kAwaited, "awaited", kObjectSite},
    {Hook::kStarts, "starts", kObjectSite},
    {Hook::kJoins, "joins", kObjectSite},
    {Hook::kSignals, "signals", kObjectSite},
    {Hook::kAtomicRead, "atomicRead", kObjectSite},
    {Hook::kAtomicWrite, "atomicWrite", kObjectSite},
    {Hook::kContentsRead, "contentsRead", kObjectThreadSite},
    {Hook::kContentsWrite, "contentsWrite", kObjectThreadSite},
    {Hook::kTaskBegin, "taskBegin", "(Ljava/lang/Object;)V"},
    {Hook::kTaskEnd, "taskEnd", "(Ljava/lang/Object;)V"},
    {Hook::kThreadStart, "threadStart", "(Ljava/lang/Thread;)V"},
    {Hook::kThreadJoined, "threadJoined", "(Ljava/lang/Thread;)V"},
    {Hook::kIsQuiet, "isQuiet", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Thread;I)Z"},
    {Hook::kIsQuietStatic, "isQuietStatic", "(Ljava/lang/Object;Ljava/lang/Thread;I)Z"},
    {Hook::kArrayReadIsQuiet, "arrayReadIsQuiet", "(Ljava/lang/Object;Ljava/lang/Thread;I)Z"},
    {Hook::kArrayWriteIsQuiet, "arrayWriteIsQuiet", "(Ljava/lang/Object;Ljava/lang/Thread;I)Z"},
    {Hook::kElement, "element", "(Ljava/lang/Object;I)Ljava/lang/Object;"},
    {Hook::kOwnFields, "ownFields", "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;"},
    {Hook::kOwnMethods, "ownMethods", "([Ljava/lang/reflect/Method;)[Ljava/lang/reflect/Method;"},
}};

static_assert([] {
  for (std::size_t i = 0; i < kHookCount; ++i) {
    if (kHooks[i].hook != static_cast<Hook>(i)) return false;
  }
  return true;
}());

}  // namespace snag::instrument

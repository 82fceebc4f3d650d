// The methods of snag.runtime.Hooks that instrumented code calls.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace snag::instrument {

inline constexpr std::string_view kRuntimePackage =
    "java/snag/rt/";  // as the JVM knows it (agent/jvm/runtime_classes.cpp)
inline constexpr std::string_view kStateDescriptor = "Ljava/lang/Object;";
inline constexpr std::string_view kStateField = "$snag";
inline constexpr std::string_view kStaticStateField = "$snags";  // Decisions::static_word

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

struct HookMethod {
  std::string_view name, descriptor;
  int slots;       // of the parameters
  int result = 0;  // slots of the result
};

inline constexpr std::string_view kChecked = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Thread;I)V";
inline constexpr std::string_view kCheckedStatic = "(Ljava/lang/Object;Ljava/lang/Thread;I)V";
inline constexpr std::string_view kObjectThreadSite = "(Ljava/lang/Object;Ljava/lang/Thread;I)V";
inline constexpr std::string_view kObjectSite = "(Ljava/lang/Object;I)V";

inline constexpr std::array<HookMethod, kHookCount> kHooks = {{
    {"read", kChecked, 4},
    {"write", kChecked, 4},
    {"begin", kChecked, 4},
    {"end", kChecked, 4},
    {"readStatic", kCheckedStatic, 3},
    {"writeStatic", kCheckedStatic, 3},
    {"readAny", kObjectThreadSite, 3},
    {"writeAny", kObjectThreadSite, 3},
    {"readStaticAny", "(Ljava/lang/Thread;I)V", 2},
    {"writeStaticAny", "(Ljava/lang/Thread;I)V", 2},
    {"beginAny", kObjectThreadSite, 3},
    {"endAny", kObjectThreadSite, 3},
    {"volatileRead", kObjectSite, 2},
    {"volatileWrite", kObjectSite, 2},
    {"entered", kObjectSite, 2},
    {"exiting", kObjectSite, 2},
    {"waiting", kObjectSite, 2},
    {"waited", kObjectSite, 2},
    {"arrayRead", kObjectThreadSite, 3},
    {"arrayWrite", kObjectThreadSite, 3},
    {"arrayReadAt", "(Ljava/lang/Object;ILjava/lang/Thread;I)V", 4},
    {"arrayWriteAt", "(Ljava/lang/Object;ILjava/lang/Thread;I)V", 4},
    {"cloned", "(Ljava/lang/Object;)V", 1},
    {"acquired", "(Ljava/lang/Object;II)V", 3},
    {"released", "(Ljava/lang/Object;II)V", 3},
    {"acquiredIf", "(ZLjava/lang/Object;II)V", 4},
    {"releasedIf", "(ZLjava/lang/Object;II)V", 4},
    {"acquiredIf", "(JLjava/lang/Object;II)V", 5},
    {"releasedIf", "(JLjava/lang/Object;II)V", 5},
    {"awaiting", kObjectSite, 2},
    {"awaited", kObjectSite, 2},
    {"starts", kObjectSite, 2},
    {"joins", kObjectSite, 2},
    {"signals", kObjectSite, 2},
    {"atomicRead", kObjectSite, 2},
    {"atomicWrite", kObjectSite, 2},
    {"contentsRead", kObjectThreadSite, 3},
    {"contentsWrite", kObjectThreadSite, 3},
    {"taskBegin", "(Ljava/lang/Object;)V", 1},
    {"taskEnd", "(Ljava/lang/Object;)V", 1},
    {"threadStart", "(Ljava/lang/Thread;)V", 1},
    {"threadJoined", "(Ljava/lang/Thread;)V", 1},
    {"isQuiet", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Thread;I)Z", 4, 1},
    {"isQuietStatic", "(Ljava/lang/Object;Ljava/lang/Thread;I)Z", 3, 1},
    {"arrayReadIsQuiet", "(Ljava/lang/Object;Ljava/lang/Thread;I)Z", 3, 1},
    {"arrayWriteIsQuiet", "(Ljava/lang/Object;Ljava/lang/Thread;I)Z", 3, 1},
    {"element", "(Ljava/lang/Object;I)Ljava/lang/Object;", 2, 1},
    {"ownFields", "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;", 1, 1},
    {"ownMethods", "([Ljava/lang/reflect/Method;)[Ljava/lang/reflect/Method;", 1, 1},
}};

}  // namespace snag::instrument

#include "findings/narrator.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "findings/names.h"

namespace snag {

bool is_name(std::string_view lock) {
  constexpr std::string_view kWords[] = {"a ", "one ", "the ", "another ", "argument "};
  return std::none_of(std::begin(kWords), std::end(kWords), [&](std::string_view w) { return lock.starts_with(w); });
}

std::string quoted(const std::string& lock) { return is_name(lock) ? "`" + lock + "`" : lock; }

std::string contents_of(const std::string& lock) { return "what " + quoted(lock) + " holds"; }

namespace {

std::string with_threads(std::string message, const Evidence& evidence) {
  switch (evidence.threads_seen) {
    case sections::ThreadsSeen::kNotCalled:
      return message + "; nothing in the program runs both";
    case sections::ThreadsSeen::kUnderOneLock:
      return message + "; all calls in the program hold one lock around both, so that only other callers can do this";
    case sections::ThreadsSeen::kNotFollowed:
      return message + "; the program is too large to see whether two threads do this to one object";
    case sections::ThreadsSeen::kNotBoth:
      return message + "; nothing in the program shows two threads that do this to one object";
    case sections::ThreadsSeen::kInOneHolder:
      if (evidence.severity != Severity::kLow) return message;
      return message +
             "; two threads do this to objects that each finds in one place, but perhaps never to the same one";
    case sections::ThreadsSeen::kBoth:
    case sections::ThreadsSeen::kNoThreads:
    case sections::ThreadsSeen::kNotAsked:
      return message;
  }
  return message;
}

}  // namespace

std::string with_reason(std::string message, const Evidence& evidence) {
  switch (evidence.benign) {
    case Benign::kNo:
      return with_threads(std::move(message), evidence);
    case Benign::kEqualValues:
      return message + "; two threads may both compute the value, and equal values make this harmless";
    case Benign::kSameConstant:
      return message + "; every writer writes the same constant, which makes this harmless";
    case Benign::kStatistic:
      return message + "; the number decides nothing in the program, so that at worst a statistic is inexact";
    case Benign::kForgotten:
      return message + "; what is removed too early is made again, which makes this harmless";
    case Benign::kOnlyIfReplaced:
      return message + "; this does harm only if another thread has put a new value for the key by then";
    case Benign::kOnlyIfDifferent:
      return message + "; this does harm only if the two threads put different values for one key";
    case Benign::kListenerList:
      return message + "; at worst the same listener, added by two threads at once, is in the list twice";
    case Benign::kRestored:
      return message +
             "; the thread waits while it has changed it, and restores what it found, which is wrong only if " +
             "others set it meanwhile";
    case Benign::kTestedAgain:
      return message + "; what is read is tested again under the lock, so that an old value does no harm";
    case Benign::kMonotone:
      return message +
             "; it only ever changes in one direction, and is only compared, so that an old value causes no more "
             "than " +
             "needless work";
    case Benign::kSetting:
      return message + "; it is a setting, and does harm only if it is set while other threads use the object";
  }
  return message;
}

std::string note_of(const Step& step) {
  switch (step.role) {
    case Role::kAcquire:
      return quoted(step.what) + " is taken";
    case Role::kRelease:
      return quoted(step.what) + " is released";
    case Role::kCall:
      if (step.hidden_calls > 0) return fmt::format("and {} more calls", step.hidden_calls);
      return step.what + " is called";
    case Role::kRead:
      return step.what + " is read";
    case Role::kWrite:
      return step.what + " is written";
    case Role::kUse:
      return step.what + " is used";
    default:
      return step.what;
  }
}

std::string place_text(const std::string& method, const Step& place) {
  std::string text = fmt::format("{} of {}", method, simple_class_name(place.class_name));
  if (!place.file.empty()) {
    text += place.line == 0 ? fmt::format(" ({})", place.file) : fmt::format(" ({}:{})", place.file, place.line);
  }
  return text;
}

std::string method_or_unknown(const std::string& method) { return method.empty() ? "unknown code" : method; }

Graph::Node node_at(const Step& place, std::string label) {
  return {.label = std::move(label),
          .detail = place.class_name.empty() ? "" : shown_method_of(place.class_name, place.method),
          .file = place.file,
          .line = place.line};
}

Finding begin_observed_story(const Evidence& evidence) {
  Finding finding{evidence};
  for (ThreadOfSteps& thread : finding.threads) {
    for (Step& step : thread.steps) step.note = note_of(step);
  }
  return finding;
}

Finding begin_story(const Evidence& evidence) {
  Finding finding = begin_observed_story(evidence);
  for (std::size_t n = 1; n < finding.threads.size(); ++n) {
    for (Step& step : finding.threads[n].steps) {
      if (step.role == Role::kWrite) step.note = step.what + " may change here, in between";
    }
  }
  return finding;
}

}  // namespace snag

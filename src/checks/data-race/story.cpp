#include "checks/data-race/story.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "findings/narrator.h"

namespace snag {

namespace {

using races::Kind;
using races::Sharing;
using Side = DataRaceEvidence::Access;

std::string verb(const Side& access) { return access.write ? "written" : "read"; }

std::string holding(const Side& access) {
  if (access.atomic) return fmt::format("by {}", access.call);
  if (access.locks.empty()) return "without a lock";
  std::vector<std::string> names;
  for (const std::string& lock : access.locks) names.push_back(quoted(lock));
  return fmt::format("holding {}", fmt::join(names, " and "));
}

// `while 4 of 5 places hold `this``.
std::string others(const DataRaceEvidence& evidence) {
  const races::CommonLock& lock = evidence.lock;
  return fmt::format("while {} of {} accesses hold {}", lock.holding, lock.places, quoted(lock.name));
}

std::string both(const DataRaceEvidence& evidence) {
  const Side &one = evidence.reported, &two = evidence.other;
  if (one.method == two.method && one.locks == two.locks) {
    const std::string verbs = one.write == two.write ? verb(one) : fmt::format("{} and {}", verb(one), verb(two));
    return fmt::format("{} is {} by several threads in {} {}", evidence.what, verbs, one.method, holding(one));
  }
  return fmt::format("{} is {} in {} {}, and {} in {} {}", evidence.what, verb(one), one.method, holding(one),
                     verb(two), two.method, holding(two));
}

std::string message(const DataRaceEvidence& evidence) {
  const Side &one = evidence.reported, &two = evidence.other;
  switch (evidence.relation) {
    case Kind::kUnlocked:
    case Kind::kAllWritesLocked:
      if (evidence.lock.most() && one.locks.empty()) {
        return fmt::format("{} is {} without a lock in {}, {}", evidence.what, verb(one), one.method, others(evidence));
      }
      if (evidence.relation == Kind::kAllWritesLocked && one.locks.empty() && !two.locks.empty()) {
        return fmt::format("{} is read without a lock in {}, while all writes hold {}", evidence.what, one.method,
                           quoted(two.locks.back()));
      }
      return both(evidence) + ": nothing orders the two";
    case Kind::kLockNotUnique:
      return fmt::format("{} is {} in {} {}, which is not the same object for all threads", evidence.what, verb(one),
                         one.method, holding(one));
    case Kind::kNoRead:
      return both(evidence) + ": which value remains is a matter of chance" +
             (evidence.is_read ? "; what reads it does not race" : ", but nothing reads it");
    case Kind::kUnsafePublication:
      return fmt::format(
          "{} is read without a lock in {}: the new {} may be visible there before what its "
          "constructor has written",
          evidence.what, one.method, evidence.type);
    case Kind::kUnsafeObject:
      if (evidence.lock.most() && one.locks.empty()) {
        return fmt::format("{} is used by {} without a lock in {}, {}", evidence.what, one.call, one.method,
                           others(evidence));
      }
      if (one.method == two.method && one.call == two.call && one.locks == two.locks) {
        return fmt::format("{} is changed by {} in {} by several threads {}: it is made for one thread", evidence.what,
                           one.call, one.method, holding(one));
      }
      return fmt::format("{} is {} by {} in {} {}, and {} by {} in {} {}: it is made for one thread", evidence.what,
                         one.write ? "changed" : "read", one.call, one.method, holding(one),
                         two.write ? "changed" : "read", two.call, two.method, holding(two));
  }
  return {};
}

std::string outcome(const DataRaceEvidence& evidence) {
  const Side &one = evidence.reported, &two = evidence.other;
  switch (evidence.relation) {
    case Kind::kUnsafePublication:
      return fmt::format("T1 uses {} whose fields may still have their default values.",
                         evidence.type.empty() ? "an object" : "a " + evidence.type);
    case Kind::kUnsafeObject:
      return fmt::format("{} may lose elements, return wrong ones, throw an exception, or never return.",
                         one.write && two.write ? "Both calls change it at once: they" : "The call that reads");
    case Kind::kNoRead:
      return "One of the two values is lost.";
    default:
      break;
  }
  if (evidence.loses_update) {
    return fmt::format("{} is computed from an old value: what the other thread wrote in between is lost.",
                       evidence.what);
  }
  if (one.write && two.write) return "Which of the two values remains is a matter of chance.";
  return "The read may get an old value, or the new one without what the other thread wrote before it.";
}

std::string repair(const DataRaceEvidence& evidence) {
  const Side &one = evidence.reported, &two = evidence.other;
  switch (evidence.relation) {
    case Kind::kUnsafePublication:
      return fmt::format("Declare {} volatile, or read it under the lock that its writers hold.", evidence.what);
    case Kind::kLockNotUnique:
      return fmt::format("Lock one object for all threads: {}.",
                         evidence.is_static ? "a static final lock, or the class" : "the object that has the field");
    case Kind::kNoRead:
      return evidence.is_read ? "Guard both writes by one lock."
                              : "Remove the field, or guard it as soon as something reads it.";
    default:
      break;
  }
  if (one.atomic != two.atomic) {
    const Side &plain = one.atomic ? two : one, &handle = one.atomic ? one : two;
    return fmt::format("{} it by the VarHandle in {}, too, as {} does, or declare {} volatile.",
                       plain.write ? "Write" : "Read", plain.method, handle.method, evidence.what);
  }
  if (evidence.lock.holding > 0 && one.locks.empty() && is_name(evidence.lock.name)) {
    return fmt::format("Hold {} in {}, as the other accesses do.", quoted(evidence.lock.name), one.method);
  }
  if (one.locks.empty() != two.locks.empty()) {
    const Side &bare = one.locks.empty() ? one : two, &locked = one.locks.empty() ? two : one;
    return fmt::format("Hold {} in {}, as {} does.", quoted(locked.locks.back()), bare.method, locked.method);
  }
  if (!one.locks.empty()) {
    return fmt::format("Choose one lock for {}: {} holds {}, {} holds {}.", evidence.what, one.method,
                       quoted(one.locks.back()), two.method, quoted(two.locks.back()));
  }
  if (evidence.relation == Kind::kUnsafeObject) {
    return "Guard every use by one lock, give each thread its own, or use a collection that is made for several "
           "threads.";
  }
  const char* guard = evidence.is_static ? "Guard every access by one static lock" : "Guard every access by one lock";
  if (evidence.loses_update) return fmt::format("{}, or use an atomic class.", guard);
  return fmt::format("{}; for a flag, or a value that is only replaced, volatile is enough.", guard);
}

std::string with_sharing(std::string text, const DataRaceEvidence& evidence) {
  if (evidence.benign != Benign::kNo) return text;
  switch (evidence.sharing) {
    case Sharing::kOne:
    case Sharing::kInHolder:
      return text;
    case Sharing::kPerhaps:
      return text + "; two threads do this to objects of one kind, perhaps never to the same one";
    case Sharing::kTool:
      return text + "; one of the two threads is the main of one of several programs";
    case Sharing::kOwnAndClients:
      return text;
    case Sharing::kPassedOn:
    case Sharing::kClients:
      return text + "; only code outside of the program, or a library, calls both at the same time";
  }
  return text;
}

}  // namespace

Finding narrate(const DataRaceEvidence& evidence) {
  Finding finding = begin_observed_story(evidence);
  for (std::size_t n = 0; n < finding.threads.size(); ++n) {
    Step& last = finding.threads[n].steps.back();
    const Side& access = n == 0 ? evidence.reported : evidence.other;
    if (!access.call.empty())
      last.note = fmt::format("{} is {} by {}", evidence.what, access.write ? "changed" : "read", access.call);
    last.note += access.locks.empty() && !access.atomic ? " without a lock" : "";
  }
  finding.message = with_sharing(with_reason(message(evidence), evidence), evidence);
  finding.outcome = outcome(evidence);
  if (!evidence.allocated.empty()) {
    finding.outcome += fmt::format(" The object is made in {}", evidence.allocated);
    if (!evidence.published.empty()) finding.outcome += fmt::format(", and published {}", evidence.published);
    finding.outcome += ".";
  }
  finding.repair = repair(evidence);
  if (!evidence.uses.nodes.empty()) finding.graphs.push_back(evidence.uses);
  return finding;
}

}  // namespace snag

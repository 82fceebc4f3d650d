// Stale values (Burrows & Leino 2002): a value that was read in one critical section takes effect in or after a later
// one, when what it was read from may have changed.
//
//     synchronized (this) { before = balance; }
//     long interest = before * percent / 100;         // fine: a snapshot
//     synchronized (this) { balance = before + interest; }   // lost update
//
// The analysis is in sections/: which reads are from critical sections, how old each value is (J0 to J2 of the paper),
// and which uses that makes wrong. Here its answers are ranked and told.
//
// Beyond the paper: only the same lock makes a value stale; a value that the thread took away from the others, or that
// is tested again under the lock, does not count; and the kind of use ranks the finding.
#include "checks/stale-value/stale_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>
#include <span>

#include "callgraph/entry_points.h"
#include "checks/section_steps.h"
#include "classfile/language_names.h"
#include "sections/stale_uses.h"

namespace snag {

namespace {

using namespace sections;

// What a reviewer should read. The rest is for `--profile audit`.
class ReviewPolicy {
 public:
  ReviewPolicy(Analysis& analysis, const Staleness& staleness)
      : analysis_(analysis),
        program_(analysis.calls().program()),
        staleness_(staleness),
        method_(staleness.effects().method()) {}

  bool wants(const StaleUse& use) const {
    const Access& read = *staleness_[use.origin].access;
    if ((method_.access & classfile::kAccSynthetic) != 0 && program_.text(method_.name).starts_with("access$"))
      return false;
    bool direct = read.depth == 0 && (use.act == nullptr || use.act->depth == 0);
    switch (use.kind) {
      case UseKind::kUseAfter:
        return false;
      case UseKind::kStaleUse:
        // As in the paper: the method's own sections, and those of synchronized methods of the same object. A flag
        // computed from the value is rarely meant to be kept.
        return (direct || is_of_same_abstraction(staleness_[use.origin])) && !staleness_.is_choice(use.value);
      case UseKind::kCheckThenAct:
        // The further away the test and the act are, the more likely it is that the callee knows better.
        if (read.depth > 1 || use.act->depth > 1 || use.act->only_reads) return false;
        // A callee that tests by itself is reported by itself, if need be.
        return !(use.act->depth > 0 && use.act->tested) && wants_check(read, *use.act, direct);
      case UseKind::kLostUpdate:
        return read.flavor != Flavor::kVolatile ||
               (is_counter(read.location.last_field()) && !is_only_writer(read.location.last_field()));
    }
    return true;
  }

  bool wants_check(const Access& read, const Access& act, bool direct) const {
    // A local's, be it one that a lambda has captured.
    bool is_lambda = (method_.access & classfile::kAccSynthetic) != 0;
    AccessPath::Root root = read.location.root();
    bool nobodys = !read.location.last_field().valid() &&
                   (root == AccessPath::Root::kLocal || (is_lambda && root == AccessPath::Root::kParameter));
    if (protects_itself(read.flavor) && (nobodys || has_one_consumer(act))) return false;
    switch (read.flavor) {
      case Flavor::kVolatile:
        // `if (!started) started = true` on a volatile flag is how lifecycles are written that one thread drives.
        return false;
      case Flavor::kAtomic:
        return direct;
      case Flavor::kCollection:
        return direct || is_own(read.location);
      case Flavor::kLegacy:
        return direct && is_own(read.location) &&
               shows_signs_of_sharing(program_, analysis_.calls().models().policy(), owner());
      default:
        return true;
    }
  }

 private:
  // State of the object itself or of a class: a parameter's or a local's object may well be the thread's own.
  bool is_own(const AccessPath& location) const {
    return location.root() == AccessPath::Root::kStatic ||
           (location.root() == AccessPath::Root::kParameter && location.detail() == 0 && !method_.is_static());
  }
  bool is_of_same_abstraction(const ReadOrigin& origin) const {
    if (origin.access->depth > 1 || method_.is_static()) return false;
    return std::any_of(origin.locks.begin(), origin.locks.end(), [&](LockId lock) {
      return !staleness_.effects().lock(lock).own && staleness_.effects().lock(lock).path.is_parameter(0);
    });
  }
  // A thread that alone takes elements out of its own queue: nobody can be faster.
  bool has_one_consumer(const Access& act) const {
    if (!act.removes || !is_own(act.location) || method_.is_static()) return false;
    ClassId thread = program_.find_class(classfile::kThreadClass);
    if (!thread.valid() || !program_.is_subtype(owner(), thread)) return false;
    std::span<const Writer> writers = analysis_.writers(act.location.last_field());
    return std::none_of(writers.begin(), writers.end(), [&](const Writer& writer) {
      return writer.removes && program_[writer.place.method].owner != owner();
    });
  }
  // The run() of a thread that nobody else writes for.
  bool is_only_writer(FieldId field) const {
    MethodId self = staleness_.effects().calls().method(staleness_.effects().node());
    ClassId thread = program_.find_class(classfile::kThreadClass);
    bool runs =
        program_.text(method_.name) == classfile::kThreadBody && thread.valid() && program_.is_subtype(owner(), thread);
    std::span<const Writer> writers = analysis_.writers(field);
    return runs && std::all_of(writers.begin(), writers.end(), [&](const Writer& w) { return w.place.method == self; });
  }
  // Numbers: of references and flags that are volatile, one thread is the writer as a rule. And only where the class
  // has other signs of threads: volatile alone is often used just for visibility.
  bool is_counter(FieldId field) const {
    if (!field.valid()) return false;
    const Field& declaration = program_[field];
    if (!declaration.is_static() && !analysis_.thinks_of_threads(declaration.owner)) return false;
    std::string_view type = program_.text(program_[field].descriptor);
    return type.size() == 1 && type != "Z";
  }
  ClassId owner() const { return program_[staleness_.effects().calls().method(staleness_.effects().node())].owner; }

  Analysis& analysis_;
  Program& program_;
  const Staleness& staleness_;
  const ir::MethodIr& method_;
};

class StaleValueFindings {
 public:
  StaleValueFindings(Analysis& analysis, const Staleness& staleness)
      : staleness_(staleness), method_(staleness.effects().method()), words_(analysis, staleness.effects()) {}

  Finding make(const StaleUse& use) const {
    const ReadOrigin& origin = staleness_[use.origin];
    const KindDescriptor& kind = kStaleValueKinds[static_cast<std::size_t>(use.kind)];
    Finding finding = words_.at(use.at);
    finding.check = kStaleValue.id;
    finding.kind = kind.id;
    finding.severity = kind.severity;
    finding.rank = use.state.age;
    finding.subject = {words_.full_name(*origin.access), words_.protecting(origin)};
    finding.highlight = highlight(use);
    finding.message = message(use, origin);
    finding.repair = repair(use, origin);
    finding.cause = cause(finding, use, origin);
    finding.threads = {{"T1", own_steps(use, origin)}};
    std::vector<Step> others = words_.interference(origin, use.act);
    if (!others.empty()) {
      finding.threads.push_back({"T2", std::move(others)});
    } else if (finding.severity == Severity::kHigh) {
      finding.severity = Severity::kMedium;  // nobody is known who would get in between
    }
    finding.outcome = outcome(use, origin, /*known=*/finding.threads.size() > 1);
    interleave(finding, end_of_first_section(finding.threads.front().steps));
    return finding;
  }

 private:
  // All places that use one volatile field, atomic or concurrent collection in that way; in one method all updates of
  // one field, and all other uses of what one lock protects.
  static std::string cause(const Finding& finding, const StaleUse& use, const ReadOrigin& origin) {
    bool whole = protects_itself(origin.access->flavor) && finding.subject.locks.empty();
    if (whole && !finding.subject.field.empty()) return finding.subject.field;
    bool uses = use.kind == UseKind::kStaleUse || use.kind == UseKind::kUseAfter;
    std::string about = uses ? fmt::format("{}", fmt::join(finding.subject.locks, ",")) : finding.subject.field;
    return fmt::format("{}.{} {}", finding.class_name, finding.method, about);
  }

  std::string lock_text(const ReadOrigin& origin) const {
    std::vector<std::string> locks = words_.protecting(origin);
    return locks.empty() ? std::string() : locks.back();
  }

  std::string variable(ir::ValueId value, const ReadOrigin& origin) const {
    std::string name = words_.value_name(value);
    if (name.empty()) name = words_.value_name(origin.read);
    return name.empty() ? "a value" : name;
  }

  std::string highlight(const StaleUse& use) const {
    const ir::Instruction& value = method_[use.value];
    if (use.kind != UseKind::kCheckThenAct && value.local_name.valid()) return words_.value_name(use.value);
    std::string name = words_.value_name(use.at);
    if (name.ends_with("()")) name.resize(name.size() - 2);
    if (name.empty() && use.act != nullptr) {
      name = words_.full_name(*use.act);
      name = name.substr(name.rfind('.') + 1);
    }
    return name;
  }

  std::string message(const StaleUse& use, const ReadOrigin& origin) const {
    std::string what = words_.short_name(*origin.access), lock = lock_text(origin);
    std::string in = words_.through(*origin.access, origin.read);
    std::string where = in.empty() ? std::string() : " in " + in;
    if (protects_itself(origin.access->flavor) && lock.empty()) {
      std::string read = words_.call_name(origin.read);
      if (origin.access->flavor == Flavor::kVolatile && use.kind == UseKind::kCheckThenAct) {
        return fmt::format(
            "{} is volatile, but testing it and then changing it are two steps: it may change in between", what);
      }
      if (origin.access->flavor == Flavor::kVolatile) {
        return fmt::format(
            "{} is volatile, but reading it and writing it back are two steps: an update in between is lost", what);
      }
      std::string act = words_.call_name(use.at);
      return fmt::format("{}: {} and then {} are two atomic steps, not one; it may change in between", what,
                         read.empty() ? "a read" : read, act.empty() ? "a write" : act);
    }
    std::string under = lock.empty() ? std::string(" atomically") : " under " + quoted(lock);
    if (method_[origin.read].local_name.valid()) where += " into " + words_.value_name(origin.read);
    switch (use.kind) {
      case UseKind::kLostUpdate:
        return fmt::format("{} is read{}{}, and written from that value after the lock was released and taken again",
                           what, under, where);
      case UseKind::kCheckThenAct: {
        std::string act = words_.through(*use.act, use.at);
        return fmt::format("{} is tested{}{}, and changed{} after the lock was released and taken again", what, under,
                           where, act.empty() ? "" : " by " + act);
      }
      case UseKind::kStaleUse:
        return fmt::format("{} is a copy of {}, read{}{}, and is used after the lock was released and taken again",
                           variable(use.value, origin), what, under, where);
      case UseKind::kUseAfter:
        return fmt::format(
            "{} is a copy of {}, read{}{}, and is used although a later critical section could have read it anew",
            variable(use.value, origin), what, under, where);
    }
    return {};
  }

  // `known`: there is a T2.
  std::string outcome(const StaleUse& use, const ReadOrigin& origin, bool known) const {
    std::string what = words_.short_name(*origin.access);
    std::string_view who = known ? "T2" : "another thread";
    switch (use.kind) {
      case UseKind::kLostUpdate:
        return fmt::format(
            "What {} does to {} in between is lost: T1 overwrites it with a value made from the old one.", who, what);
      case UseKind::kCheckThenAct:
        return fmt::format("T1 acts on what {} was before {} changed it.", what, who);
      default:
        return fmt::format("T1 goes on with a value that {} had before {} changed it.", what, who);
    }
  }

  // The first step that others can come before: after the release, or the read where nothing is released.
  static std::size_t end_of_first_section(std::span<const Step> steps) {
    for (std::string_view last : {"release", "read"}) {
      auto it = std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.role == last; });
      if (it != steps.end()) return static_cast<std::size_t>(it - steps.begin()) + 1;
    }
    return steps.size();
  }

  std::string repair(const StaleUse& use, const ReadOrigin& origin) const {
    std::string lock = lock_text(origin);
    switch (origin.access->flavor) {
      case Flavor::kVolatile:
        return "Use an atomic class, or hold one lock over the read and the write.";
      case Flavor::kAtomic:
        return "Use one atomic call: updateAndGet, compareAndSet, incrementAndGet.";
      case Flavor::kCollection:
        if (use.act != nullptr && use.act->keyed) {
          bool map = words_.call_name(use.at).starts_with("put");
          return map ? "Use one atomic call: putIfAbsent, computeIfAbsent, merge, replace."
                     : "Use one atomic call, such as addIfAbsent, or hold one lock over both.";
        }
        return "Use one call that does both (poll instead of isEmpty and remove), or hold one lock over both.";
      default:
        break;
    }
    if (use.kind == UseKind::kStaleUse || use.kind == UseKind::kUseAfter) {
      if (lock.empty()) lock = "one lock";
      return fmt::format("Read {} again in the later section, or hold {} over both.", words_.short_name(*origin.access),
                         quoted(lock));
    }
    if (lock.empty()) return "Hold one lock from the read to the write.";
    return fmt::format("Hold {} from the read to the write, or test {} again before writing it.", quoted(lock),
                       words_.short_name(*origin.access));
  }

  std::vector<Step> own_steps(const StaleUse& use, const ReadOrigin& origin) const {
    std::vector<Step> steps;
    std::vector<std::string> locks = words_.protecting(origin);
    std::string what = words_.short_name(*origin.access), lock = lock_text(origin);
    std::string into = words_.value_name(origin.read);
    bool named = method_[origin.read].local_name.valid();
    if (origin.access->place.method.valid()) {
      steps.push_back(words_.step("call", origin.read, {},
                                  fmt::format("{} is called", words_.through(*origin.access, origin.read))));
      steps.push_back(words_.step("read", origin.access->place, locks, what + " is read"));
    } else {
      steps.push_back(words_.step("read", origin.read, locks,
                                  named ? fmt::format("{} is read into {}", what, into) : what + " is read"));
    }
    if (!lock.empty() && use.state.released.valid()) {
      bool waits = use.state.released == use.state.entered;
      steps.push_back(words_.step("release", use.state.released, {},
                                  quoted(lock) + (waits ? " is released while waiting" : " is released")));
      if (use.state.entered.valid() && use.state.entered != use.at) {
        steps.push_back(words_.step("acquire", use.state.entered, {lock}, quoted(lock) + " is taken again"));
      }
    }
    std::vector<std::string> held = words_.lock_names(use.held);
    std::string name = variable(use.value, origin);
    // J2 of the paper: the older, the more likely it is wrong.
    std::string later = use.state.age > 1 ? fmt::format(", {} critical sections later", use.state.age) : std::string();
    bool in_callee = use.act != nullptr && use.act->place.method.valid();
    if (in_callee) steps.push_back(words_.step("call", use.at, {}, words_.call_name(use.at) + " is called"));
    auto act = [&](std::string note) {
      return in_callee ? words_.step("write", use.act->place, held, std::move(note))
                       : words_.step("write", use.at, held, std::move(note));
    };
    switch (use.kind) {
      case UseKind::kLostUpdate:
        steps.push_back(act(fmt::format("{} is written from {}{}", words_.short_name(*use.act), name, later)));
        break;
      case UseKind::kCheckThenAct:
        steps.push_back(
            act(fmt::format("{} is changed because of what {} was{}", words_.short_name(*use.act), name, later)));
        break;
      default:
        steps.push_back(
            words_.step("use", use.at, held, fmt::format("{} is used{}; it may be out of date", name, later)));
        break;
    }
    return steps;
  }

  const Staleness& staleness_;
  const ir::MethodIr& method_;
  SectionWords words_;
};

}  // namespace

std::vector<Finding> check_stale_value(const Analyses& analyses) {
  Analysis& analysis = analyses.sections();
  std::mutex mutex;
  std::vector<Finding> findings;
  bool audit = analyses.input().profile == Profile::kAudit;
  analysis.for_each_method(Analysis::Looking::kStale, [&](NodeId, Staleness& staleness) {
    StaleValueFindings maker(analysis, staleness);
    ReviewPolicy policy(analysis, staleness);
    std::vector<Finding> found;
    for (const StaleUse& use : stale_uses(staleness)) {
      if (audit || policy.wants(use)) found.push_back(maker.make(use));
    }
    std::lock_guard lock(mutex);
    findings.insert(findings.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  });
  return findings;
}

}  // namespace snag

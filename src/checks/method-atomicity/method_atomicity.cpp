// Methods that are not atomic (von Praun, chapter 5): what belongs together is done in two critical sections.
//
//     Entry load(Key key) {
//         checkClosed();                  under `this`: closed is tested
//         return lookup(key);             under `this`: an entry is added, perhaps to a store that was closed meanwhile
//     }
//
// Every access holds its lock, so there is no race; but between the two sections another thread may update what both
// are about. The views of methods and locks are in views.h, what breaks their chain and does harm in splits.h. Here
// their splits become evidence, from which story.cpp writes the sentences.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/parallel.h"
#include "checks/method-atomicity/descriptor.h"
#include "checks/method-atomicity/splits.h"
#include "checks/method-atomicity/story.h"
#include "checks/section_evidence.h"
#include "checks/thread_story.h"
#include "findings/narrator.h"
#include "program/source_names.h"
#include "sections/constant_writes.h"

namespace snag {

namespace {

using namespace atomicity;
using ir::ValueId;

class Collector {
 public:
  Collector(const Analyses& analyses, const Views& views)
      : analysis_(analyses.sections()),
        whole_(*analyses.whole_program()),
        views_(views),
        calls_(analysis_.calls()),
        program_(calls_.program()),
        threads_(analyses),
        paths_(whole_.heap()) {}

  MethodAtomicityEvidence evidence_of(const Split& split) {
    sections::MethodEffects effects = analysis_.effects(split.node);
    const SectionEvidence about(analysis_, effects);
    const ir::MethodIr& method = effects.method();
    const SectionView &first = views_.sections(split.node)[split.first],
                      &second = views_.sections(split.node)[split.second];
    const KindDescriptor& kind = kMethodAtomicityKinds[static_cast<std::size_t>(split.kind)];
    MethodAtomicityEvidence evidence{about.at(second.at)};
    evidence.check = kMethodAtomicity.id;
    evidence.kind = kind.id;
    evidence.dismissals = split.dismissals;
    evidence.way = split.kind;
    evidence.connection = split.connection;
    evidence.name = about.callee_name(calls_.method(split.node));
    evidence.lock = about.lock_name(first.lock);
    evidence.read = variable_name(split.read.variable);
    evidence.used = variable_name(split.used.variable);
    evidence.updates = split.used.updated;
    evidence.fails = split.second_fails;
    evidence.first_line = method.line(first.at);
    evidence.second_line = method.line(second.at);
    evidence.explicit_lock = is_explicit(effects, first.lock);
    add_private_lock(split, first.lock, evidence);
    evidence.subject = {.field = program_.describe(split.read.variable.field),
                        .locks = {evidence.lock},
                        .id = split.read.variable.field,
                        .lock_keys = {about.lock_key(split.node, first.lock)}};
    evidence.not_atomic = {evidence.subject.field};
    if (split.kind == Kind::kSplitState) evidence.not_atomic.push_back(program_.describe(split.used.variable.field));
    evidence.clarity = 1;
    const std::string called = about.call_name(second.at);
    evidence.highlight =
        called.empty() ? evidence.lock.substr(evidence.lock.find_last_of(". ") + 1) : without_parentheses(called);
    evidence.cause = cause(split, evidence);
    if (first.callee.valid() && second.callee.valid()) {
      evidence.cause_in_callees = about.cause_in_callees(place_of(split.read), place_of(split.used));
    }
    const bool believed = add_threads(split, about, evidence);
    weigh(split, believed, evidence);
    return evidence;
  }

 private:
  // All that is done after one test in a method of its own has one cause: what it has tested need not be so any more.
  std::string cause(const Split& split, const Evidence& evidence) const {
    const bool decided = split.connection == Connection::kDecision || split.connection == Connection::kException;
    if (split.kind == Kind::kSplitState && decided && split.read.depth > 0) {
      return fmt::format("{} in {}", evidence.subject.field, program_.describe(split.read.reads.method));
    }
    return fmt::format("{}.{} {}", evidence.class_name, evidence.method, evidence.subject.lock_keys.back());
  }

  static const sections::Place& place_of(const Entry& entry) { return entry.updated ? entry.updates : entry.reads; }

  std::string variable_name(const Variable& variable) const {
    const std::string name = qualified_name(program_, variable.field);
    return variable.contents ? contents_of(name) : name;
  }

  static bool is_explicit(const sections::MethodEffects& effects, const AccessPath& lock) {
    return std::any_of(effects.locks().begin(), effects.locks().end(),
                       [&](const sections::LockOfMethod& known) { return known.library && known.path == lock; });
  }

  // A lock that only its own class can reach.
  void add_private_lock(const Split& split, const AccessPath& lock, MethodAtomicityEvidence& evidence) const {
    const FieldId field = lock.last_field();
    if (!field.valid() || (program_[field].access & classfile::kAccPrivate) == 0) return;
    if (program_[field].owner == program_[calls_.method(split.node)].owner) return;
    evidence.private_lock = qualified_name(program_, field);
    evidence.private_owner = program_.describe(program_[field].owner);
  }

  // Two threads that run the method and the writer, and that may have one object there; if possible threads of the
  // program itself, of which the calls are known that lead there.
  struct Meeting {
    MethodInstanceId reader, writer;
    ThreadId one, other;
    int rank = 0;
  };
  std::optional<Meeting> find_meeting(const Split& split) {
    constexpr std::size_t kMaximumCompared = 4'096;  // pairs of instances
    constexpr std::size_t kMaximumRanked = 64;       // pairs of threads; nearly always one of the first will do
    constexpr int kBest = 4;
    const MethodId reader = calls_.method(split.node), writer = split.writer.place.method;
    const SectionView& second = views_.sections(split.node)[split.second];
    const ir::MethodIr* code = whole_.points_to().store().get(writer);
    const ValueId write = code == nullptr ? ValueId() : sections::write_at(*code, split.writer.place.pc);
    std::optional<Meeting> found;
    std::size_t compared = 0, ranked = 0;
    for (MethodInstanceId a : whole_.points_to().instances_of(reader)) {
      const std::vector<ObjectId> objects =
          split.read.object.known() ? paths_.objects(a, split.read.object) : std::vector<ObjectId>();
      for (MethodInstanceId b : whole_.points_to().instances_of(writer)) {
        if (++compared > kMaximumCompared || (found && found->rank == kBest)) return found;
        const std::vector<ObjectId> theirs =
            split.writer.object.known() ? paths_.objects(b, split.writer.object) : std::vector<ObjectId>();
        const bool meets =
            objects.empty() || theirs.empty() || std::any_of(objects.begin(), objects.end(), [&](ObjectId object) {
              return std::binary_search(theirs.begin(), theirs.end(), object);
            });
        if (!meets) continue;
        whole_.concurrency().any_overlap({a, second.at}, {b, write}, [&](ThreadId x, ThreadId y) {
          if (++ranked > kMaximumRanked) return found.has_value();
          const bool own = Concurrency::are_own(whole_.threads()[x].kind, whole_.threads()[y].kind);
          const int rank = (own && whole_.concurrency().are_evidently_two(x, y) ? 2 : 0) +
                           (threads_.chains().is_believed(x, a) ? 1 : 0) +
                           (threads_.chains().is_believed(y, b) ? 1 : 0);
          if (!found || rank > found->rank) found = Meeting{a, b, x, y, rank};
          return rank == kBest;
        });
      }
    }
    return found;
  }

  // The calls of the method that lead to a section, and the access in it.
  void add_section(const Split& split, std::uint32_t number, const Entry& entry, const SectionEvidence& about,
                   std::vector<Step>& steps) const {
    const SectionView& section = views_.sections(split.node)[number];
    views_.follow(split.node, number, [&](NodeId caller, const SectionView& call) {
      steps.push_back(
          about.step(Role::kCall, about.place(caller, call.at), {}, about.callee_name(calls_.method(call.callee))));
    });
    const std::string lock = about.lock_name(section.lock);
    const bool here = !section.callee.valid();
    if (here && number == split.second) steps.push_back(about.step(Role::kAcquire, section.at, {lock}, lock));
    const bool writes = entry.updated;
    steps.push_back(about.step(writes ? Role::kWrite : Role::kRead, writes ? entry.updates : entry.reads, {lock},
                               variable_name(entry.variable)));
    // A reader sees that it is not held until the second section.
    if (here && number == split.first) steps.push_back(about.step(Role::kRelease, section.releases[0], {}, lock));
  }

  // Returns whether a reader believes that the two threads get there.
  bool add_threads(const Split& split, const SectionEvidence& about, MethodAtomicityEvidence& evidence) {
    const std::optional<Meeting> meeting = find_meeting(split);
    std::vector<Step> steps;
    if (meeting) steps = threads_.way_to(meeting->one, meeting->reader);
    add_section(split, split.first, split.read, about, steps);
    const std::size_t pause = steps.size();
    add_section(split, split.second, split.used, about, steps);
    evidence.threads.push_back({meeting ? threads_.title(1, meeting->one) : "T1", std::move(steps)});
    std::vector<Step> others;
    if (meeting) others = threads_.way_to(meeting->other, meeting->writer);
    const NodeId own[] = {split.node};
    Step first = about.interference(split.writer, split.read.object, !split.held.empty(), own, evidence.read);
    if (first.locks.empty()) {
      const SectionEvidence::KnownObject known{
          .here = split.read.object, .there = split.writer.object, .may_be_same = split.held.empty()};
      first.locks.push_back(about.name_from_elsewhere(split.other.node, views_[split.other].lock, known, own));
    }
    auto role = [](const Entry& entry) { return entry.updated ? Role::kWrite : Role::kRead; };
    first.role = role(split.other_first);
    others.push_back(first);
    if (split.kind == Kind::kSplitState) {
      const sections::Place& place = place_of(split.other_second);
      Step second = about.step(role(split.other_second), place, first.locks, evidence.used);
      const bool before = place.method == split.writer.place.method && place.pc < split.writer.place.pc;
      others.insert(before ? others.end() - 1 : others.end(), std::move(second));
    }
    evidence.threads.push_back({meeting ? threads_.title(2, meeting->other) : "T2", std::move(others)});
    interleave(evidence, pause);
    if (!meeting) return true;
    CallChains& chains = threads_.chains();
    return whole_.concurrency().are_evidently_two(meeting->one, meeting->other) &&
           chains.is_believed(meeting->one, meeting->reader) && chains.is_believed(meeting->other, meeting->writer);
  }

  static void weigh(const Split& split, bool believed, MethodAtomicityEvidence& evidence) {
    const bool acts = split.used.updated && split.connection < Connection::kTogether;
    evidence.severity = acts ? Severity::kHigh : Severity::kMedium;
    // What was tested of one variable decides whether another one is updated: as a rule the update is right whatever
    // the test says by then, so that two threads have to be seen with one object.
    const bool decides = split.connection == Connection::kDecision || split.connection == Connection::kException;
    const bool certain = split.threads == sections::ThreadsSeen::kBoth;
    if ((split.kind == Kind::kSplitState && acts && decides && !certain) || !believed)
      evidence.severity = Severity::kLow;
    evidence.benign = split.benign;
    if (split.benign != Benign::kNo) evidence.severity = Severity::kLow;
    evidence.threads_seen = split.threads;
    weigh_threads(split.harm, /*says_little=*/false, evidence);
    // Only what threads of the program do to one object is certain enough for the highest severity.
    if (evidence.severity == Severity::kHigh && split.threads != sections::ThreadsSeen::kBoth) {
      evidence.severity = Severity::kMedium;
    }
  }

  sections::Analysis& analysis_;
  const WholeProgramAnalysis& whole_;
  const Views& views_;
  Calls& calls_;
  Program& program_;
  ThreadStory threads_;
  PathObjects paths_;
};

}  // namespace

std::vector<Finding> check_method_atomicity(const Analyses& analyses) {
  const CheckInput& input = analyses.input();
  if (analyses.whole_program() == nullptr) return {};
  sections::Analysis& analysis = analyses.sections();
  std::optional<Stats::Pass> pass(std::in_place, input.stats, "method and lock views");
  const Views views(analysis, analyses.whole_program()->callees(), input.jobs);
  pass->count("sections", views.counts().sections);
  pass->count("left out", views.counts().left_out);
  pass.reset();

  const Splits splits(analysis, views, /*all=*/input.profile == Profile::kAudit);
  std::vector<std::vector<Split>> of_node(analysis.calls().node_count());
  parallel_ranges(of_node.size(), input.jobs, /*grain=*/64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const NodeId node(static_cast<std::uint32_t>(n));
      if (analysis.calls().is_application(node)) of_node[n] = splits.of(node);
    }
  });
  Collector collector(analyses, views);
  std::vector<Finding> findings;
  for (const std::vector<Split>& some : of_node) {
    for (const Split& split : some) {
      const MethodAtomicityEvidence evidence = collector.evidence_of(split);
      if (is_wanted(input.profile, evidence.dismissals)) findings.push_back(narrate(evidence));
    }
  }
  return findings;
}

}  // namespace snag

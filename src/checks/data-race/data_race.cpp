// Data races (von Praun, chapter 4): conflicts.h finds pairs of accesses that nothing orders, judge.h what they mean,
// story.cpp tells them. One finding for each field, or for what one collection holds.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "checks/data-race/conflicts.h"
#include "checks/data-race/descriptor.h"
#include "checks/data-race/judge.h"
#include "checks/data-race/story.h"
#include "classfile/language_names.h"
#include "classfile/modified_utf8.h"
#include "execution/object_use_graph.h"
#include "execution/publication.h"
#include "findings/narrator.h"
#include "program/source_names.h"

namespace snag {

namespace {

using namespace races;

class Evidences {
 public:
  Evidences(const Analyses& analyses, ThreadStory& story, Judge& judge)
      : whole_(*analyses.whole_program()),
        program_(whole_.points_to().program()),
        calls_(analyses.sections().calls()),
        story_(story),
        judge_(judge),
        publication_(whole_, calls_) {}

  DataRaceEvidence of(const Race& race, const Verdict& verdict) {
    const Access &reported = verdict.reported(), &other = verdict.other();
    const Step at = step(race, reported);
    DataRaceEvidence evidence{evidence_at(at)};
    evidence.check = kDataRace.id;
    evidence.kind = kDataRaceKinds[static_cast<std::size_t>(verdict.kind)].id;
    evidence.severity = verdict.severity;
    evidence.benign = verdict.benign;
    evidence.dismissals = verdict.dismissals;
    evidence.relation = verdict.kind;
    evidence.sharing = verdict.shown->sharing;
    evidence.loses_update = verdict.loses_update;
    evidence.is_read = std::any_of(race.accesses.begin(), race.accesses.end(),
                                   [](const Access& access) { return !access.event.write; });
    evidence.lock = verdict.lock;
    evidence.what = what(race, reported);
    if (race.location.field.valid()) {
      const Field& field = program_[race.location.field];
      evidence.is_static = field.is_static();
      evidence.subject = {program_.describe(race.location.field), {}, race.location.field};
      evidence.highlight = classfile::to_utf8(program_.text(field.name));
    }
    if (!verdict.lock.name.empty()) evidence.subject.locks = {verdict.lock.name};
    evidence.type = type_of(race, verdict);
    evidence.reported = access(reported, verdict.thread_of_reported());
    evidence.other = access(other, verdict.thread_of_other());
    evidence.allocated = allocated(reported.event.location.object);
    if (!evidence.allocated.empty()) evidence.published = published(reported.event.location.object);
    add_threads(race, verdict, evidence);
    evidence.uses = uses(verdict);
    // One call that works on many collections is one place to repair; a field is one cause, wherever it is accessed.
    evidence.cause = race.location.kind == LocationKind::kField
                         ? evidence.subject.field
                         : fmt::format("{}.{}:{}", evidence.class_name, evidence.method, evidence.line);
    return evidence;
  }

  // The other methods that access the field without a lock and conflict with one of the two accesses that are shown:
  // whoever repairs the race has to look at them, too. They are less severe, so that what the judge has chosen stands
  // for all.
  template <class Visit>
  void for_each_other_place(const Race& race, const Verdict& verdict, Conflicts& conflicts, Visit&& visit) {
    if (race.location.kind != LocationKind::kField || verdict.kind == Kind::kLockNotUnique) return;
    auto method_of = [&](const Access& access) { return whole_.points_to()[access.event.instance].method; };
    std::set<MethodId> told = {method_of(verdict.reported()), method_of(verdict.other())};
    std::size_t places = 0;
    for (const Access& access : race.accesses) {
      if (!access.unlocked || told.contains(method_of(access)) || !judge_.is_application(access)) continue;
      for (const Access* shown : {&verdict.reported(), &verdict.other()}) {
        if (!access.event.write && !shown->event.write) continue;
        const std::optional<Conflict> found =
            access.event.write ? conflicts.between(access, *shown) : conflicts.between(*shown, access);
        if (!found) continue;
        Verdict there = verdict;
        there.shown = &*found;
        there.b_is_reported = !access.event.write;
        there.severity = Severity::kLow;
        visit(there);
        told.insert(method_of(access));
        if (++places == kMaximumOtherPlaces) return;
        break;
      }
    }
  }

 private:
  static constexpr std::size_t kMaximumOtherPlaces = 6;

  // `Account.balance`, `the ArrayList in Registry.names`, `the SimpleDateFormat that main() makes`.
  std::string what(const Race& race, const Access& reported) const {
    if (race.location.kind == LocationKind::kField) return qualified_name(program_, race.location.field);
    const std::string type = story_.class_name(reported.event.location.object);
    const std::string elements = race.location.kind == LocationKind::kElements ? "elements of " : "";
    std::string held;
    if (race.location.kind == LocationKind::kContents) held = element_type(reported.event.location.object);
    const std::string shown = held.empty() ? type : fmt::format("{}<{}>", type, held);
    if (race.location.field.valid()) {
      return fmt::format("{}the {} in {}", elements, shown, qualified_name(program_, race.location.field));
    }
    if (race.location.allocated.method.valid()) {
      return fmt::format("{}the {} made in {}", elements, shown, method_name(race.location.allocated.method));
    }
    return fmt::format("{}the {}", elements, shown);
  }

  // The one class of all that a collection holds; empty if they are several, or not known.
  std::string element_type(ObjectId object) const {
    std::vector<std::string> names;
    for (const HeapShapeGraph::OutgoingField& field : whole_.heap().fields(object)) {
      if (field.field.field.valid()) continue;
      std::string only;
      for (ObjectId element : field.objects) {
        const std::string name = story_.class_name(element);
        if (!only.empty() && only != name) return {};
        only = name;
      }
      names.push_back(only);
    }
    return names.size() == 1 ? names[0] : std::string();
  }

  std::string type_of(const Race& race, const Verdict& verdict) const {
    if (verdict.kind == Kind::kUnsafeObject) return story_.class_name(verdict.reported().event.location.object);
    if (verdict.kind != Kind::kUnsafePublication) return {};
    std::string type(program_.text(program_[race.location.field].descriptor));
    if (type.size() > 2 && type.front() == 'L') type = type.substr(1, type.size() - 2);
    return simple_name(program_, program_.names().intern(type));
  }

  std::string method_name(MethodId method) const {
    if (program_.text(program_[method].name) == classfile::kConstructorName) {
      return fmt::format("the constructor of {}", simple_name(program_, program_[method].owner));
    }
    return called_name(program_, method);
  }

  DataRaceEvidence::Access access(const Access& of, ThreadId thread) {
    const MethodId method = whole_.points_to()[of.event.instance].method;
    DataRaceEvidence::Access result{
        .write = of.event.write, .method = method_name(method), .locks = judge_.lock_names(of)};
    result.thread = story_.thread_name(thread);
    result.atomic = of.event.atomic;
    result.call = call_name(of);
    return result;
  }

  std::string call_name(const Access& of) const {
    const ir::MethodIr& ir = *whole_.points_to().store().get(whole_.points_to()[of.event.instance].method);
    const ir::Instruction& call = ir[of.event.at];
    if (call.op != ir::Op::kInvoke) return {};
    return classfile::to_utf8(program_.text(calls_.references()[call.reference()].name)) + "()";
  }

  Step step(const Race& race, const Access& of) {
    return story_.step(of.event.write ? Role::kWrite : Role::kRead, {of.event.instance, of.event.at},
                       judge_.lock_names(of), what(race, of));
  }

  std::string allocated(ObjectId object) const {
    const std::optional<sections::Place> place = story_.allocation(object);
    if (!place || program_[program_[place->method].owner].origin != Origin::kApplication) return {};
    return place_in(place->method, step_at(program_, Role::kNone, *place, {}, {}));
  }

  // `main() of Main (Main.java:8)`, `the constructor of Main (Main.java:5)`.
  std::string place_in(MethodId method, const Step& place) const {
    const bool constructs = program_.text(program_[method].name) == classfile::kConstructorName;
    return place_text(constructs ? "the constructor" : method_name(method), place);
  }

  // Empty if it is the line that makes the object: `static final List<String> NAMES = new ArrayList<>()`.
  std::string published(ObjectId object) const {
    const std::optional<RunPoint> point = publication_.of(object);
    if (!point) return {};
    const MethodId method = whole_.points_to()[point->instance].method;
    const std::optional<sections::Place> made = story_.allocation(object);
    if (made && made->method == method && made->line == story_.line(*point)) return {};
    return fmt::format("by {} in {}", publishing(method, point->at),
                       place_in(method, story_.step(Role::kNone, *point, {}, {})));
  }

  // `start()`, `the store in Registry.current`.
  std::string publishing(MethodId method, ir::ValueId at) const {
    const ir::MethodIr& ir = *whole_.points_to().store().get(method);
    const ir::Instruction& i = ir[at];
    switch (i.op) {
      case ir::Op::kInvoke: {
        const ir::Reference& called = calls_.references()[i.reference()];
        if (program_.text(called.name) != classfile::kConstructorName) {
          return classfile::to_utf8(program_.text(called.name)) + "()";
        }
        return fmt::format("the constructor of {}", simple_name(program_, called.owner));
      }
      case ir::Op::kPutField:
      case ir::Op::kPutStatic:
        if (const FieldId field = calls_.field(i); field.valid()) {
          return fmt::format("the store in {}", qualified_name(program_, field));
        }
        return "a store";
      case ir::Op::kArrayStore:
        return "the store in an array";
      case ir::Op::kThrow:
        return "being thrown";
      default:
        return "what is done";
    }
  }

  std::vector<Step> way(const Access& of, ThreadId thread) {
    std::vector<ObjectId> without;
    for (const ObjectLocks& locks : whole_.execution().entry_locks(of.event)) {
      if (!locks.empty()) continue;
      // It is entered without a lock: the calls that are shown hold none either.
      for (const ObjectLocks& others : whole_.execution().entry_locks(of.event)) {
        for (const LockOfObject& lock : others) without.push_back(lock.lock);
      }
    }
    return story_.way_to(thread, of.event.instance, without);
  }

  void add_threads(const Race& race, const Verdict& verdict, DataRaceEvidence& evidence) {
    const Access &one = verdict.reported(), &two = verdict.other();
    std::vector<Step> first = way(one, verdict.thread_of_reported());
    const std::size_t pause = first.size();
    first.push_back(step(race, one));
    std::vector<Step> second = way(two, verdict.thread_of_other());
    second.push_back(step(race, two));
    evidence.threads = {{story_.title(1, verdict.thread_of_reported()), std::move(first)},
                        {story_.title(2, verdict.thread_of_other()), std::move(second)}};
    interleave(evidence, pause);
  }

  // The uses of the object by the two threads, from where it is made: its object use graph, as far as the methods on
  // the two ways go.
  Graph uses(const Verdict& verdict) {
    constexpr std::size_t kMaximumMethods = 12, kMaximumNodes = 40;
    const ObjectId object = verdict.reported().event.location.object;
    std::vector<MethodInstanceId> instances;
    if (object.value < whole_.points_to().object_count()) {
      const MethodInstanceId maker = whole_.threads().multiplicity().allocated_by(object);
      if (maker.valid()) instances.push_back(maker);
    }
    auto add_way = [&](ThreadId thread, const Access& access) {
      instances.push_back(access.event.instance);
      const auto chain = story_.chains().to(thread, access.event.instance);
      for (std::size_t n = 0; chain && n < chain->size() && instances.size() < kMaximumMethods; ++n) {
        instances.push_back((*chain)[n].caller);
      }
      if (const std::optional<RunPoint> start = story_.start_of(thread)) instances.push_back(start->instance);
    };
    add_way(verdict.thread_of_reported(), verdict.reported());
    add_way(verdict.thread_of_other(), verdict.other());
    const ObjectUseGraph graph(whole_, calls_, object, std::move(instances));
    Graph drawing{.title = "Object use", .nodes = {}, .edges = {}};
    if (graph.nodes().size() > kMaximumNodes) return {};
    auto is = [](const ObjectUseGraph::Node& node, const Access& access) {
      return node.instance == access.event.instance && node.at == access.event.at;
    };
    for (const ObjectUseGraph::Node& node : graph.nodes()) {
      const Step at = story_.step(Role::kNone, {node.instance, node.at}, {}, {});
      Graph::Node drawn = node_at(at, graph.label(node));
      drawn.marked = is(node, verdict.reported()) || is(node, verdict.other());
      drawing.nodes.push_back(std::move(drawn));
    }
    for (const ObjectUseGraph::Edge& edge : graph.edges()) {
      const bool control = edge.relation == ObjectUseGraph::Relation::kControlFlow;
      const bool thread = edge.relation == ObjectUseGraph::Relation::kThreadControl;
      drawing.edges.push_back({edge.from, edge.to, control ? "" : thread ? "thread" : "reference", thread});
    }
    return drawing;
  }

  const WholeProgramAnalysis& whole_;
  Program& program_;
  Calls& calls_;
  ThreadStory& story_;
  Judge& judge_;
  const Publication publication_;
};

}  // namespace

std::vector<Finding> check_data_race(const Analyses& analyses) {
  if (analyses.whole_program() == nullptr) return {};
  const CheckInput& input = analyses.input();
  ThreadStory story(analyses);
  Conflicts conflicts({.program = *analyses.whole_program(),
                       .sections = analyses.sections(),
                       .chains = story.chains(),
                       .arrays = input.options.flag(kRaceArrays)});
  Judge judge(analyses, story);
  Evidences evidences(analyses, story, judge);
  std::vector<Finding> findings;
  std::vector<Race> races = conflicts.find();
  for (Race& race : races) {
    const Verdict verdict = judge.verdict(race);
    if (verdict.shown == nullptr || !is_wanted(input.profile, verdict.dismissals)) continue;
    findings.push_back(narrate(evidences.of(race, verdict)));
    evidences.for_each_other_place(race, verdict, conflicts, [&](const Verdict& there) {
      findings.push_back(narrate(evidences.of(race, there)));
    });
  }
  return findings;
}

}  // namespace snag

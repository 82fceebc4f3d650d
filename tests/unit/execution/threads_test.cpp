#include "execution/threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "callgraph/java_program.h"
#include "execution/dump_threads.h"
#include "execution/start_join_order.h"

namespace snag {
namespace {

using testing::HasSubstr;
using testing::Not;

// A program of tests/java/threads, with what its comments say:
//   x.start();  // starts: A thread one serial     the thread A is started here, with this kind and multiplicity
//   work();     // overlaps: A B                   while main is here, these may run (and no others)
//   // parallel: A-B main-A                        these pairs of named threads may run in parallel, and no others
//   // not parallel: A-B                           these never do, and all others may
class ThreadProgram {
 public:
  explicit ThreadProgram(const std::string& name)
      : program_("threads", {.algorithm = CallGraphAlgorithm::kObjects, .entries = {"threads." + name}}),
        threads_(*program_.result().points_to),
        order_(threads_),
        file_(name + ".java") {
    std::ifstream file(std::string(SNAG_TEST_SOURCE_DIR) + "/tests/java/threads/threads/" + file_);
    std::string text;
    for (std::uint32_t line = 1; std::getline(file, text); ++line) read(line, text);
    EXPECT_GT(names_.size(), 0u) << file_ << " has no expectations";
  }

  const Threads& threads() const { return threads_; }
  const StartJoinOrder& order() const { return order_; }
  const PointsTo& points_to() const { return threads_.points_to(); }
  JavaProgram& program() { return program_; }

  // All that the comments say, once more from what was computed.
  void check() {
    std::map<std::uint32_t, std::set<std::string>> found;  // by line
    for (std::uint32_t t = 0; t < threads_.size(); ++t) {
      const AbstractThread& thread = threads_[ThreadId(t)];
      for (const ThreadStart& start : thread.starts) {
        const std::uint32_t line = line_of(start.caller, start.site);
        if (!names_.contains(line)) continue;
        ids_.emplace(names_[line], ThreadId(t));
        found[line].insert(std::string(to_text(thread.kind)) + (thread.one ? " one" : " many") +
                           (thread.serial.valid() ? " serial" : ""));
      }
      if (thread.kind == ThreadKind::kMain) ids_.emplace("main", ThreadId(t));
    }
    for (const auto& [line, description] : descriptions_) {
      EXPECT_THAT(found[line], testing::ElementsAre(description)) << file_ << ":" << line << "\n" << dump();
    }
    check_parallel();
    check_overlaps();
  }

  std::string dump() const { return dump_threads(threads_); }

 private:
  void read(std::uint32_t line, const std::string& text) {
    auto after = [&](const std::string& mark) -> std::optional<std::string> {
      const std::size_t at = text.find("// " + mark + ":");
      if (at == std::string::npos) return std::nullopt;
      const std::string rest = text.substr(at + mark.size() + 4);
      return rest.empty() ? rest : rest.substr(1);
    };
    if (auto start = after("starts")) {
      names_[line] = start->substr(0, start->find(' '));
      descriptions_[line] = start->substr(start->find(' ') + 1);
    }
    if (auto overlaps = after("overlaps")) overlaps_[line] = words(*overlaps);
    if (auto parallel = after("parallel")) parallel_ = words(*parallel);
    if (auto apart = after("not parallel")) apart_ = words(*apart);
  }

  static std::set<std::string> words(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
  }

  std::uint32_t line_of(MethodInstanceId instance, ir::ValueId value) {
    const MethodId method = points_to()[instance].method;
    const Class& owner = program_.program()[program_.program()[method].owner];
    if (owner.synthetic || owner.origin != Origin::kApplication) return 0;
    return classfile::source_file(owner.file) == file_ ? program_.store().get(method)->line(value) : 0;
  }

  void check_parallel() {
    std::set<std::string> together, apart;
    for (auto a = ids_.begin(); a != ids_.end(); ++a) {
      for (auto b = a; b != ids_.end(); ++b) {
        // In the order of the comments: main first.
        const bool main_last = b->first == "main" && a->first != "main";
        const std::string pair = main_last ? b->first + "-" + a->first : a->first + "-" + b->first;
        (threads_.may_run_in_parallel(a->second, b->second) ? together : apart).insert(pair);
        EXPECT_EQ(threads_.may_run_in_parallel(a->second, b->second),
                  threads_.may_run_in_parallel(b->second, a->second));
      }
    }
    if (parallel_) {
      EXPECT_EQ(together, *parallel_) << file_ << "\n" << dump();
    }
    if (apart_) {
      EXPECT_EQ(apart, *apart_) << file_ << "\n" << dump();
    }
  }

  void check_overlaps() {
    for (const auto& [line, expected] : overlaps_) {
      std::set<std::string> found;
      std::uint32_t events = 0;
      for (std::uint32_t i = 0; i < points_to().instance_count(); ++i) {
        const MethodInstanceId instance(i);
        if (!threads_.threads_of(instance).contains(ids_.at("main"))) continue;
        for (const PointsTo::InstanceCall& call : points_to().calls(instance)) {
          if (line_of(instance, call.site) != line) continue;
          ++events;
          for (const auto& [name, id] : ids_) {
            if (order_.may_overlap(ids_.at("main"), instance, call.site, id)) found.insert(name);
          }
        }
      }
      EXPECT_GT(events, 0u) << file_ << ":" << line << " calls nothing";
      EXPECT_EQ(found, expected) << file_ << ":" << line;
    }
  }

  JavaProgram program_;
  Threads threads_;
  StartJoinOrder order_;
  const std::string file_;
  std::map<std::uint32_t, std::string> names_, descriptions_;  // by line
  std::map<std::uint32_t, std::set<std::string>> overlaps_;
  std::optional<std::set<std::string>> parallel_, apart_;
  std::map<std::string, ThreadId> ids_;
};

TEST(AbstractThreads, DiningPhilosophers) {
  ThreadProgram program("Philosophers");
  program.check();
  EXPECT_THAT(program.dump(), HasSubstr("T1 main one threads.Philosophers.main(java.lang.String[])\n"
                                        "    parallel with T2\n"
                                        "T2 thread many threads.Philosophers$Philosopher.run()\n"
                                        "    started by threads.Philosophers.main(java.lang.String[]) line 28\n"
                                        "    parallel with T1 T2\n"));
}

TEST(AbstractThreads, EveryKind) {
  ThreadProgram program("Kinds");
  program.check();
  EXPECT_THAT(program.dump(), HasSubstr("finalizer one\n    enters threads.Kinds$Finalized.finalize()\n"));
  EXPECT_THAT(program.dump(), HasSubstr("init one threads.Kinds.<clinit>()\n"));
}

TEST(AbstractThreads, Multiplicity) { ThreadProgram("Multiplicity").check(); }

TEST(AbstractThreads, Serial) { ThreadProgram("Serial").check(); }

TEST(AbstractThreads, StartAndJoin) { ThreadProgram("Joins").check(); }

TEST(AbstractThreads, Latches) { ThreadProgram("Latches").check(); }

TEST(AbstractThreads, ClientsOfALibrary) {
  JavaProgram program("threads_library", {.algorithm = CallGraphAlgorithm::kObjects});
  const std::string text = dump_threads(Threads(*program.result().points_to));
  const std::string many =
      text.substr(text.find("public many\n"), text.find("parallel with T") - text.find("public many\n"));
  EXPECT_THAT(many, HasSubstr("enters lib.Clients$Locking.work()\n"));
  EXPECT_THAT(many, HasSubstr("enters lib.Clients$Listener.work()\n"));
  EXPECT_THAT(many, Not(HasSubstr("enters lib.Clients$Plain.work()\n")));
  EXPECT_THAT(text, HasSubstr("enters lib.Clients$Plain.work()\n"));
}

}  // namespace
}  // namespace snag

// A test's view of the locks of a Java program that stands in the test: everything as sorted text, in the terms of the
// method in question.
//
//     this.b                        in taken(): LOCKSHELD of the paper; in potential(): FINAL_T
//     this.b                        in twice(): taken twice, with no lock around both (T)
//     this.b under this.a           taken twice under a (P)
//     this.b under this.a or none   on one way under a, on another not
//     this.a, this.b under …        of the variant: one of the first locks, and the second
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "callgraph/build.h"
#include "checks/reacquired-lock/witnesses.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag::reacquired {

class LockProgram {
 public:
  struct Options {
    unsigned lock_depth = 5;
    bool relaxed = false;
    unsigned jobs = 1;
    std::optional<CallGraphAlgorithm> graph = std::nullopt;  // none: the class hierarchy
  };
  using Texts = std::vector<std::string>;

  // `classes`: a folder or an archive.
  LockProgram(const std::string& classes, const Options& options)
      : opened_({.application = classes}),
        options_(options),
        analysis_(*opened_.store, opened_.models, opened_.application,
                  sections::Analysis::Options{.all_block_uses = true, .jobs = options.jobs}) {
    if (options.graph) {
      Result<CallGraphResult> built =
          build_call_graph(*opened_.store, opened_.models, {.algorithm = *options.graph, .jobs = options.jobs});
      if (!built) throw std::runtime_error(built.error().message);
      graph_ = std::make_unique<CallGraphResult>(std::move(*built));
    }
    witnesses_ = std::make_unique<Witnesses>(
        analysis_, graph_ == nullptr ? nullptr : &graph_->graph,
        Witnesses::Options{.lock_depth = options.lock_depth, .relaxed = options.relaxed, .jobs = options.jobs});
  }

  const Witnesses& witnesses() const { return *witnesses_; }
  sections::Analysis& analysis() { return analysis_; }
  Calls& calls() { return analysis_.calls(); }
  Program& program() { return *opened_.program; }
  const ir::References& references() const { return opened_.references; }
  OpenedProgram& opened() { return opened_; }

  // `Line.contains`: without the parameters.
  NodeId node(const std::string& name) {
    for (std::uint32_t n = 0; n < calls().node_count(); ++n) {
      std::string candidate = program().describe(calls().method(NodeId(n)));
      if (candidate.substr(0, candidate.find('(')) == name) return NodeId(n);
    }
    throw std::runtime_error("no method " + name);
  }
  FieldId field(const std::string& name) {
    std::size_t dot = name.rfind('.');
    ClassId owner = program().find_class(name.substr(0, dot));
    if (!owner.valid()) throw std::runtime_error("no class of " + name);
    for (const Field& field : program().fields(owner)) {
      if (program().text(field.name) == name.substr(dot + 1)) return field.id;
    }
    throw std::runtime_error("no field " + name);
  }
  std::string text(NodeId node, const AccessPath& path) {
    return path.known() ? path.text(program(), references(), calls().ir(node)) : "*";
  }

  // LOCKSHELD before propagation, the nameless ones as `*`, and after it.
  Texts own(const std::string& method) {
    NodeId id = node(method);
    return texts(witnesses_->sections(id), [&](const Section& section) { return text(id, section.lock); });
  }
  Texts taken(const std::string& method) {
    NodeId id = node(method);
    return texts(witnesses_->taken(id), [&](const TakenLock& lock) { return text(id, lock.lock); });
  }
  Texts twice(const std::string& method) {
    NodeId id = node(method);
    return texts(witnesses_->twice(id),
                 [&](const Twice& twice) { return twice_text(id, twice, witnesses_->locks(id)); });
  }
  // A(m)_T of the paper: no context in the method itself.
  Texts alone(const std::string& method) {
    NodeId id = node(method);
    Texts result;
    for (const Twice& twice : witnesses_->twice(id)) {
      if (twice.without_context) result.push_back(text(id, witnesses_->locks(id)[twice.second.lock]));
    }
    return sorted(std::move(result));
  }
  // FINAL_T.
  Texts potential(const std::string& method) {
    NodeId id = node(method);
    return texts(witnesses_->potential(id), [&](const Potential& potential) {
      std::string lock = text(id, potential.lock);
      return potential.other.known() ? text(id, potential.other) + ", " + lock : lock;
    });
  }
  // FINAL_P: the witness in the terms of the method that has the context, and the context.
  Texts confirmed(const std::string& method) {
    NodeId id = node(method);
    return texts(witnesses_->confirmations(id), [&](const Confirmation& c) {
      std::string lock;
      if (!c.at.valid()) {
        lock = text(id, witnesses_->locks(id)[witnesses_->twice(id)[c.in_callee].second.lock]);
      } else {
        MethodLocks here(witnesses_->inputs(), id);
        for (const Invocation& call : here.invocations()) {
          if (call.at != c.at || call.callee != c.callee) continue;
          const AccessPath& there = witnesses_->potential(c.callee)[c.in_callee].lock;
          lock = text(id, call.translate(there, options_.lock_depth));
        }
      }
      return lock + " under " + text(id, c.context.lock);
    });
  }
  // The marks of a method: `lock@line`, one for each place that takes and gives back.
  Texts marks(const std::string& method) {
    MethodLocks locks(witnesses_->inputs(), node(method));
    LockHistory history = this->history(locks);
    return texts(history.marks(), [&](const Mark& mark) { return text(locks.node(), history.locks()[mark.lock]); });
  }
  LockHistory history(MethodLocks& locks) {
    std::vector<std::vector<TakenLock>> all;
    for (std::uint32_t n = 0; n < calls().node_count(); ++n) all.push_back(witnesses_->taken(NodeId(n)));
    return LockHistory(locks, all, options_.lock_depth, options_.relaxed);
  }

 private:
  static Texts sorted(Texts texts) {
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  template <class List, class Text>
  static Texts texts(const List& list, Text&& text) {
    Texts result;
    for (const auto& element : list) result.push_back(text(element));
    return sorted(std::move(result));
  }
  std::string twice_text(NodeId id, const Twice& twice, const std::vector<AccessPath>& locks) {
    std::string result = text(id, locks[twice.second.lock]);
    if (twice.two_locks) {
      Texts firsts = texts(twice.firsts, [&](const Mark& mark) { return text(id, locks[mark.lock]); });
      firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
      result = fmt::format("{}, {}", fmt::join(firsts, "|"), result);
    }
    if (twice.contexts.empty()) return result + (twice.without_context ? "" : " under nothing");
    Texts contexts = texts(twice.contexts, [&](const HeldSection& held) { return text(id, held.lock); });
    return fmt::format("{} under {}{}", result, fmt::join(contexts, " and "), twice.without_context ? " or none" : "");
  }

  OpenedProgram opened_;
  const Options options_;
  sections::Analysis analysis_;
  std::unique_ptr<CallGraphResult> graph_;
  std::unique_ptr<Witnesses> witnesses_;
};

}  // namespace snag::reacquired

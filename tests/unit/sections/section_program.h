// A test's view of the critical sections of tests/java/<jar>: asks by method and field name (`Account.balance`) and by
// source line (`use(old); // site: name`).
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sections/analysis.h"
#include "support/opened_program.h"

namespace snag::sections {

inline std::string to_text(const State& state) {
  std::string result;
  switch (state.freshness) {
    case Freshness::kNone:
      result = "none";
      break;
    case Freshness::kHeld:
      result = "held";
      break;
    case Freshness::kReleased:
      result = "released";
      break;
    case Freshness::kStale:
      result = "stale";
      break;
  }
  if (state.age > 0) result += fmt::format(" {}", state.age);
  if (state.block_left) result += ", block left";
  if (state.handed_over) result += ", handed over";
  if (state.claimed) result += ", claimed";
  return result;
}

class SectionProgram {
 public:
  struct Options {
    std::string jar = "sections";
    unsigned jobs = 1;
    bool jdk = true;
  };
  using Texts = std::vector<std::string>;

  explicit SectionProgram(const Options& options = {"sections", 1, true})
      : opened_({.application = java_test_jar(options.jar), .jdk = options.jdk}),
        analysis_(*opened_.store, opened_.models, opened_.application,
                  Analysis::Options{.unknown_is_shared = false, .all_block_uses = true, .jobs = options.jobs}),
        folder_(std::string(SNAG_TEST_SOURCE_DIR) + "/tests/java/" + options.jar + "/" + options.jar + "/") {}

  Program& program() { return *opened_.program; }
  const ir::References& references() const { return opened_.references; }
  Analysis& analysis() { return analysis_; }
  Calls& calls() { return analysis_.calls(); }
  const FieldFacts& fields() { return analysis_.fields(); }

  // As in source, without the package and the parameters. A lambda's number may be left out: `Callers.lambda$run$`.
  NodeId node(const std::string& name) {
    for (std::uint32_t n = 0; n < calls().node_count(); ++n) {
      std::string candidate = short_name(calls().method(NodeId(n)));
      if (candidate == name || (name.ends_with('$') && candidate.starts_with(name))) return NodeId(n);
    }
    throw std::runtime_error("no method " + name);
  }
  ClassId class_of(const std::string& name) {
    ClassId id = opened_.program->find_class(name.find('/') == name.npos ? "sections/" + name : name);
    if (!id.valid()) throw std::runtime_error("no class " + name);
    return id;
  }
  FieldId field(const std::string& name) {
    std::size_t dot = name.rfind('.');
    for (const Field& field : opened_.program->fields(class_of(name.substr(0, dot)))) {
      if (opened_.program->text(field.name) == name.substr(dot + 1)) return field.id;
    }
    throw std::runtime_error("no field " + name);
  }
  const MethodSummary& summary(const std::string& method) { return analysis_.summary(node(method)); }

  std::string short_name(MethodId method) const {
    std::string name = without_package(opened_.program->describe(method));
    return name.substr(0, name.find('('));
  }
  std::string text(NodeId node, const AccessPath& path) {
    return without_package(path.text(*opened_.program, opened_.references, calls().ir(node)));
  }
  // `this.both (read)`: an exclusive mode is not shown.
  std::string text(NodeId node, const NamedLock& lock) {
    std::string_view mode = lock.mode == LockMode::kExclusive ? std::string_view() : library::to_text(lock.mode);
    return text(node, lock.path) + (mode.empty() ? "" : fmt::format(" ({})", mode));
  }
  template <class Paths>
  Texts texts(NodeId node, const Paths& paths) {
    Texts result;
    for (const auto& path : paths) result.push_back(text(node, path));
    return result;
  }
  Texts held_at_entry(const std::string& method) {
    NodeId id = node(method);
    return texts(id, analysis_.held_at_entry(id));
  }

  // The first call of a method of this name in a method.
  const ir::Instruction& call(const std::string& method, std::string_view callee) {
    for (const ir::Instruction& i : calls().ir(node(method)).instructions) {
      if (i.op == ir::Op::kInvoke && opened_.program->text(opened_.references[i.reference()].name) == callee) return i;
    }
    throw std::runtime_error(method + " does not call " + std::string(callee));
  }
  const Binding& binding(const std::string& method, std::string_view callee) {
    return calls().binding(call(method, callee));
  }
  Texts targets(const Binding& binding) {
    Texts result;
    for (NodeId target : binding.targets) result.push_back(short_name(calls().method(target)));
    return result;
  }

  MethodEffects effects(NodeId node, bool unknown_is_shared = false) {
    std::span<const MethodSummary> summaries(&analysis_.summary(NodeId(0)), calls().node_count());
    return MethodEffects({calls(), analysis_.sharing(), fields(), summaries, unknown_is_shared}, node,
                         analysis_.held_at_entry(node),
                         /*only_constructs=*/false);
  }

  // What is passed as the last argument to `callee` on the line that ends in `// site: name`, by origin.
  struct Age {
    std::string location;
    State state;
    std::uint32_t released_line = 0, entered_line = 0;
  };
  std::vector<Age> ages_at(const std::string& class_name, const std::string& site, std::string_view callee = "use",
                           bool unknown_is_shared = false) {
    std::vector<Age> result;
    visit_site(class_name, site, callee, unknown_is_shared, [&](NodeId node, const auto& call, const auto& moment) {
      const Staleness& staleness = call.staleness;
      const ir::MethodIr& method = calls().ir(node);
      ir::ValueId value = method.operands(call.at).back();
      for (OriginId origin : staleness.origins_of(value)) {
        State state = moment.state(value, origin);
        Age age{text(node, staleness[origin].access->location), state};
        if (state.released.valid()) age.released_line = method.line(state.released);
        if (state.entered.valid()) age.entered_line = method.line(state.entered);
        result.push_back(age);
      }
    });
    return result;
  }
  Texts ages(const std::string& class_name, const std::string& site, std::string_view callee = "use",
             bool unknown_is_shared = false) {
    Texts result;
    for (const Age& age : ages_at(class_name, site, callee, unknown_is_shared)) {
      result.push_back(age.location + ": " + to_text(age.state));
    }
    return result;
  }
  // Outermost first.
  Texts held(const std::string& class_name, const std::string& site) {
    Texts result;
    visit_site(class_name, site, "use", false, [&](NodeId node, const auto& call, const auto& moment) {
      for (const HeldLock& held : moment.held()) {
        result.push_back(text(node, NamedLock{call.staleness.effects().lock(held.lock).path, held.mode}));
      }
    });
    return result;
  }

  std::uint32_t line_of(const std::string& class_name, const std::string& site) const {
    std::ifstream file(folder_ + class_name + ".java");
    std::string line_text;
    for (std::uint32_t line = 1; std::getline(file, line_text); ++line) {
      if (line_text.ends_with("// site: " + site)) return line;
    }
    throw std::runtime_error("no line of " + class_name + ".java is marked with site: " + site);
  }

 private:
  static std::string without_package(std::string text) {
    constexpr std::string_view kPackage = "sections.";
    return text.starts_with(kPackage) ? text.substr(kPackage.size()) : text;
  }

  struct SiteCall {
    const Staleness& staleness;
    ir::ValueId at;
  };
  template <class Visit>
  void visit_site(const std::string& class_name, const std::string& site, std::string_view callee,
                  bool unknown_is_shared, Visit&& visit) {
    std::uint32_t line = line_of(class_name, site);
    bool found = false;
    for (std::uint32_t n = 0; n < calls().node_count(); ++n) {
      NodeId node(n);
      std::string name = short_name(calls().method(node));
      if (!name.starts_with(class_name + ".") && !name.starts_with(class_name + "$")) continue;
      const ir::MethodIr& method = calls().ir(node);
      if (std::none_of(method.lines.begin(), method.lines.end(), [&](const auto& l) { return l.line == line; })) {
        continue;
      }
      MethodEffects of_method = effects(node, unknown_is_shared);
      Staleness staleness(of_method);
      staleness.walk([&](ir::ValueId at, ir::BlockId, const Staleness::Moment& moment) {
        const ir::Instruction& i = method[at];
        if (found || i.op != ir::Op::kInvoke || method.line(at) != line) return;
        if (opened_.program->text(opened_.references[i.reference()].name) != callee) return;
        found = true;
        visit(node, SiteCall{staleness, at}, moment);
      });
    }
    if (!found) throw std::runtime_error("nothing is called at " + site);
  }

  OpenedProgram opened_;
  Analysis analysis_;
  std::string folder_;
};

// One for all tests: building takes longer than asking.
inline SectionProgram& section_program() {
  static SectionProgram program;
  return program;
}

}  // namespace snag::sections

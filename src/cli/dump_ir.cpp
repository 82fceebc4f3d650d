#include <fmt/format.h>

#include <algorithm>

#include "base/dot.h"
#include "base/nearest.h"
#include "base/pattern.h"
#include "classfile/modified_utf8.h"
#include "cli/dump.h"
#include "cli/exit_codes.h"
#include "ir/text.h"

namespace snag {

namespace {

// One box for each block with its lines of the text form; exception edges are dashed.
void append_graph(std::string& out, const Session& session, MethodId id, const ir::MethodIr& method) {
  std::string text = ir::print(method, session.names, session.references);
  std::string prefix = fmt::format("m{}_", id.value);
  fmt::format_to(std::back_inserter(out), "  subgraph \"cluster_{}\" {{\n    label=\"{}\";\n", prefix,
                 dot_escaped(session.program.describe(id)));
  // The printer starts each block with an unindented `bN:`.
  std::size_t at = text.find("\nb0:");
  for (std::uint32_t b = 0; b < method.blocks.size() && at != std::string::npos; ++b) {
    std::size_t next = text.find(fmt::format("\nb{}:", b + 1), at + 1);
    std::string block = text.substr(at + 1, next == std::string::npos ? next : next - at);
    if (!block.empty() && block.back() != '\n') block += '\n';
    fmt::format_to(std::back_inserter(out), "    {}b{} [label=\"{}\"];\n", prefix, b, dot_escaped(block));
    at = next;
  }
  out += "  }\n";
  for (std::uint32_t b = 0; b < method.blocks.size(); ++b) {
    for (ir::BlockId to : method.successors(ir::BlockId(b))) {
      fmt::format_to(std::back_inserter(out), "  {0}b{1} -> {0}b{2};\n", prefix, b, to.value);
    }
    for (ir::BlockId to : method.pads(ir::BlockId(b))) {
      fmt::format_to(std::back_inserter(out), "  {0}b{1} -> {0}b{2} [style=dashed];\n", prefix, b, to.value);
    }
  }
}

// The name alone, with its parameters, with its class, and with both.
bool matches(std::string_view pattern, const Program& program, const Method& method) {
  std::string owner = program.describe(method.owner) + ".", whole = program.describe(method.id);
  std::string name = classfile::to_utf8(program.text(method.name));
  std::string_view with_parameters = std::string_view(whole).substr(owner.size());
  return matches_pattern(pattern, name) || matches_pattern(pattern, with_parameters) ||
         matches_pattern(pattern, owner + name) || matches_pattern(pattern, whole);
}

}  // namespace

std::vector<ClassId> chosen_classes(const Session& session) {
  const auto& wanted = session.options.class_name;
  if (!wanted) return session.application;
  std::vector<std::string> names;
  for (ClassId id : session.application) {
    names.push_back(session.program.describe(id));
    if (names.back() == *wanted || session.program.name(id) == *wanted) return {id};
  }
  std::string message = fmt::format("--class {}: there is no such class here", *wanted);
  auto same = std::find_if(names.begin(), names.end(), [&](const auto& name) { return name.ends_with("." + *wanted); });
  std::optional<std::string_view> near = same != names.end() ? *same : nearest(*wanted, names);
  throw UsageError(message + (near ? fmt::format("; did you mean {}?", *near) : "; 'snag dump classes' lists them"));
}

std::vector<MethodId> chosen_methods(const Session& session) {
  const auto& pattern = session.options.method_pattern;
  std::vector<MethodId> methods;
  for (ClassId id : chosen_classes(session)) {
    for (const Method& method : session.program.methods(id)) {
      if (!pattern || matches(*pattern, session.program, method)) methods.push_back(method.id);
    }
  }
  if (methods.empty() && pattern) {
    throw UsageError(
        fmt::format("--method {} matches nothing here; 'snag dump classes' lists what there is, as in "
                    "--class bank.Account --method withdraw or --method 'with*'",
                    *pattern));
  }
  return methods;
}

std::string dump_ir(Session& session) {
  std::vector<MethodId> methods = chosen_methods(session);
  session.build_ssa(methods);
  bool dot = session.options.report().format == OutputFormat::kDot;
  std::string out = dot ? "digraph ir {\n  node [shape=box, fontname=monospace];\n" : "";
  for (MethodId id : methods) {
    const ir::MethodIr* method = session.store.get(id);
    if (method == nullptr) continue;
    if (dot) {
      append_graph(out, session, id, *method);
    } else {
      out += ir::print(*method, session.names, session.references) + "\n";
    }
  }
  return dot ? out + "}\n" : out;
}

}  // namespace snag

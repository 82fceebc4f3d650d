#include <fmt/format.h>

#include "classfile/descriptor.h"
#include "cli/dump.h"
#include "cli/exit_codes.h"
#include "ir/text.h"

namespace snag {

namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\l";
    } else {
      out += c;
    }
  }
  return out;
}

// One box for each block with its lines of the text form; exception edges are dashed.
void append_graph(std::string& out, const Session& session, MethodId id, const ir::MethodIr& method) {
  std::string text = ir::print(method, session.names, session.references);
  std::string prefix = fmt::format("m{}_", id.value);
  fmt::format_to(std::back_inserter(out), "  subgraph \"cluster_{}\" {{\n    label=\"{}\";\n", prefix,
                 escaped(session.program.describe(id)));
  // The printer starts each block with an unindented `bN:`.
  std::size_t at = text.find("\nb0:");
  for (std::uint32_t b = 0; b < method.blocks.size() && at != std::string::npos; ++b) {
    std::size_t next = text.find(fmt::format("\nb{}:", b + 1), at + 1);
    std::string block = text.substr(at + 1, next == std::string::npos ? next : next - at);
    if (!block.empty() && block.back() != '\n') block += '\n';
    fmt::format_to(std::back_inserter(out), "    {}b{} [label=\"{}\"];\n", prefix, b, escaped(block));
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

bool matches(std::string_view pattern, std::string_view text) {
  return pattern.find('*') != std::string_view::npos ? library::matches_pattern(pattern, text)
                                                     : text.find(pattern) != std::string_view::npos;
}

}  // namespace

bool is_chosen(const Session& session, ClassId id) {
  const auto& wanted = session.options.class_name;
  return !wanted || session.program.describe(id) == *wanted || session.program.name(id) == *wanted;
}

std::vector<MethodId> chosen_methods(const Session& session) {
  std::vector<MethodId> methods;
  for (ClassId id : session.application) {
    if (!is_chosen(session, id)) continue;
    for (const Method& method : session.program.methods(id)) {
      const auto& pattern = session.options.method_pattern;
      if (!pattern || matches(*pattern, session.program.describe(method.id))) methods.push_back(method.id);
    }
  }
  if (methods.empty() && (session.options.class_name || session.options.method_pattern)) {
    throw UsageError(
        "--class and --method match nothing here; 'snag dump classes' lists what there is, as in "
        "--class bank.Account --method 'transfer(*'");
  }
  return methods;
}

std::string dump_ir(Session& session) {
  std::vector<MethodId> methods = chosen_methods(session);
  session.progress.stage("building SSA");
  {
    Stats::Pass pass(session.stats, "build SSA");
    session.store.prepare(methods, session.jobs);
    IrStore::Statistics built = session.store.statistics();
    pass.count("methods", built.methods);
    pass.count("instructions", built.instructions);
    pass.count("bytes", built.bytes);
    pass.count("failed", built.failed);
  }
  bool dot = session.options.format == OutputFormat::kDot;
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

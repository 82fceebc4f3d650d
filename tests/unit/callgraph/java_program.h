// A test's view of a call graph over tests/java/<folder>: asks by source line (`// site: name`) and by method name.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "callgraph/build.h"
#include "callgraph/dump.h"
#include "program/jdk_location.h"

namespace snag {

class JavaProgram {
 public:
  JavaProgram(const std::string& jar, CallGraphOptions options) : class_path_(diagnostics_) {
    class_path_.add(std::string(SNAG_TEST_JAVA_DIR) + "/" + jar + ".jar", Origin::kApplication);
    Result<std::string> jdk = find_jdk(JdkSearch::from_environment(""));
    if (!jdk) throw std::runtime_error(jdk.error().message);
    class_path_.add_jdk(*jdk);
    program_ = std::make_unique<Program>(names_, class_path_, diagnostics_);
    store_ = std::make_unique<IrStore>(*program_, references_);
    models_ = std::make_unique<library::Models>(names_);
    if (Result<void> loaded = models_->load_embedded(); !loaded) throw std::runtime_error(loaded.error().message);
    Result<CallGraphResult> built = build_call_graph(*store_, *models_, options);
    if (!built) throw std::runtime_error(built.error().message);
    result_ = std::move(*built);
    folder_ = std::string(SNAG_TEST_SOURCE_DIR) + "/tests/java/" + jar + "/";
  }

  const CallGraph& graph() const { return result_.graph; }
  const CallGraphResult& result() const { return result_; }
  IrStore& store() { return *store_; }
  Program& program() { return *program_; }
  Diagnostics& diagnostics() { return diagnostics_; }

  // What a line that ends in `// site: name` of a source file may call, as in source and without the package.
  std::set<std::string> at(const std::string& source, const std::string& site,
                           std::set<CalleeKind> kinds = {CalleeKind::kCall}) {
    std::uint32_t line = line_of(source, site);
    std::set<std::string> result;
    for (MethodId id : graph().methods()) {
      const Method& method = program()[id];
      const Class& owner = program()[method.owner];
      if (owner.synthetic || owner.origin != Origin::kApplication) continue;
      if (classfile::source_file(owner.file) != source.substr(source.rfind('/') + 1)) continue;
      const ir::MethodIr* ir = store().get(method.id);
      if (ir == nullptr) continue;
      for (const Call& call : graph().calls(id)) {
        if (ir->line(call.site) == line && kinds.contains(call.kind)) result.insert(short_name(call.callee));
      }
    }
    return result;
  }
  std::set<std::string> started(const std::string& source, const std::string& site) {
    return at(source, site, {CalleeKind::kStart});
  }
  // The application's methods among them, lambdas left out: what is left reads like the source.
  static std::set<std::string> named(std::set<std::string> methods) {
    std::erase_if(methods, [](const std::string& name) {
      return name.find("$$Lambda") != std::string::npos || name.starts_with("java.");
    });
    return methods;
  }

  bool reaches(const std::string& method) { return this->method(method).valid(); }
  std::string short_name(MethodId method) {
    std::string name = program().describe(method);
    for (const char* package : {"cg.", "lib."}) {
      if (name.starts_with(package)) name.erase(0, std::string(package).size());
    }
    return name.substr(0, name.rfind('('));
  }
  // Invalid if it is not reached.
  MethodId method(const std::string& name) {
    for (MethodId id : graph().methods()) {
      if (short_name(id) == name) return id;
    }
    return {};
  }
  // `caller -> callee` with the line and the kind of call, where the caller is the application's.
  std::set<std::string> edges() {
    std::set<std::string> result;
    for (MethodId id : graph().methods()) {
      const Method& method = program()[id];
      if (program()[method.owner].origin != Origin::kApplication) continue;
      const ir::MethodIr* ir = store().get(method.id);
      for (const Call& call : graph().calls(id)) {
        result.insert(fmt::format("{}:{} {} {}", program().describe(method.id), ir->line(call.site),
                                  static_cast<int>(call.kind), program().describe(call.callee)));
      }
    }
    return result;
  }
  // The lambda's methods call the body: every method of the application that is reached from what `methods` names.
  std::set<std::string> reached_from(const std::set<std::string>& methods) {
    std::set<std::string> result;
    std::vector<MethodId> work;
    std::set<MethodId> seen;
    for (const std::string& name : methods) work.push_back(method(name));
    while (!work.empty()) {
      MethodId id = work.back();
      work.pop_back();
      if (!id.valid() || !seen.insert(id).second) continue;
      result.insert(short_name(id));
      for (const Call& call : graph().calls(id)) {
        if (call.kind != CalleeKind::kStart) work.push_back(call.callee);
      }
    }
    return result;
  }

 private:
  std::uint32_t line_of(const std::string& source, const std::string& site) {
    std::ifstream file(folder_ + source);
    std::string text;
    for (std::uint32_t line = 1; std::getline(file, text); ++line) {
      if (text.ends_with("// site: " + site)) return line;
    }
    ADD_FAILURE() << "no line of " << source << " is marked with site: " << site;
    return 0;
  }

  Diagnostics diagnostics_;
  Names names_;
  ClassPath class_path_;
  ir::References references_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<IrStore> store_;
  std::unique_ptr<library::Models> models_;
  CallGraphResult result_;
  std::string folder_;
};

// One graph for each entry and algorithm: building takes longer than asking.
inline JavaProgram& java_program(const std::string& entry, CallGraphAlgorithm algorithm = CallGraphAlgorithm::kVta) {
  static std::map<std::pair<std::string, CallGraphAlgorithm>, std::unique_ptr<JavaProgram>> programs;
  auto& program = programs[{entry, algorithm}];
  if (program == nullptr) {
    CallGraphOptions options{.algorithm = algorithm, .entries = {"cg." + entry}};
    program = std::make_unique<JavaProgram>("callgraph", options);
  }
  return *program;
}

}  // namespace snag

// A small program with the analyses of its threads, for tests of single steps of these: what stands in the program is
// found by its names.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "checks/analyses.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag {

class AnalysedProgram {
 public:
  explicit AnalysedProgram(const std::string& source)
      : opened_({.application = compiled_java(source)}),
        analyses_(
            {.store = *opened_.store, .models = opened_.models, .application = opened_.application, .stats = stats_},
            kIds) {
    if (analyses_.whole_program() == nullptr) throw std::runtime_error("no whole program");
  }

  Program& program() { return *opened_.program; }
  const Analyses& analyses() const { return analyses_; }
  const WholeProgramAnalysis& whole() const { return *analyses_.whole_program(); }
  Execution& execution() const { return whole().execution(); }
  Calls& calls() const { return analyses_.sections().calls(); }

  // The one object of a class.
  ObjectId object(std::string_view type) {
    const auto objects = whole().heap().objects_of_class(program().find_class(type));
    if (objects.size() != 1) throw std::runtime_error("not one object of " + std::string(type));
    return objects[0];
  }
  // The one instance of a method.
  MethodInstanceId instance(std::string_view type, std::string_view name) {
    MethodInstanceId found;
    for (const Method& method : program().methods(program().find_class(type))) {
      if (program().text(method.name) != name) continue;
      for (MethodInstanceId instance : whole().points_to().instances_of(method.id)) {
        if (found.valid()) throw std::runtime_error("several instances of " + std::string(name));
        found = instance;
      }
    }
    if (!found.valid()) throw std::runtime_error("no instance of " + std::string(name));
    return found;
  }
  const ir::MethodIr& ir(MethodInstanceId instance) {
    return *opened_.store->get(whole().points_to()[instance].method);
  }
  // The thread that begins in a method of this class.
  ThreadId thread(std::string_view type) {
    for (std::uint32_t n = 0; n < whole().threads().size(); ++n) {
      const AbstractThread& thread = whole().threads()[ThreadId(n)];
      if (thread.entry.valid() && program().name(program()[thread.entry].owner) == type &&
          thread.kind != ThreadKind::kInitializer) {
        return ThreadId(n);
      }
    }
    throw std::runtime_error("no thread of " + std::string(type));
  }
  // The first event on a field in a method.
  Event event(std::string_view field, std::string_view method, bool write) {
    for (const Event& event : execution().events()) {
      const MethodId in = whole().points_to()[event.instance].method;
      if (event.location.kind == LocationKind::kField && event.write == write &&
          program().text(program()[event.location.field].name) == field && program().text(program()[in].name) == method)
        return event;
    }
    throw std::runtime_error("no event on " + std::string(field) + " in " + std::string(method));
  }

 private:
  static constexpr std::string_view kIds[] = {"data-race"};
  OpenedProgram opened_;
  Stats stats_;
  const Analyses analyses_;
};

}  // namespace snag

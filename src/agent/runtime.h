// What the agent and its Java half (java/snag/runtime) have in common: the methods by which they call each other, and
// the objects that the runtime passes to the agent. tests/unit/agent/runtime_test.cpp compares all of it with the
// compiled classes.
//
// The functions `visit` below describe the fields of these objects, by the names that they have in Java. The agent
// reads an object by them (jvm/java_objects.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snag::agent {

struct JavaMethod {
  std::string_view name, descriptor;
};

// The native methods of snag.runtime.Native.
inline constexpr JavaMethod kNativeMethods[] = {
    {"fieldsOf", "(I)[I"},
    {"staticHolder", "(I)Ljava/lang/Object;"},
    {"staticWord", "(I)Ljava/lang/String;"},
    {"mention", "(I)Ljava/lang/Object;"},
    {"goneSites", "()[I"},
    {"goneFields", "()[I"},
    {"stack", "()Ljava/snag/rt/Stack;"},
    {"report", "(Ljava/snag/rt/Report;)I"},
    {"again", "(II)V"},
    {"liveBytes", "()J"},
    {"pause", "()V"},
    {"log", "(Ljava/lang/String;)V"},
};

// The methods of snag.runtime.Hooks that the agent calls; for those that instrumented code calls see
// instrument/hooks.h.
inline constexpr JavaMethod kConfigure{"configure", "([Ljava/lang/String;[Ljava/lang/String;J)V"};
inline constexpr JavaMethod kFlush{"flush", "()V"};
inline constexpr JavaMethod kStopHooks{"stop", "()V"};
inline constexpr JavaMethod kStatistics{"statistics", "()[Ljava/lang/Object;"};
inline constexpr JavaMethod kVirtualThreads{"virtualThreads", "()[Ljava/lang/Thread;"};
inline constexpr std::array kAgentMethods{kConfigure, kFlush, kStopHooks, kStatistics, kVirtualThreads};

struct ReportedAccess {
  static constexpr std::string_view kClass = "ReportedAccess";
  std::int32_t site = 0;
  std::int32_t index = 0;  // among the accesses of the site; negative: the site as a whole
  bool write = false;
  std::int32_t stack = 0;
  bool exact = false;
  std::string thread;
  std::vector<std::string> locks;

  template <class Self, class Visitor>
  static void visit(Self& access, Visitor&& field) {
    field("site", access.site);
    field("index", access.index);
    field("write", access.write);
    field("stack", access.stack);
    field("exact", access.exact);
    field("thread", access.thread);
    field("locks", access.locks);
  }
};

struct Report {
  static constexpr std::string_view kClass = "Report";
  std::string check, kind;
  std::string object_class;  // as Class.getTypeName returns it
  std::int32_t field = 0;
  std::vector<ReportedAccess> accesses;
  std::int32_t first_site = 0, handover_site = 0, handover_stack = 0, escape_site = 0;
  std::string first_owner, second_owner;

  template <class Self, class Visitor>
  static void visit(Self& report, Visitor&& field) {
    field("check", report.check);
    field("kind", report.kind);
    field("objectClass", report.object_class);
    field("field", report.field);
    field("accesses", report.accesses);
    field("firstSite", report.first_site);
    field("handoverSite", report.handover_site);
    field("handoverStack", report.handover_stack);
    field("escapeSite", report.escape_site);
    field("firstOwner", report.first_owner);
    field("secondOwner", report.second_owner);
  }
};

struct Statistic {
  static constexpr std::string_view kClass = "Statistic";
  std::string name;
  std::int64_t value = 0;
  std::string note;  // for the user; empty: there is nothing to say

  template <class Self, class Visitor>
  static void visit(Self& statistic, Visitor&& field) {
    field("name", statistic.name);
    field("value", statistic.value);
    field("note", statistic.note);
  }
};

// The descriptor of a field in Java.
inline std::string descriptor_of(const std::int32_t*) { return "I"; }
inline std::string descriptor_of(const std::int64_t*) { return "J"; }
inline std::string descriptor_of(const bool*) { return "Z"; }
inline std::string descriptor_of(const std::string*) { return "Ljava/lang/String;"; }
template <class Object>
std::string descriptor_of(const Object*) {
  return "Ljava/snag/rt/" + std::string(Object::kClass) + ";";
}
template <class Element>
std::string descriptor_of(const std::vector<Element>*) {
  return "[" + descriptor_of(static_cast<const Element*>(nullptr));
}

}  // namespace snag::agent

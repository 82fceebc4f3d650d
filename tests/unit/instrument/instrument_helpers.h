// Rewritten classes for tests: those of tests/java/instrument, or class files that a test writes itself.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "classfile/class_file_helpers.h"
#include "instrument/rewrite.h"

namespace snag::instrument {

inline const std::map<std::string, classfile::ByteBuffer, std::less<>>& watched_classes() {
  static const auto classes = [] {
    std::map<std::string, classfile::ByteBuffer, std::less<>> all;
    Diagnostics diagnostics;
    ClassPath path(diagnostics);
    path.add(std::string(SNAG_TEST_JAVA_DIR) + "/instrument.jar", Origin::kApplication);
    for (ClassLocation location : path.classes(Origin::kApplication)) {
      Result<Blob> blob = path.read(location);
      if (blob) all.emplace(path.name(location), classfile::ByteBuffer(blob->bytes.begin(), blob->bytes.end()));
    }
    return all;
  }();
  return classes;
}

// One class after rewriting; the original if rewriting does not change it.
class Rewritten {
 public:
  explicit Rewritten(const classfile::ByteBuffer& original, const Decisions& decisions = {}, RewriteInput input = {}) {
    input.class_file = original;
    classfile::ByteBuffer bytes = rewrite(input, decisions, sites, statistics);
    changed = !bytes.empty();
    EXPECT_EQ(changed ? classfile::problem_of(bytes) : "", "");
    parsed = std::make_unique<classfile::Parsed>(changed ? std::move(bytes) : original);
  }
  Rewritten(std::string_view name, const Decisions& decisions = {}, RewriteInput input = {})
      : Rewritten(watched_classes().at(std::string(name)), decisions, input) {}

  const classfile::ClassFile& file() const { return parsed->file; }
  bool has_field(std::string_view name) const {
    for (const classfile::Member& field : file().fields()) {
      if (file().name(field) == name) return true;
    }
    return false;
  }
  bool has_method(std::string_view name) const {
    for (const classfile::Member& method : file().methods()) {
      if (file().name(method) == name) return true;
    }
    return false;
  }
  classfile::Code code(std::string_view method) const {
    return read_code(file(), classfile::method_named(file(), method)).value().value();
  }
  // Returns the relevant instructions: `a` for getfield, `a=` for putfield, the names of called methods, accesses to
  // arrays, monitor instructions, returns and throws.
  std::string steps(std::string_view method) const {
    using classfile::Opcode;
    std::string text;
    classfile::Code body = code(method);
    classfile::Instruction in;
    for (std::uint32_t pc = 0; pc < body.code.size(); pc = in.next()) {
      EXPECT_EQ(decode_instruction(body.code, pc, in), nullptr);
      std::string step;
      if (in.opcode == Opcode::kGetfield || in.opcode == Opcode::kGetstatic) {
        step = file().constants().member(in.index).name;
      } else if (in.opcode == Opcode::kPutfield || in.opcode == Opcode::kPutstatic) {
        step = std::string(file().constants().member(in.index).name) + "=";
      } else if (in.opcode >= Opcode::kInvokevirtual && in.opcode <= Opcode::kInvokeinterface) {
        auto called = file().constants().member(in.index);
        step = called.owner == "java/snag/rt/Hooks" ? "Hooks." + std::string(called.name) : std::string(called.name);
      } else if (in.opcode == Opcode::kMonitorenter) {
        step = "enter";
      } else if (in.opcode == Opcode::kMonitorexit) {
        step = "exit";
      } else if (in.opcode >= Opcode::kIreturn && in.opcode <= Opcode::kReturn) {
        step = "return";
      } else if (in.opcode == Opcode::kAthrow) {
        step = "throw";
      } else if ((in.opcode >= Opcode::kIaload && in.opcode <= Opcode::kSaload)) {
        step = "[]";
      } else if ((in.opcode >= Opcode::kIastore && in.opcode <= Opcode::kSastore)) {
        step = "[]=";
      }
      if (step.empty() || step == "currentThread") continue;
      text += text.empty() ? step : " " + step;
    }
    return text;
  }
  // Returns `a b=` for every site of a method that has accesses.
  std::vector<std::string> site_texts(std::string_view method) const {
    std::vector<std::string> texts;
    for (std::size_t i = 1; i <= sites.size(); ++i) {
      std::optional<Site> site = sites.find(static_cast<std::int32_t>(i));
      if (!site || site->place.method != method || site->accesses.empty()) continue;
      std::string text;
      for (const SiteAccess& access : site->accesses) {
        text += (text.empty() ? "" : " ") + access.name + (access.access == Access::kWrite ? "=" : "");
      }
      texts.push_back(text);
    }
    return texts;
  }

  Sites sites;
  RewriteStatistics statistics;
  bool changed = false;
  std::unique_ptr<classfile::Parsed> parsed;
};

}  // namespace snag::instrument

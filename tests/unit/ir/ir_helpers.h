// IR for tests: built from the classes of tests/java/ir, from hand-made classes, or parsed from text.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <regex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "classfile/class_writer.h"
#include "classfile/validate.h"
#include "ir/builder.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "program/class_path.h"
#include "program/program.h"

namespace snag::ir {

// Returns whether the accessors of MethodIr show the same; the positions in its tables may differ.
inline bool same(const MethodIr& a, const MethodIr& b) {
  auto lines = [](const MethodIr& ir) {
    std::vector<std::pair<unsigned, unsigned>> all;
    for (const auto& line : ir.lines) all.emplace_back(line.start, line.line);
    return all;
  };
  auto list = [](auto span) { return std::vector(span.begin(), span.end()); };
  if (std::tie(a.owner, a.name, a.descriptor, a.access) != std::tie(b.owner, b.name, b.descriptor, b.access))
    return false;
  if (lines(a) != lines(b) || a.blocks.size() != b.blocks.size()) return false;
  if (a.instructions.size() != b.instructions.size()) return false;
  for (std::uint32_t n = 0; n < a.blocks.size(); ++n) {
    BlockId block(n);
    auto key = [](const Block& x) { return std::tie(x.begin, x.end, x.phi_count, x.pc); };
    if (key(a[block]) != key(b[block]) || list(a.predecessors(block)) != list(b.predecessors(block)) ||
        list(a.successors(block)) != list(b.successors(block)) || list(a.pads(block)) != list(b.pads(block))) {
      return false;
    }
  }
  for (std::uint32_t n = 0; n < a.instructions.size(); ++n) {
    const Instruction &x = a.instructions[n], &y = b.instructions[n];
    auto key = [](const Instruction& i) { return std::tie(i.op, i.type, i.kind, i.type_name, i.local_name, i.pc); };
    if (key(x) != key(y) || list(a.operands(x)) != list(b.operands(y))) return false;
    bool wide = x.op == Op::kConstant &&
                (x.as<ConstantKind>() == ConstantKind::kLong || x.as<ConstantKind>() == ConstantKind::kFloat ||
                 x.as<ConstantKind>() == ConstantKind::kDouble);
    bool payload = wide                   ? a.wide_constants[x.payload] == b.wide_constants[y.payload]
                   : x.op == Op::kSwitch  ? list(a.switch_cases(x)) == list(b.switch_cases(y))
                   : x.op == Op::kLambda  ? a.lambdas[x.payload] == b.lambdas[y.payload]
                   : x.op == Op::kDynamic ? a.dynamics[x.payload] == b.dynamics[y.payload]
                                          : x.payload == y.payload;
    if (!payload) return false;
  }
  return true;
}

class IrTest : public ::testing::Test {
 protected:
  MethodIr parsed(std::string_view text) {
    auto ir = parse(text, names, references);
    if (ir) return *ir;
    throw std::runtime_error("line " + std::to_string(ir.error().offset.value_or(0)) + ": " + ir.error().message);
  }
  // Returns an empty text if the IR is valid.
  std::string problem(const MethodIr& ir) { return verify(ir, names, references).value_or(""); }

  // Checks that the IR is valid and that its text reads back. Returns the text without offsets, lines, the header and
  // the numbers of lambdas.
  std::string checked(const MethodIr& ir) {
    std::string text = print(ir, names, references);
    EXPECT_EQ(problem(ir), "") << text;
    auto again = parse(text, names, references);
    EXPECT_TRUE(again) << "line " << again.error().offset.value_or(0) << ": " << again.error().message << "\n" << text;
    if (again) {
      EXPECT_EQ(print(*again, names, references), text);
      EXPECT_TRUE(same(ir, *again)) << text;
    }
    return without_positions(text);
  }
  static std::string without_positions(const std::string& text) {
    std::string result;
    for (std::size_t start = text.find('\n') + 1; start < text.size();) {
      std::size_t end = text.find('\n', start);
      std::string line = text.substr(start, end - start);
      start = end + 1;
      if (line.starts_with("lines ")) continue;
      static const std::regex position(R"( +@\d+( line \d+)?$)"), block_position(R"( pc \d+$)"), gap(R"(   +')");
      line = std::regex_replace(line, position, "");
      if (!line.starts_with(' ')) line = std::regex_replace(line, block_position, "");
      // javac counted lambdas per class once, and per method now.
      static const std::regex lambda(R"((lambda\$\S+\$)\d+\()");
      line = std::regex_replace(line, lambda, "$1N(");
      result += std::regex_replace(line, gap, "  '") + "\n";
    }
    return result;
  }

  // A method of a class file, validated before as Program does it.
  Result<std::optional<MethodIr>> build(const classfile::ByteBuffer& bytes, std::string_view method) {
    auto file = classfile::ClassFile::parse(bytes);
    if (!file) return tl::unexpected(file.error());
    classfile::Validator validator;
    if (auto error = validator.check(*file)) return failure("invalid class: " + error->message, error->offset);
    Builder builder(names, references);
    builder.begin_class(*file);
    for (const classfile::Member& member : file->methods()) {
      if (file->name(member) == method) return builder.build(member);
    }
    return failure("no such method");
  }

  Names names;
  References references;
};

}  // namespace snag::ir

// The rewriter of the agent over arbitrary class files: it never fails, and what it writes is a class file that is as
// valid as the one it read, with the same methods in the same places. The first byte says how to rewrite.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "classfile/class_file.h"
#include "classfile/validate.h"
#include "instrument/rewrite.h"

namespace {

using namespace snag;
using namespace snag::instrument;

void require(bool condition) {
  if (!condition) std::abort();
}

Decisions decisions_of(std::uint8_t options) {
  Decisions decisions;
  decisions.everything = (options & 1) != 0;
  decisions.units = (options & 2) != 0;
  decisions.arrays = static_cast<Arrays>(((options >> 2) & 3) % 3);
  if ((options & 16) != 0) {
    Operation join;
    join.class_pattern = "java/*", join.method_pattern = "*", join.action = Operation::Action::kJoin;
    Operation update;
    update.class_pattern = "java/*", update.method_pattern = "*", update.action = Operation::Action::kUpdate;
    update.operand = Operation::Operand::kArgument;
    Operation start = update;
    start.action = Operation::Action::kStart, start.operand = Operation::Operand::kResult;
    Operation acquire = join;
    acquire.action = Operation::Action::kAcquire, acquire.only_if_true = true;
    decisions.operations = {join, update, start, acquire};
  }
  return decisions;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::uint8_t options = data[0];
  Bytes input(data + 1, size - 1);
  Decisions decisions = decisions_of(options);
  Sites sites;
  RewriteStatistics statistics;
  classfile::ByteBuffer output =
      rewrite({.class_file = input, .library = (options & 32) != 0, .may_add_members = (options & 64) == 0}, decisions,
              sites, statistics);
  if (output.empty()) return 0;
  Result<classfile::ClassFile> before = classfile::ClassFile::parse(input);
  Result<classfile::ClassFile> after = classfile::ClassFile::parse(output);
  static classfile::Validator validator;
  require(before.has_value() && after.has_value());
  require(!validator.check(*before));
  bool soft = validator.soft_problem().has_value();
  require(!validator.check(*after));
  require(soft || !validator.soft_problem());  // debug tables and stack maps
  require(after->methods().size() >= before->methods().size());
  for (std::size_t i = 0; i < before->methods().size(); ++i) {
    require(before->name(before->methods()[i]) == after->name(after->methods()[i]));
    require(before->methods()[i].access == after->methods()[i].access);
  }
  for (std::size_t i = 1; i <= sites.size(); ++i) require(sites.find(static_cast<std::int32_t>(i)).has_value());
  return 0;
}

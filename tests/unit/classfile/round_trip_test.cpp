// Every class of every JDK on this machine: parsed, found valid in everything, debug tables included, and written again
// byte for byte.
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "base/parallel.h"
#include "classfile/class_file_helpers.h"
#include "support/jdk_homes.h"
#include "support/problems.h"

namespace snag::classfile {
namespace {

void check_round_trip(Bytes bytes, const std::string& name, Validator& validator, Problems& problems) {
  Result<ClassFile> file = ClassFile::parse(bytes);
  if (!file) return problems.add(name + ": " + file.error().message);
  if (std::optional<Error> error = validator.check(*file)) {
    problems.add(name + ": " + error->message + " at " + std::to_string(error->offset.value_or(0)));
  }
  if (const std::optional<Error>& soft = validator.soft_problem()) {
    problems.add(name + ": soft: " + soft->message + " at " + std::to_string(soft->offset.value_or(0)));
  }
  ByteBuffer copy = ClassWriter::copy_of(*file).bytes();
  if (!std::equal(copy.begin(), copy.end(), bytes.begin(), bytes.end())) problems.add(name + ": the copy differs");
}

TEST(RoundTrip, EveryClassOfEveryJdk) {
  std::set<std::string> homes = jdk_homes();
  ASSERT_FALSE(homes.empty()) << "no JDK on this machine";
  for (const std::string& home : homes) {
    Diagnostics diagnostics;
    ClassPath path(diagnostics);
    path.add_jdk(home);
    std::vector<ClassLocation> locations = path.classes(Origin::kJdk);
    std::vector<ClassLocation> modules = path.module_descriptors(Origin::kJdk);
    locations.insert(locations.end(), modules.begin(), modules.end());
    Problems problems;
    std::atomic<std::uint64_t> bytes = 0;
    parallel_ranges(locations.size(), /*jobs=*/0, /*grain=*/64, [&](std::size_t begin, std::size_t end) {
      Validator validator;
      for (std::size_t i = begin; i < end; ++i) {
        Result<Blob> blob = path.read(locations[i]);
        if (!blob) {
          problems.add(path.describe(locations[i]) + ": " + blob.error().message);
          continue;
        }
        bytes += blob->bytes.size();
        check_round_trip(blob->bytes, path.describe(locations[i]), validator, problems);
      }
    });
    EXPECT_EQ(problems.text(), "") << home;
    EXPECT_GT(locations.size(), 4'000u) << home;  // java.base alone has more
    EXPECT_TRUE(diagnostics.empty());
    std::printf("%s: %zu classes, %llu bytes, all copied exactly\n", home.c_str(), locations.size(),
                static_cast<unsigned long long>(bytes.load()));
  }
}

TEST(RoundTrip, EveryStrangeClass) {
  Validator validator;
  Problems problems;
  ASSERT_FALSE(strange_classes().empty());
  for (const auto& [name, bytes] : strange_classes()) check_round_trip(bytes, name, validator, problems);
  EXPECT_EQ(problems.text(), "");
}

}  // namespace
}  // namespace snag::classfile

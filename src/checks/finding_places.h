// From a finding back to the program: a finding is text (findings/finding.h), and what people annotated are classes,
// methods and fields.
#pragma once

#include <memory>
#include <string>

#include <absl/container/flat_hash_map.h>

#include "findings/finding.h"
#include "program/program.h"

namespace snag {

struct FindingPlace {
  ClassId type;     // invalid: not found, and then the others are, too
  MethodId method;  // invalid: not found
};

// Belongs to one thread.
class FindingPlaces {
 public:
  explicit FindingPlaces(Program& program) : program_(program) {}

  FindingPlace place_of(const Finding& finding);
  FieldId field_of(const Subject& subject);  // invalid if it is about none

 private:
  // A class as findings name its parts; made once, as there may be thousands of findings in one class.
  struct Index {
    ClassId id;  // invalid: there is no such class
    absl::flat_hash_map<std::string, MethodId> methods;
    absl::flat_hash_map<std::string, FieldId> fields;
  };
  const Index& class_named(const std::string& source_name);

  Program& program_;
  absl::flat_hash_map<std::string, std::unique_ptr<const Index>> classes_;  // as far as asked
};

}  // namespace snag

// The sentences of block-atomicity.
#pragma once

#include <string>

#include "findings/finding.h"

namespace snag {

struct BlockAtomicityEvidence : Evidence {
  std::string value = {};  // that is used: `old`
  std::string what = {};   // that it was read from: `Account.balance`; where that is not known, `callee`
  std::string other = {};  // mixed-blocks: what is read in the second block; else empty
  // Where it is not known what is read: the call that returned the value. Else empty.
  std::string callee = {};
  bool has_code_of_callee = false;
};

Finding narrate(const BlockAtomicityEvidence& evidence);

}  // namespace snag

// The sentences that the stories of several checks share.
//
// A story makes a finding from evidence: message, outcome, repair, and a note for each step. What is particular to a
// check is in the story.cpp of its folder; sentences stand nowhere else.
#pragma once

#include <string>

#include "findings/finding.h"

namespace snag {

// A lock within a sentence: `this`. (Without the quotes: "hold this from the read to the write".)
std::string quoted(const std::string& lock);

// What a collection or the object of a lock holds, as the name of something that can change.
std::string contents_of(const std::string& lock);

// What happens in a step, without details: `Account.balance is read`.
std::string note_of(const Step& step);

// A finding with this evidence. The steps of the first thread have their notes; those of the other threads say that a
// value may change there.
Finding begin_story(const Evidence& evidence);

}  // namespace snag

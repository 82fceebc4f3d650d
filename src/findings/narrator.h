// The sentences that the stories of several checks share.
//
// A story makes a finding from evidence: message, outcome, repair, and a note for each step. What is particular to a
// check is in the story.cpp of its folder; sentences stand nowhere else.
#pragma once

#include <string>
#include <string_view>

#include "findings/finding.h"

namespace snag {

// Whether a lock is named as in the source, and not described: `this.lock`, but not "the Connection argument".
bool is_name(std::string_view lock);

// A lock within a sentence: `this`. (Without the quotes: "hold this from the read to the write".)
std::string quoted(const std::string& lock);

// What a collection or the object of a lock holds, as the name of something that can change.
std::string contents_of(const std::string& lock);

// The message, with the reason why what it says does no harm, or why nothing shows that it happens, if there is one.
std::string with_reason(std::string message, const Evidence& evidence);

// What happens in a step, without details: `Account.balance is read`.
std::string note_of(const Step& step);

// `run() of Worker (Worker.java:8)`, with the method as it is written in sentences.
std::string place_text(const std::string& method, const Step& place);
std::string method_or_unknown(const std::string& method);

Graph::Node node_at(const Step& place, std::string label);

// A finding with this evidence, in which every step has its note. What other threads do in the evidence of a static
// check may happen; what is observed has happened.
Finding begin_story(const Evidence& evidence);
Finding begin_observed_story(const Evidence& evidence);

}  // namespace snag

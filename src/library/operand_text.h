// The small language of models: what the texts in them mean. See docs/models.md.
#pragma once

#include <string>
#include <string_view>

#include "base/names.h"
#include "base/result.h"
#include "library/model.h"

namespace snag::library {

// this, arg0, arg0[], this.task, result.elements.key, new a.B
Result<Operand> parse_operand(Names& names, std::string_view text);
// arg0, this: java.lang.Runnable.run, arg0(this.elements) -> result.elements
Result<Callback> parse_callback(Names& names, std::string_view text);
Result<Flow> parse_flow(Names& names, std::string_view text);                           // arg0 -> this.task
Result<LockEffect> parse_lock(Names& names, LockAction action, std::string_view text);  // this, arg0 write if true
Result<OrderEffect> parse_order(Names& names, std::string_view text);                   // update, update arg0

}  // namespace snag::library

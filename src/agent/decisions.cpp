#include "agent/decisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "catalog/catalog.h"
#include "checks/object-race/descriptor.h"

namespace snag::agent {
namespace {

using instrument::Operation;

// In the order of Operation::Action.
constexpr std::array<std::string_view, 12> kActions{"acquire", "release", "wait",          "notify",
                                                    "start",   "join",    "signal",        "read",
                                                    "write",   "update",  "contents-read", "contents-write"};
constexpr std::array<std::string_view, 4> kModes{"exclusive", "read", "write", "optimistic"};  // LockSet of the runtime
constexpr std::array<std::string_view, 2> kConditions{"always", "if-true"};

// Returns whether the word is one of these.
template <class Value, std::size_t kCount>
bool set_word(const std::array<std::string_view, kCount>& words, std::string_view word, Value& value) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) value = static_cast<Value>(found - words.begin());
  return found != words.end();
}

// Returns whether it is an operand: this, result, arg:CLASS or argN.
bool set_operand(std::string_view text, Operation& operation) {
  constexpr std::string_view kArgument = "arg";
  constexpr std::uint32_t kMostArguments = 255;  // JVMS 4.3.3
  if (text == "this" || text == "result") {
    operation.operand = text == "this" ? Operation::Operand::kThis : Operation::Operand::kResult;
    return true;
  }
  if (!text.starts_with(kArgument)) return false;
  text.remove_prefix(kArgument.size());
  if (text.starts_with(':')) {
    operation.operand = Operation::Operand::kArgumentOfType;
    operation.type = text.substr(1);
    return true;
  }
  operation.operand = Operation::Operand::kArgument;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, operation.argument);
  return error == std::errc{} && stop == end && operation.argument < kMostArguments;
}

}  // namespace

Result<Operation> operation_of(const wire::Operation& words) {
  Operation operation{.class_pattern = words.class_name,
                      .method_pattern = words.method,
                      .parameters = words.parameters == "*" ? "" : words.parameters};
  const auto unknown = [&](std::string_view what, const std::string& word) {
    return failure(fmt::format("{}.{}: unknown {} '{}'", words.class_name, words.method, what, word));
  };
  if (!set_word(kActions, words.action, operation.action)) return unknown("action", words.action);
  if (!set_operand(words.operand, operation)) return unknown("operand", words.operand);
  if (!set_word(kModes, words.mode, operation.mode)) return unknown("mode", words.mode);
  if (!set_word(kConditions, words.when, operation.only_if_true)) return unknown("condition", words.when);
  return operation;
}

Result<instrument::Decisions> decisions_of(const wire::AgentConfiguration& configuration) {
  const auto has_option = [&](const CheckOption& option, std::string_view value) {
    return std::any_of(configuration.options.begin(), configuration.options.end(),
                       [&](const auto& given) { return given.option == option.name && given.value == value; });
  };
  instrument::Decisions decisions;
  decisions.static_fields = false;
  for (const std::string& id : configuration.checks) {
    const CheckDescriptor* check = find_check(id);
    if (check == nullptr) return failure(fmt::format("there is no check '{}'", id));
    decisions.static_fields |= check->watches.static_fields;
    decisions.units |= check->watches.units;
  }
  decisions.by_field = !has_option(kGranularity, kObjectGranularity);
  decisions.arrays = configuration.arrays;
  decisions.include = configuration.include;
  decisions.exclude = configuration.exclude;
  decisions.skipped_classes.insert(configuration.skipped_classes.begin(), configuration.skipped_classes.end());
  decisions.skipped_fields.insert(configuration.skipped_fields.begin(), configuration.skipped_fields.end());
  for (const wire::Operation& words : configuration.operations) {
    Result<Operation> operation = operation_of(words);
    if (!operation) return tl::unexpected(operation.error());
    decisions.operations.add(std::move(*operation));
  }
  return decisions;
}

}  // namespace snag::agent

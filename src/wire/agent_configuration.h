// What `snag run` tells the agent: agent.conf, written into the folder of a session and read once, when the agent is
// loaded. The text has one line for each value, a key and its words with one blank between them:
//
//     snag-agent 4
//     trace /tmp/snag-x/trace-%p.jsonl
//     class app/A\x20Node app/Base next Lapp/A\x20Node;
//
// Paths, patterns and names in class files may contain any character. In a word a blank, a control character and a
// backslash are written as \x and two digits, so that no word ends itself or its line. Empty lines and lines that begin
// with # are skipped. docs/agent.md lists the keys.
//
// The functions `visit` below are the only description of the text: the writer, the reader and the list of known keys
// are made from them. A visitor is called with the name and the value of each field, in the order of the text.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/process.h"
#include "base/result.h"

namespace snag::wire {

inline constexpr std::uint32_t kAgentConfigurationVersion = 4;

enum class Arrays : std::uint8_t { kOff, kWhole, kRanges };

// The words of the values, in their order.
constexpr std::array<std::string_view, 3> words_of(Arrays) { return {"off", "whole", "ranges"}; }

// The value of an option that belongs to one check; its descriptor declares it (catalog/options.h).
struct OptionValue {
  std::string option, value;

  template <class Self, class Visitor>
  static void visit(Self& given, Visitor&& word) {
    word("OPTION", given.option);
    word("VALUE", given.value);
  }
};

// What a call of a library method does. The agent translates the words (agent/decisions.h).
struct Operation {
  std::string class_name;  // internal; a pattern only where the user's models have one
  std::string method;
  std::string parameters;  // "(I)", or * for any
  std::string action;      // acquire release wait notify start join signal read write update contents-read …
  std::string operand;     // this argN result arg:a/b/Type
  std::string mode = "exclusive";
  std::string when = "always";

  friend auto operator<=>(const Operation&, const Operation&) = default;

  template <class Self, class Visitor>
  static void visit(Self& operation, Visitor&& word) {
    word("CLASS", operation.class_name);
    word("METHOD", operation.method);
    word("PARAMETERS", operation.parameters);
    word("ACTION", operation.action);
    word("OPERAND", operation.operand);
    word("MODE", operation.mode);
    word("WHEN", operation.when);
  }
};

struct VolatileField {
  std::string name, descriptor;

  template <class Self, class Visitor>
  static void visit(Self& field, Visitor&& word) {
    word("FIELD", field.name);
    word("DESCRIPTOR", field.descriptor);
  }
};

// What the rewriter has to know of a class before it is loaded (instrument/unloaded_classes.h).
struct UnloadedClass {
  std::string name, super;  // internal
  std::vector<VolatileField> volatile_fields;

  template <class Self, class Visitor>
  static void visit(Self& unloaded, Visitor&& word) {
    word("CLASS", unloaded.name);
    word("SUPER", unloaded.super);
    word("FIELD", unloaded.volatile_fields);
  }
};

struct AgentConfiguration {
  std::string trace;                 // a path in which %p stands for the process id and %% for a %
  std::string verbose_log;           // likewise; empty: there is no log
  ProcessIdentity watcher;           // the Snag process that reads the trace; number 0: not known
  std::vector<std::string> checks;   // ids
  std::vector<OptionValue> options;  // those of run-time checks that have a value
  Arrays arrays = Arrays::kOff;
  std::vector<std::string> include, exclude;  // patterns of class names with dots
  std::uint64_t max_memory = 0;               // bytes; 0: no limit was given
  std::vector<Operation> operations;
  std::vector<std::string> skipped_classes;  // internal names
  std::vector<std::string> skipped_fields;   // app/Account.balance
  std::vector<UnloadedClass> unloaded;
  std::vector<std::string> not_serializable;  // types, by their internal names

  // Of a list each element has a line.
  template <class Self, class Visitor>
  static void visit(Self& configuration, Visitor&& line) {
    line("trace", configuration.trace);
    line("verbose-log", configuration.verbose_log);
    line("watcher", configuration.watcher.number);
    line("watcher-started", configuration.watcher.started);
    line("check", configuration.checks);
    line("option", configuration.options);
    line("arrays", configuration.arrays);
    line("include", configuration.include);
    line("exclude", configuration.exclude);
    line("max-memory", configuration.max_memory);
    line("operation", configuration.operations);
    line("skip-class", configuration.skipped_classes);
    line("skip-field", configuration.skipped_fields);
    line("class", configuration.unloaded);
    line("not-serializable", configuration.not_serializable);
  }
};

std::string to_text(const AgentConfiguration& configuration);

// An error names the line: `agent.conf:3: ...`.
Result<AgentConfiguration> parse_agent_configuration(std::string_view text);

// The `trace` of a text that may otherwise be wrong; empty if it has none.
std::string trace_in(std::string_view text);

// Replaces %p by the process id and %% by a %.
std::string path_for_process(std::string_view pattern, std::uint64_t process);
// The pattern that stands for exactly this path.
std::string pattern_of(std::string_view path);

}  // namespace snag::wire

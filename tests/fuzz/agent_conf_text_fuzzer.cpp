// Any names in what `snag run` tells the agent: agent.conf is read as it was written, whatever they hold.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "agent/config.h"
#include "agent/config_line.h"
#include "cli/agent_conf.h"

namespace {

// Names one after the other, each behind a byte with its length; an `x` at the end of the input.
class NameSource {
 public:
  explicit NameSource(std::string_view bytes) : rest_(bytes) {}
  bool empty() const { return rest_.empty(); }
  std::string next() {
    if (rest_.empty()) return "x";
    const std::size_t length = static_cast<unsigned char>(rest_.front()) % 32;
    std::string name(rest_.substr(1, length));
    rest_.remove_prefix(std::min(length + 1, rest_.size()));
    return name;
  }
  // Where the configuration has no empty ones.
  std::string filled() {
    std::string name = next();
    return name.empty() ? "x" : name;
  }
  // The agent has internal names, in which a dot would be a slash.
  std::string internal() {
    std::string name = filled();
    std::replace(name.begin(), name.end(), '.', '/');
    return name;
  }

 private:
  std::string_view rest_;
};

void expect(bool right) {
  if (!right) std::abort();
}

void check_lines(NameSource names) {
  snag::agent::ConfigLine line{.key = "key", .words = {}};
  while (!names.empty()) line.words.push_back(names.next());
  const std::string text = to_text(line);
  expect(text.ends_with('\n') && text.find('\n') + 1 == text.size());
  const auto read = snag::agent::parse_line(std::string_view(text).substr(0, text.size() - 1));
  expect(read && *read == line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using snag::agent::Config;
  NameSource names({reinterpret_cast<const char*>(data), size});
  check_lines(names);

  snag::Options options;
  options.include = {names.filled(), names.filled()};
  options.exclude = {names.filled()};
  const std::string folder = names.next();
  snag::AgentConfiguration written{.trace = snag::agent::pattern_of(folder) + "/trace-%p",
                                   .checks = {"object-race"},
                                   .options = options,
                                   .operations = {},
                                   .skipped = {},
                                   .foreseen = {}};
  written.operations.push_back({.class_name = names.internal(),
                                .method = names.filled(),
                                .parameters = "(" + names.internal() + ")",
                                .action = "acquire",
                                .operand = "arg:" + names.internal()});
  written.skipped.classes = {names.internal()};
  written.skipped.fields = {names.internal() + "." + names.internal()};
  written.foreseen.push_back({names.filled(), {names.next(), {}, ""}});
  while (!names.empty()) written.foreseen.back().facts.fields.push_back({names.next(), names.next(), 0});

  const std::string text = agent_conf_text(written);
  const snag::Result<Config> read = snag::agent::parse_config(text);
  expect(read.has_value());
  expect(snag::agent::trace_in(text) == read->trace);
  expect(snag::agent::path_for_process(read->trace, 7) == folder + "/trace-7");
  expect(read->verbose_log.empty());
  expect(read->decisions.include == options.include && read->decisions.exclude == options.exclude);
  expect(read->decisions.skipped_classes.size() == 1 &&
         read->decisions.skipped_classes.contains(written.skipped.classes[0]));
  expect(read->decisions.skipped_fields.size() == 1 &&
         read->decisions.skipped_fields.contains(written.skipped.fields[0]));
  std::size_t operations = 0;
  read->decisions.operations.for_each([&](const snag::instrument::Operation& operation) {
    const snag::library::RunTimeOperation& of = written.operations[0];
    ++operations;
    expect(operation.class_pattern == of.class_name && operation.method_pattern == of.method);
    expect(operation.parameters == of.parameters && "arg:" + operation.type == of.operand);
  });
  expect(operations == 1);
  expect(read->foreseen.size() == 1 && read->foreseen[0].first == written.foreseen[0].name);
  const auto& fields = written.foreseen[0].facts.fields;
  const auto& found = read->foreseen[0].second;
  expect(found.super == written.foreseen[0].facts.super);
  expect(std::equal(found.fields.begin(), found.fields.end(), fields.begin(), fields.end(),
                    [](const auto& a, const auto& b) { return a.name == b.name && a.descriptor == b.descriptor; }));
  return 0;
}

#include "execution/dump_threads.h"

#include <fmt/format.h>

#include <string>

#include "base/dot.h"
#include "execution/thread_names.h"

namespace snag {

std::string dump_threads(const Threads& threads) {
  const ThreadNames list(threads);
  std::string text =
      "# one: never in two threads at a time, many: perhaps; serial: one at a time with the others of its group\n";
  for (ThreadId id : list.listed()) {
    text += list.headline(id) + "\n";
    for (const std::string& entry : list.entries(id)) text += fmt::format("    enters {}\n", entry);
    for (const std::string& start : list.starts(id)) text += fmt::format("    started by {}\n", start);
    const std::string parallel = list.text(threads.parallel_with(id));
    if (!parallel.empty()) text += fmt::format("    parallel with {}\n", parallel);
  }
  return text;
}

std::string dump_threads_dot(const Threads& threads) {
  const ThreadNames list(threads);
  std::string text = "digraph threads {\n  node [shape=box];\n";
  auto is_drawn = [&](ThreadId id) { return list.number(id) != 0 && threads[id].kind != ThreadKind::kInitializer; };
  for (ThreadId id : list.listed()) {
    if (!is_drawn(id)) continue;
    text += fmt::format("  T{} [label=\"{}\"];\n", list.number(id), dot_escaped(list.headline(id)));
    threads.started_by(id).for_each([&](ThreadId starter) {
      if (is_drawn(starter))
        text += fmt::format("  T{} -> T{} [label=starts];\n", list.number(starter), list.number(id));
    });
    threads.parallel_with(id).for_each([&](ThreadId other) {
      if (other < id || !is_drawn(other)) return;
      text += fmt::format("  T{} -> T{} [dir=none, style=dashed, constraint=false];\n", list.number(id),
                          list.number(other));
    });
  }
  return text + "}\n";
}

}  // namespace snag

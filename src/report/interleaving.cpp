#include "report/interleaving.h"

#include <algorithm>
#include <numeric>

#include "report/printable.h"
#include "report/short_names.h"
#include "report/styled_text.h"

namespace snag {

namespace {

constexpr std::size_t kGap = 3;               // between columns
constexpr std::size_t kNarrowest = 30;        // column that can be read
constexpr std::size_t kWidest = 100;          // column that is of use; for source lines, above all
constexpr std::size_t kWidestPlace = 60;      // that is not to be broken
constexpr std::size_t kWidestName = 12;       // of a thread, before its steps
constexpr std::size_t kLanes = 4;             // brackets side by side in one column
constexpr std::size_t kLanesOfOneForAll = 5;  // the same, when all threads share a column

// A lock that is held during the moments [first, last].
struct Bracket {
  std::string lock, name;  // as the finding has it, and as it is printed
  std::size_t lane = 0;
  std::size_t first = 0, last = 0;
};

// A step, at its place in time.
struct Moment {
  const Step* step = nullptr;
  std::size_t thread = 0;
  std::vector<Paragraph> text;
};

// A thread that has steps.
struct Thread {
  std::string name;
  std::vector<Bracket> brackets;
  std::size_t lanes = 0;
  std::size_t natural = 0;    // columns of its widest text
  std::size_t narrowest = 0;  // in which a role and a place are on one line
  // Where it is drawn.
  std::size_t column = 0;
  std::size_t first_lane = 0;
};

struct Column {
  std::size_t start = 0;
  std::size_t width = 0;
  std::size_t lanes = 0;
  std::size_t text_width() const { return width - 2 * lanes; }
};

enum class Lane : std::uint8_t { kFree, kBegins, kHeld, kEnds };

// A line that is put together from left to right.
class Row {
 public:
  explicit Row(bool color) : color_(color) {}
  void add(std::size_t column, std::string_view text, std::size_t columns, Style wanted = style::kPlain) {
    if (columns == 0) return;
    text_.append(column - std::min(column, columns_), ' ');
    const bool paint = color_ && !wanted.empty();
    if (paint) text_ += wanted;
    text_ += text;
    if (paint) text_ += style::kEnd;
    columns_ = column + columns;
  }
  const std::string& text() const { return text_; }

 private:
  bool color_;
  std::string text_;
  std::size_t columns_ = 0;
};

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  while (times-- > 0) result += text;
  return result;
}

class Drawing {
 public:
  Drawing(const Finding& finding, SourceLines& sources, const InterleavingOptions& options, std::string& out)
      : finding_(finding), sources_(sources), options_(options), out_(out) {}

  void draw() {
    order_moments();
    if (moments_.empty()) return;
    for (std::size_t thread = 0; thread < threads_.size(); ++thread) {
      find_brackets(thread);
      write_texts(thread);
    }
    if (!choose_columns()) choose_one_column();
    write_held_as_text();
    out_ += '\n';
    if (!one_for_all_) draw_names();
    for (std::size_t at = 0; at < moments_.size(); ++at) draw_moment(at);
    out_ += '\n';
  }

 private:
  void order_moments() {
    for (const ThreadOfSteps& thread : finding_.threads) {
      if (thread.steps.empty()) continue;
      for (const Step& step : thread.steps) moments_.push_back({&step, threads_.size(), {}});
      threads_.push_back({.name = short_name(thread.name), .brackets = {}});
    }
    std::stable_sort(moments_.begin(), moments_.end(),
                     [](const Moment& a, const Moment& b) { return a.step->time < b.step->time; });
  }

  // Which locks are held from when to when. Each gets a lane to the right of those that are held when it is taken.
  void find_brackets(std::size_t index) {
    Thread& thread = threads_[index];
    std::vector<std::size_t> held, still_held;
    for (std::size_t at = 0; at < moments_.size(); ++at) {
      if (moments_[at].thread != index) continue;
      const Step& step = *moments_[at].step;
      still_held.clear();
      for (std::size_t i = 0; i < step.locks.size(); ++i) {
        const bool taken_here = step.role == Role::kAcquire && i + 1 == step.locks.size();
        const auto known = std::find_if(held.begin(), held.end(), [&](std::size_t b) {
          return thread.brackets[b].lock == step.locks[i] && !has_returned(thread.brackets[b], at);
        });
        if (known != held.end() && !taken_here) {
          thread.brackets[*known].last = at;
          still_held.push_back(*known);
          held.erase(known);
        } else {
          std::size_t lane = 0;
          for (std::size_t b : still_held) lane = std::max(lane, thread.brackets[b].lane + 1);
          still_held.push_back(thread.brackets.size());
          thread.brackets.push_back(
              {.lock = step.locks[i], .name = short_lock(step.locks[i], step), .lane = lane, .first = at, .last = at});
        }
      }
      held = still_held;
    }
    for (const Bracket& bracket : thread.brackets) thread.lanes = std::max(thread.lanes, bracket.lane + 1);
    thread.lanes = std::min(thread.lanes, kLanes);
  }

  // Whether the method in which the bracket begins was called before, and its caller has gone on by this moment: what
  // is taken in a method is released when it returns.
  bool has_returned(const Bracket& bracket, std::size_t at) const {
    const Moment &begin = moments_[bracket.first], &now = moments_[at];
    const auto same_method = [](const Step& a, const Step& b) {
      return a.method == b.method && a.class_name == b.class_name;
    };
    if (same_method(*begin.step, *now.step)) return false;
    return std::any_of(
        moments_.begin(), moments_.begin() + static_cast<std::ptrdiff_t>(bracket.first),
        [&](const Moment& earlier) { return earlier.thread == now.thread && same_method(*earlier.step, *now.step); });
  }

  // The text of each step of a thread. What the previous step has shown already (the method, a line of source) is not
  // repeated.
  void write_texts(std::size_t index) {
    Thread& thread = threads_[index];
    const Step* before = nullptr;
    std::vector<const Step*> shown;
    thread.natural = terminal_columns(thread.name) + 3;
    for (Moment& moment : moments_) {
      if (moment.thread != index) continue;
      const Step& step = *moment.step;
      moment.text.push_back(what_and_where(step, before));
      const std::size_t place =
          terminal_columns(to_text(step.role)) + terminal_columns(short_place(step.file, step.line));
      thread.narrowest = std::max(thread.narrowest, std::min(place + 2, kWidestPlace));
      if (!step.note.empty()) moment.text.push_back({.spans = {{printable(step.note)}}, .indent = 2});
      const bool known = std::any_of(shown.begin(), shown.end(), [&](const Step* other) {
        return other->line == step.line && other->file == step.file && other->class_name == step.class_name;
      });
      if (!known) {
        if (const auto code = sources_.code(step.class_name, step.file, step.line)) {
          const std::string text = excerpt(*code, /*word=*/{}, kWidest).text;
          moment.text.push_back({.spans = {{"| " + text, style::kDim}}, .indent = 2, .cut = true});
          shown.push_back(&step);
        }
      }
      for (const Paragraph& paragraph : moment.text) {
        thread.natural = std::max(thread.natural, natural_columns(paragraph));
      }
      before = &step;
    }
    for (const Bracket& bracket : thread.brackets) {
      thread.natural = std::max(thread.natural, terminal_columns(lock_text(bracket)));
    }
    thread.natural = std::min(thread.natural, kWidest);
  }

  Paragraph what_and_where(const Step& step, const Step* before) const {
    Paragraph result{.spans = {}, .hanging = 2};
    const auto add = [&](std::string text, Style wanted) {
      if (text.empty()) return;
      if (!result.spans.empty()) result.spans.push_back({"  "});
      result.spans.push_back({.text = std::move(text), .style = wanted, .whole = true});
    };
    add(std::string(to_text(step.role)), style::kBold);
    add(short_place(step.file, step.line), style::kPlain);
    const bool same = before != nullptr && before->method == step.method && before->class_name == step.class_name;
    if (!same && !step.method.empty()) add("in " + short_method(step, finding_), style::kPlain);
    return result;
  }

  static std::string lock_text(const Bracket& bracket) { return "lock " + bracket.name; }

  std::size_t gutter(const Thread& thread) const { return 2 * thread.lanes; }

  // One column for each thread: as wide as its text, if there is room; else those that need more than their share get
  // equal shares of what the others leave. False if one would be too narrow.
  bool choose_columns() {
    const std::size_t gaps = kGap * (threads_.size() - 1);
    std::size_t room = options_.width - std::min(options_.width, options_.indent + gaps);
    std::vector<std::size_t> widths(threads_.size()), order(threads_.size());
    std::iota(order.begin(), order.end(), 0);
    const auto wanted = [&](std::size_t i) { return threads_[i].natural + gutter(threads_[i]); };
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return wanted(a) < wanted(b); });
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::size_t share = room / (order.size() - i);
      widths[order[i]] = std::min(wanted(order[i]), share);
      const std::size_t needed = std::max(kNarrowest, threads_[order[i]].narrowest + gutter(threads_[order[i]]));
      if (share < wanted(order[i]) && share < needed && order.size() > 1) return false;
      room -= widths[order[i]];
    }
    std::size_t start = options_.indent;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      columns_.push_back({.start = start, .width = widths[i], .lanes = threads_[i].lanes});
      threads_[i].column = i;
      start += widths[i] + kGap;
    }
    return true;
  }

  void choose_one_column() {
    one_for_all_ = true;
    std::size_t names = 0, lanes = 0;
    for (const Thread& thread : threads_) {
      names = std::max(names, terminal_columns(thread.name));
      lanes += thread.lanes;
    }
    names_width_ = std::min(names, kWidestName);
    const bool has_brackets = lanes <= kLanesOfOneForAll;
    lanes = 0;
    for (Thread& thread : threads_) {
      if (!has_brackets) thread.lanes = 0;
      thread.first_lane = lanes;
      lanes += thread.lanes;
    }
    const std::size_t start = options_.indent + names_width_ + 2;
    columns_ = {{.start = start, .width = std::max(options_.width, start + 2 * lanes + 8) - start, .lanes = lanes}};
  }

  // The locks for which there is no bracket.
  void write_held_as_text() {
    for (std::size_t at = 0; at < moments_.size(); ++at) {
      const Thread& thread = threads_[moments_[at].thread];
      std::string names;
      for (const Bracket& bracket : thread.brackets) {
        if (bracket.lane < thread.lanes || at < bracket.first || at > bracket.last) continue;
        names += (names.empty() ? "holds " : ", ") + bracket.name;
      }
      if (names.empty()) continue;
      std::vector<Paragraph>& text = moments_[at].text;
      text.insert(text.begin() + 1, {.spans = {{std::move(names), style::kMagenta}}, .indent = 2});
    }
  }

  void draw_names() {
    std::vector<std::vector<Line>> names(threads_.size());
    std::size_t rows = 0;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      wrap({.spans = {{threads_[i].name, style::kBold}}}, columns_[i].width, options_.color, names[i]);
      rows = std::max(rows, names[i].size());
    }
    for (std::size_t row = 0; row < rows; ++row) {
      Row line(options_.color);
      for (std::size_t i = 0; i < threads_.size(); ++i) {
        if (row >= names[i].size()) continue;
        const Column& column = columns_[i];
        const std::size_t used = names[i][row].columns;
        line.add(column.start, names[i][row].text, used);
        if (row > 0 || used + 2 > column.width) continue;
        const std::size_t rule = column.width - used - 1;
        line.add(column.start + used + 1, repeated("\xe2\x94\x80", rule), rule, style::kDim);
      }
      out_ += line.text();
      out_ += '\n';
    }
  }

  void draw_moment(std::size_t at) {
    const Moment& moment = moments_[at];
    const Thread& thread = threads_[moment.thread];
    const std::size_t width = columns_[thread.column].text_width();
    lines_.clear();
    names_.clear();
    if (one_for_all_) wrap({.spans = {{thread.name, style::kBold}}}, names_width_, options_.color, names_);
    std::size_t row = 0;
    for (const Bracket& bracket : thread.brackets) {
      if (bracket.first != at || bracket.lane >= thread.lanes) continue;
      wrap({.spans = {{lock_text(bracket), style::kMagenta}}, .hanging = 2}, width, options_.color, lines_);
      Lane& lane = lane_of(thread, bracket);
      for (lane = Lane::kBegins; row < lines_.size(); ++row, lane = Lane::kHeld) draw_row(thread, row);
    }
    for (const Paragraph& paragraph : moment.text) wrap(paragraph, width, options_.color, lines_);
    lines_.resize(std::max(lines_.size(), names_.size()));
    for (; row + 1 < lines_.size(); ++row) draw_row(thread, row);
    const auto set_ending = [&](Lane state) {
      for (const Bracket& bracket : thread.brackets) {
        if (bracket.last == at && bracket.lane < thread.lanes) lane_of(thread, bracket) = state;
      }
    };
    set_ending(Lane::kEnds);
    draw_row(thread, row);
    set_ending(Lane::kFree);
  }

  Lane& lane_of(const Thread& thread, const Bracket& bracket) {
    if (lanes_.empty()) {
      for (const Column& column : columns_) lanes_.emplace_back(column.lanes, Lane::kFree);
    }
    return lanes_[thread.column][thread.first_lane + bracket.lane];
  }

  // The line `row` of the moment that is being drawn, and the brackets of all threads.
  void draw_row(const Thread& thread, std::size_t row) {
    Row line(options_.color);
    if (row < names_.size()) line.add(options_.indent, names_[row].text, names_[row].columns);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Column& column = columns_[i];
      if (!lanes_.empty()) draw_lanes(column.start, lanes_[i], line);
      if (i == thread.column) line.add(column.start + 2 * column.lanes, lines_[row].text, lines_[row].columns);
    }
    out_ += line.text();
    out_ += '\n';
  }

  // A bracket that begins reaches to its text, unless others stand in between.
  static void draw_lanes(std::size_t start, const std::vector<Lane>& lanes, Row& line) {
    bool reaches = false;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      static constexpr std::string_view kSigns[] = {"", "\xe2\x94\x8c", "\xe2\x94\x82", "\xe2\x94\x94"};
      const std::size_t at = start + 2 * i;
      if (lanes[i] != Lane::kFree) {
        line.add(at, kSigns[static_cast<std::size_t>(lanes[i])], 1, style::kMagenta);
        reaches = lanes[i] == Lane::kBegins;
      } else if (reaches) {
        line.add(at - 1, "\xe2\x94\x80\xe2\x94\x80", 2, style::kMagenta);
      }
    }
  }

  const Finding& finding_;
  SourceLines& sources_;
  const InterleavingOptions& options_;
  std::string& out_;
  std::vector<Thread> threads_;
  std::vector<Moment> moments_;  // in the order of time
  std::vector<Column> columns_;
  bool one_for_all_ = false;  // all threads share one column
  std::size_t names_width_ = 0;
  std::vector<std::vector<Lane>> lanes_;  // of each column, now
  std::vector<Line> lines_, names_;       // of the moment that is being drawn
};

}  // namespace

void write_interleaving(const Finding& finding, SourceLines& sources, const InterleavingOptions& options,
                        std::string& text) {
  Drawing(finding, sources, options, text).draw();
}

}  // namespace snag

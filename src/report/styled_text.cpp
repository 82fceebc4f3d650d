#include "report/styled_text.h"

#include <algorithm>

#include "report/printable.h"

namespace snag {

namespace {

constexpr std::string_view kEllipsis = "\xe2\x80\xa6";  // one column

// Where a word that is too long breaks: at most `columns` from its beginning, and after at least one character.
std::size_t place_to_break(std::string_view word, std::size_t columns) {
  const std::size_t most = std::max<std::size_t>(bytes_within(word, columns), 1);
  const std::size_t mark = word.substr(0, most).find_last_of("./,:;$_-()[]");
  if (mark != word.npos && mark + 1 > most / 2) return mark + 1;
  std::size_t at = most;
  while (at < word.size() && (static_cast<unsigned char>(word[at]) & 0xc0) == 0x80) ++at;  // a whole character
  return at;
}

class Wrapper {
 public:
  Wrapper(const Paragraph& paragraph, std::size_t width, bool color, std::vector<Line>& lines)
      : width_(std::max<std::size_t>(width, 4)), color_(color), lines_(lines) {
    const std::size_t indent = std::min(paragraph.indent, width_ / 2);
    next_indent_ = std::min(indent + paragraph.hanging, width_ / 2);  // at least two columns are left for text
    begin_line(indent);
  }

  void add(const Span& span) {
    std::string_view text = span.text;
    if (span.whole && terminal_columns(text) <= width_ - next_indent_) return add_word(text, span.style);
    while (!text.empty()) {
      const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
      pending_ += blanks;
      text.remove_prefix(blanks);
      const std::string_view word = text.substr(0, text.find(' '));
      if (!word.empty()) add_word(word, span.style);
      text.remove_prefix(word.size());
    }
  }

  // No word of a cut paragraph comes after one that did not fit.
  void add_cut(const Span& span) {
    if (is_cut_) return;
    const std::size_t room = width_ - line_.columns, needed = terminal_columns(span.text);
    if (needed <= room) return put(span.text, needed, span.style);
    is_cut_ = true;
    std::string_view shown = span.text;
    shown = shown.substr(0, bytes_within(shown, room == 0 ? 0 : room - 1));
    put(shown, terminal_columns(shown), span.style);
    if (line_.columns < width_) put(kEllipsis, 1, span.style);
  }

  void finish() { end_line(); }

 private:
  void begin_line(std::size_t indent) {
    line_ = {};
    indent_ = indent;
    is_empty_ = true;
    line_.columns = indent;
  }

  void end_line() {
    set_style(style::kPlain);
    if (is_empty_) line_.columns = 0;
    lines_.push_back(std::move(line_));
  }

  void next_line() {
    end_line();
    begin_line(next_indent_);
  }

  void set_style(Style wanted) {
    if (!color_ || wanted == style_) return;
    if (!style_.empty()) line_.text += style::kEnd;
    line_.text += wanted;
    style_ = wanted;
  }

  void put(std::string_view text, std::size_t columns, Style wanted) {
    if (text.empty()) return;
    if (is_empty_) line_.text.append(indent_, ' ');
    is_empty_ = false;
    set_style(wanted);
    line_.text += text;
    line_.columns += columns;
  }

  void add_word(std::string_view word, Style wanted) {
    std::size_t needed = terminal_columns(word);
    if (!is_empty_) {
      // A word that is longer than a line begins on this one, if there is room for a good part of it.
      const std::size_t good_part = std::max<std::size_t>(width_ / 3, 2);
      const bool breaks_here = needed > width_ - next_indent_ && line_.columns + pending_ + good_part <= width_;
      if (line_.columns + pending_ + needed > width_ && !breaks_here) {
        next_line();
      } else {
        if (wanted != style_) set_style(style::kPlain);
        line_.text.append(pending_, ' ');
        line_.columns += pending_;
      }
    }
    pending_ = 0;
    while (line_.columns + needed > width_) {
      const std::size_t size = place_to_break(word, width_ - line_.columns);
      const std::size_t taken = terminal_columns(word.substr(0, size));
      put(word.substr(0, size), taken, wanted);
      word.remove_prefix(size);
      needed -= taken;
      if (word.empty()) return;
      next_line();
    }
    put(word, needed, wanted);
  }

  std::size_t width_;
  bool color_;
  std::vector<Line>& lines_;
  Line line_;
  std::size_t indent_ = 0, next_indent_ = 0;
  std::size_t pending_ = 0;  // blanks that are printed if a word follows on this line
  bool is_empty_ = true, is_cut_ = false;
  Style style_;
};

}  // namespace

std::size_t natural_columns(const Paragraph& paragraph) {
  std::size_t result = paragraph.indent;
  for (const Span& span : paragraph.spans) result += terminal_columns(span.text);
  return result;
}

void wrap(const Paragraph& paragraph, std::size_t width, bool color, std::vector<Line>& lines) {
  Wrapper wrapper(paragraph, width, color, lines);
  for (const Span& span : paragraph.spans) {
    if (paragraph.cut) {
      wrapper.add_cut(span);
    } else {
      wrapper.add(span);
    }
  }
  wrapper.finish();
}

std::string abbreviated(std::string text, std::size_t limit) {
  if (text.size() <= limit) return text;  // no character has more columns than bytes
  const std::size_t columns = terminal_columns(text);
  if (columns <= limit) return text;
  // The end gets one less, for a character of two columns that would be halved.
  const std::size_t third = limit / 3, end = third == 0 ? 0 : third - 1;
  std::string result = text.substr(0, bytes_within(text, limit - third - 1));
  result += kEllipsis;
  return result + text.substr(bytes_within(text, columns - end));
}

}  // namespace snag

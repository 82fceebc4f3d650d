#include "base/toml_text.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>

namespace snag {

namespace {

struct Problem {
  std::size_t line = 1;
  std::string what;
};

// Examines only brackets and dots outside of strings and comments. If the text is not TOML, this scan and the parser
// may disagree, which does no harm: the parser stops there.
class DepthScanner {
 public:
  explicit DepthScanner(std::string_view text) : rest_(text) {}

  std::optional<Problem> find_problem() {
    std::size_t depth = 0, parts = 1;
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#') {
        skip(std::min(rest_.find('\n'), rest_.size()));
        continue;
      }
      switch (c) {
        case '.':
          ++parts;
          break;
        case '[':
        case '{':
          ++depth;
          parts = 1;
          break;
        case ']':
        case '}':
          depth -= depth > 0 ? 1 : 0;
          parts = 1;
          break;
        case '\n':
        case ',':
        case '=':
          parts = 1;
          break;
        default:
          break;
      }
      if (parts > kMaximumTomlDepth) {
        return Problem{line_, fmt::format("a key has more than {} parts; quote a name with dots in it: \"a.b\"",
                                          kMaximumTomlDepth)};
      }
      if (depth > kMaximumTomlDepth) {
        return Problem{
            line_, fmt::format("more than {} lists or tables are nested; take the inner ones out", kMaximumTomlDepth)};
      }
      skip(1);
    }
    return std::nullopt;
  }

 private:
  void skip(std::size_t count) {
    const std::string_view skipped = rest_.substr(0, count);
    line_ += static_cast<std::size_t>(std::count(skipped.begin(), skipped.end(), '\n'));
    rest_.remove_prefix(skipped.size());
  }

  // "…" and '…' end with their line, """…""" and '''…''' do not. Only those with double quotes have escapes.
  void skip_string(char quote) {
    const bool long_form = quotes_ahead(quote) >= kMark;
    skip(long_form ? kMark : 1);
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '\\' && quote == '"') {
        skip(2);
      } else if (!long_form && (c == quote || c == '\n')) {
        return skip(c == quote ? 1 : 0);
      } else if (long_form && quotes_ahead(quote) >= kMark) {
        return skip(quotes_ahead(quote));
      } else {
        skip(1);
      }
    }
  }

  // Counts the quotes ahead, up to as many as can end a string, whose content may itself end in two quotes.
  std::size_t quotes_ahead(char quote) const {
    const std::string_view ahead = rest_.substr(0, kMark + 2);
    return std::min(ahead.find_first_not_of(quote), ahead.size());
  }

  static constexpr std::size_t kMark = 3;  // quotes around a long string
  std::string_view rest_;
  std::size_t line_ = 1;
};

}  // namespace

Result<toml::table> parse_toml(std::string_view text, const std::string& shown) {
  if (text.size() > kMaximumTomlSize) {
    return failure(
        fmt::format("{}:1: is too large: it has {} bytes, and {} are read", shown, text.size(), kMaximumTomlSize));
  }
  if (const std::optional<Problem> problem = DepthScanner(text).find_problem()) {
    return failure(fmt::format("{}:{}: {}", shown, problem->line, problem->what));
  }
  try {
    return toml::parse(text, shown);
  } catch (const toml::parse_error& error) {
    return failure(fmt::format("{}:{}: {}", shown, error.source().begin.line, error.description()));
  }
}

}  // namespace snag

// Expectations of end-to-end tests: comments on the very lines of the Java sources, and how findings are held against
// them.
//
//   count = old + 1;  // expect: stale-value/lost-update            in the profiles review and audit
//   use(old);         // expect-audit: stale-value/use-after        in audit only
//   b.clear();        // expect-relaxed: reacquired-lock/two-locks  only with --relaxed
//   cache.put(k, v);  // expect-low: stale-value/check-then-act     in review and audit, as harmless
//
// Several are separated by commas; the same one twice means two findings. A line without a comment has no finding.
// Methods say by their names what they are: ...Bad has an expectation, ...Ok has none (but what the strict
// block-atomicity says about a right program in audit), ...Low has one that is harmless, ...FalsePositive has one
// although the program is right, ...FalseNegative has none although it is wrong.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snag {

// Where an expectation is reported: in both profiles, in audit only, or in both but only with --relaxed.
enum class ExpectedIn : std::uint8_t { kReview, kAudit, kRelaxed };

// What is added to check/kind of a finding that is harmless.
inline constexpr std::string_view kHarmless = " (harmless)";

struct Expectation {
  std::string file;  // below the folder: papers/artho/Figure2.java
  std::uint32_t line = 0;
  std::string what;  // check/kind
  ExpectedIn in = ExpectedIn::kReview;

  std::string check() const { return what.substr(0, what.find('/')); }
};

// What is compared: a finding, or what is expected of one.
struct Place {
  std::string file;
  std::uint32_t line = 0;
  std::string what;

  friend auto operator<=>(const Place&, const Place&) = default;
};

enum class MethodPromise : std::uint8_t { kBad, kOk, kLow, kFalsePositive, kFalseNegative };

struct PromisingMethod {
  std::string file, name;
  std::uint32_t first_line = 0, last_line = 0;
  MethodPromise promise = MethodPromise::kOk;
};

struct JavaExpectations {
  std::vector<Expectation> expectations;
  std::vector<PromisingMethod> methods;
  std::vector<std::string> problems;  // comments that cannot be read

  void add(JavaExpectations other) {
    std::move(other.expectations.begin(), other.expectations.end(), std::back_inserter(expectations));
    std::move(other.methods.begin(), other.methods.end(), std::back_inserter(methods));
    std::move(other.problems.begin(), other.problems.end(), std::back_inserter(problems));
  }
};

// The text with comments, strings and character literals blanked, so that braces and names in it are code. Lines stay.
inline std::string java_code_only(std::string_view text) {
  enum class In : std::uint8_t { kCode, kLineComment, kComment, kString, kCharacter, kTextBlock };
  std::string code(text);
  In in = In::kCode;
  auto blank = [&](std::size_t at, std::size_t count) {
    for (std::size_t i = at; i < std::min(at + count, code.size()); ++i) {
      if (code[i] != '\n') code[i] = ' ';
    }
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string_view rest = text.substr(i);
    std::size_t width = 1;
    if (in == In::kCode) {
      if (rest.starts_with("//")) {
        in = In::kLineComment;
      } else if (rest.starts_with("/*")) {
        in = In::kComment;
        width = 2;
      } else if (rest.starts_with("\"\"\"")) {
        in = In::kTextBlock;
        width = 3;
      } else if (rest[0] == '"') {
        in = In::kString;
      } else if (rest[0] == '\'') {
        in = In::kCharacter;
      } else {
        continue;
      }
    } else if (in == In::kLineComment) {
      if (rest[0] == '\n') in = In::kCode;
    } else if (in == In::kComment) {
      if (rest.starts_with("*/")) {
        in = In::kCode;
        width = 2;
      }
    } else if (rest[0] == '\\') {
      width = 2;
    } else if (in == In::kTextBlock) {
      if (rest.starts_with("\"\"\"")) {
        in = In::kCode;
        width = 3;
      }
    } else if (rest[0] == (in == In::kString ? '"' : '\'')) {
      in = In::kCode;
    }
    blank(i, width);
    i += width - 1;
  }
  return code;
}

// Where the bracket that opens at `open` closes.
inline std::optional<std::size_t> closing(std::string_view code, std::size_t open, char opens, char closes) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < code.size(); ++i) {
    if (code[i] == opens) ++depth;
    if (code[i] == closes && --depth == 0) return i;
  }
  return std::nullopt;
}

// The declarations of methods with a promise in their names: `nameBad(...) throws E {`, which no call looks like.
inline std::vector<PromisingMethod> promising_methods(const std::string& file, std::string_view text) {
  static const std::regex name(R"(\b(\w+?)(Bad|Ok|Low|FalsePositive|FalseNegative)\s*\()");
  static const std::regex body(R"(^\s*(throws\s+[\w.]+(\s*,\s*[\w.]+)*\s*)?\{)");
  const std::string code = java_code_only(text);
  auto line_at = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(
        1 + std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
  };
  std::vector<PromisingMethod> result;
  for (std::sregex_iterator match(code.begin(), code.end(), name), end; match != end; ++match) {
    auto start = static_cast<std::size_t>(match->position());
    std::optional<std::size_t> parameters =
        closing(code, start + static_cast<std::size_t>(match->length()) - 1, '(', ')');
    if (!parameters) continue;
    std::smatch opening;
    std::string rest = code.substr(*parameters + 1);
    if (!std::regex_search(rest, opening, body)) continue;
    std::size_t open = *parameters + static_cast<std::size_t>(opening.length());
    std::optional<std::size_t> close = closing(code, open, '{', '}');
    if (!close) continue;
    std::string suffix = (*match)[2].str();
    MethodPromise promise = suffix == "Bad"             ? MethodPromise::kBad
                            : suffix == "Ok"            ? MethodPromise::kOk
                            : suffix == "Low"           ? MethodPromise::kLow
                            : suffix == "FalsePositive" ? MethodPromise::kFalsePositive
                                                        : MethodPromise::kFalseNegative;
    result.push_back({file, (*match)[1].str() + suffix, line_at(start), line_at(*close), promise});
  }
  return result;
}

inline JavaExpectations parse_expectations(const std::string& file, const std::string& text) {
  static const std::regex comment(
      R"(//\s*expect(-audit|-relaxed|-low)?:\s*([a-z-]+/[a-z-]+(\s*,\s*[a-z-]+/[a-z-]+)*)\s*$)");
  static const std::regex one(R"([a-z-]+/[a-z-]+)");
  static const std::regex unread(R"(//\s*expect)");
  JavaExpectations result;
  result.methods = promising_methods(file, text);
  std::size_t start = 0;
  for (std::uint32_t line = 1; start < text.size(); ++line) {
    std::size_t end = std::min(text.find('\n', start), text.size());
    std::string content = text.substr(start, end - start);
    start = end + 1;
    std::smatch match;
    while (std::regex_search(content, match, comment)) {  // the last one of the line, then what stands before it
      ExpectedIn in = match[1] == "-audit"     ? ExpectedIn::kAudit
                      : match[1] == "-relaxed" ? ExpectedIn::kRelaxed
                                               : ExpectedIn::kReview;
      std::string list = match[2].str();
      for (std::sregex_iterator what(list.begin(), list.end(), one), last; what != last; ++what) {
        std::string expected = what->str() + std::string(match[1] == "-low" ? kHarmless : "");
        result.expectations.push_back({file, line, std::move(expected), in});
      }
      content = std::string(match.prefix());
    }
    if (std::regex_search(content, unread)) {
      result.problems.push_back(fmt::format("{}:{}: cannot be read: {}", file, line, content));
    }
  }
  return result;
}

// Every .java file below the folder.
inline JavaExpectations read_expectations(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".java") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  JavaExpectations result;
  for (const auto& path : files) {
    std::ifstream in(path);
    std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (!in && text.empty()) throw std::runtime_error("cannot read " + path.string());
    result.add(parse_expectations(path.lexically_relative(folder).generic_string(), text));
  }
  return result;
}

// Names that promise something else than the expectations in the methods' bodies, and expectations in no such body.
inline std::vector<std::string> broken_promises(const JavaExpectations& java) {
  std::vector<std::string> result;
  auto inside = [](const Expectation& expectation, const PromisingMethod& method) {
    return expectation.file == method.file && expectation.line >= method.first_line &&
           expectation.line <= method.last_line;
  };
  for (const PromisingMethod& method : java.methods) {
    bool any = false, against_ok = false, harmful = false;
    for (const Expectation& expectation : java.expectations) {
      if (!inside(expectation, method)) continue;
      any = true;
      against_ok |= expectation.in != ExpectedIn::kAudit || expectation.check() != "block-atomicity";
      harmful |= !expectation.what.ends_with(kHarmless);
    }
    if (method.promise == MethodPromise::kLow && harmful) {
      result.push_back(fmt::format("{}:{}: {} has a harmful expectation", method.file, method.first_line, method.name));
    }
    bool reported = method.promise == MethodPromise::kBad || method.promise == MethodPromise::kLow ||
                    method.promise == MethodPromise::kFalsePositive;
    if (reported && !any) {
      result.push_back(fmt::format("{}:{}: {} has no expectation", method.file, method.first_line, method.name));
    }
    if (!reported && against_ok) {
      result.push_back(fmt::format("{}:{}: {} has an expectation", method.file, method.first_line, method.name));
    }
  }
  for (const Expectation& expectation : java.expectations) {
    bool held = std::any_of(java.methods.begin(), java.methods.end(),
                            [&](const PromisingMethod& method) { return inside(expectation, method); });
    if (held) continue;
    result.push_back(fmt::format("{}:{}: {} is expected in no ...Bad or ...FalsePositive method", expectation.file,
                                 expectation.line, expectation.what));
  }
  return result;
}

// `missing: papers/artho/Figure2.java:15: stale-value/lost-update`, one line for each, in the order of the files.
inline std::vector<std::string> compare_places(std::vector<Place> expected, std::vector<Place> found) {
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  std::vector<Place> missing, unexpected;
  std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(), std::back_inserter(missing));
  std::set_difference(found.begin(), found.end(), expected.begin(), expected.end(), std::back_inserter(unexpected));
  std::vector<std::pair<Place, const char*>> both;
  for (Place& place : missing) both.emplace_back(std::move(place), "missing");
  for (Place& place : unexpected) both.emplace_back(std::move(place), "unexpected");
  std::sort(both.begin(), both.end());
  std::vector<std::string> result;
  for (const auto& [place, problem] : both) {
    result.push_back(fmt::format("{}: {}:{}: {}", problem, place.file, place.line, place.what));
  }
  return result;
}

}  // namespace snag

// The format (JAR File Specification): `Name: value` lines of at most 72 bytes, longer values continued on lines that
// start with one space; CR LF, LF or CR ends a line, and an empty line the main section.
//
//     Class-Path: lib/first.jar lib/se
//      cond.jar
#include "program/manifest.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"

namespace snag {

namespace {

// Removes the next line from the front and returns it without its end.
std::string_view take_line(std::string_view& text) {
  std::size_t end = text.find_first_of("\r\n");
  std::string_view line = text.substr(0, end);
  if (end == std::string_view::npos) {
    text = {};
  } else {
    text.remove_prefix(end + (text.substr(end, 2) == "\r\n" ? 2 : 1));
  }
  return line;
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> result;
  for (std::size_t begin = 0; (begin = text.find_first_not_of(' ', begin)) != std::string_view::npos;) {
    std::size_t end = std::min(text.find(' ', begin), text.size());
    result.emplace_back(text.substr(begin, end - begin));
    begin = end;
  }
  return result;
}

// `%20` is a space. An escaped NUL would end the path early for the operating system, and is refused like an incomplete
// escape.
std::optional<std::string> url_decode(std::string_view url) {
  std::string decoded;
  for (std::size_t at = 0; at < url.size(); ++at) {
    if (url[at] != '%') {
      decoded += url[at];
      continue;
    }
    if (url.size() - at < 3) return std::nullopt;
    unsigned byte = 0;
    const char* digits = url.data() + at + 1;
    if (std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2 || byte == 0) return std::nullopt;
    decoded += static_cast<char>(byte);
    at += 2;
  }
  return decoded;
}

// Recognises `http:`, `file:`; a single letter would be a drive, which does not occur in Snag's class paths.
std::size_t scheme_size(std::string_view url) {
  std::size_t colon = url.find(':');
  return colon == std::string_view::npos || url.substr(0, colon).find('/') != std::string_view::npos ? 0 : colon + 1;
}

}  // namespace

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

Manifest parse_manifest(std::string_view text) {
  Manifest manifest;
  while (!text.empty()) {
    std::string line(take_line(text));
    if (line.empty()) break;
    while (!text.empty() && text.front() == ' ') line += take_line(text).substr(1);
    std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::string_view name = std::string_view(line).substr(0, colon);
    std::string_view value = trimmed(std::string_view(line).substr(colon + 1));
    if (equals_ignoring_case(name, "Multi-Release")) {
      manifest.multi_release = equals_ignoring_case(value, "true");
    } else if (equals_ignoring_case(name, "Class-Path")) {
      manifest.class_path = words(value);
    }
  }
  return manifest;
}

std::string resolve_class_path_url(std::string_view url, std::string_view folder) {
  if (std::size_t scheme = scheme_size(url); scheme != 0) {
    if (!equals_ignoring_case(url.substr(0, scheme), "file:")) return {};
    url.remove_prefix(scheme);
    if (url.starts_with("//")) {  // file://host/path: only an empty host or this one is a file
      std::string_view host = url.substr(2, url.find('/', 2) - 2);
      if (url.find('/', 2) == std::string_view::npos || (!host.empty() && host != "localhost")) return {};
      url.remove_prefix(2 + host.size());
    }
  }
  std::optional<std::string> path = url_decode(url);
  if (!path || path->empty()) return {};
  if (path->front() == '/' || folder.empty()) return *path;
  return std::string(folder) + "/" + *path;
}

}  // namespace snag

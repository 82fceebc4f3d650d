// Texts with reference counts: each text is stored once and has a number until its last reference is released. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

namespace snag::instrument {

class Texts {
 public:
  std::uint32_t mention(std::string_view text);  // adds a reference, and the text if it is new
  void release(std::uint32_t id);                // removes a reference; the number of an unused text is reused
  std::optional<std::uint32_t> find(std::string_view text) const;
  const std::string& operator[](std::uint32_t id) const { return texts_[id].text; }
  std::size_t size() const { return id_of_.size(); }

 private:
  struct Text {
    std::string text;
    std::uint32_t mentions = 0;
  };
  std::deque<Text> texts_;
  std::vector<std::uint32_t> free_;
  absl::flat_hash_map<std::string_view, std::uint32_t> id_of_;  // views of texts_
};

}  // namespace snag::instrument

// Texts with reference counts: each is stored once and named by a number, until its last mention is released. Not
// synchronised.
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
  std::uint32_t mention(std::string_view text);  // one mention more
  void release(std::uint32_t id);  // one mention less; the number of a text without mentions is used again
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

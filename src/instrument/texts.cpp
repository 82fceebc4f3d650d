#include "instrument/texts.h"

namespace snag::instrument {

std::uint32_t Texts::mention(std::string_view text) {
  if (auto it = id_of_.find(text); it != id_of_.end()) {
    ++texts_[it->second].mentions;
    return it->second;
  }
  auto id = static_cast<std::uint32_t>(texts_.size());
  if (free_.empty()) {
    texts_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  texts_[id] = {std::string(text), 1};
  id_of_.emplace(std::string_view(texts_[id].text), id);
  return id;
}

std::optional<std::uint32_t> Texts::find(std::string_view text) const {
  auto it = id_of_.find(text);
  return it == id_of_.end() ? std::nullopt : std::optional(it->second);
}

void Texts::release(std::uint32_t id) {
  Text& text = texts_[id];
  if (--text.mentions != 0) return;
  id_of_.erase(std::string_view(text.text));
  text.text = {};
  free_.push_back(id);
}

}  // namespace snag::instrument

// JDK images for tests: small ones with every part of the format, in either byte order. The perfect hash is made the
// simple way: paths that collide get a seed under which they fall into free slots.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "program/zip_builder.h"

namespace snag::testing_support {

struct ImageMember {
  std::string path;  // "/java.base/java/lang/String.class"
  std::string content;
  std::string method = "";  // "zip" compresses the content; otherwise `content` is already in that form
  std::size_t size = 0;     // of the content behind such a form
};

class ImageBuilder {
 public:
  explicit ImageBuilder(bool big_endian = false) : big_endian_(big_endian) { string_index(""); }

  std::uint32_t string_index(const std::string& text) {
    auto [at, inserted] = indexes_.try_emplace(text, static_cast<std::uint32_t>(strings_.size()));
    if (inserted) strings_ += text + '\0';
    return at->second;
  }

  void add(ImageMember member) { members_.push_back(std::move(member)); }
  // /packages/java.lang, saying that the package is in this module.
  void add_package(const std::string& package, const std::vector<std::string>& empty_modules,
                   const std::string& module) {
    std::string content;
    for (const std::string& empty : empty_modules) content += u4(1) + u4(string_index(empty));
    add({.path = "/packages/" + package, .content = content + u4(0) + u4(string_index(module))});
  }

  // A resource that says how it is compressed.
  std::string compressed(std::string_view data, std::size_t size, const std::string& method) {
    return u4(0xCAFEFAFA) + u8(data.size()) + u8(size) + u4(string_index(method)) + u4(0) + '\1' + std::string(data);
  }

  std::string build() {
    std::string resources;
    std::string locations(1, '\0');  // offset 0 is the location of nothing
    std::vector<std::uint32_t> starts;
    for (const ImageMember& member : members_) {
      std::string stored = member.content;
      std::size_t size = member.content.size();
      bool is_compressed = !member.method.empty();
      if (member.method == "zip") stored = compressed(deflate(member.content, /*zlib=*/true), size, "zip");
      if (is_compressed && member.method != "zip") size = member.size;
      starts.push_back(static_cast<std::uint32_t>(locations.size()));
      locations += location(member.path, resources.size(), is_compressed ? stored.size() : 0, size);
      resources += stored;
    }
    auto length = static_cast<std::uint32_t>(members_.size());
    std::vector<std::int32_t> redirects(length);
    std::vector<std::uint32_t> offsets(length);
    place(starts, redirects, offsets);
    std::string image = u4(0xCAFEDADA) + u4(0x10000) + u4(0) + u4(length) + u4(length) +
                        u4(static_cast<std::uint32_t>(locations.size())) +
                        u4(static_cast<std::uint32_t>(strings_.size()));
    for (std::int32_t redirect : redirects) image += u4(static_cast<std::uint32_t>(redirect));
    for (std::uint32_t offset : offsets) image += u4(offset);
    return image + locations + strings_ + resources;
  }

 private:
  std::string u4(std::uint32_t value) const { return big_endian_ ? big(value, 4) : little(value, 4); }
  std::string u8(std::uint64_t value) const { return big_endian_ ? big(value, 8) : little(value, 8); }

  static std::uint32_t hash(std::uint32_t seed, std::string_view text) {
    for (char c : text) seed = (seed * 0x01000193U) ^ static_cast<unsigned char>(c);
    return seed & 0x7FFFFFFF;
  }

  static std::string attribute(int kind, std::uint64_t value) {
    return value == 0 ? std::string() : std::string(1, static_cast<char>(kind << 3 | 7)) + big(value, 8);
  }

  std::string location(std::string_view path, std::uint64_t offset, std::uint64_t compressed_size, std::uint64_t size) {
    path.remove_prefix(1);
    std::string module(path.substr(0, path.find('/')));
    path.remove_prefix(module.size() + 1);
    std::string parent;
    std::string extension;
    if (module != "packages") {
      if (std::size_t slash = path.rfind('/'); slash != std::string_view::npos) {
        parent = path.substr(0, slash);
        path.remove_prefix(slash + 1);
      }
      if (std::size_t dot = path.rfind('.'); dot != std::string_view::npos) {
        extension = path.substr(dot + 1);
        path = path.substr(0, dot);
      }
    }
    return attribute(1, string_index(module)) + attribute(2, string_index(parent)) +
           attribute(3, string_index(std::string(path))) + attribute(4, string_index(extension)) +
           attribute(5, offset) + attribute(6, compressed_size) + attribute(7, size) + '\0';
  }

  void place(const std::vector<std::uint32_t>& starts, std::vector<std::int32_t>& redirects,
             std::vector<std::uint32_t>& offsets) const {
    auto length = static_cast<std::uint32_t>(members_.size());
    std::vector<std::vector<std::size_t>> buckets(length);
    for (std::size_t i = 0; i < length; ++i) buckets[hash(0x01000193, members_[i].path) % length].push_back(i);
    std::vector<std::uint32_t> order(length);
    for (std::uint32_t i = 0; i < length; ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return buckets[a].size() > buckets[b].size(); });
    std::vector<bool> taken(length);
    for (std::uint32_t bucket : order) {
      if (buckets[bucket].size() == 1) {
        auto slot = static_cast<std::uint32_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
        taken[slot] = true;
        offsets[slot] = starts[buckets[bucket].front()];
        redirects[bucket] = -1 - static_cast<std::int32_t>(slot);
      }
      for (std::int32_t seed = 1; buckets[bucket].size() > 1; ++seed) {
        std::map<std::uint32_t, std::size_t> slots;
        for (std::size_t i : buckets[bucket]) {
          std::uint32_t slot = hash(static_cast<std::uint32_t>(seed), members_[i].path) % length;
          if (!taken[slot]) slots.emplace(slot, i);
        }
        if (slots.size() != buckets[bucket].size()) continue;
        for (auto [slot, i] : slots) {
          taken[slot] = true;
          offsets[slot] = starts[i];
        }
        redirects[bucket] = seed;
        break;
      }
    }
  }

  bool big_endian_;
  std::string strings_;
  std::map<std::string, std::uint32_t> indexes_;
  std::vector<ImageMember> members_;
};

}  // namespace snag::testing_support

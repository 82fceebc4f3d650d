#include "program/image_container.h"

#include <fmt/format.h>

#include <algorithm>

namespace snag {

ImageContainer::ImageContainer(std::string path, ImageFile image, ReadBudget& budget)
    : Container(std::move(path)),
      image_(std::move(image)),
      budget_(budget),
      names_(std::make_unique<std::atomic<const std::string*>[]>(image_.slot_count())) {}

ImageContainer::~ImageContainer() {
  for (std::uint32_t slot = 0; slot < image_.slot_count(); ++slot) delete names_[slot].load(std::memory_order_relaxed);
}

std::vector<ClassEntry> ImageContainer::classes() const {
  std::call_once(listed_, [&] {
    for (std::uint32_t slot : image_.class_slots()) {
      listing_.push_back({.name = name(slot), .entry = slot, .release = 0});
    }
    std::sort(listing_.begin(), listing_.end(), [](const ClassEntry& a, const ClassEntry& b) {
      if (int order = a.name.compare(b.name); order != 0) return order < 0;
      return a.entry < b.entry;
    });
  });
  return listing_;
}

std::string_view ImageContainer::name(std::uint32_t entry) const {
  std::atomic<const std::string*>& known = names_[entry];
  if (const std::string* name = known.load(std::memory_order_acquire)) return *name;
  std::optional<ImageLocation> location = image_.location(entry);
  auto made = std::make_unique<const std::string>(location ? ImageFile::class_name(*location) : std::string());
  const std::string* expected = nullptr;
  if (known.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel)) return *made.release();
  return *expected;  // another thread was faster
}

Result<Blob> ImageContainer::read(std::uint32_t entry) const {
  return image_.read(entry, budget_.limits().class_size, budget_);
}

std::string ImageContainer::describe(std::uint32_t entry) const {
  std::optional<ImageLocation> location = image_.location(entry);
  return fmt::format("{}!/{}/{}.class", path(), location ? location->module : std::string_view(), name(entry));
}

}  // namespace snag

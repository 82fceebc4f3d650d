// Fuzzes JDK images: the index, lookups of present and absent classes, and both compressions.
#include <cstddef>
#include <cstdint>
#include <string>

#include "program/image_container.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace snag;
  ReadBudget budget(ReadLimits{.class_size = 1 << 16, .total_inflated_size = 1 << 22});
  Result<ImageFile> image = ImageFile::open(Blob{.bytes = Bytes(data, size), .owner = nullptr});
  if (!image) return 0;
  ImageContainer container("modules", *std::move(image), budget);
  (void)container.find("java/lang/Object");
  (void)container.find("a/B");
  for (const ClassEntry& entry : container.classes()) {
    (void)container.find(entry.name);
    (void)container.describe(entry.entry);
    (void)container.read(entry.entry);
  }
  return 0;
}

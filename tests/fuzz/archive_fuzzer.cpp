// Fuzzes archives: the zip reader, archives inside archives, manifests and their Class-Path URLs. Every class that is
// listed is read. The first byte says what the file is called, since that helps to decide how it is read.
#include <cstddef>
#include <cstdint>
#include <string>

#include "classfile/modified_utf8.h"
#include "program/archive.h"
#include "program/class_name.h"
#include "program/zip.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace snag;
  if (size == 0) return 0;
  static constexpr const char* kNames[] = {"a.jar", "a.war", "a.ear", "a.zip"};
  // Small limits keep a single input fast; they are part of what is tested.
  ReadBudget budget(ReadLimits{.class_size = 1 << 16,
                               .archive_size = 1 << 18,
                               .total_inflated_size = 1 << 22,
                               .total_nested_size = 1 << 20,
                               .entries_per_archive = 1000,
                               .total_entries = 5000,
                               .manifest_size = 1 << 14});
  Diagnostics diagnostics;
  Blob blob{.bytes = Bytes(data + 1, size - 1), .owner = nullptr};
  auto origin = static_cast<Origin>((data[0] >> 2) % 3);
  Result<OpenedArchive> archive = open_archive(kNames[data[0] % 4], blob, origin, budget, diagnostics);
  if (archive) {
    for (const OpenedContainer& opened : archive->containers) {
      for (const ClassEntry& entry : opened.container->classes()) {
        (void)opened.container->describe(entry.entry);
        Result<Blob> content = opened.container->read(entry.entry);
        if (content) (void)class_name_of(content->bytes);
      }
    }
    for (const std::string& url : archive->manifest.class_path) (void)resolve_class_path_url(url, "folder");
  }
  (void)parse_manifest(as_text(blob.bytes));
  (void)class_name_of(blob.bytes);
  (void)classfile::to_modified_utf8(as_text(blob.bytes));
  for (const Diagnostic& diagnostic : diagnostics.sorted()) (void)to_text(diagnostic);
  return 0;
}

// A zip archive's central directory, and its entries, which are inflated one at a time. zip.cpp explains how it is read
// and why libzip is not used.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "program/blob.h"
#include "program/byte_source.h"
#include "program/read_limits.h"

namespace snag {

struct ZipEntry {
  std::string_view name;        // as stored; points into the archive's directory
  std::uint64_t header_offset;  // of the local header
  std::uint64_t compressed_size;
  std::uint64_t size;
  std::uint32_t crc;
  std::uint16_t method;

  bool is_stored() const { return method == 0; }
};

// Immutable once opened: any thread may read.
class ZipArchive {
 public:
  // Reads the central directory only. An error means that nothing can be read; `problems` receives what had to be left
  // out (at most kMaxProblems, the last of which says how many more there are).
  static constexpr std::size_t kMaxProblems = 8;
  static Result<std::shared_ptr<const ZipArchive>> open(ByteSource archive, ReadBudget& budget,
                                                        std::vector<Error>& problems);

  // Returns the entries in the order of the central directory, without those that cannot or must not be read: encrypted
  // ones, unknown compression methods, names that lead out of the archive, overlapping data.
  const std::vector<ZipEntry>& entries() const { return entries_; }

  enum class Checksum : bool { kIgnore, kVerify };
  // An error has the offset in the archive, or the name of the file if that has changed since it was opened.
  Result<Blob> read(const ZipEntry& entry, std::uint64_t size_limit, ReadBudget& budget,
                    Checksum checksum = Checksum::kVerify) const;
  // Opens an entry that is an archive: a stored one is read in place, a deflated one is inflated. The checksum is not
  // verified.
  Result<ByteSource> open_archive(const ZipEntry& entry, std::uint64_t size_limit, ReadBudget& budget) const;

 private:
  struct EntryData {
    std::uint64_t offset;  // in the archive
    Blob content;          // as much of it as was requested
  };
  ZipArchive(ByteSource archive, Blob directory) : archive_(std::move(archive)), directory_(std::move(directory)) {}
  Result<EntryData> read_data(const ZipEntry& entry, std::uint64_t data_size) const;
  Result<Blob> read_entry(const ZipEntry& entry, std::uint64_t size_limit, ReadBudget& budget, Checksum checksum) const;
  friend class CentralDirectoryReader;

  ByteSource archive_;
  Blob directory_;              // the central directory: what the entries' names point into
  std::uint64_t data_end_ = 0;  // where the central directory starts: all entries' data lie before
  std::vector<ZipEntry> entries_;
};

}  // namespace snag

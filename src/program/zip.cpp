// Problem: find the entries of a zip archive (APPNOTE.TXT of PKWARE), fast, in untrusted bytes.
//
//     [#!/bin/sh ...] (local header, data [, data descriptor])* (central header)* [zip64 end] end of central directory
//
// The end record is searched backwards, since a comment with any content may follow it. Everything about an entry comes
// from its central header: local headers of streamed archives lack sizes. If the archive has a prefix (an executable
// jar's shell script), all stated offsets are too small by its length; the central directory is known to end where the
// end record starts, and the difference corrects the offsets, as in java.util.zip.
//
// What bad input can cost: entries cannot outnumber central headers, which are bytes of the file. Before anything is
// allocated, a size is accepted only if deflate can reach it from the compressed size (1032:1 is its maximum) and it is
// under the caller's limit. Entries that share bytes with others (as in zip bombs without nesting) are left out.
//
// Why libzip is not used: bench/zip_bench.cpp has the measurement. Where zip tools differ, Java's own rules are
// followed.
#include "program/zip.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "program/inflate.h"
#include "program/little_endian.h"

namespace snag {

namespace {

constexpr std::uint32_t kLocalHeader = 0x04034B50;     // "PK\3\4"
constexpr std::uint32_t kCentralHeader = 0x02014B50;   // "PK\1\2"
constexpr std::uint32_t kEndRecord = 0x06054B50;       // "PK\5\6"
constexpr std::uint32_t kZip64EndRecord = 0x06064B50;  // "PK\6\6"
constexpr std::uint32_t kZip64Locator = 0x07064B50;    // "PK\6\7"
constexpr std::size_t kLocalHeaderSize = 30;
constexpr std::size_t kEndRecordSize = 22;
constexpr std::size_t kZip64LocatorSize = 20;
constexpr std::size_t kZip64EndRecordSize = 56;
constexpr std::size_t kMaxCommentSize = 0xFFFF;
constexpr std::size_t kUsualTail = 1024;     // where the end record is looked for first
constexpr std::size_t kUsualExtraSize = 64;  // a local header's extra field is rarely longer
constexpr std::uint16_t kZip64ExtraField = 0x0001;
constexpr std::uint16_t kEncryptedFlag = 0x0001;
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint32_t kInZip64 = 0xFFFFFFFF;  // "the real value is in the zip64 extra field"

struct DirectoryBounds {
  std::uint64_t begin = 0;        // offset of the first central header
  std::uint64_t end = 0;          // offset of what follows the last one
  std::uint64_t entry_count = 0;  // as stated
  std::uint64_t prefix_size = 0;  // bytes before the archive: must be added to every stated offset
};

struct StatedDirectory {
  std::uint64_t entry_count;
  std::uint64_t size;
  std::uint64_t offset;
};

bool has_signature(const ByteSource& archive, std::uint64_t offset, std::uint32_t signature) {
  const Result<Blob> bytes = archive.read(offset, 4);
  return bytes && load_little_u4(bytes->bytes.data()) == signature;
}

// `end` is where the stated directory must end. Returns nothing if it cannot be there.
std::optional<DirectoryBounds> locate_directory(const ByteSource& archive, const StatedDirectory& stated,
                                                std::uint64_t end) {
  if (stated.size > end || stated.offset > end - stated.size) return std::nullopt;
  std::uint64_t begin = end - stated.size;
  if (stated.size != 0) {
    if (stated.size < 4 || !has_signature(archive, begin, kCentralHeader)) return std::nullopt;
  } else if (stated.entry_count != 0) {
    return std::nullopt;
  }
  return DirectoryBounds{
      .begin = begin, .end = end, .entry_count = stated.entry_count, .prefix_size = begin - stated.offset};
}

std::optional<DirectoryBounds> zip64_directory(const ByteSource& archive, std::uint64_t end_record) {
  if (end_record < kZip64LocatorSize) return std::nullopt;
  std::uint64_t search_end = end_record - kZip64LocatorSize;
  const Result<Blob> found = archive.read(search_end, kZip64LocatorSize);
  if (!found) return std::nullopt;
  Cursor locator(found->bytes);
  if (little_u4(locator) != kZip64Locator) return std::nullopt;
  locator.skip(4);  // number of the disk
  std::uint64_t stated_offset = little_u8(locator);

  // The stated offset does not include a prefix, if there is one; the record then lies right before its locator (it has
  // 56 bytes unless its extensible part is used).
  for (std::uint64_t offset : {stated_offset, search_end - std::min<std::uint64_t>(search_end, kZip64EndRecordSize)}) {
    if (offset >= search_end || search_end - offset < kZip64EndRecordSize) continue;
    const Result<Blob> bytes = archive.read(offset, kZip64EndRecordSize);
    if (!bytes) continue;
    Cursor record(bytes->bytes);
    if (little_u4(record) != kZip64EndRecord) continue;
    record.skip(8 + 2 + 2 + 4 + 4 + 8);  // size of the record, versions, disks, entries on this disk
    StatedDirectory stated{};
    stated.entry_count = little_u8(record);
    stated.size = little_u8(record);
    stated.offset = little_u8(record);
    if (auto bounds = locate_directory(archive, stated, offset)) return bounds;
  }
  return std::nullopt;
}

// `record` starts at the end record, which is at `offset`.
std::optional<DirectoryBounds> directory_before(const ByteSource& archive, Cursor record, std::uint64_t offset) {
  record.skip(4 + 2 + 2 + 2);  // signature, disks, entries on this disk
  StatedDirectory stated{};
  stated.entry_count = little_u2(record);
  stated.size = little_u4(record);
  stated.offset = little_u4(record);
  std::uint16_t comment_size = little_u2(record);
  if (!record.ok() || comment_size > record.remaining()) return std::nullopt;
  if (auto bounds = zip64_directory(archive, offset)) return bounds;
  return locate_directory(archive, stated, offset);
}

Result<DirectoryBounds> find_directory(const ByteSource& archive) {
  if (archive.size() == 0) return failure("empty file: expected a zip archive", 0);
  // Few archives have a comment, so the end record is searched in the last bytes first.
  for (std::uint64_t size : {kUsualTail, kEndRecordSize + kMaxCommentSize}) {
    const std::uint64_t begin = archive.size() - std::min<std::uint64_t>(archive.size(), size);
    const Result<Blob> tail = archive.read(begin, archive.size() - begin);
    if (!tail) return tl::unexpected(tail.error());
    const Bytes bytes = tail->bytes;
    if (bytes.size() < kEndRecordSize) break;
    for (std::size_t at = bytes.size() - kEndRecordSize + 1; at-- > 0;) {
      if (bytes[at] != 'P' || load_little_u4(bytes.data() + at) != kEndRecord) continue;
      if (auto bounds = directory_before(archive, Cursor(bytes.subspan(at)), begin + at)) return *bounds;
    }
  }
  if (has_signature(archive, 0, kLocalHeader)) {
    return failure("truncated zip archive: expected an end of central directory record", archive.size());
  }
  return failure("not a zip archive: expected an end of central directory record", 0);
}

// Returns whether an entry's name would leave the folder into which it is unpacked: an absolute one, or one with `..`.
bool is_unsafe_entry_name(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.front() == '\\') return true;
  if (name.size() > 1 && name[1] == ':') return true;  // a drive: `C:\`
  if (name.find('\0') != std::string_view::npos) return true;
  for (std::size_t at = name.find(".."); at != std::string_view::npos; at = name.find("..", at + 1)) {
    auto separates = [](char c) { return c == '/' || c == '\\'; };
    bool begins = at == 0 || separates(name[at - 1]);
    bool ends = at + 2 == name.size() || separates(name[at + 2]);
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

// Fills a ZipArchive from its central directory.
class CentralDirectoryReader {
 public:
  CentralDirectoryReader(ZipArchive& archive, const DirectoryBounds& bounds, std::vector<Error>& problems)
      : archive_(archive), bounds_(bounds), problems_(problems) {}

  // Returns how many central headers were read.
  std::uint64_t read_entries(const ReadLimits& limits) {
    Bytes directory = archive_.directory_.bytes;
    // A central header has at least 46 bytes: the stated count is accepted only as far as it fits.
    archive_.entries_.reserve(std::min<std::uint64_t>(bounds_.entry_count, directory.size() / 46));
    Cursor cursor(directory, bounds_.begin);
    std::uint64_t count = 0;
    while (!cursor.at_end() && cursor.ok()) {
      if (count == limits.entries_per_archive) {
        problem(fmt::format("entries after the first {} are skipped: that is the limit", count), cursor.offset());
        break;
      }
      read_entry(cursor);
      ++count;
    }
    if (!cursor.ok()) {
      problem(fmt::format("central directory is damaged after {} entries: {}", count - 1, cursor.problem()),
              cursor.problem_offset());
    }
    // The classic record counts modulo 65536 if a tool writes more entries without zip64, and readers accept it.
    if (cursor.ok() && cursor.at_end() && (count & 0xFFFF) != (bounds_.entry_count & 0xFFFF)) {
      problem(fmt::format("central directory holds {} entries: expected {}", count, bounds_.entry_count),
              bounds_.begin);
    }
    remove_overlapping();
    if (left_out_ > 0) problems_.push_back({fmt::format("{} more problems in this archive", left_out_)});
    return count;
  }

 private:
  void problem(std::string message, std::uint64_t offset) {
    if (problems_.size() + 1 < ZipArchive::kMaxProblems) {
      problems_.push_back({std::move(message), offset});
    } else {
      ++left_out_;
    }
  }

  void read_entry(Cursor& cursor) {
    std::uint64_t offset = cursor.offset();
    if (little_u4(cursor) != kCentralHeader) return cursor.fail_at("expected a central header", offset);
    ZipEntry entry{};
    cursor.skip(2 + 2);  // versions
    std::uint16_t flags = little_u2(cursor);
    entry.method = little_u2(cursor);
    cursor.skip(4);  // date and time
    entry.crc = little_u4(cursor);
    entry.compressed_size = little_u4(cursor);
    entry.size = little_u4(cursor);
    std::uint16_t name_size = little_u2(cursor);
    std::uint16_t extra_size = little_u2(cursor);
    std::uint16_t comment_size = little_u2(cursor);
    cursor.skip(2 + 2 + 4);  // disk, attributes
    entry.header_offset = little_u4(cursor);
    entry.name = as_text(cursor.bytes(name_size));
    Bytes extra = cursor.bytes(extra_size);
    cursor.skip(comment_size);
    if (!cursor.ok()) return;

    if (const char* refused = refuse(entry, flags, extra)) {
      return problem(fmt::format("entry {} is skipped: {}", printable(entry.name), refused), offset);
    }
    archive_.entries_.push_back(entry);
  }

  // Returns why an entry cannot be used, or null. Corrects sizes and offset.
  const char* refuse(ZipEntry& entry, std::uint16_t flags, Bytes extra) {
    if (is_unsafe_entry_name(entry.name)) return "its name leads out of the archive";
    if ((flags & kEncryptedFlag) != 0) return "it is encrypted";
    if (entry.method != kStored && entry.method != kDeflated)
      return "its compression method is neither stored nor deflated";
    if (!apply_zip64(entry, extra)) return "its zip64 extra field is damaged";
    std::uint64_t end = archive_.data_end_;
    if (entry.header_offset > end - bounds_.prefix_size) return "its header lies outside the archive";
    entry.header_offset += bounds_.prefix_size;
    if (end - entry.header_offset < kLocalHeaderSize + entry.name.size()) return "its header lies outside the archive";
    if (end - entry.header_offset - kLocalHeaderSize - entry.name.size() < entry.compressed_size) {
      return "its data reach into the central directory";
    }
    return nullptr;
  }

  // The zip64 field contains, in this order, only those values that did not fit into the header.
  static bool apply_zip64(ZipEntry& entry, Bytes extra) {
    if (entry.size != kInZip64 && entry.compressed_size != kInZip64 && entry.header_offset != kInZip64) return true;
    Cursor fields(extra);
    while (fields.remaining() >= 4) {
      std::uint16_t id = little_u2(fields);
      std::uint16_t size = little_u2(fields);
      Bytes content = fields.bytes(size);
      if (id != kZip64ExtraField) continue;
      Cursor field(content);
      for (std::uint64_t* value : {&entry.size, &entry.compressed_size, &entry.header_offset}) {
        if (*value == kInZip64) *value = little_u8(field);
      }
      return field.ok();
    }
    return false;
  }

  // No tool writes two entries whose data share bytes; every entry that starts before its predecessor's end is left
  // out. Entries are nearly always in the order of their data, so one walk suffices.
  void remove_overlapping() {
    std::vector<ZipEntry>& entries = archive_.entries_;
    std::vector<std::uint32_t> order(entries.size());
    std::iota(order.begin(), order.end(), 0U);
    auto by_offset = [&](std::uint32_t a, std::uint32_t b) {
      return entries[a].header_offset < entries[b].header_offset;
    };
    if (!std::is_sorted(order.begin(), order.end(), by_offset)) {
      std::stable_sort(order.begin(), order.end(), by_offset);
    }
    std::uint64_t end = 0;
    std::vector<std::uint32_t> removed;
    for (std::uint32_t index : order) {
      const ZipEntry& entry = entries[index];
      if (entry.header_offset < end) {
        problem(fmt::format("entry {} is skipped: its data overlap those of another entry", printable(entry.name)),
                entry.header_offset);
        removed.push_back(index);
      } else {
        end = entry.header_offset + kLocalHeaderSize + entry.name.size() + entry.compressed_size;
      }
    }
    if (removed.empty()) return;
    std::vector<bool> gone(entries.size());
    for (std::uint32_t index : removed) gone[index] = true;
    std::size_t kept = 0;
    for (std::size_t index = 0; index < entries.size(); ++index) {
      if (!gone[index]) entries[kept++] = entries[index];
    }
    entries.resize(kept);
  }

  // Names become part of messages: they must not contain control characters or be kilobytes long.
  static std::string printable(std::string_view name) {
    constexpr std::size_t kShown = 120;
    std::string text = "'";
    for (char c : name.substr(0, kShown)) text += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
    return text + (name.size() > kShown ? "...'" : "'");
  }

  ZipArchive& archive_;
  const DirectoryBounds& bounds_;
  std::vector<Error>& problems_;
  std::uint64_t left_out_ = 0;
};

Result<std::shared_ptr<const ZipArchive>> ZipArchive::open(ByteSource archive, ReadBudget& budget,
                                                           std::vector<Error>& problems) {
  Result<DirectoryBounds> bounds = find_directory(archive);
  if (!bounds) return tl::unexpected(archive.explained(bounds.error()));
  Result<Blob> directory = archive.read(bounds->begin, bounds->end - bounds->begin);
  if (!directory) return tl::unexpected(archive.explained(directory.error()));
  std::shared_ptr<ZipArchive> zip(new ZipArchive(std::move(archive), *std::move(directory)));
  zip->data_end_ = bounds->begin;
  std::uint64_t count = CentralDirectoryReader(*zip, *bounds, problems).read_entries(budget.limits());
  if (!problems.empty()) {
    if (std::optional<Error> change = zip->archive_.change()) {
      problems.clear();
      return tl::unexpected(*std::move(change));
    }
  }
  if (!budget.spend_entries(count)) {
    return failure(fmt::format("over the limit of {} entries in all archives together", budget.limits().total_entries),
                   bounds->begin);
  }
  return std::shared_ptr<const ZipArchive>(std::move(zip));
}

// Reads the local header, and the first `data_size` bytes of the data after it.
Result<ZipArchive::EntryData> ZipArchive::read_data(const ZipEntry& entry, std::uint64_t data_size) const {
  const std::uint64_t available = data_end_ - entry.header_offset;
  std::uint64_t wanted = kLocalHeaderSize + entry.name.size() + kUsualExtraSize + data_size;
  for (;;) {
    Result<Blob> read = archive_.read(entry.header_offset, std::min(wanted, available));
    if (!read) return tl::unexpected(read.error());
    Cursor header(read->bytes, entry.header_offset);
    if (little_u4(header) != kLocalHeader) return failure("expected a local header", entry.header_offset);
    header.skip(22);  // the central header has the same
    std::uint16_t name_size = little_u2(header);
    std::uint16_t extra_size = little_u2(header);
    const std::uint64_t before = kLocalHeaderSize + name_size + extra_size;
    if (before > available || entry.compressed_size > available - before) {
      return failure("entry's data reach into the central directory", entry.header_offset + before);
    }
    if (read->bytes.size() < before + data_size) {
      wanted = before + data_size;  // an unusually long extra field
      continue;
    }
    return EntryData{.offset = entry.header_offset + before,
                     .content = {.bytes = read->bytes.subspan(before, data_size), .owner = std::move(read->owner)}};
  }
}

Result<Blob> ZipArchive::read(const ZipEntry& entry, std::uint64_t size_limit, ReadBudget& budget,
                              Checksum checksum) const {
  Result<Blob> blob = read_entry(entry, size_limit, budget, checksum);
  if (!blob) return tl::unexpected(archive_.explained(blob.error()));
  return blob;
}

Result<Blob> ZipArchive::read_entry(const ZipEntry& entry, std::uint64_t size_limit, ReadBudget& budget,
                                    Checksum checksum) const {
  const bool too_large = entry.size > size_limit || entry.compressed_size > size_limit;
  Result<EntryData> data = read_data(entry, too_large ? 0 : entry.compressed_size);
  if (!data) return tl::unexpected(data.error());
  if (too_large) {
    return failure(fmt::format("entry of {} bytes is over the limit of {}", std::max(entry.size, entry.compressed_size),
                               size_limit),
                   data->offset);
  }

  Blob blob;
  if (entry.is_stored()) {
    if (entry.size != entry.compressed_size) return failure("stored entry with two different sizes", data->offset);
    blob = std::move(data->content);
  } else {
    Result<Blob> inflated = inflate(data->content.bytes, entry.size, DeflateForm::kRaw, budget);
    if (!inflated) return failure(inflated.error().message, data->offset);
    blob = *std::move(inflated);
  }
  if (checksum == Checksum::kVerify) {
    std::uint32_t crc = libdeflate_crc32(0, blob.bytes.data(), blob.bytes.size());
    // libdeflate returns its start value for a null pointer, which is correct for an empty input.
    if (crc != entry.crc) {
      return failure(fmt::format("checksum is {:08x}: expected {:08x}", crc, entry.crc), data->offset);
    }
  }
  return blob;
}

Result<ByteSource> ZipArchive::open_archive(const ZipEntry& entry, std::uint64_t size_limit, ReadBudget& budget) const {
  // Each entry of a nested archive has its own checksum; verifying a stored archive here would read all of it.
  if (!entry.is_stored() || entry.size > size_limit || entry.size != entry.compressed_size) {
    return read(entry, size_limit, budget, Checksum::kIgnore).map([](Blob blob) {
      return ByteSource(std::move(blob));
    });
  }
  Result<EntryData> data = read_data(entry, /*data_size=*/0);
  if (!data) return tl::unexpected(archive_.explained(data.error()));
  return archive_.part(data->offset, entry.size);
}

}  // namespace snag

// The source of an archive's or an image's bytes: a file, a part of one (a jar that is stored in a jar), or memory (a
// jar that was inflated). Copying it copies no bytes. Any thread may read.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/result.h"
#include "program/blob.h"
#include "program/input_file.h"

namespace snag {

class ByteSource {
 public:
  ByteSource(Blob memory) : memory_(std::move(memory)), size_(memory_.bytes.size()) {}  // NOLINT: bytes are a source
  explicit ByteSource(std::shared_ptr<const InputFile> file) : file_(std::move(file)), size_(file_->size()) {}

  std::uint64_t size() const { return size_; }
  // Returns exactly these bytes, or an error with an offset in this source. Bytes in memory are not copied.
  Result<Blob> read(std::uint64_t offset, std::uint64_t size) const;
  // Returns as many of these bytes as there are.
  Result<Blob> read_up_to(std::uint64_t offset, std::uint64_t size) const;
  // `offset` and `size` must lie within this source.
  ByteSource part(std::uint64_t offset, std::uint64_t size) const;

  // Returns the error, or, if the file has changed in the meantime, an error that says so, because that explains it.
  Error explained(Error error) const;
  // Returns an error if the file has changed since it was opened.
  std::optional<Error> change() const;

 private:
  std::shared_ptr<const InputFile> file_;  // null: memory
  Blob memory_;
  std::uint64_t begin_ = 0;  // in the file
  std::uint64_t size_;
};

}  // namespace snag

#include "program/byte_source.h"

#include <algorithm>
#include <utility>

namespace snag {

Result<Blob> ByteSource::read(std::uint64_t offset, std::uint64_t size) const {
  if (offset > size_ || size > size_ - offset) return failure("unexpected end of data", size_);
  if (file_ != nullptr) return file_->read(begin_ + offset, size);
  return Blob{.bytes = memory_.bytes.subspan(offset, size), .owner = memory_.owner};
}

Result<Blob> ByteSource::read_up_to(std::uint64_t offset, std::uint64_t size) const {
  offset = std::min(offset, size_);
  return read(offset, std::min(size, size_ - offset));
}

ByteSource ByteSource::part(std::uint64_t offset, std::uint64_t size) const {
  ByteSource part = *this;
  part.size_ = size;
  if (file_ != nullptr) {
    part.begin_ = begin_ + offset;
  } else {
    part.memory_.bytes = memory_.bytes.subspan(offset, size);
  }
  return part;
}

std::optional<Error> ByteSource::change() const { return file_ == nullptr ? std::nullopt : file_->change(); }

Error ByteSource::explained(Error error) const {
  std::optional<Error> change = this->change();
  return change ? *std::move(change) : std::move(error);
}

}  // namespace snag

// A folder of its own for one test, removed with everything in it.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace snag {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::filesystem::create_directories(SNAG_TEST_SCRATCH_DIR);
    std::string pattern = std::filesystem::canonical(SNAG_TEST_SCRATCH_DIR).string() + "/XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw std::system_error(errno, std::generic_category(), pattern);
    path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  // Without symbolic links.
  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }

  // Answers the file's path.
  std::string write(std::string_view name, std::string_view content) const {
    std::string file = *this / name;
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::ofstream out(file, std::ios::binary);
    out << content << std::flush;
    if (!out) throw std::system_error(errno, std::generic_category(), file);
    return file;
  }

 private:
  std::string path_;
};

}  // namespace snag

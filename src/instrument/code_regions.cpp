#include "instrument/code_regions.h"

#include <algorithm>

namespace snag::instrument {

using namespace classfile;

void CodeRegions::find(const CodeEditor& editor) {
  regions_.clear();
  std::vector<Region> found;
  bool subroutines = false;
  for (const Instruction& in : editor.instructions()) {
    subroutines = subroutines || in.opcode == Opcode::kRet;
    each_target(editor.code().code, in, [&](std::uint32_t target) {
      if (target <= in.pc) found.push_back({target, in.pc});
    });
  }
  for (const ExceptionHandler& handler : editor.code().handlers) {
    if (handler.handler < handler.end) found.push_back({handler.handler, handler.end - 1u});
  }
  if (subroutines) found = {{0, static_cast<std::uint32_t>(editor.code().code.size())}};  // ret may lead anywhere
  std::ranges::sort(found, {}, &Region::start);
  for (const Region& region : found) {
    if (!regions_.empty() && region.start <= regions_.back().last) {
      regions_.back().last = std::max(regions_.back().last, region.last);
    } else {
      regions_.push_back(region);
    }
  }
}

std::uint32_t CodeRegions::region_at(std::uint32_t pc) const {
  auto it = std::ranges::upper_bound(regions_, pc, {}, &Region::start);
  if (it == regions_.begin() || (it - 1)->last < pc) return kNone;
  return static_cast<std::uint32_t>(it - 1 - regions_.begin());
}

}  // namespace snag::instrument

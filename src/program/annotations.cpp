#include "program/annotations.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>

#include "classfile/annotations.h"

namespace snag {

namespace {

constexpr std::string_view kNames[] = {"GuardedBy",         "ThreadSafe",   "NotThreadSafe",     "Immutable",
                                       "VisibleForTesting", "SuppressSnag", "SuppressFBWarnings"};

// Recognises an annotation by the simple name in `Lpackage/Outer$Name;`.
std::optional<AnnotationKind> kind_of(std::string_view type) {
  if (!type.starts_with('L') || !type.ends_with(';')) return std::nullopt;
  type.remove_suffix(1);
  std::size_t separator = type.find_last_of("/$");
  std::string_view simple = type.substr(separator == type.npos ? 1 : separator + 1);  // of `LName;` without the L
  const auto* known = std::find(std::begin(kNames), std::end(kNames), simple);
  if (known == std::end(kNames)) return std::nullopt;
  return static_cast<AnnotationKind>(known - std::begin(kNames));
}

}  // namespace

std::string_view to_text(AnnotationKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

ClassAnnotations::ClassAnnotations(const Class& owner) {
  if (owner.synthetic) return;  // has no class file
  add(owner, owner.file.attributes(), KnownAnnotation::Target::kClass, 0);
  for (const Field& field : owner.fields) {
    add(owner, owner.file.attributes(owner.file.fields()[field.member]), KnownAnnotation::Target::kField, field.member);
  }
  for (const Method& method : owner.methods) {
    add(owner, owner.file.attributes(owner.file.methods()[method.member]), KnownAnnotation::Target::kMethod,
        method.member);
  }
}

const ClassAnnotations& ClassAnnotations::none() {
  static const ClassAnnotations kNone;
  return kNone;
}

void ClassAnnotations::add(const Class& owner, std::span<const classfile::Attribute> attributes,
                           KnownAnnotation::Target target, std::uint16_t member) {
  auto wants = [](std::string_view type) { return kind_of(type).has_value(); };
  for (const classfile::Annotation& found : classfile::annotations(owner.file, attributes, wants)) {
    KnownAnnotation known{.kind = *kind_of(found.type), .target = target, .member = member};
    for (const classfile::AnnotationElement& element : found.elements) {
      bool texts = element.kind == classfile::ElementKind::kString;
      if (element.name == "value") {
        bool none = element.is_array && element.texts.empty() && element.kind == classfile::ElementKind::kOther;
        known.other_value = !texts && !none;
        if (texts) known.values = element.texts;
      } else if (texts && !element.texts.empty() && (element.name == "reason" || element.name == "justification")) {
        known.reason = element.texts.front();
      }
    }
    anywhere_ |= bit(known.kind);
    if (target == KnownAnnotation::Target::kClass) on_class_ |= bit(known.kind);
    all_.push_back(std::move(known));
  }
}

std::span<const KnownAnnotation> ClassAnnotations::of(KnownAnnotation::Target target, std::uint16_t member) const {
  auto less = [](const auto& a, const auto& b) { return std::tie(a.target, a.member) < std::tie(b.target, b.member); };
  KnownAnnotation wanted{.target = target, .member = member};
  auto [begin, end] = std::equal_range(all_.begin(), all_.end(), wanted, less);
  return {begin, end};
}

bool ClassAnnotations::has(const Method& method, AnnotationKind kind) const {
  if (!mentions(kind)) return false;  // the usual result, without a search
  std::span<const KnownAnnotation> found = of(method);
  return std::any_of(found.begin(), found.end(), [&](const KnownAnnotation& known) { return known.kind == kind; });
}

}  // namespace snag

// The annotations by which people state what they know about threads and locks, and which findings they do not want:
// those of one class, its fields and its methods.
//
//     @ThreadSafe class Counter {
//       @GuardedBy("this") private long count;
//       @GuardedBy("this") private void add(long more) { count += more; }
//       @SuppressSnag(value = "stale-value", reason = "approximate by design") long guess() { … }
//     }
//
// They are recognised by their simple names, whatever package they come from: Snag needs no annotations of its own, and
// projects that have such annotations took them from a dozen places (JCIP, javax, androidx, Error Prone) or wrote them.
// Only annotations in the class file are visible: one with the retention SOURCE is not.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "program/program.h"

namespace snag {

enum class AnnotationKind : std::uint8_t {
  kGuardedBy,
  kThreadSafe,
  kNotThreadSafe,
  kImmutable,
  kVisibleForTesting,
  kSuppressSnag,
  kSuppressFbWarnings,
};
std::string_view to_text(AnnotationKind kind);  // GuardedBy

struct KnownAnnotation {
  enum class Target : std::uint8_t { kClass, kField, kMethod };

  AnnotationKind kind{};
  Target target{};
  std::uint16_t member = 0;              // index in the class file's fields() or methods()
  bool other_value = false;              // `value` is something other than texts
  std::vector<std::string_view> values;  // the texts of `value`, in modified UTF-8; views into the class file
  std::string_view reason;               // that of `reason` or `justification`; empty if there is none
};

// Immutable.
class ClassAnnotations {
 public:
  ClassAnnotations() = default;
  explicit ClassAnnotations(const Class& owner);
  static const ClassAnnotations& none();  // shared by the many classes that have none

  bool empty() const { return all_.empty(); }
  // In the order of the class file: the class's own, then those of fields, then those of methods.
  std::span<const KnownAnnotation> all() const { return all_; }
  // Of the class itself, a field or a method that it declares.
  std::span<const KnownAnnotation> of_class() const { return of(KnownAnnotation::Target::kClass, 0); }
  std::span<const KnownAnnotation> of(const Field& field) const {
    return of(KnownAnnotation::Target::kField, field.member);
  }
  std::span<const KnownAnnotation> of(const Method& method) const {
    return of(KnownAnnotation::Target::kMethod, method.member);
  }
  bool has(AnnotationKind kind) const { return (on_class_ & bit(kind)) != 0; }
  bool has(const Method& method, AnnotationKind kind) const;
  // On the class, or on anything that it declares.
  bool mentions(AnnotationKind kind) const { return (anywhere_ & bit(kind)) != 0; }

 private:
  static std::uint8_t bit(AnnotationKind kind) {
    return static_cast<std::uint8_t>(1u << static_cast<std::uint8_t>(kind));
  }
  std::span<const KnownAnnotation> of(KnownAnnotation::Target target, std::uint16_t member) const;
  void add(const Class& owner, std::span<const classfile::Attribute> attributes, KnownAnnotation::Target target,
           std::uint16_t member);

  std::vector<KnownAnnotation> all_;  // sorted by target and member
  std::uint8_t on_class_ = 0, anywhere_ = 0;
};

}  // namespace snag

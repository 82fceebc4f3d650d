#include "checks/annotation_suppressions.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
#include "catalog/catalog.h"
#include "classfile/modified_utf8.h"
#include "program/annotations.h"
#include "program/enclosing.h"

namespace snag {

namespace {

constexpr std::string_view kPrefix = "snag:";

bool is_suppression(const KnownAnnotation& known) {
  return known.kind == AnnotationKind::kSuppressSnag || known.kind == AnnotationKind::kSuppressFbWarnings;
}

bool is_every_check(std::string_view name) { return name == "*" || name == "all"; }

// `stale-value/lost-update`: a check, and one kind of its findings or (empty) all.
struct Wish {
  std::string_view check, kind;
};

Wish wish_of(std::string_view value) {
  std::size_t slash = value.find('/');
  return {value.substr(0, slash), slash == value.npos ? std::string_view() : value.substr(slash + 1)};
}

// The values that are meant for Snag: of SpotBugs' annotation those that say so, or that are checks of Snag.
std::vector<std::string_view> own_values(const KnownAnnotation& known) {
  std::vector<std::string_view> result;
  for (std::string_view value : known.values) {
    bool marked = value.starts_with(kPrefix);
    if (marked) value.remove_prefix(kPrefix.size());
    bool spotbugs =
        known.kind == AnnotationKind::kSuppressFbWarnings && !marked && find_check(wish_of(value).check) == nullptr;
    if (!spotbugs) result.push_back(value);
  }
  return result;
}

bool suppresses(const KnownAnnotation& known, const Evidence& finding) {
  if (!is_suppression(known)) return false;
  if (known.values.empty()) return known.kind == AnnotationKind::kSuppressSnag && !known.other_value;
  std::vector<std::string_view> values = own_values(known);
  return std::any_of(values.begin(), values.end(), [&](std::string_view value) {
    auto [check, kind] = wish_of(value);
    return is_every_check(value) || (check == finding.check && (kind.empty() || kind == finding.kind));
  });
}

std::string place_of(const Program& program, ClassId owner, const KnownAnnotation& known) {
  switch (known.target) {
    case KnownAnnotation::Target::kField:
      return program.describe(program.fields(owner)[known.member].id);
    case KnownAnnotation::Target::kMethod:
      return program.describe(program.methods(owner)[known.member].id);
    default:
      return program.describe(owner);
  }
}

void warn_of_unknown_checks(Program& program, ClassId id) {
  auto warn = [&](const KnownAnnotation& known, const std::string& problem) {
    program.diagnostics().add(
        DiagnosticSeverity::kWarning, program.file_of(id),
        {fmt::format("{}: @{} {}", place_of(program, id, known), to_text(known.kind), problem), std::nullopt});
  };
  const std::vector<std::string> names = check_names(/*with_kinds=*/true);
  for (const KnownAnnotation& known : program.annotations(id).all()) {
    if (!is_suppression(known)) continue;
    if (known.kind == AnnotationKind::kSuppressSnag && known.other_value) {
      warn(known, "suppresses nothing: its value is neither a string nor an array of strings");
    }
    constexpr std::size_t kMaximumWarnings = 3, kLongestValue = 80;
    std::size_t warnings = 0;  // hostile code may have tens of thousands of long values
    for (std::string_view value : own_values(known)) {
      if (is_every_check(value) || std::find(names.begin(), names.end(), value) != names.end()) continue;
      if (++warnings > kMaximumWarnings) break;
      value = value.substr(0, kLongestValue);
      std::optional<std::string_view> near = nearest(value, names);
      warn(known, fmt::format("names the check `{}`, which does not exist{}", classfile::to_utf8(value),
                              near ? fmt::format("; did you mean `{}`?", *near) : std::string()));
    }
  }
}

std::optional<Suppression> first_of(const Program& program, ClassId owner, std::span<const KnownAnnotation> annotations,
                                    const Evidence& finding) {
  for (const KnownAnnotation& known : annotations) {
    if (!suppresses(known, finding)) continue;
    return Suppression{.reason = classfile::to_utf8(known.reason),
                       .where = fmt::format("@{} at {}", to_text(known.kind), place_of(program, owner, known))};
  }
  return std::nullopt;
}

}  // namespace

std::vector<Suppressed> take_suppressed_by_annotation(Program& program, std::span<const ClassId> application,
                                                      std::vector<Finding>& findings) {
  bool has_any = false;
  for (ClassId id : application) {
    const ClassAnnotations& annotations = program.annotations(id);
    if (!annotations.mentions(AnnotationKind::kSuppressSnag) &&
        !annotations.mentions(AnnotationKind::kSuppressFbWarnings)) {
      continue;
    }
    has_any = true;
    warn_of_unknown_checks(program, id);
  }
  if (!has_any) return {};
  PlacesAround around(program);
  return take_suppressed(findings, [&](const Finding& finding) {
    std::optional<Suppression> result;
    if (FieldId id = finding.subject.id; id.valid()) {
      const Field& field = program[id];
      result = first_of(program, field.owner, program.annotations(field.owner).of(field), finding);
    }
    if (result) return result;
    around.visit(finding.position.type, finding.position.method, [&](ClassId type, MethodId method) {
      const ClassAnnotations& annotations = program.annotations(type);
      result =
          first_of(program, type, method.valid() ? annotations.of(program[method]) : annotations.of_class(), finding);
      return !result;
    });
    return result;
  });
}

}  // namespace snag

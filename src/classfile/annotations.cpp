#include "classfile/annotations.h"

#include "classfile/attribute_grammar.h"

namespace snag::classfile {

namespace {

// A walker that skips what the grammar describes.
class SkippingWalker : public CursorWalker {
 public:
  using CursorWalker::CursorWalker;
  std::uint16_t ref(TagSet) { return cursor_.u2(); }
};

class AnnotationReader {
 public:
  AnnotationReader(const ClassFile& file, const Attribute& attribute)
      : constants_(file.constants()), cursor_(file.cursor(attribute)), skipper_(cursor_) {}

  void read_all(bool (*wants)(std::string_view type), std::vector<Annotation>& result) {
    skipper_.repeat2([&] {
      std::string_view type = constants_.utf8(Cursor(cursor_).u2());  // an annotation starts with its type
      if (!wants(type)) return grammar::annotation(skipper_);
      Annotation found{type, {}};
      cursor_.u2();
      skipper_.repeat2([&] {
        AnnotationElement element{.name = text()};
        read_value(element);
        found.elements.push_back(std::move(element));
      });
      if (cursor_.ok()) result.push_back(std::move(found));
    });
  }

 private:
  std::string_view text() { return constants_.utf8(cursor_.u2()); }

  void read_value(AnnotationElement& element) {
    if (read_text(element)) return;
    if (Cursor(cursor_).u1() != '[') return grammar::element_value(skipper_);
    cursor_.u1();
    element.is_array = true;
    skipper_.repeat2([&] {
      if (!read_text(element)) grammar::element_value(skipper_);
    });
  }

  // Returns whether the next value is a text; if so, it has been read.
  bool read_text(AnnotationElement& element) {
    std::uint8_t tag = Cursor(cursor_).u1();
    if (tag != 's' && tag != 'e' && tag != 'c') return false;
    cursor_.u1();
    if (tag == 'e') cursor_.u2();  // the enum's type
    element.kind = tag == 's' ? ElementKind::kString : tag == 'e' ? ElementKind::kEnum : ElementKind::kClass;
    element.texts.push_back(text());
    return true;
  }

  const ConstantPool& constants_;
  Cursor cursor_;
  SkippingWalker skipper_;
};

}  // namespace

std::vector<Annotation> annotations(const ClassFile& file, std::span<const Attribute> attributes,
                                    bool (*wants)(std::string_view type)) {
  std::vector<Annotation> result;
  for (const Attribute& attribute : attributes) {
    bool has_them = attribute.kind == AttributeKind::kRuntimeVisibleAnnotations ||
                    attribute.kind == AttributeKind::kRuntimeInvisibleAnnotations;
    if (has_them) AnnotationReader(file, attribute).read_all(wants, result);
  }
  return result;
}

}  // namespace snag::classfile

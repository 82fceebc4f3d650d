#include "classfile/signature.h"

#include <string>

#include "classfile/descriptor.h"

namespace snag::classfile {

namespace {

constexpr std::string_view kPrimitives = "BCDFIJSZ";

// Recursive descent over the grammar; the only recursion is through type arguments, whose depth is counted. The first
// problem moves to the end of the text, so that every loop ends.
class SignatureReader {
 public:
  SignatureReader(std::string_view text, std::vector<TypeNode>& nodes) : text_(text), nodes_(nodes) {}

  void type_parameters() {
    if (!accept('<')) return;
    do {
      identifier();
      expect(':', "a bound");
      if (at('L') || at('T') || at('[')) reference();
      while (accept(':')) reference();
    } while (ok() && !accept('>'));
  }

  TypeIndex type() {
    std::size_t dimensions = this->dimensions();
    TypeIndex index = kNoType;
    if (position_ < text_.size() && kPrimitives.find(text_[position_]) != std::string_view::npos) {
      index = add({.kind = TypeKind::kPrimitive, .text = text_.substr(position_++, 1)});
    } else {
      index = class_or_variable();
    }
    if (ok()) nodes_[index].dimensions = static_cast<std::uint8_t>(dimensions);
    return index;
  }

  TypeIndex reference() { return at('[') ? type() : class_or_variable(); }

  TypeIndex class_or_variable() {
    if (accept('T')) {
      TypeIndex index = add({.kind = TypeKind::kVariable, .text = identifier()});
      expect(';', "';'");
      return index;
    }
    if (!expect('L', "a type")) return kNoType;
    TypeIndex outermost = simple_class(/*with_package=*/true);
    TypeIndex last = outermost;
    while (accept('.')) {
      TypeIndex inner = simple_class(/*with_package=*/false);
      if (!ok()) return kNoType;
      nodes_[last].inner = inner;
      last = inner;
    }
    expect(';', "';'");
    return outermost;
  }

  TypeIndex result() { return accept('V') ? add({.text = text_.substr(position_ - 1, 1)}) : type(); }

  bool at(char c) const { return position_ < text_.size() && text_[position_] == c; }
  bool accept(char c) {
    if (!at(c)) return false;
    ++position_;
    return true;
  }
  bool expect(char c, const char* what) {
    if (accept(c)) return true;
    fail(std::string("expected ") + what);
    return false;
  }
  bool at_end() const { return position_ == text_.size(); }
  bool ok() const { return !error_.has_value(); }
  void fail(std::string message) {
    if (ok()) error_ = Error{"signature: " + std::move(message), position_};
    position_ = text_.size();
  }
  tl::unexpected<Error> error() { return tl::unexpected<Error>(*error_); }

 private:
  std::size_t dimensions() {
    std::size_t count = 0;
    while (accept('[')) ++count;
    if (count > kMaxDimensions) fail("more than 255 dimensions");
    return count;
  }

  std::string_view identifier() {
    std::size_t start = position_;
    while (position_ < text_.size() && std::string_view(".;[/<>:").find(text_[position_]) == std::string_view::npos) {
      ++position_;
    }
    if (position_ == start) fail("expected an identifier");
    return ok() ? text_.substr(start, position_ - start) : std::string_view();
  }

  TypeIndex simple_class(bool with_package) {
    std::size_t start = position_;
    identifier();
    while (with_package && accept('/')) identifier();
    if (!ok()) return kNoType;
    TypeIndex index = add({.kind = TypeKind::kClass, .text = text_.substr(start, position_ - start)});
    if (accept('<')) {
      if (++depth_ > kMaxSignatureDepth) fail("type arguments are nested too deeply");
      arguments_of(index);
      --depth_;
    }
    return index;
  }

  void arguments_of(TypeIndex owner) {
    TypeIndex previous = kNoType;
    while (ok()) {
      TypeIndex index = argument();
      if (!ok()) return;
      (previous == kNoType ? nodes_[owner].argument : nodes_[previous].next) = index;
      previous = index;
      if (accept('>')) return;
    }
  }

  TypeIndex argument() {
    if (accept('*')) return add({.kind = TypeKind::kAny});
    Wildcard wildcard = accept('+') ? Wildcard::kExtends : accept('-') ? Wildcard::kSuper : Wildcard::kNone;
    TypeIndex index = reference();
    if (ok()) nodes_[index].wildcard = wildcard;
    return index;
  }

  TypeIndex add(TypeNode node) {
    nodes_.push_back(node);
    return static_cast<TypeIndex>(nodes_.size() - 1);
  }

  std::string_view text_;
  std::vector<TypeNode>& nodes_;
  std::size_t position_ = 0;
  unsigned depth_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<FieldSignature> parse_field_signature(std::string_view text) {
  FieldSignature signature;
  SignatureReader reader(text, signature.nodes);
  signature.type = reader.reference();
  if (reader.ok() && !reader.at_end()) reader.fail("expected the end");
  if (!reader.ok()) return reader.error();
  return signature;
}

Result<MethodSignature> parse_method_signature(std::string_view text) {
  MethodSignature signature;
  SignatureReader reader(text, signature.nodes);
  reader.type_parameters();
  reader.expect('(', "'('");
  while (reader.ok() && !reader.accept(')')) signature.parameters.push_back(reader.type());
  signature.result = reader.result();
  while (reader.ok() && !reader.at_end()) {
    reader.expect('^', "'^' or the end");
    reader.class_or_variable();
  }
  if (!reader.ok()) return reader.error();
  return signature;
}

}  // namespace snag::classfile

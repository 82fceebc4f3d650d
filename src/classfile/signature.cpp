#include "classfile/signature.h"

#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"

namespace snag::classfile {

namespace {

constexpr std::string_view kPrimitives = "BCDFIJSZ";

// Recursive descent over the grammar; the only recursion is through type arguments, whose depth is counted. The first
// problem moves to the end of the text, so that every loop ends.
class SignatureReader {
 public:
  SignatureReader(std::string_view text, std::vector<TypeNode>& nodes) : text_(text), nodes_(nodes) {}

  std::vector<TypeParameter> type_parameters() {
    std::vector<TypeParameter> all;
    if (!accept('<')) return all;
    do {
      TypeParameter parameter{identifier(), kNoType, {}};
      expect(':', "a bound");
      if (at('L') || at('T') || at('[')) parameter.class_bound = reference();
      while (accept(':')) parameter.interface_bounds.push_back(reference());
      all.push_back(std::move(parameter));
    } while (ok() && !accept('>'));
    return all;
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

  TypeIndex reference() {
    if (at('[')) return type();
    return class_or_variable();
  }

  TypeIndex class_or_variable() {
    if (accept('T')) {
      TypeIndex index = add({.kind = TypeKind::kVariable, .text = identifier()});
      expect(';', "';'");
      return index;
    }
    return class_type();
  }

  TypeIndex class_type() {
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

void append_type(std::string& out, const std::vector<TypeNode>& nodes, TypeIndex type) {
  if (type >= nodes.size()) return;
  const TypeNode& head = nodes[type];
  if (head.wildcard == Wildcard::kExtends) out += "? extends ";
  if (head.wildcard == Wildcard::kSuper) out += "? super ";
  for (TypeIndex part = type; part < nodes.size(); part = nodes[part].inner) {
    const TypeNode& node = nodes[part];
    if (part != type) out += '.';
    switch (node.kind) {
      case TypeKind::kPrimitive:
        out += to_source_type(node.text);
        break;
      case TypeKind::kClass:
        out += to_source_class(node.text);
        break;
      case TypeKind::kVariable:
        out += to_utf8(node.text);
        break;
      case TypeKind::kAny:
        out += '?';
        break;
    }
    char separator = '<';
    for (TypeIndex argument = node.argument; argument < nodes.size(); argument = nodes[argument].next) {
      out += separator;
      append_type(out, nodes, argument);
      separator = ',';
    }
    if (separator == ',') out += '>';
  }
  for (unsigned i = 0; i < head.dimensions; ++i) out += "[]";
}

void append_list(std::string& out, std::string_view before, const std::vector<TypeNode>& nodes,
                 const std::vector<TypeIndex>& types) {
  for (TypeIndex type : types) {
    out += before;
    append_type(out, nodes, type);
    before = ",";
  }
}

void append_type_parameters(std::string& out, const std::vector<TypeNode>& nodes,
                            const std::vector<TypeParameter>& parameters) {
  char separator = '<';
  for (const TypeParameter& parameter : parameters) {
    out += separator;
    out += to_utf8(parameter.name);
    std::string_view before = " extends ";
    std::vector<TypeIndex> bounds = parameter.interface_bounds;
    if (parameter.class_bound != kNoType) bounds.insert(bounds.begin(), parameter.class_bound);
    for (TypeIndex bound : bounds) {
      out += before;
      append_type(out, nodes, bound);
      before = " & ";
    }
    separator = ',';
  }
  if (separator == ',') out += '>';
}

}  // namespace

Result<ClassSignature> parse_class_signature(std::string_view text) {
  ClassSignature signature;
  SignatureReader reader(text, signature.nodes);
  signature.type_parameters = reader.type_parameters();
  signature.superclass = reader.class_type();
  while (reader.ok() && !reader.at_end()) signature.interfaces.push_back(reader.class_type());
  if (!reader.ok()) return reader.error();
  return signature;
}

Result<MethodSignature> parse_method_signature(std::string_view text) {
  MethodSignature signature;
  SignatureReader reader(text, signature.nodes);
  signature.type_parameters = reader.type_parameters();
  reader.expect('(', "'('");
  while (reader.ok() && !reader.accept(')')) signature.parameters.push_back(reader.type());
  signature.result = reader.result();
  while (reader.ok() && !reader.at_end()) {
    reader.expect('^', "'^' or the end");
    signature.exceptions.push_back(reader.class_or_variable());
  }
  if (!reader.ok()) return reader.error();
  return signature;
}

Result<FieldSignature> parse_field_signature(std::string_view text) {
  FieldSignature signature;
  SignatureReader reader(text, signature.nodes);
  signature.type = reader.reference();
  if (reader.ok() && !reader.at_end()) reader.fail("expected the end");
  if (!reader.ok()) return reader.error();
  return signature;
}

std::string to_source(const std::vector<TypeNode>& nodes, TypeIndex type) {
  std::string out;
  append_type(out, nodes, type);
  return out;
}

std::string to_source(const FieldSignature& signature) { return to_source(signature.nodes, signature.type); }

std::string to_source(const ClassSignature& signature) {
  std::string out;
  append_type_parameters(out, signature.nodes, signature.type_parameters);
  append_list(out, out.empty() ? "extends " : " extends ", signature.nodes, {signature.superclass});
  append_list(out, " implements ", signature.nodes, signature.interfaces);
  return out;
}

std::string to_source(const MethodSignature& signature, std::string_view name) {
  std::string out;
  append_type_parameters(out, signature.nodes, signature.type_parameters);
  if (!out.empty()) out += ' ';
  out += to_utf8(name);
  append_list(out, "(", signature.nodes, signature.parameters);
  out += signature.parameters.empty() ? "() " : ") ";
  append_type(out, signature.nodes, signature.result);
  append_list(out, " throws ", signature.nodes, signature.exceptions);
  return out;
}

}  // namespace snag::classfile

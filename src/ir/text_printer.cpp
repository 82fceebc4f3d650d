#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>

#include "base/unicode.h"
#include "ir/text.h"
#include "ir/text_words.h"

namespace snag::ir {

namespace {

constexpr std::size_t kAnnotationColumn = 56;

// The length of the character at the start of `text` if a terminal shows it as one and it stands for itself: not for
// controls, surrogates, the two-byte NUL, or bytes that are not UTF-8.
std::size_t printable_length(std::string_view text) {
  Character c = first_character(text);
  bool control = c.code < 0x20 || (c.code >= 0x7F && c.code < 0xA0);
  return c.valid && !control && c.size < 4 ? c.size : 0;
}

class Printer {
 public:
  Printer(const MethodIr& ir, const Names& names, const References& references)
      : ir_(ir), names_(names), references_(references) {}

  std::string run() {
    header();
    for (std::uint32_t b = 0; b < ir_.blocks.size(); ++b) block(BlockId(b));
    return std::move(out_);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  void quoted(std::string_view text, char quote) {
    out_ += quote;
    while (!text.empty()) {
      const char c = text[0];
      std::size_t length = printable_length(text);
      auto known = std::find_if(std::begin(words::kEscapes), std::end(words::kEscapes),
                                [&](words::Escape e) { return e.character == c; });
      if (length > 0 && c != quote && c != '\\') {
        out_ += text.substr(0, length);
      } else {
        length = 1;
        if (known != std::end(words::kEscapes)) {
          put("\\{}", known->letter);
        } else {
          put("\\x{:02x}", static_cast<unsigned char>(c));
        }
      }
      text.remove_prefix(length);
    }
    out_ += quote;
  }

  std::string_view text(Name name) const { return name ? names_.text(name) : std::string_view("?"); }
  void component(Name name, bool (*plain)(char) = words::is_plain) {
    std::string_view t = text(name);
    if (!t.empty() && std::all_of(t.begin(), t.end(), plain)) {
      out_ += t;
    } else {
      quoted(t, '"');
    }
  }
  void descriptor(Name name) { component(name, words::is_plain_descriptor); }
  // `name:I` for fields, `name(I)V` for methods.
  void member(Name name, Name type) {
    component(name);
    std::string_view t = text(type);
    if (!t.starts_with('(') || !std::all_of(t.begin(), t.end(), words::is_plain_descriptor)) out_ += ':';
    descriptor(type);
  }
  void reference(ReferenceId id, bool interface_expected = false) {
    const Reference& r = references_[id];
    if (r.interface_owner != interface_expected) out_ += r.interface_owner ? "interface " : "class ";
    component(r.owner);
    out_ += '.';
    member(r.name, r.descriptor);
  }
  void type(Type type, Name type_name) {
    if (type != Type::kReference || !type_name) {
      out_ += words::kTypes[static_cast<std::size_t>(type)];
    } else if (words::find(words::kTypes, text(type_name))) {
      quoted(text(type_name), '"');  // a class that is called `int`
    } else {
      component(type_name);
    }
  }

  void header() {
    out_ += "method ";
    unsigned rest = ir_.access;
    for (const words::Flag& flag : words::kFlags) {
      if ((ir_.access & flag.bit) == 0) continue;
      put("{} ", flag.word);
      rest &= ~unsigned{flag.bit};
    }
    if (rest != 0) put("0x{:x} ", rest);
    component(ir_.owner);
    out_ += '.';
    member(ir_.name, ir_.descriptor);
    out_ += '\n';
    if (ir_.lines.empty()) return;
    out_ += "lines ";
    for (std::size_t i = 0; i < ir_.lines.size(); ++i) {
      put("{}{}={}", i > 0 ? ", " : "", ir_.lines[i].start, ir_.lines[i].line);
    }
    out_ += '\n';
  }

  void block(BlockId b) {
    put("b{}:", b.value);
    const char* separator = " <- ";
    for (const Edge& edge : ir_.predecessors(b)) {
      put("{}b{}{}", separator, edge.from.value, edge.exceptional ? "!" : "");
      separator = ", ";
    }
    separator = " pads ";
    for (BlockId pad : ir_.pads(b)) {
      put("{}b{}", separator, pad.value);
      separator = ", ";
    }
    put(" pc {}\n", ir_[b].pc);
    for (std::uint32_t i = ir_[b].begin; i < ir_[b].end; ++i) line(b, ValueId(i));
  }

  void line(BlockId b, ValueId v) {
    std::size_t start = out_.size();
    const Instruction& i = ir_[v];
    out_ += "  ";
    if (i.type != Type::kVoid) {
      put("v{}:", v.value);
      type(i.type, i.type_name);
      out_ += " = ";
    }
    operation(b, i);
    out_.resize(out_.find_last_not_of(' ') + 1);  // of a form whose last part is absent
    out_.resize(std::max(out_.size(), start + kAnnotationColumn), ' ');
    if (i.local_name) {
      out_ += ' ';
      quoted(text(i.local_name), '\'');
    }
    put(" @{}", i.pc);
    if (std::uint32_t source_line = ir_.line(v); source_line != 0) put(" line {}", source_line);
    out_ += '\n';
  }

  void operation(BlockId b, const Instruction& i) {
    const words::Form& form = words::kForms[static_cast<std::size_t>(i.op)];
    const std::span<const ValueId> operands = ir_.operands(i);
    std::size_t operand = 0, successor = 0;
    for (char part : form.text) {
      switch (part) {
        case 'K':
          out_ += form.kinds[i.kind % form.kinds.size()];
          break;
        case 'V':
          label('v', operands, operand++);
          break;
        case 'L':
          for (const char* separator = ""; operand < operands.size(); separator = ", ") {
            out_ += separator;
            label('v', operands, operand++);
          }
          break;
        case 'S':
          label('b', ir_.successors(b), successor++);
          break;
        case 'P':
          put("{}", i.payload);
          break;
        case 'N':
          component(i.payload_name());
          break;
        case 'Q':
          if (!i.payload_name()) break;
          quoted(text(i.payload_name()), '"');
          out_ += ' ';
          break;
        case 'R':
          reference(i.reference(), i.op == Op::kInvoke && i.as<InvokeKind>() == InvokeKind::kInterface);
          break;
        case 'A':
          if (i.kind != 0) out_ += "any";
          break;
        case 'C':
          constant(i);
          break;
        case 'D':
          dynamic(ir_.dynamics[i.payload]);
          break;
        case 'F':
          lambda(ir_.lambdas[i.payload]);
          break;
        case 'W':
          for (const SwitchCase& c : ir_.switch_cases(i)) {
            out_ += c.is_default ? "default: " : fmt::format("{}: ", c.key);
            label('b', ir_.successors(b), c.successor);
            if (!c.is_default) out_ += ", ";
          }
          break;
        default:
          out_ += part;
      }
    }
  }
  template <class AnyId>
  void label(char letter, std::span<const AnyId> all, std::size_t index) {
    if (index < all.size() && all[index]) {
      put("{}{}", letter, all[index].value);
    } else {
      out_ += '?';
    }
  }

  template <class Float, class Bits>
  void floating(Bits bits) {
    auto value = std::bit_cast<Float>(bits);
    if (std::isnan(value)) return put("bits {:#x}", bits);
    char buffer[64];
    auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    out_.append(buffer, end);
  }
  void constant(const Instruction& i) {
    auto wide = [&] { return ir_.wide_constants[i.payload]; };
    switch (i.as<ConstantKind>()) {
      case ConstantKind::kNull:
        out_ += "null";
        return;
      case ConstantKind::kInt:
        return put("{}", static_cast<std::int32_t>(i.payload));
      case ConstantKind::kLong:
        return put("{}", static_cast<std::int64_t>(wide()));
      case ConstantKind::kFloat:
        return floating<float>(static_cast<std::uint32_t>(wide()));
      case ConstantKind::kDouble:
        return floating<double>(wide());
      case ConstantKind::kString:
        return quoted(text(i.payload_name()), '"');
      case ConstantKind::kClass:
        out_ += "class ";
        return component(i.payload_name());
      case ConstantKind::kMethodHandle:
        out_ += "handle ";
        return reference(i.reference());
      case ConstantKind::kMethodType:
        out_ += "type ";
        return descriptor(i.payload_name());
      case ConstantKind::kDynamic:
        out_ += "dynamic ";
        return component(i.payload_name());
    }
  }
  void dynamic(const DynamicCall& call) {
    member(call.name, call.descriptor);
    out_ += " by ";
    reference(call.bootstrap);
  }
  void lambda(const Lambda& l) {
    component(l.interface_type);
    out_ += '.';
    member(l.method_name, l.method_descriptor);
    out_ += " as ";
    descriptor(l.instantiated);
    put(" calls {} ", words::kHandles[static_cast<std::size_t>(l.handle) % std::size(words::kHandles)]);
    reference(l.body);
    const char* separator = " implements ";
    for (Name marker : l.markers) {
      out_ += separator;
      component(marker);
      separator = ", ";
    }
  }

  const MethodIr& ir_;
  const Names& names_;
  const References& references_;
  std::string out_;
};

}  // namespace

std::string print(const MethodIr& ir, const Names& names, const References& references) {
  return Printer(ir, names, references).run();
}

}  // namespace snag::ir

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>

#include "ir/text.h"
#include "ir/text_words.h"

namespace snag::ir {

namespace {

constexpr std::size_t kAnnotationColumn = 56;

// The length of the character at the start of `text` when a terminal shows it as one and it stands for itself: not for
// controls, surrogates, the two-byte NUL, or bytes that are not UTF-8.
std::size_t printable_length(std::string_view text) {
  auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  auto continues = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  if (byte(0) < 0x80) return byte(0) >= 0x20 && byte(0) != 0x7F ? 1 : 0;
  if (byte(0) >= 0xC2 && byte(0) < 0xE0 && continues(1)) return byte(0) == 0xC2 && byte(1) < 0xA0 ? 0 : 2;
  if (byte(0) >= 0xE0 && byte(0) < 0xF0 && continues(1) && continues(2)) {
    unsigned code = ((byte(0) & 0xF) << 12) | ((byte(1) & 0x3F) << 6) | (byte(2) & 0x3F);
    return code >= 0x800 && (code < 0xD800 || code > 0xDFFF) ? 3 : 0;
  }
  return 0;
}

class Printer {
 public:
  Printer(const MethodIr& ir, const Names& names, const References& references)
      : ir_(ir), names_(names), references_(references) {}

  std::string run() {
    header();
    for (std::uint32_t b = 0; b < ir_.blocks.size(); ++b) block(BlockId(b));
    return fmt::to_string(out_);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }
  void put(std::string_view text) { out_.append(text); }

  void quoted(std::string_view text, char quote) {
    out_.push_back(quote);
    for (std::size_t i = 0; i < text.size();) {
      char c = text[i];
      std::size_t length = printable_length(text.substr(i));
      if (c == quote || c == '\\') {
        out_.push_back('\\');
        out_.push_back(c);
        length = 1;
      } else if (length > 0) {
        put(text.substr(i, length));
      } else {
        length = 1;
        switch (c) {
          case '\n':
            put("\\n");
            break;
          case '\r':
            put("\\r");
            break;
          case '\t':
            put("\\t");
            break;
          default:
            put("\\x{:02x}", static_cast<unsigned char>(c));
        }
      }
      i += length;
    }
    out_.push_back(quote);
  }

  std::string_view text(Name name) const { return name ? names_.text(name) : std::string_view("?"); }
  void component(Name name) {
    std::string_view t = text(name);
    if (!t.empty() && std::all_of(t.begin(), t.end(), words::is_plain)) {
      put(t);
    } else {
      quoted(t, '"');
    }
  }
  void descriptor(Name name) {
    std::string_view t = text(name);
    if (!t.empty() && std::all_of(t.begin(), t.end(), words::is_plain_descriptor)) {
      put(t);
    } else {
      quoted(t, '"');
    }
  }
  // `name:I` for fields, `name(I)V` for methods.
  void member(Name name, Name type) {
    component(name);
    std::string_view t = text(type);
    if (!t.starts_with('(') || !std::all_of(t.begin(), t.end(), words::is_plain_descriptor)) out_.push_back(':');
    descriptor(type);
  }
  void reference(ReferenceId id, bool interface_expected = false) {
    const Reference& r = references_[id];
    if (r.interface_owner != interface_expected) put(r.interface_owner ? "interface " : "class ");
    component(r.owner);
    out_.push_back('.');
    member(r.name, r.descriptor);
  }
  void type(Type type, Name type_name) {
    if (type != Type::kReference || !type_name) {
      put(words::kTypes[static_cast<std::size_t>(type)]);
    } else if (words::find(words::kTypes, text(type_name))) {
      quoted(text(type_name), '"');  // a class that is called `int`
    } else {
      component(type_name);
    }
  }

  void value(ValueId v) {
    if (v) {
      put("v{}", v.value);
    } else {
      put("?");
    }
  }
  void list(std::span<const ValueId> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) put(", ");
      value(values[i]);
    }
  }
  void arguments(const Instruction& i) {
    put(" (");
    list(ir_.operands(i));
    put(")");
  }
  void operand(const Instruction& i, std::size_t index) {
    auto operands = ir_.operands(i);
    value(index < operands.size() ? operands[index] : ValueId());
  }

  void header() {
    put("method ");
    unsigned rest = ir_.access;
    for (const words::Flag& flag : words::kFlags) {
      if ((ir_.access & flag.bit) == 0) continue;
      put("{} ", flag.word);
      rest &= ~unsigned{flag.bit};
    }
    if (rest != 0) put("0x{:x} ", rest);
    component(ir_.owner);
    put(".");
    member(ir_.name, ir_.descriptor);
    put("\n");
    if (ir_.lines.empty()) return;
    put("lines ");
    for (std::size_t i = 0; i < ir_.lines.size(); ++i) {
      put("{}{}={}", i > 0 ? ", " : "", ir_.lines[i].start, ir_.lines[i].line);
    }
    put("\n");
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
    put("  ");
    if (i.type != Type::kVoid) {
      put("v{}:", v.value);
      type(i.type, i.type_name);
      put(" = ");
    }
    operation(b, i);
    std::size_t width = out_.size() - start;
    for (std::size_t column = width; column < kAnnotationColumn; ++column) out_.push_back(' ');
    if (i.local_name) {
      put(" ");
      quoted(text(i.local_name), '\'');
    }
    put(" @{}", i.pc);
    if (std::uint32_t source_line = ir_.line(v); source_line != 0) put(" line {}", source_line);
    put("\n");
  }

  void operation(BlockId b, const Instruction& i) {
    switch (i.op) {
      case Op::kParameter:
        return put("param {}", i.payload);
      case Op::kPhi:
        put("phi ");
        return list(ir_.operands(i));
      case Op::kCatch:
        return put(i.kind == 0 ? "catch" : "catch any");
      case Op::kConstant:
        put("const ");
        return constant(i);
      case Op::kUnary:
        return simple(words::kUnary[i.kind % words::kUnary.size()], i);
      case Op::kBinary:
        return infix(i, words::kBinary[i.kind % words::kBinary.size()]);
      case Op::kCompare:
        return simple(words::kCompare[i.kind % words::kCompare.size()], i);
      case Op::kNew:
        return put("new");
      case Op::kNewArray:
        return simple("newarray", i);
      case Op::kMultiNewArray:
        return simple("multinewarray", i);
      case Op::kArrayLength:
        return simple("length", i);
      case Op::kArrayLoad:
        put("load ");
        return element(i);
      case Op::kArrayStore:
        put("store ");
        element(i);
        put(" = ");
        return operand(i, 2);
      case Op::kGetField:
        put("getfield ");
        operand(i, 0);
        put(" ");
        return reference(i.reference());
      case Op::kPutField:
        put("putfield ");
        operand(i, 0);
        put(" ");
        reference(i.reference());
        put(" = ");
        return operand(i, 1);
      case Op::kGetStatic:
        put("getstatic ");
        return reference(i.reference());
      case Op::kPutStatic:
        put("putstatic ");
        reference(i.reference());
        put(" = ");
        return operand(i, 0);
      case Op::kInvoke:
        put("{} ", words::kInvokes[i.kind % words::kInvokes.size()]);
        reference(i.reference(), /*interface_expected=*/i.as<InvokeKind>() == InvokeKind::kInterface);
        return arguments(i);
      case Op::kDynamic:
        put("dynamic ");
        dynamic(ir_.dynamics[i.payload]);
        return arguments(i);
      case Op::kLambda:
        put("lambda ");
        lambda(ir_.lambdas[i.payload]);
        return arguments(i);
      case Op::kConcat:
        put("concat");
        if (i.payload_name()) {
          put(" ");
          quoted(text(i.payload_name()), '"');
        }
        return arguments(i);
      case Op::kRecord:
        put("record ");
        component(i.payload_name());
        return arguments(i);
      case Op::kCast:
        return simple("cast", i);
      case Op::kInstanceOf:
        simple("instanceof", i);
        put(" ");
        return component(i.payload_name());
      case Op::kMonitorEnter:
        return simple("monitorenter", i);
      case Op::kMonitorExit:
        return simple("monitorexit", i);
      case Op::kGoto:
        put("goto ");
        return successor(b, 0);
      case Op::kIf:
        put("if ");
        infix(i, words::kConditions[i.kind % words::kConditions.size()]);
        put(" then ");
        successor(b, 0);
        put(" else ");
        return successor(b, 1);
      case Op::kSwitch:
        put("switch ");
        operand(i, 0);
        put(" {");
        for (const SwitchCase& c : ir_.switch_cases(i)) {
          if (c.is_default) {
            put("default: ");
            successor(b, c.successor);
          } else {
            put("{}: ", c.key);
            successor(b, c.successor);
            put(", ");
          }
        }
        return put("}");
      case Op::kReturn:
        return simple("return", i);
      case Op::kThrow:
        return simple("throw", i);
    }
  }

  void simple(std::string_view word, const Instruction& i) {
    put(word);
    if (i.operand_count == 0) return;
    put(" ");
    list(ir_.operands(i));
  }
  void infix(const Instruction& i, std::string_view word) {
    operand(i, 0);
    put(" {} ", word);
    operand(i, 1);
  }
  void element(const Instruction& i) {
    put("{} ", words::kElements[i.kind % words::kElements.size()]);
    operand(i, 0);
    put("[");
    operand(i, 1);
    put("]");
  }
  void successor(BlockId b, std::uint32_t index) {
    auto successors = ir_.successors(b);
    if (index < successors.size()) {
      put("b{}", successors[index].value);
    } else {
      put("?");
    }
  }

  template <class Float, class Bits>
  void floating(Bits bits) {
    auto value = std::bit_cast<Float>(bits);
    if (std::isnan(value)) return put("bits {:#x}", bits);
    char buffer[64];
    auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    put(std::string_view(buffer, static_cast<std::size_t>(end - buffer)));
  }
  void constant(const Instruction& i) {
    auto wide = [&] { return ir_.wide_constants[i.payload]; };
    switch (i.as<ConstantKind>()) {
      case ConstantKind::kNull:
        return put("null");
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
        put("class ");
        return component(i.payload_name());
      case ConstantKind::kMethodHandle:
        put("handle ");
        return reference(i.reference());
      case ConstantKind::kMethodType:
        put("type ");
        return descriptor(i.payload_name());
      case ConstantKind::kDynamic:
        put("dynamic ");
        return component(i.payload_name());
    }
  }
  void dynamic(const DynamicCall& call) {
    member(call.name, call.descriptor);
    put(" by ");
    reference(call.bootstrap);
  }
  void lambda(const Lambda& l) {
    component(l.interface_type);
    put(".");
    member(l.method_name, l.method_descriptor);
    put(" as ");
    descriptor(l.instantiated);
    put(" calls {} ", words::kHandles[static_cast<std::size_t>(l.handle) % words::kHandles.size()]);
    reference(l.body);
    const char* separator = " implements ";
    for (Name marker : l.markers) {
      put(std::string_view(separator));
      component(marker);
      separator = ", ";
    }
  }

  const MethodIr& ir_;
  const Names& names_;
  const References& references_;
  fmt::memory_buffer out_;
};

}  // namespace

std::string print(const MethodIr& ir, const Names& names, const References& references) {
  return Printer(ir, names, references).run();
}

}  // namespace snag::ir

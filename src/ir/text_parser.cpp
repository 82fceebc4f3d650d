// Two steps: each line becomes an instruction or a block whose operands and targets are still labels; at the end labels
// become indices, and predecessor lists that the text left out are made from the edges.
//
// Everything allocated is proportional to the text, and nothing recurses.
#include <absl/container/flat_hash_map.h>

#include <bit>
#include <optional>
#include <utility>

#include "ir/text.h"
#include "ir/text_scanner.h"
#include "ir/text_words.h"

namespace snag::ir {

namespace {

constexpr std::size_t kMaximumText = std::size_t{1} << 28;

class Parser {
 public:
  Parser(Names& names, References& references) : names_(names), references_(references) {}

  Result<MethodIr> run(std::string_view text) {
    if (text.size() > kMaximumText) return failure("more than 256 MiB of text");
    while (!text.empty()) {
      std::size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      ++line_;
      LineScanner s(line);
      if (s.at_end() || s.peek() == '#') continue;
      parse_line(s);
      if (s.ok() && !s.at_end()) s.fail("unexpected text at the end of the line");
      if (!s.ok()) return failure(s.problem(), line_);
    }
    if (!seen_header_) return failure("no method", line_);
    finish_block();
    resolve();
    if (error_) return tl::unexpected(*error_);
    return std::move(ir_);
  }

 private:
  struct Label {
    std::uint32_t number;
    std::uint32_t line;
  };
  struct BlockLabels {  // parallel to ir_.blocks
    bool states_predecessors = false;
    std::vector<std::pair<Label, bool>> predecessors;  // exceptional?
    std::vector<Label> successors, pads;
  };

  void parse_line(LineScanner& s) {
    if (!seen_header_) {
      s.expect("method");
      return header(s);
    }
    if (s.at_label('b')) return block(s);
    if (blocks_.empty() && s.accept("lines")) return lines(s);
    if (blocks_.empty()) return s.fail("expected a block");
    instruction(s);
  }

  Name name(LineScanner& s) { return intern(s, s.name()); }
  Name descriptor(LineScanner& s) { return intern(s, s.descriptor()); }
  Name intern(LineScanner& s, const std::string& text) { return s.ok() ? names_.intern(text) : Name(); }
  // What follows a member's name: `(I)V`, or a colon and any descriptor.
  Name member_descriptor(LineScanner& s) {
    if (s.peek() != '(' && !s.accept(":")) s.fail("expected `:` or `(` after a member's name");
    return descriptor(s);
  }
  ReferenceId reference(LineScanner& s, bool interface_owner = false) {
    Reference r;
    r.interface_owner = s.accept_word("interface") || (interface_owner && !s.accept_word("class"));
    r.owner = name(s);
    s.expect(".");
    r.name = name(s);
    r.descriptor = member_descriptor(s);
    return s.ok() ? references_.intern(r) : ReferenceId();
  }

  void header(LineScanner& s) {
    seen_header_ = true;
    std::string owner;
    for (;;) {
      bool quoted = s.peek() == '"';
      owner = s.name();
      if (!s.ok() || s.peek() == '.') break;
      if (quoted) return s.expect(".");
      std::uint16_t bits = LineScanner::hexadecimal<std::uint16_t>(owner).value_or(0);
      for (const words::Flag& flag : words::kFlags) {
        if (flag.word == owner) bits = flag.bit;
      }
      if (bits == 0) return s.fail("unknown access flag");
      ir_.access = static_cast<std::uint16_t>(ir_.access | bits);
    }
    ir_.owner = intern(s, owner);
    s.expect(".");
    ir_.name = name(s);
    ir_.descriptor = member_descriptor(s);
  }

  void lines(LineScanner& s) {
    if (!ir_.lines.empty()) return s.fail("a second table of lines");
    list(s, [&] {
      classfile::LineNumber& entry = ir_.lines.emplace_back();
      entry.start = s.number<std::uint16_t>();
      s.expect("=");
      entry.line = s.number<std::uint16_t>();
    });
  }

  Label label(LineScanner& s, char letter) { return {s.label(letter), line_}; }
  // Reads one or more items with commas between them.
  template <class Item>
  static void list(LineScanner& s, Item item) {
    do {
      item();
    } while (s.ok() && s.accept(","));
  }

  void block(LineScanner& s) {
    finish_block();
    ended_ = false;
    Label number = label(s, 'b');
    s.expect(":");
    if (!s.ok()) return;
    auto index = static_cast<std::uint32_t>(blocks_.size());
    if (!block_numbers_.emplace(number.number, index).second) return s.fail("the block is there already");
    BlockLabels labels;
    Block b;
    b.begin = static_cast<std::uint32_t>(ir_.instructions.size());
    if (s.accept("<-")) {
      labels.states_predecessors = true;
      list(s, [&] {
        Label from = label(s, 'b');
        labels.predecessors.emplace_back(from, s.accept("!"));
      });
    }
    if (s.accept("pads")) list(s, [&] { labels.pads.push_back(label(s, 'b')); });
    if (s.accept("pc")) b.pc = s.number<std::uint32_t>();
    ir_.blocks.push_back(b);
    blocks_.push_back(std::move(labels));
  }
  void finish_block() {
    if (ir_.blocks.empty()) return;
    Block& b = ir_.blocks.back();
    b.end = static_cast<std::uint32_t>(ir_.instructions.size());
    while (b.begin + b.phi_count < b.end && ir_.instructions[b.begin + b.phi_count].op == Op::kPhi) ++b.phi_count;
  }

  // ---- instructions ----

  void instruction(LineScanner& s) {
    if (ended_) return s.fail("an instruction after the block's end");
    Instruction i;
    i.first_operand = static_cast<std::uint32_t>(operands_.size());
    if (s.at_label('v')) {
      std::uint32_t number = s.label('v');
      s.expect(":");
      type(s, i);
      s.expect("=");
      if (!s.ok()) return;
      auto index = static_cast<std::uint32_t>(ir_.instructions.size());
      if (!value_numbers_.emplace(number, index).second) return s.fail("the value is there already");
    }
    operation(s, i);
    i.operand_count = static_cast<std::uint32_t>(operands_.size()) - i.first_operand;
    if (s.peek() == '\'') i.local_name = intern(s, s.quoted('\''));
    if (s.accept("@")) i.pc = s.number<std::uint32_t>();
    if (s.accept("line") && s.number<std::uint32_t>() != ir_.line_at(i.pc)) {
      return s.fail("the line differs from the one in the table `lines`");
    }
    ir_.instructions.push_back(i);
    ended_ = i.op >= Op::kGoto;
  }
  void type(LineScanner& s, Instruction& i) {
    bool quoted = s.peek() == '"';
    std::string text = s.name();
    auto word = quoted ? std::nullopt : words::find(words::kTypes, text);
    i.type = word ? static_cast<Type>(*word) : Type::kReference;
    if (i.type == Type::kVoid) return s.fail("a void instruction has no result");
    if (!word) i.type_name = intern(s, text);
  }

  void operand(LineScanner& s) { operands_.push_back(label(s, 'v')); }
  void target(LineScanner& s) { blocks_.back().successors.push_back(label(s, 'b')); }

  void operation(LineScanner& s, Instruction& i) {
    if (s.at_label('v')) return parts(s, i, Op::kBinary, words::kForms[static_cast<std::size_t>(Op::kBinary)].text);
    std::string_view word = s.word();
    for (std::size_t op = 0; op < words::kForms.size(); ++op) {
      const auto& [text, kinds] = words::kForms[op];
      std::string_view first = text.substr(0, text.find(' '));
      std::optional<std::uint8_t> kind = first == "K" ? words::find(kinds, word) : std::nullopt;
      if (!kind && (is_part(first[0]) || first != word)) continue;
      i.kind = kind.value_or(0);
      return parts(s, i, static_cast<Op>(op), text.substr(first.size()));
    }
    s.fail("unknown instruction");
  }

  static bool is_part(char c) { return c >= 'A' && c <= 'Z'; }
  static bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
  // Reads what a form (text_words.h), or its rest, describes.
  void parts(LineScanner& s, Instruction& i, Op op, std::string_view form) {
    i.op = op;
    while (!form.empty()) {
      std::size_t length = 1;
      if (is_part(form[0])) {
        part(s, i, form[0]);
      } else if (form[0] != ' ') {
        while (is_letter(form[0]) && length < form.size() && is_letter(form[length])) ++length;
        s.expect(form.substr(0, length));
      }
      form.remove_prefix(length);
    }
  }
  void part(LineScanner& s, Instruction& i, char part) {
    switch (part) {
      case 'K': {
        auto kind = words::find(words::kForms[static_cast<std::size_t>(i.op)].kinds,
                                is_letter(s.peek()) ? s.word() : s.symbol());
        if (!kind) return s.fail("unknown operator");
        i.kind = *kind;
        return;
      }
      case 'V':
        return operand(s);
      case 'L':
        if (s.at_label('v')) list(s, [&] { operand(s); });
        return;
      case 'S':
        return target(s);
      case 'P':
        i.payload = s.number<std::uint32_t>();
        return;
      case 'N':
        i.payload = name(s).value;
        return;
      case 'Q':
        i.payload = s.peek() == '"' ? name(s).value : Name::kInvalid;
        return;
      case 'R': {
        bool interface_call = i.op == Op::kInvoke && i.as<InvokeKind>() == InvokeKind::kInterface;
        i.payload = reference(s, /*interface_owner=*/interface_call).value;
        return;
      }
      case 'A':
        i.kind = s.accept("any") ? 1 : 0;
        return;
      case 'C':
        return constant(s, i);
      case 'D':
        return dynamic(s, i);
      case 'F':
        return lambda(s, i);
      default:
        return cases(s, i);  // W
    }
  }

  void dynamic(LineScanner& s, Instruction& i) {
    DynamicCall call;
    call.name = name(s);
    call.descriptor = member_descriptor(s);
    s.expect("by");
    call.bootstrap = reference(s);
    i.payload = static_cast<std::uint32_t>(ir_.dynamics.size());
    ir_.dynamics.push_back(call);
  }
  void lambda(LineScanner& s, Instruction& i) {
    Lambda l;
    l.interface_type = name(s);
    s.expect(".");
    l.method_name = name(s);
    l.method_descriptor = member_descriptor(s);
    s.expect("as");
    l.instantiated = descriptor(s);
    s.expect("calls");
    auto handle = words::find(words::kHandles, s.word());
    if (!handle) return s.fail("unknown kind of method handle");
    l.handle = static_cast<classfile::MethodHandleKind>(*handle);
    l.body = reference(s);
    if (s.accept("implements")) list(s, [&] { l.markers.push_back(name(s)); });
    i.payload = static_cast<std::uint32_t>(ir_.lambdas.size());
    ir_.lambdas.push_back(std::move(l));
  }

  void cases(LineScanner& s, Instruction& i) {
    i.payload = static_cast<std::uint32_t>(ir_.cases.size());
    auto& successors = blocks_.back().successors;
    absl::flat_hash_map<std::uint32_t, std::uint32_t> mentioned;  // block label to its place among the successors
    SwitchCase c;
    do {
      c.is_default = s.accept("default");
      c.key = c.is_default ? 0 : s.number<std::int32_t>();
      s.expect(":");
      Label to = label(s, 'b');
      auto [it, added] = mentioned.emplace(to.number, static_cast<std::uint32_t>(successors.size()));
      if (added) successors.push_back(to);
      c.successor = it->second;
      ir_.cases.push_back(c);
    } while (s.ok() && !c.is_default && s.accept(","));
    if (!c.is_default) s.fail("expected a default case at the end");
  }

  std::uint32_t wide(std::uint64_t bits) {
    ir_.wide_constants.push_back(bits);
    return static_cast<std::uint32_t>(ir_.wide_constants.size() - 1);
  }
  template <class Float, class Bits>
  Bits floating(LineScanner& s) {
    if (!s.accept("bits")) return std::bit_cast<Bits>(s.number<Float>());
    std::optional<Bits> bits = LineScanner::hexadecimal<Bits>(s.word());
    if (!bits) s.fail("expected a hexadecimal number in range");
    return bits.value_or(0);
  }
  void constant(LineScanner& s, Instruction& i) {
    auto is = [&](ConstantKind kind, std::uint32_t payload) {
      i.kind = static_cast<std::uint8_t>(kind);
      i.payload = payload;
    };
    if (s.accept("dynamic")) return is(ConstantKind::kDynamic, name(s).value);
    switch (i.type) {
      case Type::kInt:
        return is(ConstantKind::kInt, static_cast<std::uint32_t>(s.number<std::int32_t>()));
      case Type::kLong:
        return is(ConstantKind::kLong, wide(static_cast<std::uint64_t>(s.number<std::int64_t>())));
      case Type::kFloat:
        return is(ConstantKind::kFloat, wide(floating<float, std::uint32_t>(s)));
      case Type::kDouble:
        return is(ConstantKind::kDouble, wide(floating<double, std::uint64_t>(s)));
      default:
        if (s.peek() == '"') return is(ConstantKind::kString, name(s).value);
        if (s.accept("null")) return is(ConstantKind::kNull, 0);
        if (s.accept("class")) return is(ConstantKind::kClass, name(s).value);
        if (s.accept("handle")) return is(ConstantKind::kMethodHandle, reference(s).value);
        if (s.accept("type")) return is(ConstantKind::kMethodType, descriptor(s).value);
        s.fail("unknown constant");
    }
  }

  // ---- labels to indices ----

  template <class Map>
  std::uint32_t find(const Map& numbers, Label label, const char* problem) {
    auto it = numbers.find(label.number);
    if (it != numbers.end()) return it->second;
    if (!error_) error_ = Error{problem, label.line};
    return 0;
  }
  void resolve() {
    if (blocks_.empty()) error_ = Error{"a method without blocks", line_};
    for (Label label : operands_) ir_.operand_pool.push_back(ValueId(find(value_numbers_, label, "no such value")));
    std::vector<std::vector<Edge>> incoming(blocks_.size());
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      Block& block = ir_.blocks[b];
      block.first_successor = static_cast<std::uint32_t>(ir_.successor_pool.size());
      block.successor_count = static_cast<std::uint32_t>(blocks_[b].successors.size());
      block.pad_count = static_cast<std::uint32_t>(blocks_[b].pads.size());
      for (auto [list, exceptional] : {std::pair(&blocks_[b].successors, false), std::pair(&blocks_[b].pads, true)}) {
        for (Label label : *list) {
          std::uint32_t to = find(block_numbers_, label, "no such block");
          ir_.successor_pool.push_back(BlockId(to));
          incoming[to].push_back(Edge{BlockId(b), exceptional});
        }
      }
    }
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      Block& block = ir_.blocks[b];
      block.first_predecessor = static_cast<std::uint32_t>(ir_.predecessor_pool.size());
      if (blocks_[b].states_predecessors) {
        incoming[b].clear();
        for (auto [label, exceptional] : blocks_[b].predecessors) {
          incoming[b].push_back(Edge{BlockId(find(block_numbers_, label, "no such block")), exceptional});
        }
      }
      block.predecessor_count = static_cast<std::uint32_t>(incoming[b].size());
      ir_.predecessor_pool.insert(ir_.predecessor_pool.end(), incoming[b].begin(), incoming[b].end());
    }
  }

  Names& names_;
  References& references_;
  MethodIr ir_;
  bool seen_header_ = false;
  bool ended_ = false;  // the current block has its terminator
  std::uint32_t line_ = 0;
  std::vector<Label> operands_;  // parallel to ir_.operand_pool
  std::vector<BlockLabels> blocks_;
  absl::flat_hash_map<std::uint32_t, std::uint32_t> value_numbers_, block_numbers_;  // label to index
  std::optional<Error> error_;                                                       // of a label
};

}  // namespace

Result<MethodIr> parse(std::string_view text, Names& names, References& references) {
  return Parser(names, references).run(text);
}

}  // namespace snag::ir

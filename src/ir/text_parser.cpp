// Two steps: each line becomes an instruction or a block whose operands and targets are still labels; at the end labels
// become indices, and predecessor lists that the text left out are made from the edges.
//
// Everything allocated is proportional to the text, and nothing recurses.
#include <absl/container/flat_hash_map.h>

#include <bit>
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
    if (!resolve()) return failure(problem_, problem_line_);
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
      s.expect("method", "expected `method`");
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
    if (s.peek() != '(') s.expect(":", "expected `:` or `(` after a member's name");
    return descriptor(s);
  }
  ReferenceId reference(LineScanner& s, bool interface_owner = false) {
    Reference r;
    r.interface_owner = s.accept_word("interface") || (interface_owner && !s.accept_word("class"));
    r.owner = name(s);
    s.expect(".", "expected `.` after a member's owner");
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
      if (quoted) return s.fail("expected `.` after the class");
      std::uint32_t bits = 0;
      for (const words::Flag& flag : words::kFlags) {
        if (flag.word == owner) bits = flag.bit;
      }
      if (bits == 0 && owner.starts_with("0x")) {
        auto [end, error] = std::from_chars(owner.data() + 2, owner.data() + owner.size(), bits, 16);
        if (error != std::errc() || end != owner.data() + owner.size() || bits > 0xFFFF) bits = 0;
      }
      if (bits == 0) return s.fail("unknown access flag");
      ir_.access = static_cast<std::uint16_t>(ir_.access | bits);
    }
    ir_.owner = intern(s, owner);
    s.expect(".", "expected `.` after the class");
    ir_.name = name(s);
    ir_.descriptor = member_descriptor(s);
  }

  void lines(LineScanner& s) {
    if (!ir_.lines.empty()) return s.fail("a second table of lines");
    do {
      classfile::LineNumber entry;
      entry.start = s.number<std::uint16_t>();
      s.expect("=", "expected `=` and a line");
      entry.line = s.number<std::uint16_t>();
      ir_.lines.push_back(entry);
    } while (s.ok() && s.accept(","));
  }

  Label label(LineScanner& s, char letter) { return {s.label(letter), line_}; }

  void block(LineScanner& s) {
    finish_block();
    ended_ = false;
    Label number = label(s, 'b');
    s.expect(":", "expected `:` after a block");
    if (!s.ok()) return;
    auto index = static_cast<std::uint32_t>(blocks_.size());
    if (!block_numbers_.emplace(number.number, index).second) return s.fail("the block is there already");
    BlockLabels labels;
    Block b;
    b.begin = static_cast<std::uint32_t>(ir_.instructions.size());
    if (s.accept("<-")) {
      labels.states_predecessors = true;
      do {
        Label from = label(s, 'b');
        bool exceptional = s.accept("!");
        labels.predecessors.emplace_back(from, exceptional);
      } while (s.ok() && s.accept(","));
    }
    if (s.accept("pads")) {
      do {
        labels.pads.push_back(label(s, 'b'));
      } while (s.ok() && s.accept(","));
    }
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
      s.expect(":", "expected `:` and a type");
      type(s, i);
      s.expect("=", "expected `=`");
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
  void operands(LineScanner& s) {
    do {
      operand(s);
    } while (s.ok() && s.accept(","));
  }
  void arguments(LineScanner& s) {
    s.expect("(", "expected `(` and arguments");
    if (s.accept(")")) return;
    operands(s);
    s.expect(")", "expected `)` after the arguments");
  }
  void target(LineScanner& s) { blocks_.back().successors.push_back(label(s, 'b')); }

  void operation(LineScanner& s, Instruction& i) {
    if (s.at_label('v')) {
      i.op = Op::kBinary;
      return infix(s, i, words::kBinary);
    }
    std::string_view word = s.word();
    if (auto unary = words::find(words::kUnary, word)) {
      i.op = Op::kUnary;
      i.kind = *unary;
      return operands(s);
    }
    if (auto compare = words::find(words::kCompare, word)) {
      i.op = Op::kCompare;
      i.kind = *compare;
      return operands(s);
    }
    if (auto invoke = words::find(words::kInvokes, word)) {
      i.op = Op::kInvoke;
      i.kind = *invoke;
      i.payload = reference(s, /*interface_owner=*/i.as<InvokeKind>() == InvokeKind::kInterface).value;
      return arguments(s);
    }
    for (const Operation& operation : kOperations) {
      if (operation.word != word) continue;
      i.op = operation.op;
      return (this->*operation.parse)(s, i);
    }
    s.fail("unknown instruction");
  }

  template <std::size_t N>
  void infix(LineScanner& s, Instruction& i, const std::array<words::Word, N>& kinds) {
    operand(s);
    auto kind = words::find(kinds, s.symbol());
    if (!kind) return s.fail("unknown operator");
    i.kind = *kind;
    operand(s);
  }

  void nothing(LineScanner&, Instruction&) {}
  void plain(LineScanner& s, Instruction&) { operands(s); }
  void optional_operand(LineScanner& s, Instruction&) {
    if (s.at_label('v')) operand(s);
  }
  void parameter(LineScanner& s, Instruction& i) { i.payload = s.number<std::uint32_t>(); }
  void catch_exception(LineScanner& s, Instruction& i) { i.kind = s.accept("any") ? 1 : 0; }
  void element(LineScanner& s, Instruction& i) {
    auto kind = words::find(words::kElements, s.word());
    if (!kind) return s.fail("unknown kind of element");
    i.kind = *kind;
    operand(s);
    s.expect("[", "expected `[` and an index");
    operand(s);
    s.expect("]", "expected `]` after the index");
  }
  void element_store(LineScanner& s, Instruction& i) {
    element(s, i);
    s.expect("=", "expected `=` and a value");
    operand(s);
  }
  void get_field(LineScanner& s, Instruction& i) {
    operand(s);
    i.payload = reference(s).value;
  }
  void put_field(LineScanner& s, Instruction& i) {
    get_field(s, i);
    s.expect("=", "expected `=` and a value");
    operand(s);
  }
  void get_static(LineScanner& s, Instruction& i) { i.payload = reference(s).value; }
  void put_static(LineScanner& s, Instruction& i) {
    get_static(s, i);
    s.expect("=", "expected `=` and a value");
    operand(s);
  }
  void instance_of(LineScanner& s, Instruction& i) {
    operand(s);
    i.payload = name(s).value;
  }
  void concat(LineScanner& s, Instruction& i) {
    i.payload = Name::kInvalid;
    if (s.peek() == '"') i.payload = name(s).value;
    arguments(s);
  }
  void record(LineScanner& s, Instruction& i) {
    i.payload = name(s).value;
    arguments(s);
  }
  void dynamic(LineScanner& s, Instruction& i) {
    DynamicCall call;
    call.name = name(s);
    call.descriptor = member_descriptor(s);
    s.expect("by", "expected `by` and a bootstrap method");
    call.bootstrap = reference(s);
    i.payload = static_cast<std::uint32_t>(ir_.dynamics.size());
    ir_.dynamics.push_back(call);
    arguments(s);
  }
  void lambda(LineScanner& s, Instruction& i) {
    Lambda l;
    l.interface_type = name(s);
    s.expect(".", "expected `.` after the interface");
    l.method_name = name(s);
    l.method_descriptor = member_descriptor(s);
    s.expect("as", "expected `as` and a descriptor");
    l.instantiated = descriptor(s);
    s.expect("calls", "expected `calls` and a method");
    auto handle = words::find(words::kHandles, s.word());
    if (!handle) return s.fail("unknown kind of method handle");
    l.handle = static_cast<classfile::MethodHandleKind>(*handle);
    l.body = reference(s);
    if (s.accept("implements")) {
      do {
        l.markers.push_back(name(s));
      } while (s.ok() && s.accept(","));
    }
    arguments(s);
    i.payload = static_cast<std::uint32_t>(ir_.lambdas.size());
    ir_.lambdas.push_back(std::move(l));
  }

  void jump(LineScanner& s, Instruction&) { target(s); }
  void conditional(LineScanner& s, Instruction& i) {
    infix(s, i, words::kConditions);
    s.expect("then", "expected `then` and a block");
    target(s);
    s.expect("else", "expected `else` and a block");
    target(s);
  }
  void switch_over(LineScanner& s, Instruction& i) {
    operand(s);
    s.expect("{", "expected `{` and cases");
    i.payload = static_cast<std::uint32_t>(ir_.cases.size());
    auto& successors = blocks_.back().successors;
    absl::flat_hash_map<std::uint32_t, std::uint32_t> mentioned;  // block label to its place among the successors
    SwitchCase c;
    do {
      c.is_default = s.accept("default");
      c.key = c.is_default ? 0 : s.number<std::int32_t>();
      s.expect(":", "expected `:` and a block");
      Label to = label(s, 'b');
      auto [it, added] = mentioned.emplace(to.number, static_cast<std::uint32_t>(successors.size()));
      if (added) successors.push_back(to);
      c.successor = it->second;
      ir_.cases.push_back(c);
    } while (s.ok() && !c.is_default && s.accept(","));
    if (!c.is_default) s.fail("expected a default case at the end");
    s.expect("}", "expected `}` after the default case");
  }

  std::uint32_t wide(std::uint64_t bits) {
    ir_.wide_constants.push_back(bits);
    return static_cast<std::uint32_t>(ir_.wide_constants.size() - 1);
  }
  template <class Float, class Bits>
  Bits floating(LineScanner& s) {
    if (!s.accept("bits")) return std::bit_cast<Bits>(s.floating<Float>());
    return s.hexadecimal<Bits>();
  }
  void constant(LineScanner& s, Instruction& i) {
    auto is = [&](ConstantKind kind) { i.kind = static_cast<std::uint8_t>(kind); };
    switch (i.type) {
      case Type::kInt:
        if (s.accept("dynamic")) break;
        is(ConstantKind::kInt);
        i.payload = static_cast<std::uint32_t>(s.number<std::int32_t>());
        return;
      case Type::kLong:
        if (s.accept("dynamic")) break;
        is(ConstantKind::kLong);
        i.payload = wide(static_cast<std::uint64_t>(s.number<std::int64_t>()));
        return;
      case Type::kFloat:
        if (s.accept("dynamic")) break;
        is(ConstantKind::kFloat);
        i.payload = wide(floating<float, std::uint32_t>(s));
        return;
      case Type::kDouble:
        if (s.accept("dynamic")) break;
        is(ConstantKind::kDouble);
        i.payload = wide(floating<double, std::uint64_t>(s));
        return;
      default:
        return reference_constant(s, i);
    }
    is(ConstantKind::kDynamic);
    i.payload = name(s).value;
  }
  void reference_constant(LineScanner& s, Instruction& i) {
    auto is = [&](ConstantKind kind) { i.kind = static_cast<std::uint8_t>(kind); };
    if (s.peek() == '"') {
      is(ConstantKind::kString);
      i.payload = name(s).value;
    } else if (s.accept("null")) {
      is(ConstantKind::kNull);
    } else if (s.accept("class")) {
      is(ConstantKind::kClass);
      i.payload = name(s).value;
    } else if (s.accept("handle")) {
      is(ConstantKind::kMethodHandle);
      i.payload = reference(s).value;
    } else if (s.accept("type")) {
      is(ConstantKind::kMethodType);
      i.payload = descriptor(s).value;
    } else if (s.accept("dynamic")) {
      is(ConstantKind::kDynamic);
      i.payload = name(s).value;
    } else {
      s.fail("unknown constant");
    }
  }

  // ---- labels to indices ----

  template <class Map>
  std::uint32_t find(const Map& numbers, Label label, const char* problem) {
    auto it = numbers.find(label.number);
    if (it != numbers.end()) return it->second;
    if (problem_ == nullptr) {
      problem_ = problem;
      problem_line_ = label.line;
    }
    return 0;
  }
  bool resolve() {
    if (blocks_.empty()) {
      problem_ = "a method without blocks";
      problem_line_ = line_;
      return false;
    }
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
    return problem_ == nullptr;
  }

  struct Operation {
    std::string_view word;
    Op op;
    void (Parser::*parse)(LineScanner&, Instruction&);
  };
  static const Operation kOperations[27];

  Names& names_;
  References& references_;
  MethodIr ir_;
  bool seen_header_ = false;
  bool ended_ = false;  // the current block has its terminator
  std::uint32_t line_ = 0;
  std::vector<Label> operands_;  // parallel to ir_.operand_pool
  std::vector<BlockLabels> blocks_;
  absl::flat_hash_map<std::uint32_t, std::uint32_t> value_numbers_, block_numbers_;  // label to index
  const char* problem_ = nullptr;
  std::uint32_t problem_line_ = 0;
};

const Parser::Operation Parser::kOperations[27] = {
    {"param", Op::kParameter, &Parser::parameter},
    {"phi", Op::kPhi, &Parser::plain},
    {"catch", Op::kCatch, &Parser::catch_exception},
    {"const", Op::kConstant, &Parser::constant},
    {"new", Op::kNew, &Parser::nothing},
    {"newarray", Op::kNewArray, &Parser::plain},
    {"multinewarray", Op::kMultiNewArray, &Parser::plain},
    {"length", Op::kArrayLength, &Parser::plain},
    {"load", Op::kArrayLoad, &Parser::element},
    {"store", Op::kArrayStore, &Parser::element_store},
    {"getfield", Op::kGetField, &Parser::get_field},
    {"putfield", Op::kPutField, &Parser::put_field},
    {"getstatic", Op::kGetStatic, &Parser::get_static},
    {"putstatic", Op::kPutStatic, &Parser::put_static},
    {"dynamic", Op::kDynamic, &Parser::dynamic},
    {"lambda", Op::kLambda, &Parser::lambda},
    {"concat", Op::kConcat, &Parser::concat},
    {"record", Op::kRecord, &Parser::record},
    {"cast", Op::kCast, &Parser::plain},
    {"instanceof", Op::kInstanceOf, &Parser::instance_of},
    {"monitorenter", Op::kMonitorEnter, &Parser::plain},
    {"monitorexit", Op::kMonitorExit, &Parser::plain},
    {"goto", Op::kGoto, &Parser::jump},
    {"if", Op::kIf, &Parser::conditional},
    {"switch", Op::kSwitch, &Parser::switch_over},
    {"return", Op::kReturn, &Parser::optional_operand},
    {"throw", Op::kThrow, &Parser::plain},
};

}  // namespace

Result<MethodIr> parse(std::string_view text, Names& names, References& references) {
  return Parser(names, references).run(text);
}

}  // namespace snag::ir

// One class while it is rewritten: the class as it was, the writer of the new one, and the small methods that are added
// to it. Belongs to one thread.
//
// A check is a call of a private static synthetic method of the accessing class, one for each owner and kind, so small
// that the JIT compiler inlines it and with a type profile of its own (measured: /docs/agent.md):
//
//     private static void $snag$r0(Owner o, Thread me, int site) {
//       if (o == null) return;                                   // the access itself throws then
//       Object s; try { s = o.$snag; } catch (LinkageError e) { return; }
//       if (s != me && s != Hooks.FROZEN) Hooks.read(o, s, me, site);   // FROZEN: not in helpers for writes
//     }
//
// In loops there may be a variant with `if (quiet) return;` before all that, and before them one that returns whether
// the check is quiet. The parameter has the owner's type only where the owner is the class itself; else it is Object
// and cast inside, because Class.getDeclaredMethods loads the types of all parameters, and the owner, or a superclass
// of it, may not be there (seen in groovy-all and eclipse-jdt-core). Compilers drop the cast: at the call they know the
// object's type.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <absl/container/flat_hash_map.h>

#include "classfile/class_file.h"
#include "classfile/class_writer.h"
#include "instrument/decisions.h"
#include "instrument/hooks.h"
#include "instrument/sequence.h"
#include "instrument/sites.h"

namespace snag::instrument {

enum class CheckKind : std::uint8_t { kRead, kWrite, kBegin, kEnd, kReadStatic, kWriteStatic };
enum class CheckForm : std::uint8_t {
  kAlways,
  kUnlessQuiet,  // with one more argument: nothing is to be done if it is true (QuietLoops)
  kIsQuiet,      // no check: returns whether a check would find anything; objects are of any type
};

class ClassEdit {
 public:
  ClassEdit(const classfile::ClassFile& file, const Decisions& decisions, Sites& sites, LoadedClassId id,
            bool may_add_members);

  const classfile::ClassFile& file;
  const Decisions& decisions;
  Sites& sites;
  const LoadedClassId id;
  classfile::ClassWriter writer;
  const bool adds_members;  // fields and methods
  const bool is_interface;
  std::string source_file;
  std::vector<RewrittenMethod> rewritten;

  classfile::ConstantIndex hook(Hook hook);
  void call(Sequence& sequence, Hook hook) {
    const HookMethod& method = kHooks[index_of(hook)];
    sequence.invoke_static(this->hook(hook), method.slots, method.result);
  }

  // Calls the check with [object, thread, site] on the stack, or [thread, site] for statics. `owner` is the class that
  // the access names, `field` the static field.
  void call_check(Sequence& sequence, CheckKind kind, std::string_view owner, std::string_view field = {},
                  CheckForm form = CheckForm::kAlways);
  // Whether a check has other forms than kAlways.
  bool has_forms(CheckKind kind, std::string_view owner) const;
  // With [array, cache, thread, site] on the stack, and [quiet] unless kAlways; leaves the new cache.
  void call_array_check(Sequence& sequence, bool write, CheckForm form = CheckForm::kAlways);

  // Whether this class declares the field by which its objects carry their state, and a reference to it.
  bool declares_state() const;
  classfile::ConstantIndex state_field();
  // Whether objects of this class have the field, judged by its name.
  bool carries_state(std::string_view internal_name) const;

  // Adds the methods that were called; false if the constant pool is full.
  bool add_helpers();
  bool add_state_fields();
  bool add_serial_version();

 private:
  struct Helper {
    std::string name, descriptor, owner, word;
    CheckKind kind;
    CheckForm form;
    bool cast;
  };
  bool may_be_serializable() const;  // as far as is known
  static std::size_t index_of(Hook hook) { return static_cast<std::size_t>(hook); }
  bool add_helper(const Helper& helper);
  bool add_array_helper(bool write, bool unless_quiet);
  bool add_field(std::uint16_t access, std::string_view name, std::string_view descriptor,
                 classfile::ConstantIndex constant_value = 0);
  classfile::ConstantIndex own_method(std::string_view name, std::string_view descriptor);

  std::array<classfile::ConstantIndex, kHookCount> hooks_{};
  absl::flat_hash_map<std::string, classfile::ConstantIndex> helper_of_;  // kind, owner and word
  std::vector<Helper> helpers_;
  absl::flat_hash_map<std::string, int> numbers_;                 // of owner and word, in the helper's name
  std::array<classfile::ConstantIndex, 4> array_helpers_{};       // read, write; the same unless quiet
  mutable absl::flat_hash_map<std::string, bool> carries_state_;  // as far as asked
};

}  // namespace snag::instrument

// One class while it is rewritten: the original class, the writer of the new one, and the helper methods that are added
// to it. An object belongs to one thread.
//
// A check is a call of a private static synthetic method of the accessing class. There is one for each owner and kind
// of check, so small that the JIT compiler inlines it, and with its own type profile (measurements: docs/agent.md):
//
//     private static void $snag$r0(Owner o, Thread me, int site) {
//       if (o == null) return;                                   // the access itself will throw
//       Object s; try { s = o.$snag; } catch (LinkageError e) { return; }
//       if (s != me && s != Hooks.FROZEN) Hooks.read(o, s, me, site);   // helpers for writes do not test for FROZEN
//     }
//
// Loops may use a variant that begins with `if (quiet) return;`, and before the loop one that returns whether the check
// has nothing to do (quiet_loops.h). The parameter has the owner's type only if the owner is the class itself.
// Otherwise it is Object, and the helper casts it, because Class.getDeclaredMethods loads the types of all parameters,
// and the owner or one of its superclasses may be missing (this happens in groovy-all and eclipse-jdt-core). The JIT
// compiler removes the cast: at the call it knows the object's type.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "classfile/class_file.h"
#include "classfile/class_writer.h"
#include "instrument/decisions.h"
#include "instrument/frames.h"
#include "instrument/hooks.h"
#include "instrument/sequence.h"
#include "instrument/sites.h"

namespace snag::instrument {

enum class CheckKind : std::uint8_t { kRead, kWrite, kBegin, kEnd, kReadStatic, kWriteStatic };
enum class CheckForm : std::uint8_t {
  kAlways,
  kUnlessQuiet,  // has one more argument, and does nothing if that is true (quiet_loops.h)
  kIsQuiet,      // only returns whether a check would do nothing; the object may be of any type
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
  const bool adds_members;  // whether fields and methods may be added
  const bool is_interface;
  std::string source_file;
  std::vector<RewrittenMethod> rewritten;

  classfile::ConstantIndex hook(Hook hook);
  void call(Sequence& sequence, Hook hook) {
    const HookMethod& method = kHooks[index_of(hook)];
    sequence.invoke_static(this->hook(hook), method.slots, method.result);
  }

  // Calls the check with [object, thread, site] on the stack, or [thread, site] for statics. `owner` is the class that
  // the access names; `field` is the field, and only statics need it.
  void call_check(Sequence& sequence, CheckKind kind, std::string_view owner, std::string_view field = {},
                  CheckForm form = CheckForm::kAlways);
  // Whether the check has other forms than kAlways.
  bool has_forms(CheckKind kind, std::string_view owner) const;
  // Calls the check with [array, cache, thread, site] on the stack, and leaves the new content of the cache there. With
  // `unless_quiet` the stack has [quiet] on top, and the check does nothing if that is true.
  void call_array_check(Sequence& sequence, bool write, bool unless_quiet);

  // Whether this class declares the field that holds the state of its objects.
  bool declares_state() const;
  classfile::ConstantIndex state_field();
  // Whether objects of that class have the field, judged by the name of the class.
  bool carries_state(std::string_view internal_name) const;

  // These return false if the constant pool is full. `add_helpers` adds the helpers that are called.
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
  bool may_be_serializable() const;  // true if it is not known
  static std::size_t index_of(Hook hook) { return static_cast<std::size_t>(hook); }
  bool add_helper(const Helper& helper);
  bool add_array_helper(bool write, bool unless_quiet);
  bool add_method(std::string_view name, std::string_view descriptor, const Sequence& code, std::uint32_t max_locals,
                  const Types& parameters, const std::vector<Frame>& frames,
                  const std::vector<classfile::ExceptionHandler>& handlers);
  bool add_field(std::uint16_t access, std::string_view name, std::string_view descriptor,
                 classfile::ConstantIndex constant_value = 0);
  classfile::ConstantIndex own_method(std::string_view name, std::string_view descriptor);

  std::array<classfile::ConstantIndex, kHookCount> hooks_{};
  absl::flat_hash_map<std::string, classfile::ConstantIndex> helper_of_;  // by name
  std::vector<Helper> helpers_;
  absl::flat_hash_map<std::string, int> numbers_;                 // in names of helpers, by owner and word
  std::array<classfile::ConstantIndex, 4> array_helpers_{};       // read, write; the same unless quiet
  mutable absl::flat_hash_map<std::string, bool> carries_state_;  // a cache, by class name
};

}  // namespace snag::instrument

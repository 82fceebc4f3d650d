// The hierarchy above a class, made safe to walk.
//
// Problem: class files may claim anything: `class A extends B` and `class B extends A`; a missing superclass; a
// superclass that is an interface. A JVM refuses such classes when it links them, one by one and at run time. Here the
// rest of the program must still be analysed, and every walk upwards must end.
//
// Idea: an edge from a class to a supertype is cut if the supertype leads back to the class, that is, if both lie in
// the same strongly connected component. So the result does not depend on which class is linked first. Only classes
// that are not linked yet are examined: a linked class has only linked supertypes, so it cannot lead back. A class
// whose superclass was cut has java/lang/Object instead.
//
// Each class then stores all its supertypes as a sorted list, so that is_subtype is a binary search. A JDK class has 4
// on average; beyond kMaxAncestors (a hostile chain of 60,000 classes would need gigabytes) the list is dropped and
// is_subtype walks.
//
// Terminates: every class is pushed once; cut edges leave an acyclic graph.
// Cannot see: class loaders. One name is one class, and a package is a run-time package.
#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/container/inlined_vector.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/scc.h"
#include "classfile/descriptor.h"
#include "classfile/language_names.h"
#include "program/annotations.h"
#include "program/program.h"

namespace snag {

namespace {
constexpr std::size_t kMaxAncestors = 512;
}

struct Program::Links {
  ClassId superclass;
  std::vector<ClassId> interfaces;
  std::vector<ClassId> ancestors;  // sorted, with the class itself; empty: too many to keep
};

Program::Entry::~Entry() {
  delete links.load(std::memory_order_relaxed);
  const ClassAnnotations* own = annotations.load(std::memory_order_relaxed);
  if (own != &ClassAnnotations::none()) delete own;
}

struct Program::Linker {
  struct Node {
    ClassId id;
    absl::InlinedVector<ClassId, 4> supertypes;  // the superclass first; invalid where missing
    absl::InlinedVector<std::uint32_t, 4> next;  // the nodes of those that are not linked
  };

  Program& program;
  std::vector<Node> nodes = {};
  absl::flat_hash_map<ClassId, std::uint32_t> node_of = {};
  Components components = {};

  // Collects all classes that are reached upwards from `id` and not linked. It loads them, so the caller should not
  // hold a lock.
  void collect(ClassId id) {
    node_for(id);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      const Class& data = program[nodes[i].id];
      if (data.name == program.object_name_) continue;
      // They are collected separately from the node, because node_for moves the nodes when it adds one.
      absl::InlinedVector<ClassId, 4> supertypes;
      supertypes.push_back(data.super_name.valid() ? program.find_class(data.super_name) : ClassId());
      for (Name name : data.interface_names) supertypes.push_back(program.find_class(name));
      absl::InlinedVector<std::uint32_t, 4> next;
      for (ClassId supertype : supertypes) {
        if (supertype.valid() && !is_linked(supertype)) next.push_back(node_for(supertype));
      }
      nodes[i].supertypes = std::move(supertypes);
      nodes[i].next = std::move(next);
    }
  }

  void link() {
    components = strongly_connected_components(
        static_cast<std::uint32_t>(nodes.size()), [&](std::uint32_t node) -> const auto& { return nodes[node].next; });
    std::vector<std::uint32_t> order(nodes.size());
    std::iota(order.begin(), order.end(), 0U);
    auto component = [&](std::uint32_t node) { return components.component_of[node]; };
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return component(a) < component(b); });
    std::lock_guard lock(program.link_mutex_);
    for (std::uint32_t node : order) publish(node);
  }

 private:
  bool is_linked(ClassId id) const {
    return program.classes_[id.value]->links.load(std::memory_order_acquire) != nullptr;
  }

  std::uint32_t node_for(ClassId id) {
    auto [it, is_new] = node_of.try_emplace(id, static_cast<std::uint32_t>(nodes.size()));
    if (is_new) nodes.emplace_back().id = id;
    return it->second;
  }

  void publish(std::uint32_t index) {
    const Node& node = nodes[index];
    // Another thread may have linked the class between `collect` and the lock, with the same result.
    if (is_linked(node.id)) return;
    auto links = std::make_unique<Links>();
    const Class& data = program[node.id];
    if (data.name != program.object_name_) {
      bool has_super = usable(index, 0, data.super_name, /*as_interface=*/false);
      links->superclass = has_super ? node.supertypes[0] : program.object_class();
      for (std::size_t i = 1; i < node.supertypes.size(); ++i) {
        if (usable(index, i, data.interface_names[i - 1], /*as_interface=*/true)) {
          links->interfaces.push_back(node.supertypes[i]);
        }
      }
    }
    gather_ancestors(node.id, *links);
    program.classes_[node.id.value]->links.store(links.release(), std::memory_order_release);
  }

  // Returns whether the edge can stay; adds a diagnostic if not.
  bool usable(std::uint32_t index, std::size_t edge, Name name, bool as_interface) {
    const Node& node = nodes[index];
    ClassId supertype = node.supertypes[edge];
    const char* problem = nullptr;
    if (!supertype.valid()) {
      problem = "cannot be loaded";
    } else if (auto it = node_of.find(supertype);
               it != node_of.end() && components.component_of[it->second] == components.component_of[index]) {
      problem = "leads back to the class itself";
    } else if (program[supertype].is_interface() != as_interface) {
      problem = as_interface ? "is a class" : "is an interface";
    } else if (!as_interface && program[node.id].is_interface() && name != program.object_name_) {
      problem = "is a class, and this is an interface";
    } else {
      return true;
    }
    std::string shown = name.valid() ? classfile::to_source_class(program.text(name)) : "(none)";
    program.diagnostics_.add(
        DiagnosticSeverity::kWarning, program.file_of(node.id),
        {as_interface ? fmt::format("interface {} {}; it is left out", shown, problem)
                      : fmt::format("superclass {} {}; java.lang.Object is taken", shown, problem)});
    return false;
  }

  void gather_ancestors(ClassId id, Links& links) {
    links.ancestors.push_back(id);
    bool too_many = false;
    auto add_all = [&](ClassId supertype) {
      const Links& above = *program.classes_[supertype.value]->links.load(std::memory_order_acquire);
      too_many = too_many || above.ancestors.empty();
      if (too_many) return;
      links.ancestors.insert(links.ancestors.end(), above.ancestors.begin(), above.ancestors.end());
    };
    if (links.superclass.valid()) add_all(links.superclass);
    for (ClassId interface : links.interfaces) {
      // Interfaces that are implemented repeatedly would accumulate before duplicates are removed.
      if (links.ancestors.size() > 4 * kMaxAncestors) too_many = true;
      add_all(interface);
    }
    std::sort(links.ancestors.begin(), links.ancestors.end());
    links.ancestors.erase(std::unique(links.ancestors.begin(), links.ancestors.end()), links.ancestors.end());
    if (too_many || links.ancestors.size() > kMaxAncestors) links.ancestors = {};
    links.ancestors.shrink_to_fit();
  }
};

const Program::Links& Program::links(ClassId id) {
  const std::atomic<const Links*>& slot = classes_[id.value]->links;
  if (const Links* known = slot.load(std::memory_order_acquire)) return *known;
  // java/lang/Object comes first: it replaces every superclass that is cut.
  ClassId object = object_class();
  if (object.valid() && object != id) links(object);
  Linker linker{*this};
  linker.collect(id);
  linker.link();
  return *slot.load(std::memory_order_acquire);
}

ClassId Program::superclass(ClassId id) { return links(id).superclass; }

std::span<const ClassId> Program::interfaces(ClassId id) { return links(id).interfaces; }

std::vector<ClassId> Program::supertypes(ClassId id) {
  std::vector<ClassId> result = {id};
  absl::flat_hash_set<ClassId> seen = {id};
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Links& above = links(result[i]);
    if (above.superclass.valid() && seen.insert(above.superclass).second) result.push_back(above.superclass);
    for (ClassId interface : above.interfaces) {
      if (seen.insert(interface).second) result.push_back(interface);
    }
  }
  return result;
}

bool Program::is_subtype(ClassId sub, ClassId super) {
  if (sub == super || (*this)[super].name == object_name_) return true;
  const std::vector<ClassId>& known = links(sub).ancestors;
  if (!known.empty()) return std::binary_search(known.begin(), known.end(), super);
  const std::vector<ClassId> all = supertypes(sub);
  return std::find(all.begin(), all.end(), super) != all.end();
}

bool Program::is_assignable(Name from, Name to) {
  if (from == to || to == object_name_) return true;
  std::string_view source = text(from);
  std::string_view target = text(to);
  if (!source.starts_with('[')) {
    if (target.starts_with('[')) return false;
    ClassId sub = find_class(from);
    ClassId super = sub.valid() ? find_class(to) : ClassId();
    return super.valid() && is_subtype(sub, super);
  }
  // Arrays of arrays: as long as both have a dimension, their elements decide.
  while (source.starts_with('[') && target.starts_with('[')) {
    source.remove_prefix(1);
    target.remove_prefix(1);
  }
  bool elements_are_descriptors = text(to).starts_with('[');
  if (source.starts_with('[')) {
    std::string_view name = elements_are_descriptors ? classfile::class_of_descriptor(target) : target;
    return name == classfile::kObjectClass || name == classfile::kCloneableInterface ||
           name == classfile::kSerializableInterface;
  }
  std::string_view source_class = classfile::class_of_descriptor(source);
  std::string_view target_class = classfile::class_of_descriptor(target);
  if (source_class.empty() || target_class.empty() || target_class.starts_with('[')) return false;
  return is_assignable(names_.intern(source_class), names_.intern(target_class));
}

}  // namespace snag

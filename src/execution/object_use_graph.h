// The object use graph (von Praun 4.1, 4.2): what happens to one abstract object, in which order.
//
//     Table table = new Table(2);         NEW, CALL <init> (ENTRY, PUT snacks, EXIT)
//     Philo p = new Philo(table);         STORE into Philo.tab
//     p.start();                          START of Philo.run: the table escapes with it
//                                         ENTRY run, LOAD from Philo.tab, CALL take (ENTRY, GET, PUT, EXIT), EXIT
//     p.join();  table.report();          JOIN of Philo.run, CALL report
//
// Nodes are abstract events: an instruction of a method instance that allocates the object, accesses one of its fields,
// moves a reference to it, calls a method that does, or starts or joins a thread that uses it; and the beginning and
// the end of each method. Edges are the three relations of 4.1:
//  * control flow: the next event on some way through the method, through the callee where that has events, and from
//  the
//    end of a method to its beginning if it is executed several times;
//  * reference flow: from where a reference is stored to where it is loaded from the same field of the same object;
//  * thread control: from a START to the ENTRY of the thread's first method, from that one's EXIT to the JOINs.
// A STORE is an ESCAPE if other threads can get at what it stores the reference in.
//
// `comes_before` is the order of the acyclic component graph (4.3.3): one event can reach the other by control flow and
// thread control, but not the other way round.
//
// It is built for an object that is about to be reported, from the method instances that are given: what the checks
// decide comes from ownership, start and join, which have the same orders for all objects at once.
//
// Immutable. Building asks PointsTo for sets: one thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "execution/whole_program.h"

namespace snag {

class ObjectUseGraph {
 public:
  enum class Kind : std::uint8_t { kNew, kGet, kPut, kLoad, kStore, kEscape, kStart, kJoin, kCall, kEntry, kExit };
  struct Node {
    Kind kind{};
    MethodInstanceId instance;
    ir::ValueId at;     // invalid for kEntry and kExit
    FieldId field;      // kGet, kPut; of a reference that is moved, where it is
    MethodId callee;    // kCall
    ThreadId thread{};  // kStart, kJoin
  };
  enum class Relation : std::uint8_t { kControlFlow, kReferenceFlow, kThreadControl };
  struct Edge {
    std::uint32_t from = 0, to = 0;
    Relation relation{};
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };

  ObjectUseGraph(const WholeProgramAnalysis& program, Calls& calls, ObjectId object,
                 std::vector<MethodInstanceId> instances);

  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Edge> edges() const { return edges_; }  // sorted
  bool comes_before(std::uint32_t first, std::uint32_t second) const;
  // `PUT Table.snacks`, `START Philo.run`.
  std::string label(const Node& node) const;

 private:
  bool refers(MethodInstanceId instance, ir::ValueId value) const;
  void add_method(MethodInstanceId instance);
  void add_events(MethodInstanceId instance, const ir::MethodIr& ir, ir::ValueId at);
  void add_call(MethodInstanceId instance, ir::ValueId at);
  void add_control_flow(std::uint32_t entry, const ir::MethodIr& ir);
  void connect_callees();
  void connect_references();
  void connect_threads();
  void number_components();
  std::uint32_t add(Node node) {
    nodes_.push_back(node);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  const WholeProgramAnalysis& program_;
  const PointsTo& points_to_;
  Calls& calls_;
  const ObjectId object_;
  std::vector<MethodInstanceId> instances_;  // ascending
  std::vector<Node> nodes_;                  // by instance, then ENTRY, the events by instruction, EXIT
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> component_;  // by node
};

std::string_view to_text(ObjectUseGraph::Kind kind);

}  // namespace snag

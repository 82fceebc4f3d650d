// What a call of a library method does to the objects of a method, by the models and by policy (library_holders.h).
//
//     pool.execute(job);              model: starts arg0; `job` is published, and what it holds
//     list.add(node);                 model: changes the contents of `list`, which then holds `node`
//     list.forEach(n -> sum.add(n));  runs the function before it returns: its summary is applied, and nothing escapes
//     Iterator i = list.iterator();   a view of the list: the same object, as far as ownership is concerned
//
// Where no model and no policy says anything, the library may keep the arguments where other threads find them, and
// what it returns may be anything. What it does with the object on which it is called is its own business: that alone
// publishes nothing. Logging keeps texts only, and comparators are trusted not to publish what they compare.
#pragma once

#include "heap/method_objects.h"

namespace snag::ownership {

class LibraryCalls {
 public:
  LibraryCalls(MethodObjects& objects, ir::ValueId at, const Binding& binding);

  void apply();

 private:
  void apply_flows();
  void apply_functions();
  void run_function(std::size_t operand);
  bool is_body_known(const ir::Lambda& lambda) const;
  void keep_arguments();
  Objects usual_result();
  bool apply_copy();

  // The operands that a model means, by number.
  absl::InlinedVector<std::size_t, 4> operands_of(const library::Operand& operand) const;
  Objects objects_of(const library::Operand& operand);
  bool is_mentioned(std::size_t operand) const;
  void publish(const library::Operand& operand);
  void publish_operand(std::size_t operand);
  bool is_function(std::size_t operand) const;
  std::string_view parameter_type(std::size_t operand) const;
  const Objects& pointees(std::size_t operand) const { return on_.pointees(operands_[operand]); }
  bool is_direct(std::size_t operand) const { return on_.is_direct(operands_[operand]); }
  // What the library can pass to a function that it was given: whatever it was given, and what that holds.
  Objects passed_on();

  MethodObjects& on_;
  const ir::ValueId at_;
  const Binding& binding_;
  const library::MethodModel* model_;  // may be null
  Program& program_;
  const std::span<const ir::ValueId> operands_;
  const bool has_receiver_;
  const bool holds_its_own_;
  std::vector<std::string_view> parameter_types_;
  Objects results_;
  bool result_known_ = false;
};

}  // namespace snag::ownership

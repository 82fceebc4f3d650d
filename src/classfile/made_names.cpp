#include "classfile/made_names.h"

#include <algorithm>
#include <cctype>

#include "classfile/language_names.h"
#include "classfile/modified_utf8.h"

namespace snag::classfile {

namespace {

constexpr std::string_view kLambdaPrefix = "lambda$";     // javac: lambda$run$0; Eclipse: lambda$0
constexpr std::string_view kScalaPrefix = "$anonfun$";    // Scala: $anonfun$run$1
constexpr std::string_view kKotlinInfix = "$lambda";      // Kotlin: run$lambda$0, run$lambda-0
constexpr std::string_view kConstructorOfLambda = "new";  // javac: lambda$new$0
constexpr std::string_view kInitializerOfLambda = "static";
constexpr std::string_view kOuterPrefix = "this$";
constexpr std::string_view kCapturedPrefix = "val$";

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

std::optional<std::string> words_for_lambda(std::string_view method) {
  std::string_view maker;
  if (method.starts_with(kLambdaPrefix) || method.starts_with(kScalaPrefix)) {
    maker = method.substr(method.starts_with(kLambdaPrefix) ? kLambdaPrefix.size() : kScalaPrefix.size());
    const std::size_t number = maker.rfind('$');
    maker = number == maker.npos ? std::string_view() : maker.substr(0, number);
  } else if (const std::size_t infix = method.find(kKotlinInfix); infix != method.npos && infix > 0) {
    maker = method.substr(0, infix);
  } else {
    return std::nullopt;
  }
  if (maker.empty()) return "a lambda";
  if (maker == kConstructorOfLambda || maker == kConstructorName) return "a lambda in the constructor";
  if (maker == kInitializerOfLambda || maker == kClassInitializerName) return "a lambda in the class initializer";
  // A lambda in a lambda: lambda$null$0 of older compilers, lambda$lambda$run$0$1 of newer ones.
  if (maker == "null") return "a lambda in a lambda";
  if (maker.starts_with(kLambdaPrefix)) {
    const std::optional<std::string> outer = words_for_lambda(maker);
    return "a lambda in " + outer.value_or("a lambda");
  }
  return "a lambda in " + to_utf8(maker) + "()";
}

bool is_accessor(std::string_view method) { return method.starts_with(kAccessorPrefix); }

MadeField made_field(std::string_view field) {
  if (field.starts_with(kOuterPrefix)) return MadeField::kOuter;
  return field.starts_with(kCapturedPrefix) ? MadeField::kCaptured : MadeField::kOther;
}

std::string_view captured_variable(std::string_view field) {
  return field.starts_with(kCapturedPrefix) ? field.substr(kCapturedPrefix.size()) : field;
}

bool is_anonymous(std::string_view simple_class) { return is_number(simple_class); }

}  // namespace snag::classfile

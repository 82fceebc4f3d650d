// Names of the Java language and of the JVM that appear in class files: what the two specifications (JLS, JVMS) or the
// compiler's output define. This is their one place in the code. What belongs to the library only is data instead:
// models/*.toml, read by library/policy.h and library/models.h.
#pragma once

#include <string_view>

namespace snag::classfile {

// JVMS 2.9: special methods.
inline constexpr std::string_view kConstructorName = "<init>";
inline constexpr std::string_view kClassInitializerName = "<clinit>";

// Classes that the language itself refers to.
inline constexpr std::string_view kObjectClass = "java/lang/Object";                 // JLS 4.3.2
inline constexpr std::string_view kCloneName = "clone";                              // its method, JLS 4.3.2
inline constexpr std::string_view kStringClass = "java/lang/String";                 // JLS 4.3.3
inline constexpr std::string_view kClassClass = "java/lang/Class";                   // JLS 15.8.2, class literals
inline constexpr std::string_view kCloneableInterface = "java/lang/Cloneable";       // JLS 10.8, arrays
inline constexpr std::string_view kSerializableInterface = "java/io/Serializable";   // JLS 10.8, arrays
inline constexpr std::string_view kThrowableClass = "java/lang/Throwable";           // JLS 11.1.1
inline constexpr std::string_view kLinkageErrorClass = "java/lang/LinkageError";     // JLS 12.3
inline constexpr std::string_view kEnumClass = "java/lang/Enum";                     // JLS 8.9
inline constexpr std::string_view kRecordClass = "java/lang/Record";                 // JLS 8.10
inline constexpr std::string_view kThreadClass = "java/lang/Thread";                 // JLS 17.1
inline constexpr std::string_view kThreadBody = "run";                               // its method that a thread runs
inline constexpr std::string_view kCurrentThread = "currentThread";                  // its method that returns who asks
inline constexpr std::string_view kClassLoaderClass = "java/lang/ClassLoader";       // JVMS 5.3
inline constexpr std::string_view kMethodTypeClass = "java/lang/invoke/MethodType";  // JVMS 4.4.9
inline constexpr std::string_view kMethodHandleClass = "java/lang/invoke/MethodHandle";  // JVMS 4.4.8
inline constexpr std::string_view kVarHandleClass = "java/lang/invoke/VarHandle";        // JVMS 2.9.3

// Every class without an import is looked for in this package as well: JLS 7.3.
inline constexpr std::string_view kLanguagePackage = "java/lang/";

// What reflection on a class literal returns.
inline constexpr std::string_view kReflectedConstructorClass = "java/lang/reflect/Constructor";
inline constexpr std::string_view kReflectedMethodClass = "java/lang/reflect/Method";

// Bootstrap methods of the invokedynamic instructions that javac emits for lambdas, for +, for the methods of records
// and for switches.
inline constexpr std::string_view kAccessorPrefix = "access$";  // of methods by which javac reaches private members
inline constexpr std::string_view kLambdaBootstrap = "java/lang/invoke/LambdaMetafactory";
inline constexpr std::string_view kConcatBootstrap = "java/lang/invoke/StringConcatFactory";
inline constexpr std::string_view kRecordBootstrap = "java/lang/runtime/ObjectMethods";
inline constexpr std::string_view kSwitchBootstrap = "java/lang/runtime/SwitchBootstraps";

// JLS 12.1.4: main(String[]).
inline constexpr std::string_view kMainDescriptor = "([Ljava/lang/String;)V";

}  // namespace snag::classfile

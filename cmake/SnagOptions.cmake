# Switches and compiler flags. Everything that is compiled links the interface target snag_flags.
option(SNAG_BUILD_PROGRAM "Build the snag program (needs every layer)" ON)
option(SNAG_BUILD_TESTS "Build the unit tests" ON)
option(SNAG_UNITY "Compile files in groups: quicker from scratch, slower after a change" OFF)
option(SNAG_FUZZ "Build the fuzzers with libFuzzer (clang only)" OFF)
set(SNAG_CODE_FLAGS "-O2 -g1" CACHE STRING "How code is optimised, and what is kept for a debugger")
set(SNAG_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize= (for example address,undefined)")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
# The agent, a shared library, links snag_core too.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

# What is compiled with the preset's flags links snag_flags. The agent links snag_warnings alone and has flags of its
# own: it is the same in every preset, so that ccache compiles it once.
add_library(snag_warnings INTERFACE)
add_library(snag_flags INTERFACE)
separate_arguments(code_flags UNIX_COMMAND "${SNAG_CODE_FLAGS}")
target_compile_options(snag_flags INTERFACE ${code_flags})
target_link_libraries(snag_flags INTERFACE snag_warnings)
# Aggregates are built with designated initialisers, and the fields left out have their defaults: g++ warns even then.
# clang's -Wshadow also minds locals of static member functions that bear a field's name; g++'s is the one we keep to.
target_compile_options(snag_warnings INTERFACE -Wall -Wextra -Werror -Wno-missing-field-initializers
    $<$<CXX_COMPILER_ID:GNU>:-Wshadow>
    # g++ 12 says this of every moved absl::InlinedVector (its unused inline storage), and more under sanitizers.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)

set(sanitizers ${SNAG_SANITIZE})
if(SNAG_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        message(FATAL_ERROR "SNAG_FUZZ needs clang (use the preset: cmake --preset fuzz)")
    endif()
    target_compile_options(snag_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(sanitizers)
    # Non-recoverable: the first report ends the test with a failure.
    set(sanitizer_flags "-fsanitize=${sanitizers}" -fno-sanitize-recover=all -fno-omit-frame-pointer)
    if(sanitizers MATCHES "undefined" AND NOT SNAG_FUZZ)
        # These checks of UBSan stand at every access to a member, and what they find AddressSanitizer mostly finds, too.
        # Without them a group of files compiles in 21 s of CPU instead of 30. The fuzzers keep them.
        list(APPEND sanitizer_flags -fno-sanitize=null,alignment,object-size,vptr)
    endif()
    target_compile_options(snag_flags INTERFACE ${sanitizer_flags})
    target_link_options(snag_flags INTERFACE ${sanitizer_flags})
endif()

# libsnag-agent.so, beside the program in the build folder. It runs inside other people's JVMs and so brings along what
# it needs: libstdc++ and fmt are linked in; of the machine it asks for the C library and Abseil, as the program does. It
# compiles the few layers that it uses by itself: fmt and toml++ as headers, and never with sanitizers, for an instrumented library
# cannot be loaded into a JVM that is not.
#
# Its Java half (java/snag/runtime, and what belongs to one check in src/checks/<id>) is compiled here and embedded.
cmake_path(GET Java_JAVAC_EXECUTABLE PARENT_PATH jdk)
file(REAL_PATH "${Java_JAVAC_EXECUTABLE}" jdk)
cmake_path(GET jdk PARENT_PATH jdk)
cmake_path(GET jdk PARENT_PATH jdk)
find_path(JNI_INCLUDE_DIR jvmti.h HINTS "${jdk}/include" REQUIRED)

# ---- the Java half ---------------------------------------------------------------------------------------------------
file(GLOB runtime_sources CONFIGURE_DEPENDS
    "${CMAKE_SOURCE_DIR}/java/snag/runtime/*.java" "${CMAKE_SOURCE_DIR}/src/checks/*/*.java")
set(runtime_classes "${CMAKE_BINARY_DIR}/agent_runtime.classes")
set(embedded_runtime "${CMAKE_BINARY_DIR}/generated/embedded_runtime_classes.cpp")
set(embed_classes_script "${CMAKE_SOURCE_DIR}/cmake/embed_classes.cmake")
# The names of local variables are left out (-g:source,lines): they would be of use to a debugger only.
set(compile_runtime)
if(runtime_sources)
    set(compile_runtime COMMAND "${Java_JAVAC_EXECUTABLE}" -g:source,lines -source 17 -target 17 -Xlint:-options
        --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
        --add-exports java.base/jdk.internal.vm.annotation=ALL-UNNAMED -d "${runtime_classes}" ${runtime_sources})
endif()
add_custom_command(
    OUTPUT "${embedded_runtime}"
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${runtime_classes}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${runtime_classes}"
    ${compile_runtime}
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${runtime_classes}" "-DOUTPUT=${embedded_runtime}" -P "${embed_classes_script}"
    DEPENDS ${runtime_sources} "${embed_classes_script}"
    COMMENT "Compiling the agent's runtime (Java)" VERBATIM)
add_custom_target(snag_runtime DEPENDS "${embedded_runtime}")

# ---- the library -----------------------------------------------------------------------------------------------------
file(GLOB_RECURSE agent_sources CONFIGURE_DEPENDS
    "${CMAKE_SOURCE_DIR}/src/agent/*.cpp" "${CMAKE_SOURCE_DIR}/src/classfile/*.cpp"
    "${CMAKE_SOURCE_DIR}/src/instrument/*.cpp" "${CMAKE_SOURCE_DIR}/src/wire/*.cpp")
# snag run's: they read programs and traces
foreach(name instrument/unloaded_classes wire/trace_reader)
    list(REMOVE_ITEM agent_sources "${CMAKE_SOURCE_DIR}/src/${name}.cpp")
endforeach()
foreach(name base/json_writer base/nearest base/pattern base/process base/toml_text base/unicode
             catalog/catalog library/policy library/policy_file library/words)
    list(APPEND agent_sources "${CMAKE_SOURCE_DIR}/src/${name}.cpp")
endforeach()
add_library(snag_agent SHARED ${agent_sources} "${SNAG_CATALOG_SOURCE}" "${embedded_runtime}"
    "${CMAKE_BINARY_DIR}/generated/embedded_policy.cpp")
add_dependencies(snag_agent snag_runtime)
snag_group(snag_agent "${CMAKE_SOURCE_DIR}/src" "${agent_sources}")
set_target_properties(snag_agent PROPERTIES OUTPUT_NAME snag-agent
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}"
    LINK_DEPENDS "${CMAKE_SOURCE_DIR}/src/agent/jvm/exports.map")
target_include_directories(snag_agent PRIVATE src "${CMAKE_BINARY_DIR}/generated")
target_include_directories(snag_agent SYSTEM PRIVATE "${JNI_INCLUDE_DIR}" "${JNI_INCLUDE_DIR}/linux")
target_compile_options(snag_agent PRIVATE -O2 -g1)
target_link_libraries(snag_agent PRIVATE snag_warnings)
target_compile_definitions(snag_agent PRIVATE FMT_HEADER_ONLY=1 TOML_HEADER_ONLY=1)

# Debian's Abseil archives are not position independent, so that Abseil stays shared, as it is for the program.
target_link_libraries(snag_agent PRIVATE
    absl::flat_hash_map absl::flat_hash_set absl::inlined_vector absl::hash absl::span Threads::Threads)
target_link_options(snag_agent PRIVATE -static-libstdc++ -static-libgcc -Wl,--no-undefined -Wl,--gc-sections -Wl,--as-needed
    "-Wl,--version-script=${CMAKE_SOURCE_DIR}/src/agent/jvm/exports.map" -Wl,--exclude-libs,ALL)

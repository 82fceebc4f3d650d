# snag_java_jar(<target> <folder> <jar> [main class]): compiles every .java below folder into a jar, with debug tables
# (-g). The class files are of version 61 (Java 17) whatever javac is installed; their code may differ between javacs.
find_package(Java 17 REQUIRED COMPONENTS Development)

function(snag_java_jar target folder jar)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.java")
    set(classes "${CMAKE_CURRENT_BINARY_DIR}/${target}.classes")
    set(entry)
    if(ARGC GREATER 3)
        set(entry --main-class "${ARGV3}")
    endif()
    add_custom_command(
        OUTPUT "${jar}"
        COMMAND "${CMAKE_COMMAND}" -E rm -rf "${classes}"
        COMMAND "${Java_JAVAC_EXECUTABLE}" -g --release 17 -Xlint:all -d "${classes}" ${sources}
        COMMAND "${Java_JAR_EXECUTABLE}" --create --file "${jar}" ${entry} -C "${classes}" .
        DEPENDS ${sources}
        COMMENT "Compiling ${target} (Java)" VERBATIM)
    add_custom_target(${target} ALL DEPENDS "${jar}")
endfunction()

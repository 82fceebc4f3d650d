# snag_embed(<target> <function> <folder> <pattern>): makes every text file below the folder whose name matches part of
# the target. The generated source defines `std::span<const EmbeddedFile> snag::<function>()` as declared in
# src/base/embedded.h; the files are named as they are below the folder. No file is fine too.
# snag_embed_files(<target> <function> <folder> <file>...): the same for files that are named, and may be made by the
# build.
set(SNAG_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/embed_files.cmake")

function(snag_embed target function folder pattern)
    set(folder "${CMAKE_SOURCE_DIR}/${folder}")
    file(GLOB_RECURSE files CONFIGURE_DEPENDS "${folder}/${pattern}")
    list(SORT files)
    snag_embed_files(${target} ${function} "${folder}" ${files})
endfunction()

function(snag_embed_files target function folder)
    set(files ${ARGN})
    set(output "${CMAKE_BINARY_DIR}/generated/${function}.cpp")
    # The list goes through a file: a command line would lose its separators. It is also a dependency, so that removing
    # an embedded file makes the source again.
    set(list_file "${CMAKE_BINARY_DIR}/generated/${function}.list")
    string(REPLACE ";" "\n" lines "${files}")
    file(CONFIGURE OUTPUT "${list_file}" CONTENT "${lines}" @ONLY)
    add_custom_command(
        OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" "-DLIST_FILE=${list_file}" "-DFOLDER=${folder}" "-DFUNCTION=${function}"
                "-DOUTPUT=${output}" -P "${SNAG_EMBED_SCRIPT}"
        DEPENDS ${files} "${list_file}" "${SNAG_EMBED_SCRIPT}"
        COMMENT "Embedding files: ${function}" VERBATIM)
    target_sources(${target} PRIVATE "${output}")
endfunction()

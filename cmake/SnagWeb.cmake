# snag_report_page(<target>): builds the HTML report's page (web/) and makes it part of the target, as
# embedded_report_page() of src/base/embedded.h. web/build makes it once for all presets; each has its copy.
function(snag_report_page target)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/web/src/*")
    foreach(name build bundle.mjs index.html package.json package-lock.json tsconfig.json)
        list(APPEND sources "${CMAKE_SOURCE_DIR}/web/${name}")
    endforeach()
    set(page "${CMAKE_BINARY_DIR}/generated/report.html")
    add_custom_command(
        OUTPUT "${page}"
        COMMAND "${CMAKE_SOURCE_DIR}/web/build" "${page}"
        DEPENDS ${sources}
        COMMENT "Building the report's page (web)" VERBATIM)
    snag_embed_files(${target} embedded_report_page "${CMAKE_BINARY_DIR}/generated" "${page}")
endfunction()

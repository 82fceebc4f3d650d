# cmake --install, and the .deb of `cpack -G DEB` (run in the build folder). Under the prefix:
#   bin/snag                        the program
#   lib/snag/libsnag-agent.so       what `snag run` loads into a JVM
#   share/snag/examples/            what `snag demo` analyses, with its sources
#   share/man/man1/snag.1           the manual page
#   share/bash-completion/completions, share/zsh/vendor-completions, share/fish/vendor_completions.d
#   share/doc/snag/                 README, CHANGELOG, copyright
#
# The target `installation` is everything that this needs, and what ./snag builds: whatever the build makes and a rule
# here installs is its dependency. tests/readme/run installs from a folder where nothing else was built.
if(NOT SNAG_BUILD_PROGRAM)
    return()
endif()

install(TARGETS snag)
install(TARGETS snag_agent LIBRARY DESTINATION lib/snag)
install(FILES "${CMAKE_BINARY_DIR}/examples/bank.jar" DESTINATION "${CMAKE_INSTALL_DATADIR}/snag/examples")
install(DIRECTORY examples/bank DESTINATION "${CMAKE_INSTALL_DATADIR}/snag/examples" FILES_MATCHING PATTERN "*.java")

# The completions and most of the manual page are made by the program itself, from its tables of commands and options.
# Debian wants manual pages compressed, without the time in the header so that two builds give the same bytes.
find_program(GZIP_PROGRAM gzip REQUIRED)
find_program(SED_PROGRAM sed REQUIRED)
set(pages "${CMAKE_BINARY_DIR}/packaging")
set(manual "${pages}/snag.1")
set(completions "${pages}/snag.bash" "${pages}/_snag" "${pages}/snag.fish")
configure_file(packaging/snag.1.in packaging/snag.1.frame @ONLY)
add_custom_command(OUTPUT "${manual}" "${manual}.gz" ${completions}
    COMMAND snag completion bash > "${pages}/snag.bash"
    COMMAND snag completion zsh > "${pages}/_snag"
    COMMAND snag completion fish > "${pages}/snag.fish"
    COMMAND snag completion man > "${manual}.sections"
    COMMAND "${SED_PROGRAM}" -e "/^COMMANDS AND OPTIONS$/r ${manual}.sections" -e "/^COMMANDS AND OPTIONS$/d"
            "${manual}.frame" > "${manual}"
    COMMAND "${GZIP_PROGRAM}" -9nkf "${manual}"
    DEPENDS snag "${manual}.frame" COMMENT "Making the manual page and the completions" VERBATIM)
add_custom_target(installation ALL DEPENDS "${manual}.gz" ${completions})
add_dependencies(installation snag snag_agent examples)
install(FILES "${manual}.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES "${pages}/snag.bash" RENAME snag DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${pages}/_snag" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
install(FILES "${pages}/snag.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
install(FILES README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES LICENSE RENAME copyright DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME snag)
set(CPACK_PACKAGE_VENDOR "Snag")
set(CPACK_PACKAGE_CONTACT "The Snag maintainers <maintainers@snag.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds concurrency defects in Java programs")
set(CPACK_PACKAGE_DESCRIPTION
    "Snag reads compiled Java (jars, wars, class files, the JDK itself) and finds stale values and broken atomicity. It watches programs while they run, and finds races, broken consistency of objects and deadlocks.")
set(CPACK_PACKAGING_INSTALL_PREFIX "/usr")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# The libraries come from dpkg-shlibdeps; a JDK is what gets analysed, but any will do, and --jdk may name one.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "default-jdk-headless | java17-sdk-headless")
include(CPack)

# Refined below by later commits: cmake --install.
if(SNAG_BUILD_PROGRAM)
    install(TARGETS snag)
endif()

# Read by ctest: every suite of the executable ${snag_tests} becomes a test. Not every test by itself: under
# AddressSanitizer to start the program takes 0.12 s of a processor, 845 times. A suite that fails shows which of its
# tests did; one that crashes leaves those behind it for the next run.
if(NOT EXISTS "${snag_tests}")
    add_test(snag_tests_NOT_BUILT snag_tests_NOT_BUILT)
    return()
endif()
execute_process(COMMAND "${snag_tests}" --gtest_list_tests
    OUTPUT_VARIABLE listing RESULT_VARIABLE status TIMEOUT 60)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${snag_tests} --gtest_list_tests: ${status}\n${listing}")
endif()
string(REPLACE "\n" ";" lines "${listing}")
foreach(line IN LISTS lines)
    # `Suite.`, `Instance/Suite.` or `Suite/0.  # TypeParam = …`; its tests are indented.
    if(line MATCHES "^([^ ]+)\\.( +#.*)?$")
        set(suite "${CMAKE_MATCH_1}")
        add_test("${suite}" "${snag_tests}" "--gtest_filter=${suite}.*" --gtest_brief=1)
        set_tests_properties("${suite}" PROPERTIES TIMEOUT 600)
    endif()
endforeach()

# Third-party libraries, all from Debian 12 (packaging/packages.txt says what each is for), behind one target.
find_package(Threads REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(absl REQUIRED)

# Debian's libdeflate carries no CMake package.
find_path(LIBDEFLATE_INCLUDE_DIR libdeflate.h REQUIRED)
find_library(LIBDEFLATE_LIBRARY deflate REQUIRED)
add_library(libdeflate UNKNOWN IMPORTED)
set_target_properties(libdeflate PROPERTIES
    IMPORTED_LOCATION "${LIBDEFLATE_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${LIBDEFLATE_INCLUDE_DIR}")

add_library(snag_dependencies INTERFACE)
target_link_libraries(snag_dependencies INTERFACE
    fmt::fmt nlohmann_json::nlohmann_json tomlplusplus::tomlplusplus libdeflate
    absl::flat_hash_map absl::flat_hash_set absl::inlined_vector absl::hash absl::span Threads::Threads)

# From the folder that this recipe lies in; a registry puts vcpkg_from_github here instead.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(VCPKG_BUILD_TYPE release)    # headers: there is nothing to build
file(INSTALL "${SOURCE_PATH}/gputime.h" "${SOURCE_PATH}/gputime_cl.h" DESTINATION "${CURRENT_PACKAGES_DIR}/include")
file(INSTALL "${SOURCE_PATH}/examples/more/" DESTINATION "${CURRENT_PACKAGES_DIR}/include/gputime/more"
     FILES_MATCHING PATTERN "*.[ch]")
file(INSTALL "${SOURCE_PATH}/examples/tools/calls.h" DESTINATION "${CURRENT_PACKAGES_DIR}/include/gputime/tools")
file(INSTALL "${SOURCE_PATH}/LICENSE" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}" RENAME copyright)

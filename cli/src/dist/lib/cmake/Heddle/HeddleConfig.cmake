# find_package(Heddle) gives:
#
#   HEDDLE_EXECUTABLE
#     The heddle command. Set it to use another one.
#
#   heddle_instrument(<target>...)
#     Compiles and links these targets with heddle cc and heddle c++, whatever the compilers are. They still run as usual on their own.
#     Needs a Makefile or Ninja generator.
#
#   heddle_add_test(<target>
#     [NAME <test>]              # <target>-heddle if left out
#     [ARGUMENTS <argument>...]  # for the program
#     [OPTIONS <option>...]      # of heddle check
#     [TIMEOUT <seconds>]        # stop exploring then
#     [WORKING_DIRECTORY <dir>]
#     [REQUIRE_COMPLETE]         # fail unless everything was explored
#     [NO_INSTRUMENT])           # leave the target as it is built: only its pthread calls are seen
#     Makes a CTest test that explores the interleavings of an executable. The executable and the static and object
#     libraries of the project that it links are instrumented, unless the compiler is heddle-cc or heddle-c++ already.
#     Schedules and reports of what is found go to heddle-results/<test> in the target's build folder.
#
#   heddle_add_tests(<target> [OPTIONS ...] [TIMEOUT ...] [WORKING_DIRECTORY ...] [REQUIRE_COMPLETE] [NO_INSTRUMENT])
#     Makes a CTest test <target>.<name> of each HEDDLE_TEST(name) at the beginning of a line in the target's own sources: see
#     heddle_test.h. The tests are looked for again when such a source has changed.
include_guard(GLOBAL)

get_filename_component(_heddle_cmake "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
find_program(HEDDLE_EXECUTABLE heddle
  HINTS "${_heddle_cmake}/../../../bin" "${_heddle_cmake}/../../../../../.."
  DOC "The heddle command")
set(_heddle_launcher "${_heddle_cmake}/heddle-launcher.sh" CACHE INTERNAL "")

include(FindPackageHandleStandardArgs)
set(Heddle_CONFIG "${CMAKE_CURRENT_LIST_FILE}")
find_package_handle_standard_args(Heddle REQUIRED_VARS HEDDLE_EXECUTABLE CONFIG_MODE)

function(heddle_instrument)
  foreach(target IN LISTS ARGN)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "INTERFACE_LIBRARY")
      continue()
    endif()
    if(NOT CMAKE_C_COMPILER MATCHES "heddle-cc$")
      set_target_properties(${target} PROPERTIES
        C_COMPILER_LAUNCHER "${_heddle_launcher};${HEDDLE_EXECUTABLE};cc"
        C_LINKER_LAUNCHER "${_heddle_launcher};${HEDDLE_EXECUTABLE};cc")
    endif()
    if(NOT CMAKE_CXX_COMPILER MATCHES "heddle-c[+][+]$")
      set_target_properties(${target} PROPERTIES
        CXX_COMPILER_LAUNCHER "${_heddle_launcher};${HEDDLE_EXECUTABLE};c++"
        CXX_LINKER_LAUNCHER "${_heddle_launcher};${HEDDLE_EXECUTABLE};c++")
    endif()
  endforeach()
endfunction()

# The target with the libraries of the project that it links, directly or not.
function(_heddle_closure target result)
  set(found "${${result}}")
  if(NOT target IN_LIST found)
    list(APPEND found ${target})
    get_target_property(libraries ${target} LINK_LIBRARIES)
    foreach(library IN LISTS libraries)
      if(TARGET "${library}")
        get_target_property(alias ${library} ALIASED_TARGET)
        if(alias)
          set(library ${alias})
        endif()
        get_target_property(imported ${library} IMPORTED)
        get_target_property(type ${library} TYPE)
        if(NOT imported AND NOT type STREQUAL "INTERFACE_LIBRARY")
          _heddle_closure(${library} found)
        endif()
      endif()
    endforeach()
  endif()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

function(heddle_add_test target)
  cmake_parse_arguments(PARSE_ARGV 1 HEDDLE
    "REQUIRE_COMPLETE;NO_INSTRUMENT" "NAME;TIMEOUT;WORKING_DIRECTORY" "ARGUMENTS;OPTIONS")
  if(HEDDLE_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heddle_add_test(${target}): unknown arguments: ${HEDDLE_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "heddle_add_test(${target}): there is no such target; add_executable() comes first")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "EXECUTABLE")
    message(FATAL_ERROR "heddle_add_test(${target}): the target is no executable")
  endif()
  if(NOT HEDDLE_NAME)
    set(HEDDLE_NAME ${target}-heddle)
  endif()
  if(NOT HEDDLE_NO_INSTRUMENT)
    set(targets "")
    _heddle_closure(${target} targets)
    heddle_instrument(${targets})
  endif()
  set(options ${HEDDLE_OPTIONS})
  if(HEDDLE_REQUIRE_COMPLETE)
    list(APPEND options --require-complete)
  endif()
  if(HEDDLE_TIMEOUT)
    list(APPEND options --timeout ${HEDDLE_TIMEOUT})
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/heddle-results/${HEDDLE_NAME}")
  file(MAKE_DIRECTORY "${folder}")
  if(NOT HEDDLE_WORKING_DIRECTORY)
    set(HEDDLE_WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  add_test(NAME ${HEDDLE_NAME}
    COMMAND "${HEDDLE_EXECUTABLE}" check -o "${folder}" ${options} $<TARGET_FILE:${target}> -- ${HEDDLE_ARGUMENTS}
    WORKING_DIRECTORY "${HEDDLE_WORKING_DIRECTORY}")
endfunction()

# The names of the tests in the target's sources.
function(_heddle_tests_of target result)
  set(names "")
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  foreach(source IN LISTS sources)
    if(source MATCHES "^\\$<")
      continue()
    endif()
    get_filename_component(file "${source}" ABSOLUTE BASE_DIR "${folder}")
    if(EXISTS "${file}")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
      file(STRINGS "${file}" lines REGEX "^HEDDLE_TEST[ \t]*\\([ \t]*[A-Za-z_0-9]+[ \t]*\\)")
      foreach(line IN LISTS lines)
        string(REGEX REPLACE "^HEDDLE_TEST[ \t]*\\([ \t]*([A-Za-z_0-9]+).*" "\\1" name "${line}")
        list(APPEND names ${name})
      endforeach()
    endif()
  endforeach()
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

function(heddle_add_tests target)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "heddle_add_tests(${target}): there is no such target; add_executable() comes first")
  endif()
  if("NAME" IN_LIST ARGN OR "ARGUMENTS" IN_LIST ARGN)
    message(FATAL_ERROR "heddle_add_tests(${target}): NAME and ARGUMENTS are those of one test; use heddle_add_test()")
  endif()
  _heddle_tests_of(${target} names)
  if(NOT names)
    message(FATAL_ERROR "heddle_add_tests(${target}): no source of the target has a HEDDLE_TEST at the beginning of a line")
  endif()
  foreach(name IN LISTS names)
    heddle_add_test(${target} NAME ${target}.${name} ARGUMENTS ${name} ${ARGN})
  endforeach()
endfunction()

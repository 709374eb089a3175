# find_package(latchkey CONFIG REQUIRED), then target_link_libraries(… PRIVATE latchkey::latchkey). Works wherever the folder is.

if(NOT TARGET latchkey::latchkey)
  get_filename_component(_latchkey_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  add_library(latchkey::latchkey SHARED IMPORTED)
  # The library has no name of its own beside that of its file.
  set_target_properties(latchkey::latchkey PROPERTIES
    IMPORTED_LOCATION "${_latchkey_prefix}/lib/${CMAKE_SHARED_LIBRARY_PREFIX}latchkey${CMAKE_SHARED_LIBRARY_SUFFIX}"
    IMPORTED_NO_SONAME TRUE
    INTERFACE_INCLUDE_DIRECTORIES "${_latchkey_prefix}/include")
  if(WIN32)
    set_target_properties(latchkey::latchkey PROPERTIES IMPORTED_IMPLIB "${_latchkey_prefix}/lib/latchkey.dll.lib")
  endif()
  unset(_latchkey_prefix)
endif()

# SPDX-License-Identifier: GPL-2.0-or-later
# Copy PLUGIN, built for Wireshark VERSION, and the profile to where the user's Wireshark looks for them.
set(config $ENV{XDG_CONFIG_HOME})
if(NOT config)
  set(config $ENV{HOME}/.config)
endif()
set(plugins $ENV{HOME}/.local/lib/wireshark/plugins/${VERSION}/epan)
set(profiles ${config}/wireshark/profiles)

file(COPY ${PLUGIN} DESTINATION ${plugins})
message(STATUS "Plugin: ${plugins}/godot.so")
if(EXISTS ${profiles}/Godot)
  message(STATUS "Profile: kept ${profiles}/Godot as it is (remove it to get the new one)")
else()
  file(COPY ${CMAKE_CURRENT_LIST_DIR}/Godot DESTINATION ${profiles})
  message(STATUS "Profile: ${profiles}/Godot")
endif()

execute_process(COMMAND id -u OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE)
if(user EQUAL 0)
  message(WARNING "Wireshark run as root ignores personal plugins: use 'cmake --install' for all users instead.")
endif()

#!/usr/bin/env bash
# Programs in C and C++ with the library that `cargo build` has made: `bash latchkey-ffi/tests/c.sh`. Runs them, and leaves a driver of the
# conformance kit in target/debug/driver.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
built=$(realpath ../../target/debug)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() {
  cc -std=c11 -Wall -Wextra -Werror -I../include "$1.c" -o "$built/$1" "${@:2}"
}

compile program -L"$built" -llatchkey -Wl,-rpath,"$built" -pthread
# Everything in one file, as installers like it.
compile driver "$built/liblatchkey.a" -lm -lpthread -ldl
"$built/program" "$work/storage"
echo "A program in C has used the library."

# As it is installed, also after the folder was moved.
bash ../install.sh "$work/first" "$built"
mv "$work/first" "$work/latchkey"
export PKG_CONFIG_PATH="$work/latchkey/lib/pkgconfig"
# shellcheck disable=SC2046
c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror program.cpp -o "$work/program" $(pkg-config --cflags --libs latchkey) \
  -Wl,-rpath,"$(pkg-config --variable=libdir latchkey)" -pthread
"$work/program" "$work/storage-of-pkg-config"
cmake -S cmake -B "$work/cmake" -DCMAKE_PREFIX_PATH="$work/latchkey" -DCMAKE_BUILD_TYPE=Debug >"$work/cmake.log"
cmake --build "$work/cmake" >>"$work/cmake.log"
"$work/cmake/program" "$work/storage-of-cmake"
echo "A program in C++ has used the library, by pkg-config and by CMake."

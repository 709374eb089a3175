#!/usr/bin/env bash
# Puts what programs in C and C++ need into a folder: `bash latchkey-ffi/install.sh <folder> [<folder of the built library>]`, by default that
# of `cargo build --release --package latchkey-ffi`. pkg-config and CMake find the folder by PKG_CONFIG_PATH=<folder>/lib/pkgconfig and
# CMAKE_PREFIX_PATH=<folder>; it may be moved.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1
built=${2:-$source/../target/release}

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$source/../Cargo.toml")
mkdir -p "$folder/include" "$folder/lib/pkgconfig" "$folder/lib/cmake/latchkey"
cp "$source"/include/latchkey.h "$source"/include/latchkey.hpp "$source"/include/module.modulemap "$folder/include"
for library in liblatchkey.so liblatchkey.dylib latchkey.dll latchkey.dll.lib liblatchkey.a latchkey.lib; do
  if [[ -e $built/$library ]]; then cp "$built/$library" "$folder/lib"; fi
done
sed "s/@VERSION@/$version/" "$source/latchkey.pc.in" >"$folder/lib/pkgconfig/latchkey.pc"
cp "$source/latchkey-config.cmake" "$folder/lib/cmake/latchkey"

#!/usr/bin/env bash
# Programs in C with the library that `cargo build` has made: `bash latchkey-ffi/tests/c.sh`. Runs one, and leaves the other, a driver of the
# conformance kit, in target/debug/driver.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
built=$(realpath ../../target/debug)

compile() {
  cc -std=c11 -Wall -Wextra -Werror -I../include "$1.c" -o "$built/$1" "${@:2}"
}

compile program -L"$built" -llatchkey -Wl,-rpath,"$built" -pthread
# Everything in one file, as installers like it.
compile driver "$built/liblatchkey.a" -lm -lpthread -ldl

storage=$(mktemp -d)
trap 'rm -rf "$storage"' EXIT
"$built/program" "$storage"
echo "A program in C has used the library."

#!/usr/bin/env bash
# Programs in C# with the library that `cargo build` has made: `bash packages/clients/dotnet/tests/mono.sh`. Runs them with Mono, and leaves a driver of the
# conformance kit in packages/clients/dotnet/dist. With DOTNET, the program of a .NET runtime, the first one runs there as well.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
built=$(realpath "${LATCHKEY_LIBRARY:-../rust/target/debug}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LD_LIBRARY_PATH=$built
mkdir -p dist

compile() {
  mcs -langversion:7 -warn:4 -warnaserror -out:"$1" Latchkey.cs "$2"
}

compile "$work/program.exe" tests/Program.cs
compile dist/driver.exe tests/Driver.cs
mono "$work/program.exe" "$work/storage"

if [[ -n ${DOTNET:-} ]]; then
  version=$("$DOTNET" --list-runtimes | sed -n 's/^Microsoft\.NETCore\.App \([^ ]*\).*/\1/p' | tail -n 1)
  printf '{"runtimeOptions":{"framework":{"name":"Microsoft.NETCore.App","version":"%s"}}}' "$version" >"$work/program.runtimeconfig.json"
  DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "$DOTNET" exec --runtimeconfig "$work/program.runtimeconfig.json" "$work/program.exe" "$work/storage-of-dotnet"
fi

# The first block of README.md, for a service that nobody can reach.
sed -n '/^```csharp$/,/^```$/p' README.md | sed '/^```/d; s|https://licenses.example.com|http://127.0.0.1:1|' >"$work/block.cs"
compile "$work/block.exe" "$work/block.cs"
said=$(echo KEY | XDG_DATA_HOME="$work" mono "$work/block.exe")
for expected in '"reason":"no_lease"' '"reason":"network"' '"outcome":"not_activated"' 'The application runs.'; do
  [[ $said == *"$expected"* ]] || { echo "$expected is not in: $said" >&2; exit 1; }
done
echo "The first block of the README has run."

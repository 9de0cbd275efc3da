#!/usr/bin/env bash
# What a look-up takes with the command that the README installs, which has Swift's libraries inside: its `get`, its
# `--version`, which only loads, and an empty Swift program linked in the same way. In turn within every round.
#
#   Benchmarks/installed.sh [ROUNDS [COMMAND...]]
#
# Prints for each the median, the slowest, and the median to that of the empty program. Builds first, unless commands are named,
# such as those of two packages: then these take their turns. All that is written lies in a directory that goes with the script,
# but for the build.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
commands=("${@:2}")
if [ ${#commands[@]} = 0 ]; then
    swift build -c release --static-swift-stdlib --product securestore --scratch-path .build/static >&2
    commands=("$PWD/.build/static/release/securestore")
fi

HOME=$(mktemp -d)
export HOME XDG_DATA_HOME=$HOME/data XDG_STATE_HOME=$HOME/state XDG_CONFIG_HOME=$HOME/config
mkdir -m 700 "$XDG_DATA_HOME"
trap 'rm -rf "$HOME"' EXIT
. ./Benchmarks/measuring.sh
echo 'print()' >"$HOME/empty.swift"
swiftc -O -static-stdlib "$HOME/empty.swift" -o "$HOME/empty"

printf 'correct horse' | "${commands[0]}" set mail.example maria --stdin
empty() { "$HOME/empty"; }
# What each of them prints.
secret=''
compare "an empty Swift program" empty
for place in "${!commands[@]}"; do
    mark=$([ ${#commands[@]} = 1 ] || echo " ($((place + 1)))")
    eval "version_$place() { \"\${commands[$place]}\" --version; }"
    eval "get_$place() { \"\${commands[$place]}\" get mail.example maria; }"
    secret=$("version_$place")
    compare "securestore --version$mark" "version_$place"
    secret='correct horse'
    compare "securestore get$mark" "get_$place"
done
measure "${1:-200}"

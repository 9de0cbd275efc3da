#!/usr/bin/env bash
# What a look-up takes with the command that the README installs, which has Swift's libraries inside: its `get`, its
# `--version`, which only loads, and an empty Swift program linked in the same way. In turn within every round.
#
#   Benchmarks/installed.sh [ROUNDS]
#
# Prints for each the median, the slowest, and the median to that of the empty program. Builds first.
# All that is written lies in a directory that goes with the script, but for the build.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
swift build -c release --static-swift-stdlib --product securestore --scratch-path .build/static >&2
command=$PWD/.build/static/release/securestore

HOME=$(mktemp -d)
export HOME XDG_DATA_HOME=$HOME/data XDG_STATE_HOME=$HOME/state XDG_CONFIG_HOME=$HOME/config
mkdir -m 700 "$XDG_DATA_HOME"
trap 'rm -rf "$HOME"' EXIT
. ./Benchmarks/measuring.sh
echo 'print()' >"$HOME/empty.swift"
swiftc -O -static-stdlib "$HOME/empty.swift" -o "$HOME/empty"

printf 'correct horse' | "$command" set mail.example maria --stdin
empty() { "$HOME/empty"; }
version() { "$command" --version; }
get() { "$command" get mail.example maria; }
# What each of them prints.
secret=''
compare "an empty Swift program" empty
secret=$(version)
compare "securestore --version" version
secret='correct horse'
compare "securestore get" get
measure "${1:-200}"

#!/usr/bin/env bash
# How long the command takes from its start to its answer, in milliseconds: the median and the slowest of many runs.
# Builds for release first; other keepers of passwords are measured beside it where they are installed and set up.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build -c release --product securestore >&2
program=$(swift build -c release --show-bin-path)/securestore
rounds=${1:-200}

HOME=$(mktemp -d)
export HOME
trap 'rm -rf "$HOME"' EXIT
printf 'correct horse' | "$program" set mail.example maria --stdin

measure() {
    local name=$1 times=() start end
    shift
    for ((round = 0; round < rounds; round++)); do
        start=$EPOCHREALTIME
        "$@" >/dev/null
        end=$EPOCHREALTIME
        times+=($((10#${end/./} - 10#${start/./})))
    done
    printf '%s\n' "${times[@]}" | sort -n | awk -v name="$name" '
        { all[NR] = $1 }
        END { printf "%-28s median %6.2f ms, slowest %6.2f ms\n", name, all[int((NR + 1) / 2)] / 1000, all[NR] / 1000 }'
}

measure "an empty program" /bin/true
measure "securestore version" "$program" version
measure "securestore get" "$program" get mail.example maria
measure "security find -w" "$program" security find-generic-password -s mail.example -w

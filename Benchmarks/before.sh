#!/usr/bin/env bash
# The store beside itself at an earlier commit: what StoreBenchmark measures in both, in turn.
#
#   Benchmarks/before.sh COMMIT ROUNDS SIZE...
#
# Prints, for each operation and size, the median of all rounds' medians, by the clock and to the floor that the same program
# measured. Builds both for release first; the earlier one in .build/before, from a checkout of its own.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
if [ $# -lt 3 ]; then
    echo "usage: $0 COMMIT ROUNDS SIZE..." >&2
    exit 64
fi
commit=$(git rev-parse --verify "$1^{commit}")
rounds=$2
sizes=("${@:3}")
before=$PWD/.build/before/$commit
if [ ! -d "$before" ]; then
    mkdir -p "$before"
    git archive "$commit" | tar -x -C "$before"
fi
for folder in "$before" .; do
    # Without the plan of the last build: SwiftPM would go by it, and not see that files of a package beside it
    # came or went.
    rm -f "$folder/Benchmarks/.build/release.yaml"
    swift build -c release --package-path "$folder/Benchmarks" --product StoreBenchmark >&2
done

rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
for size in "${sizes[@]}"; do
    for ((round = 0; round < rounds; round++)); do
        "$before/Benchmarks/.build/release/StoreBenchmark" "$size" | sed 's/^/before /' >>"$rows"
        Benchmarks/.build/release/StoreBenchmark "$size" | sed 's/^/now /' >>"$rows"
        echo "$size items, round $((round + 1)) of $rounds" >&2
    done
done
awk -F ' *[|] *' '
    function median(texts,    values, count, i, j, value) {
        count = split(texts, values, " ")
        for (i = 2; i <= count; i++) {
            value = values[i]
            for (j = i - 1; j > 0 && values[j] + 0 > value + 0; j--) values[j + 1] = values[j]
            values[j + 1] = value
        }
        return values[int((count + 1) / 2)]
    }
    $3 ~ /^[0-9]+$/ {
        key = $2 " | " $3
        if (!(key in known)) order[++keys] = key
        known[key]
        times[$1, key] = times[$1, key] " " ($4 + 0)
        ratios[$1, key] = ratios[$1, key] " " $6
    }
    END {
        print "| operation | items | before | now | ratio | before, to the floor | now, to the floor |"
        print "|---|--:|--:|--:|--:|--:|--:|"
        for (i = 1; i <= keys; i++) {
            before = median(times["before", order[i]])
            now = median(times["now", order[i]])
            if (before == "" || now == "") continue
            printf "| %s | %.2f us | %.2f us | %.2f | %.2f | %.2f |\n", order[i], before, now, now / before,
                median(ratios["before", order[i]]), median(ratios["now", order[i]])
        }
    }' "$rows"

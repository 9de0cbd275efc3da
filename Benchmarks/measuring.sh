# Sourced by the benchmarks of programs. They set `secret`, the password that each of them prints, and keep a directory of
# their own in HOME.
names=()
functions=()

# compare NAME FUNCTION: measures a function that prints the password, once it is seen to do so.
compare() {
    local name=$1 answer
    answer=$("$2") || true
    if [ "$answer" != "$secret" ]; then
        echo "$name: not measured, it does not print what was stored" >&2
        return
    fi
    names+=("$name")
    functions+=("$2")
}

nothing() { /bin/true; }

# measure ROUNDS: runs all of them in turn within every round, and prints a table.
measure() {
    local rounds=$1 round place start end
    names+=("an empty program")
    functions+=(nothing)
    for ((round = 0; round < rounds; round++)); do
        for place in "${!names[@]}"; do
            start=$EPOCHREALTIME
            "${functions[place]}" >/dev/null
            end=$EPOCHREALTIME
            echo "$((${end/./} - ${start/./}))" >>"$HOME/times.$place"
        done
    done
    printf '%-36s %10s %10s %8s %11s\n' "$rounds rounds" "median" "slowest" "ratio" "difference"
    for place in "${!names[@]}"; do
        sort -n "$HOME/times.$place" | awk -v name="${names[place]}" -v first="$HOME/first" -v place="$place" '
            { all[NR] = $1 }
            END {
                median = all[int((NR + 1) / 2)]
                if (place == 0) print median > first; else getline reference < first
                if (place == 0) reference = median
                printf "%-36s %7.2f ms %7.2f ms %8.2f %8.2f ms\n", name, median / 1000, all[NR] / 1000,
                    median / reference, (median - reference) / 1000
            }'
    done
}

#!/usr/bin/env bash
# How long commands that print a password take from their start to their answer: ours, `secret-tool lookup` and
# `pass show`, in turn within every round, so that whatever else the machine does falls on all of them alike.
#
#   Benchmarks/command.sh [ROUNDS]
#
# Prints for each the median, the slowest, and the median to that of `security find-generic-password -w`, as a ratio and
# as a difference. Builds for release first. The other keepers run warm: their daemons are up and unlocked before the
# clock starts. All that is started ends with the script, and all that is written lies in a directory that goes with it.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
swift build -c release --product securestore >&2
program=$(swift build -c release --show-bin-path)/securestore
rounds=${1:-200}

HOME=$(mktemp -d)
export HOME XDG_DATA_HOME=$HOME/data XDG_STATE_HOME=$HOME/state XDG_CONFIG_HOME=$HOME/config
export XDG_CACHE_HOME=$HOME/cache XDG_RUNTIME_DIR=$HOME/run GNUPGHOME=$HOME/gnupg PASSWORD_STORE_DIR=$HOME/pass
export DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/bus
mkdir -m 700 "$XDG_DATA_HOME" "$XDG_RUNTIME_DIR" "$GNUPGHOME"
started=()
. ./Benchmarks/measuring.sh

finish() {
    local pid
    "$program" lock --store "$HOME/kept.store" 2>/dev/null || true
    for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${started[@]}"; do
        # The agent is not this shell's child, so `wait` does not know it.
        for ((try = 0; try < 100; try++)); do kill -0 "$pid" 2>/dev/null && sleep 0.05 || break; done
    done
    if [ -n "$(type -p gpgconf)" ]; then gpgconf --remove-socketdir 2>/dev/null || true; fi
    rm -rf "$HOME"
}
trap finish EXIT

# installed PACKAGE PROGRAM...: whether all programs are there; else says how to get them.
installed() {
    local package=$1 program
    shift
    for program in "$@"; do
        if [ -z "$(type -p "$program")" ]; then
            echo "$program is not installed; on Debian: apt-get install $package" >&2
            return 1
        fi
    done
}

# soon COMMAND...: repeats a command until it succeeds, ten seconds at most.
soon() {
    local end=$((SECONDS + 10))
    until "$@"; do
        if [ "$SECONDS" -ge "$end" ]; then return 1; fi
        sleep 0.05
    done
}

# --- ours

secret='correct horse'
printf '%s' "$secret" | "$program" set mail.example maria --stdin
security_find() { "$program" security find-generic-password -s mail.example -w; }
compare "security find-generic-password -w" security_find
securestore_get() { "$program" get mail.example maria; }
compare "securestore get" securestore_get

# A store with a passphrase, whose key the kernel keeps, as an agent would: for comparison with agents.
kept() { SECURESTORE_PASSPHRASE=benchmark "$program" "$@" --store "$HOME/kept.store"; }
printf benchmark | kept init --passphrase --stdin --cost interactive >/dev/null
printf '%s' "$secret" | kept set mail.example maria --stdin
if kept unlock --for 1h; then
    unlocked_get() { "$program" get mail.example maria --store "$HOME/kept.store"; }
    compare "securestore get, unlocked before" unlocked_get
fi

# --- secret-tool, with a session bus and a keyring of its own

store_secret() { printf '%s' "$secret" | secret-tool store --label=mail service mail.example 2>/dev/null; }
lookup_secret() { secret-tool lookup service mail.example; }
if installed "libsecret-tools gnome-keyring dbus-daemon" secret-tool gnome-keyring-daemon dbus-daemon; then
    # Without directories of services, so that the bus starts nothing by itself.
    cat >"$HOME/bus.conf" <<EOF
<busconfig><type>session</type><listen>$DBUS_SESSION_BUS_ADDRESS</listen>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>
EOF
    dbus-daemon --nofork --config-file="$HOME/bus.conf" 2>/dev/null &
    started+=($!)
    soon test -S "$XDG_RUNTIME_DIR/bus" || echo "dbus-daemon does not start" >&2
    printf benchmark | gnome-keyring-daemon --unlock --foreground --components=secrets \
        --control-directory="$XDG_RUNTIME_DIR/keyring" >/dev/null 2>&1 &
    started+=($!)
    if soon store_secret; then
        compare "secret-tool lookup" lookup_secret
    else
        echo "secret-tool lookup: not measured, no keyring answers on the bus" >&2
    fi
fi

# --- pass, with a key that has no passphrase, and with one whose passphrase the agent knows

agent() { gpg-connect-agent 'getinfo pid' /bye | sed -n 's/^D //p'; }
new_key() { # new_key NAME LINE: a key whose protection LINE says
    gpg --batch --quiet --pinentry-mode loopback --gen-key 2>/dev/null <<EOF
Key-Type: default
Subkey-Type: default
Name-Email: $1@mail.example
Expire-Date: 0
$2
%commit
EOF
    PASSWORD_STORE_DIR=$HOME/$1 pass init "$1@mail.example" >/dev/null
    printf '%s\n' "$secret" | PASSWORD_STORE_DIR=$HOME/$1 pass insert --echo mail.example/maria >/dev/null
}
pass_show() { pass show mail.example/maria; }
pass_show_cached() { PASSWORD_STORE_DIR=$HOME/cached pass show mail.example/maria; }
if installed "pass gnupg" pass gpg gpg-agent gpg-connect-agent gpgconf; then
    printf '%s\n' "default-cache-ttl 86400" "max-cache-ttl 86400" disable-scdaemon >"$GNUPGHOME/gpg-agent.conf"
    gpg-agent --daemon >/dev/null 2>&1 || echo "gpg-agent does not start" >&2
    if pid=$(agent) && [ -n "$pid" ]; then started+=("$pid"); fi
    # What fails here shows when the answer is looked at.
    new_key pass %no-protection || true
    compare "pass show" pass_show
    new_key cached "Passphrase: benchmark" || true
    # The agent asks nobody: what it is told here is what it knows from now on.
    printf benchmark | gpg --batch --quiet --pinentry-mode loopback --passphrase-fd 0 \
        --decrypt "$HOME/cached/mail.example/maria.gpg" >/dev/null 2>&1 || true
    compare "pass show, passphrase cached" pass_show_cached
fi

measure "$rounds"

#!/usr/bin/env bash
# What SecureStoreCertificates and KeychainServices add to the start of a program: four that make the same look-up, with SecureStore
# alone, with SecureStoreCertificates, with Foundation, and with KeychainServices, which needs both; the command's `get`; and a program
# that loads the same as the first, and does nothing. In turn within every round.
#
#   Benchmarks/start.sh [ROUNDS]
#
# Prints for each the median, the slowest, and the median to that of SecureStore alone, as a ratio and as a difference.
# Builds for release first. All that is written lies in a directory that goes with the script.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
swift build -c release --product securestore >&2
command=$(swift build -c release --show-bin-path)/securestore
swift build -c release --package-path Benchmarks >&2
programs=$(swift build -c release --package-path Benchmarks --show-bin-path)
rounds=${1:-200}

HOME=$(mktemp -d)
export HOME XDG_DATA_HOME=$HOME/data XDG_STATE_HOME=$HOME/state XDG_CONFIG_HOME=$HOME/config
mkdir -m 700 "$XDG_DATA_HOME"
trap 'rm -rf "$HOME"' EXIT
. ./Benchmarks/measuring.sh

secret='correct horse'
printf '%s' "$secret" | "$command" set mail.example maria --stdin
empty() { "$programs/StartEmpty"; }
alone() { "$programs/StartAlone"; }
with_certificates() { "$programs/StartWithCertificates"; }
with_foundation() { "$programs/StartWithFoundation"; }
with_keychain() { "$programs/StartWithKeychainServices"; }
securestore_get() { "$command" get mail.example maria; }
compare "SecureStore alone" alone
compare "with SecureStoreCertificates" with_certificates
compare "with Foundation" with_foundation
compare "with KeychainServices" with_keychain
compare "securestore get" securestore_get
compare "an empty Swift program" empty
measure "$rounds"

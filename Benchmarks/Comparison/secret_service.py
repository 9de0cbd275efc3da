"""Measures our Secret Service beside gnome-keyring, in turn and with one client for both, and draws that against the number
of items.

Needs Debian's gnome-keyring, dbus-daemon, gcc, pkg-config and libsystemd-dev. Writes `secret-service.json`, a table in
Markdown and the pictures."""

import argparse
import json
import tempfile
from pathlib import Path

import pictures
from comparison import perform
from daemons import GnomeKeyringFromStart, SecureStoreService
from figures import duration, size
from measuring import Plan, measure
from peers import ROOT, Peer, compile_peer
from processes import adopt_orphans
from tables import data_of

CLIENTS = 8
VERBS = {"find": "find and get", "add": "add", "update": "replace", "delete": "find and delete",
         "start": "start to first answer", "unlock": "start to first find"}


def ours(programs, scratch, count):
    return SecureStoreService(scratch, "service", count, [client()], programs / "release/securestore-secret-service")


def theirs(_, scratch, count):
    return GnomeKeyringFromStart(scratch, "gnome", count, [client()])


def client():
    return compile_peer("bus", "bus.c", "libsystemd")


PEERS = [Peer("service", "securestore-secret-service", ours), Peer("gnome", "gnome-keyring", theirs)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, prog="Benchmarks/secret-service")
    parser.add_argument("--sizes", nargs="+", type=int, default=[100, 1_000, 10_000], metavar="N")
    parser.add_argument("--draw", type=Path, metavar="JSON", help="only draw the pictures and the table of a run again")
    parser.add_argument("--output", type=Path, default=ROOT / ".build/secret-service",
                        help="where files go (%(default)s)")
    parser.add_argument("--scratch-path", type=Path, default=ROOT / ".build/optimised",
                        help="where the Swift program is built")
    options = parser.parse_args()
    run = json.loads(options.draw.read_text()) if options.draw else measured(options)
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "secret-service.json").write_text(json.dumps(run, indent=1) + "\n")
    for name, picture in draw_all(run).items():
        (options.output / name).write_text(picture)
    print(table(run))


def measured(options):
    # As it is released, and linked anew: SwiftPM does not see that only the libraries are others.
    (options.scratch_path / "release/securestore-secret-service").unlink(missing_ok=True)
    perform(["swift", "build", "-c", "release", "--static-swift-stdlib", "--package-path", ROOT, "--product",
             "securestore-secret-service", "--scratch-path", options.scratch_path])
    adopt_orphans()
    run = {}
    plan = Plan(options.sizes, rounds=3, seconds=0.5, deadline=60, rate_milliseconds=1_000, numbers=(1, CLIENTS), mixes=())
    for count in options.sizes:
        with tempfile.TemporaryDirectory() as scratch:
            measurements, left_out = measure(PEERS, options.scratch_path, count, plan, scratch, True)
        for each in measurements:
            each.times["start"] = each.session.starts
        run[str(count)] = {each.peer.key: data_of(each) for each in measurements}
        for name, reason in left_out.items():
            print(f"{count} items, {name}: left out, {reason}")
    return run


def draw_all(run):
    """The pictures, by their names as files."""
    words = pictures.Words("Secrets over the bus", "median of a find with its secret, and of a durable add",
                           pictures.HINT, pictures.ACROSS)
    lines = {}
    for peer in PEERS:
        for suffix, verb, name in (("", "find", "find"), ("-add", "add", "add")):
            points = [(int(count), peers[peer.key]["verbs"][verb]["p50"]) for count, peers in run.items()
                      if verb in peers.get(peer.key, {}).get("verbs", {})]
            if points:
                short = "ours" if peer.key == "service" else peer.name
                lines[peer.key + suffix] = (f"{short}, {name}", points)
    return {f"secret-service{suffix}.svg": pictures.draw(lines, words, theme) for suffix, theme in pictures.THEMES.items()}


def table(run):
    """The table in Markdown: medians, and the highest memory of the daemon."""
    rows = [f"| items | | {' | '.join(VERBS.values())} | finds a second, 1 and {CLIENTS} clients | memory |",
            "|--:|---|" + "--:|" * (len(VERBS) + 2)]
    for count, peers in run.items():
        for peer in PEERS:
            data = peers.get(peer.key)
            if not data:
                continue
            times = [duration(data["verbs"][verb]["p50"]) if verb in data["verbs"] else "" for verb in VERBS]
            rates = ", ".join(f"{rate:,.0f}" for rate in (data["finds a second"] or {}).get("processes", {}).values())
            memory = size(data["memory of daemon"]) if data["memory of daemon"] else ""
            rows.append(f"| {int(count):,} | {peer.name} | {' | '.join(times)} | {rates} | {memory} |")
    return "\n".join(rows)


if __name__ == "__main__":
    main()

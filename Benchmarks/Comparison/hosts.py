"""Measures how many single changes a fleet's hosts make, and draws that against the number of hosts.

The server is yours: see --help. Writes `hosts.json`, a table in Markdown and the pictures."""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pictures

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"(\d+) hosts: (\d+) changes, (\d+) with 8 threads, (\d+) updates")
# What the numbers of a line are, in their order.
NAMES = {"eight": "changes, 8 threads each", "one": "changes, 1 thread each", "updates": "bare UPDATE of one row"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, prog="Benchmarks/hosts")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("settings", nargs="?", help="libpq's settings of a role that may make a schema")
    source.add_argument("--draw", type=Path, metavar="JSON", help="only draw the pictures and the table of a run again")
    parser.add_argument("--output", type=Path, default=ROOT / ".build/hosts", help="where files go (%(default)s)")
    options = parser.parse_args()
    run = json.loads(options.draw.read_text()) if options.draw else rates_in(measure(options.settings))
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "hosts.json").write_text(json.dumps(run, indent=1) + "\n")
    for name, picture in draw_all(run).items():
        (options.output / name).write_text(picture)
    print(table(run))


def measure(settings):
    """What the benchmark prints."""
    environment = dict(os.environ, SECURESTORE_CHECKS="1")
    command = ["swift", "run", "-c", "release", "FleetBenchmark", settings, "processes"]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"Benchmarks/hosts: the benchmark ended with {done.returncode}")
    return done.stdout


def rates_in(text):
    """The rates of each number of hosts, by the names of the lines."""
    run = {int(hosts): {"one": int(one), "eight": int(eight), "updates": int(updates)}
           for hosts, one, eight, updates in LINE.findall(text)}
    if not run:
        sys.exit("Benchmarks/hosts: the benchmark printed no rates")
    return run


def lines_of(run):
    """For each line of the picture its name and its points."""
    return {key: (name, [(int(hosts), rates[key]) for hosts, rates in run.items()]) for key, name in NAMES.items()}


def draw_all(run):
    """The pictures, by their names as files."""
    subtitle = "single changes a second against the number of hosts, which are processes"
    words = pictures.Words("Hosts of one fleet that change at once", subtitle, "higher is more", "hosts")
    return {f"hosts{suffix}.svg": pictures.draw(lines_of(run), words, theme, pictures.Linear, "{:,}".format)
            for suffix, theme in pictures.THEMES.items()}


def table(run):
    """The table in Markdown."""
    rows = ["| hosts | changes a second | to updates | with 8 threads each | to updates | bare updates |",
            "|--:|--:|--:|--:|--:|--:|"]
    for hosts, rates in run.items():
        one, eight, updates = rates["one"], rates["eight"], rates["updates"]
        rows.append(f"| {hosts} | {one:,} | {one / updates:.2f} | {eight:,} | {eight / updates:.2f} | {updates:,} |")
    return "\n".join(rows)


if __name__ == "__main__":
    main()

"""Compares the store with what else keeps secrets on Linux, on this machine.

Builds and runs what is installed, names what is not, prints tables in Markdown, and writes them with JSON and pictures
into a directory. It installs nothing unless asked, prompts for nothing, and all that it starts ends with it.
"""

import argparse
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import guard
import pictures
import tables
from measuring import Plan, measure, say
from peers import ALL, BUILT, PYTHON, ROOT
from processes import adopt_orphans

# Between them README.md has the tables of a run.
FIRST_MARK, LAST_MARK = "<!-- compare: tables -->", "<!-- compare: end -->"

PLANS = {
    "quick": (Plan([100, 1_000], rounds=1, seconds=0.1, deadline=20, least=1, rate_milliseconds=0),
              "less than two minutes"),
    "normal": (Plan([100, 1_000, 10_000], rounds=3, seconds=0.3, deadline=60), "about a quarter of an hour"),
    "full": (Plan([100, 1_000, 10_000, 100_000, 1_000_000], rounds=3, seconds=0.3, deadline=120),
             "about three quarters of an hour"),
}


def arguments():
    parser = argparse.ArgumentParser(prog="compare", description=__doc__.split("\n\n")[0])
    parser.add_argument("plan", nargs="?", choices=PLANS, default="normal",
                        help="; ".join(f"{name}: {duration}" for name, (_, duration) in PLANS.items()))
    parser.add_argument("--sizes", nargs="+", type=int, metavar="N", help="numbers of items, instead of the plan's")
    parser.add_argument("--rounds", type=int, metavar="N")
    parser.add_argument("--only", nargs="+", metavar="PEER", choices=[peer.key for peer in ALL],
                        help=", ".join(peer.key for peer in ALL))
    parser.add_argument("--output", type=Path, default=BUILT / "results", metavar="DIRECTORY")
    parser.add_argument("--install", action="store_true",
                        help="install what is missing: with apt-get, and from PyPI into .build/comparison/venv")
    parser.add_argument("--guard", action="store_true",
                        help="only check the ratios to the floor against their limits: a few seconds")
    parser.add_argument("--draw", type=Path, metavar="JSON", help="only draw the pictures and tables of a run again")
    parser.add_argument("--publish", action="store_true", help="also put tables and pictures into README.md")
    parser.add_argument("--scratch-path", type=Path, default=ROOT / ".build/optimised",
                        help="where the Swift programs are built")
    return parser.parse_args()


def perform(arguments):
    """Runs a command of which only its errors matter."""
    subprocess.run(arguments, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr, timeout=1800)


def build(scratch_path, products=("FloorPeer", "StorePeer", "KeychainPeer")):
    """Builds the Swift programs, the command among them."""
    for package, names in ((ROOT / "Benchmarks", products), (ROOT, ("securestore",) if len(products) > 2 else ())):
        for name in names:
            perform(["swift", "build", "-c", "release", "--package-path", package, "--product", name,
                     "--scratch-path", scratch_path])


def install(peers):
    """Debian's packages as root or with sudo, without questions; PyPI's into a folder of this package."""
    packages, modules = set(), set()
    for peer in peers:
        missing = peer.missing()
        packages.update(missing[0] + [name for name, signs in peer.packages.items() if not signs])
        modules.update(missing[1])
    if packages:
        prefix = [] if os.geteuid() == 0 else ["sudo", "-n"]
        perform([*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq",
                 "--no-install-recommends", *sorted(packages)])
    if modules:
        if not PYTHON.exists():
            perform([sys.executable, "-m", "venv", PYTHON.parent.parent])
        perform([PYTHON, "-m", "pip", "install", "-q", "--no-input", *sorted(modules)])


def installed(peers):
    """Those that can run, and of the others what they miss."""
    here, missing = [], {}
    for peer in peers:
        packages, modules = peer.missing()
        if not packages and not modules:
            here.append(peer)
            continue
        ways = [f"apt-get install {' '.join(packages)}"] * bool(packages)
        ways += [f"pip install {' '.join(modules)}"] * bool(modules)
        missing[peer.name] = f"not installed ({' and '.join(ways)}; or ./compare --install)"
        say(f"{peer.name}: {missing[peer.name]}")
    return here, missing


def run(options, scratch):
    plan = PLANS[options.plan][0]
    plan.sizes, plan.rounds = options.sizes or plan.sizes, options.rounds or plan.rounds
    peers, missing = installed([peer for peer in ALL if not options.only or peer.key in options.only])
    say(f"This run takes {PLANS[options.plan][1]} on two quiet cores." if not options.sizes else "Sizes as asked.")
    build(options.scratch_path)
    result = {
        "machine": f"{os.cpu_count()} cores, Linux {platform.release()}", "plan": vars(plan), "not installed": missing,
        "names": {peer.key: peer.name for peer in ALL}, "sizes": {}, "left out": {},
    }
    # Threads and processes at the largest size that all have.
    with_rates = max((size for size in plan.sizes if size <= 10_000), default=plan.sizes[0])
    for count in plan.sizes:
        fitting = [peer for peer in peers if count <= peer.largest]
        with tempfile.TemporaryDirectory(dir=scratch) as directory:
            measured, left_out = measure(
                fitting, options.scratch_path, count, plan, directory, count == with_rates)
        result["sizes"][str(count)] = {each.peer.key: tables.data_of(each) for each in measured}
        result["left out"][str(count)] = left_out
        # What there is after each size is kept: a long run may be ended.
        write(json.loads(json.dumps(result)), options.output)
    result = json.loads(json.dumps(result))
    print(tables.markdown(result))
    if options.publish:
        publish(result)


def write(result, directory):
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "comparison.json").write_text(json.dumps(result, indent=1) + "\n")
    (directory / "comparison.md").write_text(tables.markdown(result))
    for name, picture in pictures.draw_all(result).items():
        (directory / name).write_text(picture)


def publish(result):
    """Puts a run where README.md shows it."""
    readme = ROOT / "Benchmarks/README.md"
    before, _, rest = readme.read_text().partition(FIRST_MARK)
    _, _, after = rest.partition(LAST_MARK)
    readme.write_text(f"{before}{FIRST_MARK}\n\n{tables.markdown(result)}\n{LAST_MARK}{after}")
    write(result, ROOT / "Benchmarks/pictures")
    (ROOT / "Benchmarks/pictures/comparison.md").unlink()


def main():
    options = arguments()
    # So that what was begun is ended in the order of its making.
    for sign in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, lambda number, _: sys.exit(128 + number))
    adopt_orphans()
    if options.draw:
        result = json.loads(options.draw.read_text())
        write(result, options.output)
        if options.publish:
            publish(result)
        return 0
    if options.install:
        install(ALL)
    with tempfile.TemporaryDirectory(prefix="compare-") as scratch:
        if options.guard:
            build(options.scratch_path, ("FloorPeer", "StorePeer"))
            return guard.check(options.scratch_path, scratch)
        run(options, scratch)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.SubprocessError as error:
        sys.exit(f"compare: {error}")
    except KeyboardInterrupt:
        sys.exit(130)

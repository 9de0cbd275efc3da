#!/usr/bin/env python3
"""Tests of what could be wrong without anybody noticing: python3 -B Benchmarks/Comparison/tests.py"""

import contextlib
import io
import re
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import figures
import guard
import hosts
import pictures
import tables
from measuring import MIXES, Measurement, Plan
from peers import ALL
from processes import Failure, Program, end, make_home, start
from sessions import MIXED, ProgramSession


class FigureTests(unittest.TestCase):
    def test_percentile_ofUnorderedValues_isNearestRank(self):
        self.assertEqual(figures.percentile([30, 10, 50, 20, 40], 0.5), 30)

    def test_percentile_ofEvenCount_isLowerMiddle(self):
        self.assertEqual(figures.percentile([1, 2, 3, 4], 0.5), 2)

    def test_percentile_99ofHundred_leavesOutTheLargest(self):
        self.assertEqual(figures.percentile(range(1, 101), 0.99), 99)

    def test_percentile_99ofFew_isTheLargest(self):
        self.assertEqual(figures.percentile([5, 7, 6], 0.99), 7)

    def test_percentile_ofOne_isThatOne(self):
        self.assertEqual(figures.percentile([5], 0.5), 5)

    def test_bestBlock_withDisturbedStretch_isOfTheQuietOne(self):
        self.assertEqual(figures.best_block([90] * 10 + [10] * 9 + [99] + [80] * 10, 10), 10)

    def test_bestBlock_ofFewerThanABlock_isTheirMedian(self):
        self.assertEqual(figures.best_block([3, 1, 2], 10), 2)

    def test_duration_acrossUnits_hasThreeDigits(self):
        rows = {311: "311 ns", 999.6: "1 us", 4_712: "4.71 us", 23_500_000: "23.5 ms", 999_600_000: "1 s",
                1_200_000_000: "1.20 s", 34_000_000_000: "34 s", 1e12: "1000 s"}
        self.assertEqual({value: figures.duration(value) for value in rows}, rows)

    def test_size_acrossUnits_hasThreeDigits(self):
        rows = {512: "512 B", 4_400: "4.40 kB", 999_999: "1 MB", 445_000_000: "445 MB"}
        self.assertEqual({value: figures.size(value) for value in rows}, rows)


class AxisTests(unittest.TestCase):
    def test_place_ofPowersOfTen_isEvenlySpaced(self):
        axis = pictures.Axis([100, 10_000], 0, 80)
        self.assertEqual([axis.place(value) for value in (100, 1_000, 10_000)], [0, 40, 80])

    def test_place_betweenDecades_isByLogarithm(self):
        self.assertAlmostEqual(pictures.Axis([1, 10], 0, 100).place(2), 30.103, places=3)

    def test_place_onAxisFromBelow_growsUpwards(self):
        axis = pictures.Axis([1, 100], 400, 0)
        self.assertGreater(axis.place(2), axis.place(3))

    def test_marks_ofValuesWithinOne_encloseThem(self):
        self.assertEqual(pictures.Axis([2_500, 4_700], 0, 1).marks(), [1_000, 10_000])

    def test_marks_ofLinearAxis_areRoundAndFew(self):
        self.assertEqual(pictures.Linear([1, 20], 0, 1).marks(), [0, 5, 10, 15, 20])
        self.assertEqual(pictures.Linear([4941], 0, 1).marks(), [0, 1000, 2000, 3000, 4000, 5000])
        self.assertEqual(pictures.Linear([20], 0, 100).place(5), 25)

    def test_marks_ofOneRoundValue_areTwo(self):
        self.assertEqual(pictures.Axis([100], 0, 1).marks(), [100, 1_000])


class SpreadTests(unittest.TestCase):
    def test_spread_withRoom_changesNothing(self):
        self.assertEqual(pictures.spread([50, 10, 90], 10, 0, 100), [50, 10, 90])

    def test_spread_ofCrowd_keepsGapAndMiddle(self):
        self.assertEqual(pictures.spread([50, 50, 50], 10, 0, 100), [40, 50, 60])

    def test_spread_ofCrowdAtTheEdge_staysInside(self):
        self.assertEqual(pictures.spread([98, 100, 99], 10, 0, 100), [80, 100, 90])

    def test_spread_ofTouchingCrowds_keepsOrderAndGap(self):
        wanted = [10, 11, 12, 25, 26, 27, 40]
        places = pictures.spread(wanted, 10, 0, 100)
        self.assertTrue(all(later - earlier >= 10 - 1e-9 for earlier, later in zip(places, places[1:])), places)


def run_of(peers, counts=(100, 1_000)):
    """A run in which the peers' times are a millisecond and more."""
    verbs = {verb: {"samples": 20, "p50": 1e6, "p99": 2e6} for verb in ("find", "add")}
    rates, mixes = {"threads": {"1": 10, "16": 90}}, {"alone": verbs, "watched": {"find": verbs["find"]}}
    peer = {"verbs": verbs, "bytes": 1e5, "memory": 1e6, "memory of daemon": None, "finds a second": rates,
            "mixes": mixes, "left out": {}}
    return {"sizes": {str(count): {key: peer for key in peers} for count in counts}, "left out": {},
            "names": {peer.key: peer.name for peer in ALL}, "not installed": {"nobody": "not installed"}}


class PictureTests(unittest.TestCase):
    drawn = pictures.draw_all(run_of([peer.key for peer in ALL]))

    def test_draw_allPeers_isWellFormed(self):
        for picture in self.drawn.values():
            ElementTree.fromstring(picture)

    def test_draw_allPeers_refersToNothingElsewhere(self):
        for picture in self.drawn.values():
            self.assertIsNone(re.search(r"href|url\(|<script|@import|<style|http(?!://www\.w3\.org/2000/svg)", picture))

    def test_draw_namesOfAllPeers_fitAndDoNotOverlap(self):
        for picture in self.drawn.values():
            texts = [text for text in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
                     if float(text.get("x")) > pictures.LABELS]
            self.assertEqual(len(texts), len(ALL))
            # No letter of a usual font is wider on average, not even in bold.
            for text in texts:
                self.assertLess(float(text.get("x")) + 0.66 * 13 * len(text.text), pictures.WIDTH, text.text)
            heights = sorted(float(text.get("y")) for text in texts)
            self.assertGreaterEqual(min(b - a for a, b in zip(heights, heights[1:])), 13)

    def test_draw_runWithoutTimes_isWellFormed(self):
        ElementTree.fromstring(pictures.draw_all(run_of([]))["find.svg"])


class TableTests(unittest.TestCase):
    def test_markdown_ofRun_namesWhatWasLeftOut(self):
        run = run_of(["pass"])
        run["sizes"]["100"]["pass"] = {**run["sizes"]["100"]["pass"], "left out": {"list": "no answer"}}
        text = tables.markdown(run)
        self.assertIn("- nobody: not installed", text)
        self.assertIn("- pass, 100 items, list: no answer", text)

    def test_markdown_ofRun_hasMixesBesideEachOther(self):
        # Nothing stands where nothing was measured.
        lines = tables.mix_table(run_of(["typed"])).splitlines()
        self.assertTrue(lines[0].startswith("| 95 finds to 5 updates, 100 items | find | update |"), lines[0])
        self.assertEqual(lines[2], "| SecureStore, typed | 1 ms / 2 ms |" + "  |" * 3 + " 1 ms / 2 ms |  |")

    def test_markdown_ofRun_hasAsManyCellsInEachRow(self):
        for line in tables.markdown(run_of(["pass", "typed"])).splitlines():
            if line.startswith("| pass"):
                self.assertIn(line.count("|"), (8, 7, 4))


class FakeSession:
    """Answers as a program would; `time_of` is asked for the time of each call."""

    count = 100

    def __init__(self, time_of):
        self.time_of, self.asked = time_of, 0

    def ask(self, verb, times, deadline):
        if verb == "clock":
            return []
        self.asked += 1
        return [self.time_of(self.asked) for _ in range(times)]


class GuardTests(unittest.TestCase):
    limits = {"find": (1.5, 100, 10, 0)}

    def verdict(self, ours):
        with contextlib.redirect_stdout(io.StringIO()):
            best = guard.measure([FakeSession(ours), FakeSession(lambda asked: 10)], self.limits)
            return guard.report(best, self.limits)

    def test_guard_withProgramUnderItsLimit_isGood(self):
        self.assertEqual(self.verdict(lambda asked: 14), 0)

    def test_guard_withProgramSlowedByAThird_fails(self):
        self.assertEqual(self.verdict(lambda asked: 14 * 4 / 3), 1)

    def test_guard_withNoiseInMostRounds_isGood(self):
        self.assertEqual(self.verdict(lambda asked: 14 if asked % 5 == 0 else 40), 0)

    def test_guard_withNoiseInAllUsualRounds_isMeasuredFurther(self):
        self.assertEqual(self.verdict(lambda asked: 14 if asked > guard.ROUNDS + 2 else 40), 0)


class GuardedProgramTests(unittest.TestCase):
    """The guard as a whole, with programs that say how long they took."""

    def verdict(self, ours):
        with tempfile.TemporaryDirectory() as directory, contextlib.redirect_stdout(io.StringIO()) as output:
            folder = Path(directory) / "release"
            folder.mkdir()
            for name, time_of in {"StorePeer": ours, "FloorPeer": 100}.items():
                (folder / name).write_text(
                    "#!/bin/sh\nwhile read verb times; do case $verb in fill | clock) echo done ;;"
                    f" *) echo {time_of} {time_of} ;; esac; done\n")
                (folder / name).chmod(0o700)
            code = guard.check(folder.parent, directory, {"find": (1.2, 2, 1, 0), "add": (1.2, 2, 1, 0)})
            return code, output.getvalue()

    def test_check_withProgramAsFastAsTheFloor_isGood(self):
        self.assertEqual(self.verdict(100)[0], 0)

    def test_check_withProgramSlowedByAThird_saysSo(self):
        code, output = self.verdict(133)
        self.assertEqual(code, 1)
        self.assertIn("| find | 133 ns | 100 ns | 1.33 | 1.20 | TOO SLOW |", output)

    def test_check_withProgramThatGoesWrong_fails(self):
        self.assertEqual(self.verdict("failed find")[0], 1)


class MeasurementTests(unittest.TestCase):
    def measured(self, nanoseconds, verbs, rounds=1):
        plan = Plan([100], rounds=rounds, seconds=0.1, deadline=1)
        measurement = Measurement(ALL[0], FakeSession(lambda asked: nanoseconds), plan)
        for _ in range(rounds):
            for verb in verbs:
                measurement.measure(verb)
        return {verb: len(times) for verb, times in measurement.times.items()}

    def test_measure_ofSlowPeer_asksLessOften(self):
        self.assertEqual(self.measured(20_000_000, ["find"]), {"find": 5})

    def test_measure_ofFastPeer_asksAsOftenAsAllowed(self):
        self.assertEqual(self.measured(100, ["find"], rounds=2), {"find": 6000})

    def test_measureMixes_ofTimesInTurn_tellsFindsFromUpdates(self):
        session = FakeSession(lambda asked: 100)
        session.mix = lambda times, beside, deadline: ([1] * (MIXED - 1) + [7]) * (times // MIXED * (1 + (beside == "twice")))
        measurement = Measurement(ALL[0], session, Plan([100], rounds=1, seconds=0.1, deadline=1))
        measurement.times = {"find": [1_000_000], "update": [1_000_000]}
        measurement.measure_mixes()
        self.assertEqual({beside: {verb: set(times) for verb, times in mix.items()} for beside, mix in measurement.mixes.items()},
                         {beside: {"find": {1}, "update": {7}} for beside in MIXES})
        # Twenty calls are twenty milliseconds, and there are three tenths of a second.
        self.assertEqual({beside: len(mix["update"]) for beside, mix in measurement.mixes.items()},
                         {"alone": 15, "twice": 30, "watched": 15})

    def test_measureMixes_ofPeerThatCannotUpdate_areNone(self):
        measurement = Measurement(ALL[0], FakeSession(lambda asked: 100), Plan([100], rounds=1, seconds=0.1, deadline=1))
        measurement.times = {"find": [100]}
        measurement.measure_mixes()
        self.assertEqual(measurement.mixes, {})

    def test_mix_ofProgramThatCannotMix_isNone(self):
        with tempfile.TemporaryDirectory() as scratch:
            answer = "print('done' if 'find' in line else 'missing', flush=True)"
            source = f"import sys\nfor line in sys.stdin: {answer}"
            session = ProgramSession(scratch, "home", 100, [sys.executable, "-c", source])
            for beside in (None, "twice", "watched"):
                self.assertIsNone(session.mix(20, beside, 5))

    def test_measure_delete_isAsOftenAsAdd(self):
        self.assertEqual(self.measured(5_000_000, ["add", "delete"]), {"add": 20, "delete": 20})


class ProcessTests(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.home = make_home(self.directory.name, "home")

    def program(self, source):
        program = Program([sys.executable, "-c", source], self.home)
        self.addCleanup(program.end)
        return program

    def test_ask_ofProgramThatAnswers_isItsNumbers(self):
        self.assertEqual(self.program("input(); print('3 1 2')").ask("find 3", 20), [3, 1, 2])

    def test_ask_ofProgramThatCannot_isNone(self):
        self.assertIsNone(self.program("input(); print('missing')").ask("batch 1 1", 20))

    def test_ask_ofProgramThatHangs_failsAtItsDeadline(self):
        with self.assertRaisesRegex(Failure, "no answer within 0.2 s"):
            self.program("import time; time.sleep(60)").ask("find 1", 0.2)

    def test_ask_ofProgramThatEnds_failsWithItsLastWords(self):
        with self.assertRaisesRegex(Failure, "no key"):
            self.program("import sys; input(); sys.exit('no key')").ask("find 1", 20)

    def test_end_ofProcessWithChild_endsBoth(self):
        process = start(["sh", "-c", "sleep 60 & echo $! > child; wait"], self.home)
        child = self.home / "child"
        while not (child.exists() and child.read_text()):
            time.sleep(0.01)
        end(process)
        state = Path(f"/proc/{child.read_text().strip()}/stat")
        self.assertTrue(not state.exists() or ") Z " in state.read_text())


class HostTests(unittest.TestCase):
    printed = "a\n1 hosts: 10 changes, 40 with 8 threads, 20 updates\n20 hosts: 5 changes, 30 with 8 threads, 10 updates\n"

    def test_ratesIn_whatTheBenchmarkPrints_areThoseOfEachNumberOfHosts(self):
        run = {1: {"one": 10, "eight": 40, "updates": 20}, 20: {"one": 5, "eight": 30, "updates": 10}}
        self.assertEqual(hosts.rates_in(self.printed), run)
        self.assertIn("| 20 | 5 | 0.50 | 30 | 3.00 | 10 |", hosts.table(run))

    def test_drawAll_ofRun_hasALineForEachName(self):
        drawn = hosts.draw_all(hosts.rates_in(self.printed))
        self.assertEqual(list(drawn), ["hosts.svg", "hosts-dark.svg"])
        texts = {text.text for text in ElementTree.fromstring(drawn["hosts.svg"]).iter("{http://www.w3.org/2000/svg}text")}
        self.assertLessEqual({*hosts.NAMES.values(), "hosts", "20", "40"}, texts)


if __name__ == "__main__":
    unittest.main()

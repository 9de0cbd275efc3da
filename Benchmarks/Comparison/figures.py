"""What is made of measured times: percentiles, best blocks, and how they are written for people."""

import math


def percentile(values, share):
    """The nearest rank: the smallest value that at least this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def best_block(values, size):
    """The lowest median of a block of neighbours: what an undisturbed stretch looks like on a busy machine."""
    blocks = [values[start:start + size] for start in range(0, len(values) - size + 1, size)]
    return min(percentile(block, 0.5) for block in blocks or [values])


def duration(nanoseconds):
    """A time for people, three digits: 4.71 us, 23.5 ms, 1.20 s."""
    value, unit = nanoseconds, "ns"
    for larger in ("us", "ms", "s"):
        # What rounds to 1000 belongs to the next unit.
        if float(f"{value:.3g}") < 1000:
            break
        value, unit = value / 1000, larger
    return f"{_digits(value)} {unit}"


def size(count):
    """Bytes for people: 512 B, 4.4 kB, 445 MB."""
    value, unit = count, "B"
    for larger in ("kB", "MB", "GB"):
        if float(f"{value:.3g}") < 1000:
            break
        value, unit = value / 1000, larger
    return f"{_digits(value)} {unit}"


def _digits(value):
    """Three digits, without an exponent and without a fraction where there is none to speak of."""
    value = float(f"{value:.3g}")
    if value >= 100 or value == int(value):
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"

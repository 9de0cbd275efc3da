"""Draws a run as SVG that needs neither fonts nor scripts from elsewhere: of the comparison the time of a verb against the
number of items, both axes logarithmic, a line for each peer."""

import math
from dataclasses import dataclass
from html import escape

from figures import duration

WIDTH, HEIGHT = 1000, 540
LEFT, RIGHT, TOP, BOTTOM = 76, 716, 84, 478
LABELS = 744
LINE_HEIGHT = 19
FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

# Colour on light and on dark, and dashes: relatives share a colour. Ours are wider.
STYLES = {
    "typed": ("#0550ae", "#79c0ff", ""), "apple": ("#0550ae", "#79c0ff", "9 5"),
    "command": ("#0550ae", "#79c0ff", "2 6"), "floor": ("#59636e", "#9198a1", "5 4"),
    "sqlcipher3": ("#bc4c00", "#f0883e", "8 4"), "sqlcipher4": ("#bc4c00", "#f0883e", ""),
    "gnome": ("#1a7f37", "#56d364", ""), "kwallet": ("#0e7c86", "#39c5cf", ""),
    "pass": ("#8250df", "#bc8cff", ""), "pass-locked": ("#8250df", "#bc8cff", "8 4"),
    "age": ("#8250df", "#bc8cff", "2 6"), "keepassxc": ("#cf222e", "#ff7b72", ""), "alt": ("#9e6a03", "#e3b341", ""),
    "cryptfile": ("#9e6a03", "#e3b341", "8 4"),
    "service": ("#0550ae", "#79c0ff", ""), "service-add": ("#0550ae", "#79c0ff", "9 5"),
    "gnome-add": ("#1a7f37", "#56d364", "9 5"),
    "one": ("#0550ae", "#79c0ff", ""), "eight": ("#0550ae", "#79c0ff", "9 5"), "updates": ("#59636e", "#9198a1", "5 4"),
}
OURS = ("typed", "apple", "command", "one", "eight", "service", "service-add")


@dataclass
class Theme:
    background: str
    text: str
    quiet: str
    grid: str
    place: int


@dataclass
class Words:
    title: str
    subtitle: str
    hint: str
    across: str


THREADS = Words("Finding by several threads", "finds a second of all threads together, by their number", "higher is more",
                "threads of one process")

THEMES = {"": Theme("#ffffff", "#1f2328", "#59636e", "#d1d9e0", 0),
          "-dark": Theme("#0d1117", "#f0f6fc", "#9198a1", "#30363d", 1)}
HINT = "lower is faster, and each line is ten times the one below"
ACROSS = "items in the store"
ADDING = "median of an add, until it is safe on disk where the peer waits for that"
PICTURES = {"find": Words("Finding one secret", "median of a find by service and account", HINT, ACROSS),
            "add": Words("Adding one secret", ADDING, HINT, ACROSS)}


def draw_all(run):
    """All pictures of a run, by their names as files."""
    drawn = {f"{verb}{suffix}.svg": draw(lines_of(run, verb), PICTURES[verb], theme)
             for verb in PICTURES for suffix, theme in THEMES.items()}
    return drawn | {f"threads{suffix}.svg": draw(threads_of(run), THREADS, theme, Linear, "{:,}".format)
                    for suffix, theme in THEMES.items()}


def threads_of(run):
    """For each peer that has threads its name and its points: their number, and what they find in a second."""
    return {key: (run["names"][key], [(int(number), rate) for number, rate in peer["finds a second"]["threads"].items()])
            for peers in run["sizes"].values() for key, peer in peers.items()
            if (peer["finds a second"] or {}).get("threads")}


def lines_of(run, verb):
    """For each peer its name and its points: numbers of items, and nanoseconds."""
    lines = {}
    for count, peers in sorted(run["sizes"].items(), key=lambda pair: int(pair[0])):
        for key, peer in peers.items():
            if verb in peer["verbs"]:
                line = lines.setdefault(key, (run["names"][key], []))
                line[1].append((int(count), peer["verbs"][verb]["p50"]))
    return lines


class Axis:
    """Decades from one power of ten to another, onto a stretch of the picture."""

    def __init__(self, values, start, end):
        self.low = math.floor(math.log10(min(values)))
        # A single value still needs a stretch.
        self.high = max(self.low + 1, math.ceil(math.log10(max(values))))
        self.start, self.end = start, end

    def place(self, value):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def marks(self):
        return [10 ** power for power in range(self.low, self.high + 1)]


class Linear:
    """From nothing to the largest value in round steps, onto a stretch of the picture."""

    def __init__(self, values, start, end):
        top = max(values)
        power = 10 ** math.floor(math.log10(top))
        self.step = next(step for step in (max(1, power / 5), max(1, power / 2), power, 2 * power) if top / step <= 6)
        self.high = math.ceil(top / self.step) * self.step
        self.start, self.end = start, end

    def place(self, value):
        return self.start + value / self.high * (self.end - self.start)

    def marks(self):
        return [round(self.step * count) for count in range(round(self.high / self.step) + 1)]


def spread(wanted, gap, low, high):
    """Places as near as possible to those wanted, at least a gap apart: crowded ones share their middle."""
    groups = []
    for place in sorted(wanted):
        groups.append([place, 1])
        while len(groups) > 1 and _top(groups[-1], gap) < _bottom(groups[-2], gap) + gap:
            (first, first_count), (second, second_count) = groups[-2:]
            count = first_count + second_count
            groups[-2:] = [[(first * first_count + second * second_count) / count, count]]
    places = [_top(group, gap) + gap * index for group in groups for index in range(group[1])]
    # Inside the picture: from below upwards, then from above downwards.
    for index in reversed(range(len(places))):
        places[index] = min(places[index], high - gap * (len(places) - 1 - index))
    for index in range(len(places)):
        places[index] = max(places[index], low + gap * index)
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    result = [0.0] * len(wanted)
    for place, index in zip(places, order):
        result[index] = place
    return result


def _top(group, gap):
    return group[0] - gap * (group[1] - 1) / 2


def _bottom(group, gap):
    return group[0] + gap * (group[1] - 1) / 2


def draw(lines, words, theme, axis=Axis, label=duration):
    """One picture; `label` writes the values of the axis that goes up."""
    points = [point for _, line in lines.values() for point in line]
    parts = [_head(words, theme)]
    if points:
        across = axis([count for count, _ in points], LEFT, RIGHT)
        down = axis([value for _, value in points], BOTTOM, TOP)
        parts += [_grid(across, down, words.across, label, theme), *_lines(lines, across, down, theme)]
    return "\n".join(parts) + "\n</svg>\n"


def _head(words, theme):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
            f' role="img" font-family="{FONTS}">\n<title>{escape(words.title)}: {escape(words.subtitle)}</title>\n'
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{theme.background}"/>\n'
            + _text(24, 36, words.title, theme.text, 20, weight=600) + "\n"
            + _text(24, 58, f"{words.subtitle}; {words.hint}", theme.quiet, 13))


def _grid(across, down, name, label, theme):
    parts = []
    for value in down.marks():
        y = down.place(value)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="{theme.grid}"/>')
        parts.append(_text(LEFT - 10, y + 4.5, label(value), theme.quiet, 13, "end"))
    for value in across.marks():
        x = across.place(value)
        parts.append(f'<path d="M{x:.1f} {TOP}V{BOTTOM}" stroke="{theme.grid}"/>')
        parts.append(_text(x, BOTTOM + 22, f"{value:,}", theme.quiet, 13, "middle"))
    parts.append(_text((LEFT + RIGHT) / 2, BOTTOM + 46, name, theme.quiet, 13, "middle"))
    return "\n".join(parts)


def _lines(lines, across, down, theme):
    ends = [(across.place(line[-1][0]), down.place(line[-1][1])) for _, line in lines.values()]
    heights = spread([y for _, y in ends], LINE_HEIGHT, TOP, BOTTOM)
    placed = zip(lines.items(), ends, heights)
    # Ours last, on top of the others.
    for (key, (name, line)), (x, y), height in sorted(placed, key=lambda entry: entry[0][0] in OURS):
        colour, dashes = STYLES[key][theme.place], STYLES[key][2]
        width = 3.2 if key in OURS else 2
        # From the last point to the name, so that a line that ends early has its name, too.
        yield (f'<path d="M{x + 6:.1f} {y:.1f}L{max(x + 6, RIGHT + 4):.1f} {y:.1f}L{LABELS - 5} {height:.1f}"'
               f' fill="none" stroke="{colour}" stroke-opacity=".45" stroke-dasharray="1 3"/>')
        path = "L".join(f"{across.place(count):.1f} {down.place(time):.1f}" for count, time in line)
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        yield (f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"'
               f' stroke-linecap="round"{dash}/>')
        for count, time in line:
            yield (f'<circle cx="{across.place(count):.1f}" cy="{down.place(time):.1f}" r="{width + .8:.1f}"'
                   f' fill="{colour}" stroke="{theme.background}" stroke-width="1.2"/>')
        yield (f'<path d="M{LABELS} {height:.1f}h22" stroke="{colour}" stroke-width="{width}"{dash}'
               ' stroke-linecap="round"/>')
        yield _text(LABELS + 29, height + 4.5, name, theme.text, 13, weight=600 if key in OURS else 400)


def _text(x, y, text, colour, size, anchor="start", weight=400):
    return (f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-size="{size}" font-weight="{weight}"'
            f' text-anchor="{anchor}">{escape(text)}</text>')

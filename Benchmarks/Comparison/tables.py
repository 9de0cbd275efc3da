"""A run as data for JSON, and as tables in Markdown."""

from figures import duration, percentile, size

HEADS = {"open": "open", "unlock": "unlock by password", "find": "find", "miss": "miss", "add": "add, durable",
         "update": "update", "delete": "delete", "list": "list all", "batch": "add in a batch, an item"}


def data_of(measurement):
    """What a run keeps of a peer at one size."""
    own, daemon = measurement.memory or (None, None)
    verbs = _figures_of(measurement.times)
    mixes = {beside: _figures_of(times) for beside, times in measurement.mixes.items()}
    return {"verbs": verbs, "bytes": measurement.bytes, "memory": own, "memory of daemon": daemon,
            "finds a second": measurement.rates, "mixes": mixes, "left out": measurement.left_out}


def _figures_of(times_of):
    return {verb: {"samples": len(times), "p50": percentile(times, 0.5), "p99": percentile(times, 0.99)}
            for verb, times in times_of.items() if times}


def markdown(run):
    """All tables of a run."""
    parts = [table(run, count) for count in run["sizes"] for table in (reading_table, writing_table)]
    parts += [rate_table(run), mix_table(run), left_out(run)]
    return "\n".join(part for part in parts if part)


def reading_table(run, count):
    return _size_table(run, count, ("open", "unlock", "find", "miss", "list"), {"memory": _memory})


def writing_table(run, count):
    return _size_table(run, count, ("add", "update", "delete", "batch"),
                       {"on disk, an item": lambda peer: size(peer["bytes"] / int(count))})


def _size_table(run, count, verbs, more):
    """One row a peer: p50 / p99, and in brackets how often where that was less than ten times."""
    rows = [[f"{int(count):,} items", *(HEADS[verb] for verb in verbs), *more]]
    for key, peer in run["sizes"][count].items():
        rows.append([run["names"][key], *(_cell(peer["verbs"].get(verb)) for verb in verbs),
                     *(cell(peer) for cell in more.values())])
    return _table(rows)


def _cell(figures):
    if figures is None:
        return ""
    few = f" ({figures['samples']})" if figures["samples"] < 10 else ""
    return f"{duration(figures['p50'])} / {duration(figures['p99'])}{few}"


def _memory(peer):
    words = [size(value) for value in (peer["memory"], peer["memory of daemon"]) if value]
    return " + ".join(words)


def rate_table(run):
    """Finds a second of threads and processes, at the size at which they were measured."""
    for count, peers in run["sizes"].items():
        measured = {key: peer["finds a second"] for key, peer in peers.items() if peer["finds a second"]}
        if not measured:
            continue
        columns = [(kind, number) for kind in ("threads", "processes") for number in (1, 2, 4, 8, 16)
                   if any(_rate(rates, kind, number) for rates in measured.values())]
        heads = [f"{number} {kind if number > 1 else kind.removesuffix('es' if kind == 'processes' else 's')}"
                 for kind, number in columns]
        rows = [[f"finds a second, {int(count):,} items", *heads]]
        for key, rates in measured.items():
            cells = (_rate(rates, kind, number) for kind, number in columns)
            rows.append([run["names"][key], *(f"{cell:,.0f}" if cell and cell >= 10 else f"{cell:.1f}" if cell else ""
                                              for cell in cells)])
        return _table(rows)
    return ""


def _rate(rates, kind, number):
    return rates.get(kind, {}).get(str(number))


def mix_table(run):
    """Finds and updates of programs that do both, at the size at which they were measured."""
    heads = {"alone": "", "twice": ", two programs", "watched": ", watched"}
    for count, peers in run["sizes"].items():
        measured = {key: peer["mixes"] for key, peer in peers.items() if peer.get("mixes")}
        if not measured:
            continue
        rows = [[f"95 finds to 5 updates, {int(count):,} items",
                 *(verb + head for head in heads.values() for verb in ("find", "update"))]]
        rows += [[run["names"][key], *(_cell(mixes.get(beside, {}).get(verb)) for beside in heads
                                       for verb in ("find", "update"))] for key, mixes in measured.items()]
        return _table(rows)
    return ""


def left_out(run):
    """What was not measured, and why."""
    lines = [f"- {name}: {why}" for name, why in run["not installed"].items()]
    for count, reasons in run["left out"].items():
        lines += [f"- {name}, {int(count):,} items: {why}" for name, why in reasons.items()]
    for count, peers in run["sizes"].items():
        lines += [f"- {run['names'][key]}, {int(count):,} items, {what}: {why}"
                  for key, peer in peers.items() for what, why in peer["left out"].items()]
    return "Left out:\n\n" + "\n".join(lines) + "\n" if lines else ""


def _table(rows):
    head, *others = rows
    lines = ["| " + " | ".join(head) + " |", "|---|" + "--:|" * (len(head) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in others]
    return "\n".join(lines) + "\n"

"""Reads what the kit writes, as strictly as its readers do.

files.py schema FILE...     documents of gt_write_json: the schema in tests/data, and what a schema cannot say
files.py trace FILE...      whole traces: nesting, order, pairs of arrows, durations
files.py killed FILE...     traces of programs that were killed: all whole lines, as the viewers read them; prints how
                            many end as a list does
"""
import collections
import json
import os
import sys


def no_constant(name):
    raise ValueError(name + " is no JSON")


def unique(pairs):
    keys = [key for key, _ in pairs]
    assert len(set(keys)) == len(keys), f"a key stands twice: {keys}"
    return dict(pairs)


def load(text):
    return json.loads(text, parse_constant=no_constant, object_pairs_hook=unique)


def check_document(text):
    import jsonschema
    document = load(text)
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with open(os.path.join(folder, "data", "gputime.schema.json"), encoding="utf-8") as f:
        schema = json.load(f)
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.Draft7Validator(schema).validate(document)
    names = [s["series"] for s in document["series"]]
    for s in document["series"]:
        for column in s.get("samples", {}).values():
            assert len(column) == s["kept"]
        assert s["device"] is None or s["device"] <= len(document["devices"])
    for c in document["comparisons"]:
        assert c["base"] in names and c["side"] in names


def ns(event, key="ts"):
    value = event[key]
    assert isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0, event
    return round(value * 1000)


FIELDS = {
    "M": {"args"}, "X": {"cat", "ts", "dur"}, "i": {"ts", "s", "args"}, "C": {"ts", "args"},
    "b": {"cat", "id", "ts", "args"}, "e": {"cat", "id", "ts", "args"},
    "s": {"cat", "id", "ts"}, "f": {"cat", "id", "ts", "bp"},
}


def check_shape(events):
    for e in events:
        may = {"args", "cat"} if e["ph"] == "i" else {"args"}     # a reading of a clock has one, a finding has none
        assert set(e) - may == FIELDS[e["ph"]] - {"args"} | {"ph", "pid", "tid", "name"}, e
        assert isinstance(e["name"], str) and isinstance(e["pid"], int) and isinstance(e["tid"], int), e
        if e["ph"] != "M":
            ns(e)
    named = {(e["name"], e["pid"], e["tid"] if e["name"] == "thread_name" else 0) for e in events if e["ph"] == "M"}
    assert len(named) == sum(e["ph"] == "M" for e in events), "a name stands twice"
    for e in events:
        assert ("process_name", e["pid"], 0) in named, e
        assert e["ph"] != "X" or ("thread_name", e["pid"], e["tid"]) in named, e


def check_nesting(events):
    """On each track, two slices lie apart or inside each other. Returns the slices of each track, in order."""
    tracks = collections.defaultdict(list)
    for e in events:
        if e["ph"] == "X":
            begin = ns(e)
            tracks[e["pid"], e["tid"]].append((begin, -(begin + ns(e, "dur")), e["name"]))
    for track, slices in tracks.items():
        slices.sort(key=lambda s: s[:2])
        open_ends = []
        for begin, end, name in slices:
            while open_ends and open_ends[-1] <= begin:
                open_ends.pop()
            assert not open_ends or -end <= open_ends[-1], (track, name, begin, -end, open_ends)
            if -end > begin:
                open_ends.append(-end)
    return tracks


def check_pairs(events, first, second, key):
    pairs = collections.defaultdict(list)
    for e in events:
        if e["ph"] in (first, second):
            pairs[key(e)].append(e)
    for name, pair in pairs.items():
        assert [e["ph"] for e in pair] == [first, second], (name, pair)
        assert ns(pair[0]) <= ns(pair[1]), pair
    return pairs


def check_levels(events):
    levels = collections.defaultdict(int)
    for e in events:
        if e["ph"] == "C":
            ((unit, value),) = e["args"].items()
            change = abs(value - levels[e["name"]])
            assert value >= 0 and (change == 1 if unit == "commands" else change > 0 and unit == "bytes"), e
            levels[e["name"]] = value
    assert not any(level for name, level in levels.items() if name.startswith("commands in flight")), levels


def check_trace(text):
    events = load(text)
    check_shape(events)
    tracks = check_nesting(events)
    waits = check_pairs(events, "b", "e", lambda e: (e["cat"], e["pid"], e["id"]))
    for (cat, pid, number), (_, end) in waits.items():
        after = {"queued": ("submitted", pid, number)}.get(cat)
        assert not after or ns(end) == ns(waits[after][0]), (cat, pid, number)
    arrows = check_pairs(events, "s", "f", lambda e: e["id"])
    arrived = collections.Counter()
    for begin, end in arrows.values():
        slices = [s for s in tracks[begin["pid"], begin["tid"]] if s[0] <= ns(begin) <= -s[1]]
        assert slices, begin
        assert any(s[0] == ns(end) for s in tracks[end["pid"], end["tid"]]), end
        if begin["name"] != "enqueue":  # from the end of a command, or from where the other one began too early
            assert ns(begin) == ns(end) or any(-s[1] - ns(begin) <= 1 for s in slices), (begin, end)
        if begin["name"] == "wait":
            arrived[end["pid"], end["tid"], ns(end)] += 1
    for e in events:
        if e["ph"] == "X" and e["pid"] > 1:
            assert arrived.pop((e["pid"], e["tid"], ns(e)), 0) <= e["args"]["waits"], e
    assert not arrived, arrived
    check_levels(events)
    counts = collections.Counter(e["ph"] for e in events)
    print(" ".join(f"{count} {what}" for what, count in sorted(counts.items())))


def check_killed(text):
    whole = text.endswith("]\n")
    lines = text[:text.rfind("\n") + 1] if not text.endswith("}") else text
    events = load(text if whole else lines.rstrip().rstrip(",") + "]")
    check_shape(events)
    check_nesting(events)
    return whole


if __name__ == "__main__":
    what, *files = sys.argv[1:]
    check = {"schema": check_document, "trace": check_trace, "killed": check_killed}[what]
    whole = 0
    for file in files:
        with open(file, "rb") as f:
            whole += bool(check(f.read().decode("utf-8")))
    if what == "killed":
        print(whole)

"""Compares what gtlint --ranks says of real ranks with what they wrote themselves: tests/tools/test_gtlint_ranks.sh.

    ranks.py GATHERED.ranks OWN.ranks TRACE OWN.json...    counts and sums, and one axis
    ranks.py messages TRACE                                sends lie before their receives, within the uncertainty
"""
import json
import sys


def check(right, what):
    if not right:
        sys.exit("wrong: " + what)


def events(file):
    with open(file) as f:
        return json.load(f)


def all_ranks(gathered, own, trace, files):
    """Their own files were written a little later, at the end of each rank: nothing ran in between."""
    with open(gathered) as f:
        one = {s["series"]: s for s in json.load(f)["series"]}
    with open(own) as f:
        two = {s["series"]: s for s in json.load(f)["series"]}
    documents = [json.load(open(file)) for file in files]
    check(len(documents) == 4, "four files")
    for name in ("pass", "pass/compute", "pass/copy", "pass/exchange", "pass/exchange/MPI_Allgatherv"):
        series = [s for d in documents for s in d["series"] if s["series"] == name and not s["cold"]]
        check(len(series) == 4, name + " in each rank")
        for said in (one[name], two[name]):
            check(said["ranks"] == 4, name + " of four ranks")
            check(said["n"] == sum(s["n"] for s in series), name + ": count")
            check(abs(said["sum_ns"] - sum(s["sum_ns"] for s in series)) < 1, name + ": sum")
            medians = sorted(s["duration"]["median"] for s in series)
            check(said["least"]["median"] == medians[0] and said["most"]["median"] == medians[-1], name + ": ends")
    check({e["pid"] for e in events(trace)} == {1, 2, 3, 4}, "four processes in the trace")

    # A pass ends in an exchange that needs all ranks: none can be over before all have begun.
    passes = {}
    for e in events(trace):
        if e["ph"] == "X" and e["name"] == "pass":
            passes.setdefault(e["pid"], []).append(e)
    for several in zip(*(sorted(p, key=lambda e: e["ts"]) for p in passes.values())):
        doubt = 2e-3 * max(e["args"]["uncertainty_ns"] for e in several)
        check(max(e["ts"] for e in several) <= min(e["ts"] + e["dur"] for e in several) + doubt, "passes overlap")


def messages(trace):
    calls = {}
    for e in events(trace):
        if e["ph"] == "X" and e["name"] in ("MPI_Send", "MPI_Recv"):
            calls.setdefault((e["pid"], e["name"]), []).append(e)
    for k in calls:
        calls[k].sort(key=lambda e: e["ts"])
    check({pid for pid, _ in calls} == {1, 2, 3, 4}, "four processes")
    for rank in range(4):
        sends, receives = calls[(rank + 1, "MPI_Send")], calls[((rank + 1) % 4 + 1, "MPI_Recv")]
        check(len(sends) == len(receives) == 50, "fifty messages of each rank")
        for s, r in zip(sends, receives):
            doubt = 1e-3 * (s["args"]["uncertainty_ns"] + r["args"]["uncertainty_ns"])
            check(s["ts"] <= r["ts"] + r["dur"] + doubt, "a message arrives before it is sent")
            check(doubt < 1000, "the uncertainty is below a millisecond")
    # The token goes round: the next send of a rank comes behind the receive that it waited for.
    order = [calls[(k % 4 + 1, "MPI_Send")][k // 4]["ts"] for k in range(200)]
    doubt = 2e-3 * max(e["args"]["uncertainty_ns"] for c in calls.values() for e in c)
    check(all(b >= a - doubt for a, b in zip(order, order[1:])), "sends go round in their order")


if sys.argv[1] == "messages":
    messages(sys.argv[2])
else:
    all_ranks(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
print("right")

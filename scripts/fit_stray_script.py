#!/usr/bin/env python3
"""Checks the numbers of the signal `stray-script`: which scripts of an agent are about something else than its work?

usage: fit_stray_script.py --data DIR --features DIR

DIR of --data holds scope/ with the labelled runs, DIR of --features the files spliced.jsonl and segments.jsonl that the program
itself wrote (see fit_thread_break.py). Judged are the runs of the scripted agent alone: of the others the data do not hold what is
written. Printed is what each pair of numbers finds, and what is found where a run is judged by the pair that finds most in runs of
other repositories, at no more than --limit of them alarmed. Deterministic.
"""
import argparse
import itertools

from fit_thread_break import figures, first, load

SAYS, HEARD, SETTLE = 4, 50, 3  # as in default.toml


def rule(place, says=SAYS, heard=HEARD):
    judged = place["placed"] and not place["open"] and not place["declared"] and place["since"] >= SETTLE
    led = place["seen"] or place["pointed"]
    return place["script"] and judged and not led and place["says"] >= says and place["heard"] * 100 <= place["says"] * heard


def best(runs, limit):
    """The pair of numbers that finds most at no more than `limit` of the clean runs alarmed; the strictest of equals."""
    scored = []
    for says, heard in itertools.product((3, 4, 5, 6, 8), (20, 30, 40, 50, 60)):
        at = {id(run): first(run, lambda place: rule(place, says, heard)) for run in runs}
        clean = [run for run in runs if run["part"] != "drift"]
        wrong = sum(at[id(run)] is not None for run in clean) / max(len(clean), 1)
        hit = sum(run["part"] == "drift" and at[id(run)] is not None and run["onset"] <= at[id(run)] < run["end"] for run in runs)
        if wrong <= limit:
            scored.append((hit, says, -heard))
    _, says, heard = max(scored)
    return says, -heard


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--data", required=True)
    arguments.add_argument("--features", required=True)
    arguments.add_argument("--limit", type=float, default=0.01, help="share of clean runs that may be alarmed")
    given = arguments.parse_args()
    runs = load(given.data, given.features, ("unknown", "unrelated", "beside"))
    own = [run for run in runs.values() if run["agent"] == "sweagent"]
    print("the rule: " + figures(own, lambda run: first(run, rule)))
    for says, heard in itertools.product((3, 4, 5, 6), (20, 30, 40, 50, 60)):
        print("  says %d, heard %d: " % (says, heard) + figures(own, lambda run: first(run, lambda place: rule(place, says, heard))))
    chosen, alarms = {}, {}
    for fold in sorted({tuple(sorted(run["repos"])) for run in own}):
        pair = best([run for run in own if not run["repos"] & set(fold)], given.limit)
        chosen[pair] = chosen.get(pair, 0) + 1
        for run in own:
            if tuple(sorted(run["repos"])) == fold:
                alarms[id(run)] = first(run, lambda place: rule(place, *pair))
    print("chosen in the folds: " + ", ".join("says %d heard %d: %d" % (*pair, count) for pair, count in sorted(chosen.items())))
    print("cross-validated: " + figures(own, lambda run: alarms[id(run)]))


if __name__ == "__main__":
    main()

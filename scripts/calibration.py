#!/usr/bin/env python3
"""How often clean work reaches each score: actions of 100 during which the score is at most that, and beginnings.

usage: calibration.py --data DIR --spliced FILE --segments FILE

DIR holds scope/ with the labelled runs, the two files are predictions of `eval spliced` and `eval segments`. Clean work is
accepted work (segments of Claude Code and solved runs of the scripted agent) and the untouched twins of spliced runs.
"""
import argparse
import collections
import os

from records import records

TALK = ("text", "user")


def keyed(runs):
    seen = collections.Counter()
    for record in runs:
        seen[record["id"]] += 1
        yield record["id"] if seen[record["id"]] == 1 else "%s#%d" % (record["id"], seen[record["id"]]), record


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("data", "spliced", "segments"):
        arguments.add_argument("--" + name, required=True)
    given = arguments.parse_args()
    scope = os.path.join(given.data, "scope")
    scores = {row["id"]: row["scores"] for path in (given.spliced, given.segments) for row in records(path)}
    parts = collections.defaultdict(list)
    for key, run in keyed(records(os.path.join(scope, "spliced.jsonl"))):
        if not run["drift"]:
            parts["twins, " + run["cls"].split("/")[0]].append((run, scores[key]))
    for agent in ("claude", "sweagent"):
        for key, run in keyed(records(os.path.join(scope, "trajectories-%s.jsonl" % agent))):
            solved = agent == "claude" or run.get("resolved")
            parts["segments, %s%s" % (agent, "" if solved else ", not solved")].append((run, scores[key]))
    print("| clean work | runs | actions | " + " | ".join("<= %d" % score for score in range(9, 0, -1)) + " |")
    print("|---|---|---|" + "---|" * 9)
    for name, runs in sorted(parts.items()):
        actions, at, begun = 0, collections.Counter(), collections.Counter()
        for run, trace in runs:
            for index, event in enumerate(run["events"]):
                if event["kind"] in TALK:
                    continue
                actions += 1
                before = trace[index - 1] if index else 10
                for score in range(1, 10):
                    at[score] += trace[index] <= score
                    begun[score] += trace[index] <= score < before
        cells = ("%.2f (%.2f)" % (100 * at[score] / actions, 100 * begun[score] / actions) for score in range(9, 0, -1))
        print("| %s | %d | %d | %s |" % (name, len(runs), actions, " | ".join(cells)))


if __name__ == "__main__":
    main()

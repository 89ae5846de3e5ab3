#!/usr/bin/env python3
"""Fits and checks the signal `thread-break`: which changes of files are a break of the thread of work?

usage: fit_thread_break.py --data DIR --features DIR

DIR of --data holds scope/ with the labelled runs, DIR of --features the files spliced.jsonl and segments.jsonl that the
program itself wrote, so that no feature is written twice:

    cargo run --release --example eval -- spliced  --data DATA --out /dev/null --features FEATURES/spliced.jsonl
    cargo run --release --example eval -- segments --data DATA --out /dev/null --features FEATURES/segments.jsonl

Positive: a change inside a spliced stretch of a file that is not the host's. Negative: every other change. Compared are the
rule of the program (four conditions, two numbers), the same rule with its numbers chosen anew in each fold, and a logistic
model over all features. Cross-validation is by repository: what judges a run has seen no run with its host's or its donor's
repository. Deterministic; needs numpy and scipy.
"""
import argparse
import collections
import itertools
import os
import re

import numpy as np
from scipy.optimize import minimize

from records import records

EDITS = ("edit", "write")
OPEN = ("unknown", "unrelated")     # relations of a place of which the goal says nothing for it
APART, SETTLE = 3, 5                # as in default.toml
FEATURES = ("file", "subject", "pointed", "known_share", "nameless", "fresh", "familiar", "length", "before")


def repository(reference):
    """Only for the folds, never a feature."""
    parts = reference.split(":")
    return parts[1] if parts[0] == "claudeseg" else re.sub(r"-\d+$", "", parts[2]).replace("__", "/")


def load(data, features, relations=OPEN):
    """The runs by their ids, each with its changed places that have one of these relations to the goal."""
    runs = {}
    for name in ("spliced", "trajectories-claude", "trajectories-sweagent"):
        seen = collections.Counter()
        for run in records(os.path.join(data, "scope", name + ".jsonl")):
            seen[run["id"]] += 1
            key = run["id"] if seen[run["id"]] == 1 else "%s#%d" % (run["id"], seen[run["id"]])
            spliced = name == "spliced"
            host = run["host"] if spliced else run["id"]
            repos = {repository(host)}
            if spliced and run["drift"]:
                repos.add(repository(run["donor"]))
            agent = run["cls"].split("/")[0] if spliced else name.split("-")[1]
            part = ("drift" if run["drift"] else "twin") if spliced else "segment"
            runs[key] = dict(run, agent=agent, part=part, repos=repos, places=[])
    for name in ("spliced", "segments"):
        for place in records(os.path.join(features, name + ".jsonl")):
            run = runs[place["id"]]
            event = run["events"][place["i"]]
            relation = place["relation"]
            relation = relation if isinstance(relation, str) else next(iter(relation))
            # What a command changes on its way is not judged, nor what the goal covers.
            if event["kind"] in EDITS and relation in relations:
                bond = place["bond"]
                run["places"].append(dict(i=place["i"], path=place["path"], x=values(bond), y=label(run, place, event), **bond))
    return runs


def values(bond):
    branch = bond["branch"]
    share = bond["known"] / bond["words"] if bond["words"] else 0.0
    return [float(bond["file"]), float(bond["subject"]), float(bond["pointed"]), share, float(bond["words"] == 0),
            np.log1p(branch["fresh"] / 10), np.log1p(branch["familiar"] / 10), min(branch["length"], 8), np.log1p(branch["before"])]


def label(run, place, event):
    """1 off the goal, 0 on it, None where the labels do not say."""
    if run["part"] != "drift" or place["i"] < run["onset"]:
        return 0
    if place["i"] >= run["end"] or place["path"] in run["gold_files"] or event.get("scope") in ("scratch", "outside-repo"):
        return None
    return 1


def rule(place, apart=APART, settle=SETTLE):
    connected = place["file"] or place["subject"] or place["pointed"] or place["known"]
    branch = place["branch"]
    return not connected and branch["length"] >= apart and branch["before"] >= settle


def first_off_goal(run):
    gold = set(run["gold_files"])
    stretch = run["events"][run["onset"]:run["end"]]
    return any(e["kind"] in EDITS and e["files"] and e["files"][0] not in gold and e.get("scope") not in ("scratch", "outside-repo")
               for e in stretch)


def figures(runs, alarmed):
    """`alarmed(run)` gives the event of the first alarm, or None."""
    count = collections.Counter()
    for run in runs:
        at = alarmed(run)
        part = run["part"]
        count[part] += 1
        if part == "drift":
            hit = at is not None and run["onset"] <= at < run["end"]
            edits = first_off_goal(run)
            count["hit"] += hit
            count["edits"] += edits
            count["edits hit"] += hit and edits
            count["before"] += at is not None and not hit
        else:
            count[part + " alarmed"] += at is not None
    share = lambda part, whole: "%3d of %3d (%.3f)" % (count[part], count[whole], count[part] / max(count[whole], 1))
    return "found %s, with an edit %s, elsewhere in it %d, twins %s, segments %s" % (
        share("hit", "drift"), share("edits hit", "edits"), count["before"], share("twin alarmed", "twin"), share("segment alarmed", "segment"))


def first(run, test):
    return next((place["i"] for place in run["places"] if test(place)), None)


def logistic(places, strength=0.3):
    """Weights and bias of a logistic model with a ridge, over standardised features."""
    x = np.array([place["x"] for place in places])
    y = np.array([place["y"] for place in places])
    mean, spread = x.mean(0), x.std(0) + 1e-6
    z = (x - mean) / spread

    def loss(w):
        logit = z @ w[:-1] + w[-1]
        grad = 1 / (1 + np.exp(-logit)) - y
        value = np.logaddexp(0, logit).sum() - (y * logit).sum() + 0.5 / strength * (w[:-1] ** 2).sum()
        return value, np.append(z.T @ grad + w[:-1] / strength, grad.sum())

    w = minimize(loss, np.zeros(x.shape[1] + 1), jac=True, method="L-BFGS-B").x
    weights = w[:-1] / spread
    return weights, w[-1] - (weights * mean).sum()


def labelled(runs):
    return [place for run in runs for place in run["places"] if place["y"] is not None]


def false_share(runs, test):
    """Share of clean runs that `test` alarms, and the number of stretches that it finds."""
    clean = [run for run in runs if run["part"] != "drift"]
    found = sum(first(run, lambda p: p["y"] == 1 and test(p)) is not None for run in runs if run["part"] == "drift")
    return sum(first(run, test) is not None for run in clean) / max(len(clean), 1), found


def best_rule(train, limit):
    """The numbers of the rule that find most at no more than `limit` false alarms; the strictest of equals."""
    grid = itertools.product((1, 2, 3, 4, 5), (3, 4, 5, 6, 8, 10))
    scored = [(false_share(train, lambda p: rule(p, *numbers)), numbers) for numbers in grid]
    allowed = [(found, numbers) for (wrong, found), numbers in scored if wrong <= limit]
    return max(allowed)[1] if allowed else (APART, SETTLE)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--data", required=True)
    arguments.add_argument("--features", required=True)
    arguments.add_argument("--limit", type=float, default=0.01, help="share of clean runs that may be alarmed")
    given = arguments.parse_args()
    runs = load(given.data, given.features)
    for agent in ("claude", "sweagent"):
        own = [run for run in runs.values() if run["agent"] == agent]
        places = labelled(own)
        positive = [place for place in places if place["y"] == 1]
        negative = [place for place in places if place["y"] == 0]
        print("%s: %d changes off the goal, %d others, of which the goal says nothing" % (agent, len(positive), len(negative)))
        print("  changes that the rule names: %d, %d" % (sum(map(rule, positive)), sum(map(rule, negative))))
        print("  the rule                  : " + figures(own, lambda run: first(run, rule)))
        for apart in (1, 2, 3, 4, 5):
            print("    apart %d, settle %d      : " % (apart, SETTLE) + figures(own, lambda run: first(run, lambda p: rule(p, apart))))
        for settle in (5, 6, 8, 10):
            print("    apart %d, settle %-2d     : " % (APART, settle) + figures(own, lambda run: first(run, lambda p: rule(p, APART, settle))))
        chosen = collections.Counter()
        refitted, modelled = {}, {}
        for fold in sorted({tuple(sorted(run["repos"])) for run in own}):
            train = [run for run in own if not run["repos"] & set(fold)]
            numbers = best_rule(train, given.limit)
            weights, bias = logistic(labelled(train))
            logit = lambda place: np.dot(weights, place["x"]) + bias
            levels = sorted({round(float(logit(place)), 2) for place in labelled(train) if place["y"] == 1})
            level = next((at for at in levels if false_share(train, lambda p: logit(p) >= at)[0] <= given.limit), 99.0)
            for run in own:
                if tuple(sorted(run["repos"])) == fold:
                    chosen[numbers] += 1
                    refitted[id(run)] = first(run, lambda p: rule(p, *numbers))
                    modelled[id(run)] = first(run, lambda p: logit(p) >= level)
        print("  numbers chosen in the folds: " + ", ".join("apart %d settle %d: %d runs" % (*n, c) for n, c in chosen.most_common()))
        print("  the rule, cross-validated : " + figures(own, lambda run: refitted[id(run)]))
        print("  logistic, cross-validated : " + figures(own, lambda run: modelled[id(run)]))
        weights, bias = logistic(places)
        print("  logistic, all of it       : bias %.2f " % bias + " ".join("%s %.2f" % pair for pair in zip(FEATURES, weights)))


if __name__ == "__main__":
    main()

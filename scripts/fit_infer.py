#!/usr/bin/env python3
"""Fit the weights of `[infer]` in src/config/default.toml: which files of a repository does a goal want?

    cargo run --release --example eval -- goals --data DATA --out predictions.jsonl --features features.bin
    python3 scripts/fit_infer.py --data DATA --features features.bin [--pred FILE] [--curve]

The features are the program's own: this script reads what `--features` wrote and never computes one. Labels (`gold_src`) are used
to fit and to score, the repository's name only to hold repositories apart: the printed figures are cross-validated, each
repository scored with weights that never saw it. The weights at the end are fitted to all of them. Same data, same output.
Needs numpy and scipy; .zst files need the package zstandard or the command zstd.
"""
import argparse
import collections
import json
import pathlib

import numpy as np
from scipy.optimize import minimize

from records import records

# The groups of `[infer]` and how many features each holds, in the order of the program's rows.
GROUPS = [("base", 4), ("parent", 4), ("upper", 4), ("whole", 4), ("cover", 3), ("named", 2), ("near", 3), ("asked", 3),
          ("kind", 10), ("shape", 2)]
# What a name shares with the text can only speak for a file; what kind of file it is may speak against it.
SIGNED = ("kind", "shape")
RIDGE = 0.005  # pulls every weight towards 0; chosen on folds of repositories, flat from 0.002 to 0.02
SHARES = (0.05, 0.10, 0.15, 0.18, 0.20, 0.25, 0.30, 0.40)


def read_features(path):
    """id -> array (files, features)"""
    found, data, at = {}, pathlib.Path(path).read_bytes(), 0
    while at < len(data):
        end = data.index(b"\n", at)
        head = json.loads(data[at:end])
        size = head["files"] * head["features"] * 4
        rows = np.frombuffer(data, dtype="<f4", count=size // 4, offset=end + 1)
        found[head["id"]] = rows.reshape(head["files"], head["features"]).astype(np.float64)
        at = end + 1 + size
    return found


class Goal:
    """One goal: the features of its files, and which of them the accepted change held."""

    def __init__(self, record, key, files, rows):
        self.key, self.repo, self.set, self.files, self.x = key, record["repo"], record["set"], files, rows
        wanted = set(record["gold_src"])
        self.gold = np.array([f in wanted for f in files], dtype=bool) if len(rows) else np.zeros(len(files), bool)
        self.n_gold = len(wanted)
        self.gold_src = wanted


def fit(goals, ridge=RIDGE):
    """Softmax over the files of each list; every goal counts once, its wanted files share it."""
    goals = [g for g in goals if g.gold.any()]
    width = goals[0].x.shape[1]
    scale = np.sqrt(np.mean([np.mean(g.x ** 2, axis=0) for g in goals], axis=0)) + 1e-9

    def loss(w):
        total, slope = 0.0, np.zeros(width)
        for g in goals:
            x = g.x / scale
            s = x @ w
            s -= s.max()
            e = np.exp(s)
            p = e / e.sum()
            q = g.gold / g.gold.sum()
            total -= float(q @ (s - np.log(e.sum())))
            slope += x.T @ (p - q)
        return total / len(goals) + ridge * float(w @ w), slope / len(goals) + 2 * ridge * w

    bounds = [(None, None) if name in SIGNED else (0.0, None) for name, size in GROUPS for _ in range(size)]
    best = minimize(loss, np.zeros(width), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 300})
    return best.x / scale


def order_of(goal, weights):
    s = goal.x @ weights if len(goal.x) else np.zeros(len(goal.files))
    return np.lexsort((np.arange(len(s)), -s)), s


def margins(goal, order, s, crowd):
    """Per rank: the log of the file's chance as a multiple of the average one's, less what the share before it costs."""
    top = s[order[0]]
    mean = np.exp(s - top).mean()
    return s[order] - top - np.log(mean) - crowd * np.arange(len(s)) / len(s)


def covered(goal, count, order):
    inside = {goal.files[i] for i in order[:count]}
    return len(goal.gold_src & inside) / max(1, goal.n_gold)


def curve(ranked, crowd):
    """share of the repository -> coverage, the threshold chosen for the share over all goals"""
    all_margins = [margins(g, o, s, crowd) for g, o, s in ranked]
    out = {}
    for share in SHARES:
        low, high = -20.0, 20.0
        for _ in range(40):
            middle = (low + high) / 2
            counts = [count_above(m, middle) / len(m) for m in all_margins]
            low, high = (middle, high) if np.mean(counts) > share else (low, middle)
        cover = np.mean([covered(g, count_above(m, high), o) for (g, o, _), m in zip(ranked, all_margins)])
        out[share] = (float(cover), high)
    return out


def count_above(m, threshold):
    """Files before the first that falls to the threshold."""
    below = np.nonzero(m <= threshold)[0]
    return int(below[0]) if len(below) else len(m)


def figures(ranked):
    hit = collections.defaultdict(list)
    for g, order, _ in ranked:
        names = [g.files[i] for i in order]
        gold = [n in g.gold_src for n in names[:10]]
        folders = []
        for n in names[:20]:
            d = n.rpartition("/")[0]
            if d not in folders:
                folders.append(d)
        wanted = {f.rpartition("/")[0] for f in g.gold_src}
        row = (any(gold[:1]), any(gold[:5]), any(gold), any(d in wanted for d in folders[:5]))
        hit[g.set].append(row)
        hit["all"].append(row)
    return {k: np.mean(v, axis=0).round(3) for k, v in hit.items()}


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--data", required=True, type=pathlib.Path)
    args.add_argument("--features", required=True)
    args.add_argument("--pred", help="write the cross-validated predictions to this file")
    args.add_argument("--share", type=float, default=0.18, choices=SHARES, help="share of the repository that is to be in scope")
    args.add_argument("--groups", action="store_true", help="also fit without each group: what it buys")
    args = args.parse_args()
    scope = args.data / "scope"
    lists = {r["id"]: sorted(set(r["files"]), key=lambda f: f.encode()) for r in records(scope / "filelists.jsonl")}
    rows = read_features(args.features)
    goals, seen = [], collections.Counter()
    for record in records(scope / "goals.jsonl"):
        seen[record["id"]] += 1
        key = record["id"] + (f"#{seen[record['id']]}" if seen[record["id"]] > 1 else "")
        goals.append(Goal(record, key, lists.get(record["id"], []), rows[key]))
    repos = sorted({g.repo for g in goals})
    # A goal without a telling word has no rows: it cannot be ranked, and counts as a miss.
    usable = [g for g in goals if len(g.x)]

    def cross_validate(keep=None):
        ranked = []
        for repo in repos:
            train = [g for g in usable if g.repo != repo]
            if keep is not None:
                for g in train:
                    g.full, g.x = g.x, g.x * keep
            weights = fit(train)
            if keep is not None:
                for g in train:
                    g.x = g.full
            ranked += [(g, *order_of(g, weights)) for g in goals if g.repo == repo]
        return ranked

    ranked = cross_validate()
    print("cross-validated: hit@1, hit@5, hit@10, folder hit@5")
    for name, row in figures(ranked).items():
        print(f"  {name:18} {row}")
    best = None
    for crowd in (0.0, 2.0, 4.0, 6.0, 8.0, 12.0):
        c = curve(ranked, crowd)
        print(f"crowd {crowd}: coverage at share " + ", ".join(f"{s:.2f}: {v[0]:.3f}" for s, v in c.items()))
        if best is None or c[args.share][0] > best[1]:
            best = (crowd, c[args.share][0], c[args.share][1])
    print(f"chosen: crowd {best[0]}, threshold {best[2]:.3f}: covers {best[1]:.3f} with {args.share} of the files")
    if args.pred:
        with open(args.pred, "w") as out:
            for g, order, s in ranked:
                count = count_above(margins(g, order, s, best[0]), best[2])
                names = [g.files[i] for i in order]
                out.write(json.dumps({"id": g.key, "ranked": names[:20], "in_scope": names[:count]}) + "\n")
    if args.groups:
        at = 0
        for name, size in GROUPS:
            keep = np.ones(usable[0].x.shape[1])
            keep[at:at + size] = 0
            at += size
            without = cross_validate(keep)
            print(f"without {name:7} {figures(without)['all']} coverage {curve(without, best[0])[args.share][0]:.3f}")
    weights, at = fit(usable), 0
    print("\n[infer]")
    for name, size in GROUPS:
        print(f"{name} = [{', '.join(f'{w:.2f}' for w in weights[at:at + size])}]")
        at += size
    print(f"crowd = {best[0]}\nthreshold = {best[2]:.2f}")


if __name__ == "__main__":
    main()

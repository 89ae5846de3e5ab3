#!/usr/bin/env python3
"""Fit the weights of `[unasked]` in src/config/default.toml: which of the changed files did a goal not ask for?

    cargo run --release --example eval -- tangled --data DATA --out predictions.jsonl --features features.jsonl
    python3 scripts/fit_unasked.py --data DATA --features features.jsonl [--pred FILE]

What is asked about each file is the program's own: this script reads what `--features` wrote and never computes it. Labels
(`stray`) are used to fit and to score, the repository's name only to hold repositories apart. The printed figures are
cross-validated: weights and both thresholds come from the other repositories. (The chances under `[infer]` that go into them come
from weights fitted to all repositories.) The weights at the end are fitted to all. Same data, same output. Needs numpy and scipy.
"""
import argparse
import json
import pathlib

import numpy as np
from scipy.optimize import minimize

from records import records

RIDGE = 0.001  # pulls every weight towards 0; flat below it, and from 0.003 on it takes from what the model finds
LIMITS = (0.05, 0.08, 0.12, 0.20)  # share of unmixed changes in which anything may be told


class Change:
    """One change: what is asked about each of its doubted files, and which were not asked for."""

    def __init__(self, record, asked):
        self.id, self.repo, self.set = record["id"], record["repo"], record["set"]
        self.stray = set(record["stray"])
        self.files = [f for f in record["changed"] if asked.get(f) is not None]
        self.x = np.array([asked[f] for f in self.files]) if self.files else np.zeros((0, 1))
        self.y = np.array([f in self.stray for f in self.files], dtype=float)
        # A stray file that is never doubted is a miss all the same.
        self.beyond = len(self.stray) - int(self.y.sum())


def fit(changes):
    """Logistic regression; every change counts once, whatever its size."""
    rows = [(c.x, c.y, 1.0 / len(c.y)) for c in changes if len(c.y)]
    x = np.vstack([r[0] for r in rows])
    y = np.concatenate([r[1] for r in rows])
    share = np.concatenate([np.full(len(r[1]), r[2]) for r in rows])
    share = share / share.sum()
    scale = np.sqrt((x ** 2).mean(axis=0)) + 1e-9
    x = np.hstack([np.ones((len(x), 1)), x / scale])

    def loss(w):
        t = x @ w
        p = 1 / (1 + np.exp(-t))
        value = share @ (np.logaddexp(0, t) - y * t) + RIDGE * float(w[1:] @ w[1:])
        slope = x.T @ (share * (p - y))
        slope[1:] += 2 * RIDGE * w[1:]
        return value, slope

    best = minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    return best[0], best[1:] / scale


def odds(change, model):
    return model[0] + change.x @ model[1] if len(change.y) else np.zeros(0)


def told(t, speak, also):
    """Which files are told: none unless one reaches `speak`, and never all."""
    if not len(t) or t.max() < speak:
        return np.zeros(len(t), bool)
    flags = t >= also
    if flags.all():
        flags &= t > t.min()
    return flags


def score(changes, flags):
    hit = false = wanted = clean = noisy = 0
    for c, f in zip(changes, flags):
        if c.stray:
            hit += int((f * c.y).sum())
            false += int((f * (1 - c.y)).sum())
            wanted += len(c.stray)
        else:
            clean += 1
            noisy += bool(f.any())
    f1 = 2 * hit / max(1, 2 * hit + false + wanted - hit)
    return f1, noisy / max(1, clean), hit / max(1, hit + false), hit / max(1, wanted)


def thresholds(changes, ts, limit):
    """The pair of thresholds with the best F1 within the limit on unmixed changes."""
    grid = np.quantile(np.concatenate([t for t in ts if len(t)]), np.linspace(0.3, 0.995, 60))
    best = (-1.0, 9.0, 9.0)
    for speak in grid:
        if score(changes, [told(t, speak, speak) for t in ts])[1] > limit:
            continue
        for also in grid[grid <= speak][::2]:
            f1, noise, _, _ = score(changes, [told(t, speak, also) for t in ts])
            if noise <= limit and f1 > best[0]:
                best = (f1, speak, also)
    return best[1:]


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--data", required=True, type=pathlib.Path)
    args.add_argument("--features", required=True, type=pathlib.Path)
    args.add_argument("--pred", help="write the cross-validated predictions at the limit of 0.08 to this file")
    args = args.parse_args()
    asked = {r["id"]: r["files"] for r in records(args.features)}
    changes = [Change(r, asked[r["id"]]) for r in records(args.data / "scope" / "tangled.jsonl")]
    held_out = {}
    for repo in sorted({c.repo for c in changes}):
        model = fit([c for c in changes if c.repo != repo])
        for c in changes:
            if c.repo == repo:
                held_out[c.id] = odds(c, model)
    ts = [held_out[c.id] for c in changes]
    for limit in LIMITS:
        flags = {}
        for repo in sorted({c.repo for c in changes}):
            others = [i for i, c in enumerate(changes) if c.repo != repo]
            pair = thresholds([changes[i] for i in others], [ts[i] for i in others], limit)
            flags.update({c.id: told(held_out[c.id], *pair) for c in changes if c.repo == repo})
        f1, noise, precision, recall = score(changes, [flags[c.id] for c in changes])
        print(f"limit {limit:.2f}: F1 {f1:.3f}, unmixed with a flag {noise:.3f}, precision {precision:.3f}, recall {recall:.3f}")
        for name in sorted({c.set for c in changes}):
            part = [c for c in changes if c.set == name]
            f1, noise, precision, recall = score(part, [flags[c.id] for c in part])
            print(f"    {name:18} F1 {f1:.3f}, unmixed {noise:.3f}, precision {precision:.3f}, recall {recall:.3f}")
        if args.pred and limit == 0.08:
            with open(args.pred, "w") as out:
                for c in changes:
                    out.write(json.dumps({"id": c.id, "flagged": [f for f, t in zip(c.files, flags[c.id]) if t]}) + "\n")
    model = fit(changes)
    print("\n[unasked]")
    print(f"weights = [{', '.join(f'{w:.2f}' for w in model[1])}]")
    print(f"intercept = {model[0]:.2f}")
    for limit in LIMITS:
        # Thresholds from scores that did not see the repository.
        speak, also = thresholds(changes, ts, limit)
        print(f"at {limit:.2f}: speak = {speak:.2f}, also = {also:.2f}")


if __name__ == "__main__":
    main()

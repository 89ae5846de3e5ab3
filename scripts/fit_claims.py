#!/usr/bin/env python3
"""Fit the weights of `[grounding]` in src/config/default.toml: does a text support a claim?

    cargo run --release --example eval -- claims --data DATA --out predictions.jsonl --features features.jsonl
    python3 scripts/fit_claims.py --data DATA --features features.jsonl [--pred FILE] [--groups]

The features are the program's own: this script reads what `--features` wrote and never computes one. Labels are used to fit and
to score, the evidence's text only to hold texts apart: the printed figures are cross-validated, all claims about one text judged with
weights that never saw it; and once more with all of a source held out. No weight may rise above 0, so that only a difference
between claim and text speaks against a claim, and not how it is worded. Same data, same output. Needs numpy and scipy.
"""
import argparse
import collections
import json
import pathlib
import zlib

import numpy as np
from scipy.optimize import minimize

from records import records

# The signals of `[grounding]` and how many features each has, in the order of the program's rows.
GROUPS = [("entailment", 4), ("entity", 4), ("number", 3), ("negation", 2), ("traceability", 2)]
# No edit of this data moves a number to another place, so that this one has no weight by itself; a text has such edits.
AT_MOST = {("number", 2): -0.5}
RIDGE = 0.003  # pulls every weight towards 0; flat from 0.001 to 0.01
FOLDS = 10


def fit(rows, true, ridge=RIDGE):
    """Logistic, both classes weighing the same, no weight above 0."""
    scale = rows.std(axis=0) + 1e-9
    x, sign = rows / scale, np.where(true, 1.0, -1.0)
    weight = np.where(true, 0.5 / true.mean(), 0.5 / (1 - true.mean())) / len(true)

    def loss(p):
        margin = sign * (x @ p[:-1] + p[-1])
        slope = -sign / (1 + np.exp(np.clip(margin, -500, 500))) * weight
        value = float(weight @ np.logaddexp(0, -margin)) + ridge * float(p[:-1] @ p[:-1])
        return value, np.append(x.T @ slope + 2 * ridge * p[:-1], slope.sum())

    bounds = [(None, AT_MOST.get((name, at), 0.0)) for name, size in GROUPS for at in range(size)]
    bounds = [(low, high * s) for (low, high), s in zip(bounds, scale)] + [(None, None)]
    best = minimize(loss, np.array([high or 0.0 for _, high in bounds]), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500})
    return best.x[:-1] / scale, best.x[-1]


def balanced(score, true):
    return ((score[true] > 0).mean() + (score[~true] <= 0).mean()) / 2


def auc(score, true):
    order = np.argsort(np.argsort(score, kind="stable"), kind="stable")
    n = true.sum()
    return (order[true].sum() - n * (n - 1) / 2) / (n * (len(true) - n))


def cross_validate(rows, true, fold):
    score = np.zeros(len(true))
    for k in sorted(set(fold)):
        held = fold == k
        weights, intercept = fit(rows[~held], true[~held])
        score[held] = rows[held] @ weights + intercept
    return score


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--data", required=True, type=pathlib.Path)
    args.add_argument("--features", required=True)
    args.add_argument("--pred", help="write the cross-validated predictions to this file")
    args.add_argument("--groups", action="store_true", help="also fit without each signal: what it buys")
    args = args.parse_args()
    found = {row["id"]: row["features"] for row in records(args.features) if "features" in row}
    claims = records(args.data / "claims" / "public_claims.jsonl")
    rows = np.array([found[c["id"]] for c in claims])
    true = np.array([c["label"] == "supported" for c in claims])
    source = np.array([c["source"] for c in claims])
    # One text comes with several claims, sometimes cut differently: its beginning holds it together.
    fold = np.array([zlib.crc32(c["evidence"][:120].encode()) % FOLDS for c in claims])
    score = cross_validate(rows, true, fold)
    apart = np.zeros(len(true))
    for name in sorted(set(source)):
        held = source == name
        weights, intercept = fit(rows[~held], true[~held])
        apart[held] = rows[held] @ weights + intercept
    print("                    n   texts held out: bal.acc   auc | source held out: bal.acc   auc")
    for name in ["all"] + sorted(set(source)):
        m = np.ones(len(true), bool) if name == "all" else source == name
        print(f"{name:16} {m.sum():5}                  {balanced(score[m], true[m]):.3f} {auc(score[m], true[m]):.3f}"
              f" |                    {balanced(apart[m], true[m]):.3f} {auc(apart[m], true[m]):.3f}")
    kinds = collections.defaultdict(list)
    for c, s, t in zip(claims, score, true):
        kinds[c["source"], c["kind"], c["label"]].append((s > 0) == t)
    for key, right in sorted(kinds.items()):
        print(f"  {' '.join(key):48} {len(right):4} right {np.mean(right):.3f}")
    if args.pred:
        with open(args.pred, "w") as out:
            for c, s in zip(claims, score):
                verdict = "supported" if s > 0 else "unsupported"
                out.write(json.dumps({"id": c["id"], "verdict": verdict, "score": float(1 / (1 + np.exp(-s)))}) + "\n")
    if args.groups:
        at = 0
        for name, size in GROUPS:
            keep = np.ones(rows.shape[1])
            keep[at:at + size] = 0
            at += size
            without = cross_validate(rows * keep, true, fold)
            print(f"without {name:13} {balanced(without, true):.3f} {auc(without, true):.3f}")
    weights, intercept = fit(rows, true)
    print("\n[grounding]")
    at = 0
    for name, size in GROUPS:
        print(f"{name} = [{', '.join(f'{w + 0.0:.2f}' for w in weights[at:at + size])}]")
        at += size
    print(f"intercept = {intercept:.2f}")


if __name__ == "__main__":
    main()

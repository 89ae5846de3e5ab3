#!/usr/bin/env python3
"""Fits and checks the model that tells orders to an agent from other text (src/injection/model.bin).

usage: fit_injection.py --data DIR --features FILE [--write MODEL]

DIR of --data holds injection/positives and injection/negatives with their labels, FILE of --features is what the program itself
wrote, so that no feature is written twice:

    cargo run --release --example eval -- injection --data DATA --out /dev/null --features FILE

A text is as suspicious as its worst window. Positive: the windows of an attack that overlap what was put in; of those that do not
tell where, and in the second round of all, the one that the first round found most suspicious. Negative: every window of an
ordinary text and, with less weight, of texts about attacks. The `soft` classes are left out of the fit: nothing in their text tells
them from ordinary setup notes.

Cross-validation leaves one source of attacks out, and with it a ninth of the repositories and sessions that the ordinary texts
come from: what judges an attack has seen no attack of its source, and what judges an ordinary text no text of its repository.
Figures are told at the product's threshold; beside it stands the lowest at which at most 1 in 1,000 of the ordinary texts is
flagged. Deterministic; needs numpy and scipy.
"""
import argparse
import collections
import hashlib
import json
import os

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from records import records

EXPLICIT = ("override", "command", "jailbreak", "prompt-leak")
OBFUSCATED = ("hidden-unicode", "hidden-markup", "encoded")
ABOUT = ("quoted-attack", "security-docs", "notinject")     # texts about attacks: a hit is arguable
FPR = 0.001
ABOUT_WEIGHT = 0.7
L2_CUES, L2_DENSE, L2_GRAMS = 3.0, 3.0, 5.0
PRIOR_INTERCEPT, L2_INTERCEPT = -5.0, 0.1
ROUNDS = 2


def part_of(source, parts):
    """Which fold an ordinary text's repository belongs to; a carrier without its attack goes with the attack's source."""
    kind, _, rest = source.partition(":")
    if kind == "twin":
        name = rest.split(":")[0]
        if name in parts:
            return parts.index(name)
    return hashlib.sha256(rest.split(":")[0].encode()).digest()[0] % len(parts)


def load(data, features):
    """The records and, for each window, its record, its place and its features."""
    docs = records(os.path.join(data, "injection", "positives.jsonl")) + records(os.path.join(data, "injection", "negatives.jsonl"))
    index = {doc["id"]: at for at, doc in enumerate(docs)}
    rows = records(features)
    head, rows = rows[0], rows[1:]
    dense = len(head["names"])
    owner, place, columns, values, starts = [], [], [], [], [0]
    hidden = np.zeros(len(docs), bool)
    for row in rows:
        if row.get("hidden"):
            hidden[index[row["id"]]] = True
            continue
        owner.append(index[row["id"]])
        place.append(row["at"])
        for column, value in row["dense"]:
            columns.append(column)
            values.append(value)
        for gram in row["grams"]:
            columns.append(dense + gram)
            values.append(1.0)
        starts.append(len(columns))
    matrix = csr_matrix((values, columns, starts), shape=(len(owner), dense + head["grams"]))
    return docs, head["names"], np.array(owner), np.array(place), matrix, hidden


def inside(doc, at):
    """True where a window overlaps what was put in."""
    if doc.get("span"):
        start, end = (len(doc["text"][:edge].encode()) for edge in doc["span"])
        return at[0] < end and start < at[1]
    return True


def fit(matrix, labels, weights, prior, penalty):
    """Weights of a logistic model and its intercept, drawn towards `prior`: a cue of which there are no examples keeps its strength."""
    count = matrix.shape[1]

    def loss(theta):
        odds = matrix @ theta[:count] + theta[count]
        signed = np.where(labels, -odds, odds)
        value = (weights * np.logaddexp(0, signed)).sum() + 0.5 * (penalty * (theta - prior) ** 2).sum()
        slope = weights * np.where(labels, -1, 1) / (1 + np.exp(-np.clip(signed, -500, 500)))
        return value, np.append(matrix.T @ slope, slope.sum()) + penalty * (theta - prior)

    found = minimize(loss, prior.copy(), jac=True, method="L-BFGS-B", options=dict(maxiter=300))
    return found.x


def train(docs, owner, place, matrix, names, use):
    """A model from the texts of `use`."""
    dense = len(names)
    grams = matrix.shape[1] - dense
    prior = np.r_[[strength for _, strength in names], np.zeros(grams), PRIOR_INTERCEPT]
    penalty = np.r_[[L2_CUES if strength else L2_DENSE for _, strength in names], np.full(grams, L2_GRAMS), L2_INTERCEPT]
    per_source = collections.Counter(doc["source"] for doc in docs if doc["label"])
    theta = None
    for _ in range(ROUNDS):
        odds = np.zeros(len(owner)) if theta is None else matrix @ theta[:-1]
        best = {}
        for row, at in enumerate(owner):
            if use[at] and docs[at]["label"] and odds[row] > best.get(at, (-np.inf, 0))[0]:
                best[at] = (odds[row], row)
        rows, labels, weights = [], [], []
        for row, at in enumerate(owner):
            doc = docs[at]
            if not use[at] or doc["label"] and doc["cls"].startswith("soft"):
                continue
            if not doc["label"]:
                weight = ABOUT_WEIGHT if doc["category"] in ABOUT else 1.0
            elif theta is None:
                if not inside(doc, place[row]):
                    continue
                weight = 1.0 if doc.get("span") else 0.3
            else:
                if best[at][1] != row:
                    continue
                weight = 1.0
            if doc["label"]:
                # No source may drown the others.
                weight *= (60 / max(60, per_source[doc["source"]])) ** 0.5
            rows.append(row)
            labels.append(bool(doc["label"]))
            weights.append(weight)
        theta = fit(matrix[rows], np.array(labels), np.array(weights), prior, penalty)
    return theta


def worst(docs, owner, odds):
    """The suspicion of each text: that of its worst window."""
    found = np.full(len(docs), -30.0)
    np.maximum.at(found, owner, odds)
    return found


def core(docs):
    return np.array([not doc["label"] and doc["category"] not in ABOUT for doc in docs])


def threshold_of(scores, ordinary):
    allowed = int(FPR * ordinary.sum())
    return np.sort(scores[ordinary])[::-1][allowed]


def report(docs, scores, threshold, hidden):
    flagged = (scores > threshold) | hidden
    group = lambda doc: "explicit" if doc["cls"] in EXPLICIT else "obfuscated" if doc["cls"] in OBFUSCATED else "soft"
    tables = collections.defaultdict(list)
    for doc, flag in zip(docs, flagged):
        if doc["label"]:
            tables[group(doc)].append(flag)
            tables["  " + group(doc) + " " + doc["source"]].append(flag)
            tables["class " + doc["cls"]].append(flag)
        else:
            tables["fp " + ("about " if doc["category"] in ABOUT else "core ") + doc["category"]].append(flag)
            if doc["category"] not in ABOUT:
                tables["fp core"].append(flag)
    for name, flags in sorted(tables.items()):
        print("%-44s %5d  %.4f" % (name, len(flags), np.mean(flags)))


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("--data", required=True)
    asked.add_argument("--features", required=True)
    asked.add_argument("--threshold", type=float, default=0.58, help="the product's own, as in default.toml")
    asked.add_argument("--write")
    asked.add_argument("--misses", action="store_true", help="print what is missed and what is wrongly flagged")
    asked = asked.parse_args()
    docs, names, owner, place, matrix, hidden = load(asked.data, asked.features)
    parts = sorted({doc["source"] for doc in docs if doc["label"]})
    fold = np.array([parts.index(doc["source"]) if doc["label"] else part_of(doc["source"], parts) for doc in docs])
    odds = np.full(len(owner), -30.0)
    for part in range(len(parts)):
        theta = train(docs, owner, place, matrix, names, fold != part)
        rows = fold[owner] == part
        odds[rows] = matrix[rows] @ theta[:-1] + theta[-1]
    scores = worst(docs, owner, odds)
    lowest = threshold_of(scores, core(docs))
    print("lowest threshold for 1 in 1,000: chance %.4f" % (1 / (1 + np.exp(-lowest))))
    threshold = np.log(asked.threshold / (1 - asked.threshold))
    print("figures at chance %.4f" % asked.threshold)
    report(docs, scores, threshold, hidden)
    if asked.misses:
        order = np.argsort(-scores)
        print("## highest ordinary texts")
        for at in [at for at in order if core(docs)[at]][:25]:
            rows = np.flatnonzero(owner == at)
            row = rows[np.argmax(odds[rows])]
            text = docs[at]["text"].encode()[place[row][0]:place[row][1]].decode(errors="replace")
            print("%.2f" % scores[at], docs[at]["category"], docs[at]["source"], docs[at].get("path"), repr(text[:500]))
        print("## explicit and obfuscated attacks below")
        for at in [at for at in order if docs[at]["label"] and not docs[at]["cls"].startswith("soft") and scores[at] <= threshold]:
            print("%.2f" % scores[at], docs[at]["source"], docs[at]["cls"], docs[at]["technique"], repr(docs[at]["payload"][:160]))
    if asked.write:
        theta = train(docs, owner, place, matrix, names, np.ones(len(docs), bool))
        dense, grams = theta[:len(names)], theta[len(names):-1]
        unit = np.abs(grams).max() / 127
        with open(asked.write, "wb") as out:
            out.write(np.r_[dense, theta[-1], unit].astype("<f4").tobytes())
            out.write(np.round(grams / unit).astype(np.int8).tobytes())
        for at in np.argsort(-np.abs(dense)):
            print("%+.2f %s" % (dense[at], names[at][0]))


if __name__ == "__main__":
    main()

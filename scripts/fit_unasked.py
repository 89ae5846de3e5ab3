#!/usr/bin/env python3
"""Fit `[unasked]` in src/config/default.toml: which of the changed files did a goal not ask for?

    cargo build --release --example eval
    python3 scripts/fit_unasked.py --data DATA --work DIR --eval target/release/examples/eval [--pred FILE] [--reuse] [--made]
    python3 scripts/fit_unasked.py --data DATA --work DIR --eval target/release/examples/eval --reuse --without 23,24

The 395 changes of `tangled` are too few to fit by. So every goal of `goals` with its accepted change is mixed with other accepted changes
of its repository (`mixed_changes`), and only those are fitted to; the 395 are what is scored. Everything is held apart by repository:
the chances under `[infer]`, what `contrast` and `pair` weigh, the weights and both thresholds come from the other repositories.

What is asked about each file is the program's own: this script reads what the runner's `--features` wrote and never computes it. A line
of that holds `files` (path -> answers, or null for what is never doubted), `contrasts` (a row for each doubted file) and `pairs` (a row
for each pair of them). Labels are used to fit and to score, names of repositories only to hold them apart. What is printed at the end
under [unasked] is fitted to all. Same data, same output. Needs numpy and scipy, and the command zstd.

--reuse takes the features that lie in --work, --made scores also on the changes that were made, --without fits without some questions
(their places from 0 on): what they buy.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess

import numpy as np
from scipy.optimize import minimize

import fit_infer
from mixed_changes import mixed
from records import records

RIDGE = 0.0005  # pulls every weight towards 0
RIDGE_CONTRAST, RIDGE_PAIR = 0.003, 0.002
LIMITS = (0.05, 0.08, 0.12, 0.20)  # share of unmixed changes in which anything may be told
SEED = 20261126
# The groups of `contrast` and how many features each holds.
CONTRAST = [("contrast_words", 24), ("contrast_kind", 15), ("contrast_rank", 4)]


class Change:
    """One change: what the runner wrote of its doubted files, and which were not asked for."""

    def __init__(self, record, asked, without):
        self.id, self.repo, self.set, self.goal = record["id"], record["repo"], record["set"], record["goal_id"]
        self.made = record["id"].startswith("mixed:")
        self.stray = set(record["stray"])
        answers = asked["files"]
        self.files = [file for file in record["changed"] if answers.get(file) is not None]
        self.x = np.array([answers[file] for file in self.files], dtype=float)
        if self.files and without:
            self.x[:, without] = 0
        self.y = np.array([file in self.stray for file in self.files], dtype=float)
        self.contrasts, self.pairs = np.array(asked["contrasts"]), np.array(asked["pairs"])


# --- the models -------------------------------------------------------------------------------------------------------------------

def logistic(x, y, share, ridge=RIDGE):
    share = share / share.sum()
    scale = np.sqrt(share @ x ** 2) + 1e-9
    z = np.hstack([np.ones((len(x), 1)), x / scale])

    def loss(w):
        t = z @ w
        slope = z.T @ (share * (1 / (1 + np.exp(-t)) - y))
        slope[1:] += 2 * ridge * w[1:]
        return share @ (np.logaddexp(0, t) - y * t) + ridge * float(w[1:] @ w[1:]), slope

    best = minimize(loss, np.zeros(z.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
    return best[0], best[1:] / scale


def shares(changes):
    """Every goal counts its mixed changes as much as its own; repositories count by the root of their goals."""
    times = collections.Counter((c.goal, bool(c.stray)) for c in changes)
    goals = collections.defaultdict(set)
    for c in changes:
        goals[c.repo].add(c.goal)
    return [1 / times[c.goal, bool(c.stray)] / len(goals[c.repo]) ** 0.5 for c in changes]


def fit(changes):
    """The doubt about a file. A change counts by the root of its files."""
    changes = [c for c in changes if c.files]
    share = np.concatenate([np.full(len(c.y), s / len(c.y) ** 0.5) for c, s in zip(changes, shares(changes))])
    return logistic(np.vstack([c.x for c in changes]), np.concatenate([c.y for c in changes]), share)


def halves(y, share):
    """Both answers count alike."""
    return share * np.where(y > 0, 0.5 / max(1, y.sum()), 0.5 / max(1, (1 - y).sum()))


def fit_contrast(changes):
    """Whose file is it? The constant is none: the files of a change are held against one another."""
    parts = [(c.contrasts, c.y, halves(c.y, s)) for c, s in zip(changes, shares(changes)) if c.stray and c.files]
    return logistic(*(np.concatenate(part) for part in zip(*parts)), ridge=RIDGE_CONTRAST)[1]


def fit_pair(changes):
    """Are two files of one change?"""
    parts = []
    for c, s in zip(changes, shares(changes)):
        if len(c.pairs):
            one, other = np.triu_indices(len(c.files), 1)
            y = (c.y[one] == c.y[other]).astype(float)
            parts.append((c.pairs, y, halves(y, s) if c.stray else np.full(len(y), s / 2 / len(y))))
    constant, weights = logistic(*(np.concatenate(part) for part in zip(*parts)), ridge=RIDGE_PAIR)
    return np.concatenate([[constant], weights])


# --- what is told -----------------------------------------------------------------------------------------------------------------

def told(t, speak, also):
    """Which files are told: none unless one reaches `speak`, and never all."""
    if not len(t) or t.max() < speak:
        return np.zeros(len(t), bool)
    flags = t >= also
    return flags & (t > t.min()) if flags.all() else flags


class Scored:
    """Changes with the odds of their files, and how many hits, false ones, strays, unmixed ones and such with a flag there are under
    any two thresholds."""

    def __init__(self, changes, odds):
        self.changes, self.ts = changes, [odds[c.id] for c in changes]
        self.repos = sorted({c.repo for c in changes})
        self.place = np.array([self.repos.index(c.repo) for c in changes])
        self.of = np.concatenate([np.full(len(t), at) for at, t in enumerate(self.ts)]).astype(int)
        self.t = np.concatenate(self.ts)
        self.y = np.concatenate([c.y for c in changes if c.files]) > 0
        self.wanted = np.array([len(c.stray) for c in changes])
        self.most, self.least = np.full(len(changes), -1e9), np.full(len(changes), 1e9)
        np.maximum.at(self.most, self.of, self.t)
        np.minimum.at(self.least, self.of, self.t)
        grid = np.quantile(self.t, np.linspace(0.3, 0.995, 60))
        self.tried = [(speak, also, self.by_repo(speak, also)) for speak in grid for also in grid[grid <= speak][::2]]

    def table(self, speak, also):
        flags = (self.most[self.of] >= speak) & (self.t >= also)
        flags &= ~((self.least >= also)[self.of] & (self.t <= self.least[self.of]))
        count = lambda which: np.bincount(self.of[which], minlength=len(self.changes))
        mixed_ = self.wanted > 0
        return np.stack([count(flags & self.y) * mixed_, count(flags & ~self.y) * mixed_, self.wanted, ~mixed_,
                         (count(flags) > 0) & ~mixed_], axis=1).astype(int)

    def by_repo(self, speak, also):
        found = np.zeros((len(self.repos), 5), int)
        np.add.at(found, self.place, self.table(speak, also))
        return found

    def thresholds(self, limit, repo=None):
        """The two with the best F1 within the limit on unmixed changes, one repository left out."""
        best = (-1.0, 9.0, 9.0)
        for speak, also, found in self.tried:
            f1, noise, _, _ = figures(found.sum(axis=0) - (found[self.repos.index(repo)] if repo else 0))
            if noise <= limit and f1 > best[0]:
                best = (f1, speak, also)
        return best[1:]

    def held_out(self, limit):
        """The table with every repository under the thresholds of the others, and those."""
        pairs = {repo: self.thresholds(limit, repo) for repo in self.repos}
        tables = {repo: self.table(*pair) for repo, pair in pairs.items()}
        return np.array([tables[c.repo][at] for at, c in enumerate(self.changes)]), pairs


def figures(total):
    hit, false, wanted, clean, noisy = total
    return 2 * hit / max(1, hit + false + wanted), noisy / max(1, clean), hit / max(1, hit + false), hit / max(1, wanted)


def line(total):
    return "F1 {:.3f}, unmixed with a flag {:.3f}, precision {:.3f}, recall {:.3f}".format(*figures(total))


def show(name, scored, pred=None):
    print(f"\n{name}: {len(scored.changes)} changes")
    rng = np.random.default_rng(1)
    for limit in LIMITS:
        table, pairs = scored.held_out(limit)
        drawn = [figures(table[rng.integers(0, len(table), len(table))].sum(axis=0))[0] for _ in range(1000)]
        print(f"limit {limit:.2f}: {line(table.sum(axis=0))}; sd of F1 {np.std(drawn):.3f}")
        for kind in sorted({c.set for c in scored.changes}):
            print(f"    {kind:18} {line(table[[c.set == kind for c in scored.changes]].sum(axis=0))}")
        if pred and limit == 0.08:
            with open(pred, "w") as out:
                for c, t in zip(scored.changes, scored.ts):
                    flagged = [file for file, flag in zip(c.files, told(t, *pairs[c.repo])) if flag]
                    out.write(json.dumps({"id": c.id, "flagged": flagged}) + "\n")


# --- the features -----------------------------------------------------------------------------------------------------------------

def text(weights, digits):
    return f"[{', '.join(f'{w:.{digits}f}' for w in weights)}]"


def grouped(groups, weights, digits):
    at, lines = 0, []
    for name, size in groups:
        lines.append(f"{name} = {text(weights[at:at + size], digits)}\n")
        at += size
    return "".join(lines)


def models(changes):
    """The part of [unasked] that questions rest on."""
    return grouped(CONTRAST, fit_contrast(changes), 2) + f"pair = {text(fit_pair(changes), 2)}\n"


class Folders:
    """A folder a repository, with its changes as the runner reads them and a configuration that never saw it."""

    def __init__(self, args, goals, lists, tangled):
        self.args, self.lists = args, lists
        self.repos = sorted({goal["repo"] for goal in goals})
        self.made = {}
        for at, repo in enumerate(self.repos):
            self.made[repo] = list(mixed([goal for goal in goals if goal["repo"] == repo], lists, SEED + at))
            self.made[repo] += [record for record in tangled if record["repo"] == repo]

    def home(self, repo):
        return self.args.work / str(self.repos.index(repo))

    def run(self, *words):
        subprocess.run([self.args.eval, *map(str, words)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def write(self, goals):
        """The changes, and the chances under [infer] without each repository."""
        self.args.work.mkdir(parents=True, exist_ok=True)
        features = self.args.work / "goals.bin"
        self.run("goals", "--data", self.args.data, "--out", self.args.work / "goals.out", "--features", features)
        rows, seen, ranked = fit_infer.read_features(features), collections.Counter(), []
        for goal in goals:
            seen[goal["id"]] += 1
            key = goal["id"] + (f"#{seen[goal['id']]}" if seen[goal["id"]] > 1 else "")
            files = sorted(set(self.lists.get(goal["id"], [])), key=lambda file: file.encode())
            if len(rows[key]):
                ranked.append(fit_infer.Goal(goal, key, files, rows[key]))
        for repo in self.repos:
            pack(self.home(repo) / "scope" / "tangled.jsonl.zst", self.made[repo])
            ids = sorted({record["goal_id"] for record in self.made[repo]})
            pack(self.home(repo) / "scope" / "filelists.jsonl.zst", [{"id": name, "files": self.lists[name]} for name in ids])
            weights = fit_infer.fit([goal for goal in ranked if goal.repo != repo])
            (self.home(repo) / "infer.toml").write_text("[infer]\n" + grouped(fit_infer.GROUPS, weights, 4))

    def ask(self, config):
        """The runner's answers, every repository under its own configuration."""
        def one(repo):
            home = self.home(repo)
            self.run("tangled", "--data", home, "--out", home / "out.jsonl", "--features", home / "features.jsonl", "--config",
                     home / config)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(one, self.repos))

    def read(self, without=()):
        changes = []
        for repo in self.repos:
            asked = {row["id"]: row for row in records(self.home(repo) / "features.jsonl")}
            changes += [Change(record, asked[record["id"]], list(without)) for record in self.made[repo]]
        return changes


def pack(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    subprocess.run(["zstd", "-q", "-1", "-f", "-o", str(path)], input=data, check=True)


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--data", required=True, type=pathlib.Path)
    args.add_argument("--work", required=True, type=pathlib.Path, help="a folder for the changes that are made and their features")
    args.add_argument("--eval", required=True, help="the evaluation runner")
    args.add_argument("--pred", help="write the cross-validated predictions at the limit of 0.08 to this file")
    args.add_argument("--reuse", action="store_true", help="take the features that lie in --work")
    args.add_argument("--made", action="store_true", help="score also on the changes that were made")
    args.add_argument("--without", default="", help="places of questions to leave out")
    args = args.parse_args()
    scope = args.data / "scope"
    goals, tangled = records(scope / "goals.jsonl"), records(scope / "tangled.jsonl")
    folders = Folders(args, goals, {row["id"]: row["files"] for row in records(scope / "filelists.jsonl")}, tangled)
    if not args.reuse:
        folders.write(goals)
        folders.ask("infer.toml")
        made = [c for c in folders.read() if c.made]
        for repo in folders.repos:
            own = (folders.home(repo) / "infer.toml").read_text() + "[unasked]\n" + models([c for c in made if c.repo != repo])
            (folders.home(repo) / "both.toml").write_text(own)
        folders.ask("both.toml")
    changes = folders.read([int(place) for place in args.without.split(",") if place])
    made = [c for c in changes if c.made]
    odds = {}
    for repo in folders.repos:
        intercept, weights = fit([c for c in made if c.repo != repo])
        odds.update({c.id: intercept + c.x @ weights if c.files else np.zeros(0) for c in changes if c.repo == repo})
    judged = Scored([c for c in changes if not c.made], odds)
    show("Cross-validated", judged, args.pred)
    show("Without swebench-lite", Scored([c for c in changes if not c.made and c.set != "swebench-lite"], odds))
    if args.made:
        show("Changes that were made", Scored(made, odds))
    # Features whose two models saw the other repositories: the models of the default are theirs with all, which are nearly the same.
    intercept, weights = fit(made)
    print(f"\n[unasked]\n{models(made)}weights = {text(weights, 2)}\nintercept = {intercept:.2f}")
    for limit in LIMITS:
        # Thresholds from scores that did not see the repository.
        speak, also = judged.thresholds(limit)
        print(f"at {limit:.2f}: speak = {speak:.2f}, also = {also:.2f}")


if __name__ == "__main__":
    main()

"""More changes like those of `tangled`: each goal's accepted change, alone and mixed with other accepted changes of its repository.

Only fitted to, never scored on in place of the real ones. The rules are those of the data's README.
"""
import random

DONORS = 8  # changes that each goal's own is mixed with at most
NEAR = 2  # of them out of its folders, where there are such
MOST = 30  # files of a change that is mixed with another


def folders(files):
    return {file.rpartition("/")[0] for file in files}


def may_give(donor, goal, base, lists):
    """One to six sources of another change, no file in common, never the same session or commit."""
    if donor["id"] == goal["id"] or not 1 <= len(donor["gold_src"]) <= 6 or set(donor["gold_files"]) & set(goal["gold_files"]):
        return False
    if any(goal.get(key) and goal.get(key) == donor.get(key) for key in ("session_id", "fix_commit")):
        return False
    own = set(lists[donor["id"]])
    # What the donor did not create must be there.
    return all(file in base or file not in own for file in donor["gold_src"])


def mixed(goals, lists, seed):
    """The changes made of one repository's goals."""
    rng, seen, mine = random.Random(seed), set(), []
    for goal in goals:
        if goal["id"] in lists and goal["id"] not in seen and goal["gold_src"] and len(goal["gold_files"]) <= MOST:
            seen.add(goal["id"])
            mine.append(goal)
    for goal in mine:
        base, own = set(lists[goal["id"]]), folders(goal["gold_files"])
        donors = [donor for donor in mine if may_give(donor, goal, base, lists)]
        near = [donor for donor in donors if folders(donor["gold_src"]) & own]
        far = [donor for donor in donors if not folders(donor["gold_src"]) & own]
        for part in (near, far):
            rng.shuffle(part)
            part.sort(key=lambda donor: donor["set"] != goal["set"])
        few = min(len(near), max(NEAR, DONORS - len(far)))
        picked = sorted({tuple(sorted(donor["gold_src"])) for donor in near[:few] + far[:DONORS - few]})
        for number, stray in enumerate([()] + picked):
            changed = sorted(goal["gold_files"]) + list(stray)
            rng.shuffle(changed)
            yield {"id": f"mixed:{goal['id']}:{number}", "goal_id": goal["id"], "goal": goal["goal"], "repo": goal["repo"],
                   "set": goal["set"], "changed": changed, "stray": list(stray)}

"""Sentences in other words: what makes a near neighbour of a sentence, which a collection of different sentences hardly holds.

Each of some short sentences gets variants that a rule makes: without one word, with a synonym (WordNet's most frequent sense), the
first verb in another form, only its beginning, and with one word of another sentence. The teacher then says how near each is, so
a variant needs to be neither right nor good English. Same sentences, same variants.
"""
import hashlib
import random
import re
import tarfile

FAMILIES, LONGEST = 18_000, 14
PLAIN = re.compile(r"[A-Za-z][a-z]{2,}$")
SMALL = set("the and for with from that this into when not are was has its any all can you your will other than then".split())


def wordnet(archive):
    """Synonyms by word, and all verbs: words whose most frequent sense is the same."""
    senses, verbs = {}, set()
    with tarfile.open(archive) as held:
        for line in held.extractfile("package/dict/index.sense").read().decode().splitlines():
            key, place, rank, _ = line.split(" ")
            word, _, rest = key.partition("%")
            if rank == "1" and word.isalpha() and word.islower():
                senses.setdefault((rest[0], place), []).append(word)
                if rest[0] == "2":
                    verbs.add(word)
    near = {}
    for words in senses.values():
        for word in words:
            near.setdefault(word, set()).update(other for other in words if other != word)
    return {word: sorted(others) for word, others in near.items() if others}, verbs


def forms(verb):
    stem = verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb
    if len(verb) <= 4 and re.search(r"[^aeiou][aeiou][bdgmnpt]$", verb):
        stem += verb[-1]
    third = verb + "es" if verb.endswith(("s", "sh", "ch", "x", "z")) else verb[:-1] + "ies" if re.search("[^aeiou]y$", verb) else verb + "s"
    return [verb, stem + "ing", third, (verb[:-1] + "ied" if third.endswith("ies") else stem + "ed")]


def base(word, verbs):
    """The verb that a word is a form of, as far as the rules of `forms` go."""
    low = word.lower()
    for guess in (low, low[:-1], low[:-2], low[:-3], low[:-3] + "e", low[:-2] + "e", low[:-4]):
        if guess in verbs and low in forms(guess):
            return guess
    return None


def variants(words, near, verbs, others, chance):
    content = [i for i, w in enumerate(words) if PLAIN.match(w) and w.lower() not in SMALL]
    if len(content) < 2:
        return
    gone = chance.choice(content)
    yield words[:gone] + words[gone + 1:]
    with_near = [i for i in content if words[i].lower() in near]
    if with_near:
        changed = list(words)
        for i in chance.sample(with_near, min(2, len(with_near))):
            changed[i] = chance.choice(near[words[i].lower()])
        yield changed
    verb = base(words[0], verbs)
    if verb:
        yield [chance.choice([f for f in forms(verb) if f != words[0].lower()]).capitalize()] + words[1:]
    if len(words) >= 6:
        yield words[:max(3, len(words) * 3 // 5)]
    i, other = chance.choice(content), chance.choice(others)
    yield words[:i] + [other] + words[i + 1:]


def families(sentences, archive):
    """Lists of a sentence and its variants."""
    near, verbs = wordnet(archive)
    short = [s for s in sentences if 4 <= len(s.split(" ")) <= LONGEST]
    short.sort(key=lambda s: hashlib.sha256(b"family" + s.encode()).digest())
    others = [w for s in short[FAMILIES:2 * FAMILIES] for w in s.split(" ") if PLAIN.match(w) and w.lower() not in SMALL]
    chance = random.Random(3)
    return [[s] + [" ".join(v) for v in variants(s.split(" "), near, verbs, others, chance)] for s in short[:FAMILIES]]

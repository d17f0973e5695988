"""The patterns of CONTRIBUTING's "Prose" that a machine can see, in whatever a user or a contributor reads.

Only prose is read: docstrings, messages and comments of the code, and the text of pages outside their code blocks.
A pattern is held here when every hit of it is a mistake; everything else about good English stays with the reader.
"""

from __future__ import annotations

import io
import json
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted(path for folder in ("equity", "bench", "docs") for path in (ROOT / folder).rglob("*.py"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

COUNTED = (  # not answers, boards, chips, stacks and others that open a clause: "the boards a question can end with"
    "array bars? bets bits bytes cards checks chunks? columns combos counters? deals decisions dictionary draws "
    "entry entries hands lines? list microseconds milliseconds nanoseconds numbers one ones operations "
    "players points pots ranges rows? seconds slots? spots text texts threads? values variance words"
)
UNIT = (
    "answer board call card chunk class column combo core deal decision entry file hand key line machine minute "
    "name peer player position pot process question range round row sample seat second side spot strategy street table "
    "text thread winner worker"
)


def words(text: str) -> str:
    return "|".join(text.split())


PATTERNS = {
    "per": (
        re.compile(rf"\b({words(COUNTED)}) an? ({words(UNIT)})s?\b", re.IGNORECASE),
        'a rate is written with "per" (one row per player), a clause with "that" (cards that a player holds)',
    ),
    "is not": (
        re.compile(r"(?<!there )\b(is|are|was|were) no (?!such|longer|more|less|fewer|better|worse|other)\w+", re.I),
        'what a thing is not is written with "not": 17 is not a card',
    ),
    "they": (re.compile(r"\b(he|she|his|hers?|him|himself|herself)\b", re.I), "a player is they, a seat is it"),
}


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the first line and the text of every paragraph, on one line each."""
    source = path.read_text(encoding="utf-8")
    for first, text in _READERS[path.suffix](source):
        line = first
        for paragraph in re.split(r"(\n[ \t]*\n)", text):
            yield line, re.sub(r"\s+", " ", paragraph)
            line += paragraph.count("\n")


def _of_python(source: str) -> Iterator[tuple[int, str]]:
    comment: list[str] = []
    first = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            alone = token.line.lstrip().startswith("#")  # a block of such lines is one paragraph
            if comment and not (alone and token.start[0] == first + len(comment)):
                yield first, "\n".join(comment)
                comment = []
            first = first if comment else token.start[0]
            comment.append(token.string.lstrip("# "))
        elif "(?:" in token.string:
            continue  # a pattern for the words of others
        elif token.type == tokenize.STRING or tokenize.tok_name[token.type] == "FSTRING_MIDDLE":
            yield token.start[0], re.sub(r"(?m)^\s*(>>>|\.\.\.) .*$", "", token.string)  # examples are code
    if comment:
        yield first, "\n".join(comment)


def _of_page(source: str) -> Iterator[tuple[int, str]]:
    line = 1
    for number, part in enumerate(re.split(r"(?m)^```.*$", source)):
        if number % 2 == 0:
            yield line, re.sub(r"`[^`\n]*`", "`x`", part)
        line += part.count("\n")


def _of_notebook(source: str) -> Iterator[tuple[int, str]]:
    for cell in json.loads(source)["cells"]:
        read = _of_page if cell["cell_type"] == "markdown" else _of_python
        yield from read("".join(cell["source"]))


@cache
def paragraphs() -> list[tuple[Path, int, str]]:
    return [(path, line, text) for path in [*SOURCES, *PAGES, *NOTEBOOKS] for line, text in prose(path)]


_READERS = {".py": _of_python, ".md": _of_page, ".ipynb": _of_notebook}


@pytest.mark.small
def test_files_that_readers_are_sent_to_exist():
    texts = {page: page.read_text(encoding="utf-8") for page in PAGES}
    named = {
        (page, name) for page in PAGES for name in re.findall(r"`((?:equity|tests|bench|docs)/[\w./-]*)`", texts[page])
    }
    assert len(named) > 30
    assert not [f"{page.name}: {name}" for page, name in sorted(named) if not (ROOT / name).exists()]


def is_known(name: str) -> bool:
    """Say whether a dotted name is a module, or begins with one whose file speaks of the rest."""
    first, *rest = name.split(".")
    place = ROOT / first
    while rest and ((place / rest[0]).is_dir() or (place / f"{rest[0]}.py").is_file()):
        place /= rest.pop(0)
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    return all(re.search(rf"\b{part}\b", file.read_text(encoding="utf-8")) for part in rest)


@pytest.mark.small
def test_modules_and_names_that_texts_send_readers_to_exist():
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path, line, text in paragraphs()
        for name in re.findall(r"`((?:equity|bench|tests)(?:\.\w+)+)`", text)
        if not is_known(name)
    ]
    assert not found, "\n".join(found)


@pytest.mark.small
def test_every_test_file_has_its_place_on_the_map():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Where a test goes")[1].split("\n## ")[0]
    named = [name.replace("*", "") for row in text.splitlines() for name in re.findall(r"`(test_\w+\*?)`", row)]
    files = [path.stem for path in (ROOT / "tests").glob("test_*.py")]
    assert not [
        stem
        for stem in files
        if not any(stem == name or (name.endswith("_") and stem.startswith(name)) for name in named)
    ]


@pytest.mark.small
@pytest.mark.parametrize("name", PATTERNS)
def test_prose_is_english(name):
    pattern, rule = PATTERNS[name]
    found = [
        f"{path.relative_to(ROOT)}:{line}: ...{text[max(hit.start() - 30, 0) : hit.end() + 20]}..."
        for path, line, text in paragraphs()
        for hit in pattern.finditer(text)
    ]
    assert not found, f"{rule}; {len(found)} hits:\n" + "\n".join(found)

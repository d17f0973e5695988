"""What a run writes: its hands as they are played, or its results at the end.

Rules of the file: hands go to the file in order and whole, so that a run cut short, or a full disk, leaves a file that
is valid up to its last hand. Memory does not grow with the number of hands.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from equity.errors import OptionError
from equity.simulate.question import Question

if TYPE_CHECKING:
    from equity.history import HandRecord
    from equity.simulate.chunks import Record
    from equity.simulate.result import SimulationResult

__all__ = ["HandWriter", "open_output"]

_HANDS = (".phhs", ".acpc")
_RESULTS = (".json", ".csv", ".parquet")


def open_output(
    path: str | os.PathLike[str] | None, question: Question, *, played: int = 0, offset: int | None = None
) -> Output:
    """Return where a run writes to; nothing for None.

    Parameters
    ----------
    path : path or None
        The ending says what: ``.phhs`` and ``.acpc`` take hands, ``.json``, ``.csv`` and ``.parquet`` results.
    question : Question
    played, offset : int, optional
        Hands that a checkpoint answers for, and the bytes of the file that hold them; the rest is written again.

    Raises
    ------
    OptionError
        For another ending, or a file that cannot be written.
    """
    if path is None:
        return Output(None, None)
    target = Path(path)
    if target.suffix in _RESULTS:
        if target.suffix == ".parquet":
            _import_polars()
        return Output(None, target)
    if target.suffix not in _HANDS:
        raise OptionError(f"cannot write {target.name!r}: the ending must be one of {', '.join(_HANDS + _RESULTS)}")
    return Output(HandWriter(target, question, played=played, offset=offset), None)


class Output:
    """A hand writer, or a place for results, or neither."""

    def __init__(self, hands: HandWriter | None, results: Path | None) -> None:
        self.hands = hands
        self._results = results

    def close(self) -> None:
        """Close the file of hands."""
        if self.hands is not None:
            self.hands.close()

    def finish(self, result: SimulationResult) -> None:
        """Write the results, if that is wanted."""
        if self._results is None:
            return
        try:
            _write_results(result, self._results)
        except OSError as error:
            raise OptionError(f"cannot write {self._results}: {error.strerror or error}") from None


class HandWriter:
    """Hands to one file, in order."""

    def __init__(self, path: Path, question: Question, *, played: int = 0, offset: int | None = None) -> None:
        from equity.simulate.records import RecordMaker

        self.path = path
        self.hands = played
        self._acpc = path.suffix == ".acpc"
        self._maker = RecordMaker(question, first=played)
        if played and (offset is None or not path.exists() or path.stat().st_size < offset):
            raise OptionError(f"{path} does not hold the {played} hands of the checkpoint; start a new checkpoint")
        game = self._maker.acpc_game() if self._acpc else ""  # refuses what ACPC cannot say
        try:
            self._file: BinaryIO = path.open("wb" if offset is None else "r+b")
            if offset is not None:
                self._file.truncate(offset)
                self._file.seek(offset)
            elif self._acpc:
                rules = path.with_suffix(".game")
                rules.write_text(game, encoding="utf-8")
                self._file.write(
                    f"# name/game/hands/seed equity {rules.name} {question.hands} {question.seed}\n".encode()
                )
        except OSError as error:
            raise OptionError(f"cannot write {path}: {error.strerror}") from None

    def write(self, record: Record) -> int:
        """Write a chunk's hands; returns the length of the file.

        Raises
        ------
        OptionError
            If the disk is full, after cutting the file to whole hands.
        """
        start = self._file.tell()
        texts: list[bytes] = []
        try:
            for hand in self._maker.records(record):
                texts.append(self._text(hand))
            self._file.write(b"".join(texts))
            self._file.flush()
        except OSError as error:
            self._cut(start, texts)
            raise OptionError(
                f"cannot write {self.path}: {error.strerror}; the file holds the first {self.hands} hands"
            ) from None
        self.hands += len(texts)
        return self._file.tell()

    def _text(self, hand: HandRecord) -> bytes:
        if self._acpc:
            from equity.history import acpc_text

            return (acpc_text(hand) + "\n").encode()
        from equity.history import phh_text

        number = int(str(hand.fields["hand"])) + 1
        return f"{chr(10) if number > 1 else ''}[{number}]\n{phh_text(hand)}".encode()

    def _cut(self, start: int, texts: list[bytes]) -> None:
        """Take a hand that is half written off the end."""
        size, end = os.fstat(self._file.fileno()).st_size, start
        for text in texts:
            if end + len(text) > size:
                break
            end += len(text)
            self.hands += 1
        os.ftruncate(self._file.fileno(), end)

    def flush(self) -> None:
        """Bring what is written to the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):  # the disk is full: said already
            self._file.close()


def _write_results(result: SimulationResult, path: Path) -> None:
    plain = result.to_dict()
    if path.suffix == ".json":
        path.write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")
        return
    rows = list(result_rows(plain))
    if path.suffix == ".parquet":
        _import_polars().DataFrame(rows).write_parquet(path)
        return
    import csv

    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def result_rows(plain: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield one flat row for each strategy, seat, and seat's position of a result's plain form."""
    for kind, key in (("strategy", "strategies"), ("seat", "seats")):
        for player in plain[key]:
            row = _flat(kind, player)
            yield row
            if kind == "seat":
                for position in player["positions"]:
                    yield dict.fromkeys(row) | {"kind": "position", "name": row["name"], "seat": row["seat"]} | position


def _flat(kind: str, player: dict[str, Any]) -> dict[str, Any]:
    adjusted = player["adjusted"] or {"bb100": None, "std_error": None}
    names = ("hands", "net", "bb100", "std_error")
    rest = ("vpip", "pfr", "three_bet", "aggression", "saw_flop", "wtsd", "wsd", "rake", "decisions")
    return {
        "kind": kind,
        "name": player["name"],
        "seat": player["seats"][0] if kind == "seat" else None,
        "position": None,
        **{name: player[name] for name in names},
        "adjusted": adjusted["bb100"],
        "adjusted_std_error": adjusted["std_error"],
        **{name: player[name] for name in rest},
    }


def _import_polars() -> Any:
    try:
        import polars as pl
    except ImportError:
        raise OptionError("writing .parquet needs polars: pip install 'equity[data]'; or write .csv") from None
    return pl

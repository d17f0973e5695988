"""What a run writes: its hands as they are played, or its results at the end.

Rules of the file: paths are looked at before anything is played; what goes wrong is said with the file's name.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equity._version import DISTRIBUTION
from equity.errors import OptionError
from equity.simulate.runs.hand_writer import HandWriter, Written
from equity.simulate.runs.specification import RunSpec

if TYPE_CHECKING:
    from equity.simulate.runs.result import SimulationResult

__all__ = ["check_paths", "open_output", "result_rows"]

_HANDS = (".phhs", ".acpc")
_RESULTS = (".json", ".csv", ".parquet")


def check_paths(output: object, checkpoint: object) -> None:
    """Refuse paths of a run that cannot be, before anything is played.

    Raises
    ------
    OptionError
        For what is not a path, another ending, or one file for both.

    Examples
    --------
    >>> check_paths("./run.phhs", "run.phhs")
    Traceback (most recent call last):
    equity.errors.OptionError: output and checkpoint are one file, run.phhs; name two
    """
    for name, path in (("output", output), ("checkpoint", checkpoint)):
        if path is not None and not isinstance(path, str | os.PathLike):
            raise OptionError(f"{name} must be a path, got {path!r:.60}")
    if not isinstance(output, str | os.PathLike):
        return
    target = Path(output)
    ending = target.suffix.lower()
    if ending not in _HANDS + _RESULTS:
        raise OptionError(f"cannot write {target.name!r}: the ending must be one of {', '.join(_HANDS + _RESULTS)}")
    if isinstance(checkpoint, str | os.PathLike):
        for written in [target, *([target.with_suffix(".game")] if ending == ".acpc" else [])]:
            if _same_file(written, Path(checkpoint)):
                raise OptionError(f"output and checkpoint are one file, {checkpoint}; name two")


def _same_file(one: Path, other: Path) -> bool:
    with suppress(OSError):
        if one.samefile(other):
            return True
    return os.path.realpath(one) == os.path.realpath(other)


def open_output(
    path: str | os.PathLike[str] | None, spec: RunSpec, *, played: int = 0, written: Written | None = None
) -> Output:
    """Return where a run writes to; nothing for None.

    Parameters
    ----------
    path : path or None
        The ending says what: ``.phhs`` and ``.acpc`` take hands, ``.json``, ``.csv`` and ``.parquet`` results.
    spec : RunSpec
    played, written : int and Written, optional
        Hands that a checkpoint answers for, and the part of the file that holds them; the rest is written again.

    Raises
    ------
    OptionError
        For a file that cannot be written, or that does not hold the hands of the checkpoint.
    """
    if path is None:
        return Output(None, None)
    target = Path(path)
    if target.suffix.lower() in _HANDS:
        return Output(HandWriter(target, spec, played=played, written=written), None)
    if target.suffix.lower() == ".parquet":
        _import_polars()
    return Output(None, target)


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


def _write_results(result: SimulationResult, path: Path) -> None:
    plain = result.to_dict()
    ending = path.suffix.lower()
    if ending == ".json":
        path.write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")
        return
    rows = list(result_rows(plain))
    if ending == ".parquet":
        packed = BytesIO()  # written by ourselves, so that a full disk is an OSError here too
        _import_polars().DataFrame(rows).write_parquet(packed)
        path.write_bytes(packed.getvalue())
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
        raise OptionError(f"writing .parquet needs polars: pip install '{DISTRIBUTION}[data]'; or write .csv") from None
    return pl

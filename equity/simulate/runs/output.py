"""What a run writes: its hands as they are played, or its results at the end.

Rules of the file: every file is opened before anything is played, and locked; what goes wrong is said with its name.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equity._version import DISTRIBUTION
from equity.errors import OptionError
from equity.simulate.runs.hand_writer import HandWriter, UnwrittenError, Written, open_locked
from equity.simulate.runs.specification import RunSpec

if TYPE_CHECKING:
    from equity.simulate.runs.result import SimulationResult

__all__ = ["check_paths", "open_output"]

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
    try:
        return Output(None, _ResultFile(target))
    except OSError as error:
        raise OptionError(f"cannot write {target}: {error.strerror or error}") from None


class Output:
    """A hand writer, or a file for results, or neither; open before anything is played."""

    def __init__(self, hands: HandWriter | None, results: _ResultFile | None) -> None:
        self.hands = hands
        self._results = results

    def close(self) -> None:
        """Close the file."""
        for file in (self.hands, self._results):
            if file is not None:
                file.close()

    def finish(self, result: SimulationResult) -> None:
        """Write the results, if that is wanted.

        Raises
        ------
        UnwrittenError
            If the disk is full or fails.
        """
        if self._results is not None:
            self._results.write(result)


class _ResultFile:
    """The file that the results go to at the end; what it held before stays until then."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._new = not path.exists()
        self._file = open_locked(path)

    def write(self, result: SimulationResult) -> None:
        data = _result_bytes(result, self.path.suffix.lower())
        try:
            with suppress(OSError):  # a device has no size
                self._file.truncate(0)
            self._new = False
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise UnwrittenError(f"cannot write {self.path}: {error.strerror or error}") from None

    def close(self) -> None:
        """Close the file, and take away one that was made for a result that never came."""
        if self._new and not self._file.closed:
            self.path.unlink(missing_ok=True)
        self._file.close()


def _result_bytes(result: SimulationResult, ending: str) -> bytes:
    if ending == ".json":
        return (json.dumps(result.to_dict(), indent=2) + "\n").encode()
    rows = result.rows()
    if ending == ".parquet":
        packed = BytesIO()
        _import_polars().DataFrame(rows).write_parquet(packed)
        return packed.getvalue()
    import csv

    text = StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _import_polars() -> Any:
    try:
        import polars as pl
    except ImportError:
        raise OptionError(f"writing .parquet needs polars: pip install '{DISTRIBUTION}[data]'; or write .csv") from None
    return pl

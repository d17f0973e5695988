"""Keep the finished part of a long run in a file, so that a killed run resumes where it was.

Rules of the file: it knows nothing of poker. A checkpoint belongs to one question and one version; it is replaced as a
whole (written beside itself, then renamed), so that a reader never sees half of one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # pragma: no cover - on Windows
    fcntl = None  # type: ignore[assignment]

from equity._version import __version__
from equity.errors import CheckpointError

__all__ = ["Checkpoint", "lock", "saved_question"]

_SCHEMA = 1


def lock(descriptor: int) -> bool:
    """Keep other processes from an open file until it is closed; False if one has it already.

    Where files cannot be locked (Windows, some file systems) everybody gets it.
    """
    if fcntl is not None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True


def saved_question(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the question that a checkpoint belongs to; empty where there is no file, or something else.

    Examples
    --------
    >>> saved_question("/nowhere/run.ckpt")
    {}
    """
    try:
        question = json.loads(Path(path).read_bytes())["question"]
    except (OSError, ValueError, LookupError, TypeError):
        return {}
    return question if isinstance(question, dict) else {}


class Checkpoint:
    """A file that holds the state of a run.

    Parameters
    ----------
    path : str or path
        Where to keep it; the folder must exist.
    question : mapping
        Everything the answer depends on, as JSON values. A file of another question is refused; the first value that
        differs is told.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     checkpoint = Checkpoint(folder + "/run.ckpt", {"hands": 100, "seed": 1})
    ...     first = checkpoint.load()
    ...     checkpoint.save({"chunks": 3})
    ...     print(first, checkpoint.load())
    None {'chunks': 3}
    """

    def __init__(self, path: str | os.PathLike[str], question: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.question = json.loads(json.dumps(question))
        text = json.dumps([_SCHEMA, __version__, self.question], sort_keys=True)
        self.key = hashlib.sha256(text.encode()).hexdigest()
        self._holding = False
        self._lock: int | None = None  # an open descriptor of the file as it is now

    def hold(self) -> None:
        """Keep other processes from this file until `release`.

        Raises
        ------
        CheckpointError
            If another run has it.
        """
        self._holding = True
        while self._lock is None:
            try:
                found = os.open(self.path, os.O_RDONLY)
            except OSError:  # there is none yet, or `load` says why
                return
            if not lock(found):
                os.close(found)
                raise self._in_use()
            with suppress(OSError):
                if os.path.samestat(os.fstat(found), os.stat(self.path)):
                    self._lock = found
                    return
            os.close(found)  # it was replaced meanwhile

    def release(self) -> None:
        """Let other processes have the file."""
        self._holding = False
        old, self._lock = self._lock, None
        if old is not None:
            os.close(old)

    def _in_use(self) -> CheckpointError:
        return CheckpointError(f"checkpoint {self.path} is in use by another run; wait for it, or name another file")

    def load(self) -> dict[str, Any] | None:
        """Return the state saved last, or None if there is no file yet.

        Raises
        ------
        CheckpointError
            If the file is not a checkpoint, or is of another question or version; the message says what differs.
        """
        try:
            saved = json.loads(self.path.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CheckpointError(f"cannot read checkpoint {self.path}: {error.strerror}") from None
        except ValueError:
            raise CheckpointError(f"{self.path} is not a checkpoint; name another file or delete it") from None
        if not isinstance(saved, dict) or saved.get("schema") != _SCHEMA or "state" not in saved:
            raise CheckpointError(f"{self.path} is not a checkpoint; name another file or delete it")
        if saved.get("key") != self.key:
            raise CheckpointError(f"checkpoint {self.path} {self._difference(saved)}; name another file or delete it")
        if saved["state"] is None or saved.get("digest") != _digest(saved["state"]):
            raise self.damaged()
        state: dict[str, Any] = saved["state"]
        return state

    def damaged(self) -> CheckpointError:
        """Return the error of a state that nobody saved."""
        return CheckpointError(f"checkpoint {self.path} is damaged; name another file or delete it")

    def save(self, state: Mapping[str, Any]) -> None:
        """Replace the file; either the old or the new state survives a crash.

        Raises
        ------
        CheckpointError
            If the file cannot be written.
        """
        saved = {
            "schema": _SCHEMA,
            "version": __version__,
            "key": self.key,
            "question": self.question,
            "digest": _digest(state),
            "state": state,
        }
        beside = self.path.with_name(f"{self.path.name}.{os.getpid()}.tmp")
        try:
            with open(beside, "w", encoding="utf-8") as file:
                json.dump(saved, file)
                file.flush()
                os.fsync(file.fileno())
            self._put_in_place(beside)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise CheckpointError(f"cannot write checkpoint {self.path}: {error.strerror}") from None
        except BaseException:  # Ctrl-C: the old state stays
            beside.unlink(missing_ok=True)
            raise

    def _put_in_place(self, beside: Path) -> None:
        """Make the written file the checkpoint; who holds the old one holds the new one before others see it."""
        if not self._holding:
            os.replace(beside, self.path)
            return
        new = os.open(beside, os.O_RDONLY)
        lock(new)
        try:
            if self._lock is None:
                self._be_first(beside)
            else:
                os.replace(beside, self.path)
        except BaseException:
            os.close(new)
            raise
        old, self._lock = self._lock, new  # first: Ctrl-C may come between any two lines
        if old is not None:
            os.close(old)

    def _be_first(self, beside: Path) -> None:
        try:
            os.link(beside, self.path)
        except FileExistsError:
            raise self._in_use() from None
        except OSError:  # a file system without links
            os.replace(beside, self.path)
            return
        beside.unlink()

    def _difference(self, saved: Mapping[str, Any]) -> str:
        if saved.get("version") != __version__:
            return f"was written by equity {saved.get('version')}, this is {__version__}"
        other = saved.get("question")
        if isinstance(other, dict) and other != self.question:
            return f"belongs to another question: {_compare(other, self.question)}"
        return "belongs to another question"


def _compare(one: Any, other: Any, name: str = "") -> str:
    """Return where two values first differ, and how, in a few words.

    >>> _compare({"seed": 1, "players": [{"name": "tag"}]}, {"seed": 1, "players": [{"name": "call"}]})
    'players: tag, here call'
    >>> _compare({"house": {"name": "x", "ante": 0}}, {"house": {"name": "x", "ante": 2}})
    'house: ante 0, here 2'
    """
    called, here = _name_of(one), _name_of(other)
    if called and here and called != here:
        return f"{name}: {called}, here {here}"
    if isinstance(one, dict) and isinstance(other, dict):
        key = next(key for key in [*other, *one] if one.get(key, ...) != other.get(key, ...))
        inside = _compare(one.get(key), other.get(key), key)
        return f"{name}: {inside}" if name else inside
    if called and isinstance(one, list) and isinstance(other, list):
        place = next(i for i, part in enumerate(one) if part != other[i])
        return _compare(one[place], other[place], f"{name} {place}")
    return f"{name} {one!r:.60}, here {other!r:.60}"


def _name_of(value: Any) -> str:
    """Return what a value with a name is called, or a list of such values; empty for any other."""
    if isinstance(value, dict):
        name = value.get("name")
        return name if isinstance(name, str) else ""
    names = [_name_of(part) for part in value] if isinstance(value, list) else []
    return ", ".join(names) if all(names) else ""


def _digest(state: Any) -> str:
    """Return what tells a state from one with a wrong digit in it."""
    return hashlib.sha256(json.dumps(state).encode()).hexdigest()

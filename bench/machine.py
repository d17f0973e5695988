"""What a table was measured on: processor, last cache, governor, system and Python, in a line of every table.

`kind` tells machines apart in ``bench/tables.json``, which keeps the last figures of each.
"""

from __future__ import annotations

import platform
import re
from pathlib import Path

__all__ = ["describe", "kind"]

_CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
_GOVERNOR = Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")


def kind() -> str:
    """Name the processor."""
    cpuinfo = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*:\s*(.+)", cpuinfo.read_text(encoding="utf-8")) if cpuinfo.exists() else None
    return found[1].strip() if found else platform.processor() or platform.machine()


def describe() -> str:
    """Return the line.

    Examples
    --------
    >>> describe().endswith(f"Python {platform.python_version()}")
    True
    """
    parts = [kind(), _last_cache(), f"governor {_read(_GOVERNOR) or 'not told'}", platform.system()]
    return ", ".join([*filter(None, parts), f"Python {platform.python_version()}"])


def _last_cache() -> str:
    """Return the size of the highest level of cache, "" where the system does not tell."""
    levels = [(_read(each / "level"), _read(each / "size")) for each in sorted(_CACHES.glob("index*"))]
    known = [(int(level), size) for level, size in levels if level and size]
    return "L{} cache {}".format(*max(known)) if known else "cache not told"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""

"""Hand histories: read, write and replay recorded hands.

- `record`, `action`: one recorded hand as plain data, whatever the format.
- `files`: folders, patterns, archives; which format a file is in; many files on all cores.
- `phh`, `acpc`, `ohh`, `sites`: the formats.
- `text_lines`: text files line by line, within limits, in any encoding.
- `street_chips`: chips in front of each player, counted along a record.
- `replaying`: records through the rules engine, and how the results compare.
- `players`: what the players did and won.
- `told`: a record played to its end, for writers.
- `from_hand`: a played hand -> a record.

Readers turn a format into `HandRecord`, a plain description of one hand; `replay` plays it through the rules engine and
compares the result with the recorded one.
"""

from __future__ import annotations

from equity.history.acpc.games import AcpcGame, game_named, game_of_record, game_text, parse_game
from equity.history.acpc.logs import acpc_text, parse_acpc, read_acpc
from equity.history.action import Action, Kind
from equity.history.files.detect import FORMATS, format_of, read_hands
from equity.history.files.sources import find_files, read
from equity.history.from_hand import record_of
from equity.history.ohh.reader import read_ohh
from equity.history.ohh.writer import ohh_text
from equity.history.phh.reader import parse_phh, read_phh
from equity.history.phh.writer import phh_text, write_phh
from equity.history.players.statistics import Statistics, statistics
from equity.history.record import HandRecord, Place
from equity.history.replaying.playing import play
from equity.history.replaying.replay import replay, replay_all
from equity.history.replaying.verdict import VERDICTS, Replayed
from equity.history.sites.bovada import read_bovada
from equity.history.sites.fulltilt import read_fulltilt
from equity.history.sites.pokerstars import parse_pokerstars, read_pokerstars
from equity.history.sites.pokerstars_text import pokerstars_text

__all__ = [
    "FORMATS",
    "VERDICTS",
    "AcpcGame",
    "Action",
    "HandRecord",
    "Kind",
    "Place",
    "Replayed",
    "Statistics",
    "acpc_text",
    "find_files",
    "format_of",
    "game_named",
    "game_of_record",
    "game_text",
    "ohh_text",
    "parse_acpc",
    "parse_game",
    "parse_phh",
    "parse_pokerstars",
    "phh_text",
    "play",
    "pokerstars_text",
    "read",
    "read_acpc",
    "read_bovada",
    "read_fulltilt",
    "read_hands",
    "read_ohh",
    "read_phh",
    "read_pokerstars",
    "record_of",
    "replay",
    "replay_all",
    "statistics",
    "write_phh",
]

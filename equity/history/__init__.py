"""Hand histories: read, write and replay recorded hands.

Readers turn a format into `HandRecord`, a plain description of one hand; `replay` plays it through the rules engine and
compares the result with the recorded one.
"""

from __future__ import annotations

from equity.history.acpc import acpc_text, parse_acpc, read_acpc
from equity.history.acpc_games import AcpcGame, game_named, game_of_record, game_text, parse_game
from equity.history.action import Action, Kind
from equity.history.bovada import read_bovada
from equity.history.detect import FORMATS, format_of, read_hands
from equity.history.from_hand import record_of
from equity.history.fulltilt import read_fulltilt
from equity.history.phh_reader import parse_phh, read_phh
from equity.history.phh_writer import phh_text, write_phh
from equity.history.playing import play
from equity.history.pokerstars import parse_pokerstars, read_pokerstars
from equity.history.record import HandRecord, Place
from equity.history.replay import replay, replay_all
from equity.history.verdict import VERDICTS, Replayed

__all__ = [
    "FORMATS",
    "VERDICTS",
    "AcpcGame",
    "Action",
    "HandRecord",
    "Kind",
    "Place",
    "Replayed",
    "acpc_text",
    "format_of",
    "game_named",
    "game_of_record",
    "game_text",
    "parse_acpc",
    "parse_game",
    "parse_phh",
    "parse_pokerstars",
    "phh_text",
    "play",
    "read_acpc",
    "read_bovada",
    "read_fulltilt",
    "read_hands",
    "read_phh",
    "read_pokerstars",
    "record_of",
    "replay",
    "replay_all",
    "write_phh",
]

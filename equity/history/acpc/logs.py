"""ACPC logs: ``STATE:<hand>:<betting>:<cards>:<values>:<names>``, limit and no-limit, read and write.

In no-limit ``r500`` gives the chips of that player over the whole hand; a record holds street totals, so both ways the
chips of earlier streets are taken off or added. Values may be halves: ACPC splits an odd pot exactly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from equity.cards import cards_text, parse_cards
from equity.errors import CardError, HistoryError
from equity.history.acpc.games import AcpcGame, game_named, game_of_record, load_game
from equity.history.action import MAX_AMOUNT, Action, Kind, deal_board, deal_hole
from equity.history.record import HandRecord, Place
from equity.history.street_chips import Tally
from equity.history.text_lines import OnError, Source, source_name, text_lines

__all__ = ["acpc_text", "parse_acpc", "read_acpc"]

_LINE = re.compile(r"STATE:(\d{1,18}):([^:]*):([^:]*):([^:]*):(.*)", re.ASCII)
_ACTION = re.compile(r"f|c|r(\d{0,15})|/", re.ASCII)
_VALUE = re.compile(r"-?\d{1,15}(?:\.\d{1,9})?", re.ASCII)
_BOARD_SIZES = (3, 1, 1)


def read_acpc(source: Source, *, game: AcpcGame | None = None, on_error: OnError | None = None) -> Iterator[HandRecord]:
    r"""Yield the hands of a log in order.

    Parameters
    ----------
    source : path or binary file
        The log. Comments (``#``) and ``SCORE`` lines are passed over.
    game : AcpcGame, optional
        Blinds, stacks and bets. By default the game file named in the log's first comment, if it lies beside the log,
        or the competition's standard game of that name.
    on_error : callable, optional
        Takes the error of a line that cannot be read; the next line follows. By default the error is raised.

    Raises
    ------
    HistoryError
        At the first line that cannot be read, and if the game is unknown.

    Examples
    --------
    >>> import io
    >>> log = b"# name/seed m holdem.limit.2p.reverse_blinds.game 1 0\nSTATE:0:rf:3hTs|AdQd:-10|10:a|b\n"
    >>> [record.payoffs for record in read_acpc(io.BytesIO(log))]
    [(-10, 10)]
    """
    name = source_name(source)
    hands = 0
    for number, line in text_lines(source):
        if line.startswith("#"):
            game = game or _named_game(line, name)
        elif line.startswith("STATE:"):
            hands, game = hands + 1, game or game_named(Path(name).name)
            if game is None:
                raise HistoryError(f"{name}, hand {hands} (line {number}): the log names no game; give its definition")
            try:
                record = parse_acpc(line, game, place=Place(name, hands, number))
            except HistoryError as error:
                if on_error is None:
                    raise
                on_error(error)
            else:
                yield record
        else:
            _pass_over(line, f"{name}, line {number}", on_error)
    if not hands:
        raise HistoryError(f"{name}: no hand in the file")


def _pass_over(line: str, where: str, on_error: OnError | None) -> None:
    if not line.strip() or line.startswith("SCORE:"):
        return
    error = HistoryError(f"{where}: {line[:60]!r} is not a STATE line")
    if on_error is None:
        raise error
    on_error(error)


def _named_game(comment: str, log: str) -> AcpcGame | None:
    for word in comment.split():
        if word.endswith(".game"):
            beside = Path(log).parent / Path(word).name
            return load_game(beside) if beside.is_file() else game_named(word)
    return None


def parse_acpc(line: str, game: AcpcGame, *, place: Place | None = None) -> HandRecord:
    """Return the hand of one ``STATE`` line.

    Examples
    --------
    >>> from equity.history import game_named
    >>> record = parse_acpc("STATE:7:r300f:AsAd|7c2d:100|-100:a|b", game_named("nolimit.2p"))
    >>> [action.text for action in record.decisions], record.players
    (['p2 cbr 300', 'p1 f'], ('a', 'b'))
    """
    place = place or Place()
    try:
        return _record(line, game, place)
    except (HistoryError, CardError) as error:
        raise HistoryError(f"{place}: {error}") from None


def _record(line: str, game: AcpcGame, place: Place) -> HandRecord:
    match = _LINE.fullmatch(line)
    if not match:
        raise HistoryError(f"{line[:60]!r} is not STATE:hand:betting:cards:values:names")
    number, betting, cards, values, names = match.groups()
    players = len(game.blinds)
    holes, boards = _cards(cards, players)
    labels = tuple(names.split("|"))
    if len(labels) != players:
        raise HistoryError(f"{len(labels)} names for {players} players")
    stacks: tuple[int | None, ...] = game.stacks or (None,) * players
    payoffs = _payoffs(values, players)
    return HandRecord(
        structure="fixed-limit" if game.limit else "no-limit",
        stacks=stacks,
        antes=(0,) * players,
        blinds=game.blinds,
        actions=[*holes, *_actions(betting, boards, game)],
        min_bet=0 if game.limit else max(game.blinds),
        small_bet=game.raise_sizes[0] if game.limit else 0,
        big_bet=game.raise_sizes[2] if game.limit else 0,
        finishing_stacks=tuple(start and start + net for start, net in zip(stacks, payoffs, strict=True)),
        payoffs=payoffs,
        house={"cap": game.cap} if game.limit and game.cap != 4 else {},
        fields={"hand": int(number), "players": labels},
        place=place,
        format="acpc",
    )


def _cards(text: str, players: int) -> tuple[list[Action], list[Action]]:
    first, *streets = text.split("/")
    holes = first.split("|")
    if len(holes) != players:
        raise HistoryError(f"{len(holes)} hands of cards for {players} players")
    if len(streets) > 3:
        raise HistoryError(f"{len(streets)} streets of board cards, at most 3")
    deals = []
    for player, hole in enumerate(holes):
        cards = parse_cards(hole)
        if len(cards) not in (0, 2):
            raise HistoryError(f"{hole!r} is {len(cards)} cards, expected 2 or none")
        deals.append(deal_hole(player, cards))
    boards = []
    for size, street in zip(_BOARD_SIZES, streets, strict=False):
        cards = parse_cards(street)
        if len(cards) != size:
            raise HistoryError(f"{street!r} is {len(cards)} cards, expected {size}")
        boards.append(deal_board(cards))
    return deals, boards


def _payoffs(text: str, players: int) -> tuple[int | Decimal, ...]:
    words = text.split("|")
    if len(words) != players or not all(map(_VALUE.fullmatch, words)):
        raise HistoryError(f"values {text!r:.60} are not {players} numbers")
    values = map(Decimal, words)
    return tuple(int(value) if value == int(value) else value.normalize() for value in values)


def _actions(betting: str, boards: list[Action], game: AcpcGame) -> list[Action]:
    """Return decisions and board deals; whose turn it is follows from the order."""
    tally = Tally(game.stacks or [None] * len(game.blinds), antes=[0] * len(game.blinds), blinds=game.blinds)
    actions: list[Action] = []
    street, at = 0, 0
    while at < len(betting):
        match = _ACTION.match(betting, at)
        if not match:
            raise HistoryError(f"betting {betting!r:.80}: {betting[at]!r} at {at + 1} is not f, c, r or /")
        at = match.end()
        if match[0] == "/":
            if street == len(boards):
                raise HistoryError(f"betting {betting!r:.80}: no cards for street {street + 2}")
            actions.append(boards[street])
            street += 1
            tally.next_street()
        elif tally.turn < 0:
            raise HistoryError(f"betting {betting!r:.80}: nobody is left to act at {at}")
        else:
            actions.append(_decision(match[0], match[1], tally, game, street))
    return actions + boards[street:]


def _decision(word: str, total: str | None, tally: Tally, game: AcpcGame, street: int) -> Action:
    player = tally.turn
    if word == "f":
        tally.fold(player)
        return Action(Kind.FOLD, player)
    if word == "c":
        tally.call(player)
        return Action(Kind.CALL, player)
    if game.limit:
        if total:
            raise HistoryError(f"{word!r}: a raise of a limit game carries no amount")
        amount = min(tally.level + game.raise_sizes[street], tally.bets[player] + tally.left[player])
    else:
        if not total:
            raise HistoryError("'r' without an amount in a no-limit game")
        amount = int(total) - tally.last_level
    if not 0 < amount < MAX_AMOUNT:
        raise HistoryError(f"{word!r} is less than the chips already put in ({tally.last_level})")
    tally.bet_to(player, amount)
    return Action(Kind.RAISE, player, amount)


def acpc_text(record: HandRecord, *, number: int | None = None) -> str:
    """Return a hand as one ``STATE`` line, without the end of the line.

    Parameters
    ----------
    record : HandRecord
        A no-limit or fixed-limit hand without antes and posts.
    number : int, optional
        The hand's number; by default the record's ``hand`` field, or 0.

    Raises
    ------
    HistoryError
        If ACPC cannot express the hand, or its result is neither recorded nor can be played.

    Examples
    --------
    >>> from equity.history import game_named
    >>> line = "STATE:7:r300c/cc/cr800f:AsAd|7c2d/Ts9s8s/2h:300|-300:a|b"
    >>> acpc_text(parse_acpc(line, game_named("nolimit.2p"))) == line
    True
    """
    game_of_record(record)  # refuses what a log cannot say
    if number is None:
        number = hand if isinstance(hand := record.fields.get("hand"), int) and hand >= 0 else 0
    cards = "|".join(cards_text(hole or ()) for hole in record.holes)
    boards = [cards_text(action.cards) for action in record.actions if action.kind is Kind.BOARD]
    names = "|".join(re.sub(r"[:|\s]", "_", name) for name in record.players)
    values = "|".join(f"{value:f}" if isinstance(value, Decimal) else str(value) for value in _result(record))
    return f"STATE:{number}:{_betting(record)}:{'/'.join([cards, *boards])}:{values}:{names}"


def _betting(record: HandRecord) -> str:
    tally = Tally(record.stacks, antes=record.antes, blinds=record.blinds)
    text = ""
    for action in record.actions:
        if action.kind is Kind.BOARD:
            text += "/"
            tally.next_street()
        elif action.kind is Kind.FOLD:
            text += "f"
            tally.fold(action.player)
        elif action.kind is Kind.CALL:
            text += "c"
            tally.call(action.player)
        elif action.kind is Kind.RAISE:
            amount = int(action.amount)
            text += "r" if record.structure == "fixed-limit" else f"r{amount + tally.last_level}"
            tally.bet_to(action.player, amount)
    return text


def _result(record: HandRecord) -> tuple[int | Decimal, ...]:
    result = record.result
    if result is None or None in result:
        from equity.history.replaying.replay import replay

        played = replay(record)
        if not played.is_over:
            raise HistoryError(f"{record.place}: the hand is not finished, an ACPC line needs its result")
        result = played.payoffs
    return tuple(value for value in result if value is not None)

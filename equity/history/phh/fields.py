"""The fields of one PHH hand -> `HandRecord`: which are required, what they may hold, and the chip they are counted in.

Both readers of the text (the fast one and `tomllib`) end here. All amounts of a hand are brought to one unit, the
largest power of ten of which they all are whole multiples, through `decimal` and never through a float.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeAlias

from equity.cards import parse_cards
from equity.constants import MAX_SEATS
from equity.errors import CardError, HistoryError
from equity.history.action import MAX_AMOUNT, Action, Kind
from equity.history.phh.actions import parse_action
from equity.history.record import ONE, HandRecord, Place

__all__ = ["AMOUNT_LISTS", "HOUSE_FIELDS", "VARIANTS", "build_record"]

VARIANTS = {"NT": "no-limit", "FT": "fixed-limit", "PT": "pot-limit"}
# field of `Rules` <-> our own field in the file; PHH has none for house rules
_HOUSE = ("cap", "cap_heads_up", "reopen", "raise_after_short", "cumulative_reopen", "odd_chips", "chip")
HOUSE_FIELDS = {f"_{name}": name for name in _HOUSE}
_LISTS = ("antes", "blinds_or_straddles", "starting_stacks")
AMOUNT_LISTS = {*_LISTS, "finishing_stacks", "winnings", "_payoffs"}
_REQUIRED = ("variant", *_LISTS, "actions")
_BETS = ("min_bet", "small_bet", "big_bet")
_KNOWN = {*_REQUIRED, *_BETS, "bring_in", "ante_trimming_status", "finishing_stacks", "winnings", "_rake", "_payoffs"}
_KNOWN |= {*HOUSE_FIELDS, "_betting", "_dead_posts", "_second_board"}
_PLAYER_OF = itemgetter(1)  # of an `Action`
_CENTS = 2
_SCALES = [(Decimal(10) ** places, ONE.scaleb(-places)) for places in range(29)]  # parts of 1, and what one is worth
_UNSCALED = Decimal(0)  # the unit of a record until `_rescale` has seen all of its amounts
_DECIMALS = 12  # with fewer than 16 digits before the point, exact in `decimal`'s 28
Number: TypeAlias = int | Decimal
Stakes: TypeAlias = tuple[
    str, tuple[Number | None, ...], tuple[Number, ...], tuple[Number, ...], tuple[Number, ...], bool
]


def build_record(fields: dict[str, Any], place: Place, *, strict: bool = True, whole: bool = False) -> HandRecord:
    """Return the record of one hand's fields.

    Parameters
    ----------
    fields : dict
        As `tomllib` gives them with ``parse_float=Decimal``, arrays as tuples.
    place : Place
        Where the hand stands, for messages.
    strict : bool
        Whether a field that the variant forbids is an error.
    whole : bool
        Whether all amounts are known to be whole numbers; spares the search for decimals.

    Raises
    ------
    HistoryError
        If a field is missing or holds something else than it should.
    """
    try:
        return _build(fields, place, strict, whole)
    except HistoryError as error:
        raise HistoryError(f"{place}: {error}") from None


def _build(fields: dict[str, Any], place: Place, strict: bool, whole: bool) -> HandRecord:
    missing = [name for name in _REQUIRED if name not in fields]
    if missing:
        raise HistoryError(f"the field {missing[0]!r} is missing")
    if strict and "bring_in" in fields:
        raise HistoryError("the field 'bring_in' belongs to stud, this reads hold'em")
    table = _table(fields, strict)
    record = _assemble(fields, _actions(fields["actions"], len(table[1])), table, place)
    if not whole and (record.unit != ONE or _has_decimals(record)):
        _rescale(record)
    return record


def _actions(texts: object, players: int) -> list[Action]:
    if type(texts) is not tuple:
        raise HistoryError(f"'actions' must be a list of strings, got {texts!r:.60}")
    try:
        actions = list(map(parse_action, texts))
    except (HistoryError, TypeError, AttributeError):  # an item that is not a string
        raise _first_wrong(texts) from None
    if actions and max(map(_PLAYER_OF, actions)) >= players:
        i = next(i for i, action in enumerate(actions) if action.player >= players)
        raise HistoryError(f"action {i + 1} ({texts[i]}): there are {players} players")
    return actions


def _table(fields: dict[str, Any], strict: bool) -> Stakes:
    try:
        return _stakes(
            (fields["variant"], fields.get("_betting")),
            fields["antes"],
            fields["blinds_or_straddles"],
            fields["starting_stacks"],
            fields.get("min_bet"),
            fields.get("small_bet"),
            fields.get("big_bet"),
            (strict, *[_has_points(fields[name]) for name in _LISTS]),
        )
    except TypeError:  # an unhashable value: a table where a number belongs
        raise HistoryError(f"the fields {', '.join((*_LISTS, *_BETS))} must hold numbers") from None


def _has_points(values: object) -> bool:
    """Say whether a list holds decimals: 2 is 2.00, but not counted in cents."""
    return type(values) is tuple and Decimal in map(type, values)


def _first_wrong(texts: tuple[object, ...]) -> HistoryError:
    """Return the error of the first action that cannot be read."""
    for i, text in enumerate(texts):
        if not isinstance(text, str):
            return HistoryError(f"action {i + 1}: {text!r:.60} is not a string")
        try:
            parse_action(text)
        except HistoryError as error:
            return HistoryError(f"action {i + 1}: {error}")
    return HistoryError("an action cannot be read")


@lru_cache(maxsize=4096, typed=True)  # typed: true is not 1
def _stakes(
    game: tuple[object, object],
    antes: object,
    blinds: object,
    stacks: object,
    min_bet: object,
    small_bet: object,
    big_bet: object,
    how: tuple[bool, ...],  # strict; and which lists hold decimals: the cache does not look for types inside of them
) -> Stakes:
    """Check the fields that rarely change from hand to hand: (structure, stacks, antes, blinds, bets)."""
    structure, strict = _structure(*game), how[0]
    start = _numbers("starting_stacks", stacks, unknown=True)
    players = len(start)
    if not 2 <= players <= MAX_SEATS:
        raise HistoryError(f"'starting_stacks' has {players} players, expected 2 to {MAX_SEATS}")
    if any(stack is not None and stack <= 0 for stack in start):
        raise HistoryError(f"'starting_stacks' must be positive, got {_shown(start)}")
    ante = _numbers("antes", antes, players)
    if any(amount is None or amount < 0 for amount in ante):
        raise HistoryError(f"'antes' must not be negative, got {_shown(ante)}")
    blind = _numbers("blinds_or_straddles", blinds, players)
    if players == 2:
        ante, blind = ante[::-1], blind[::-1]  # PHH lists both as [small, big], which is turned round heads-up
    fixed = structure == "fixed-limit"
    bets = []
    for name, value, wanted in zip(_BETS, (min_bet, small_bet, big_bet), (not fixed, fixed, fixed), strict=True):
        if wanted and value is None:
            raise HistoryError(f"the field {name!r} is missing; a {structure} hand needs it")
        if strict and not wanted and value is not None:
            raise HistoryError(f"the field {name!r} does not belong to a {structure} hand")
        bets.append(_numbers(name, (value,), positive=True)[0] if wanted else 0)
    whole = not any(isinstance(amount, Decimal) for amount in (*start, *ante, *blind, *bets))
    return structure, start, _whole(ante), _whole(blind), _whole(tuple(bets)), whole


def _structure(variant: object, betting: object) -> str:
    structure = VARIANTS.get(variant) if isinstance(variant, str) else None
    if structure is None:
        raise HistoryError(f"variant {variant!r:.40} is not hold'em; this reads {', '.join(VARIANTS)}")
    if betting == "pot-limit" and structure == "no-limit":
        return "pot-limit"
    if betting is not None and betting != structure:
        raise HistoryError(f"_betting = {betting!r:.40} contradicts variant {variant!r}")
    return structure


def _whole(values: tuple[Number | None, ...]) -> tuple[Number, ...]:
    return tuple(value for value in values if value is not None)


def _numbers(
    name: str, values: object, length: int | None = None, *, unknown: bool = False, positive: bool = False
) -> tuple[Number | None, ...]:
    if type(values) is not tuple or (length is not None and len(values) != length):
        wanted = "numbers" if length is None else f"{length} numbers, one per player"
        raise HistoryError(f"{name!r} must be a list of {wanted}, got {_shown(values)}")
    if not unknown and not positive and _are_plain(values):
        return values
    checked: list[Number | None] = []
    for value in values:
        if unknown and isinstance(value, Decimal) and value == Decimal("inf"):
            checked.append(None)
        elif type(value) is int or (isinstance(value, Decimal) and value.is_finite()):
            if not -MAX_AMOUNT < value < MAX_AMOUNT or (positive and value <= 0):
                raise HistoryError(f"{name!r} holds {value}, expected {'1' if positive else '0'} to {MAX_AMOUNT - 1}")
            if type(value) is Decimal and _decimals(value) > _DECIMALS:
                raise HistoryError(f"{name!r} holds {value}, expected at most {_DECIMALS} decimals")
            checked.append(value)
        else:
            raise HistoryError(f"{name!r} holds {value!r:.40}, expected a number of chips")
    return tuple(checked)


def _are_plain(values: tuple[object, ...]) -> bool:
    try:
        return all(map(_is_plain, values))
    except TypeError:  # a table where a number belongs
        return False


@lru_cache(maxsize=1 << 15, typed=True)
def _is_plain(value: object) -> bool:
    """Say whether a value is an amount that needs no second look."""
    if type(value) is Decimal:
        return value.is_finite() and -MAX_AMOUNT < value < MAX_AMOUNT and _decimals(value) <= _DECIMALS
    return type(value) is int and -MAX_AMOUNT < value < MAX_AMOUNT


def _shown(value: object) -> str:
    text = "[" + ", ".join(map(str, value)) + "]" if isinstance(value, tuple) else repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _assemble(fields: dict[str, Any], actions: list[Action], stakes: Stakes, place: Place) -> HandRecord:
    structure, stacks, antes, blinds, bets, whole = stakes
    trimming = fields.get("ante_trimming_status", False)
    if type(trimming) is not bool:
        raise HistoryError(f"'ante_trimming_status' must be true or false, got {trimming!r:.40}")
    finishing, payoffs, rake = _outcome(fields, len(stacks))
    record = HandRecord(
        structure=structure,
        stacks=stacks,  # type: ignore[arg-type]  # whole numbers after `_rescale`
        antes=antes,  # type: ignore[arg-type]
        blinds=blinds,  # type: ignore[arg-type]
        actions=actions,
        min_bet=bets[0],  # type: ignore[arg-type]
        small_bet=bets[1],  # type: ignore[arg-type]
        big_bet=bets[2],  # type: ignore[arg-type]
        ante_trimming=trimming,
        finishing_stacks=finishing,
        payoffs=payoffs,
        rake=rake,
        fields={name: value for name, value in fields.items() if name not in _KNOWN},
        place=place,
        unit=ONE if whole else _UNSCALED,
    )
    if "winnings" in fields:
        record.winnings = _numbers("winnings", fields["winnings"], len(stacks))  # type: ignore[assignment]
    if "_dead_posts" in fields:
        dead = _whole(_numbers("_dead_posts", fields["_dead_posts"], len(stacks)))
        record.dead = dead if len(stacks) > 2 else dead[::-1]  # type: ignore[assignment]
    if "_second_board" in fields:
        record.second_board = _second_board(fields["_second_board"])
    if not HOUSE_FIELDS.keys().isdisjoint(fields):
        _read_house(fields, record)
    return record


def _second_board(text: object) -> tuple[int, ...]:
    try:
        cards = parse_cards(text) if isinstance(text, str) else ()
    except CardError as error:
        raise HistoryError(f"_second_board: {error}") from None
    if len(cards) != 5:
        raise HistoryError(f"_second_board must hold five cards, got {text!r:.40}")
    return cards


def _outcome(fields: dict[str, Any], players: int) -> tuple[Any, Any, Any]:
    """Return finishing stacks, payoffs and rake as far as the fields have them."""
    finishing, payoffs, rake = fields.get("finishing_stacks"), fields.get("_payoffs"), fields.get("_rake")
    if finishing is not None:
        finishing = _numbers("finishing_stacks", finishing, players, unknown=True)
    if payoffs is not None:
        payoffs = _numbers("_payoffs", payoffs, players)
    if rake is not None:
        (rake,) = _numbers("_rake", (rake,))
    return finishing, payoffs, rake


def _has_decimals(record: HandRecord) -> bool:
    numbers: list[object] = [*(record.finishing_stacks or ()), *(record.payoffs or ()), *(record.winnings or ())]
    numbers.append(record.rake)
    return Decimal in map(type, numbers) or any(type(action.amount) is Decimal for action in record.actions)


def _read_house(fields: dict[str, Any], record: HandRecord) -> None:
    record.house = {field: fields[name] for name, field in HOUSE_FIELDS.items() if name in fields}
    for name in ("cap", "cap_heads_up"):
        if record.house.get(name) == "none":
            record.house[name] = None


def _rescale(record: HandRecord) -> None:
    """Bring every amount to one unit that makes all of them whole: money with decimals is counted at least in cents."""
    amounts: list[Number | None] = [
        *record.stacks,
        *record.antes,
        *record.blinds,
        record.min_bet,
        record.small_bet,
        record.big_bet,
    ]
    amounts += [
        record.rake,
        *(record.winnings or ()),
        *[action[2] for action in record.actions if action[0] is Kind.RAISE],
    ]
    decimals = [amount for amount in amounts if type(amount) is Decimal]
    places = max(_CENTS, *map(_decimals, decimals)) if decimals else 0
    scale, record.unit = _SCALES[places]
    for name in ("stacks", "antes", "blinds", "dead", "finishing_stacks", "winnings", "payoffs"):
        values = getattr(record, name)
        if values is not None:
            setattr(record, name, tuple([_scaled(value, scale) for value in values]))
    for name in ("min_bet", "small_bet", "big_bet", "rake"):
        setattr(record, name, _scaled(getattr(record, name), scale))
    record.actions = [_raised(action, scale) if action[0] is Kind.RAISE else action for action in record.actions]


@lru_cache(maxsize=1 << 15)
def _decimals(amount: Decimal) -> int:
    """Return how many decimals an amount needs."""
    return -int(amount.normalize().as_tuple().exponent)


@lru_cache(maxsize=1 << 15)
def _raised(action: Action, scale: Decimal) -> Action:
    return Action(Kind.RAISE, action.player, _scaled(action.amount, scale) or 0, note=action.note)


@lru_cache(maxsize=1 << 15, typed=True)
def _scaled(value: Number | None, scale: Decimal) -> Number | None:
    if value is None:
        return None
    scaled = value * scale
    if not -MAX_AMOUNT < scaled < MAX_AMOUNT:
        raise HistoryError(f"an amount of {value} with {scale.adjusted()} decimals elsewhere is too large")
    return int(scaled) if scaled == int(scaled) else scaled

"""The columns of an observation: name, meaning and bounds of every number a learning agent sees.

Rules of the file: `OBSERVATION` is the only description; column names, the bounds of the Gymnasium space and the table
of the documentation are made from it. The numbers are filled in `equity.kernels.play.observation`, in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass

from equity.cards import card_name

__all__ = ["OBSERVATION", "Column", "describe_observation", "observation_bounds", "observation_columns"]

_STREETS = ("preflop", "flop", "turn", "river")
_MOST_RAISES = 15


@dataclass(frozen=True, slots=True)
class Column:
    """One kind of column.

    Attributes
    ----------
    name : str
        With ``{card}``, ``{street}`` or ``{seat}`` for one column per card, street or seat; seats count clockwise from
        the seat that looks, which is 0.
    meaning : str
        What the number says.
    most : float or str
        Largest value (the least is 0): a number, ``"chips"`` for all chips on the table in big blinds, or ``"seats"``.

    Examples
    --------
    >>> OBSERVATION[0].name, OBSERVATION[0].most
    ('own_{card}', 1.0)
    """

    name: str
    meaning: str
    most: float | str = 1.0


OBSERVATION = (
    Column("own_{card}", "1 if the card is one of the seat's two hole cards"),
    Column("board_{card}", "1 if the card lies open on the board; cards to come are not shown"),
    Column("street_{street}", "1 on the street where the betting is, or ended"),
    Column("strength", "how good the seat's cards are: before the flop the share of starting hands they are ahead of, "
           "later the share of the better half of all hands they beat now"),
    Column("pot", "chips in the pot, bets of this street included, in big blinds", "chips"),
    Column("to_call", "chips the seat must put in to call, in big blinds", "chips"),
    Column("pot_odds", "to_call as a part of the pot after calling"),
    Column("min_raise_to", "least street total of a raise in big blinds; 0 if closed or not to act", "chips"),
    Column("max_raise_to", "most street total of a raise in big blinds; 0 if closed or not to act", "chips"),
    Column("players", "seats still in the hand", "seats"),
    Column("stack_{seat}", "chips behind, in big blinds", "chips"),
    Column("bet_{seat}", "chips in front on this street, in big blinds", "chips"),
    Column("committed_{seat}", "chips put in over the whole hand, in big blinds", "chips"),
    Column("in_hand_{seat}", "1 while the seat has not folded"),
    Column("button_{seat}", "1 for the dealer's seat"),
    Column("to_act_{seat}", "1 for the seat that is to act"),
    *(
        Column(f"raises_{street}_{{seat}}", f"bets and raises ({street}), counted up to 15", _MOST_RAISES)
        for street in _STREETS
    ),
)  # fmt: skip


def _expand(seats: int) -> list[tuple[str, Column]]:
    """Return every column with its name; the columns of one seat stand together."""
    found = []
    for column in OBSERVATION:
        if "{card}" in column.name:
            found += [(column.name.format(card=card_name(card)), column) for card in range(52)]
        elif "{street}" in column.name:
            found += [(column.name.format(street=street), column) for street in _STREETS]
        elif "{seat}" not in column.name:
            found.append((column.name, column))
    by_seat = [column for column in OBSERVATION if "{seat}" in column.name]
    return found + [(column.name.format(seat=seat), column) for seat in range(seats) for column in by_seat]


def observation_columns(seats: int) -> tuple[str, ...]:
    """Return the names of the columns at a table of `seats` seats.

    Examples
    --------
    >>> names = observation_columns(2)
    >>> len(names), names[51], names[104], names[108], names[-1]
    (135, 'own_As', 'street_preflop', 'strength', 'raises_river_1')
    """
    return tuple(name for name, _ in _expand(seats))


def observation_bounds(seats: int, chips: float) -> tuple[float, ...]:
    """Return the largest value of every column; `chips` are all chips on the table in big blinds.

    Examples
    --------
    >>> observation_bounds(2, 200.0)[108:112]
    (1.0, 200.0, 200.0, 1.0)
    """
    named = {"chips": float(chips), "seats": float(seats)}
    bounds = (column.most for _, column in _expand(seats))
    return tuple(named[most] if isinstance(most, str) else most for most in bounds)


def describe_observation() -> str:
    """Return the columns as a Markdown table.

    Examples
    --------
    >>> print(describe_observation().splitlines()[0])
    | column | most | meaning |
    """
    lines = ["| column | most | meaning |", "| --- | --- | --- |"]
    lines += [
        f"| `{c.name}` | {c.most if isinstance(c.most, str) else f'{c.most:g}'} | {c.meaning} |" for c in OBSERVATION
    ]
    return "\n".join(lines)


__doc__ = f"{__doc__}\n{describe_observation()}\n"  # so that help() and the API reference show the columns themselves

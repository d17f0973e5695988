"""A query made ready: every expression checked for its type, and equal ones made one step.

Rules of the file: syntax tree in, steps out, each after the steps that it needs; no arrays. A program may travel to
other processes: it names functions and holds constants.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from equity.cards import RANKS, parse_card, parse_cards
from equity.errors import EquityError
from equity.evaluator import evaluate
from equity.odds.exact.against_range import Against
from equity.pql.functions import Function, find_function, why_unknown
from equity.pql.grammar import Node, Query, QueryError, Selector, nearest
from equity.pql.patterns import read_boards
from equity.pql.situation import Situation, read_hands, unknown_player
from equity.pql.types import CONSTANTS, NUMBERED, STREETS, Type, plain
from equity.ranges import Range

__all__ = ["Output", "Program", "Step", "compile_condition", "compile_query"]

_AGGREGATES = ("avg", "count", "min", "max", "histogram")
_ORDERED = {"<", "<=", ">", ">="}
_STREET_COSTS = {0: 0.02, 3: 1.0, 4: 0.4, 5: 0.015}  # of all-in equities: looked up, 990 boards, 44, 1


@dataclass(frozen=True, eq=False)
class Step:
    """One thing to work out.

    Attributes
    ----------
    kind : str
        "constant", "call", or an operator.
    value : object
        The constant, the function's name, the operators.
    needs : tuple of int
        The steps whose results it takes.
    gives : Type
    whole : bool
        Whether its numbers are whole.
    cost : float
        Nanoseconds per deal, about, without what it needs.
    place : int
        Where in the text.
    guarded : bool
        Whether it stands in a branch of a case, where dividing by zero may be what the case avoids.
    """

    kind: str
    value: Any
    needs: tuple[int, ...]
    gives: Type
    whole: bool
    cost: float
    place: int
    guarded: bool = False


@dataclass(frozen=True)
class Output:
    """A value of the select list: how it is made, of which step, its name, its type, and whether it is a share."""

    aggregate: str
    step: int
    name: str
    kind: Type
    share: bool = False


@dataclass(frozen=True)
class Program:
    """What is worked out for every deal.

    Attributes
    ----------
    text : str
    steps : tuple of Step
    outputs : tuple of Output
    conditions : tuple of int
        Steps that must all be true, the cheap ones first.
    players : frozenset of int
        Seats whose hole cards matter.
    streets : frozenset of int
        Streets whose cards matter, as cards on the board.
    suits : bool
        Whether one suit is told from another.
    against : bool
        Whether an equity against a range is asked for, which may take a millisecond.
    cost, condition_cost : float
        Nanoseconds per deal, for everything and for the conditions alone.
    """

    text: str
    steps: tuple[Step, ...]
    outputs: tuple[Output, ...]
    conditions: tuple[int, ...]
    players: frozenset[int]
    streets: frozenset[int]
    suits: bool
    against: bool
    cost: float
    condition_cost: float

    @property
    def where(self) -> int | None:
        """The place of the conditions in the text."""
        return min((self.steps[step].place for step in self.conditions), default=None)


def compile_query(query: Query, situation: Situation) -> Program:
    """Return a query ready to be worked out.

    Raises
    ------
    QueryError
        At the place: unknown names, types that do not fit, division by zero.
    """
    compiler = _Compiler(query.text, situation)
    outputs: list[Output] = []
    for selector in query.selectors:
        outputs.append(compiler.output(selector, {output.name for output in outputs}))
    return compiler.program(tuple(outputs), query.where)


def compile_condition(text: str, node: Node, situation: Situation) -> Program:
    """Return a condition ready to be worked out."""
    return _Compiler(text, situation).program((), node)


class _Compiler:
    """Turns nodes into steps; equal ones are made once."""

    def __init__(self, text: str, situation: Situation) -> None:
        self.text, self.situation = text, situation
        self.steps: list[Step] = []
        self.numbers: dict[tuple[Any, ...], int] = {}
        self.players: set[int] = set()
        self.streets: set[int] = set()
        self.suits = self.against = False
        self.guarded = 0

    def program(self, outputs: tuple[Output, ...], where: Node | None) -> Program:
        conditions = [] if where is None else [self._condition(part) for part in _conjuncts(where)]
        conditions.sort(key=self._whole_cost)
        if self.situation.boards is not None:
            self.streets |= set(self.situation.boards.streets)
            self.suits |= self.situation.boards.suits
        cost = sum(step.cost for step in self.steps)
        filtering = sum(map(self._whole_cost, conditions))
        return Program(
            self.text, tuple(self.steps), outputs, tuple(conditions), frozenset(self.players),
            frozenset(self.streets), self.suits, self.against, cost, filtering,
        )  # fmt: skip

    def _whole_cost(self, number: int) -> float:
        step = self.steps[number]
        return step.cost + sum(map(self._whole_cost, step.needs))

    def _condition(self, node: Node) -> int:
        number = self.expression(node)
        if self.steps[number].gives is not Type.BOOLEAN:
            raise self.error(f"where needs a condition, got {self.steps[number].gives.value}", node)
        return number

    def error(self, message: str, node: Node) -> QueryError:
        return QueryError(message, text=self.text, place=node.start)

    # --- the select list

    def output(self, selector: Selector, taken: set[str]) -> Output:
        node = selector.expression
        aggregate = plain(node.value) if node.kind == "call" else ""
        if aggregate in ("average", "mean"):
            aggregate = "avg"
        if aggregate in _AGGREGATES:
            if len(node.parts) != 1:
                raise self.error(f"{aggregate} takes one expression, got {len(node.parts)}", node)
            [inner] = node.parts
            number = self.expression(inner)
        else:
            inner, number = node, self.expression(node)
            kind = self.steps[number].gives
            if node.kind == "call" and find_function(node.value) is None:
                raise self.error(why_unknown(node.value), node)
            aggregate = "count" if kind is Type.BOOLEAN else "avg" if kind is Type.NUMBER else "histogram"
        self._check_aggregate(aggregate, self.steps[number].gives, inner)
        name = selector.name or self._own_name(node, taken)
        if name in taken:
            raise QueryError(f"two values have the name {name}", text=self.text, place=selector.start)
        share = (
            self.steps[number].value in ("riverEquity", "hvhEquity", "HvREquity") and self.steps[number].kind == "call"
        )
        return Output(aggregate, number, name, self.steps[number].gives, share)

    def _own_name(self, node: Node, taken: set[str]) -> str:
        depth, end = 0, node.start  # the closing brackets are not in the tree
        for end in range(node.start, len(self.text)):
            letter = self.text[end]
            depth += (letter == "(") - (letter == ")")
            if end >= node.end and (depth < 0 or (depth == 0 and letter in ",; \n\t")):
                break
        own = name = " ".join(self.text[node.start : end].split())
        number = 2
        while name in taken:
            name, number = f"{own} {number}", number + 1
        return name

    def _check_aggregate(self, aggregate: str, kind: Type, node: Node) -> None:
        wanted = {"avg": {Type.NUMBER}, "count": {Type.BOOLEAN}, "min": NUMBERED, "max": NUMBERED}.get(aggregate)
        if wanted is None:
            wanted = NUMBERED | {Type.BOOLEAN, Type.CARD, Type.RANKS}
        if kind in wanted:
            return
        hint = "; count takes a condition" if aggregate == "avg" and kind is Type.BOOLEAN else ""
        hint = "; avg takes a number" if aggregate == "count" and kind is Type.NUMBER else hint
        needed = {"avg": "a number", "count": "a condition", "histogram": "a value"}.get(aggregate, "what has an order")
        raise self.error(f"{aggregate} needs {needed}, got {kind.value}{hint}", node)

    # --- expressions

    def expression(self, node: Node) -> int:
        """Return the step of a node."""
        found: int = getattr(self, f"_{node.kind.replace(' ', '_')}")(node)
        return found

    def step(
        self, kind: str, value: Any, needs: tuple[int, ...], gives: Type, node: Node,
        *, whole: bool = True, cost: float = 2.0, key: Any = None,
    ) -> int:  # fmt: skip
        guarded = self.guarded > 0
        name = (kind, value if key is None else key, needs, gives, guarded and kind == "arithmetic")
        if name not in self.numbers:
            self.numbers[name] = len(self.steps)
            self.steps.append(Step(kind, value, needs, gives, whole, cost, node.start, guarded))
        return self.numbers[name]

    def _number(self, node: Node) -> int:
        if not np.isfinite(node.value):  # 1e400 is read as infinity
            raise self.error("the number is too large", node)
        return self.step("constant", node.value, (), Type.NUMBER, node, whole=node.value == int(node.value), cost=0)

    def _string(self, node: Node) -> int:
        return self.step("constant", node.value, (), Type.TEXT, node, cost=0)

    def _word(self, node: Node) -> int:
        word = plain(node.value)
        if word in CONSTANTS:
            kind, number = CONSTANTS[word]
            return self.step("constant", bool(number) if kind is Type.BOOLEAN else number, (), kind, node, cost=0)
        if node.value.lower() in self.situation.numbers:
            return self.step("constant", self.situation.numbers[node.value.lower()], (), Type.PLAYER, node, cost=0)
        function = find_function(node.value)
        if function is not None:
            raise self.error(f"{node.value} is a function: write {function.signature}", node)
        known = [*CONSTANTS, *self.situation.names]
        raise self.error(f"{node.value} is not known{nearest(node.value, known)}", node)

    def _call(self, node: Node) -> int:
        if plain(node.value) == "tostring" and len(node.parts) == 1:
            return self.expression(node.parts[0])  # values are compared with texts and shown as they are
        function = find_function(node.value)
        if function is None:
            raise self.error(why_unknown(node.value), node)
        least, most = len(function.takes) - function.optional, len(function.takes)
        if not least <= len(node.parts) <= most:
            number = f"{least} to {most}" if least < most else str(most)
            raise self.error(
                f"{function.signature} takes {number} argument{'s' * (most != 1)}, got {len(node.parts)}", node
            )
        parts = node.parts
        if function.name == "nthRank" and parts[0].kind in ("call", "word"):
            parts = (parts[1], parts[0])  # the set first, as some write
        needs = tuple(
            self._argument(function, wanted, part) for wanted, part in zip(function.takes, parts, strict=False)
        )
        return self._apply(function, needs, node)

    def _apply(self, function: Function, needs: tuple[int, ...], node: Node) -> int:
        cost = function.cost
        given = [self.steps[number] for number in needs]
        streets = [step.value for step in given if step.gives is Type.STREET]
        self.streets |= set(streets) - {0} if streets else set(function.looks)
        for street in streets:
            if function.name in ("hvhEquity", "minHvHEquity"):
                cost = max(20.0, function.cost * _STREET_COSTS[street])
        if function.name == "hvhEquity" and not streets:
            cost = 20.0
        for step in given:
            if step.gives is Type.BOARDS:
                self.streets |= set(step.value.streets)
                self.suits |= step.value.suits
        self.players |= {step.value for step in given if step.gives is Type.PLAYER}
        if function.everybody:
            if not self.situation.names:
                raise self.error(f"{function.signature} needs players in the from list", node)
            seats = len(self.situation.question.ranges)  # one player alone plays a random hand
            self.players |= set(range(seats))
            cost *= seats / 2
        if function.against:
            needs = (*needs, self._opponent(function, given[0].value, node))
            cost *= _STREET_COSTS[streets[0]] * (self.steps[needs[-1]].value.combos if streets[0] else 1)
        self.suits |= function.suits
        if function.name in ("toRank", "toCard", "rateHiHand"):
            return needs[0]
        key = function.name if function.name != "hvhEquity" or streets not in ([], [5]) else "riverEquity"
        kept = tuple(n for n in needs if not (key == "riverEquity" and self.steps[n].gives is Type.STREET))
        return self.step("call", key, kept, function.gives, node, whole=function.whole, cost=cost)

    def _argument(self, function: Function, wanted: Type, node: Node) -> int:
        """Return the step of an argument, which for players, streets and ranges is a constant."""
        if wanted is Type.PLAYER:
            return self._player(function, node)
        if wanted is Type.STREET:
            return self._street(function, node)
        if wanted in (Type.RANGE, Type.BOARDS, Type.TEXT):
            if node.kind != "string":
                raise self.error(f"{function.signature} needs {wanted.value}", node)
            return self._text(function, wanted, node)
        if wanted in (Type.HAND_TYPE, Type.CATEGORY):
            found = CONSTANTS.get(plain(str(node.value)))
            if node.kind in ("word", "string") and (found is None or found[0] is not wanted):
                words = [word for word, (kind, _) in CONSTANTS.items() if kind is wanted]
                raise self.error(f"{node.value!r} is not {wanted.value}{nearest(str(node.value), words)}", node)
            if node.kind == "string" and found is not None:
                return self.step("constant", found[1], (), wanted, node, cost=0)
        number = self.expression(node)
        given = self.steps[number]
        if given.gives is not wanted:
            raise self.error(f"{function.signature} needs {wanted.value}, got {given.gives.value}", node)
        fits = given.kind == "constant" and given.whole and 1 <= given.value <= 13
        if function.name == "nthRank" and wanted is Type.NUMBER and not fits:
            raise self.error("nthRank takes a whole number from 1 to 13", node)
        return number

    def _player(self, function: Function, node: Node) -> int:
        if node.kind not in ("word", "string"):
            raise self.error(f"{function.signature} needs a player", node)
        seat = self.situation.numbers.get(node.value.lower())
        if seat is None:
            raise self.error(unknown_player(node.value, self.situation.names), node)
        return self.step("constant", seat, (), Type.PLAYER, node, cost=0)

    def _opponent(self, function: Function, player: int, node: Node) -> int:
        """Return the step of the range that a player's opponent has."""
        question = self.situation.question
        if len(question.ranges) > 2:
            raise self.error(
                f"{function.name} is for two players; for {len(question.ranges)} write hvhEquity(player, street)", node
            )
        seat = 1 - player
        opponent = Against(question.ranges[seat], question.dead)
        self.suits |= not opponent.alike
        self.against = True
        return self.step("constant", opponent, (), Type.RANGE, node, cost=0, key=("against", seat))

    def _street(self, function: Function, node: Node) -> int:
        words = [street for street, cards in STREETS.items() if cards in function.streets]
        if node.kind not in ("word", "string"):
            raise self.error(f"{function.signature} needs a street: {', '.join(words)}", node)
        street = plain(node.value)
        if street not in STREETS:
            raise self.error(f"{node.value!r} is not a street{nearest(node.value, words)}", node)
        question = self.situation.question
        asks_all = function.everybody or function.against
        if not STREETS[street] and asks_all and (len(question.ranges) > 2 or question.dead):
            raise self.error(f"{function.name} before the flop is for two players without dead cards", node)
        if STREETS[street] not in function.streets:
            when = f"on the {street}" if STREETS[street] else "before the flop"
            raise self.error(f"{function.name} has no answer {when}; write {' or '.join(words)}", node)
        return self.step("constant", STREETS[street], (), Type.STREET, node, cost=0)

    def _text(self, function: Function, wanted: Type, node: Node) -> int:
        text = node.value
        try:
            if wanted is Type.BOARDS:
                return self.step("constant", read_boards(text), (), wanted, node, cost=0, key=("boards", text))
            if wanted is Type.RANGE:
                hands = read_hands(text)
                self.suits |= not _is_alike(hands)
                return self.step("constant", _range_table(hands), (), wanted, node, cost=0, key=("range", text))
            return self._constant(function.name, text.strip(), node)
        except QueryError:
            raise
        except EquityError as error:
            raise self.error(f"{function.name}: {error}", node) from None

    def _constant(self, name: str, text: str, node: Node) -> int:
        """Return the constant that toRank, toCard and rateHiHand make of a text."""
        if name == "toCard":
            return self.step("constant", parse_card(text), (), Type.CARD, node, cost=0)
        if name == "rateHiHand":
            cards = parse_cards(text)
            if len(cards) != 5:
                raise self.error(f"rateHiHand takes five cards, got {len(cards)}", node)
            return self.step("constant", evaluate(text), (), Type.RATING, node, cost=0)
        letter = text.upper().replace("10", "T")
        if len(letter) != 1 or letter not in RANKS:
            raise self.error(f"{text!r:.20} is not a rank; use {' '.join(RANKS[::-1])}", node)
        return self.step("constant", RANKS.index(letter), (), Type.RANK, node, cost=0)

    # --- operators

    def _or(self, node: Node) -> int:
        return self._logic(node)

    def _and(self, node: Node) -> int:
        return self._logic(node)

    def _not(self, node: Node) -> int:
        return self._logic(node)

    def _logic(self, node: Node) -> int:
        needs = tuple(dict.fromkeys(self.expression(part) for part in node.parts))
        for number, part in zip([self.expression(part) for part in node.parts], node.parts, strict=True):
            if self.steps[number].gives is not Type.BOOLEAN:
                raise self.error(f"{node.kind} needs a condition, got {self.steps[number].gives.value}", part)
        return self.step(node.kind, node.kind, needs, Type.BOOLEAN, node, cost=float(len(needs)))

    def _arithmetic(self, node: Node) -> int:
        needs = [self.expression(part) for part in node.parts]
        for number, part in zip(needs, node.parts, strict=True):
            if self.steps[number].gives is not Type.NUMBER:
                raise self.error(f"{node.value[0]} needs a number, got {self.steps[number].gives.value}", part)
        result, whole = needs[0], self.steps[needs[0]].whole
        for sign, number, part in zip(node.value, needs[1:], node.parts[1:], strict=True):
            right = self.steps[number]
            if sign == "/" and right.kind == "constant" and right.value == 0:
                raise self.error("division by zero", part)
            whole = whole and right.whole and sign != "/"
            result = self.step("arithmetic", sign, (result, number), Type.NUMBER, part, whole=whole)
            folded = self._fold(result, part)
            result = result if folded is None else folded
        return result

    def _fold(self, number: int, node: Node) -> int | None:
        """Return the constant that an operation on constants is, so that 1/(2-2) is found out at once."""
        step = self.steps[number]
        left, right = (self.steps[n] for n in step.needs)
        if left.kind != "constant" or right.kind != "constant":
            return None
        with np.errstate(all="ignore"):
            value = float(
                {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide}[step.value](left.value, right.value)
            )
        if not np.isfinite(value):
            raise self.error("the number is too large", node)
        return self.step("constant", value, (), Type.NUMBER, node, whole=value == int(value), cost=0)

    def _minus(self, node: Node) -> int:
        number = self.expression(node.parts[0])
        given = self.steps[number]
        if given.gives is not Type.NUMBER:
            raise self.error(f"- needs a number, got {given.gives.value}", node.parts[0])
        if given.kind == "constant":
            return self.step("constant", -given.value, (), Type.NUMBER, node, whole=given.whole, cost=0)
        return self.step("minus", "-", (number,), Type.NUMBER, node, whole=given.whole)

    def _compare(self, node: Node) -> int:
        left, right = self._alike(*node.parts, what=f"compare with {node.value}")
        kind = self.steps[left].gives
        if kind in (Type.PLAYER, Type.STREET, Type.TEXT, Type.RANGE, Type.BOARDS):
            raise self.error(f"{kind.value} cannot be compared", node)
        if node.value in _ORDERED and kind not in NUMBERED:
            raise self.error(f"{kind.value} has no order: compare with = or <>", node)
        return self.step("compare", node.value, (left, right), Type.BOOLEAN, node)

    def _alike(self, first: Node, second: Node, *, what: str) -> tuple[int, int]:
        """Return the steps of two nodes of one type; a text beside a rank, a card or a hand type is read as one."""
        steps = [self.expression(first), self.expression(second)]
        for own, node in ((0, first), (1, second)):
            other = self.steps[steps[1 - own]].gives
            if self.steps[steps[own]].gives is Type.TEXT and node.kind == "string":
                steps[own] = self._read_as(other, node, steps[own])
        kinds = [self.steps[number].gives for number in steps]
        if kinds[0] is not kinds[1]:
            raise self.error(f"cannot {what}: {kinds[0].value} and {kinds[1].value}", second)
        return steps[0], steps[1]

    def _read_as(self, kind: Type, node: Node, as_is: int) -> int:
        if kind is Type.RANK:
            return self._constant("toRank", node.value.strip(), node)
        if kind is Type.CARD:
            try:
                return self._constant("toCard", node.value.strip(), node)
            except QueryError:
                raise
            except EquityError as error:
                raise self.error(str(error), node) from None
        found = CONSTANTS.get(plain(node.value))
        if found is not None and found[0] is kind:
            return self.step("constant", found[1], (), kind, node, cost=0)
        return as_is

    def _case(self, node: Node) -> int:
        """Return the step of ``case when a then x when b then y else z end``."""
        pairs = node.parts[:-1] if node.value else node.parts
        conditions, results = pairs[::2], pairs[1::2]
        tests = []
        for condition in conditions:
            number = self.expression(condition)
            if self.steps[number].gives is not Type.BOOLEAN:
                raise self.error(f"when needs a condition, got {self.steps[number].gives.value}", condition)
            tests.append(number)
        return self._choose(node, tests, results)

    def _case_of(self, node: Node) -> int:
        """Return the step of ``case x when 1 then a else b end``."""
        subject, *pairs = node.parts[:-1] if node.value else node.parts
        tests = []
        for value in pairs[::2]:
            left, right = self._alike(subject, value, what="compare in case")
            tests.append(self.step("compare", "=", (left, right), Type.BOOLEAN, value))
        return self._choose(node, tests, tuple(pairs[1::2]))

    def _choose(self, node: Node, tests: list[int], results: tuple[Node, ...]) -> int:
        if not node.value:
            raise self.error("case needs an else, for the deals that fit no when", node)
        self.guarded += 1
        nodes = (*results, node.parts[-1])
        chosen = [self.expression(result) for result in nodes]
        self.guarded -= 1
        kinds = [self.steps[number].gives for number in chosen]
        for kind, result in zip(kinds, nodes, strict=True):
            if kind is not kinds[0]:
                raise self.error(f"the results of case are of one type, got {kinds[0].value} and {kind.value}", result)
        if kinds[0] in (Type.PLAYER, Type.STREET, Type.TEXT, Type.RANGE, Type.BOARDS):
            raise self.error(f"{kinds[0].value} cannot be the result of a case", nodes[0])
        whole = all(self.steps[number].whole for number in chosen)
        needs = (*tests, *chosen)
        return self.step("case", len(tests), needs, kinds[0], node, whole=whole, cost=4.0 * len(tests))


def _conjuncts(node: Node) -> tuple[Node, ...]:
    if node.kind != "and":
        return (node,)
    return tuple(part for one in node.parts for part in _conjuncts(one))


def _is_alike(hands: Range) -> bool:
    """Say whether a range treats all suits alike: each class whole or not at all."""
    return all(share in (0.0, 1.0) for share in Range.from_combos(dict.fromkeys(hands.combos, 1.0)).class_weights())


def _range_table(hands: Range) -> Any:
    from equity.odds.question.hole_cards import COMBO_CARDS

    table = np.zeros((52, 52), np.bool_)
    cards = COMBO_CARDS[list(hands.combos)]
    table[cards[:, 0], cards[:, 1]] = True
    table[cards[:, 1], cards[:, 0]] = True
    return table

"""How a question was read, why its method was chosen, and the command that asks it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity.odds.plan import explain
from equity.show.columns import shorten

if TYPE_CHECKING:
    from equity.odds.plan import Plan
    from equity.odds.question.question import Question
    from equity.odds.question.result import EquityResult

__all__ = ["command_line", "explanation"]


def explanation(question: Question, plan: Plan) -> str:
    """Return a line for each player's range, the plan, and a line for each method that could answer.

    Examples
    --------
    >>> from equity.odds.plan import choose
    >>> from equity.odds import Question
    >>> question = Question.parse(["AsKs", "AQs+"], board="Ac7dTh")
    >>> print(explanation(question, choose(question)))
    player 1: 'AsKs' is AsKs, 1 combo, 0.08 % of hands
    player 2: 'AQs+' is AQs+, 8 combos, 0.60 % of hands; 6 can be dealt
    comparison: exact, because that takes less than 0.01 s
    ...
    """
    lines = []
    for number, (player, live) in enumerate(zip(question.ranges, question.live, strict=True), 1):
        count = len(player)
        size = f"{count} combo{'s' * (count != 1)}, {player.percent:.2f} % of hands"
        left = f"; {len(live)} can be dealt" if len(live) != count else ""
        lines.append(f"player {number}: {shorten(player.text)!r} is {shorten(str(player))}, {size}{left}")
    return "\n".join([*lines, explain(question, plan)])


def command_line(result: EquityResult) -> str:
    """Return the command that asks the same question again and gets the same answer.

    Examples
    --------
    >>> import equity
    >>> print(command_line(equity.calculate(["QQ,AKs", "JJ"], board="2s7sTh")))
    equity QQ,AKs vs JJ -b 2s7sTh --exact
    """
    import shlex

    words = ["equity", *" vs ".join(shlex.quote(text) for text in result.players).split(" ")]
    for name, cards in (("-b", result.board), ("-d", result.dead)):
        words += [name, cards] if cards else []
    if result.seed is not None:
        words += ["-n", str(int(result.total)), "--seed", str(result.seed)]
    elif result.exact:
        words.append("--exact")
    return " ".join(words)

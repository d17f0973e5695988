"""The grammar of PQL, the poker query language: text -> syntax tree, or an error that points at the place.

Rules of the file: it knows the shape of a query and no poker. The parser (LALR, by lark) is made once, on first use;
nothing here walks a tree, so depth is bounded before anybody does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any

from equity.errors import EquityError

if TYPE_CHECKING:
    from lark import Lark

__all__ = ["Binding", "Node", "Query", "QueryError", "Selector", "nearest", "parse_condition", "parse_query"]

_MOST_LETTERS = 20_000  # of a query; people write a few hundred
_MOST_NESTED = 60  # brackets within brackets
_MOST_DEPTH = 150  # of the tree, which is walked by recursion
_AROUND = 60  # letters shown on each side of a mistake

_GRAMMAR = r"""
query: SELECT selectors FROM bindings [WHERE expression] ";"?
condition: expression

selectors: selector ("," selector)* ","?
selector: expression [AS name]
name: NAME | STRING
bindings: binding ("," binding)* ","?
binding: NAME "=" STRING

?expression: all_of (OR all_of)*       -> either
?all_of: negated (AND negated)*        -> both
?negated: NOT negated                  -> negation
    | comparison
?comparison: total
    | total COMPARE total              -> compare
    | total EQUALS total               -> compare
?total: product ((PLUS | MINUS) product)*   -> arithmetic
?product: signed ((TIMES | OVER) signed)*   -> arithmetic
?signed: MINUS signed                  -> minus
    | atom
?atom: NUMBER                          -> number
    | STRING                           -> string
    | NAME                             -> word
    | NAME "(" [arguments] ")"         -> call
    | "(" expression ")"
    | CASE when+ [ELSE expression] END            -> case
    | CASE expression when+ [ELSE expression] END -> case_of
when: WHEN expression THEN expression
arguments: expression ("," expression)* ","?

SELECT.2: /select\b/i
FROM.2: /from\b/i
WHERE.2: /where\b/i
AS.2: /as\b/i
AND.2: /and\b/i
OR.2: /or\b/i
NOT.2: /not\b/i
CASE.2: /case\b/i
WHEN.2: /when\b/i
THEN.2: /then\b/i
ELSE.2: /else\b/i
END.2: /end\b/i
COMPARE: "<>" | "!=" | "<=" | ">=" | "==" | "<" | ">"
EQUALS: "="
PLUS: "+"
MINUS: "-"
TIMES: "*"
OVER: "/"
NUMBER: /(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?(?![A-Za-z_0-9.])/
NAME: /(?!(select|from|where|as|and|or|not|case|when|then|else|end)\b)[A-Za-z_][A-Za-z_0-9]*/i
STRING: /'[^'\n]*'|"[^"\n]*"/
COMMENT: /--[^\n]*/ | /\/\*(.|\n)*?\*\//
%ignore COMMENT
%ignore /\s+/
"""

# what the parser calls a token -> what a reader calls it
_SAID = {
    "SELECT": "'select'",
    "FROM": "'from'",
    "WHERE": "'where'",
    "AS": "'as'",
    "AND": "'and'",
    "OR": "'or'",
    "WHEN": "'when'",
    "THEN": "'then'",
    "ELSE": "'else'",
    "END": "'end'",
    "EQUALS": "'='",
    "LPAR": "'('",
    "RPAR": "')'",
    "COMMA": "','",
    "STRING": "a text in quotes",
    "NAME": "a name",
}
_BEGINS = {"NUMBER", "NAME", "LPAR", "CASE"}  # where an expression may begin
_GOES_ON = {"PLUS", "MINUS", "TIMES", "OVER", "COMPARE"}  # an operator
_KEYWORDS = ["select", "from", "where", "as", "and", "or", "not", "case", "when", "then", "else", "end"]
_FOREIGN = {
    "||": "write or",
    "&&": "write and",
    "!": "write not",
    "|": "write or",
    "&": "write and",
    "%": "a remainder is not part of PQL",
}


class QueryError(EquityError):
    """A query that cannot be read or does not make sense; the message shows the place.

    Attributes
    ----------
    place : int or None
        Where in the text, counted in letters from 0.
    """

    def __init__(self, message: str, *, text: str = "", place: int | None = None) -> None:
        self.place = place
        super().__init__(message if place is None else f"{message}\n{_show_place(text, place)}")

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _again, (str(self), self.place)


def _again(message: str, place: int | None) -> QueryError:
    error = QueryError(message)
    error.place = place
    return error


@dataclass(frozen=True, slots=True)
class Node:
    """A part of an expression.

    Attributes
    ----------
    kind : str
        "number", "string", "word", "call", "or", "and", "not", "compare", "arithmetic", "minus", "case", "case of".
    value : str, float or tuple of str
        The number, text, name or operators.
    parts : tuple of Node
    start, end : int
        The place in the text.
    depth : int
    """

    kind: str
    value: Any
    parts: tuple[Node, ...]
    start: int
    end: int
    depth: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Selector:
    """An expression of the select list and its name, "" where it has none."""

    expression: Node
    name: str
    start: int


@dataclass(frozen=True, slots=True)
class Binding:
    """A name and its text in the from list, with the places of both."""

    name: str
    text: str
    start: int
    text_start: int


@dataclass(frozen=True, slots=True)
class Query:
    """A query as it is written."""

    text: str
    selectors: tuple[Selector, ...]
    bindings: tuple[Binding, ...]
    where: Node | None


def parse_query(text: str) -> Query:
    """Return a query as a syntax tree.

    Raises
    ------
    QueryError
        If the text is not a query; the message shows the place and what would be right.

    Examples
    --------
    >>> query = parse_query("select avg(riverEquity(hero)) as eq from hero='AA', villain='KK'")
    >>> query.selectors[0].name, [binding.name for binding in query.bindings], query.where
    ('eq', ['hero', 'villain'], None)
    """
    selectors, bindings, where = _parse(text, "query", "a query")
    return Query(text, selectors, bindings, where)


def parse_condition(text: str) -> Node:
    """Return what could stand after ``where`` as a syntax tree.

    Examples
    --------
    >>> parse_condition("pocketPair(hero)").value
    'pocketPair'
    """
    node: Node = _parse(text, "condition", "a condition")
    return node


def nearest(word: str, words: list[str]) -> str:
    """Return a hint with the name that looks most like a word, "" where none does.

    Examples
    --------
    >>> nearest("riverEqity", ["riverEquity", "winsHi"])
    '; did you mean riverEquity?'
    """
    plain = {name.lower().replace("_", ""): name for name in words}
    close = get_close_matches(word.lower().replace("_", ""), list(plain), 1, 0.6)
    return f"; did you mean {plain[close[0]]}?" if close else ""


def _parse(text: str, start: str, what: str) -> Any:
    if not isinstance(text, str):
        raise QueryError(f"{what} is a text, got {type(text).__name__}")
    if not text.strip():
        example = "select avg(riverEquity(hero)) from hero='AA', villain='15%'" if start == "query" else "winsHi(hero)"
        raise QueryError(f"{what} is empty; write for example {example}")
    if len(text) > _MOST_LETTERS:
        raise QueryError(f"{what} has at most {_MOST_LETTERS:,} letters, got {len(text):,}")
    _check_nesting(text)
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken, VisitError

    try:
        return _parser().parse(text, start)
    except VisitError as error:
        if isinstance(error.orig_exc, _TooDeepError):
            raise QueryError("the expression is nested too deep", text=text, place=error.orig_exc.place) from None
        raise
    except _TooDeepError as error:
        raise QueryError("the expression is nested too deep", text=text, place=error.place) from None
    except UnexpectedCharacters as error:
        raise _explain_letter(text, error.pos_in_stream) from None  # type: ignore[arg-type]
    except UnexpectedToken as error:
        at_end = error.token.type == "$END"
        place = len(text.rstrip()) if at_end else error.token.start_pos
        raise _explain_token(text, place, "" if at_end else str(error.token), set(error.accepts), start) from None
    except UnexpectedEOF:
        raise QueryError(f"{what} ends too early", text=text, place=len(text.rstrip())) from None


def _explain_letter(text: str, place: int) -> QueryError:
    letter = text[place]
    if letter in "'\"":
        return QueryError(f"a text that begins with {letter} has no end", text=text, place=place)
    sign = text[place : place + 2]
    hint = _FOREIGN.get(sign) or _FOREIGN.get(letter, "")
    if letter.isdigit():
        return QueryError("a number that does not end like one", text=text, place=place)
    return QueryError(f"{letter!r} has no meaning here" + (f"; {hint}" if hint else ""), text=text, place=place)


def _explain_token(text: str, place: int, found: str, accepts: set[str], start: str) -> QueryError:
    said = []
    if accepts >= _BEGINS:
        said += ["a function", "a name", "a number", "'('"]
    elif accepts & _GOES_ON:
        said.append("an operator")
    said += [
        word for token, word in _SAID.items() if token in accepts and not (accepts >= _BEGINS and token in _BEGINS)
    ]
    if "$END" in accepts:
        said.append("the end")
    if accepts >= _BEGINS:
        said = said[:4] + [word for word in said[4:] if word in ("'from'", "')'")]
    if start == "condition":
        said = [word for word in said if word != "';'"]
    expected = f"{', '.join(said[:-1])} or {said[-1]}" if len(said) > 1 else "".join(said)
    got = f"got {found!r:.40}" if found else "and the text ends"
    hint = ""
    if found.isidentifier():
        hint = nearest(found, [word for word in _KEYWORDS if word.upper() in accepts])
        if not hint and found.lower() in _KEYWORDS and "NAME" in accepts:
            hint = f"; {found} is a word of the language and cannot be a name"
    return QueryError(f"expected {expected}, {got}{hint}", text=text, place=place)


def _check_nesting(text: str) -> None:
    """Refuse brackets within brackets that nobody means, before anything is read."""
    depth, quote = 0, ""
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter == "(":
            depth += 1
            if depth > _MOST_NESTED:
                raise QueryError(f"more than {_MOST_NESTED} brackets within each other", text=text, place=place)
        elif letter == ")":
            depth -= 1


def _show_place(text: str, place: int) -> str:
    """Return the line of the mistake, cut to what is near, and a mark below it."""
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    line = text[start : len(text) if end < 0 else end]
    column = place - start
    left = max(0, column - _AROUND)
    shown = line[left : column + _AROUND].replace("\t", " ")
    before, after = "…" * (left > 0), "…" * (column + _AROUND < len(line))
    return f"  {before}{shown.rstrip()}{after}\n  {' ' * (column - left + len(before))}^"


class _TooDeepError(Exception):
    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


def _node(kind: str, value: Any, parts: tuple[Node, ...], start: int, end: int) -> Node:
    depth = 1 + max((part.depth for part in parts), default=0)
    if depth > _MOST_DEPTH:
        raise _TooDeepError(start)
    return Node(kind, value, parts, start, end, depth)


class _Builder:
    """Builds the tree while the parser reads, so that nothing walks it."""

    def query(self, children: list[Any]) -> Any:
        _, selectors, _, bindings, *rest = children
        return selectors, bindings, next((part for part in rest if isinstance(part, Node)), None)

    def condition(self, children: list[Any]) -> Node:
        node: Node = children[0]
        return node

    def selectors(self, children: list[Any]) -> tuple[Selector, ...]:
        return tuple(children)

    def selector(self, children: list[Any]) -> Selector:
        expression = children[0]
        named = children[-1] if len(children) > 1 and isinstance(children[-1], str) else ""
        return Selector(expression, named, expression.start)

    def name(self, children: list[Any]) -> str:
        text = str(children[0])
        return text[1:-1] if text[0] in "'\"" else text

    def bindings(self, children: list[Any]) -> tuple[Binding, ...]:
        return tuple(children)

    def binding(self, children: list[Any]) -> Binding:
        name, text = (child for child in children if child.type != "EQUALS")
        return Binding(str(name), str(text)[1:-1], name.start_pos, text.start_pos)

    def either(self, children: list[Any]) -> Node:
        return self._chain("or", children)

    def both(self, children: list[Any]) -> Node:
        return self._chain("and", children)

    def _chain(self, kind: str, children: list[Any]) -> Node:
        parts = tuple(child for child in children if isinstance(child, Node))
        return parts[0] if len(parts) == 1 else _node(kind, kind, parts, parts[0].start, parts[-1].end)

    def negation(self, children: list[Any]) -> Node:
        return _node("not", "not", (children[1],), children[0].start_pos, children[1].end)

    def compare(self, children: list[Any]) -> Node:
        left, sign, right = children
        sign = {"!=": "<>", "==": "="}.get(str(sign), str(sign))
        return _node("compare", sign, (left, right), left.start, right.end)

    def arithmetic(self, children: list[Any]) -> Node:
        parts = tuple(child for child in children if isinstance(child, Node))
        if len(parts) == 1:
            return parts[0]
        signs = tuple(str(child) for child in children if not isinstance(child, Node))
        return _node("arithmetic", signs, parts, parts[0].start, parts[-1].end)

    def minus(self, children: list[Any]) -> Node:
        return _node("minus", "-", (children[1],), children[0].start_pos, children[1].end)

    def number(self, children: list[Any]) -> Node:
        return self._leaf("number", float(children[0]), children[0])

    def string(self, children: list[Any]) -> Node:
        return self._leaf("string", str(children[0])[1:-1], children[0])

    def word(self, children: list[Any]) -> Node:
        return self._leaf("word", str(children[0]), children[0])

    def _leaf(self, kind: str, value: Any, token: Any) -> Node:
        return _node(kind, value, (), token.start_pos, token.end_pos)

    def call(self, children: list[Any]) -> Node:
        name, parts = children[0], children[-1] if isinstance(children[-1], tuple) else ()
        end = parts[-1].end if parts else name.end_pos
        return _node("call", str(name), parts, name.start_pos, end)

    def arguments(self, children: list[Any]) -> tuple[Node, ...]:
        return tuple(children)

    def when(self, children: list[Any]) -> tuple[Node, ...]:
        return tuple(child for child in children if isinstance(child, Node))

    def case(self, children: list[Any]) -> Node:
        return self._case("case", children)

    def case_of(self, children: list[Any]) -> Node:
        return self._case("case of", children)

    def _case(self, kind: str, children: list[Any]) -> Node:
        parts: list[Node] = []
        for child in children:
            parts += [child] if isinstance(child, Node) else child if isinstance(child, tuple) else ()
        whole = isinstance(children[-2], Node)  # an else
        return _node(kind, whole, tuple(parts), children[0].start_pos, children[-1].end_pos)


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(
        _GRAMMAR,
        parser="lalr",
        start=["query", "condition"],
        transformer=_Builder(),
        propagate_positions=False,
        maybe_placeholders=False,
        keep_all_tokens=False,
    )

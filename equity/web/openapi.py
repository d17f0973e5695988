"""The API in OpenAPI's words; `app` serves it as ``/api/openapi.json``."""

from __future__ import annotations

from typing import Any

from equity._version import __version__
from equity.constants import MAX_SEATS, MOST_SEED

__all__ = ["describe_api"]

_NUMBERS = {"type": "array", "items": {"type": "number"}}
_FRACTION = {"type": "number", "minimum": 0, "maximum": 1}
_QUESTION: dict[str, Any] = {
    "type": "object",
    "required": ["players"],
    "additionalProperties": False,
    "properties": {
        "players": {
            "description": "A hand or range per player, or one text with vs between; one alone meets a random hand.",
            "oneOf": [{"type": "array", "items": {"type": "string"}, "maxItems": MAX_SEATS}, {"type": "string"}],
        },
        "board": {"type": "string", "description": "No, three, four or five cards: Ts9s2d.", "default": ""},
        "dead": {"type": "string", "description": "Cards that nobody can get.", "default": ""},
        "method": {"enum": ["auto", "exact", "monte-carlo"], "default": "auto"},
        "samples": {"type": ["integer", "string"], "description": 'Deals to sample: 50000 or "10m".'},
        "target": {"type": ["number", "string"], "description": 'Half-width of the 95 % intervals: 0.0005 or "0.05%".'},
        "seconds": {"type": "number", "description": "Sample for about this long."},
        "seed": {"type": "integer", "minimum": 0, "maximum": MOST_SEED},
        "stacks": {**_NUMBERS, "description": "Stacks of an all-in, one per player: adds expected chips."},
        "payouts": {**_NUMBERS, "description": "With stacks: prize money, by the ICM."},
        "others": {**_NUMBERS, "description": "With payouts: stacks of players not in the hand."},
        "threads": {"type": "integer", "minimum": 1, "description": "At most this many; the numbers stay the same."},
        "breakdown": {"type": "boolean", "description": "How often each player makes and wins with each category."},
        "combos": {"type": "boolean", "description": "Each combo's own equity."},
        "next_card": {"type": "boolean", "description": "Equities after each card that can come next."},
        "outs": {"type": "boolean", "description": "The cards that bring each player from behind to the front."},
        "histogram": {"type": "boolean", "description": "How the equity of each range is spread over its combos."},
    },
}
_PLAYER = {
    "type": "object",
    "properties": {
        "range": {"type": "string"},
        **{name: _FRACTION for name in ("equity", "win", "tie", "tie_equity")},
        "std_error": {"type": ["number", "null"]},
        "ci95": {"oneOf": [_NUMBERS, {"type": "null"}]},
        "stack": {"type": "number"},
        "expected_chips": {"type": "number"},
    },
}
_ANSWER: dict[str, Any] = {
    "type": "object",
    "description": "What `equity ... --format json` prints; analyses stand under their names.",
    "properties": {
        "schema": {"const": 1},
        "method": {"enum": ["exact", "monte-carlo"]},
        "algorithm": {"type": "string"},
        "reason": {"type": "string"},
        "complete": {"type": "boolean", "description": "False if the time ran out: the figures are of a part."},
        "total": {"type": "integer", "description": "Deals."},
        "seed": {"type": ["integer", "null"]},
        "elapsed": {"type": "number", "description": "Seconds."},
        "board": {"type": "string"},
        "dead": {"type": "string"},
        "players": {"type": "array", "items": {"$ref": "#/components/schemas/Player"}},
        "wins_by_set": {"type": "object", "description": 'Deals by who wins them: "0", "1", "0+1".'},
        "notes": {"type": "array", "items": {"type": "string"}},
        "version": {"type": "string"},
    },
}
_EVENT = {
    "type": "object",
    "description": "One line: exactly one of these keys.",
    "properties": {
        "progress": {"type": "object", "description": "done and total."},
        "partial": {"$ref": "#/components/schemas/Answer"},
        "answer": {"$ref": "#/components/schemas/Answer"},
        "refined": {"$ref": "#/components/schemas/Answer"},
        "error": {"type": "string"},
    },
}
_RANGE = {
    "type": "object",
    "required": ["text"],
    "properties": {
        "text": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "maxItems": 100}]},
        "plus": {"enum": ["both", "kicker"]},
        "overlap": {"enum": ["error", "last", "max", "sum"]},
        "strict": {"type": "boolean"},
        "to": {"enum": ["equity", "pio", "equilab", "gto+", "ppt", "eval7"], "description": "Write it for this one."},
    },
}
_HITS = {
    "type": "object",
    "required": ["players"],
    "properties": {
        "players": {
            **_QUESTION["properties"]["players"],
            "description": "A range; another for equities against it.",
        },
        "board": {"type": "string", "description": "Three, four or five cards; without any, all flops.", "default": ""},
        "filter": {"type": "string", "description": 'Give the part that makes this: "top pair+, flush draw".'},
    },
}
_REPLAY = {
    "type": "object",
    "required": ["text"],
    "properties": {
        "text": {"type": "string", "description": "Hand histories of any format that `equity replay` reads."},
        "hand": {"type": "integer", "minimum": 1, "default": 1},
        "strict": {"type": "boolean", "default": True},
    },
}
_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {"type": "string", "description": "What the command would say."},
        "field": {"type": "string", "description": "Where: players/1, board, dead, stacks ..."},
    },
}
_REFUSALS = {
    "400": "not JSON, or not an object",
    "401": "the token is missing or wrong",
    "403": "another site asks",
    "413": "the body is too large",
    "415": "the body is not declared as application/json",
    "421": "the request is for another host",
    "422": "a question that cannot be read or dealt; the message is the command's",
    "503": "too many questions at once; ask again after the seconds of Retry-After",
}


def describe_api(*, token: bool = False) -> dict[str, Any]:
    """Return the API's description.

    Parameters
    ----------
    token : bool, optional
        Whether requests need one.

    Examples
    --------
    >>> next(iter(describe_api()["paths"]))
    '/api/calculate'
    """
    page = {"text/html": {"schema": {"type": "string"}}}
    rows = {"text/csv": {"schema": {"type": "string"}}}
    lines = {"application/x-ndjson": {"schema": {"$ref": "#/components/schemas/Event"}}}
    paths = {
        "/api/calculate": _post("Equities, and the analyses that are asked for", "Question", _json("Answer")),
        "/api/calculate/stream": _post(
            "The same as lines of JSON: progress, partial answers, the answer; closing the connection stops the work. "
            'With "refine": true a sampled answer goes on to become better',
            "StreamQuestion",
            lines,
        ),
        "/api/csv": _post("The equities as CSV", "Question", rows),
        "/api/report": _post("The page that `equity report` writes", "Question", page),
        "/api/range": _post("How a range is read, as `equity range --format json` prints", "Range", _json("Ranges")),
        "/api/hits": _post("What a range makes, as `equity hits --format json` prints", "Hits", _json("Made")),
        "/api/replay": _post("A hand of a history, step by step", "Replay", _json("Replayed")),
    }
    stream = {**_QUESTION, "properties": {**_QUESTION["properties"], "refine": {"type": "boolean"}}}
    schemas = {
        "Question": _QUESTION,
        "StreamQuestion": stream,
        "Player": _PLAYER,
        "Answer": _ANSWER,
        "Event": _EVENT,
        "Range": _RANGE,
        "Ranges": {"type": "object"},
        "Hits": _HITS,
        "Made": {"type": "object"},
        "Replay": _REPLAY,
        "Replayed": {"type": "object"},
        "Error": _ERROR,
    }
    found: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "equity", "version": __version__, "description": "Texas hold'em equities."},
        "paths": paths,
        "components": {"schemas": schemas},
    }
    if token:
        found["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        found["security"] = [{"token": []}]
    return found


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _post(summary: str, takes: str, gives: dict[str, Any]) -> dict[str, Any]:
    refusals = {code: {"description": text, "content": _json("Error")} for code, text in _REFUSALS.items()}
    return {
        "post": {
            "summary": summary,
            "requestBody": {"required": True, "content": _json(takes)},
            "responses": {"200": {"description": "The answer", "content": gives}, **refusals},
        }
    }

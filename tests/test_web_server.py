"""``equity serve`` from outside: answers, refusals, who may ask, what is stopped; each over a real connection."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity.cli import cli
from equity.errors import EquityError, OptionError
from equity.odds.answers import analyse
from equity.parallel import between_chunks
from equity.web import app as app_module
from equity.web import questions, server
from equity.web.files import page_files
from equity.web.lanes import Job, StoppedError
from equity.web.openapi import describe_api
from equity.web.questions import read_hits, read_question, read_ranges
from tests.helpers import DATA

SLOW = {"players": ["22+", "random", "A2s+", "K2s+"], "target": 0.00002}
JSON = {"Content-Type": "application/json"}


class Client:
    """A server in a process of its own, and requests to it."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process, self.url = process, url
        self.port = int(re.search(r":(\d+)/", url)[1])  # type: ignore[index]

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(
        self, path: str, body: Any = None, *, method: str | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any, http.client.HTTPResponse]:
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection = self.connect()
        sent = (JSON if data is not None else {}) | (headers or {})
        connection.request(method or ("GET" if data is None else "POST"), path, data, sent)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        kind = response.getheader("content-type") or ""
        return response.status, json.loads(text) if kind == "application/json" else text, response


@contextmanager
def serving(*options: str, idle: float | None = None) -> Iterator[Client]:
    command = [sys.executable, "-m", "equity", "serve", "--port", "0", *options]
    if idle is not None:
        program = f"from equity.cli import cli; from equity.web import server; server._IDLE = {idle}; cli()"
        command[1:3] = ["-c", program]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("the page is at http://"), process.stderr and process.stderr.read()
        yield Client(process, line.split()[-1])
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "Traceback" not in errors


@pytest.fixture(scope="module")
def client():
    pytest.importorskip("starlette", reason="the page needs the extra web")
    pytest.importorskip("uvicorn", reason="the page needs the extra web")
    with serving() as found:
        yield found


def printed(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(cli, [*words, "--format", "json"])
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def apart_from_time(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in plain.items() if name != "elapsed"}


# answers -----------------------------------------------------------------------------------------------------------

QUESTIONS = [
    ({"players": ["AsKs", "QQ"]}, ["AsKs", "vs", "QQ"]),
    ({"players": "AsKs vs QQ", "board": "2c7dTh"}, ["AsKs", "vs", "QQ", "-b", "2c7dTh"]),
    ({"players": ["AsKs"]}, ["AsKs"]),
    (
        {"players": ["22+", "A2s+", "random"], "samples": 3000, "seed": 7},
        ["22+", "A2s+", "random", "-n3000", "--seed=7"],
    ),
    (
        {"players": ["AsKs", "QdQc"], "board": "2s7sTh", "outs": True, "next_card": True, "breakdown": True},
        ["AsKs", "QdQc", "-b", "2s7sTh", "--outs", "--next-card", "--breakdown"],
    ),
    (
        {"players": ["AKs", "QQ"], "board": "2s7sTh", "dead": "Qc", "combos": True, "histogram": True},
        ["AKs", "QQ", "-b", "2s7sTh", "-d", "Qc", "--combos", "--histogram"],
    ),
    (
        {"players": ["AsKs", "QdQc", "7h7d"], "stacks": [50, 100, 200], "payouts": [70, 30], "others": [90]},
        ["AsKs", "QdQc", "7h7d", "--stacks", "50,100,200", "--payouts", "70,30", "--others", "90"],
    ),
]


@pytest.mark.parametrize(("body", "words"), QUESTIONS, ids=lambda value: " ".join(value) if type(value) is list else "")
def test_an_answer_is_what_the_command_prints(client, body, words):
    status, answer, _ = client.ask("/api/calculate", body)
    assert status == 200, answer
    assert apart_from_time(answer) == apart_from_time(printed(*words))


@pytest.mark.parametrize(("body", "words"), QUESTIONS, ids=lambda value: " ".join(value) if type(value) is list else "")
def test_a_stream_ends_with_the_same_answer(client, body, words):
    status, text, response = client.ask("/api/calculate/stream", body)
    assert status == 200
    assert response.getheader("content-type") == "application/x-ndjson; charset=utf-8"
    events = [json.loads(line) for line in text.splitlines()]
    assert [name for event in events for name in event if name != "progress"][-1] == "answer"
    assert apart_from_time(events[-1]["answer"]) == apart_from_time(printed(*words))


def test_a_sampled_stream_becomes_better(client):
    body = {"players": ["22+", "A2s+", "random"], "target": 0.002, "seed": 3, "refine": True}
    _, text, _ = client.ask("/api/calculate/stream", body)
    events = [(name, plain) for line in text.splitlines() for name, plain in json.loads(line).items()]
    answers = [(name, plain) for name, plain in events if name != "progress"]
    names = [name for name, _ in answers]
    assert names[0] == "partial"
    assert names[-1] == "refined"
    assert names.count("answer") == 1
    widths = [max(high - low for low, high in plain["ci95"]) for _, plain in answers]
    assert widths == sorted(widths, reverse=True)
    assert {plain["seed"] for _, plain in answers} == {3}


def test_ranges_are_read_as_the_command_reads_them(client):
    status, answer, _ = client.ask("/api/range", {"text": "QQ+, A5s:0.5, T9s+"})
    assert status == 200
    assert answer == printed("range", "QQ+, A5s:0.5, T9s+")
    written = client.ask("/api/range", {"text": ["22+:0.5", "AA"], "to": "gto+"})[1]
    assert written["texts"] == ["[50]22+[/50]", "AA"]
    assert client.ask("/api/range", {"text": "AA", "to": "x"})[0] == 422
    assert client.ask("/api/range", {"text": "AA", "to": []})[0] == 422


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"players": ["22+,AK"], "board": "Ts9s2d"}, ["22+,AK", "-b", "Ts9s2d"]),
        ({"players": ["22+,AK", "top 15%"], "board": "Ts9s2d"}, ["22+,AK", "vs", "top 15%", "-b", "Ts9s2d"]),
        ({"players": "22+,AK"}, ["22+,AK"]),
        ({"players": ["22+"], "board": "Ts9s2d", "filter": "set+"}, ["22+", "-b", "Ts9s2d", "--filter", "set+"]),
    ],
    ids=["range", "against", "flops", "filter"],
)
def test_hits_are_what_the_command_prints(client, body, words):
    status, answer, _ = client.ask("/api/hits", body)
    assert status == 200, answer
    assert answer == printed("hits", *words)


def test_downloads(client):
    question = {"players": ["AKs", "QQ"], "board": "2s7sTh"}
    rows = client.ask("/api/csv", question)[1]
    assert rows == CliRunner().invoke(cli, ["AKs", "QQ", "-b", "2s7sTh", "--format", "csv"]).stdout
    page = client.ask("/api/report", question)[1]
    assert "<h2>Equities</h2>" in page
    assert "equity AKs vs QQ -b 2s7sTh --exact" in page


# refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "words", "field"),
    [
        ({"players": ["AsKs", "AsQd"]}, ["AsKs", "vs", "AsQd"], "players/0"),
        ({"players": ["AxZz", "QQ"]}, ["AxZz", "vs", "QQ"], "players/0"),
        ({"players": ["AA", "KK"], "board": "2s7s"}, ["AA", "KK", "-b", "2s7s"], "board"),
        ({"players": ["AA", "KK"], "dead": "Xx"}, ["AA", "KK", "-d", "Xx"], "dead"),
        ({"players": ["AA", "KK"], "stacks": [5]}, ["AA", "KK", "--stacks", "5"], "stacks"),
        ({"players": ["AA", "KK"], "outs": True}, ["AA", "KK", "--outs"], "board"),
    ],
)
def test_a_question_that_cannot_be_answered_gets_the_words_of_the_command(client, body, words, field):
    for path in ("/api/calculate", "/api/calculate/stream", "/api/csv", "/api/report"):
        status, answer, _ = client.ask(path, body)
        assert status == 422
        assert f"error: {answer['error']}\n" == CliRunner().invoke(cli, words).stderr
        assert answer.get("field") == field


@pytest.mark.parametrize("path", ["/api/calculate", "/api/calculate/stream", "/api/range", "/api/replay", "/api/hits"])
@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b"[]",
        b"5",
        b"null",
        b'"AA"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"players": NaN}',
        b'{"seed": 1' + b"0" * 5000 + b"}",
    ],
    ids=lambda raw: repr(raw[:12]),
)
def test_what_is_not_a_question_is_refused(client, path, raw):
    status, answer, _ = client.ask(path, raw)
    assert status in (400, 422)
    assert "Traceback" not in answer["error"]


def test_what_is_too_large_or_of_another_kind_is_refused(client):
    assert client.ask("/api/calculate", b'{"players": ["' + b"A" * 5_000_000 + b'"]}')[0] == 413
    assert client.ask("/api/calculate", b"{}", headers={"Content-Type": "text/plain"})[0] == 415
    assert client.ask("/api/calculate")[0] == 405
    assert client.ask("/", b"{}")[0] == 405
    assert client.ask("/api/nothing")[0] == 404


@pytest.mark.parametrize("value", [0, False, True, 5, "", "70,30", {}, {"a": 1}, [None], ["70"]], ids=repr)
@pytest.mark.parametrize("name", ["stacks", "payouts", "others"])
def test_what_is_no_list_of_numbers_is_refused_as_one(client, name, value):
    body = {"players": ["AsKs", "QQ"], "stacks": [50, 100], "payouts": [70, 30], "others": [90, 10]}
    status, answer, _ = client.ask("/api/calculate", {**body, name: value})
    assert (status, answer.get("field")) == (422, name), answer


@pytest.mark.parametrize("number", [1e308, 10**30, 1e16])
@pytest.mark.parametrize("name", ["stacks", "payouts", "others"])
def test_numbers_beyond_all_chips_are_refused(client, name, number):
    body = {"players": ["AsKs", "QQ"], "stacks": [50, 100], "payouts": [70, 30], "others": [90, 10]}
    for path in ("/api/calculate", "/api/calculate/stream"):
        status, answer, _ = client.ask(path, {**body, name: [number, number]})
        assert status == 422
        assert answer["error"].startswith(f"{name}: a number is at most 1,000,000,000,000,000, got ")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/calculate", {"players": ["\ud800", "AA"]}),
        ("/api/calculate", {"players": ["AA", "KK"], "board": "\ud800"}),
        ("/api/range", {"text": "\ud800"}),
        ("/api/hits", {"players": ["AA"], "board": "Ts9s2d", "filter": "\ud800"}),
        ("/api/replay", {"text": "\ud800"}),
        ("/api/replay", {"text": "PokerStars Hand #1: \udfff"}),
    ],
    ids=str,
)
def test_half_a_character_is_a_text_that_cannot_be_read(client, path, body):
    assert client.ask(path, body)[0] == 422


def test_one_request_reads_so_many_ranges_and_no_more(client):
    assert len(client.ask("/api/range", {"text": ["AA"] * 100})[1]["ranges"]) == 100
    assert client.ask("/api/range", {"text": ["AA"] * 101})[0] == 422
    assert describe_api()["components"]["schemas"]["Range"]["properties"]["text"]["oneOf"][1]["maxItems"] == 100


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/static/../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/static/",
        "/static/server.py",
        "//",
    ],
)
def test_no_path_reaches_the_file_system(client, path):
    status, answer, _ = client.ask(path)
    assert status == 404
    assert "root:" not in str(answer)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from([*describe_api()["components"]["schemas"]["Question"]["properties"], "text", "x"])


@given(st.dictionaries(NAMES, JUNK | st.sampled_from([["AA", "KK"], "AsKs vs QQ", "Ts9s2d", 5, "10k"]), max_size=5))
def test_whatever_the_json_holds_it_is_read_or_refused_in_words(body):
    for read in (lambda: read_question(body, limit=60), lambda: read_ranges(body), lambda: read_hits(body, threads=1)):
        with suppress(EquityError):
            read()


# who may ask -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "",
     "127.0.0.1@evil.example", "192.168.1.1", "0.0.0.0", "[::2]", "localhost:x"],
)  # fmt: skip
def test_another_host_is_refused(client, host):
    for path in ("/", "/api/openapi.json"):
        assert client.ask(path, headers={"Host": host})[0] in (400, 421)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:{}", "127.0.0.1:{}", "[::1]:{}"])
def test_the_names_of_this_machine_are_its_own(client, host):
    assert client.ask("/", headers={"Host": host.format(client.port)})[0] == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://127.0.0.1:{}"},
        {"Origin": "http://localhost:{}"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
    ids=str,
)
def test_another_site_may_not_ask(client, headers):
    headers = {name: value.format(client.port) for name, value in headers.items()}
    assert client.ask("/api/calculate", {"players": ["AA", "KK"]}, headers=headers)[0] == 403


def test_the_page_itself_may_ask(client):
    headers = {"Origin": f"http://127.0.0.1:{client.port}", "Sec-Fetch-Site": "same-origin"}
    assert client.ask("/api/calculate", {"players": ["AA", "KK"]}, headers=headers)[0] == 200


def test_every_answer_binds_the_browser(client):
    for path, body in (("/", None), ("/api/calculate", {"players": ["AA"]}), ("/nothing", None)):
        response = client.ask(path, body)[2]
        assert "default-src 'none'" in response.getheader("content-security-policy")
        assert response.getheader("x-content-type-options") == "nosniff"
        assert response.getheader("access-control-allow-origin") is None
        assert response.getheader("server") is None


def test_a_token_is_asked_for_where_it_was_given(client):
    with serving("--token", "secret") as guarded:
        assert guarded.url.endswith("/#token=secret")
        assert guarded.ask("/")[0] == 200  # neither the page nor the description has secrets
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "secret"}):
            assert guarded.ask("/api/calculate", {"players": ["AA", "KK"]}, headers=headers)[0] == 401
        headers = {"Authorization": "Bearer secret"}
        assert guarded.ask("/api/calculate", {"players": ["AA", "KK"]}, headers=headers)[0] == 200
        assert guarded.ask("/api/openapi.json")[1]["security"] == [{"token": []}]


def test_other_machines_need_a_token():
    place = server.find_place("0.0.0.0", 0)
    place.listener.close()
    assert place.token is not None
    assert len(place.token) > 20
    assert place.url == f"http://127.0.0.1:{place.port}/#token={place.token}"


# many at once ------------------------------------------------------------------------------------------------------


def start_slow(client: Client) -> http.client.HTTPConnection:
    connection = client.connect()
    connection.request("POST", "/api/calculate", json.dumps(SLOW), JSON)
    return connection


def test_slow_questions_leave_quick_ones_answered_and_too_many_are_refused(client):
    slow = [start_slow(client) for _ in range(60)]
    try:
        for _ in range(20):
            assert client.ask("/api/calculate", {"players": ["AKs", "QQ"], "board": "2s7sTh"})[0] == 200
        refused = 0
        for connection in slow:
            connection.sock.settimeout(0.2)
            try:
                response = connection.getresponse()
            except TimeoutError:
                continue
            refused += 1
            assert response.status == 503
            assert response.getheader("retry-after") == "1"
        assert 0 < refused < 60
    finally:
        for connection in slow:
            connection.close()


def test_a_closed_connection_stops_its_work(client):
    for _ in range(3):
        slow = [start_slow(client) for _ in range(30)]
        stream = client.connect()
        stream.request("POST", "/api/calculate/stream", json.dumps(SLOW), JSON)
        for connection in (*slow, stream):
            connection.close()
    body = {"players": ["22+", "random", "A2s+"], "samples": 1000, "seed": 1}
    assert client.ask("/api/calculate", body)[0] == 200  # not after ninety minutes


@pytest.mark.parametrize("name", ["breakdown", "combos", "histogram"])
def test_an_analysis_stops_between_two_chunks(name):
    asked = read_question({"players": ["22+", "A2s+"], "board": "2c7dTh", name: True}, limit=60)
    result, job = equity.calculate(asked.players, board="2c7dTh"), Job(limit=60)
    token = between_chunks.set(job.pause)
    job.cancel()
    try:
        with pytest.raises(StoppedError):
            list(analyse(result, asked.names))
    finally:
        between_chunks.reset(token)


def test_prize_money_of_a_field_stops_between_two_blocks():
    job = Job(limit=60)
    token = between_chunks.set(job.pause)
    job.cancel()
    try:
        with pytest.raises(StoppedError):
            equity.icm(range(1, 100), [50, 30, 20])
    finally:
        between_chunks.reset(token)


def test_prize_money_of_a_large_field_is_no_quick_question():
    body = {"players": ["AsKs", "QQ"], "stacks": [50, 100]}
    assert read_question({**body, "payouts": [70, 30], "others": [90] * 8}, limit=60).quick
    assert not read_question({**body, "payouts": [5] * 500, "others": [90] * 1000}, limit=60).quick


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /"], ids=["nothing", "half", "second"]
)
def test_a_connection_without_a_whole_request_is_closed(idle_client, sent):
    with socket.create_connection(("127.0.0.1", idle_client.port), timeout=20) as connection:
        connection.sendall(sent)
        while connection.recv(65536):  # until the server has closed it
            pass


def test_a_question_that_takes_longer_than_that_is_answered(idle_client):
    body = {"players": ["22+", "random", "A2s+"], "seconds": 1.0, "seed": 1}
    assert idle_client.ask("/api/calculate", body)[0] == 200


@pytest.fixture(scope="module")
def idle_client():
    pytest.importorskip("uvicorn", reason="the page needs the extra web")
    with serving(idle=0.3) as found:
        yield found


def test_answers_are_not_mixed_up(client):
    boards = ["2s7sTh", "3c4c5d", "AhKh5d", "9s9d9h"]
    hands = ["AsKd", "QcQd", "8h7h"]
    expected = {
        (hand, board): equity.calculate([hand, "22+"], board=board).to_dict() for hand in hands for board in boards
    }
    wrong = []

    def ask_all(turn: int) -> None:
        connection = client.connect()
        questions = list(expected) * 3
        for hand, board in questions[turn:] + questions[:turn]:
            connection.request("POST", "/api/calculate", json.dumps({"players": [hand, "22+"], "board": board}), JSON)
            answer = json.loads(connection.getresponse().read())
            if apart_from_time(answer) != apart_from_time(expected[hand, board]):
                wrong.append((hand, board))
        connection.close()

    threads = [threading.Thread(target=ask_all, args=(turn,)) for turn in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_an_answer_that_takes_too_long_is_of_a_part_of_the_deals():
    pytest.importorskip("uvicorn", reason="the page needs the extra web")
    with serving("--limit", "500ms") as short:
        status, answer, _ = short.ask("/api/calculate", SLOW)
        assert status == 200
        assert answer["complete"] is False
        status, answer, _ = short.ask("/api/calculate", {"players": ["22+", "random", "A2s+"], "method": "exact"})
        assert status == 422
        assert "limit is 0.5 s" in answer["error"]


@pytest.mark.parametrize("path", ["/api/calculate", "/api/calculate/stream"])
def test_a_mistake_of_ours_is_said_as_one(path, monkeypatch):
    pytest.importorskip("starlette", reason="the page needs the extra web")

    def fail(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr(questions, "calculate", fail)
    sent: list[dict[str, Any]] = []

    async def ask() -> None:
        body = [{"type": "http.request", "body": b'{"players": ["AA", "KK"], "samples": 10}', "more_body": False}]

        async def receive() -> dict[str, Any]:
            return body.pop() if body else await asyncio.get_running_loop().create_future()

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "scheme": "http",
            "query_string": b"",
            "headers": headers,
        }
        with suppress(ZeroDivisionError):  # goes on to the server's log
            await app_module.make_app()({**scope, "headers": headers}, receive, send)

    asyncio.run(ask())
    text = b"".join(message.get("body", b"") for message in sent).decode()
    assert "please report it" in json.loads(text)["error"]
    assert sent[0]["status"] == (200 if path.endswith("stream") else 500)


# the description, and the command ----------------------------------------------------------------------------------


def test_the_description_has_every_path_and_option(client):
    spec = client.ask("/api/openapi.json")[1]
    for path, methods in spec["paths"].items():
        assert client.ask(path, {}, method=next(iter(methods)).upper())[0] == 422
    options = spec["components"]["schemas"]["Question"]["properties"]
    for name in options:
        with pytest.raises(OptionError) as caught:
            read_question({"players": ["AA", "KK"], "board": "2s7sTh", "dead": "", name: [[]]}, limit=60)
        assert "is not an option" not in str(caught.value)


def test_every_file_of_the_page_is_served_and_asks_nobody_else(client):
    for path, file in page_files().items():
        status, text, response = client.ask(path)
        assert (status, text.encode()) == (200, file.data)
        assert response.getheader("content-type") == file.kind
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|\beval\(|innerHTML", text), path
    page = page_files()["/"].data.decode()
    linked = set(re.findall(r'(?:src|href)="(/[^"]*)"', page))
    assert linked <= {*page_files(), "/api/openapi.json"}


@pytest.mark.parametrize("words", [["--port", "99999"], ["--port", "x"], ["--token", "a b"], ["--limit", "0"], ["AA"]])
def test_options_that_make_no_sense(words):
    result = CliRunner().invoke(cli, ["serve", *words])
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")


def test_a_port_that_is_taken_is_an_error():
    pytest.importorskip("uvicorn", reason="the page needs the extra web")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = CliRunner().invoke(cli, ["serve", "--port", str(taken.getsockname()[1])])
    assert result.exit_code == 2
    assert "choose another with --port" in result.stderr


def test_without_the_extra_the_command_says_what_installs_it(monkeypatch):
    monkeypatch.setattr(server, "find_spec", lambda name: None)
    result = CliRunner().invoke(cli, ["serve"])
    assert result.exit_code == 2
    assert "pip install 'holdem-equity[web]'" in result.stderr


# replay ------------------------------------------------------------------------------------------------------------


ALL_IN_BY_POSTS = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [4, 30]
actions = ["d dh p1 AsAd", "d dh p2 KsKd", "d db 2c3d4h", "d db 5s", "d db 9c", "p1 sm AsAd", "p2 sm KsKd"]
"""


@pytest.mark.parametrize("text", [(DATA / "example.phhs").read_text(), ALL_IN_BY_POSTS], ids=["example", "posts"])
def test_a_pasted_hand_keeps_every_chip_on_the_table(client, text):
    count = client.ask("/api/replay", {"text": text})[1]["hands"]
    for number in range(1, count + 1):
        status, hand, _ = client.ask("/api/replay", {"text": text, "hand": number})
        assert status == 200, hand
        total = sum(hand["stacks"])
        for step in hand["steps"]:
            in_pots = sum(pot["amount"] for pot in step["pots"])
            assert sum(step["stacks"]) + sum(step["bets"]) + in_pots == total, step
            assert min(*step["stacks"], *step["bets"]) >= 0
        final = [stack + net for stack, net in zip(hand["stacks"], hand["payoffs"], strict=True)]
        assert hand["steps"][-1]["stacks"] == final
        for street in hand["streets"]:
            if street["equity"] is not None:
                assert sum(street["equity"]) == pytest.approx(1)


def test_a_text_that_is_not_a_hand_is_refused(client):
    for body in (
        {"text": ""},
        {"text": "nonsense"},
        {"text": 5},
        {"text": "x", "hand": 0},
        {"text": "x", "where": "/etc"},
    ):
        status, answer, _ = client.ask("/api/replay", body)
        assert status == 422
        assert "/etc" not in answer["error"] or "not an option" in answer["error"]

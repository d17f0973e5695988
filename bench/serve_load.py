"""``equity serve`` under load: 10,000 questions of two ranges on a flop from 20 connections, none lost or mixed up.

``python -m bench.serve_load`` starts a server of its own on this machine and prints questions per second, the slowest
answers, and the server's memory at the beginning and the end; then it floods the slow lane and asks quick ones. It
stops by itself, and exits with 1 if an answer is missing, belongs to another question, or memory grows.
"""

from __future__ import annotations

import http.client
import itertools
import json
import statistics
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import equity

QUESTIONS, CONNECTIONS = 10_000, 20
RANGES = ["QQ+,AK", "top 15%", "22+,A2s+,KTs+", "JTs,T9s,98s", "top 40%", "AKs", "55-22", "A5s-A2s,KQo"]
FLOPS = ["Ts9s2d", "AhKd7c", "8h8d3s", "QcJcTc", "7h6d2s", "Kd9d4d", "5s4h3c", "AcAd9h"]
SLOW = {"players": ["22+", "random", "A2s+", "K2s+"], "target": 0.00002}
HEADERS = {"Content-Type": "application/json"}
GROWTH = 32  # MiB that a server of 10,000 answers may have more than one of 1,000


def cases() -> list[tuple[bytes, list[float]]]:
    """Return different questions, each with the equities it must get."""
    pairs = itertools.product(itertools.combinations(RANGES, 2), FLOPS)
    found = []
    for players, board in pairs:
        result = equity.calculate(list(players), board=board)
        assert result.exact
        found.append((json.dumps({"players": players, "board": board}).encode(), result.equity.tolist()))
    return found


def memory(process: subprocess.Popen[str]) -> float:
    """Return the resident memory of a process in MiB."""
    lines = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) / 1024


def connect(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=120)


def ask(connection: http.client.HTTPConnection, body: bytes) -> tuple[int, Any]:
    connection.request("POST", "/api/calculate", body, HEADERS)
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def load(port: int, known: list[tuple[bytes, list[float]]], questions: int) -> tuple[float, list[float], int]:
    """Return seconds, each answer's own, and how many were wrong, from connections that ask one after the other."""
    own: list[float] = []
    wrong = [0]

    def work(number: int) -> None:
        connection = connect(port)
        for i in range(number, questions, CONNECTIONS):
            body, expected = known[(7 * i + number) % len(known)]
            start = time.perf_counter()
            status, answer = ask(connection, body)
            own.append(time.perf_counter() - start)
            if status != 200 or [player["equity"] for player in answer["players"]] != expected:
                wrong[0] += 1
        connection.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(CONNECTIONS)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start, own, wrong[0]


def flood(port: int, known: list[tuple[bytes, list[float]]]) -> list[float]:
    """Return the times of quick answers while 30 slow questions are worked at or wait."""
    slow = [connect(port) for _ in range(30)]
    for connection in slow:
        connection.request("POST", "/api/calculate", json.dumps(SLOW), HEADERS)
    time.sleep(1)
    quick = connect(port)
    own = []
    for body, _ in known[:100]:
        start = time.perf_counter()
        assert ask(quick, body)[0] == 200
        own.append(time.perf_counter() - start)
    for connection in (*slow, quick):
        connection.close()
    return own


def main() -> int:
    known = cases()
    command = [sys.executable, "-m", "equity", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
            with closing(connect(port)) as first:
                ask(first, known[0][0])
            load(port, known, QUESTIONS // 10)
            before = memory(process)
            seconds, own, wrong = load(port, known, QUESTIONS)
            after = memory(process)
            quick = flood(port, known)
        finally:
            process.terminate()
    own.sort()
    print(
        f"{len(own):,} answers in {seconds:.1f} s: {len(own) / seconds:.0f} per second over {CONNECTIONS} connections"
    )
    print(
        f"median {1e3 * own[len(own) // 2]:.0f} ms, 99 % within {1e3 * own[int(0.99 * len(own))]:.0f} ms; {wrong} wrong"
    )
    print(f"memory {before:.0f} MiB before, {after:.0f} MiB after")
    print(f"under 30 slow questions: median {1e3 * statistics.median(quick):.0f} ms, at most {1e3 * max(quick):.0f} ms")
    return int(len(own) != QUESTIONS or wrong > 0 or after - before > GROWTH)


if __name__ == "__main__":
    sys.exit(main())

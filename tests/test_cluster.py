"""Clusters: addresses, whatever else may listen there, and Ctrl-C, which is for the command and not for its workers."""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import sys
import threading
from contextlib import suppress

import pytest

from equity import cluster
from equity.cluster import open_cluster
from equity.errors import OptionError

pytestmark = pytest.mark.small

# addresses ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nowhere",
        "Local",
        "tcp://",
        "tcp://host",
        "tcp://:8786",
        "tcp://host:",
        "tcp://host:port",
        "tcp://host:8786/more",
        "tcp://host:0",
        "tcp://host:65536",
        "tcp://host:-1",
        "tcp://host:١٢",
        "tcp://ho st:1",
        "tcp://one:1,two:2",
        "::1:8786",
        "http://127.0.0.1:1",
        "inproc://127.0.0.1/1",
        "://127.0.0.1:1",
        "tcp://127.0.0.1:1\n",
    ],
)
def test_what_is_no_address_is_refused_before_dask_is_asked(address, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)  # were Dask asked for, its absence would be the error
    with pytest.raises(OptionError, match="a cluster is tcp://host:port or local, got "), open_cluster(address):
        pass


@pytest.mark.parametrize(
    "address",
    [
        "local",
        "host:8786",
        "tcp://host:8786",
        "tcp://127.0.0.1:1",
        "tcp://[::1]:65535",
        "tls://a-b.example:8786",
        "ucx://host:8786",
        "ws://host:8786",
        "wss://host:8786/dask",
    ],
)
def test_addresses_are_for_dask(address, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OptionError, match=r"pip install .holdem-equity\[cluster\]"), open_cluster(address):
        pass


# peers -------------------------------------------------------------------------------------------------------------

ANSWERS = {
    "silent": None,
    "hangs up": b"",
    "a web server": b"HTTP/1.0 400 Bad Request\r\nContent-Type: text/html\r\n\r\n<!DOCTYPE HTML>",
    "a shell": b"SSH-2.0-OpenSSH_9.0\r\n",
    "a short message": struct.pack("<QQ", 16, 1) + bytes(8),
    "a message of no frames": struct.pack("<QQQ", 10, 0, 2) + bytes(10),
    "a message that is a number": struct.pack("<QQQQ", 25, 2, 0, 1) + b"\x07",
    "zeros": bytes(1000),
}


@pytest.fixture
def peer(request):
    """Listen at a port, send every visitor the same bytes, and wait for more from it unless there are none."""
    answer = ANSWERS[request.param]
    kept = []

    def serve(listener):
        with suppress(OSError):  # closed
            while True:
                visitor, _ = listener.accept()
                if answer == b"":
                    visitor.close()
                    continue
                kept.append(visitor)
                if answer is not None:
                    visitor.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,))
        thread.start()
        yield f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()
    for visitor in kept:
        visitor.close()


@pytest.mark.parametrize("peer", ANSWERS, indirect=True)
def test_what_is_no_scheduler_is_one_line(peer, monkeypatch, caplog, capfd):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "_PATIENCE", 0.2)
    with pytest.raises(OptionError, match=f"no cluster answers at {peer}: no Dask scheduler listens there") as error:
        open_cluster(peer).__enter__()
    assert "\n" not in str(error.value)
    assert "".join(capfd.readouterr()) == ""


@pytest.mark.parametrize("peer", ["hangs up", "a web server"], indirect=True)
def test_the_command_says_so_and_nothing_more(peer):
    pytest.importorskip("distributed")
    done = subprocess.run(
        [sys.executable, "-m", "equity", "AsKs", "vs", "QQ", "-n", "10", "--cluster", peer],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: no cluster answers at {peer}: no Dask scheduler listens there")
    assert done.stderr.count("\n") == 1


def test_a_scheduler_is_found_and_its_worker_is_none():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, processes=False, protocol="tcp", dashboard_address=None, silence_logs=50
    ) as started:
        address = started.scheduler_address
        for name in (address, address.removeprefix("tcp://")):
            with open_cluster(name) as executor:
                assert executor.submit(abs, -3).result() == 3
        with pytest.raises(OptionError, match=r"no Dask scheduler listens there \(but a Worker"):
            open_cluster(started.workers[0].address).__enter__()


# Ctrl-C ------------------------------------------------------------------------------------------------------------

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for children")


@needs_signals
def test_workers_do_not_see_it_nor_those_that_replace_them():
    pytest.importorskip("distributed")
    with open_cluster("local", workers=1) as executor:
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
        first = executor.submit(os.getpid).result()
        os.kill(first, signal.SIGINT)
        assert executor.submit(os.getpid).result() == first
        os.kill(first, signal.SIGKILL)
        second = executor.submit(os.getpid).result()
        os.kill(second, signal.SIGINT)
        assert executor.submit(os.getpid).result() == second != first


@needs_signals
def test_it_waits_until_the_workers_are_there():
    reached = []

    def start():
        with cluster._interrupts_held():
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            reached.append(True)

    with pytest.raises(KeyboardInterrupt):
        start()
    assert reached


INTERRUPTED = """
import os, signal, sys
from equity.cluster import open_cluster
try:
    with open_cluster("local", workers=2) as executor:
        print(*{executor.submit(os.getpid).result() for _ in range(8)}, flush=True)
        os.killpg(0, signal.SIGINT)
        executor.submit(abs, 1).result()
except KeyboardInterrupt:
    print("interrupted")
"""


@needs_signals
def test_a_terminals_interrupt_ends_all_and_prints_nothing():
    pytest.importorskip("distributed")
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], check=False, capture_output=True, text=True, start_new_session=True
    )
    workers, *rest = done.stdout.splitlines()
    assert (rest, done.stderr) == (["interrupted"], "")
    for pid in workers.split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)

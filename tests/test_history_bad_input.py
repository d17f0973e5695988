"""Input that is not a hand history, or half of one: a HistoryError with a place, never a crash, never silence."""

from __future__ import annotations

import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equity.errors import HistoryError
from equity.history import parse_phh, phh_text, read_acpc, read_hands, read_phh, replay, replay_all
from equity.history.sites.pokerstars import read_pokerstars
from tests.test_history_phh import LIMIT, PLAIN, SIDE_POT, changed
from tests.test_history_sites import CASH_TEXT

HAND = PLAIN + "finishing_stacks = [102, 98, 100]\n"
TWO = f"[1]\n{HAND}\n[2]\n{HAND}"
LOG = (
    "# name/seed m holdem.limit.2p.reverse_blinds.game 1 0\n"
    "STATE:0:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:p1|p2\nSTATE:3:rrrc/rrf:4s8s|6hJd/QhJs9d:-50|50:p2|p1\n"
)


def read(text: str | bytes) -> list:
    return list(read_phh(io.BytesIO(text if isinstance(text, bytes) else text.encode())))


@pytest.mark.small
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("variant = 'NT'", "variant = 'PO'", "variant 'PO' is not hold'em"),
        ("variant = 'NT'", "variant = 5", "variant 5 is not hold'em"),
        ("min_bet = 2\n", "", "'min_bet' is missing; a no-limit hand needs it"),
        ("min_bet = 2", "min_bet = true", "'min_bet' holds True"),
        ("min_bet = 2", "min_bet = 0", "'min_bet' holds 0, expected 1"),
        ("min_bet = 2", "min_bet = 2\nsmall_bet = 2", "'small_bet' does not belong to a no-limit hand"),
        ("min_bet = 2", "min_bet = 2\nbring_in = 1", "'bring_in' belongs to stud"),
        ("antes = [0, 0, 0]\n", "", "'antes' is missing"),
        ("antes = [0, 0, 0]", "antes = [0, 0]", "must be a list of 3 numbers, one per player, got .0, 0."),
        ("antes = [0, 0, 0]", "antes = [0, 0, -1]", "'antes' must not be negative"),
        ("antes = [0, 0, 0]", "antes = [0, 0, true]", "'antes' holds true or false"),
        ("antes = [0, 0, 0]", "antes = [0, 0, nan]", "'antes' holds Decimal"),
        ("antes = [0, 0, 0]", "antes = [0, 0, '0']", "'antes' holds '0'"),
        ("antes = [0, 0, 0]", "antes = {a = 1}", "must hold numbers"),
        ("antes = [0, 0, 0]", "antes = [0, 0, 1e-30]", "expected at most 12 decimals"),
        ("[100, 100, 100]", "[100, 100, 0]", "'starting_stacks' must be positive"),
        ("[100, 100, 100]", "[100]", "'starting_stacks' has 1 players"),
        ("[100, 100, 100]", "[1, 1, 999999999999999999]", "'starting_stacks' holds 999999999999999999"),
        ("[102, 98, 100]", "[102, 98]", "'finishing_stacks' must be a list of 3"),
        ("actions = [", "actions = 5 #[", "'actions' must be a list of strings, got 5"),
        ("'p3 f'", "5", "action 4: 5 is not a string"),
        ("'p3 f'", "'p3 bet'", "action 4: 'p3 bet' is not an action"),
        ("d dh p3 ????", "d dh p4 ????", r"action 3 \(d dh p4 \?\?\?\?\): there are 3 players"),
        ("min_bet = 2", "min_bet = 2\nmin_bet = 2", r"\(line 5\): not TOML: Cannot overwrite a value at column 12"),
        ("min_bet = 2", "min_bet = ", r"hand 1 \(line 4\): not TOML: Invalid value at column 11"),
        ("ante", "ante_trimming_status = 3\nante", "must be true or false, got 3"),
    ],
)
def test_wrong_fields(old: str, new: str, words: str) -> None:
    text = HAND.replace(old, new, 1)
    assert text != HAND
    with pytest.raises(HistoryError, match=words) as caught:
        parse_phh(text, file="x.phh")
    assert str(caught.value).startswith("x.phh, hand 1 (line ")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("'p3 f'", "'p1 f'", r"action 4 \(p1 f\): p1 acts out of turn: it is p3's turn; legal|action 4 .*p1 acts out"),
        ("cbr 6", "cbr 3", r"action 5 \(p1 cbr 3\): raise to 3 is outside 4 to 100 for p1"),
        ("cbr 6", "cbr 101", r"raise to 101 is outside 4 to 100"),
        ("d dh p2 QhQd", "d dh p2 AsQd", r"action 2 \(d dh p2 AsQd\): a card is dealt twice"),
        ("d dh p2 QhQd", "d dh p1 QhQd", r"action 2 .*: other cards were dealt to that player"),
        ("'d dh p2 QhQd', ", "", r"action 3 \(p3 f\): each player must be dealt one hand before the first action"),
        ("'p3 f'", "'d db 2c3c4c', 'p3 f'", r"action 4 \(d db 2c3c4c\): no board card can be dealt now"),
        ("'p3 f'", "'p3 sm', 'p3 f'", r"action 4 \(p3 sm\): only players left after the betting can show or muck"),
        ("'p2 f'", "'p2 f', 'p1 cbr 50'", r"action 7 \(p1 cbr 50\): p1 acts out of turn: the betting is over"),
        ("'p2 f'", "'p2 cc', 'p1 cc'", r"action 7 \(p1 cc\): the board of this street has not been dealt"),
        ("'p2 f'", "'p2 cc', 'd db 2c'", r"action 7 \(d db 2c\): a street deals 3, 1 and 1 cards"),
        ("'p2 f'", "'p2 cc', 'd db 2c2d2h', 'd db 2s'", r"action 8 \(d db 2s\): no board card"),
    ],
)
def test_actions_that_do_not_fit(old: str, new: str, words: str) -> None:
    record = parse_phh(changed(HAND, old, new), file="x.phh")
    with pytest.raises(HistoryError, match=words) as caught:
        replay(record)
    assert str(caught.value).startswith("x.phh, hand 1 (line 1): action ")
    (result,) = replay_all([record])
    assert result.verdict == "refused"
    assert str(result.error) == str(caught.value)


def test_showdowns_nobody_can_decide() -> None:
    text = changed(SIDE_POT, "KsKd", "????").replace('"p1 sm -", ', "")
    with pytest.raises(
        HistoryError, match="after the last action: a player with unknown cards is left at the showdown"
    ):
        replay(parse_phh(text))
    mucked = changed(SIDE_POT, '"p1 sm -", "p2 sm -", "p3 sm -"', '"p1 sm", "p2 sm", "p3 sm"')
    with pytest.raises(HistoryError, match="nobody shows a hand"):
        replay(parse_phh(mucked))


def test_blinds_no_house_could_have() -> None:
    with pytest.raises(HistoryError, match=r"hand 1 \(line 2\): fixed-limit needs big blind <= small bet"):
        replay(parse_phh(changed(LIMIT, "small_bet = 2", "small_bet = 1")))


@pytest.mark.parametrize("content", [b"", b"\n\n  \n", b"# only a comment\n", b"\xef\xbb\xbf"])
def test_nothing_in_the_file(content: bytes) -> None:
    with pytest.raises(HistoryError, match="no hand in the file"):
        read(content)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "this is not a text file"),
        (b"variant = 'NT'\n\x00\x01", "line 2: holds control characters"),
        (bytes(range(256)) * 50, "not UTF-8|control characters"),
        (b"x" * 1_100_000, "line 1: longer than 1048576 bytes"),
        (b"a = 1\n" * 700_000, r"hand 1 \(line 1\): longer than 4194304 characters"),
        (b"[" * 100_000, "not TOML"),
    ],
)
def test_files_that_are_not_text(content: bytes, words: str) -> None:
    with pytest.raises(HistoryError, match=words):
        read(content)


def test_missing_file_and_folder(tmp_path) -> None:
    with pytest.raises(HistoryError, match="cannot read the file: No such file"):
        list(read_hands(tmp_path / "nothing.phh"))
    with pytest.raises(HistoryError, match="cannot read the file"):
        list(read_hands(tmp_path))


def test_half_a_file_is_never_taken_for_a_whole_one() -> None:
    whole = len(read(TWO))
    for cut in range(len(TWO)):
        try:
            records = read(TWO[:cut])
        except HistoryError:
            continue
        # a cut between lines may leave hands that lack only optional fields: then nothing of them is lost
        assert 1 <= len(records) <= whole
        assert TWO[:cut].count("variant") == len(records)


def test_a_lost_heading_does_not_hide_hands() -> None:
    with pytest.raises(HistoryError, match=r"is missing|looks like a hand of its own"):
        parse_phh(HAND + f"[2.inner]\n{HAND}")
    with pytest.raises(HistoryError, match="2 hands, expected one"):
        parse_phh(TWO)


def test_reading_goes_on_after_a_bad_hand_if_asked() -> None:
    errors: list[HistoryError] = []
    text = f"[1]\n{HAND}\n[2]\nvariant = 'NT'\n[3]\n{HAND}"
    records = list(read_phh(io.BytesIO(text.encode()), on_error=errors.append))
    assert [record.place.hand for record in records] == [1, 3]
    assert [str(error) for error in errors] == ["<stream>, hand 2 (line 10): the field 'antes' is missing"]
    with pytest.raises(HistoryError, match="hand 2"):
        read(text)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("STATE:0:cc:5d5c|9hQd:20|-20", "is not STATE:hand:betting:cards:values:names"),
        ("STATE:0:cx:5d5c|9hQd:20|-20:a|b", "'x' at 2 is not f, c, r or /"),
        ("STATE:0:r20c:5d5c|9hQd:20|-20:a|b", "a raise of a limit game carries no amount"),
        ("STATE:0:cc/cc:5d5c|9hQd:20|-20:a|b", "no cards for street 2"),
        ("STATE:0:cc/cc:5d5c|9hQd/2c3c:20|-20:a|b", "is 2 cards, expected 3"),
        ("STATE:0:cc:5d5c|9h:20|-20:a|b", "is 1 cards, expected 2 or none"),
        ("STATE:0:cc:5d5c:20|-20:a|b", "1 hands of cards for 2 players"),
        ("STATE:0:cc:5d5c|9hQx:20|-20:a|b", "'x' is not a suit"),
        ("STATE:0:cc:5d5c|9hQd:20:a|b", "are not 2 numbers"),
        ("STATE:0:cc:5d5c|9hQd:20|x:a|b", "are not 2 numbers"),
        ("STATE:0:cc:5d5c|9hQd:20|-20:a", "1 names for 2 players"),
        ("nonsense", "'nonsense' is not a STATE line"),
    ],
)
def test_wrong_acpc_lines(line: str, words: str) -> None:
    log = f"# m holdem.limit.2p.reverse_blinds.game\n{line}\n"
    with pytest.raises(HistoryError, match=words) as caught:
        list(read_acpc(io.BytesIO(log.encode())))
    assert "line 2" in str(caught.value)


def test_acpc_log_without_a_game() -> None:
    with pytest.raises(HistoryError, match="names no game; give its definition"):
        list(read_acpc(io.BytesIO(b"STATE:0:rf:3hTs|AdQd:-10|10:a|b\n")))


READERS = {"phh": (read_phh, TWO), "acpc": (read_acpc, LOG), "pokerstars": (read_pokerstars, CASH_TEXT)}


def mutate(text: str, seed: int) -> str:
    """Return a text with a few places changed, mostly into something of the same kind, else cut, doubled or moved."""
    rng = random.Random(seed)
    kinds = ("0123456789", "pdcbrfsmhAKQJTe", "[]{}'\"=,.#:|/ \n\t-+?\\_$é\x00")
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(letters := letters or [" "]))
        match rng.randrange(12):
            case 0:
                letters[at:at] = rng.choices("".join(kinds), k=rng.randint(1, 5))
            case 1:
                del letters[at : at + rng.randint(1, 30)]
            case 2:
                letters[at:at] = letters[at : at + 60]
            case 3:
                del letters[at + 1 :]
            case 4:
                letters[at] = rng.choice("".join(kinds))
            case _:
                letters[at] = rng.choice(next((kind for kind in kinds if letters[at] in kind), kinds[1]))
    return "".join(letters)


@pytest.mark.parametrize("name", READERS)
@settings(deadline=None, max_examples=300)
@given(seed=st.integers(0, 2**32))
def test_mutated_text_gives_hands_or_history_errors(name: str, seed: int) -> None:
    reader, text = READERS[name]
    try:
        records = list(reader(io.BytesIO(mutate(text, seed).encode())))
        for strict in (True, False):
            for result in replay_all(records, strict=strict):
                assert (result.error is None) == (result.verdict != "refused")
                assert not result.payoffs or result.verdict == "unfinished" or sum(result.payoffs) == 0
        for record in records:
            assert parse_phh(phh_text(record)).actions == record.actions or record.unit != 1
    except HistoryError as error:
        assert str(error)  # noqa: PT017 - any of them will do


@settings(deadline=None, max_examples=200)
@given(content=st.binary(max_size=300))
def test_any_bytes_give_history_errors(content: bytes) -> None:
    for reader, _ in READERS.values():
        with pytest.raises(HistoryError):
            list(reader(io.BytesIO(content)))

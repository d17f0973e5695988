"""Texts of poker sites and ACPC logs on small made-up hands (the real ones are in test_history_corpus)."""

from __future__ import annotations

import io
from decimal import Decimal

import pytest

from equity.errors import HistoryError
from equity.history import (
    acpc_text,
    format_of,
    game_named,
    game_of_record,
    game_text,
    parse_acpc,
    parse_game,
    parse_phh,
    parse_pokerstars,
    phh_text,
    read_acpc,
    read_hands,
    replay,
)
from equity.history.sites.bovada import read_bovada
from equity.history.sites.fulltilt import read_fulltilt
from equity.history.sites.lines.reader import refuse_other_games
from equity.history.sites.pokerstars import read_pokerstars
from equity.history.street_chips import Tally

CASH_TEXT = """PokerStars Hand #1001:  Hold'em No Limit ($0.05/$0.10 USD) - 2026/01/02 3:04:05 ET
Table 'made up' 6-max Seat #5 is the button
Seat 1: Ann ($10 in chips)
Seat 2: Bob B. ($7.15 in chips)
Seat 4: p: q ($2.30 in chips)
Seat 5: Eve ($1,204.20 in chips)
Seat 6: gone ($3 in chips) is sitting out
Ann: posts small blind $0.05
Bob B.: posts big blind $0.10
p: q: posts small & big blinds $0.15
*** HOLE CARDS ***
Dealt to Ann [As Ks]
Eve said, "hi: there"
p: q: checks
Eve: raises $0.30 to $0.40
Ann: calls $0.35
Bob B.: folds
p: q: raises $1.85 to $2.25 and is all-in
Eve: calls $1.85
Ann: folds
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [3s]
*** RIVER *** [2c 7d 9h 3s] [4h]
*** SHOW DOWN ***
p: q: shows [9s 9c] (three of a kind, Nines)
Eve: mucks hand
p: q collected $4.81 from pot
*** SUMMARY ***
Total pot $5.05 | Rake $0.24
Board [2c 7d 9h 3s 4h]
Seat 1: Ann (small blind) folded before Flop
Seat 2: Bob B. (big blind) folded before Flop
Seat 4: p: q showed [9s 9c] and won ($4.81) with three of a kind, Nines
Seat 5: Eve (button) mucked [Kd Kh]
"""
TILT_TEXT = """Full Tilt Poker Game #7: Table Made Up - NL Hold'em - $0.50/$1 - 12:00:00 ET - 2012/01/01
Seat 1: Ann ($100)
Seat 2: Bob ($20)
Ann posts the small blind of $0.50
Bob posts the big blind of $1
The button is in seat #1
*** HOLE CARDS ***
Ann raises to $100, and is all in
Bob calls $19, and is all in
Uncalled bet of $80 returned to Ann
Ann shows [As Ad]
Bob shows [Kh Ks]
*** FLOP *** [2c 7d 9h] (Total Pot: $40, 2 Players)
*** TURN *** [2c 7d 9h] [3s] (Total Pot: $40, 2 Players)
*** RIVER *** [2c 7d 9h 3s] [4h] (Total Pot: $40, 2 Players)
Ann wins the pot ($38) with a pair of Aces
*** SUMMARY ***
Total pot $40 | Rake $2
Board: [2c 7d 9h 3s 4h]
Seat 1: Ann (small blind) collected ($38)
Seat 2: Bob (big blind) showed [Kh Ks] and lost with a pair of Kings
"""
BOVADA_TEXT = """Bovada Hand #9 TBL#1 HOLDEM No Limit - 2020-01-01 00:00:00
Seat 1: Dealer [ME] ($20 in chips)
Seat 2: Small Blind ($5 in chips)
Seat 3: Big Blind ($30.50 in chips)
Dealer : Set dealer [1]
Small Blind : Small Blind $0.10
Big Blind : Big blind $0.25
*** HOLE CARDS ***
Dealer [ME] : Card dealt to a spot [As Ad]
Small Blind : Card dealt to a spot [Kh Ks]
Big Blind : Card dealt to a spot [7c 2d]
Dealer [ME] : Raises $0.75 to $0.75
Small Blind : All-in(raise) $4.90 to $5
Big Blind : Folds
Dealer [ME] : Call $4.25
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [3s]
*** RIVER *** [2c 7d 9h 3s] [4h]
Dealer [ME] : Showdown [As Ad 9h 7d 4h] (One pair)
Small Blind : Mucks [Kh Ks] (One pair)
Dealer [ME] : Hand result $9.75
*** SUMMARY ***
Total Pot($10.25) | Rake ($0.50)
Board [2c 7d 9h 3s 4h]
Seat+1: Dealer $9.75  with One pair [As Ad-As Ad 9h 7d 4h]
Seat+2: Small Blind [Mucked] [Kh Ks]
Seat+3: Big Blind Folded before the FLOP
"""


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def test_pokerstars_cash_hand() -> None:
    record = parse_pokerstars(CASH_TEXT)
    assert record.players == ("Ann", "Bob B.", "p: q", "Eve")
    assert record.unit == Decimal("0.01")
    assert record.stacks == (1000, 715, 230, 120420)
    assert record.blinds == (5, 10, -10, 0)
    assert record.antes == (0, 0, 5, 0)  # the dead small blind
    assert record.finishing_stacks == (960, 705, 481, 120195)
    assert (record.rake, record.fields["hand"], record.fields["year"]) == (24, 1001, 2026)
    assert replay(record).verdict == "rake"
    assert replay(record).payoffs == (-40, -10, 275, -225)
    assert parse_phh(phh_text(record)) == record


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Eve: calls $1.85", "Eve: call $1.85", r"\(line 19\): 'Eve: call \$1.85' is not understood"),
        ("Total pot $5.05", "Total pot $5.04", "put in 505 chips of 0.01, but the total pot is 5.04"),
        ("collected $4.81", "collected $4.80", "is not what was collected"),
        ("($0.05/$0.10 USD)", "", "names no stakes"),
        ("[9s 9c] (three", "[9s 8c] (three", "holds two different hands"),
        ("Bob B.: folds", "Rob: folds", "'Rob' does not sit at the table"),
        ("Seat 2: Bob B.", "Seat 1: Bob B.", r"seat 1 \(Bob B.\) is listed twice"),
        ("*** FLOP ***", "*** FIRST FLOP ***", "run more than once"),
    ],
)
def test_wrong_pokerstars_text(old: str, new: str, words: str) -> None:
    with pytest.raises(HistoryError, match=words):
        parse_pokerstars(changed(CASH_TEXT, old, new))


def test_unknown_lines_are_passed_over_only_if_asked() -> None:
    text = changed(CASH_TEXT, "Bob B.: folds", "Bob B. sneezes\nBob B.: folds")
    with pytest.raises(HistoryError, match=r"'Bob B. sneezes' is not understood"):
        parse_pokerstars(text)
    record = parse_pokerstars(text, strict=False)
    assert record.finishing_stacks == (960, 705, 481, 120195)
    assert record.fields["_unread_lines"] == ("Bob B. sneezes",)


def test_pokerstars_file_of_two_hands_with_windows_line_ends() -> None:
    both = f"\ufeff{CASH_TEXT}\n\n\n{CASH_TEXT.replace('#1001', '#1002')}".replace("\n", "\r\n")
    assert [record.fields["hand"] for record in read_pokerstars(io.BytesIO(both.encode()))] == [1001, 1002]
    errors: list[HistoryError] = []
    broken = both.replace("Eve: calls", "Eve: calls?", 1)
    records = list(read_pokerstars(io.BytesIO(broken.encode()), on_error=errors.append))
    assert [record.place.hand for record in records] == [2]
    assert "hand 1 (line 19)" in str(errors[0])


def test_full_tilt_hand() -> None:
    (record,) = read_fulltilt(io.BytesIO(TILT_TEXT.encode()))
    assert record.players == ("Bob", "Ann")  # heads-up the big blind comes first
    assert record.finishing_stacks == (0, 11800)
    result = replay(record)
    assert (result.verdict, result.payoffs) == ("rake", (-2000, 2000))


def test_bovada_hand() -> None:
    (record,) = read_bovada(io.BytesIO(BOVADA_TEXT.encode()))
    assert record.players == ("Small Blind", "Big Blind", "Hero")
    assert record.holes == [(46, 47), (20, 1), (51, 49)]
    assert replay(record).verdict == "rake"
    assert record.finishing_stacks == (0, 3025, 2475)


def test_a_raise_nobody_can_answer_is_a_call_in_texts() -> None:
    text = changed(BOVADA_TEXT, "Call $4.25", "All-in(raise) $19.25 to $20")
    text = changed(
        text, "Dealer [ME] : Hand result", "Dealer [ME] : Return uncalled portion of bet $15\nDealer : Hand result"
    )
    (record,) = read_bovada(io.BytesIO(text.encode()))
    assert "p3 cbr 20.00" in phh_text(record)
    assert replay(record).verdict == "rake"


def test_formats_are_told_from_the_text(tmp_path) -> None:
    texts = {
        "pokerstars": CASH_TEXT,
        "fulltilt": TILT_TEXT,
        "bovada": BOVADA_TEXT,
        "acpc": "# m holdem.limit.2p.reverse_blinds.game\nSTATE:0:rf:3hTs|AdQd:-10|10:a|b\n",
        "phh": "# a comment\nvariant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
        "starting_stacks = [9, 9]\nactions = []\n",
    }
    for name, text in texts.items():
        path = tmp_path / f"{name}.txt"
        path.write_text(text)
        assert format_of(path) == name
        assert [record.format for record in read_hands(path)] == [name]
    path.write_text("hello\n")
    with pytest.raises(HistoryError, match="starts no hand history"):
        format_of(path)
    with pytest.raises(HistoryError, match="format must be one of"):
        list(read_hands(path, format="xyz"))


# --------------------------------------------------------------------------------------------------------------- ACPC


def test_acpc_amounts_are_of_the_whole_hand() -> None:
    game = game_named("holdem.nolimit.3p.game")
    assert game is not None
    line = "STATE:5:r300fc/cr900c/r2000r4000c/cr20000f:|2c2d|AsAd/7h8h9h/Ts/3c:0|-4000|4000:a|b|c"
    record = parse_acpc(line, game)
    amounts = [(action.player, action.amount) for action in record.decisions if action.amount]
    assert amounts == [(2, 300), (2, 600), (1, 1100), (2, 3100), (2, 16000)]
    assert acpc_text(record) == line
    assert record.holes[0] is None


def test_acpc_halves_and_result_by_replay() -> None:
    game = game_named("holdem.limit.3p.game")
    assert game is not None
    line = "STATE:0:fcc/cc/cc/cc:2c3c|2d3d|AsAd/KhKsKd/Qc/Jc:2.5|2.5|-5:a|b|c"
    assert parse_acpc(line, game).payoffs == (Decimal("2.5"), Decimal("2.5"), -5)
    record = parse_acpc(line, game)
    assert acpc_text(record) == line
    record.payoffs = record.finishing_stacks = None
    assert acpc_text(record, number=9).startswith("STATE:9:fcc/cc/cc/cc:2c3c|2d3d|AsAd/KhKsKd/Qc/Jc:0|0|0:")


def test_acpc_refuses_what_it_cannot_say() -> None:
    record = parse_pokerstars(CASH_TEXT)
    with pytest.raises(HistoryError, match="neither pot-limit, antes nor posts"):
        acpc_text(record)


def test_game_definitions_round_trip() -> None:
    for name in ("limit.2p", "limit.3p", "nolimit.2p", "nolimit.3p"):
        game = game_named(name)
        assert game is not None
        assert parse_game(game_text(game)) == game
    assert game_named("holdem.7p") is None
    record = parse_acpc("STATE:0:rf:3hTs|AdQd:-10|10:a|b", game_named("limit.2p"))  # type: ignore[arg-type]
    assert game_of_record(record) == game_named("limit.2p")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not an ACPC game definition"),
        ("GAMEDEF\nlimit\nnumPlayers = 2\nblind = 2 1", "needs the raise size of 4 streets"),
        ("GAMEDEF\nnolimit\nnumPlayers = 2\nblind = 2", "1 blinds for 2 players"),
        ("GAMEDEF\nnolimit\nblind = 2 1", "no 'numPlayers'"),
        ("GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 1\nblind = 2 1", "numRounds must be 4"),
        ("GAMEDEF\nnolimit\nnumPlayers = 2\nblind = 2 1\nfirstPlayer = 1 2 2 2", "is not hold'em's order"),
    ],
)
def test_wrong_game_definitions(text: str, words: str) -> None:
    with pytest.raises(HistoryError, match=words):
        parse_game(text)


def test_log_with_its_game_beside_it(tmp_path) -> None:
    game = game_text(game_named("nolimit.2p")).replace("20000", "500")  # type: ignore[arg-type]
    (tmp_path / "mine.game").write_text(game)
    log = tmp_path / "log.txt"
    log.write_text("# seed mine.game 1 0\nSTATE:0:r500c///:AsAd|KsKd/2c3c4h/5s/9d:500|-500:a|b\n")
    (record,) = read_acpc(log)
    assert record.stacks == (500, 500)
    assert replay(record).verdict == "agree"


def test_tally_counts_short_calls_and_blinds() -> None:
    tally = Tally([4, 100, 100], antes=[1, 1, 1], blinds=[2, 4, 0])
    tally.bet_to(2, 10)
    tally.call(0)
    tally.call(1)
    assert tally.committed == [4, 11, 11]
    assert tally.uncalled() == (-1, 0)
    tally.next_street()
    assert tally.turn == 1


@pytest.mark.parametrize(
    "game",
    [
        *("Omaha", "5 Card Omaha", "7 Card Stud", "Razz", "Badugi", "Courchevel", "Irish", "Five Card Draw", "PLO5"),
        *("Six Plus Hold'em", "6+ Hold'em", "Short Deck", "ShortDeck", "Pineapple", "Split Hold'em", "Royal Holdem"),
    ],
)
@pytest.mark.parametrize("around", ["{} No Limit ($1/$2)", "0€ + 0€ {}", "x {}"])
def test_other_games_are_refused_however_they_are_written(game: str, around: str) -> None:
    odd = game.replace("i", "ı").replace("s", "ſ").replace("k", "\u212a")
    for name in (game, game.upper(), game.lower(), odd):
        with pytest.raises(HistoryError, match="not Texas hold'em"):
            refuse_other_games(around.format(name))
    refuse_other_games(around.format("Hold'em"))

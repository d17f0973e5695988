"""Hands as nine rooms write them, made up for the test: each line kind, each kind of post, each encoding."""

from __future__ import annotations

import io

import pytest

from equity.errors import HistoryError
from equity.history import read_hands, replay, replay_all

GG = """Poker Hand #RC100: Hold'em No Limit ($0.01/$0.02) - 2024/01/02 03:04:05
Table 'Made' 6-max Seat #1 is the button
Seat 1: aaa ($2 in chips)
Seat 2: Hero ($2 in chips)
Seat 3: ccc ($1.50 in chips)
Hero: posts small blind $0.01
ccc: posts big blind $0.02
*** HOLE CARDS ***
Dealt to aaa
Dealt to Hero [As Ah]
Dealt to ccc
aaa: folds
Hero: raises $0.04 to $0.06
ccc: raises $1.44 to $1.50 and is all-in
Hero: calls $1.44
Hero: shows [As Ah]
ccc: shows [Kd Kh]
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [3s]
*** RIVER *** [2c 7d 9h 3s] [4c]
*** SHOWDOWN ***
Hero collected $2.86 from pot
*** SUMMARY ***
Total pot $3 | Rake $0.10 | Jackpot $0.04 | Bingo $0
Board [2c 7d 9h 3s 4c]
Seat 1: aaa (button) folded before Flop
"""
WINAMAX = """Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit (0.05€/0.10€) - 2020/02/03 04:05:06 UTC
Table: 'Made up' 5-max (real money) Seat #3 is the button
Seat 1: Ann (10€)
Seat 2: Bob (9.50€)
Seat 3: Cid (4€)
*** ANTE/BLINDS ***
Ann posts small blind 0.05€
Bob posts big blind 0.10€
Dealt to Ann [Qs Qh]
*** PRE-FLOP ***
Cid raises 0.20€ to 0.30€
Ann calls 0.25€
Bob folds
*** FLOP *** [2c 7d 9h]
Ann checks
Cid bets 0.40€
Ann calls 0.40€
*** TURN *** [2c 7d 9h][3s]
Ann checks
Cid checks
*** RIVER *** [2c 7d 9h 3s][4c]
Ann bets 1€
Cid folds
Ann collected 1.43€ from pot
*** SUMMARY ***
Total pot 1.43€ | Rake 0.07€
Board: [2c 7d 9h 3s 4c]
Seat 1: Ann (small blind) won 1.43€
"""
PACIFIC = """#Game No : 77
***** 888poker Hand History for Game 77 *****
0,50 $/1 $ Blinds No Limit Holdem - *** 05 06 2014 07:08:09
Table Made 6 Max (Real Money)
Seat 2 is the button
Total number of players : 3
Seat 2: Ann ( 100 $ )
Seat 4: Bob ( 1 250,50 $ )
Seat 6: Cid ( 60 $ )
Bob posts small blind [0,50 $]
Cid posts big blind [1 $]
Ann posts dead blind [0,50 $ + 1 $]
** Dealing down cards **
Dealt to Bob [ As, Kd ]
Ann raises [2 $]
Bob calls [2,50 $]
Cid folds
** Dealing flop ** [ 2c, 10d, Dh ]
Bob bets [4 $]
Ann folds
** Summary **
Bob did not show his hand
Bob collected [ 7,20 $ ]
"""
PARTY = """Game #5 starts.

#Game No : 5
***** Hand History for Game 5 *****
$4 USD NL Texas Hold'em - Thursday, May 17, 00:33:30 EEST 2012
Table Made (Real Money)
Seat 3 is the button
Total number of players : 3/6
Seat 1: Ann ( $3 USD )
Seat 5: Bob ( $4 USD )
Seat 3: Eve ( $4.65 USD )
Bob posts small blind [$0.02 USD].
Ann posts big blind [$0.04 USD].
Late has joined the table.
** Dealing down cards **
Dealt to Bob [  As Ah ]
Eve will be using their time bank for this hand.
Eve calls [$0.04 USD]
Bob raises [$0.18 USD]
Ann is all-In  [$2.96 USD]
Eve folds
Bob calls [$2.80 USD]
** Dealing Flop ** [ 7h, 2s, Qc ]
** Dealing Turn ** [ 7d ]
** Dealing River ** [ 8d ]
Bob shows [ As, Ah ]two pairs, Aces and Sevens.
Ann doesn't show [ Kc, Kd ]two pairs, Kings and Sevens.
Bob wins $5.80 USD from the main pot with two pairs, Aces and Sevens.
Ann has left the table.
"""
OLD_PARTY = """***** Hand History For Game 6 *****
10/20 Tourney Texas Hold'em Game Table (NL) (MTT Tournament #1) - Sun Jan 20 13:58:07 EST 2013
Table Made (Real Money) -- Seat 4 is the button
Total number of players : 2/6
Seat 2: Ann (500)
Seat 4: Bob (700)
Bob posts small blind (10)
Ann posts big blind (20)
** Dealing down cards **
Dealt to Bob [ Ad, Kd ]
Bob raises 40 to 50
Ann raises 480 to 500
Ann is all-In.
Bob calls (450)
** Dealing Flop ** :  [ 9h, Kh, Qc ]
** Dealing Turn ** :  [ 9d ]
** Dealing River ** :  [ 2d ]
Creating Main Pot with 1000 with Ann
** Summary **
Main Pot: 1000
Board: [ 9h, Kh, Qc, 9d, 2d ]
Ann balance 0, lost 500[ Jc, Js ] [ two pairs -- Jc,Js,9h,9d,Kh ]
Bob balance 1200, bet 500, collected 1000, net +500[ Ad, Kd ] [ two pairs -- Ad,Kh,Kd,9h,9d ]
"""
WINNING = """Hand #8 - Holdem(No Limit) - $0.02/$0.05 - 2021/04/20 18:42:26 UTC
Made 9-max Seat #5 is the button
Seat 1: Ann ($5)
Seat 3: Bob ($6.15)
Seat 5: Eve ($5.00)
Seat 6: gone ($1.62) is sitting out
Ann posts the small blind $0.02
Bob posts the big blind $0.05
Eve posts dead $0.07
*** HOLE CARDS ***
Dealt to Bob [As 6h]
Eve checks
Ann calls $0.03
Bob checks
*** FLOP *** [5s 3s 3c]
Main pot $0.17 | Rake $0.00
Ann bets $0.10
Bob folds
Eve folds
Uncalled bet ($0.10) returned to Ann
Ann does not show
*** SUMMARY ***
Total pot $0.17
Board [5s 3s 3c]
Seat 1: Ann (small blind) did not show and won $0.17
"""
OLD_WINNING = """Game started at: 2016/8/8 16:26:41
Game ID: 9 1/2 Made (Hold'em)
Seat 3 is the button
Seat 1: Ann (100).
Seat 2: Bob (200).
Seat 3: Eve (212).
Player Ann has small blind (1)
Player Bob has big blind (2)
Player Ann received card: [Ad]
Player Ann received card: [8s]
Player Bob received a card.
Player Bob received a card.
Player Eve raises (6)
Player Ann calls (5)
Player Bob folds
*** FLOP ***: [10s 2d 7c]
Player Ann checks
Player Eve is timed out.
Player Eve bets (8)
Player Ann folds
Uncalled bet (8) returned to Eve
Player Eve mucks cards
------ Summary ------
Pot: 13.50. Rake 0.50
Board: [10s 2d 7c]
Player Ann does not show cards.Bets: 6. Collects: 0. Loses: 6.
Player Bob does not show cards.Bets: 2. Collects: 0. Loses: 2.
*Player Eve mucks (does not show cards). Bets: 6. Collects: 13.50. Wins: 7.50.
Game ended at: 2016/8/8 16:27:29
"""
IPOKER = """<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="1"><general><gametype>Holdem NL $0.10/$0.20</gametype></general>
<game gamecode="11"><general><startdate>2012-01-02 03:04:05</startdate><players>
<player seat="1" name="Ann" chips="$20" dealer="0" win="$0" bet="$0.60"/>
<player seat="3" name="Bob" chips="$1,000" dealer="1" win="$1.30" bet="$0.60"/>
<player seat="5" name="Eve" chips="$20" dealer="0" win="$0" bet="$0.10"/></players></general>
<round no="0"><action no="2" player="Ann" type="2" sum="$0.20"/>
<action no="1" player="Eve" type="1" sum="$0.10"/></round>
<round no="1"><cards type="Pocket" player="Bob">S10 HA</cards><action no="3" player="Bob" type="23" sum="$0.60"/>
<action no="4" player="Eve" type="0" sum="$0"/><action no="5" player="Ann" type="3" sum="$0.40"/></round>
<round no="2"><cards type="Flop" player="">D4 H7 C10</cards><action no="6" player="Ann" type="4" sum="$0"/>
<action no="7" player="Bob" type="5" sum="$0.80"/><action no="8" player="Ann" type="0" sum="$0"/></round>
</game></session>
"""
ROOMS = {
    "ggpoker": (GG, (136, -150, 0), 14),
    "winamax": (WINAMAX, (73, -10, -70), 7),
    "888": (PACIFIC, (420, -100, -350), 30),
    "partypoker": (PARTY, (280, -300, -4), 24),
    "partypoker, older": (OLD_PARTY, (-500, 500), 0),
    "winning": (WINNING, (12, -5, -7), 0),
    "winning, older": (OLD_WINNING, (-600, -200, 750), 50),
    "ipoker": (IPOKER, (-10, -60, 70), 0),
}


def hands(text: str | bytes) -> list:
    return list(read_hands(io.BytesIO(text if isinstance(text, bytes) else text.encode())))


@pytest.mark.parametrize("room", ROOMS)
def test_a_hand_of_each_room_ends_as_the_text_says(room):
    text, net, rake = ROOMS[room]
    (record,) = hands(text)
    assert record.format == room.split(",")[0]
    played = replay(record)
    assert played.verdict == ("rake" if rake else "agree")
    assert record.result == net
    assert (record.rake or 0) == rake


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_encodings_are_told_apart_by_the_bytes(room, encoding):
    text, net, _ = ROOMS[room]
    name = "Jürgen" if room != "ggpoker" else "Müller"
    old = "Ann" if room != "ggpoker" else "aaa"
    (record,) = hands(text.replace(old, name).encode(encoding))
    assert record.result == net
    assert name in record.players


@pytest.mark.parametrize("room", ROOMS)
def test_rows_between_hands_and_zeros_are_no_part_of_a_hand(room):
    text, net, _ = ROOMS[room]
    rows = "\0Hand #112:\r\n\n*********** # 2 **************\n"
    records = hands(rows + text + rows + text)
    assert [record.result for record in records] == [net, net]


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "ipoker"])
def test_a_line_nobody_knows_is_an_error_that_says_how_to_pass_it_over(room):
    text = ROOMS[room][0].rstrip("\n") + "\nthe moon rises\n"
    with pytest.raises(HistoryError, match=r"'the moon rises' is not understood \(--repair passes it over\)"):
        hands(text)
    (record,) = read_hands(io.BytesIO(text.encode()), strict=False)
    assert record.fields["_unread_lines"] == ("the moon rises",)


@pytest.mark.parametrize("room", ROOMS)
def test_a_broken_hand_costs_that_hand_only(room):
    text, net, _ = ROOMS[room]
    broken = text.replace("calls", "call").replace('type="3"', 'type="99"').replace("checks", "check")
    errors: list[HistoryError] = []
    found = list(read_hands(io.BytesIO((text + "\n" + broken + "\n" + text).encode()), on_error=errors.append))
    assert [record.result for record in found] == [net, net]
    assert len(errors) == 1
    assert "<stream>, hand 2 (line " in str(errors[0])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GG.replace("Hold'em No Limit", "6+ Hold'em No Limit"), "the hand is 6\\+"),
        (WINAMAX.replace("Holdem no limit", "Omaha pot limit"), "the hand is Omaha"),
        (PARTY.replace("NL Texas Hold'em", "NL Short Deck"), "the hand is Short Deck"),
        (OLD_WINNING.replace("Made (Hold'em)", "(Six Plus Hold'em)"), "the hand is Six Plus"),
        (IPOKER.replace("Holdem NL", "Six Plus Holdem NL"), "the hand is Six Plus"),
        (GG.replace("*** HOLE CARDS ***", "Cash Drop to Pot : total $1"), "the house adds"),
    ],
)
def test_other_games_are_refused_by_name(text, words):
    with pytest.raises(HistoryError, match=words):
        hands(text)


@pytest.mark.parametrize(
    "attack",
    [
        '<!DOCTYPE a [<!ENTITY x "y">]>',
        '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>',
        '<!DOCTYPE a SYSTEM "file:///etc/passwd">',
    ],
)
def test_xml_with_entities_is_refused(attack):
    text = IPOKER.replace("<session", f"{attack}\n<session", 1)
    with pytest.raises(HistoryError, match="document type or entities"):
        hands(text)
    inside = IPOKER.replace("<round no", f"{attack}<round no", 1)
    with pytest.raises(HistoryError, match=r"not XML|document type"):
        hands(inside)


POSTS = """PokerStars Hand #1: Hold'em No Limit (50/100) - 2020/01/01 0:00:00 ET
Table 'made up' 6-max Seat #3 is the button
Seat 1: Ann (1000 in chips)
Seat 2: Bob ({big} in chips)
Seat 3: Eve (1000 in chips)
{posts}
*** HOLE CARDS ***
Eve: raises 100 to 200
Ann: folds
Bob: {bob}
{end}
"""


@pytest.mark.parametrize(
    ("big", "posts", "bob", "end", "net"),
    [
        (  # the ante took the big blind's last chips: it owes the blind all the same
            20,
            "Ann: posts the ante 20\nBob: posts the ante 20 and is all-in\nEve: posts the ante 20\n"
            "Ann: posts small blind 50",
            "folds",  # nobody is there: the site folds them
            "Uncalled bet (150) returned to Eve\nEve collected 160 from pot\n*** SUMMARY ***\nTotal pot 160 | Rake 0",
            (-70, -20, 90),
        ),
        (  # a short big blind, all-in, of somebody who is away
            40,
            "Ann: posts small blind 50\nBob: posts big blind 40 and is all-in",
            "folds",
            "Uncalled bet (150) returned to Eve\nEve collected 140 from pot\n*** SUMMARY ***\nTotal pot 140 | Rake 0",
            (-50, -40, 90),
        ),
    ],
)
def test_all_in_among_the_posts_is_a_post(big, posts, bob, end, net):
    (record,) = hands(POSTS.format(big=big, posts=posts, bob=bob, end=end))
    assert record.result == net
    assert replay(record).verdict == "agree"


def test_a_walk_that_only_the_summary_tells():
    text = """Full Tilt Poker Game #3: Made (1), Match 1 - 25/50 - No Limit Hold'em - 09:28:31 ET - 2012/11/23
Seat 1: Ann (1,200)
Seat 6: Bob (600)
Ann posts the small blind of 25
Bob posts the big blind of 50
The button is in seat #1
*** HOLE CARDS ***
*** SUMMARY ***
Total pot 50 | Rake 0
Seat 1: Ann (small blind) folded before the Flop
Seat 6: Bob (big blind) collected (50), mucked
"""
    (record,) = hands(text)
    assert [action.text for action in record.decisions] == ["p2 f"]
    assert (record.result, replay(record).verdict) == ((25, -25), "agree")


def test_boards_that_only_the_summary_tells():
    flop = GG.replace("*** FLOP *** [2c 7d 9h]\n*** TURN *** [2c 7d 9h] [3s]\n*** RIVER *** [2c 7d 9h 3s] [4c]\n", "")
    (record,) = hands(flop)
    assert len(record.board) == 5
    assert replay(record).verdict == "rake"


def test_a_cancelled_hand_has_its_own_verdict():
    text = GG[: GG.index("aaa: folds")] + "Hand cancelled\n"
    (result,) = replay_all(hands(text.replace("Poker Hand", "PokerStars Hand")))
    assert (result.verdict, result.payoffs) == ("cancelled", ())


def test_a_hand_run_twice_is_settled_on_both_boards():
    text = """Full Tilt Poker Game #4: Table Made - NL Hold'em - $1/$2 - 12:00:00 ET - 2012/01/01
Seat 1: Ann ($101)
Seat 2: Bob ($101)
Ann posts the small blind of $1
Bob posts the big blind of $2
The button is in seat #1
*** HOLE CARDS ***
Ann raises to $101, and is all in
Bob calls $99, and is all in
Players agree to Run It Twice
Ann shows [As Ah]
Bob shows [Kh Kd]
*** FLOP 1 *** [2c 7d 9h]
*** TURN 1 *** [2c 7d 9h] [3s]
*** RIVER 1 *** [2c 7d 9h 3s] [4c]
*** FLOP 2 *** [2d 7s 9c]
*** TURN 2 *** [2d 7s 9c] [3d]
*** RIVER 2 *** [2d 7s 9c 3d] [Kc]
*** SHOW DOWN 1 ***
*** SHOW DOWN 2 ***
Ann wins pot 1 ($101) with a pair of Aces
Bob wins pot 2 ($101) with three of a kind, Kings
*** SUMMARY ***
Total pot $202 | Rake $0
"""
    (record,) = hands(text)
    assert len(record.second_board) == 5
    result = replay(record)
    assert (result.verdict, result.payoffs) == ("agree", (0, 0))
    third = text.replace("*** SHOW DOWN 1 ***", "*** RIVER 3 *** [2d 7s 9c 3d] [Kc]\n*** SHOW DOWN 1 ***")
    with pytest.raises(HistoryError, match="run more than once"):
        hands(third)


def test_lines_that_are_not_play_are_counted_by_kind():
    (record,) = hands(PARTY)
    assert record.skipped == {"seating": 2, "time": 1}


@pytest.mark.parametrize(
    ("flop", "cards"),
    [
        ("[ Ás, Rd, Dc ]", "AsKdQc"),  # Portuguese
        ("[ 9Pik, DHerz, 2Karo ]", "9sQh2d"),  # German
        ("[ 9p, Dt, 2c ]", "9sQc2h"),  # Spanish
        ("[ Тs, Кd, Вc ]", "AsKdJc"),  # Russian ranks
        ("[ 10s, Kd, Qc ]", "TsKdQc"),
    ],
)
def test_888_writes_cards_in_the_language_of_the_player(flop, cards):
    from equity.cards import cards_text

    text = PACIFIC.replace("[ 2c, 10d, Dh ]", flop).replace("Dealt to Bob [ As, Kd ]\n", "")
    (record,) = hands(text)
    assert cards_text(record.board) == cards

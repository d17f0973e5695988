"""PHH: reading, writing, streaming, strict and repairing modes, on small made-up hands."""

from __future__ import annotations

import copy
import io
import pickle
import tracemalloc
from decimal import Decimal

import pytest

from equity.errors import HistoryError
from equity.history import Action, Kind, parse_phh, phh_text, read_phh, replay, replay_all, write_phh
from equity.history.phh import reader
from equity.history.phh.actions import parse_action

SIDE_POT = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [300, 1000, 100]
actions = [
  "d dh p1 KsKd", "d dh p2 QhQs", "d dh p3 AcAd",
  "p3 cbr 100", "p1 cbr 300", "p2 cc",   # everybody is in
  "p1 sm -", "p2 sm -", "p3 sm -",
  "d db 2c7d9h", "d db 3s", "d db 4h",
]
finishing_stacks = [400, 700, 300]
_seed = 7
"""
LIMIT = """
variant = "FT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [200, 200]
actions = ["d dh p1 9c9d", "d dh p2 AhJh", "p2 cbr 4", "p1 cbr 6", "p2 cc",
           "d db Jd8s2c", "p1 cbr 2", "p2 cc", "d db 5h", "p1 cc", "p2 cbr 4", "p1 cc",
           "d db 3s", "p1 cc", "p2 cc", "p1 sm -", "p2 sm -"]
finishing_stacks = [188, 212]
"""
PLAIN = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 QhQd', 'd dh p3 ????', 'p3 f', 'p1 cbr 6', 'p2 f']
"""


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


@pytest.mark.small
def test_side_pot_and_limit_examples_play_as_they_say() -> None:
    assert replay(parse_phh(SIDE_POT)).final_stacks == (400, 700, 300)
    assert replay(parse_phh(LIMIT)).final_stacks == (188, 212)
    assert {replay(parse_phh(text)).verdict for text in (SIDE_POT, LIMIT)} == {"agree"}


@pytest.mark.small
def test_heads_up_lists_are_turned_round() -> None:
    record = parse_phh(LIMIT)
    assert record.blinds == (2, 1)  # p1 is the big blind
    assert "blinds_or_straddles = [1, 2]" in phh_text(record)
    ante = parse_phh(changed(LIMIT, "antes = [0, 0]", "antes = [0, 3]"))
    assert ante.antes == (3, 0)
    assert parse_phh(phh_text(ante)) == ante


@pytest.mark.parametrize("text", [SIDE_POT, LIMIT, PLAIN])
def test_round_trip_keeps_everything(text: str) -> None:
    record = parse_phh(text)
    again = parse_phh(phh_text(record))
    assert again.fields == record.fields
    assert replay(again).payoffs == replay(record).payoffs
    assert phh_text(again) == phh_text(record)
    assert "finishing_stacks = [" in phh_text(record)


def test_finishing_stacks_are_played_out_when_missing() -> None:
    assert "finishing_stacks = [102, 98, 100]" in phh_text(parse_phh(PLAIN))


def test_unfinished_hand_has_none_to_write() -> None:
    record = parse_phh(changed(PLAIN, ", 'p2 f']", "]"))
    assert replay(record).verdict == "unfinished"
    assert "finishing_stacks" not in phh_text(record)


def test_unknown_fields_are_kept_in_order() -> None:
    text = PLAIN + 'venue = "O\'Neill\'s \\"club\\"\\t\\u00e9"\nyear = 2026\n_policy = ["tag", "random"]\n'
    text += "_nested = [[1], [true]]\ntime = 21:30:00\n_share = 0.25\n_table = {a = 1, 'b c' = [2.5, inf]}\nhand = 12\n"
    record = parse_phh(text)
    assert list(record.fields) == ["venue", "year", "_policy", "_nested", "time", "_share", "_table", "hand"]
    assert record.fields["venue"] == "O'Neill's \"club\"\té"
    again = parse_phh(phh_text(record))
    assert list(again.fields.items()) == list(record.fields.items())


def test_pot_limit_is_written_as_no_limit_with_a_field() -> None:
    record = parse_phh(changed(PLAIN, "'NT'", "'PT'"))
    assert record.structure == "pot-limit"
    assert phh_text(record).startswith("variant = 'NT'\n_betting = 'pot-limit'\n")
    assert parse_phh(phh_text(record)).structure == "pot-limit"
    with pytest.raises(HistoryError, match="contradicts"):
        parse_phh(PLAIN + "_betting = 'fixed-limit'\n")


def test_pot_limit_bounds_hold_in_a_replay() -> None:
    text = changed(PLAIN, "'p3 f', 'p1 cbr 6'", "'p3 cbr 8', 'p1 f'")
    assert replay(parse_phh(text)).is_over
    with pytest.raises(HistoryError, match=r"action 4 \(p3 cbr 8\): raise to 8 is outside 4 to 7 for p3"):
        replay(parse_phh(changed(text, "'NT'", "'PT'")))


def test_money_is_exact() -> None:
    text = changed(PLAIN, "[1, 2, 0]", "[0.05, 0.10, 0]").replace("min_bet = 2", "min_bet = 0.1")
    text = changed(text, "[100, 100, 100]", "[10, 12.5, 7.07]").replace("cbr 6", "cbr 0.30")
    record = parse_phh(text)
    assert record.unit == Decimal("0.01")
    assert record.stacks == (1000, 1250, 707)
    assert record.actions[4].amount == 30
    written = phh_text(record)
    assert "starting_stacks = [10.00, 12.50, 7.07]" in written
    assert "p1 cbr 0.30" in written
    assert "finishing_stacks = [10.10, 12.40, 7.07]" in written
    again = parse_phh(written)
    assert (again.stacks, again.blinds, again.unit) == (record.stacks, record.blinds, record.unit)


def test_one_decimal_anywhere_moves_all_amounts() -> None:
    record = parse_phh(changed(PLAIN, "cbr 6", "cbr 6.5"))
    assert record.unit == Decimal("0.01")
    assert record.stacks == (10000, 10000, 10000)
    assert parse_phh(changed(PLAIN, "cbr 6", "cbr 6.125")).unit == Decimal("0.001")


def test_halves_of_chips_are_no_reason_for_a_smaller_chip() -> None:
    record = parse_phh(PLAIN + "finishing_stacks = [102.0, 98.5, 99.5]\n")
    assert record.unit == 1
    assert record.finishing_stacks == (102, Decimal("98.5"), Decimal("99.5"))
    assert parse_phh(phh_text(record)) == record
    assert replay(record).verdict == "half-chip"


def test_unknown_stacks() -> None:
    record = parse_phh(changed(PLAIN, "[100, 100, 100]", "[inf, 100, inf]") + "finishing_stacks = [inf, 98, inf]\n")
    assert record.stacks == (None, 100, None)
    result = replay(record)
    assert result.verdict == "agree"
    assert result.final_stacks == (None, 98, None)
    assert "starting_stacks = [inf, 100, inf]" in phh_text(record)


def test_straddles_posts_and_dead_small_blind() -> None:
    text = changed(PLAIN, "[0, 0, 0]", "[0, 0, 0, 0]").replace("[1, 2, 0]", "[1, 2, 4, -2]")
    text = changed(text, "[100, 100, 100]", "[100, 100, 100, 100]")
    text = changed(text, "'p3 f', 'p1 cbr 6', 'p2 f'", "'d dh p4 ????', 'p4 cc', 'p1 f', 'p2 f', 'p3 cc'")
    record = parse_phh(text)
    assert [kind for _, kind, _ in record.blind_posts()] == ["small blind", "big blind", "straddle", "post"]
    assert replay(record).verdict == "unfinished"
    dead = parse_phh(changed(PLAIN, "[1, 2, 0]", "[2, 0, 0]").replace("'p3 f', 'p1 cbr 6', 'p2 f'", "'p2 f', 'p3 f'"))
    assert [kind for _, kind, _ in dead.blind_posts()] == ["big blind"]
    assert replay(dead).payoffs == (0, 0, 0)


def test_short_ante_wins_what_it_matched_only_with_trimming() -> None:
    text = """
    variant = "NT"
    antes = [10, 10, 10]
    blinds_or_straddles = [0, 0, 0]
    min_bet = 10
    starting_stacks = [4, 100, 100]
    actions = ["d dh p1 AsAd", "d dh p2 2c7d", "d dh p3 2d7h", "p2 cc", "p3 cc", "d db KsKh8c", "p2 cc", "p3 cc",
               "d db Jd", "p2 cc", "p3 cc", "d db 4s", "p2 cc", "p3 cc"]
    """
    assert replay(parse_phh(text + "ante_trimming_status = true")).payoffs == (8, -4, -4)
    assert replay(parse_phh(text)).payoffs == (20, -10, -10)


def test_house_rules_travel_in_underscore_fields() -> None:
    text = LIMIT + '_cap = "none"\n_raise_after_short = "next-level"\n'
    record = parse_phh(text)
    assert record.house == {"cap": None, "raise_after_short": "next-level"}
    assert parse_phh(phh_text(record)) == record
    with pytest.raises(HistoryError, match="cap must be at least 1"):
        replay(parse_phh(LIMIT + "_cap = -3\n"))


@pytest.mark.parametrize(
    "text",
    [
        "d dh p1 AsKd",
        "d db 2c3d4h",
        "d db As",
        "p3 cbr 250",
        "p10 f",
        "p2 cc",
        "p1 sm AsKd",
        "p1 sm -",
        "p1 sm",
        "",
        "# hm",
    ],
)
def test_action_text_round_trips(text: str) -> None:
    action = parse_action(text)
    assert action.text == text
    assert parse_action(action.text) == action
    assert pickle.loads(pickle.dumps(action)) == action == copy.copy(action)


@pytest.mark.parametrize("text", ["d dh p1 AsKd", "d dh p9 2c2d", "d db 2c3d4h", "d db As", "p3 cbr 250", "p10 cbr 1"])
def test_usual_and_free_spelling_are_the_same_action(text: str) -> None:
    """The usual spelling is read by a short way; a blank more, or a decimal part, goes the long one."""
    usual = parse_action(text)
    for free in (text.replace(" ", "  ", 1), f" {text}", f"{text}.0" if "cbr" in text else f"{text} "):
        assert parse_action(free)._replace(text=text) == usual


@pytest.mark.parametrize("text", ["d dh p1 AsAs", "d dh p1 AsKx", "p11 cbr 5", "d db", "p3 cbr 1e3"])
def test_what_only_looks_like_the_usual_spelling_is_refused(text: str) -> None:
    with pytest.raises(HistoryError):
        parse_action(text)


def test_spelling_is_free_where_phh_is() -> None:
    assert parse_action("  d   dh  p1 10hKd  # nice").cards == parse_action("d dh p1 ThKd").cards
    assert parse_action("p2 cbr 7 # thinks").note == "thinks"
    assert parse_action("d dh p1 As??").cards == ()
    assert parse_action("d dh p1 As??").text == "d dh p1 As??"
    assert parse_action("p1 sm ????").kind is Kind.SHOW


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p1 raise 5", "is not an action; write"),
        ("p0 f", "is not a player"),
        ("p11 f", "is not a player"),
        ("p1 cbr -5", "is not an amount"),
        ("p1 cbr 0", "outside 0"),
        ("p1 cbr ٣", "is not an amount"),
        ("p1 cbr 999999999999999999", "outside"),
        ("d dh p1 AsAs", "twice"),
        ("d dh p1 As", "is 1 cards, expected 2"),
        ("d dh p1 Ax??", "not a card"),
        ("d db AsKs", "expected 1 or 3"),
        ("d db ??????", "must be known"),
        ("p1 sd AsKs", "draw or stud"),
        ("p1 pb", "draw or stud"),
        ("d dh AsKs", "is not an action"),
    ],
)
def test_wrong_actions(text: str, words: str) -> None:
    with pytest.raises(HistoryError, match=words):
        parse_action(text)


# --------------------------------------------------------------------------------------------------------- many hands


def many(count: int) -> bytes:
    return "\n".join(f"[{i + 1}]\n{PLAIN}hand = {i}\n" for i in range(count)).encode()


@pytest.mark.small
def test_phhs_takes_every_table_whatever_its_key() -> None:
    text = f"# made up\n\n[7]\n{PLAIN}\n [ 'x' ]  # odd\n{LIMIT}\n[\"7\"]\n{PLAIN}"
    records = list(read_phh(io.BytesIO(text.encode())))
    assert [record.structure for record in records] == ["no-limit", "fixed-limit", "no-limit"]
    assert [record.place.hand for record in records] == [1, 2, 3]
    assert [record.place.line for record in records] == [3, 11, 24]


def test_write_many_and_read_them_back(tmp_path) -> None:
    records = list(read_phh(io.BytesIO(many(20))))
    target = tmp_path / "out.phhs"
    assert write_phh(iter(records), target) == 20
    again = list(read_phh(target))
    assert [record.fields for record in again] == [record.fields for record in records]
    assert {result.verdict for result in replay_all(again)} == {"agree"}
    assert target.read_text().count("\n\n[") == 19
    single = tmp_path / "one.phh"
    assert write_phh(records[:1], single) == 1
    assert len(list(read_phh(single))) == 1
    with pytest.raises(HistoryError, match="holds one hand, got 20"):
        write_phh(records, single)


class Endless(io.RawIOBase):
    """Hands without end, made when asked for, with a count of what was taken."""

    def __init__(self) -> None:
        self.taken = 0
        self.rest = b""

    def read(self, size: int = -1) -> bytes:
        while len(self.rest) < size:
            self.rest += f"[{self.taken}]\n{PLAIN}\n".encode()
            self.taken += 1
        out, self.rest = self.rest[:size], self.rest[size:]
        return out


def test_reading_streams_in_constant_memory(monkeypatch) -> None:
    monkeypatch.setattr(reader, "_LARGE", 1)  # as if the kernel were compiled
    stream = Endless()
    hands = replay_all(read_phh(stream))
    for _ in range(1_000):
        next(hands)
    assert stream.taken < 3_000  # not read ahead
    tracemalloc.start()
    peaks = []
    for count in (5_000, 15_000):  # some batches each
        tracemalloc.reset_peak()
        for _ in range(count):
            next(hands)
        peaks.append(tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
    assert peaks[1] < peaks[0] + 500_000  # 10,000 more hands, 3 MB of text: no more memory


# ------------------------------------------------------------------------------------------------------------ repairs


def repaired(actions: str) -> tuple[list[str], int]:
    record = parse_phh(changed(PLAIN, PLAIN[PLAIN.index("actions") :], f"actions = [{actions}]\n"))
    with pytest.raises(HistoryError):
        replay(record)
    result = replay(record, strict=False)
    assert parse_phh(phh_text(result.record)).actions == result.record.actions
    assert replay(result.record).payoffs == result.payoffs  # whole now
    return [action.text for action in result.record.actions], result.repairs


def test_repair_puts_in_deals_folds_and_checks() -> None:
    actions, repairs = repaired("'p1 cbr 6', 'p2 cc', 'd db 2c3c4c', 'd db 5d', 'p1 cbr 10', 'p2 f'")
    assert actions[:4] == ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f"]
    assert actions[4:] == ["p1 cbr 6", "p2 cc", "d db 2c3c4c", "p1 cc", "p2 cc", "d db 5d", "p1 cbr 10", "p2 f"]
    assert repairs == 6


def test_repair_mucks_unknown_cards_at_the_showdown() -> None:
    told = "'d dh p1 AsAd', 'd dh p2 ????', 'd dh p3 7c2d', 'p3 f', 'p1 cbr 100', 'p2 cc', "
    told += "'d db 2c3c4c', 'd db 5d', 'd db 9h'"
    actions, repairs = repaired(told)
    assert (actions[-1], repairs) == ("p2 sm", 1)


def test_repair_turns_an_unanswerable_raise_into_a_call() -> None:
    text = SIDE_POT.replace('"p2 cc",   #', '"p2 cbr 1000",   #')
    with pytest.raises(HistoryError, match=r"action 6 \(p2 cbr 1000\): raising is not open to p2"):
        replay(parse_phh(text))
    result = replay(parse_phh(text), strict=False)
    assert (result.verdict, result.repairs) == ("agree", 1)


def test_repair_forgets_doubled_cards_only_of_players_who_need_not_show() -> None:
    text = changed(PLAIN, "d dh p3 ????", "d dh p3 AsQs")
    with pytest.raises(HistoryError, match=r"action 3 .*a card is dealt twice"):
        replay(parse_phh(text))
    assert replay(parse_phh(text), strict=False).payoffs == (2, -2, 0)
    with pytest.raises(HistoryError, match="Kd is dealt twice among cards that matter"):
        replay(parse_phh(changed(SIDE_POT, "QhQs", "QhKd")), strict=False)


def test_repair_never_makes_up_a_board() -> None:
    record = parse_phh(changed(PLAIN, "'p2 f']", "'p2 cc', 'p1 cbr 10']"))
    with pytest.raises(HistoryError, match="cannot be made up"):
        replay(record, strict=False)


def test_repair_leaves_a_whole_hand_alone() -> None:
    result = replay(parse_phh(SIDE_POT), strict=False)
    assert result.repairs == 0
    assert result.record.actions == parse_phh(SIDE_POT).actions


def test_action_is_immutable() -> None:
    with pytest.raises(AttributeError):
        Action(Kind.FOLD, 1).kind = Kind.CALL  # type: ignore[misc]


HANDHQ = """variant = 'NT'
ante_trimming_status = true
antes = [0.00, 0.00, 0.00]
blinds_or_straddles = [0.25, 0.50, 0.00]
min_bet = 0.50
starting_stacks = [50.00, 40.25, 60.10]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 1.50', 'p1 f', 'p2 cc', 'd db 2c3d9h', 'p2 cc', \
'p3 cbr 2.00', 'p2 cc', 'd db Ts', 'p2 cc', 'p3 cc', 'd db As', 'p2 cc', 'p3 cc', 'p2 sm 9s9d', 'p3 sm ????']
hand = 1
time = 12:30:00
winnings = [0.00, 6.90, 0.00]
"""


def test_winnings_are_a_result_to_compare_with() -> None:
    record = parse_phh(HANDHQ)
    assert record.result == (-25, 340, -350)
    assert replay(record).verdict == "rake"
    assert parse_phh(phh_text(record)) == record
    wrong = parse_phh(HANDHQ.replace("[0.00, 6.90, 0.00]", "[0.00, 0.00, 6.90]"))
    assert replay(wrong).verdict == "differ"


def test_winnings_with_and_without_the_bet_that_nobody_called() -> None:
    fold = HANDHQ[: HANDHQ.index("'p2 cc'")] + "'p2 f']\n"
    for winnings in ("[0.00, 0.00, 1.25]", "[0.00, 0.00, 2.25]"):
        record = parse_phh(f"{fold}winnings = {winnings}\n")
        assert record.result == (-25, -50, 75)
        assert replay(record).verdict == "agree"


def test_a_player_who_shows_unknown_cards_lost_if_somebody_else_shows() -> None:
    assert replay(parse_phh(HANDHQ)).payoffs == (-25, 375, -350)
    (unseen,) = replay_all([parse_phh(HANDHQ.replace("9s9d", "????"))])
    assert (unseen.verdict, unseen.payoffs) == ("no result", (-25, 340, -350))


def test_what_no_record_can_say_is_refused() -> None:
    from equity.history import record_of
    from equity.rules import Hand, Post, Rules

    rules = Rules(small_blind=5, big_blind=10)
    with pytest.raises(HistoryError, match="the button at an empty seat"):
        record_of(Hand(rules, [100, 100, 0], button=2, holes=["AsAd", "KsKd", None]))
    posts = [Post(1, live=5, kind="small blind"), Post(2, live=10, kind="big blind"), Post(3, live=10, dead=5)]
    for stack, antes in ((12, 0), (112, 1), (112, 0)):
        forced = [Post(seat, dead=1, kind="ante") for seat in range(4) if antes] + posts
        hand = Hand(
            rules, [100, 100, 100, stack], holes=["AsAd", "KsKd", "QsQd", "JsJd"], board="2c3c4d8h9h", posts=forced
        )
        while not hand.is_over:
            hand.act("check_or_call")
        record = record_of(hand)
        assert parse_phh(phh_text(record)) == record
        found = replay(record)
        assert (found.verdict, found.payoffs) == ("agree", tuple(hand.payoffs[seat] for seat in hand.clockwise))


def test_raked_ties_are_said_rightly_or_refused() -> None:
    from equity.history import record_of
    from equity.rules import Hand, Post, Rake, Rules

    refused = 0
    for dead in range(12):
        for odd_chips in ("one-each", "first"):
            rules = Rules(small_blind=5, big_blind=10, rake=Rake(percent=10, cap=1), odd_chips=odd_chips)
            posts = [Post(0, dead=dead), Post(1, live=5, kind="small blind"), Post(2, live=10, kind="big blind")]
            hand = Hand(rules, [100] * 4, holes=["2c3d", "2h3s", "2d3h", "2s3c"], board="AsKsQdJhTc", posts=posts)
            while not hand.is_over:
                hand.act("check_or_call")
            try:
                record = record_of(hand)
            except HistoryError as error:
                refused += "a tie whose odd chips" in str(error)
            else:
                assert replay(parse_phh(phh_text(record))).verdict in ("agree", "rake")
    assert refused


@pytest.mark.parametrize("line", ["stack = -200 -200", "stack = many", "blind = 1.5 1", "numPlayers = 2 2", "stack ="])
def test_a_key_of_a_game_that_cannot_be_read_is_an_error(line: str) -> None:
    from equity.history import parse_game

    lines = {"numPlayers": "numPlayers = 2", "stack": "stack = 200 200", "blind": "blind = 2 1"}
    lines[line.split(maxsplit=1)[0]] = line
    with pytest.raises(HistoryError, match=r"must hold whole numbers|must be one number"):
        parse_game("\n".join(["GAMEDEF", "nolimit", *lines.values(), "END GAMEDEF"]))

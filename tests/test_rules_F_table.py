"""Clauses F01 to F12: seats and blinds between hands, each worked out on a small table."""

from __future__ import annotations

import pytest

from equity.errors import RulesError
from equity.rules import Hand, Post, Rules, Table, pokerfs
from equity.rules.presets import PRESETS

pytestmark = pytest.mark.small

RULES = Rules(small_blind=5, big_blind=10, min_buy_in=100, max_buy_in=1000, entry="post-or-wait")


def seat_players(*seats, button=0, rule="moving", stack=500, rules=RULES):
    """Return a six-seat table with a player in each of `seats`, the first button drawn to `button`."""
    table = Table(rules, seats=6, button=rule, seed=1, first_button=button)
    for seat in seats:
        table.sit(seat, f"P{seat}", stack)
    return table


def play(table, hands=1):
    """Play hands in which everybody folds to the last player."""
    for _ in range(hands):
        hand = table.next_hand()
        while not hand.is_over:
            hand.fold()
    return hand


def dealt(hand):
    return tuple(seat for seat, stack in enumerate(hand.starting_stacks) if stack)


def paid(hand):
    """Who posted what, live and dead."""
    return {post.seat: (post.live, post.dead) for post in hand.posts}


def bust_seat_two(table):
    """Button 0, blinds 1 and 2: seat 2 loses all its chips to seat 0."""
    hand = table.next_hand(holes={0: "AsAh", 2: "QsQh"}, board="2c7d8hTsJd")
    hand.all_in()
    hand.fold()
    hand.call()


# A02, A03


def test_A02_the_button_moves_to_the_next_seat_dealt_in():
    table = seat_players(0, 1, 3, 5)
    places = [(play(table).button, table.layout.small_blind, table.layout.big_blind) for _ in range(5)]
    assert places == [(0, 1, 3), (1, 3, 5), (3, 5, 0), (5, 0, 1), (0, 1, 3)]


# F01


def test_F01_only_seats_with_chips_that_sit_in_are_dealt():
    table = seat_players(0, 1, 2, 4)
    table.sit_out(4)
    assert dealt(table.next_hand()) == (0, 1, 2)


def test_F01_a_seat_without_chips_is_out_until_it_buys_back_in():
    table = seat_players(0, 1, 2)
    bust_seat_two(table)
    assert table.status(2) == "busted"
    assert table.stacks[2] == 0
    assert dealt(play(table)) == (0, 1)
    with pytest.raises(RulesError, match="seat 2 has no chips; buy_in brings it back"):
        table.come_back(2)
    with pytest.raises(RulesError, match="seat 2 has no chips; buy_in brings it back"):
        table.top_up(2, 100)
    table.buy_in(2, 300)
    play(table, 2)
    assert 2 in table.layout.dealt


def test_F01_busted_and_bought_in_at_once_misses_nothing():
    table = seat_players(0, 1, 2)
    bust_seat_two(table)
    table.buy_in(2, 300)
    assert table.status(2) == "playing"
    hand = table.next_hand()
    assert dealt(hand) == (0, 1, 2)
    assert paid(hand) == {2: (5, 0), 0: (10, 0)}  # it had the big blind, now the small one


# F02


def test_F02_a_joiner_waits_for_the_next_deal():
    table = seat_players(0, 2, 4)
    hand = table.next_hand()
    table.sit(5, "Joe", 400, post="post")
    assert dealt(hand) == (0, 2, 4)
    while not hand.is_over:
        hand.fold()
    assert table.stacks == (500, 0, 495, 0, 505, 400)
    assert 5 in dealt(table.next_hand())


@pytest.mark.parametrize("stack", [99, 1001, 0, -5, 200.5, True, "200", None])
def test_F02_buy_in_within_the_limits(stack):
    table = seat_players(0)
    with pytest.raises(RulesError, match=r"a buy-in here must be (whole chips|100 or more \(and at most 1000\)), got"):
        table.sit(1, "Joe", stack)
    assert table.status(1) == "empty"


def test_F02_buy_in_without_limits():
    table = Table(Rules(small_blind=5, big_blind=10))
    table.sit(0, "Ann", 1)
    table.sit(1, "Joe", 10**6)
    for stack in (0, 10**30):
        with pytest.raises(RulesError, match=f"a buy-in here must be 1 or more .* got {stack}"):
            table.sit(2, "Bob", stack)


def test_F02_top_ups_between_hands_and_up_to_the_maximum():
    table = seat_players(0, 1, 2)
    table.top_up(1, 500)
    with pytest.raises(RulesError, match="a top-up of 501 makes 1001; the most here is 1000, so at most 500"):
        table.top_up(2, 501)
    hand = table.next_hand()
    with pytest.raises(RulesError, match="seat 2 is in the hand; its chips stay until the hand is over"):
        table.top_up(2, 100)
    while not hand.is_over:
        hand.fold()
    table.top_up(2, 100)
    assert table.stacks == (500, 995, 605, 0, 0, 0)


def test_F02_a_player_not_in_the_hand_may_top_up_meanwhile():
    table = seat_players(0, 1, 2, 3)
    table.sit_out(3)
    table.next_hand()
    table.top_up(3, 100)
    assert table.stacks[3] == 600


@pytest.mark.parametrize("amount", [0, -100, 1.5])
def test_F02_never_a_withdrawal(amount):
    table = seat_players(0, 1)
    with pytest.raises(RulesError, match=r"a top-up must be (whole chips|1 or more .*), got"):
        table.top_up(0, amount)
    assert table.stacks[0] == 500


# F02b


NEXT_DEAL = [name for name, make in PRESETS.items() if make().entry == "next-deal"]


@pytest.mark.parametrize("name", NEXT_DEAL)
@pytest.mark.parametrize("seat", [1, 3, 5])  # between button and small blind, between the blinds, behind the big blind
def test_F02b_who_joins_is_dealt_in_at_the_next_deal_and_owes_nothing(name, seat):
    rules = PRESETS[name]()
    table = seat_players(0, 2, 4, rules=rules)
    hand = table.next_hand()
    table.sit(seat, "Joe", 500)
    assert seat not in dealt(hand)
    while not hand.is_over:
        hand.fold()
    assert (table.status(seat), table.players[seat].owes) == ("playing", "")
    hand = table.next_hand()
    assert dealt(hand) == tuple(sorted({0, 2, 4, seat}))
    assert paid(hand) == {
        table.layout.small_blind: (rules.small_blind, 0),
        table.layout.big_blind: (rules.big_blind, 0),
    }


def test_F02b_who_comes_back_has_missed_nothing():
    table = seat_players(0, 1, 2, 3, 4, rules=pokerfs())
    play(table)  # button 0, blinds 1 and 2
    table.sit_out(3)
    play(table, 6)  # both blinds pass seat 3
    table.come_back(3, post="wait")
    assert table.players[3].owes == ""
    hand = table.next_hand()
    assert dealt(hand) == (0, 1, 2, 3, 4)
    assert len(paid(hand)) == 2


def test_F02b_the_button_moves_one_seat_also_to_who_has_just_joined():
    table = seat_players(0, 2, 4, rules=pokerfs())
    play(table)
    table.sit(1, "Joe", 500)
    assert (play(table).button, table.layout.small_blind, table.layout.big_blind) == (1, 2, 4)


def test_F02b_a_seat_without_chips_is_out_until_it_buys_back_in():
    table = seat_players(0, 1, 2, rules=pokerfs())
    bust_seat_two(table)
    assert dealt(play(table)) == (0, 1)
    assert table.status(2) == "busted"
    table.buy_in(2, 300)
    assert table.players[2].owes == ""
    assert dealt(play(table)) == (0, 1, 2)


# F03


def test_F03_a_new_player_posts_a_live_big_blind_and_is_dealt_in():
    table = seat_players(0, 1, 2, 3)
    play(table)
    table.sit(5, "Joe", 500, post="post")
    hand = table.next_hand()  # button 1, blinds 2 and 3
    assert paid(hand) == {2: (5, 0), 3: (10, 0), 5: (10, 0)}
    assert hand.bets == (0, 0, 5, 10, 0, 10)
    assert hand.actor == 5  # left of the big blind, as always
    assert hand.legal.check


def test_F03_or_waits_for_the_big_blind():
    table = seat_players(0, 1, 2, 3)
    play(table)
    table.sit(5, "Joe", 500, post="wait")
    assert table.status(5) == "waiting"
    assert dealt(play(table)) == (0, 1, 2, 3)  # big blind 3
    hand = table.next_hand()
    assert dealt(hand) == (0, 1, 2, 3, 5)
    assert paid(hand) == {3: (5, 0), 5: (10, 0)}


def test_F03_players_who_start_the_game_owe_nothing():
    hand = seat_players(0, 2, 3).next_hand()
    assert paid(hand) == {2: (5, 0), 3: (10, 0)}


# F04


@pytest.mark.parametrize("post", ["post", "wait"])
def test_F04_nobody_comes_in_between_the_button_and_the_small_blind(post):
    table = seat_players(0, 2, 4, 5)
    play(table)  # button 0, blinds 2 and 4
    table.sit(3, "Joe", 500, post=post)
    hand = play(table)  # button 2, blinds 4 and 5
    assert (table.button, dealt(hand)) == (2, (0, 2, 4, 5))
    hand = play(table)  # button 4, blinds 5 and 0: the button has passed
    assert table.button == 4
    assert dealt(hand) == ((0, 2, 3, 4, 5) if post == "post" else (0, 2, 4, 5))
    assert paid(hand).get(3) == ((10, 0) if post == "post" else None)


def test_F04_between_small_and_big_blind_is_the_big_blind():
    table = seat_players(0, 2, 4, 5)
    table.sit(1, "Ann", 500)
    play(table)  # button 0, blinds 1 and 2
    table.sit(3, "Joe", 500)
    hand = table.next_hand()  # button 1, small blind 2: the big blind reaches seat 3
    assert paid(hand) == {2: (5, 0), 3: (10, 0)}


def test_F04_nobody_gets_the_button_of_a_heads_up_game_by_posting():
    table = seat_players(0, 3, button=3)
    play(table)  # button 3, big blind 0
    table.sit(5, "Joe", 500, post="post")
    assert dealt(play(table)) == (0, 3)  # the big blind moves to 3
    hand = table.next_hand()
    assert (table.button, paid(hand)) == (0, {3: (5, 0), 5: (10, 0)})


# F05


def test_F05_after_the_button_has_passed_a_new_player_owes_one_big_blind_only():
    table = seat_players(0, 1, 2, 3)
    play(table)
    table.sit(4, "Joe", 500)
    table.sit_out(4)
    play(table, 5)  # both blinds and the button go round
    assert table.button == 1
    assert table.players[4].owes == "a live big blind"
    table.come_back(4, post="post")
    hand = table.next_hand()  # button 2, blinds 3 and ... seat 4 is next: it is the big blind
    assert paid(hand) == {3: (5, 0), 4: (10, 0)}


@pytest.mark.parametrize("hands", range(1, 10))
def test_F05_at_any_time_after_the_button(hands):
    table = seat_players(0, 1, 2, 3)
    play(table)
    table.sit(5, "Joe", 500)
    table.sit_out(5)
    play(table, hands)
    table.come_back(5, post="post")
    hand = play(table)
    if table.button == 3:  # the next player behind the button is 0: seat 5 lies between button and small blind
        assert 5 not in dealt(hand)
    else:
        assert paid(hand)[5] == (10, 0)


# F06


def test_F06_a_missed_small_blind_is_posted_dead():
    table = seat_players(0, 1, 2, 3, 4)
    play(table)  # button 0, blinds 1 and 2
    table.sit_out(2)
    play(table)  # button 1, seat 2 should have had the small blind; blinds 3 and 4
    assert (table.layout.small_blind, table.layout.big_blind) == (3, 4)
    assert table.players[2].owes == "a dead small blind"
    table.come_back(2, post="post")
    hand = table.next_hand()  # button 3, blinds 4 and 0
    assert paid(hand) == {4: (5, 0), 0: (10, 0), 2: (0, 5)}
    assert hand.bets == (10, 0, 0, 0, 5, 0)
    assert hand.pot == 20
    hand.fold()
    assert hand.actor == 2
    assert hand.legal.call == 10  # the dead chips do not count
    assert table.players[2].owes == ""


def test_F06_comes_back_only_behind_the_button():
    table = seat_players(0, 1, 2, 3, 4)
    play(table)
    table.sit_out(2)
    play(table)
    table.sit_out(3)  # it had the small blind: the button passes its seat, and seat 2's, to seat 4
    table.come_back(2)
    hand = play(table)
    assert 3 not in dealt(hand)
    assert table.button == 4
    assert paid(hand)[2] == (0, 5)


# F07


def miss_both_as_a_newcomer():
    """Seat 2 sits out from the start while both blinds pass."""
    table = seat_players(0, 1, 2, 3, 4)
    table.sit_out(2)
    play(table, 2)  # blinds 1 and 3, 3 and 4
    assert table.players[2].owes == "a live big blind"  # it is new: it has never been dealt in
    return table


def miss_both_as_a_player():
    table = seat_players(0, 1, 2, 3, 4, button=4)
    play(table)  # button 4, blinds 0 and 1
    table.sit_out(2)
    play(table)  # button 0, blinds 1 and 3: the big blind has passed
    assert table.players[2].owes == "a live big blind"
    table.come_back(2, post="post")
    hand = play(table)  # button 1, blinds 3 and 4: it may not come in here, and the small blind passes too
    assert dealt(hand) == (0, 1, 3, 4)
    assert table.players[2].owes == "a live big blind and a dead small blind"
    return table


def test_F07_missed_both_is_a_live_big_and_a_dead_small_blind():
    table = miss_both_as_a_player()
    hand = table.next_hand()  # button 3, blinds 4 and 0
    assert paid(hand) == {4: (5, 0), 0: (10, 0), 2: (10, 5)}
    assert hand.bets == (10, 0, 10, 0, 5, 0)
    assert hand.pot == 30
    assert table.players[2].owes == ""


def test_F07_or_waits_for_the_big_blind_which_clears_both():
    table = miss_both_as_a_player()
    table.come_back(2, post="wait")
    for _ in range(2):
        assert 2 not in dealt(play(table))  # big blinds 0 and 1
    hand = table.next_hand()
    assert paid(hand) == {1: (5, 0), 2: (10, 0)}
    assert table.players[2].owes == ""


def test_F07_misses_are_not_counted_twice():
    table = miss_both_as_a_player()
    table.sit_out(2)
    play(table, 9)
    assert table.players[2].owes == "a live big blind and a dead small blind"


def test_F07_a_new_player_misses_nothing():
    table = miss_both_as_a_newcomer()
    play(table, 6)
    assert table.players[2].owes == "a live big blind"


# F08


def test_F08_a_live_poster_has_the_option():
    table = seat_players(0, 1, 2, 3)
    play(table)
    table.sit(5, "Joe", 500, post="post")
    hand = table.next_hand()  # button 1, blinds 2 and 3, post 5
    assert hand.actor == 5
    assert (hand.legal.check, hand.legal.min_raise_to, hand.legal.max_raise_to) == (True, 20, 500)
    hand.check()
    for _ in range(3):  # seats 0, 1 and 2 call
        hand.call()
    assert (hand.actor, hand.legal.check) == (3, True)  # and so has the big blind
    hand.check()
    assert hand.street == "flop"


def test_F08_also_when_others_have_called_before():
    table = seat_players(0, 1, 2, 3)
    play(table)
    table.sit(4, "Joe", 500, post="wait")
    table.sit(5, "Sue", 500, post="post")
    hand = play(table)
    assert dealt(hand) == (0, 1, 2, 3, 5)
    table.leave(0)
    table.sit(0, "Ann", 500, post="post")
    hand = table.next_hand()  # button 2, blinds 3 and 4 (which has waited for it), post 0
    assert paid(hand) == {3: (5, 0), 4: (10, 0), 0: (10, 0)}
    assert hand.actor == 5
    hand.call()
    assert (hand.actor, hand.legal.check) == (0, True)
    hand.raise_to(40)
    assert hand.bets[0] == 40


# F09


def test_F09_fewer_than_two_seats_is_no_hand():
    table = Table(RULES)
    assert table.next_hand() is None
    assert table.waiting == "needs two players with chips; nobody is sitting in"
    table.sit(0, "Ann", 500)
    table.sit(1, "Bob", 500)
    table.sit_out(1)
    assert table.next_hand() is None
    assert table.waiting == "needs two players with chips; 1 is sitting in"
    table.come_back(1)
    assert table.next_hand() is not None
    assert table.waiting == ""


# F10


@pytest.mark.parametrize(
    ("gone", "button", "big"),
    [(0, 2, 1), (1, 2, 0), (2, 1, 0)],  # the button, the small blind, the big blind leaves
)
def test_F10_nobody_pays_the_big_blind_twice_in_a_row(gone, button, big):
    for rule in ("moving", "dead"):
        table = seat_players(0, 1, 2, rule=rule)
        play(table)  # button 0, blinds 1 and 2
        table.leave(gone)
        hand = table.next_hand()
        assert (table.button, paid(hand)) == (button, {button: (5, 0), big: (10, 0)})
        assert hand.actor == button  # A04
        while not hand.is_over:
            hand.fold()
        play(table)
        assert (table.button, table.layout.big_blind) == (big, button)


# F11


def test_F11_the_small_blind_is_dead_when_the_big_blind_has_left():
    table = seat_players(0, 1, 2, 3, 4, rule="dead")
    play(table)  # button 0, blinds 1 and 2
    table.leave(2)
    hand = table.next_hand()  # button 1, small blind at empty seat 2, big blind 3
    assert table.button == 1
    assert paid(hand) == {3: (10, 0)}
    assert hand.actor == 4
    for _ in range(2):
        hand.call()
    hand.call()
    hand.check()
    assert (hand.street, hand.actor) == ("flop", 3)
    while not hand.is_over:
        hand.fold()
    hand = table.next_hand()  # button at empty seat 2, blinds 3 and 4
    assert (table.button, paid(hand)) == (2, {3: (5, 0), 4: (10, 0)})
    for _ in range(2):
        hand.call()
    hand.call()
    hand.check()
    order = []
    while hand.street == "flop":
        order.append(hand.actor)
        hand.check()
    assert order == [3, 4, 0, 1]  # seat 1 acts last a second time


def test_F11_the_button_stands_at_an_empty_seat_when_the_small_blind_has_left():
    table = seat_players(0, 1, 2, 3, rule="dead")
    play(table)
    table.leave(1)
    hand = table.next_hand()
    assert (table.button, paid(hand)) == (1, {2: (5, 0), 3: (10, 0)})
    assert hand.actor == 0


def test_F11_the_moving_button_goes_to_the_next_player_instead():
    table = seat_players(0, 1, 2, 3)
    play(table)
    table.leave(1)
    hand = table.next_hand()
    assert (table.button, paid(hand)) == (2, {3: (5, 0), 0: (10, 0)})


def test_F11_nobody_comes_in_on_a_dead_button():
    table = seat_players(0, 1, 2, 3, 4, rule="dead")
    play(table)
    table.leave(1)
    table.sit(1, "Joe", 500, post="post")
    assert 1 not in dealt(play(table))  # the button is there
    assert table.button == 1
    hand = play(table)
    assert paid(hand) == {3: (5, 0), 4: (10, 0), 1: (10, 0)}


# F12


def test_F12_antes_and_straddles_come_with_the_posts():
    table = seat_players(0, 1, 2, 3, rules=RULES.replace(ante=1, straddles=(20,)))
    play(table)
    table.sit(4, "Sue", 500, post="post")
    table.sit(5, "Joe", 500, post="post")
    hand = table.next_hand()  # button 1, blinds 2 and 3; the straddle is seat 4's and covers what it owes
    antes = [Post(seat, dead=1, kind="ante") for seat in (0, 1, 2, 3, 4, 5)]
    blinds = [Post(2, live=5, kind="small blind"), Post(3, live=10, kind="big blind")]
    assert list(hand.posts) == [*antes, *blinds, Post(4, live=20, kind="straddle"), Post(5, live=10)]
    assert hand.bets == (0, 0, 5, 10, 20, 10)
    assert hand.actor == 5
    assert (hand.legal.call, hand.legal.min_raise_to) == (10, 40)


def test_F12_one_ante_for_the_table_under_a_dead_small_blind():
    table = seat_players(0, 1, 2, 3, 4, rule="dead", rules=RULES.replace(ante=10, ante_by="big-blind"))
    play(table)
    table.leave(2)
    hand = table.next_hand()
    assert hand.posts == (Post(3, dead=10, kind="ante"), Post(3, live=10, kind="big blind"))


def test_F12_pokerfs_refuses_antes_and_straddles():
    with pytest.raises(RulesError, match="ante"):
        pokerfs().replace(ante=1)
    with pytest.raises(RulesError, match="straddle"):
        pokerfs().replace(straddles=(20,))


# Errors leave the table as it was (G)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t: t.sit(0, "Joe", 500), "seat 0 is taken by P0"),
        (lambda t: t.sit(6, "Joe", 500), "seats are numbered 0 to 5, got 6"),
        (lambda t: t.sit(True, "Joe", 500), "seats are numbered 0 to 5, got True"),
        (lambda t: t.sit(4, "P0", 500), "P0 already sits in seat 0"),
        (lambda t: t.sit(4, " ", 500), "a player needs a name, got ' '"),
        (lambda t: t.sit(4, "Joe", 500, post="later"), "post must be 'post' or 'wait', got 'later'"),
        (lambda t: t.sit_out(3), "seat 3 is sitting out already"),
        (lambda t: t.sit_out(5), "seat 5 is empty"),
        (lambda t: t.come_back(0), "seat 0 is sitting in already"),
        (lambda t: t.buy_in(3, 500), "seat 3 still has 500 chips; top_up adds to them"),
        (lambda t: t.leave(5), "seat 5 is empty"),
        (lambda t: t.leave(0), "seat 0 is in the hand; its chips stay until the hand is over"),
        (lambda t: t.next_hand(), "the hand is not over: seat 0 is to act"),
        (lambda t: t.finish(), "the hand is not over: seat 0 is to act"),
        (lambda t: t.finish(Hand(RULES, [500, 500])), "this hand is not the one the table has dealt last"),
    ],
)
def test_G_errors_say_what_is_wrong_and_change_nothing(call, message):
    table = seat_players(0, 1, 2, 3)
    table.sit_out(3)
    table.next_hand()
    before = (repr(table), repr(table.hand), table.players)
    with pytest.raises(RulesError, match=message.replace("(", r"\(")):
        call(table)
    assert (repr(table), repr(table.hand), table.players) == before


def test_G_a_deal_that_fails_changes_nothing():
    table = seat_players(0, 1, 2)
    before = (repr(table), table.players)
    with pytest.raises(ValueError, match="As"):
        table.next_hand(holes={0: "AsAs"})
    assert (repr(table), table.players, table.hand) == (*before, None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 1}, "the number of seats must be at least 2, got 1"),
        ({"seats": 11}, "the number of seats must be at most 10, got 11"),
        ({"button": "random"}, "unknown button rule 'random'; there is 'moving' and 'dead'"),
        ({"seed": 1.5}, "seed must be a whole number, got 1.5"),
        ({"first_button": 6}, "seats are numbered 0 to 5, got 6"),
    ],
)
def test_G_a_table_is_checked_when_it_is_made(options, message):
    with pytest.raises(RulesError, match=message):
        Table(RULES, **options)


def test_the_same_seed_gives_the_same_session():
    texts = []
    for _ in range(2):
        table = Table(RULES, seed=7)
        for seat in (0, 2, 3):
            table.sit(seat, f"P{seat}", 500)
        texts.append([repr(play(table)) for _ in range(5)])
    assert texts[0] == texts[1]
    assert len(set(texts[0])) == 5

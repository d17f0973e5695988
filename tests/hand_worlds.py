"""Random rules, tables and actions for the tests of the rules engine, as plain Python from `random.Random`."""

from __future__ import annotations

from random import Random
from typing import Any

from equity.rules import Post, Rake, Rules
from equity.rules.posts import regular_posts

STRUCTURES = ("no-limit", "pot-limit", "fixed-limit")


def random_rules(dice: Random) -> Rules:
    structure = dice.choice(STRUCTURES)
    big = dice.choice([1, 2, 4, 10, 10, 20, 25])
    small = dice.choice([0, big // 2, big // 2, big])
    kind: dict[str, Any] = {}
    if structure == "fixed-limit":
        small_bet = big * dice.choice([1, 1, 1, 2])
        kind = {
            "small_bet": small_bet,
            "big_bet": small_bet * dice.choice([1, 2, 2]),
            "reopen": dice.choice(["half", "half", "full"]),
            "raise_after_short": dice.choice(["from-all-in", "next-level"]),
            "cap": dice.choice([3, 4, 4, 5, None]),
        }
    elif dice.random() < 0.1:
        kind = {"cap": dice.choice([2, 4])}
    rake = Rake(
        percent=dice.choice([5, "2.5", "0.75", 10]),
        cap=dice.choice([None, 1, 3, 50]),
        no_flop_no_drop=dice.random() < 0.5,
    )
    return Rules(
        structure=structure,
        small_blind=small,
        big_blind=big,
        **kind,
        cap_heads_up=dice.choice(["same", "same", None, 3, 6]),
        cumulative_reopen=dice.random() < 0.7,
        odd_chips=dice.choice(["one-each", "first"]),
        chip=dice.choice([1, 1, 1, 2, 5]),
        ante=dice.choice([0, 0, 0, 1, 3, big]),
        ante_by=dice.choice(["each", "each", "big-blind"]),
        straddles=dice.choice([(), (), (), (2 * big,), (2 * big, 5 * big)]),
        rake=dice.choice([None, None, rake]),
    )


def random_stacks(dice: Random, rules: Rules) -> list[int]:
    seats = dice.choice([2, 2, 3, 3, 4, 5, 6, 6, 8, 9, 10])
    deep = dice.choice([2, 6, 20, 100])
    stacks = [dice.randint(1, deep * rules.big_blind + 1) for _ in range(seats)]
    for seat in range(seats):
        if dice.random() < 0.08:
            stacks[seat] = 0  # not dealt in
    while sum(chips > 0 for chips in stacks) < 2:
        stacks[dice.randrange(seats)] = rules.big_blind
    return stacks


def random_posts(dice: Random, rules: Rules, stacks: list[int], button: int) -> list[Post]:
    """The regular posts, sometimes without the small blind (a dead button), sometimes with late players' posts."""
    posts = regular_posts(rules, stacks, button)
    if dice.random() < 0.2:
        posts = [post for post in posts if post.kind != "small blind"]
    busy = {post.seat for post in posts if post.live}
    for seat, chips in enumerate(stacks):
        if chips and seat not in busy and dice.random() < 0.2:
            dead = dice.choice([0, rules.small_blind])
            posts.append(Post(seat, live=dice.choice([0, rules.big_blind]), dead=dead))
    return posts


def random_action(dice: Random, call: int, least: int, most: int) -> tuple[str, int]:
    """A legal action: fold also when a check is free; raises at both ends and between."""
    roll = dice.random()
    if roll < (0.15 if call else 0.03):
        return "fold", 0
    if most and roll > 0.6:
        return "raise", dice.choice([least, most, dice.randint(least, most), min(most, least + dice.randint(0, 9))])
    return ("call", 0) if call else ("check", 0)

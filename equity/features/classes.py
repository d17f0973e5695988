"""Hole cards and boards up to suits, numbered without gaps: the canonical index and its inverse.

Two deals are of one class if a change of suits, and of the order of the hole cards and of the board's cards, turns one
into the other. There are 169 classes of hole cards, and with boards of 3, 4 and 5 cards 1,286,792, 55,190,538 and
2,428,287,420; 1,755, 16,432 and 134,459 of boards alone. The board is one set of cards: which came on the turn does not
matter. The idea is that of K. Waugh, "A fast and optimal hand isomorphism algorithm" (AAAI workshop, 2013).

The scheme. A suit's *share* is its sets of hole cards and of board cards. The shares' *sizes* (how many hole cards, how
many board cards, suit by suit, largest first) sort the classes into layouts, each with a block of indices. Within a
block a share is one number: its hole ranks among 13, its board ranks among the rest, both as combinations in
colexicographic order. Shares of equal sizes are interchangeable, so they count as a multiset, and the rest is mixed
radix. Every term depends on one share alone, so the index is a sum of four.
"""

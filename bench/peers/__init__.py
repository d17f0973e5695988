"""The other packages: the same question to both sides, and the answers compared before anything is timed.

==============  ====================================================================================================
``comparison``  one cell of a table: the work, the peer, and how to make both sides
``evaluator``   seven cards to a value: one call per hand, and an array of hands
``equity``      equities: exact ones, and sampled ones at the same standard error
``hands``       whole hands: compiled, stepped, as arrays, and read from a history
``loops``       the peers' own loops over whole hands, which ``hands`` and `bench.anchors` time
==============  ====================================================================================================

A peer that is not installed is left out (``make`` raises ImportError). Each module lists its cells as ``COMPARISONS``.
"""

"""How fast ours is: alone, beside other packages, and from commit to commit. Ratios count, never a time alone.

====================  ==================================================================================================
``rounds``            two programs timed in turn on one thread, and the median ratio: everything below uses it
``peers``             the other packages: what they are asked, and that their answers are ours
``comparisons``       all pairs of a piece of work and a peer, in the order of README's tables
``tables``            ``python -m bench.tables`` measures them all and writes README's tables between their markers
``machine``           what a table was measured on: the line in each of them
``floors``            ``python -m bench.floors``: what people wait for, against its floors; a warning below them
``ratios``            ``python -m bench.ratios`` fails when a ratio has dropped by 30 % (``baseline.json``)
``anchors``           ``python -m bench.anchors`` converts to ACPC's and rs-poker's native engines
``bench_costs``       ``python -m bench.bench_costs``: what each option of a simulation costs, a table of README
``bench_plan``        ``python -m bench.bench_plan``: how well the planner predicts its seconds
``serve_load``        ``python -m bench.serve_load``: many questions at once to ``equity serve``
``bench_evaluate``    hands to values, one and many
``bench_features``    what hole cards and boards make, as arrays
``bench_ranges``      reading and writing ranges
``bench_equity``      single questions
``bench_depth``       exact equities of wide ranges, beside pokerfast
``bench_many``        many questions in one call
``bench_boards``      what ranges do on boards: every flop at once, hits on all flops
``bench_query``       queries, sampled and counted
``bench_solve``       push or fold, prize money
``bench_hand``        one hand, act by act
``bench_batch``       `HandBatch`, beside RLCard
``bench_simulate``    whole runs
``bench_history``     hand histories read, replayed and written
``bench_startup``     whole processes, from the shell to the answer
====================  ==================================================================================================

``pytest bench --benchmark-only`` runs every ``bench_*`` file. A new peer goes into `bench.peers`; a new measure of ours
into the ``bench_*`` file of its room. Imports go down this table, from ``rounds`` and ``machine`` through ``peers`` and
``comparisons`` to the rest; ``floors`` comes last.
"""

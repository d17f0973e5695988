"""Programs that make the data files shipped in `equity/data`.

Each is run again by ``python -m equity.generate.NAME``.
"""

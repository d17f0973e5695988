"""Programs that make the data files shipped in `equity/data`; each is re-run by
``python -m equity.generate.NAME``.
"""

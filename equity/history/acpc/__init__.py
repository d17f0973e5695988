"""The logs of the Annual Computer Poker Competition.

- `games`: game definitions: what a log line leaves out.
- `logs`: log lines, read and written.
"""

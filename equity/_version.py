"""The distribution's name and version, alone in a file so that the build can read it without importing the package."""

DISTRIBUTION = "holdem-equity"  # what pip calls it: `equity` on the index is an unrelated package
__version__ = "0.1.0"

"""Results in the forms people and programs read; computes nothing.

Rules of the folder: a function takes a result and returns text. Modules of one form each, loaded by the command that
prints it.
"""

"""``python -m equity``, and the ``equity`` command."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from equity.cli import cli

    cli()


if __name__ == "__main__":
    main()

"""The page's 13 x 13 grid in a notebook: `RangeGrid`, whose `range` is a `Range` (extra ``notebooks``).

Rules of the file: grid and looks are the page's own files; nothing is drawn here.
"""

from __future__ import annotations

from typing import Any

from equity._version import DISTRIBUTION
from equity.cards import combo_index, combo_name, parse_cards
from equity.ranges.range import Hands, Range
from equity.show.palette import css_variables
from equity.web.files import read_static

try:
    import anywidget
    import traitlets
except ImportError as error:  # pragma: no cover - the extra is installed where this is tested
    raise ImportError(f"equity.widgets needs anywidget: pip install '{DISTRIBUTION}[notebooks]'") from error

__all__ = ["RangeGrid"]

_RENDER = """
function render({ model, el }) {
  const root = document.createElement("div");
  const changed = (weights) => {
    model.set("weights", Object.fromEntries(weights));
    model.save_changes();
  };
  const grid = new RangeGrid(root, { changed });
  const show = () => {
    grid.brush = model.get("brush");
    grid.show(new Map(Object.entries(model.get("weights"))));
  };
  for (const name of ["weights", "brush"]) model.on(`change:${name}`, show);
  show();
  el.append(root);
  return () => {
    for (const name of ["weights", "brush"]) model.off(`change:${name}`, show);
  };
}
export default { render };
"""
_LOOKS = (
    f".range-grid {{ max-width: 36rem; color: var(--ink); {css_variables('light')} }}\n"
    f"@media (prefers-color-scheme: dark) {{ .range-grid {{ {css_variables('dark')} }} }}\n"
)


class RangeGrid(anywidget.AnyWidget):
    """A grid of the 169 hands to drag over; with the keyboard arrows move, space paints, and shift takes 25 % off.

    Parameters
    ----------
    hands : Hands, optional
        What it shows first: anything that `Range` takes.
    brush : float, optional
        The weight that is painted.

    Attributes
    ----------
    range : Range
        What is painted now; it can be set.
    weights : dict of str to float
        The same by combo, ``{"AsKs": 0.5}``, which ``observe(..., "weights")`` tells the changes of.

    Raises
    ------
    EquityError
        If the hands cannot be read.

    Examples
    --------
    >>> from equity.widgets import RangeGrid
    >>> grid = RangeGrid("QQ+, AKs:0.5")
    >>> grid.range
    Range('QQ+,AKs:0.5')
    >>> grid.range = grid.range - "QQ"
    >>> len(grid.weights)
    16
    """

    _esm = read_static("grid.js") + _RENDER
    _css = _LOOKS + read_static("grid.css")
    weights = traitlets.Dict(key_trait=traitlets.Unicode(), value_trait=traitlets.Float()).tag(sync=True)
    brush = traitlets.Float(1.0, min=0.0, max=1.0).tag(sync=True)

    def __init__(self, hands: Hands = "none", *, brush: float = 1.0, **more: Any) -> None:
        super().__init__(brush=brush, **more)
        self.range = Range(hands)

    @property
    def range(self) -> Range:
        """What is painted now."""
        return Range.from_combos({combo_index(*parse_cards(name)): weight for name, weight in self.weights.items()})

    @range.setter
    def range(self, hands: Hands) -> None:
        self.weights = {combo_name(combo): weight for combo, weight in Range(hands).combos.items()}

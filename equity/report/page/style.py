"""The style sheet of the page: light and dark, wide and narrow, nothing loaded from anywhere.

Rules of the file: colours come from `equity.show.palette`, as variables.
"""

from __future__ import annotations

from equity.show.palette import css_variables

__all__ = ["STYLE"]

_COLORS = f"""
:root {{
  color-scheme: light dark;
  {css_variables("light")}
}}
@media (prefers-color-scheme: dark) {{
  :root {{
    {css_variables("dark")}
  }}
}}
"""
_SHEET = """
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.2rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 16px/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
h1 { font-size: 1.5rem; margin: 0 0 .4rem; overflow-wrap: break-word; }
h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; }
h3 { font-size: .95rem; margin: .9rem 0 .3rem; overflow-wrap: break-word; }
p, figcaption { color: var(--soft); margin: .3rem 0; }
p.board { color: var(--ink); font-size: 1.2rem; }
.card { display: inline-block; padding: 0 .35rem; margin-right: .3rem; border: 1px solid var(--line); border-radius:
  .3rem; font-weight: 600; }
.s { color: var(--suit-s); } .h { color: var(--suit-h); } .d { color: var(--suit-d); } .c { color: var(--suit-c); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
table.list { width: 100%; }
.list th, .list td { padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
.list th { color: var(--soft); font-weight: 600; }
.list .n { text-align: right; white-space: nowrap; }
.list .range { overflow-wrap: break-word; min-width: 6rem; }
.swatch { display: inline-block; width: .8em; height: .8em; border-radius: .15em; margin-right: .4em; }
.player { display: grid; grid-template-columns: minmax(7rem, 16rem) 1fr auto; gap: .2rem 1rem; align-items: center;
  padding: .35rem 0; border-bottom: 1px solid var(--line); }
.player .name { overflow-wrap: break-word; font-weight: 600; }
.player .figures { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.player .figures small { display: block; color: var(--soft); }
svg.bar { width: 100%; height: 1.4rem; display: block; border-radius: .2rem; }
svg .track { fill: var(--empty); }
svg .half { stroke: var(--ink); stroke-opacity: .45; stroke-dasharray: 2 2; vector-effect: non-scaling-stroke; }
svg .whisker { stroke: var(--ink); stroke-width: 2; fill: none; vector-effect: non-scaling-stroke; }
svg.curves { width: 100%; max-width: 46rem; height: auto; display: block; }
svg.curves text { fill: var(--soft); font-size: 13px; }
.key { display: inline-block; margin-right: 1rem; }
svg .grid { stroke: var(--line); }
svg .curve { fill: none; stroke-width: 2.2; }
svg .c1 { stroke-dasharray: 8 4; } svg .c2 { stroke-dasharray: 8 3 2 3; } svg .c3 { stroke-dasharray: 2 3; }
.pair { display: flex; flex-wrap: wrap; gap: 1.2rem 1.6rem; margin-bottom: 1.4rem; }
figure { margin: 0; flex: 1 1 24rem; max-width: 29rem; min-width: 0; }
table.chart { width: 100%; table-layout: fixed; }
.chart th, .chart td { padding: 0; height: 2.05rem; text-align: center; border: 1px solid var(--paper);
  line-height: 1.05; overflow: hidden; }
.chart td, .chart th { font-size: .68rem; font-weight: 400; }
.chart td small { display: block; font-size: .95em; }
.chart td.none { background: var(--empty); color: var(--faint); }
table.next { width: 100%; table-layout: fixed; max-width: 46rem; }
.next th, .next td { padding: 0; height: 1.9rem; text-align: center; border: 1px solid var(--paper);
  font-size: .85rem; }
.next td.none { background: var(--empty); color: var(--faint); }
.legend { display: flex; align-items: center; gap: .5rem; color: var(--soft); font-size: .85rem; max-width: 24rem; }
.legend i { flex: 1; height: .7rem; border-radius: .2rem; }
code { font: .9em ui-monospace, Consolas, monospace; overflow-wrap: anywhere; background: var(--empty);
  padding: .1em .3em; border-radius: .2em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  body { padding: .8rem; }
  .player { grid-template-columns: 1fr auto; }
  .player .plot { grid-column: 1 / -1; order: 3; }
  svg.curves text { font-size: 19px; }
  .list th, .list th.n { display: none; }
  .list tr { display: block; border-bottom: 1px solid var(--line); padding: .3rem 0; }
  .list td, .list .n { display: flex; gap: .8rem; border: 0; padding: .1rem 0; text-align: left; white-space: normal; }
  .list td::before { content: attr(data-name); color: var(--soft); flex: 0 0 6.5rem; }
  figure { flex-basis: 100%; }
  .chart th, .chart td { height: 1.65rem; }
  .chart td, .chart th { font-size: .55rem; }
  .next th, .next td { font-size: .72rem; }
  .wide { display: none; }
  dl { grid-template-columns: 1fr; } dt { margin-top: .4rem; }
}
@media print { body { max-width: none; } h2 { break-after: avoid; } .pair, .player { break-inside: avoid; } }
"""
STYLE = (_COLORS + _SHEET).strip()

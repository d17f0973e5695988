"""How kernels are compiled.

- `decorators`: kernel, inner, apart, inline, with the reason for each of Numba's flags, and the cache.
- `function_pointers`: call a compiled function that is given as data.
- `first_calls`: a process's first calls in plain Python, where kernels are not in the cache yet.
- `_numba`, `_numba_twins`, `_numba_lowering`, `_numba_addresses`: everything that leans on Numba's private parts, and
  whether they are there.
"""

"""How kernels are compiled.

- `decorators`: kernel, inner and the others, with the reason for each of Numba's flags.
- `function_pointers`: call a compiled function by its address.
"""

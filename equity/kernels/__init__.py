"""All Numba code; nothing outside this folder imports numba. Functions here take and fill arrays and check nothing."""

"""Rows of numbers that kernels add up as wholes: the inner loop of a small network, in one instruction or two.

Numba leaves such a loop of a known few steps to a part of the compiler that does not find the vectors in it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from engine.compiling import COMPILED

_FLOAT_BYTES = 4


def scaled_row_adder(width: int) -> Callable[..., None]:
    """A function for kernels: ``add(sums, scale, rows, index)`` adds ``scale * rows[index]`` to ``sums``.

    ``sums`` is float32[width], ``rows`` float32[any, width], both C-contiguous; ``scale`` is a float32.
    """
    if not COMPILED:

        def add_plainly(sums: Any, scale: Any, rows: Any, index: int) -> None:
            sums += np.float32(scale) * rows[index]

        return add_plainly
    vector = ir.VectorType(ir.FloatType(), width)

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """The instructions, as Numba wants them."""
        sums, scale, rows, index = arguments
        into = builder.bitcast(context.make_array(signature.args[0])(context, builder, sums).data, vector.as_pointer())
        first = context.make_array(signature.args[2])(context, builder, rows).data
        row = builder.gep(first, [builder.mul(index, ir.Constant(index.type, width))])
        scales = builder.insert_element(ir.Constant(vector, ir.Undefined), scale, ir.Constant(ir.IntType(32), 0))
        scales = builder.shuffle_vector(scales, scales, ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width))
        before = builder.load(into, align=_FLOAT_BYTES)
        added = builder.fmul(scales, builder.load(builder.bitcast(row, vector.as_pointer()), align=_FLOAT_BYTES))
        builder.store(builder.fadd(before, added), into, align=_FLOAT_BYTES)
        return context.get_dummy_value()

    def add(_typing_context: Any, sums: Any, scale: Any, rows: Any, index: Any) -> Any:
        if any(array.dtype != types.float32 or array.layout != "C" for array in (sums, rows)):
            raise TypingError("scaled rows are float32 and C-contiguous")
        return types.void(sums, types.float32, rows, types.int64), lower

    return intrinsic(add)  # type: ignore[no-any-return]  # Numba's functions are untyped

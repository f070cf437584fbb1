"""Small arrays that kernels make for the length of a call: on the stack, where making one costs nothing.

``np.empty`` asks for memory and counts references, some tens of nanoseconds for each array, which a kernel called a
million times a second feels. An array made here ends with the kernel that made it: kernels may hand it on to those that
they call, and must not keep it.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

from engine.compiling import COMPILED


def stack_array(shape: tuple[int, ...], dtype: npt.DTypeLike) -> Callable[[], npt.NDArray[Any]]:
    """A function for kernels to call: it makes an array of this shape and type, with undefined elements."""
    element = np.dtype(dtype)
    if not COMPILED:
        return lambda: np.empty(shape, element)
    array_type = types.Array(from_dtype(element), len(shape), "C")
    strides = [element.itemsize * math.prod(shape[axis + 1 :]) for axis in range(len(shape))]

    def lower(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        """The instructions that make the array, as Numba wants them."""
        memory = cgutils.alloca_once(builder, ir.ArrayType(context.get_data_type(array_type.dtype), math.prod(shape)))
        array = context.make_array(array_type)(context, builder)
        context.populate_array(
            array,
            data=builder.bitcast(memory, array.data.type),
            shape=[context.get_constant(types.intp, size) for size in shape],
            strides=[context.get_constant(types.intp, stride) for stride in strides],
            itemsize=context.get_constant(types.intp, element.itemsize),
            meminfo=None,
        )
        return array._getvalue()

    def make(_typing_context: Any) -> Any:
        return array_type(), lower

    return intrinsic(make)  # type: ignore[no-any-return]  # Numba's functions are untyped

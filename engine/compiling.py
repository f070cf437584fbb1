"""How kernels are compiled: one decorator and a disk cache keyed by the sources of every kernel.

Numba watches only the file of the cached function itself, so a change in a called function would go unnoticed.
The cache folder is therefore named after a hash of all kernel sources and the versions that compile them. It lives in
the user's cache directory, or under ``PITWISE_CACHE_DIR``.

With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python on record arrays.
"""

import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.registry import CPUDispatcher

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED: bool = not numba.config.DISABLE_JIT

_KEPT_CACHE_DAYS = 30.0

_OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": None,
    # An entry for C callers, which there are none of, would be compiled with every kernel.
    "no_cfunc_wrapper": True,
}

_ARRAY_MAKERS = frozenset(("arange", "array", "copy", "empty", "empty_like", "full", "ones", "zeros", "zeros_like"))
"""Functions whose callers need Numba's reference counting. It refuses to compile what makes an array without."""


def kernel_sources() -> list[Path]:
    """The source files whose text decides what compiled code does, in a fixed order.

    These are the modules that define kernels, with every module of ours they import.
    """
    top = Path(__file__).resolve().parent.parent
    texts = {
        ".".join(path.relative_to(top).with_suffix("").parts): (path, path.read_text(encoding="utf-8"))
        for package in ("engine", "solvers", "eval")
        for path in (top / package).rglob("*.py")
    }
    wanted = [name for name, (_, text) in texts.items() if re.search(r"^@kernel", text, re.MULTILINE)]
    found: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name in texts and name not in found:
            found.add(name)
            wanted += re.findall(r"^from ((?:engine|solvers|eval)[\w.]*) import", texts[name][1], re.MULTILINE)
    return sorted(texts[name][0] for name in found)


def source_hash() -> str:
    """A short hash of every kernel source and of the versions that compile them."""
    digest = hashlib.sha256()
    digest.update(f"numba {numba.__version__} llvmlite {llvmlite.__version__} numpy {np.__version__}".encode())
    for path in kernel_sources():
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_root() -> Path:
    configured = os.environ.get("PITWISE_CACHE_DIR")
    root = Path(configured) if configured else Path(platformdirs.user_cache_dir("pitwise"))
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        # A read-only home must not stop a server: it compiles once per boot instead.
        # Numba runs what it finds in its cache, so a folder that somebody else may have made will not do.
        user = os.getuid() if hasattr(os, "getuid") else 0
        root = Path(tempfile.gettempdir()) / f"pitwise-{user}"
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        if hasattr(os, "getuid") and (root.stat().st_uid != user or root.stat().st_mode & 0o077):
            root = Path(tempfile.mkdtemp(prefix="pitwise-"))
    return root


def _remove_old_caches(root: Path, current: Path) -> None:
    horizon = time.time() - _KEPT_CACHE_DAYS * 86400
    for folder in root.glob("kernels-*"):
        try:
            if folder != current and folder.stat().st_mtime < horizon:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


def _prepare_cache() -> Path:
    root = _cache_root()
    folder = root / f"kernels-{source_hash()}"
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _remove_old_caches(root, folder)
    return folder


if COMPILED:
    cache_folder: Path | None = _prepare_cache()
    numba.config.CACHE_DIR = str(cache_folder)
else:
    cache_folder = None
    # Wrap-around is what the 64-bit mixing functions rely on; NumPy would warn for scalars.
    np.seterr(over="ignore")


def cache_is_cold() -> bool:
    """Whether kernels still have to be compiled (some tens of seconds) before the first answer."""
    return cache_folder is not None and not any(cache_folder.rglob("*.nbi"))


class _Kernel(CPUDispatcher):  # type: ignore[misc]  # Numba's classes are Any
    """A compiled function that takes every signed integer as ``int64`` when other kernels call it.

    Numba would otherwise compile one version of it, and of all it calls, for each mixture of argument types: ``int8``
    from a record, ``int32`` from an array of moves, ``int64``, a literal 0.
    """

    def add_overload(self, cres: Any) -> None:
        """Take up a version that has been compiled or read from the cache.

        Raises:
            TypeError: it returns an array.
        """
        returned = cres.signature.return_type
        if any(isinstance(part, numba.types.Buffer) for part in (returned, *getattr(returned, "types", ()))):
            raise TypeError(f"the kernel {self.py_func.__qualname__} returns an array: callers would not free it")
        super().add_overload(cres)

    def get_call_template(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """How a call with arguments of these types is compiled."""
        return super().get_call_template(tuple(map(_widened, args)), {key: _widened(kws[key]) for key in kws})


def _widened(argument: Any) -> Any:
    """The type a kernel gets for an argument of type ``argument``."""
    argument = numba.types.unliteral(argument)
    if isinstance(argument, numba.types.IntEnumMember):
        return numba.int64
    if isinstance(argument, numba.types.Integer) and argument.signed:
        return numba.int64
    return argument


def kernel(function: Function) -> Function:
    """Compile ``function`` with Numba: no Python objects, no GIL, cached on disk.

    References to arrays are counted in those kernels only that make some: the arrays that others get are their
    callers', who keep them for as long as the call lasts. So a kernel must not return an array.
    """
    if not COMPILED:
        return function
    # What numba.njit does, for our own class.
    makes_arrays = not _ARRAY_MAKERS.isdisjoint(function.__code__.co_names)
    compiled = _Kernel(function, targetoptions={**_OPTIONS, "_nrt": makes_arrays})
    compiled.enable_caching()
    return cast(Function, compiled)

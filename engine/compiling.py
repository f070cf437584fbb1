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
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
import platformdirs

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED: bool = not numba.config.DISABLE_JIT

_KEPT_CACHE_DAYS = 30.0


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
        root = Path(tempfile.gettempdir()) / f"pitwise-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
        root.mkdir(parents=True, exist_ok=True)
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


def kernel(function: Function) -> Function:
    """Compile ``function`` with Numba: no Python objects, no GIL, cached on disk."""
    compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def kernel_of_types(*signature: Any) -> Callable[[Function], Function]:
    """Like :func:`kernel`, for one signature only, ``(result, argument, ...)``.

    For small functions called from everywhere: Numba would otherwise compile one version of them for each mixture
    of argument types (``int8``, ``int64``, a literal 0 ...).
    """

    def decorate(function: Function) -> Function:
        result, *arguments = signature
        compiled: Function = numba.njit(result(*arguments), cache=True, nogil=True, error_model="numpy")(function)
        return compiled

    return decorate

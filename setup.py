"""Only the compiled parts live here; everything else is in pyproject.toml.

Both are optional: without a compiler the package installs and falls back to plain Python.
"""

from pathlib import Path

from setuptools import Extension, setup

COMPILED = {
    "stajnia.bots.duel._exact": "src/stajnia/bots/duel/_exact.c",
    "stajnia.games.clovers._swaps": "src/stajnia/games/clovers/_swaps.c",
}

setup(
    ext_modules=[
        Extension(
            name,
            [source],
            depends=sorted(map(str, Path(source).parent.glob("*.h"))),
            extra_compile_args=["-O3"],
            optional=True,
        )
        for name, source in COMPILED.items()
        if Path(source).exists()
    ]
)

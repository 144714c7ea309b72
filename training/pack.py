"""Turn the weights that a training saved (.npz) into a file of the package: `python training/pack.py IN OUT INPUTS`."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from stajnia.bots import net


def main() -> None:
    """Layers are saved as `layers.N.weight` (out x in) and `layers.N.bias`; the package keeps them input by input."""
    source, target, inputs = sys.argv[1:]
    saved = np.load(source)
    sizes: list[int] = []
    parts: list[np.ndarray] = []
    for n in range(0, 99, 2):
        if f"layers.{n}.weight" not in saved:
            break
        weights = saved[f"layers.{n}.weight"].astype(np.float32)
        sizes.append(weights.shape[1])
        parts += [weights.T.ravel(), saved[f"layers.{n}.bias"].astype(np.float32)]
    Path(target).write_bytes(net.write(inputs, (*sizes, 1), np.concatenate(parts).tolist()))


if __name__ == "__main__":
    main()

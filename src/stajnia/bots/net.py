"""Small learned nets: layers of weights with ReLU between them and one number out, in C or, without it, in Python.

A file of weights is one line that says what it is, one line of JSON (the sizes of the layers, which inputs it was
taught, a SHA-256 of the rest) and the numbers as 16-bit floats. A damaged or missing file is a `BadWeights`.
"""

from __future__ import annotations

import hashlib
import struct
from array import array
from functools import cache
from importlib import resources
from itertools import pairwise
from math import exp
from typing import Any, Protocol

import msgspec

from stajnia.core.game import Message
from stajnia.core.words import Lang, words

try:
    from stajnia.bots._net import Net as _CompiledNet
except ImportError:
    _CompiledNet = None  # type: ignore[assignment, misc]
COMPILED = _CompiledNet is not None

MAGIC = b"stajnia net 1\n"


class BadWeights(Exception):
    """A file of weights that is missing, damaged or made for other inputs: as a sentence, which one and why."""

    def __init__(self, why: str, file: str = "", values: dict[str, str] | None = None) -> None:
        super().__init__(why, file, values)
        self.why, self.file, self.values = why, file, values or {}

    def say(self, lang: Lang) -> str:
        said = words("", lang).say(Message(f"weights.{self.why}", self.values))
        return f"{self.file}: {said}" if self.file else said

    def __str__(self) -> str:
        return self.say("en")


class Head(msgspec.Struct, frozen=True):
    inputs: str  # whose features, and which version of them: "clovers 1"
    sizes: tuple[int, ...]
    sha256: str


class Forward(Protocol):
    def forward(self, inputs: bytes, /) -> list[float]: ...

    def forward_bytes(self, inputs: bytes, /) -> list[float]: ...


class PlainNet:
    """The twin of _net.c."""

    def __init__(self, sizes: tuple[int, ...], parameters: bytes) -> None:
        self.sizes = sizes
        numbers = array("f")
        numbers.frombytes(parameters)
        self.layers: list[tuple[list[list[float]], list[float]]] = []
        at = 0
        for ins, outs in pairwise(sizes):
            weights = [list(numbers[at + i * outs : at + (i + 1) * outs]) for i in range(ins)]
            at += ins * outs
            self.layers.append((weights, list(numbers[at : at + outs])))
            at += outs

    def forward(self, inputs: bytes) -> list[float]:
        numbers = array("f")
        numbers.frombytes(inputs)
        width = self.sizes[0]
        return [self._row(list(numbers[i : i + width])) for i in range(0, len(numbers), width)]

    def forward_bytes(self, inputs: bytes) -> list[float]:
        """The same of inputs that are small whole numbers, a byte each."""
        return self.forward(array("f", list(inputs)).tobytes())

    def _row(self, row: list[float]) -> float:
        last = len(self.layers) - 1
        for n, (weights, biases) in enumerate(self.layers):
            out = biases[:]
            for x, w in zip(row, weights, strict=True):
                if x:
                    out = [o + x * each for o, each in zip(out, w, strict=True)]
            row = out if n == last else [max(0.0, o) for o in out]
        return row[0]


def write(inputs: str, sizes: tuple[int, ...], parameters: Any) -> bytes:
    """A file of weights from float32 parameters: layer by layer, weights input by input, then biases."""
    body = struct.pack(f"<{len(parameters)}e", *parameters)
    head = Head(inputs, sizes, hashlib.sha256(body).hexdigest())
    return MAGIC + msgspec.json.encode(head) + b"\n" + body


def read(data: bytes, inputs: str) -> tuple[tuple[int, ...], bytes]:
    """The sizes and the parameters as float32 bytes."""
    if not data.startswith(MAGIC):
        raise BadWeights("alien")
    line, _, body = data[len(MAGIC) :].partition(b"\n")
    try:
        head = msgspec.json.decode(line, type=Head)
    except msgspec.DecodeError:
        raise BadWeights("head") from None
    if head.inputs != inputs:
        raise BadWeights("inputs", values={"found": head.inputs, "wanted": inputs})
    count = sum(a * b + b for a, b in pairwise(head.sizes))
    if hashlib.sha256(body).hexdigest() != head.sha256 or len(body) != 2 * count:
        raise BadWeights("damaged")
    return head.sizes, array("f", struct.unpack(f"<{count}e", body)).tobytes()


@cache
def net(name: str, inputs: str) -> Forward:
    """The net of that name from the package's weights."""
    file = f"weights/{name}.net"
    try:
        data = resources.files("stajnia.bots").joinpath(file).read_bytes()
        sizes, parameters = read(data, inputs)
    except OSError:
        raise BadWeights("missing", file) from None
    except BadWeights as e:
        raise BadWeights(e.why, file, e.values) from None
    return PlainNet(sizes, parameters) if _CompiledNet is None else _CompiledNet(sizes, parameters)


def chance(x: float) -> float:
    """The logistic function: what a net says, as a probability."""
    return 1 / (1 + exp(-x)) if x > -700 else 0.0

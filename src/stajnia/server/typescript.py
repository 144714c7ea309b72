"""The page's TypeScript types, written from the structs: `python -m stajnia.server.typescript [FILE]`.

The structs of `wire` and `core` keep their names; those of a game's view get the game's name in front:
`DuelView`. The page is told a few numbers, too.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from msgspec import inspect

from stajnia.bots import analysis
from stajnia.games import NAMES
from stajnia.games import game as find
from stajnia.server import wire

HEAD = "// Written by `python -m stajnia.server.typescript` from the server's structs. Do not edit.\n"
TYPES = Path("web/src/lib/wire.gen.ts")
ROOTS = (
    wire.TableInfo,
    wire.Person,
    wire.MeBody,
    wire.NewTable,
    wire.JoinBody,
    wire.SeatBody,
    wire.BlockBody,
    wire.Link,
    wire.LinkInfo,
    wire.Device,
    wire.Gone,
    wire.GameInfo,
    wire.Rules,
    wire.Opened,
    wire.RecordId,
    wire.RecordInfo,
    wire.Fault,
    wire.Replay,
    wire.Reasons,
    wire.Analysis,
    wire.Statistic,
    wire.Tutorial,
)
NUMBERS = {
    "NAME_LENGTH": wire.NAME_LENGTH,  # letters that may be typed
    "TITLE_LENGTH": wire.TITLE_LENGTH,
    "LINE_LENGTH": wire.LINE_LENGTH,
    "CODE_LENGTH": wire.CODE_LENGTH,
    "LEAST_MISTAKE": analysis.LEAST,  # that is told, and how many are
    "TOLD_MISTAKES": analysis.TOLD,
}
# what a field holds that takes anything here, since the server knows no game
KNOWN: dict[tuple[type, str], str] = {
    (wire.GameInfo, "facts"): "AnyFacts",
    (wire.Show, "view"): "AnyView",
    (wire.WindowNow, "view"): "AnyView | null",
    (wire.ReplayFrame, "view"): "AnyView",
    (wire.ReplayFrame, "views"): "AnyView[] | null",
    (wire.TutorialFrame, "view"): "AnyView",
}


class _Types:
    """Struct types met so far, each with its TypeScript name and text."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.prefix = ""

    def name(self, cls: type) -> str:
        return (self.prefix if cls.__module__.startswith("stajnia.games.") else "") + cls.__name__

    def of(self, t: inspect.Type) -> str:
        match t:
            case inspect.Metadata():
                return self.of(t.type)
            case inspect.StructType():
                return self.struct(t)
            case inspect.UnionType():
                parts = [self.of(x) for x in t.types]
                return " | ".join(p for p in parts if p != "null") + (" | null" if "null" in parts else "")
            case inspect.LiteralType():
                return " | ".join(msgspec.json.encode(v).decode() for v in t.values)
            case inspect.EnumType():
                return " | ".join(msgspec.json.encode(v.value).decode() for v in t.cls)
            case inspect.DictType():
                return f"Record<{self.key(t.key_type)}, {self.of(t.value_type)}>"
            case inspect.TupleType():
                return f"[{', '.join(self.of(x) for x in t.item_types)}]"
            case inspect.CollectionType():  # list, set, frozenset, tuple of any length
                return self.array(t.item_type)
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType() | inspect.BytesType() | inspect.DateTimeType():
                return "string"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.AnyType():
                return "unknown"
        raise TypeError(f"no TypeScript for {t}")

    def key(self, t: inspect.Type) -> str:
        text = self.of(t)
        return text if text in ("string", "number") or '"' in text else "string"

    def array(self, t: inspect.Type) -> str:
        text = self.of(t)
        return f"({text})[]" if "|" in text else f"{text}[]"

    def struct(self, t: inspect.StructType) -> str:
        name = self.name(t.cls)
        if name in self.texts:
            return name
        self.texts[name] = ""  # known before its fields, since they may speak of it
        lines = [] if t.tag_field is None else [f"  {t.tag_field}: {msgspec.json.encode(t.tag).decode()};"]
        may_miss = t.cls.__struct_config__.omit_defaults or issubclass(t.cls, wire.In) or _is_body(t.cls)
        for field in t.fields:
            sign = "?" if may_miss and not field.required else ""
            text = KNOWN.get((t.cls, field.name)) or self.of(field.type)
            lines.append(f"  {field.encode_name}{sign}: {text};")
        doc = (t.cls.__doc__ or "").strip().split("\n")[0]
        comment = f"/** {doc} */\n" if doc and not doc.startswith(f"{t.cls.__name__}(") else ""
        self.texts[name] = f"{comment}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"
        return name


def _is_body(cls: type) -> bool:
    """A body that a client writes: what has a default may be left out."""
    return issubclass(cls, msgspec.Struct) and cls.__struct_config__.forbid_unknown_fields


def _of_games(types: _Types, kind: str) -> dict[str, str]:
    """The TypeScript name of each game's `View` or `Facts`."""
    names = {}
    for game in NAMES:
        types.prefix = game.capitalize()
        names[game] = types.of(inspect.type_info(getattr(find(game), kind)))
    return names


def typescript() -> str:
    """All types as one text, the same on every run."""
    types = _Types()
    for root in ROOTS:
        types.of(inspect.type_info(root))
    unions = {"In": wire.AnyIn, "Out": wire.AnyOut}
    tail = "".join(f"export type {k} = {types.of(inspect.type_info(v))};\n" for k, v in unions.items())
    for kind in ("View", "Facts"):
        tail += f"export type Any{kind} = {' | '.join(_of_games(types, kind).values())};\n"
    for kind in ("View", "Facts"):
        of_games = "".join(f"  {game}: {name};\n" for game, name in _of_games(types, kind).items())
        tail += f"/** Each game's own. */\nexport interface {kind}Of {{\n{of_games}}}\n"
    for plain in ("Lang", "Clock", "Orders"):
        tail += f"export type {plain} = {types.of(inspect.type_info(getattr(wire, plain)))};\n"
    tail += "".join(f"export const {name} = {number};\n" for name, number in NUMBERS.items())
    return HEAD + "\n" + "\n".join(types.texts.values()) + "\n" + tail


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TYPES
    target.write_text(typescript(), encoding="utf-8")

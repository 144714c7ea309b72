"""A view as text, for the terminal and for screen readers."""

from __future__ import annotations

from collections.abc import Callable

from stajnia.core.game import Message
from stajnia.games.unstable.view import View
from stajnia.games.unstable.view_parts import Effect, Player, StableCard

Say = Callable[[Message], str]

TINTS = ((r"(?m)^▶ .*$", "bold"), (r"\[[^\]\n]*\]", "yellow"), (r"(?m)^    [^:\n]*: .*$", "dim"))


def text_form(v: View, say: Say, _width: int = 0) -> str:
    """Who is to move, every stable, what was played, the chain and the hand, with the texts that matter now."""
    lines = [say(Message("title")) + " · " + say(Message("text_form.phase", {"seat": v.active, "phase": v.phase}))]
    counts = {"n": v.deck, "pile": sum(c.count for c in v.pile), "goal": v.goal}
    lines.append(say(Message("text_form.deck", counts)))
    for p in v.players:
        lines += _player(v, p, say)
    if v.pile:
        lines.append(
            say(Message("text_form.pile", {"cards": ", ".join(_counted(c.card, c.count, say) for c in v.pile)}))
        )
    if v.stack:
        played = " < ".join(say(Message("text_form.played", {"card": c.card, "seat": c.seat})) for c in v.stack)
        lines += [say(Message("text_form.stack", {"cards": played})), *_texts(v, [v.stack[0].card], say)]
    if v.effects:
        cards = "; ".join(_effect(e, say) for e in v.effects)
        lines.append(say(Message("text_form.link", {"n": v.link, "cards": cards})))
        lines += _texts(v, [e.card for e in v.effects if e.status == "asked"], say)
    if v.waiting:
        lines.append(say(Message("text_form.next", {"cards": "; ".join(_effect(e, say) for e in v.waiting)})))
    if v.looking:
        cards = ", ".join(_counted(c.card, c.count, say) for c in v.looking)
        lines.append(say(Message("text_form.looking", {"cards": cards})))
    if any(v.top):
        lines.append(say(Message("text_form.top", {"cards": ", ".join(_card(id or "hidden", say) for id in v.top)})))
    if v.seat is not None:
        mine = v.players[v.seat].hand
        hand = ", ".join(_card(id, say) for id in mine) or say(Message("none"))
        lines += [say(Message("text_form.hand", {"cards": hand})), *_texts(v, mine, say)]
    if v.reason:
        lines.append(say(Message(f"outcome.{v.reason}")))
        lines.append(say(Message("text_form.won", {"seats": v.winners}) if v.winners else Message("text_form.lost")))
    return "\n".join(lines)


def _card(id: str, say: Say) -> str:
    return say(Message(f"card.{id}"))


def _texts(v: View, ids: list[str], say: Say) -> list[str]:
    """What these cards do, a line each, in the edition on the table."""
    return [f"    {_card(id, say)}: {_text(v, id, say)}" for id in dict.fromkeys(ids)]


def _text(v: View, id: str, say: Say) -> str:
    other = Message(f"card.{id}.text.first")
    if v.edition == "first" and say(other) != other.id:
        return say(other)
    return say(Message(f"card.{id}.text"))


def _counted(id: str, n: int, say: Say) -> str:
    return _card(id, say) if n == 1 else f"{_card(id, say)} ×{n}"


def _player(v: View, p: Player, say: Say) -> list[str]:
    mark = "▶" if p.seat == v.active else " "
    head = say(Message("text_form.player", {"seat": p.seat, "n": p.unicorns, "goal": v.goal, "hand": p.hand_size}))
    flags = [say(Message(f"text_form.{word}")) for word, on in _flags(p) if on]
    head = f"{mark} {head}" + (f" ({', '.join(flags)})" if flags else "")
    lines = [head, "    " + (", ".join(_stable_card(c, say) for c in p.stable) or say(Message("none")))]
    if p.hand and p.seat != v.seat:
        known = ", ".join(_card(id, say) for id in p.hand)
        lines.append("    " + say(Message("text_form.known", {"cards": known})))
    return lines


def _flags(p: Player) -> list[tuple[str, bool]]:
    return [("barred", p.barred), ("yay", p.unanswerable), ("open", p.open), ("broken", p.no_upgrades)]


def _stable_card(c: StableCard, say: Say) -> str:
    notes = [say(Message(f"text_form.{word}")) for word in ("panda", "blinded") if getattr(c, word)]
    if c.counts > 1:
        notes.append(say(Message("text_form.worth", {"n": c.counts})))
    number = c.handle.partition(".")[2]
    title = _card(c.card, say) + (f" .{number}" if number else "")
    return title + (f" [{', '.join(notes)}]" if notes else "")


def _effect(e: Effect, say: Say) -> str:
    return say(Message("text_form.effect", {"card": e.card, "seat": e.seat, "status": e.status}))

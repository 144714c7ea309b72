"""A view as plain text, for the terminal and for a screen reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import to_builtins

from stajnia.core.game import Message
from stajnia.games.fever.pieces import COLOURS, DESIGNS, KINDS, ODDS
from stajnia.games.fever.view import View
from stajnia.games.fever.view_parts import Bet, Lane, Player, Token

MARKS = dict(zip(COLOURS, "●▲★♣◆☾", strict=True))
TINTS = (
    (r"(?m)^> .*$", "bold"),
    *zip(MARKS.values(), ("red", "dark_orange", "yellow", "green", "blue", "magenta"), strict=True),
)
BEYOND = 6  # spaces drawn behind the line

Say = Callable[[Message], str]


def text_form(v: View, say: Say, width: int = 0) -> str:
    def word(kind: str, value: str) -> str:
        return say(Message(f"{kind}.{value}"))

    parts = [_head(v, say)]
    if v.standings:
        parts.append(_standings(v, say))
    parts.append("\n".join(_lane(v, lane, word) for lane in v.lanes))
    if v.phase in ("planning", "race"):
        parts.append(_wild(v, say, word))
    if v.race.turn and v.phase == "race":
        parts.append(_race(v, say))
    if v.phase == "planning":
        parts.append(_bets(v, say, word))
        parts.append(_stacks(v, say, word))
    if v.phase in ("planning", "results") and v.market:
        parts.append(_contracts(v, v.market, "text_form.market", say, word))
    parts.append(_players(v, say, word, width))
    if v.seat is not None:
        mine = v.players[v.seat].contracts
        if mine:
            parts.append(_contracts(v, mine, "text_form.own_contracts", say, word))
        if v.phase != "over":
            parts.append(_hand(v, say, word))
    return "\n\n".join(parts)


def _head(v: View, say: Say) -> str:
    lines = [say(Message("text_form.head", {"round": max(1, v.round), "races": v.races, "phase": v.phase}))]
    if v.first >= 0:
        lines.append(say(Message("text_form.first", {"seat": v.first})))
    if v.next_first >= 0 and v.next_first != v.first:
        lines.append(say(Message("event.will_be_first", {"seat": v.next_first})))
    return "\n".join(lines)


def _lane(v: View, lane: Lane, word: Callable[[str, str], str]) -> str:
    """One lane: name, odds, the track with the line, the magic lying there."""
    cells = ["·"] * (v.length + BEYOND + 1)
    cells[v.length] = "|"
    cells[min(lane.at, v.length + BEYOND)] = MARKS[lane.colour]
    wild = "!" if lane.rampage else " "
    place = f"  {lane.place}." if lane.place else ""
    magic = " ".join(x.magic or "??" for x in lane.cards)
    odds = f"x{lane.odds}" if lane.odds in ODDS else "  "
    return (
        f"{MARKS[lane.colour]} {word('colour', lane.colour):<13}{odds} {wild} {''.join(cells)}  {magic}{place}".rstrip()
    )


def _wild(v: View, say: Say, word: Callable[[str, str], str]) -> str:
    """What the rampaging unicorns can do."""
    lines = []
    for lane in v.lanes:
        if lane.rampage:
            immune = say(Message("immunity.some", {"magic": lane.immune})) if lane.immune else ""
            name, ability = word("unicorn", lane.colour), word("ability", lane.ability)
            lines.append(f"{MARKS[lane.colour]} {name}  {ability} {immune}".rstrip())
    return "\n".join(lines)


def _race(v: View, say: Say) -> str:
    lines = [say(Message("event.card", {"turn": v.race.turn, "card": " ".join(map(str, v.race.card))}))]
    if v.race.dice:
        lines.append(say(Message("event.dice", {"dice": list(v.race.dice)})))
    if v.ranking:
        lines.append(say(Message("event.ranking", {"colours": list(v.ranking)})))
    return "\n".join(lines)


def _table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n".join(lines)


def _bets(v: View, say: Say, word: Callable[[str, str], str]) -> str:
    def cell(bet: Bet) -> str:
        match bet.state:
            case "free":
                return "○"
            case "blocked":
                return "×"
            case "reserved":
                return f"({_short(bet.seat)})"
        return f"{_short(bet.seat)}:{bet.stake}" + (f"+{bet.glory}" if bet.glory else "")

    by = {(b.kind, b.colour): cell(b) for b in v.bets}
    rows = [[say(Message("text_form.bets")), *(MARKS[c] for c in COLOURS)]]
    for kind in KINDS:
        if (kind, "red") in by:
            rows.append([word("kind", kind), *(by[kind, c] for c in COLOURS)])
    return _table(rows)


def _short(seat: int | None) -> str:
    return "" if seat is None else f"P{seat + 1}"


def _stacks(v: View, say: Say, word: Callable[[str, str], str]) -> str:
    rows = []
    for stack in v.stacks:
        left = " ".join(t.id[-1] for t in stack.tokens) or "–"
        rows.append([word("colour", stack.colour), left, _does(stack.tokens[0], say) if stack.tokens else ""])
        if stack.printed:
            rows.append(["", word("text_form", "printed"), _does(stack.printed, say)])
    return say(Message("text_form.stacks")) + "\n" + _table(rows)


def _does(token: Token, say: Say) -> str:
    return say(Message(f"token.{token.id}.text", to_builtins(token)))


def _contracts(v: View, ids: Sequence[str], title: str, say: Say, word: Callable[[str, str], str]) -> str:
    glory = say(Message("text_form.glory"))
    rows = []
    for c in ids:
        printed = f"+{v.contract_glory[c]} {glory}" if v.contract_glory[c] else ""
        rows.append([c, word("contract", c), printed, say(Message(f"contract.{c}.text", {"n": v.contract_n[c]}))])
    return say(Message(title)) + "\n" + _table(rows)


def _players(v: View, say: Say, word: Callable[[str, str], str], width: int) -> str:
    """A table; where that is too wide, a line a player."""
    heads = ("gold", "glory", "loans", "owns", "hand", "tokens", "contracts")
    rows = [["", *(say(Message(f"text_form.{h}")) for h in heads)]]
    for p in v.players:
        rows.append([_name(v, p, say), *_player(p, word)])
    table = _table(rows)
    if not width or max(map(len, table.split("\n"))) <= width:
        return table
    return "\n".join(f"{name}: {_facts(rows[0][1:], facts)}" for name, *facts in rows[1:])


def _facts(heads: Sequence[str], facts: Sequence[str]) -> str:
    return ", ".join(f"{head} {fact}" for head, fact in zip(heads, facts, strict=True) if fact)


def _name(v: View, p: Player, say: Say) -> str:
    arrow = "> " if p.seat in v.turn else "  "
    return f"{arrow}P{p.seat + 1} {say(Message('text_form.player', {'seat': p.seat}))}"


def _player(p: Player, word: Callable[[str, str], str]) -> list[str]:
    owns = f"{MARKS[p.owns]} {word('colour', p.owns)}" if p.owns else ""
    tokens = ", ".join(word("token", t) for t in p.tokens)
    return [str(p.gold), str(p.glory), str(p.loans), owns, f"{p.hand}/{p.limit}", tokens, " ".join(p.contracts)]


def _hand(v: View, say: Say, word: Callable[[str, str], str]) -> str:
    rows = []
    for m in sorted(set(v.hand)):
        many = f" ×{v.hand.count(m)}" if v.hand.count(m) > 1 else ""
        rows.append([f"{DESIGNS.index(m) + 1:>2}", m, word("magic", m) + many, word("magic", f"{m}.text")])
    return say(Message("text_form.own_hand")) + ("\n" + _table(rows) if rows else "")


def _standings(v: View, say: Say) -> str:
    lines = []
    for x in v.standings:
        args = {"seat": x.seat, "rank": x.rank, "glory": x.glory, "tokens": x.tokens, "converted": x.converted}
        lines.append(say(Message("event.final", {**args, "contracts": x.contracts, "gold": x.gold})))
        if x.unpaid:
            lines.append("  " + say(Message("event.unpaid", {"seat": x.seat, "loans": x.unpaid})))
    return "\n".join(lines)

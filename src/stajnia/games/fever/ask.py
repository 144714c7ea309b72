"""What a seat is asked at each step."""

from __future__ import annotations

from stajnia.core.game import Message, Seat
from stajnia.games.fever import planning, race, results
from stajnia.games.fever.contracts import FA1, GO7, WI5, WI7
from stajnia.games.fever.pieces import COLOURS, CONTRACTS, DESIGNS, KINDS, WIN_BET
from stajnia.games.fever.state import STAGES, State, acting


def ask(s: State, seat: Seat | None) -> Message | None:
    if seat is None or acting(s) != (seat,):
        return None
    match STAGES[s.step]:
        case "pick":
            return Message("ask.pick", {"turn": s.plan // s.n + 1})
        case "act":
            bet = bool(s.bet) and planning.can_bet(s, seat, s.bet)
            magic = bool(s.magic and s.hands[seat])
            if bet and magic:
                return Message("ask.bet_or_magic", {"magic": s.magic})
            if bet:
                return Message("ask.bet_win" if s.bet == WIN_BET else "ask.bet")
            return Message("ask.magic", {"magic": s.magic})
        case "stake":
            most = min(s.most(seat), s.gold[seat])
            args = {"kind": KINDS[s.pend // 6], "colour": COLOURS[s.pend % 6]}
            return Message("ask.stake", {**args, "most": most}) if most else Message("ask.stake_loan", args)
        case "second":
            return Message("ask.second", {"contract": CONTRACTS[s.second]})
        case "contract":
            return Message("ask.contract", {"price": planning.price(s, seat, s.box.tokens[s.token].price)})
        case "reserve":
            return Message("ask.reserve_now" if s.after == "end" else "ask.reserve", {"contract": CONTRACTS[FA1]})
        case "night":
            return Message("ask.night", {"contract": CONTRACTS[WI5], "magic": s.magic})
        case "ward":
            return Message("ask.ward", {"contract": CONTRACTS[WI7]})
        case "antimagic":
            c, by = race.next_antimagic(s)
            return Message("ask.antimagic", {"by": DESIGNS[by], "colour": COLOURS[c]})
        case "tie":
            return Message("ask.tie", {"colours": [COLOURS[c] for c in s.tied], "place": len(s.ranking) + 1})
        case "back":
            return Message("ask.back", {"contract": CONTRACTS[GO7], "price": results.back_price(s)})
    return None

"""What is true of every state of fever: nobody owes Gold or Glory, cards and tokens are conserved."""

from stajnia.games.fever.pieces import LOAN_CARDS
from stajnia.games.fever.state import ABSENT, DECK, FREE, OUT, RESERVED, SHOWN, UNUSED, State, loan_cards

BOUND = 900


def check(s: State) -> None:
    """Nothing is lost and nothing appears."""
    assert min(s.gold) >= 0
    assert min(s.glory) >= 0
    assert min(s.loans) >= 0
    assert sum(map(loan_cards, s.loans)) <= LOAN_CARDS
    magic = [s.deck[m] + s.discards[m] for m in range(16)]
    for m in [*(m for hand in s.hands for m in hand), *(x % 16 for lane in s.lanes for x in lane)]:
        magic[m] += 1
    assert magic == s.box.copies
    assert min(s.deck) >= 0
    assert len([c for c in s.own if c != ABSENT]) in (0, 16)
    assert sorted(s.market) == [c for c in range(40) if s.own[c] == SHOWN]
    assert all(c in (DECK, SHOWN, OUT, ABSENT) or 0 <= c < s.n for c in s.own)
    taken = sum(s.box.tokens[t].letter != "0" for seat in s.taken for t in seat)
    assert taken == sum(s.top)
    assert all(s.stakes[t] == 0 for t in range(18) if s.bets[t] < 0 or s.bets[t] >= RESERVED)
    assert all((s.bets[t] == UNUSED) == (s.round > 0 and s.n < 4) for t in range(12, 18) if s.round)
    assert s.round == 0 or all(s.bets[t] >= FREE - 1 for t in range(12))
    assert all(-1 <= r <= 5 for r in s.rows)
    assert len(set(s.ranking)) == len(s.ranking)

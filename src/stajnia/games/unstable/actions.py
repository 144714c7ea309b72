"""Every action as its text, made once, and what a text is about: a verb and a card, a card in a stable or a seat."""

from __future__ import annotations

from typing import Final

from stajnia.games.unstable.deck import HANDLES, IDS

Action = str

# verbs, in the order in which learners count actions (environments/encode_unstable.py): a new one goes to the end
ALONE: Final = ("draw", "stop", "pass", "neigh", "super_neigh", "use", "decline", "nothing")
WITH_CARD: Final = ("baby", "play", "discard", "bring", "take", "top")
WITH_HANDLE: Final = ("sacrifice", "destroy", "steal", "return", "move", "give")
BY_CHANCE: Final = ("deal", "show", "lose")  # with a card, too
MOST_SEATS: Final = 8

# [verb][design], [verb][card in a stable], [seat]
CARD_TEXTS: Final = {verb: [f"{verb} {id}" for id in IDS] for verb in (*WITH_CARD, *BY_CHANCE)}
STABLE_TEXTS: Final = {verb: [f"{verb} {handle}" for handle in HANDLES] for verb in WITH_HANDLE}
CHOOSE_TEXTS: Final = [f"choose p{seat + 1}" for seat in range(MOST_SEATS)]
BEGINS_TEXTS: Final = [f"first p{seat + 1}" for seat in range(MOST_SEATS)]
# [design][seat]: into another's stable
PLAY_ON_TEXTS: Final = [[f"play {id} on p{seat + 1}" for seat in range(MOST_SEATS)] for id in IDS]

CARD_IN: Final = {text: d for texts in CARD_TEXTS.values() for d, text in enumerate(texts)} | {
    text: d for d, texts in enumerate(PLAY_ON_TEXTS) for text in texts
}
UID_IN: Final = {text: uid for texts in STABLE_TEXTS.values() for uid, text in enumerate(texts)}
SEAT_IN: Final = (
    {text: seat for seat, text in enumerate(CHOOSE_TEXTS)}
    | {text: seat for seat, text in enumerate(BEGINS_TEXTS)}
    | {text: seat for texts in PLAY_ON_TEXTS for seat, text in enumerate(texts)}
)
KNOWN: Final = frozenset((*ALONE, *CARD_IN, *UID_IN, *SEAT_IN))  # all there are

"""Sentences that were once wrong stay mended: what a question is about, Polish grammar, texts of the first edition."""

from __future__ import annotations

import pytest

from stajnia.core.words import LANGS, Lang, words
from tests.unstable.table import Table, table


def asked(t: Table, lang: Lang) -> str:
    message = t.view(0).ask
    assert message is not None
    return words("unstable", lang).say(message)


# the table, the card that is played, and what its question names in English and Polish
QUESTIONS = [
    (("/ targeted_destruction", "yay narwhal"), "second", ("an Upgrade of another", "a Downgrade of yours")),
    (("/ chainsaw_unicorn", "yay narwhal"), "second", ("an Upgrade of another", "a Downgrade of yours")),
    (("/ targeted_destruction", "yay narwhal"), "first", ("an Upgrade or Downgrade of another", "Downgrade of yours")),
    (("/ unicorn_poison", "narwhal yay"), "second", ("a unicorn to destroy",)),
    (("glitter_bomb / two_for_one", "narwhal", "rhinocorn"), "second", ("a card of yours to sacrifice",)),
    (("narwhal / dark_angel_unicorn", "yay"), "second", ("sacrifice a unicorn of yours",)),
    (("/ alluring_narwhal", "yay narwhal"), "second", ("steal an Upgrade",)),
    (("/ back_kick", "yay / neigh"), "second", ("its player's hand",)),
]
POLISH = {
    "an Upgrade of another": "ulepszenie innego gracza",
    "a Downgrade of yours": "karę ze swojej stajni",
    "an Upgrade or Downgrade of another": "ulepszenie lub karę innego gracza",
    "Downgrade of yours": "karę ze swojej stajni",
    "a unicorn to destroy": "jednorożca do zniszczenia",
    "a card of yours to sacrifice": "kartę ze swojej stajni",
    "sacrifice a unicorn of yours": "poświęcić jednorożca ze swojej stajni",
    "steal an Upgrade": "ukraść ulepszenie",
    "its player's hand": "na rękę jej gracza",
}


@pytest.mark.parametrize(("seats", "deck", "named"), QUESTIONS)
def test_a_question_names_what_may_be_chosen(seats: tuple[str, ...], deck: str, named: tuple[str, ...]) -> None:
    """Where only unicorns, Upgrades or Downgrades may be chosen the question says so, and whose."""
    t = table(*seats, deck=deck, pile="black_knight_unicorn").play(0, seats[0].split()[-1])
    for words_named in named:
        assert words_named in asked(t, "en")
        assert POLISH[words_named] in asked(t, "pl")


@pytest.mark.parametrize(
    ("id", "en", "pl"),
    [
        ("ask.phoenix", "keep it", "by został?"),
        ("card.basic_unicorn_red.text", "Worth 1 unicorn", "Liczy się za 1 jednorożca i jest dobrym przyjacielem"),
        ("card.americorn.text.first", "any player", "dowolnego gracza"),
        ("card.blatant_thievery.text.first", "any player", "dowolnego gracza"),
        ("card.mermaid_unicorn.text.first", "the player in whose stable it is", "gracza, w którego stajni leży"),
        ("B6", "what must be done chooses first", "cele efektów przymusowych wybiera się najpierw"),
        ("B10", "what was replaced is not replaced again", "co raz zastąpiono, tego się już nie zastępuje"),
    ],
)
def test_mended_sentences(id: str, en: str, pl: str) -> None:
    """They say what the rules do, in good Polish."""
    for w, part in ((words("unstable", "en"), en), (words("unstable", "pl"), pl)):
        assert part in (w.statements[id] if id in w.statements else w.catalogue[id])


def test_all_basic_unicorns_say_the_same() -> None:
    """Seven colours, one sentence."""
    for lang in LANGS:
        texts = words("unstable", lang).catalogue
        said = {text for id, text in texts.items() if id.startswith("card.basic_unicorn") and id.endswith(".text")}
        assert len(said) == 1

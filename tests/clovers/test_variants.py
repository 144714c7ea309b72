"""The variants of Clovers, statement by statement, with their worked examples (6.5, 9.6, 9.7, 10.6)."""

from __future__ import annotations

import pytest

from stajnia import Illegal, Match, replay
from stajnia.core.game import complete
from stajnia.core.words import LANGS, words
from stajnia.games import clovers
from stajnia.games.clovers.grid import START
from stajnia.games.clovers.options import HORSESHOES, read_horseshoes
from stajnia.games.clovers.state import State
from tests.clovers.garden import BLANK, deal, offered, play, refused, table

ALMOST = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 ."


def start(seats: int, **options: object) -> State:
    return clovers.new(seats, complete(clovers, seats, {"first": "0", **options}))  # type: ignore[arg-type]


# Troublesome four


@pytest.mark.rule("clovers R7.1", "clovers R7.2", "clovers R7.4", "clovers R7.6")
def test_troublesome_four_are_laid_one_by_one() -> None:
    """Each draws one and lays it on any free start cell, clockwise, four rounds; example 6.5: 5, 7, 15, 14."""
    s = start(2, troublesome=True, first="1")
    seen = []
    for number, cell in [(15, "c3"), (1, "a1"), (5, "a1"), (2, "b2"), (14, "d4"), (3, "c3"), (7, "b2"), (4, "d4")]:
        deal(s, number)
        seen.append(clovers.to_act(s)[0])
        assert clovers.view(s, 0).hand == clovers.view(s, None).hand == number
        play(s, f"keep {cell}")
    assert seen == [1, 0] * 4
    assert [s.boards[1][x] for x in START] == [5, 7, 15, 14]
    assert clovers.to_act(s) == (1,)
    assert s.pile == 32


@pytest.mark.rule("clovers R2.3", "clovers R7.2")
def test_the_setup_is_told() -> None:
    """Every clover drawn for the start cells is told, then how the four lie, or where each was laid."""
    told = [(e.kind, e.args.get("number", e.args.get("numbers"))) for e in deal(start(2), 9, 3, 9, 1)]
    assert told == [("deal", 9), ("deal", 3), ("deal", 9), ("deal", 1), ("start", [1, 3, 9, 9])]
    s = start(2, troublesome=True)
    assert [(e.kind, e.args) for e in play(s, "deal 9", "keep c3")] == [
        ("deal", {"seat": 0, "number": 9}),
        ("lay", {"seat": 0, "number": 9, "cell": "c3"}),
    ]


@pytest.mark.rule("clovers R7.1", "clovers R7.3")
def test_troublesome_four_stay_where_they_lie() -> None:
    """In the setup only free start cells are offered; other cells, taken ones and `back` are refused with a reason."""
    s = start(2, troublesome=True)
    deal(s, 15)
    assert offered(s) == {"keep a1", "keep b2", "keep c3", "keep d4"}
    play(s, "keep a1", "deal 3", "keep a1", "deal 4")
    assert offered(s) == {"keep b2", "keep c3", "keep d4"}
    assert refused(s, "keep a1").rule == "clovers R7.3"
    assert refused(s, "keep b1").message == "not_start_cell"
    assert refused(s, "back").message == "must_lay"
    assert refused(s, "draw").message == "must_lay"


@pytest.mark.rule("clovers R7.5")
def test_after_a_falling_diagonal() -> None:
    """Between a 12 and a 9 further down no number fits until one of them is exchanged."""
    s = table("12 . . ./. 9 . ./. . . ./. . . .", troublesome=True, hand=10)
    assert not {"keep b1", "keep a2"} & offered(s)
    assert "keep a1" in offered(s)
    s.boards[0][0] = 3
    assert not {"keep b1", "keep a2"} & offered(s)
    s.boards[0][5] = 14
    assert {"keep b1", "keep a2"} <= offered(s)


# Lucky cells


@pytest.mark.rule("clovers R8.1", "clovers Q5")
def test_the_horseshoe_table_is_data() -> None:
    """Our table leaves only the start cells out; an own table, for all or for each board, replaces it."""
    table_of_ours = read_horseshoes(HORSESHOES)
    assert [cell for cell in range(16) if not table_of_ours[cell]] == list(START)
    assert clovers.view(start(2, lucky=True), 0).horseshoes == (table_of_ours, table_of_ours)
    own = "- 4 - -/- - - -/- - - -/- - - -"
    none = "- - - -/- - - -/- - - -/- - - -"
    v = clovers.view(start(2, lucky=True, horseshoes=f"{own};{none}"), 0)
    assert v.horseshoes[0][1] == 4
    assert sum(v.horseshoes[0]) == 4
    assert sum(v.horseshoes[1]) == 0


@pytest.mark.rule("clovers R8.2", "clovers R8.5")
@pytest.mark.parametrize("answer", ["extra", "end"])
def test_a_clover_on_its_horseshoe(answer: str) -> None:
    """The matching clover on the empty cell offers an extra turn, from hand or table; it may be declined."""
    for s, text in (
        (table(BLANK, hand=2, lucky=True), "keep b1"),
        (table(BLANK, up=[2], lucky=True), "take 2 b1"),
    ):
        told = play(s, text)
        assert told[-1].kind == "bonus"
        assert clovers.view(s, 0).why == "horseshoe"
        assert offered(s) == {"extra", "end"}
        assert refused(s, "draw").rule == "clovers R8.5"
        play(s, answer)
        assert clovers.to_act(s) == ((0,) if answer == "extra" else (1,))
        assert s.extras == ([1, 0] if answer == "extra" else [0, 0])
        assert s.extra_turn == (answer == "extra")


@pytest.mark.rule("clovers R8.2")
def test_another_number_or_variant_gives_nothing() -> None:
    """A different number on a horseshoe, or the base game, passes the turn on."""
    for s in (table(BLANK, hand=4, lucky=True), table(BLANK, hand=2)):
        play(s, "keep b1")
        assert clovers.to_act(s) == (1,)
    neighbours = table(". . . ./. . . ./. . 7 15/. . . 19", hand=15, lucky=True)
    play(neighbours, "keep c4")
    assert clovers.to_act(neighbours) == (1,)


@pytest.mark.rule("clovers R8.3")
def test_an_exchange_on_a_horseshoe_gives_nothing() -> None:
    """Even with the number of the horseshoe."""
    s = table(". 5 . ./. . . ./. . . ./. . . .", hand=2, lucky=True)
    play(s, "keep b1")
    assert s.boards[0][1] == 2
    assert clovers.to_act(s) == (1,)


@pytest.mark.rule("clovers R8.4")
def test_extra_turns_in_a_row() -> None:
    """An extra turn is a full turn, with a draw or a face-up clover, and can earn another one."""
    s = table(BLANK, up=[2, 9], lucky=True)
    play(s, "take 2 b1", "extra", "draw", "deal 5", "keep c1", "extra", "take 9 d1", "extra")
    assert s.extras == [3, 0]
    play(s, "draw", "deal 20", "back")
    assert clovers.to_act(s) == (1,)
    assert s.turns == 4
    assert not s.extra_turn


@pytest.mark.rule("clovers R8.6")
def test_the_setup_gives_no_extra_turn() -> None:
    """A horseshoe on a start cell does nothing: it is filled in the setup and never empty in play."""
    table_text = "1 - - -/- 2 - -/- - 3 -/- - - 4"
    for troublesome in (False, True):
        s = start(2, lucky=True, horseshoes=table_text, troublesome=troublesome)
        if troublesome:
            for number, cell in zip((1, 2, 3, 4), ("a1", "b2", "c3", "d4"), strict=True):
                play(s, f"deal {number}", f"keep {cell}", f"deal {number}", f"keep {cell}")
        else:
            deal(s, 1, 2, 3, 4, 1, 2, 3, 4)
        assert s.extras == [0, 0]
        assert (s.phase, s.player) == ("take", 0)


@pytest.mark.rule("clovers Q6")
def test_no_extra_turn_after_the_end() -> None:
    """Neither after the last face-down clover nor with a full garden."""
    s = table(BLANK, hand=2, lucky=True, pile=0)
    play(s, "keep b1")
    assert s.result is not None
    assert s.result.reason == "pile"
    full = table(ALMOST, hand=20, lucky=True, horseshoes="- - - -/- - - -/- - - -/- - - 20")
    play(full, "keep d4")
    assert full.result is not None
    assert full.result.reason == "full"


# Good neighbours


@pytest.mark.rule("clovers R9.1", "clovers R9.2")
def test_good_neighbours_example_a() -> None:
    """Example 9.6: 15 laid on c4 lies diagonally beside the 15 on d3."""
    s = table(". . . ./. . . ./. . 7 15/. . . 19", hand=15, neighbours=True)
    play(s, "keep c4")
    assert s.why == "neighbour"
    assert clovers.to_act(s) == (0,)


@pytest.mark.rule("clovers R9.1", "clovers R9.2")
def test_good_neighbours_example_b() -> None:
    """Example 9.7: the 16 on d1 is exchanged for a 13 beside the 13 on c2; the 16 lies face up."""
    for up in (False, True):
        taken = {"up": [13]} if up else {"hand": 13}
        s = table(". . 7 16/. . 13 ./. . . ./. . . .", neighbours=True, **taken)
        play(s, "take 13 d1" if up else "keep d1")
        assert s.face_up[16] == 1
        assert s.why == "neighbour"


@pytest.mark.rule("clovers Q4")
@pytest.mark.parametrize("cell", ["a1", "c1", "a3", "c3"])
def test_all_four_diagonals_count(cell: str) -> None:
    """A 9 beside the 9 on b2 earns an extra turn on each of its four corners."""
    s = table(". . . ./. 9 . ./. . . ./. . . .", ". . . ./. . . ./. . . ./. . . .", BLANK, hand=9, neighbours=True)
    play(s, f"keep {cell}")
    assert s.why == "neighbour"


@pytest.mark.rule("clovers R9.3")
def test_neighbours_in_a_row() -> None:
    """Each extra turn can earn the next."""
    s = table(". . . ./. 9 . ./. . . ./. . . .", BLANK, BLANK, BLANK, up=[9, 9], neighbours=True)
    play(s, "take 9 c1", "extra", "take 9 a3", "extra")
    assert s.extras == [2, 0, 0, 0]


@pytest.mark.rule("clovers R9.4")
def test_only_the_clover_just_laid_counts() -> None:
    """Equal neighbours on the board, or from the setup, earn nothing when another clover is laid."""
    s = table(". 9 . ./9 . . ./. . . ./. . . .", hand=20, neighbours=True)
    play(s, "keep d4")
    assert clovers.to_act(s) == (1,)
    s = start(2, neighbours=True)
    deal(s, 5, 5, 15, 15, 1, 2, 3, 4)
    assert (s.phase, s.extras) == ("take", [0, 0])
    s = table(". 9 . ./9 . . ./. . . ./. . . .", hand=4, neighbours=True)
    play(s, "keep a1")
    assert clovers.to_act(s) == (1,)


@pytest.mark.rule("clovers R9.5", "clovers Q8")
def test_one_clover_one_extra_turn() -> None:
    """Two equal neighbours, or a horseshoe and a neighbour, earn a single extra turn."""
    s = table(". . 9 ./. . . ./9 . . ./. . . .", BLANK, BLANK, hand=9, neighbours=True)
    play(s, "keep b2", "extra", "draw", "deal 20", "back")
    assert clovers.to_act(s) == (1,)
    assert s.extras == [1, 0, 0]
    both = table(". . . ./2 . . ./. . . ./. . . .", hand=2, neighbours=True, lucky=True)
    play(both, "keep b1")
    assert both.why == "both"
    play(both, "extra", "draw", "deal 20", "back")
    assert clovers.to_act(both) == (1,)
    assert both.extras == [1, 0]


# Tournament


def end_with(s: State, *empties: int) -> None:
    """Let the game end on the last face-down clover with these empty cells."""
    full = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
    s.boards = [full[: 16 - n] + [0] * n for n in empties]
    s.phase, s.hand, s.pile, s.unseen = "place", 20, 0, [0] * 21
    if 0 in empties:  # the full one was just filled: its last clover is the 16
        s.player = empties.index(0)
        s.boards[s.player][15] = 0
        play(s, "keep d4")
    else:
        play(s, "back")


@pytest.mark.rule("clovers R10.2", "clovers R10.3")
def test_points_after_a_full_garden() -> None:
    """Example 10.6: three players end with 0, 3 and 5 empty cells and score 2, -3 and -5."""
    s = start(3, tournament=True)
    end_with(s, 0, 3, 5)
    assert s.points == [2, -3, -5]


@pytest.mark.rule("clovers R10.2", "clovers R10.4")
def test_points_after_a_shared_win() -> None:
    """Example 10.6: 2, 2 and 4 empty cells on an empty pile score 2, 2 and -4: winners lose nothing."""
    s = start(3, tournament=True)
    end_with(s, 2, 2, 4)
    assert s.points == [2, 2, -4]
    assert s.scores[0].winners == (0, 1)
    assert s.scores[0].reason == "pile"


@pytest.mark.rule("clovers R10.1", "clovers R10.5", "clovers Q9")
def test_a_tournament_of_two() -> None:
    """Example 10.6: (2, -3) and (-1, 2) give 1 and -1; the second game is begun by the next player."""
    s = start(2, tournament=True, first="1")
    deal(s, 1, 2, 3, 4, 1, 2, 3, 4)
    assert (s.game, s.games, clovers.to_act(s)) == (1, 2, (1,))
    end_with(s, 0, 3)
    assert s.result is None
    assert offered(s) == {"next"}
    assert clovers.to_act(s) == (0,)
    assert refused(s, "draw").rule == "clovers R10.1"
    play(s, "next")
    assert s.pile == 40
    deal(s, 1, 2, 3, 4, 1, 2, 3, 4)
    assert (s.game, s.starter, clovers.to_act(s)) == (2, 0, (0,))
    end_with(s, 1, 0)
    assert s.result is not None
    assert s.result.scores == (1, -1)
    assert (s.result.winners, s.result.reason) == ((0,), "tournament")
    assert [g.points for g in clovers.view(s, 0).scores] == [(2, -3), (-1, 2)]


@pytest.mark.rule("clovers R10.5")
def test_a_tied_tournament_is_shared() -> None:
    """Equal points after all games share the win."""
    s = start(2, tournament=True)
    end_with(s, 0, 3)
    play(s, "next")
    end_with(s, 3, 0)
    assert s.result is not None
    assert s.result.winners == (0, 1)


@pytest.mark.rule("clovers R10.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_game_of_a_tournament_has_another_starter(seats: int) -> None:
    """A whole tournament is one record: as many games as players, each begun by another."""
    m = Match.start("clovers", seats, {"tournament": True, "limit": 1}, seed=4)
    while m.to_act:
        m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    scores = m.view(None).scores
    assert sorted(g.starter for g in scores) == list(range(seats))
    assert m.outcome is not None
    assert m.outcome.reason == "tournament"
    assert [sum(g.points[n] for g in scores) for n in range(seats)] == list(m.outcome.scores)


# Options


@pytest.mark.parametrize(
    ("seats", "options", "message"),
    [
        (2, {"first": "2"}, "bad_first"),
        (1, {"tournament": True}, "not_solo"),
        (1, {"lucky": True}, "not_solo"),
        (2, {"task": 7}, "only_solo"),
        (2, {"grid": "1"}, "only_solo"),
        (2, {"horseshoes": HORSESHOES}, "only_lucky"),
        (2, {"lucky": True, "horseshoes": "1 2 3"}, "horseshoe_rows"),
        (2, {"lucky": True, "horseshoes": "- 21 - -/- - - -/- - - -/- - - -"}, "horseshoe_number"),
        (2, {"lucky": True, "horseshoes": "- x - -/- - - -/- - - -/- - - -"}, "horseshoe_number"),
        (3, {"lucky": True, "horseshoes": f"{HORSESHOES};{HORSESHOES}"}, "horseshoe_tables"),
        (1, {"task": 41}, "bad_number"),
        (1, {"daily": "yesterday"}, "bad_date"),
        (1, {"daily": "20260801"}, "bad_date"),
        (1, {"grid": "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 16"}, "grid_solved"),
        (1, {"grid": "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 16", "daily": "2026-08-01"}, "several_tasks"),
        (1, {"task": 7, "daily": "2026-08-01"}, "several_tasks"),
        (1, {"task": 7, "grid": "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 16"}, "several_tasks"),
        (1, {"task": 7, "difficulty": 3}, "several_tasks"),
        (1, {"task": 1, "daily": "2026-08-01"}, "several_tasks"),
        (1, {"task": 1, "grid": "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 16"}, "several_tasks"),
        (1, {"task": 7, "difficulty": 5}, "several_tasks"),
        (1, {"difficulty": 5, "daily": "2026-08-01"}, "several_tasks"),
        (1, {"difficulty": 5}, "only_made"),
        (1, {"task": 7, "seed": "spring"}, "several_tasks"),
        (1, {"daily": "2026-08-01", "seed": "spring"}, "several_tasks"),
        (1, {"daily": "2026-08-01", "difficulty": 3}, "several_tasks"),
        (1, {"task": 0, "daily": "2026-08-01", "difficulty": 3, "seed": "spring"}, "several_tasks"),
        (1, {"grid": "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 16", "difficulty": 3}, "several_tasks"),
        (1, {"difficulty": 7}, "only_made"),
        (1, {"seed": "spring"}, "only_made"),
        (1, {"task": 40, "limit": 7}, "limit_short"),
        (1, {"task": 0, "difficulty": 6, "limit": 5}, "limit_short"),
        (1, {"daily": "2026-08-02", "limit": 8}, "limit_short"),
        (1, {"grid": "2 1 4 3/5 6 7 8/9 10 11 12/13 14 15 16", "allowed": 9, "limit": 8}, "limit_short"),
        (1, {"grid": "2 1 4 3/5 6 7 8/9 10 11 12/13 14 15 16", "allowed": 1}, "too_few_allowed"),
        (1, {"task": 3, "allowed": 9}, "only_own_grid"),
        (1, {"task": 0, "difficulty": 12}, "bad_number"),
    ],
)
def test_impossible_options(seats: int, options: dict[str, object], message: str) -> None:
    """Options that cannot be played are refused with a sentence."""
    with pytest.raises(Illegal) as e:
        Match.start("clovers", seats, options)
    assert e.value.message == message
    for lang in LANGS:
        assert "illegal." not in words("clovers", lang).refusal(e.value)


@pytest.mark.parametrize("ours", [True, False])
def test_a_whole_set_of_options_excludes_nothing(ours: bool) -> None:
    """Defaults that come along with all the others were chosen by nobody: a task again, a form with all its fields."""
    fields = [o for o in clovers.OPTIONS if ours or not o.seats or 1 in o.seats]
    whole = {o.name: o.default for o in fields} | {"daily": "2026-08-01"}
    assert whole["task"] == 1
    again = Match.start("clovers", 1, whole)
    assert again.view(0).task.kind == "daily"
    assert replay(again.record).view(0) == again.view(0)
    assert Match.start("clovers", 1, again.record.options).view(0) == again.view(0)

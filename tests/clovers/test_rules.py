"""The base game of Clovers, statement by statement, with the worked examples of the rulebook (6.1 to 6.6)."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from stajnia import Illegal, Match
from stajnia.core.game import CHANCE, Message, complete
from stajnia.core.words import words
from stajnia.games import clovers
from stajnia.games.clovers.grid import CELLS, START, all_fits, places
from stajnia.games.clovers.state import State
from tests.clovers.garden import BLANK, deal, offered, play, refused, table

EXAMPLE = "3 5 . ./7 8 . 10/13 . 16 ./. 15 . 19"  # 6.4
ALMOST = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 ."


def start(seats: int, **options: object) -> State:
    return clovers.new(seats, complete(clovers, seats, {"first": "0", **options}))  # type: ignore[arg-type]


@pytest.mark.rule("clovers R1.1", "clovers R1.5", "clovers R2.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_set_of_twenty_for_each_player(seats: int) -> None:
    """With n players 20n clovers are used, each number n times; four sets at most."""
    s = start(seats)
    assert s.pile == 20 * seats <= 80
    assert s.unseen == [0] + [seats] * 20
    assert [p for _, p in clovers.odds(s)] == [1 / 20] * 20


@pytest.mark.rule("clovers R1.5")
def test_one_to_four_players() -> None:
    """Five players are refused; one player gets a solo task."""
    with pytest.raises(Illegal, match="1 to 4 players"):
        Match.start("clovers", 5)
    assert Match.start("clovers", 1).view(0).task is not None
    assert all(Match.start("clovers", n, seed=1).view(0).task is None for n in (2, 3, 4))


@pytest.mark.rule("clovers R1.3", "clovers R1.2", "clovers R2.2")
def test_a_board_has_sixteen_cells_and_the_start_cells_on_the_diagonal() -> None:
    """Each seat has one 4 by 4 board; a1, b2, c3 and d4 are the start cells; the red side has no horseshoes."""
    assert tuple(f"{c}{r}" for r in range(1, 5) for c in "abcd") == CELLS
    assert [CELLS[x] for x in START] == ["a1", "b2", "c3", "d4"]
    v = clovers.view(start(3), 0)
    assert [len(b) for b in v.boards] == [16, 16, 16]
    assert v.horseshoes == ()
    assert len(clovers.view(start(3, lucky=True), 0).horseshoes) == 3


@pytest.mark.rule("clovers R1.4", "clovers R4.5")
def test_start_cells_are_ordinary_during_play() -> None:
    """A clover on a start cell is exchanged like any other; nothing in the state has a colour."""
    s = table("5 . . ./. 7 . ./. . 15 ./. . . 18", hand=9)
    assert {"keep a1", "keep b2", "keep c3", "keep d4"} <= offered(s)
    play(s, "keep b2")
    assert s.boards[0][5] == 9
    assert s.face_up[7] == 1


@pytest.mark.rule("clovers R2.3", "clovers R2.5")
def test_setup_lays_four_rising() -> None:
    """Four drawn clovers go to the start cells in rising order; then 16 clovers a player are left."""
    s = start(2)
    told = deal(s, 15, 5, 18, 7)
    assert [s.boards[0][x] for x in START] == [5, 7, 15, 18]
    assert told[-1].args == {"seat": 0, "numbers": [5, 7, 15, 18]}
    deal(s, 1, 2, 3, 4)
    assert clovers.to_act(s) == (0,)
    assert s.pile == 32
    assert sum(s.face_up) == 0
    assert [b.count(0) for b in s.boards] == [12, 12]


@pytest.mark.rule("clovers R2.4", "clovers Q11")
def test_setup_example_with_equal_numbers() -> None:
    """Example 6.5: 5, 7, 15, 15 lie on the diagonal."""
    s = start(2)
    deal(s, 15, 7, 15, 5)
    assert [s.boards[0][x] for x in START] == [5, 7, 15, 15]


@pytest.mark.rule("clovers R2.1", "clovers R2.5")
def test_setup_for_three() -> None:
    """Example 6.6: 60 clovers are used, 12 lie on boards, 48 face down."""
    v = Match.start("clovers", 3, seed=3).view(0)
    assert sum(n > 0 for b in v.boards for n in b) == 12
    assert v.pile == sum(v.unseen) == 48
    assert sum(v.face_up) == 0


@pytest.mark.rule("clovers R3.1", "clovers Q10", "clovers R3.7")
def test_who_begins_is_chosen_or_drawn_and_turns_go_round() -> None:
    """The first seat is an option or a fair lot; then the next seat follows, the last before the first."""
    s = clovers.new(3, complete(clovers, 3, {}))  # type: ignore[arg-type]
    assert clovers.odds(s) == [(clovers.read(f"first {n}"), 1 / 3) for n in range(3)]
    play(s, "first 2")
    deal(s, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4)
    seen = []
    for _ in range(3):
        seen.append(clovers.to_act(s)[0])
        play(s, "draw", "deal 20", "back")
    assert [*seen, clovers.to_act(s)[0]] == [2, 0, 1, 2]
    assert Match.start("clovers", 3, {"first": "1"}, seed=1).to_act == (1,)


@pytest.mark.rule("clovers R3.2", "clovers R3.4")
def test_a_turn_takes_one_clover() -> None:
    """Face down or any one of the face-up clovers, and one only."""
    s = table("10 . . ./. . . ./. . . ./. . . .", up=[3, 12, 12])
    assert "draw" in offered(s)
    assert {t.split()[1] for t in offered(s) if t.startswith("take")} == {"3", "12"}
    play(s, "take 12 b1")
    assert clovers.to_act(s) == (1,)
    assert s.face_up[12] == 1
    assert refused(table(EXAMPLE, hand=4), "draw").rule == "clovers R3.3"
    assert refused(table(EXAMPLE, up=[4]), "take 5 c1").message == "not_face_up"


@pytest.mark.rule("clovers R3.3", "clovers Q1")
def test_a_face_down_clover_is_shown_then_placed_or_laid_face_up() -> None:
    """All see the clover; `back` is always possible, even if it fits, and it then lies face up, never face down."""
    s = table("10 . . ./. . . ./. . . ./. . . .")
    assert clovers.to_act(s) == (0,)
    play(s, "draw")
    assert clovers.to_act(s) == (CHANCE,)
    pile = s.pile
    told = deal(s, 12)
    assert told[0].kind == "reveal"
    assert told[0].reveals
    assert clovers.view(s, 1).hand == clovers.view(s, None).hand == 12
    assert {"keep b1", "back"} <= offered(s)
    play(s, "back")
    assert s.face_up[12] == 1
    assert s.pile == pile - 1
    assert clovers.to_act(s) == (1,)


@pytest.mark.rule("clovers R3.4", "clovers Q2")
def test_a_face_up_clover_must_be_placed() -> None:
    """Taking a face-up clover always names the cell; laying it back is no action."""
    s = table(EXAMPLE, up=[13])
    assert offered(s) == {"draw", "take 13 c1", "take 13 d2", "take 13 b4"}
    assert refused(s, "back").message == "must_draw"
    with pytest.raises(Illegal, match="no action"):
        clovers.read("take 13")


@pytest.mark.rule("clovers R3.5", "clovers R3.8")
def test_without_face_up_clovers_one_is_drawn() -> None:
    """Drawing is then the only action, and it is said so."""
    s = table(EXAMPLE)
    assert offered(s) == {"draw"}
    ask = clovers.view(s, 0).ask
    assert ask is not None
    assert ask.id == "ask.take_bare"


@pytest.mark.rule("clovers R3.6", "clovers R3.8")
def test_a_face_up_clover_that_fits_nowhere_stays() -> None:
    """It is not offered, and the refusal names the clover in the way."""
    s = table("1 3 . ./. . . ./. . . ./. . . .", up=[1])
    s.boards[0] = [1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6, 4, 5, 6, 0]
    assert offered(s) == {"draw"}
    e = refused(s, "take 1 d4")
    assert e.rule == "clovers R4.2"
    assert e.values["other"] == 6


@pytest.mark.rule("clovers R4.1")
def test_only_in_the_own_garden() -> None:
    """A placing names only a cell: it is the own board that changes, and other seats cannot act."""
    s = table(BLANK, BLANK, hand=7)
    play(s, "keep a1")
    assert s.boards == [[7] + [0] * 15, [0] * 16]
    assert refused(table(BLANK, hand=7), "keep a1", seat=1).message == "not_your_turn"


@pytest.mark.rule("clovers R4.2", "clovers R4.3")
def test_example_of_an_empty_cell() -> None:
    """Example 6.1: 7 between the 5 on its left and the 13 below it."""
    s = table("5 . . ./. 13 . ./. . . ./. . . .", hand=7)
    assert "keep b1" in offered(s)
    play(s, "keep b1")
    assert s.boards[0][1] == 7
    assert sum(s.face_up) == 0


@pytest.mark.rule("clovers R4.4")
def test_example_of_an_exchange() -> None:
    """Example 6.2: 8 replaces the 7 that has 10 on its right and 12 below; the 7 goes face up to the middle."""
    s = table("7 10 . ./12 . . ./. . . ./. . . .", hand=8)
    told = play(s, "keep a1")
    assert s.boards[0][0] == 8
    assert s.face_up[7] == 1
    assert told[0].kind == "exchange"
    assert told[0].args["old"] == 7


@pytest.mark.rule("clovers R4.2", "clovers R4.6")
@pytest.mark.parametrize(
    ("line", "good"), [("2 3 4 8", True), ("3 5 7 12", True), ("2 3 3 8", False), ("5 4 9 12", False)]
)
def test_valid_lines(line: str, good: bool) -> None:
    """Example 6.3, in a row and in a column: gaps are fine, equal or falling numbers are not."""
    numbers = line.split()
    for down in (False, True):
        row = [*numbers[:1], ".", *numbers[2:]]
        cells = ["."] * 16
        cells[slice(0, 16, 4) if down else slice(0, 4)] = row
        s = table(" ".join(cells), hand=int(numbers[1]))
        assert (("keep a2" if down else "keep b1") in offered(s)) == good


@pytest.mark.rule("clovers R4.2", "clovers R4.3", "clovers R4.4", "clovers Q3")
def test_the_large_example() -> None:
    """Example 6.4: the 13 fits on c1, or in place of the 10 on d2 or of the 15 on b4, and nowhere else."""
    s = table(EXAMPLE, hand=13)
    assert offered(s) == {"keep c1", "keep d2", "keep b4", "back"}
    for cell, other in {"d1": 10, "c2": 10, "b3": 13, "a4": 13, "d3": 16, "c4": 15}.items():
        e = refused(s, f"keep {cell}")
        assert e.rule == "clovers R4.2"
        assert e.values.get("other", 13) == other
    assert refused(s, "keep a3").rule == "clovers Q3"
    play(s, "keep d2")
    assert s.boards[0][7] == 13
    assert [n for n in range(21) if s.face_up[n]] == [10]


@pytest.mark.rule("clovers R4.2")
def test_places_agree_with_the_definition() -> None:
    """On random boards a placing is offered exactly when the row and the column rise strictly afterwards."""
    rng = Random(4)
    for _ in range(300):
        cells = [0] * 16
        for _ in range(12):
            number, cell = rng.randint(1, 20), rng.randrange(16)
            if cell in places(cells, number):
                cells[cell] = number
        for number in range(1, 21):
            fits = []
            for cell in range(16):
                new = [*cells[:cell], number, *cells[cell + 1 :]]
                lines = [new[cell // 4 * 4 : cell // 4 * 4 + 4], new[cell % 4 :: 4]]
                full = [[n for n in line if n] for line in lines]
                if cells[cell] != number and all(line == sorted(set(line)) for line in full):
                    fits.append(cell)
            assert places(cells, number) == fits


@pytest.mark.rule("clovers R4.7")
def test_a_garden_never_loses_clovers() -> None:
    """In random play the number of clovers on a board never drops, and only the played cell changes."""
    m = Match.start("clovers", 2, seed=8)
    rng = Random(8)
    before = m.view(None).boards
    while m.to_act:
        m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))
        after = m.view(None).boards
        changed = [(x, y) for b, a in zip(before, after, strict=True) for x, y in zip(b, a, strict=True) if x != y]
        assert len(changed) <= 1
        assert all(y for _, y in changed)
        before = after


@pytest.mark.rule("clovers R4.8")
def test_equal_numbers_off_line() -> None:
    """A second 9 may lie where it shares neither row nor column with the first."""
    s = table(". 9 . ./. . . ./. . . ./. . . .", hand=9)
    legal = offered(s)
    assert {"keep a2", "keep d4", "keep c2"} <= legal
    assert not {"keep a1", "keep b1", "keep b3", "keep d1"} & legal


@pytest.mark.rule("clovers R5.1", "clovers Q15")
def test_a_full_garden_wins_at_once() -> None:
    """The game ends with the placing; the filler wins alone and nobody acts any more."""
    s = table(ALMOST, "1 2 . ./. . . ./. . . ./. . . .", hand=20)
    told = play(s, "keep d4")
    assert clovers.to_act(s) == ()
    assert clovers.outcome(s) is not None
    assert s.result is not None
    assert (s.result.winners, s.result.reason) == ((0,), "full")
    assert s.result.scores == (16, 2)
    assert [e.kind for e in told] == ["place", "full", "winner"]
    with pytest.raises(Illegal, match="over"):
        clovers.play(s, 1, clovers.read("draw"))


@pytest.mark.rule("clovers R5.2", "clovers R5.3", "clovers R5.4")
@pytest.mark.parametrize("choice", ["keep b1", "keep a1", "back"])
def test_the_last_face_down_clover_ends_the_game(choice: str) -> None:
    """Whoever takes it finishes the turn, in any way; then the fewest empty cells win, and all are told of theirs."""
    s = table("3 . . ./. . . ./. . . ./. . . .", "1 2 3 ./. . . ./. . . ./. . . .", pile=1)
    (last,) = (n for n in range(21) if s.unseen[n])
    play(s, "draw")
    told = deal(s, last)
    assert told[-1].kind == "last"
    s.hand = 4  # a clover for which all three choices are possible
    end = [words("clovers", "en").say(Message(f"event.{e.kind}", e.args), ["Ala", "Bo"]) for e in play(s, choice)][-4:]
    empty = 14 if choice == "keep b1" else 15
    expected = ["The pile is empty.", f"Ala has {empty} empty cells.", "Bo has 13 empty cells.", "Bo wins the game."]
    assert end == expected
    assert s.result is not None
    assert (s.result.winners, s.result.reason) == ((1,), "pile")
    for seat in (0, 1):
        assert refused(s, "draw", seat).message == "over"
    early = table("3 . . ./. . . ./. . . ./. . . .", pile=2)
    assert [e.kind for e in play(early, "draw", "deal 1")] == ["draw", "reveal"]


@pytest.mark.rule("clovers R5.3", "clovers R3.8")
def test_no_turn_begins_without_a_face_down_clover() -> None:
    """In random games the pile is never empty when a clover is to be taken."""
    for seed in range(6):
        m = Match.start("clovers", 2, seed=seed)
        rng = Random(seed)
        while m.to_act:
            v = m.view(None)
            assert v.phase != "take" or v.pile > 0
            m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))


@pytest.mark.rule("clovers R5.5")
def test_a_tie_is_shared() -> None:
    """Two players with equally few empty cells both win; the third does not."""
    two = "1 2 . ./. . . ./. . . ./. . . ."
    s = table(two, two, "1 . . ./. . . ./. . . ./. . . .", pile=1)
    (last,) = (n for n in range(21) if s.unseen[n])
    told = play(s, "draw", f"deal {last}", "back")
    assert s.result is not None
    assert s.result.winners == (0, 1)
    assert told[-1].kind == "shared"


@pytest.mark.rule("clovers R5.6")
def test_the_last_clover_can_fill_the_garden() -> None:
    """Then it is a win by a full garden."""
    s = table(ALMOST, hand=20, pile=0)
    play(s, "keep d4")
    assert s.result is not None
    assert (s.result.winners, s.result.reason) == ((0,), "full")


@pytest.mark.rule("clovers Q7", "clovers R5.4")
def test_the_turn_limit() -> None:
    """After the limit for each player the game is called off and scored by empty cells; 0 means no limit."""
    s = table("3 5 . ./. . . ./. . . ./. . . .", up=[4], limit=2)
    play(s, "take 4 a1", "take 3 a1", "draw", "deal 20", "back")
    assert s.result is None
    told = play(s, "draw", "deal 20", "back")
    assert s.result is not None
    assert (s.result.winners, s.result.reason) == ((0,), "limit")
    assert [e.kind for e in told[-4:]] == ["limit", "empty", "empty", "winner"]
    endless = table(BLANK, limit=0)
    endless.turns = 10**6
    play(endless, "draw", "deal 20", "back")
    assert endless.result is None


@pytest.mark.rule("clovers Q12")
def test_everything_but_the_order_is_open() -> None:
    """Every seat and a spectator see the same boards, clovers and counts; only seat and question differ."""
    m = Match.start("clovers", 4, {"first": "2"}, seed=2)
    views = [msgspec.to_builtins(m.view(seat)) for seat in (0, 1, 2, 3, None)]
    for v in views:
        del v["seat"]
        del v["ask"]
    assert all(v == views[0] for v in views)
    assert views[0]["pile"] == sum(views[0]["unseen"]) == 64


def test_refusals_name_rule_and_clover() -> None:
    """A refusal is a sentence with the clover in the way and the number of the rule."""
    s = table(EXAMPLE, hand=13)
    assert str(refused(s, "keep d1")) == (
        "The 13 does not fit on d1: in the column the 10 on d2 is in the way. (clovers R4.2)"
    )
    assert str(refused(s, "keep a4")) == (
        "The 13 does not fit on a4: an equal 13 lies in the column on a3. (clovers R4.2)"
    )
    assert refused(s, "take 13 c1").message == "holding"
    assert refused(s, "deal 5").message == "not_chance"
    assert refused(s, "swap a1 b1").message == "no_swap_now"
    assert refused(s, "end").message == "holding"
    assert refused(table(EXAMPLE), "extra").message == "no_extra"
    assert refused(table(EXAMPLE), "next").message == "must_draw"
    waiting = table(EXAMPLE)
    play(waiting, "draw")
    assert refused(waiting, "deal 21", seat=CHANCE).message == "not_legal"


@pytest.mark.parametrize("text", ["", "keep", "keep e1", "keep a5", "take a1", "take 7", "draw 3", "swap a1", "7 c3"])
def test_unreadable_text(text: str) -> None:
    """What is no action is refused as such."""
    with pytest.raises(Illegal) as e:
        clovers.read(text)
    assert e.value.message == "unreadable"


@pytest.mark.parametrize(
    ("typed", "written"),
    [(" DRAW ", "draw"), ("Keep  B2", "keep b2"), ("take 7 C3", "take 7 c3"), ("swap c1 A1", "swap a1 c1")],
)
def test_reading_is_lenient(typed: str, written: str) -> None:
    """Case and spaces do not matter; a swap is written with the lower cell first."""
    assert clovers.write(clovers.read(typed)) == written


def test_fits_are_what_the_lines_say() -> None:
    """Sets of cells, for one number and for all at once, against the plain sentence of R4.2 and Q3."""
    rng = Random(20)
    for _ in range(300):
        board = [rng.choice((0, rng.randint(1, 20))) for _ in range(16)]
        wanted = [rng.randint(0, 2) for _ in range(21)]
        found = all_fits(board, wanted)
        for number in range(1, 21):
            plain = [cell for cell in range(16) if _rises_with(board, cell, number)]
            assert places(board, number) == plain
            assert [cell for cell in range(16) if found[number] >> cell & 1] == (plain if wanted[number] else [])


def _rises_with(board: list[int], cell: int, number: int) -> bool:
    """Whether the number there is new, higher than all before it in its row and column, and lower than all after."""
    for x, there in enumerate(board):
        if there and x != cell and (x // 4 == cell // 4 or x % 4 == cell % 4):
            if x < cell and there >= number:
                return False
            if x > cell and there <= number:
                return False
    return board[cell] != number

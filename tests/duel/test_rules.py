"""The rules of the duel, statement by statement, and the worked cases of the specification."""

from __future__ import annotations

from random import Random

import pytest

from stajnia import Illegal, Match
from stajnia.core.game import CHANCE, Event, Message, complete
from stajnia.core.words import words
from stajnia.games import duel, game
from stajnia.games.duel import layouts
from stajnia.games.duel.layouts import Cell, Tile
from stajnia.games.duel.state import State
from tests.duel.picture import cell, destinations, position


def play(s: State, *texts: str) -> None:
    for text in texts:
        duel.play(s, duel.to_act(s)[0], duel.read(text))


def refused(s: State, text: str, seat: int | None = None) -> Illegal:
    key = s.key()
    with pytest.raises(Illegal) as e:
        duel.play(s, duel.to_act(s)[0] if seat is None else seat, duel.read(text))
    assert s.key() == key
    return e.value


def random_game(seed: int, **options: str) -> Match:
    rng = Random(seed)
    m = Match.start("duel", 2, options, seed=seed)
    while m.to_act:
        m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))
    return m


@pytest.mark.rule("duel R1.1", "duel R1.2", "duel R1.3")
def test_twenty_cells_from_four_tiles() -> None:
    """Every board is two 2x2 and two 2x3 tiles; 14 tokens and 6 unicorns fill its 20 cells."""
    rng = Random(1)
    for rows in [*layouts.NAMED.values(), *(layouts.at_random(rng) for _ in range(50))]:
        tiles = layouts.tiling(rows)
        assert tiles is not None
        assert sorted(map(len, tiles)) == [4, 4, 6, 6]
        assert len(frozenset().union(*tiles)) == 20
    v = Match.start("duel", 2, {"first": "0"}).view(0)
    assert v.tokens_left + 6 == 20


@pytest.mark.rule("duel R1.4", "duel R2.4")
def test_two_players_with_three_unicorns() -> None:
    """Two seats and no other number; each places exactly three unicorns."""
    with pytest.raises(Illegal, match="for 2 players, not 3"):
        Match.start("duel", 3)
    m = random_game(2)
    assert [len(p) for p in m.view(None).pawns] == [3, 3]


@pytest.mark.rule("duel R2.1", "duel R2.2", "duel Q1", "duel Q2", "duel Q11")
@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("#####/#####/#####", "layout_count"),
        ("##########/##########/#", "layout_count"),
        ("##....##/##....##/......../###..###/###..###", "layout_apart"),  # four tiles apart
        ("#####...../#####...../.....#####/.....#####", "layout_apart"),  # corner contact only
        ("#####/#.###/#####/#####/#....", "layout_tiles"),  # joined, 20 cells, but no such tiles
        ("####################", "layout_tiles"),
        ("####x/#####/#####/#####", "layout_signs"),
        ("hexagon", "layout_unknown"),
        ("5-!!", "layout_unknown"),
        ("0-1", "layout_unknown"),
        ("", "layout_unknown"),
    ],
)
def test_layouts_that_tiles_cannot_form_are_refused(rows: str, message: str) -> None:
    """A layout with other tiles, apart, or not readable is refused with the reason."""
    with pytest.raises(Illegal) as e:
        Match.start("duel", 2, {"layout": rows})
    assert e.value.message == message
    assert "illegal." not in str(e.value)


@pytest.mark.rule("duel R2.1", "duel R2.2", "duel Q2")
def test_any_joined_arrangement_is_accepted() -> None:
    """Turned tiles, strips and boards with a hole are boards."""
    for rows in (
        "##########/##########",
        "#####/#####/##.##/####./..##.",
        "..###/..###/###../#####/...##/...##/...##",
    ):
        assert layouts.parse(rows) == rows
    assert layouts.parse(" ##########/ ##########".replace(" ", ".")) == "##########/##########"


@pytest.mark.rule("duel R2.3", "duel Q3")
def test_rectangle_by_default_and_named_layouts() -> None:
    """The rectangle of 4 by 5 is the default; at least six more are named and all can be played."""
    assert Match.start("duel", 2).view(0).rows == "#####/#####/#####/#####"
    assert len(layouts.NAMED) >= 7
    assert len({layouts.canonical(r) for r in layouts.NAMED.values()}) == len(layouts.NAMED)
    for name in layouts.NAMED:
        assert random_game(3, layout=name).outcome is not None


def test_share_codes_and_sameness() -> None:
    """A code gives the board back; turned and mirrored boards are recognised as the same."""
    rng = Random(5)
    for _ in range(100):
        rows = layouts.at_random(rng)
        assert layouts.parse(layouts.share_code(rows)) == rows
        assert {layouts.canonical(t) for t in layouts.turned(rows)} == {layouts.canonical(rows)}
    assert layouts.named("####/####/####/####/####") == "rectangle"
    assert layouts.canonical(layouts.NAMED["stairs"]) != layouts.canonical(layouts.NAMED["step"])
    assert Match.start("duel", 2, {"layout": "5-1zzzz"}).view(0).layout == "rectangle"


FIRST = {
    True: [frozenset({(0, 0), (0, 1), (1, 0), (1, 1)})],
    False: [frozenset((r, c) for r in range(h) for c in range(w)) for h, w in ((2, 3), (3, 2))],
}


def grown() -> set[str]:
    """Every board that can be laid tile by tile, in any order of the tiles."""

    def at_origin(cells: frozenset[Cell]) -> frozenset[Cell]:
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        return frozenset((r - top, c - left) for r, c in cells)

    boards = {(frozenset[Cell](), 2, 2)}  # what is laid, and how many squares and rectangles are left
    for _ in range(4):
        boards = {
            (at_origin(laid | tile), squares - square, rectangles - (not square))
            for laid, squares, rectangles in boards
            for square in (True, False)
            if (squares if square else rectangles)
            for tile in (layouts.places(laid, square) if laid else FIRST[square])
        }
    return {layouts.rows_of(laid) for laid, _, _ in boards}


def test_every_board_is_known() -> None:
    """The tiles form 12,819 boards, 1,651 up to turning and mirroring; each is accepted and has its own code."""
    boards = grown()
    assert len(boards) == 12819
    assert len({layouts.canonical(rows) for rows in boards}) == 1651
    codes = {layouts.share_code(rows): rows for rows in boards}
    assert len(codes) == 12819
    assert all(layouts.parse(code.upper()) == rows for code, rows in codes.items())


def test_every_board_can_come_up_at_random() -> None:
    """Laid by chance from the first tile on, all 1,651 boards are possible."""
    ways: dict[Tile, tuple[Tile, ...]] = {
        layouts.FIRST_TILE: (layouts.FIRST_TILE,)
    }  # by the cells laid: how many of them tells the kinds too
    for _ in range(3):
        ways = {laid | tile: (*tiles, tile) for laid, tiles in ways.items() for tile in layouts.next_tiles(tiles)}
    boards = {layouts.rows_of(laid) for laid in ways}
    assert len({layouts.canonical(rows) for rows in boards}) == 1651


@pytest.mark.rule("duel R2.2", "duel R2.3")
def test_random_layout_is_laid_by_chance() -> None:
    """A random board is laid tile by tile by recorded chance moves."""
    m = Match.start("duel", 2, {"layout": "random"}, seed=4)
    assert [text.split()[0] for seat, text in m.record.moves if seat == CHANCE] == [
        "lay",
        "lay",
        "lay",
        "first",
    ]
    assert layouts.parse(m.view(0).rows) == m.view(0).rows
    assert len({Match.start("duel", 2, {"layout": "random"}, seed=i).view(0).rows for i in range(20)}) > 10
    told: list[Event] = []
    named = Match.start("duel", 2, {"layout": "random", "first": "1"}, seed=4, tell=told.append)
    assert told == [Event("laid", {"rows": m.view(0).rows, "code": m.view(0).code})]
    assert [text for _, text in named.record.moves] == [text for _, text in m.record.moves[:3]]
    assert (named.to_act, named.view(0).rows) == ((1,), m.view(0).rows)


@pytest.mark.rule("duel R2.5")
def test_first_player_by_lot() -> None:
    """Who begins is drawn with equal odds, or named by the table."""
    s = duel.new(2, {"layout": "rectangle", "start": "free", "first": "random"})
    assert duel.to_act(s) == (CHANCE,)
    assert [p for _, p in duel.odds(s)] == [0.5, 0.5]
    assert Match.start("duel", 2, {"first": "1"}).to_act == (1,)


@pytest.mark.rule("duel R2.6", "duel R2.9", "duel Q4")
def test_placing_alternates_then_play_begins() -> None:
    """A, B, A, B, A, B place on free cells, then A moves first."""
    s = position(".....\n.....\n.....\n.....", phase="place")
    order = []
    for text in ("a1", "e1", "c1", "c4", "a4", "e4"):
        order.append(duel.to_act(s)[0])
        play(s, text)
    assert order == [0, 1, 0, 1, 0, 1]
    assert duel.to_act(s) == (0,)
    assert s.phase == "jump"
    assert [duel.view(s, seat).ask for seat in (0, 1, None)] == [Message("ask.jump"), None, None]
    t = position("A....\n.....\n.....\n.....", to_move=1, phase="place")
    assert refused(t, "a1").rule == "duel R2.6"
    assert refused(t, "a1 c2").message == "place_first"
    assert refused(t, "f1").message == "no_cell"


@pytest.mark.rule("duel R2.7", "duel Q6", "duel Q7", "duel Q8")
def test_placing_may_leave_no_unicorn_stuck() -> None:
    """Case 5.6: with A on (1,1) and B on (2,3) nobody may place on (3,2); every other cell that blocks none is fine."""
    for seat in (0, 1):
        s = position("A....\n..B..\n.....\n.....", to_move=seat, phase="place")
        e = refused(s, cell(3, 2))
        assert (e.rule, e.values["pawns"]) == ("duel R2.7", [cell(1, 1)])
        assert cell(4, 4) in {duel.write(a) for a in duel.legal(s, seat)}
    # One's own new unicorn may not be stuck either: both jumps from the corner are taken.
    s = position(".....\n..B..\n.A...\n.....", to_move=0, phase="place")
    assert refused(s, cell(1, 1)).values["pawns"] == [cell(1, 1)]


@pytest.mark.rule("duel R2.7", "duel Q6")
def test_placing_never_gets_stuck() -> None:
    """On any board there is always a cell for the next unicorn."""
    rng = Random(6)
    for _ in range(60):
        m = Match.start("duel", 2, {"layout": layouts.at_random(rng), "first": "0"})
        while m.view(None).phase == "place":
            m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))
        assert not m.view(None).blocked


@pytest.mark.rule("duel R2.8", "duel Q5")
@pytest.mark.parametrize("start", ["spread", "close"])
def test_ready_arrangements(start: str) -> None:
    """Both arrangements start with every unicorn able to move, and only on the rectangle."""
    m = Match.start("duel", 2, {"start": start, "first": "1"})
    v = m.view(None)
    assert v.phase == "jump"
    assert m.to_act == (1,)
    assert {text.split()[0] for text in m.legal(1)} == set(v.pawns[1])
    for layout in ("stairs", "random"):
        with pytest.raises(Illegal) as e:
            Match.start("duel", 2, {"start": start, "layout": layout})
        assert e.value.rule == "duel R2.8"


@pytest.mark.rule("duel R3.1")
def test_a_turn_is_a_jump_and_then_a_token() -> None:
    """Case 5.4: a move without a token and a token without a move are illegal."""
    s = position("A....\n.....\n.....\nB....")
    assert refused(s, "c3").message == "jump_first"
    play(s, "a1 c2")
    assert duel.to_act(s) == (0,)
    assert refused(s, "c2 e3").message == "token_first"
    play(s, "e4")
    assert duel.to_act(s) == (1,)


@pytest.mark.rule("duel R2.6", "duel R3.1")
def test_placing_and_turns_are_told() -> None:
    """Each placing, jump and token is told with its cells; chance tells who begins."""
    s = duel.new(2, {"layout": "rectangle", "start": "free", "first": "random"})
    told: list[Event] = []
    duel.play(s, CHANCE, duel.read("first 1"), told.append)
    for text in ("a1", "e1", "c1", "c4", "a4", "e4", "a1 c2", "b1"):
        duel.play(s, duel.to_act(s)[0], duel.read(text), told.append)
    assert told[:3] == [
        Event("first", {"seat": 1}),
        Event("place", {"seat": 1, "cell": "a1"}),
        Event("place", {"seat": 0, "cell": "e1"}),
    ]
    assert told[-2:] == [
        Event("jump", {"seat": 1, "a": "a1", "b": "c2"}),
        Event("token", {"seat": 1, "cell": "b1"}),
    ]


@pytest.mark.rule("duel R3.2")
def test_knight_moves_on_the_empty_rectangle() -> None:
    """Case 5.1: the number of destinations from every cell of the empty 4x5 board."""
    counts = [[2, 3, 4, 3, 2], [3, 4, 6, 4, 3], [3, 4, 6, 4, 3], [2, 3, 4, 3, 2]]
    for row in range(4):
        for column in range(5):
            lines = [["."] * 5 for _ in range(4)]
            lines[row][column] = "A"
            s = position("\n".join("".join(line) for line in lines))
            assert len(destinations(s, row + 1, column + 1)) == counts[row][column]
    s = position("A....\n.....\n.....\n.....")
    assert destinations(s, 1, 1) == {cell(2, 3), cell(3, 2)}
    s = position(".....\n..A..\n.....\n.....")
    assert destinations(s, 2, 3) == {cell(*rc) for rc in ((1, 1), (1, 5), (3, 1), (3, 5), (4, 2), (4, 4))}
    assert refused(s, "c2 c3").message == "no_knight"


@pytest.mark.rule("duel R3.2")
def test_only_own_unicorns_jump() -> None:
    """Any own unicorn may jump, never the other's and never an empty cell."""
    s = position("A.B..\n.....\n.....\n.....")
    assert refused(s, "c1 b3").message == "not_yours"
    assert refused(s, "b1 a3").message == "not_yours"
    assert refused(s, "a1 c2", seat=1).message == "not_your_turn"


@pytest.mark.rule("duel R3.3")
def test_blocked_destinations() -> None:
    """Case 5.3: a token on (2,3) and a unicorn on (3,2) leave the one on (1,1) no move."""
    s = position("A....\n..T..\n.B...\n....A")
    assert destinations(s, 1, 1) == set()
    assert refused(s, "a1 c2").message == "taken"
    assert refused(s, "a1 b3").message == "taken"


@pytest.mark.rule("duel R3.4")
def test_jumps_pass_over_anything() -> None:
    """Cases 5.2 and 5.5: neighbours do not matter, nor do gaps and the outside of the board."""
    s = position("AT...\nTB...\n.....\n.....")
    assert destinations(s, 1, 1) == {cell(2, 3), cell(3, 2)}
    s = position(".....  \n.A...  \n  .....\n  .....")
    assert destinations(s, 2, 2) == {cell(1, 4), cell(3, 4), cell(4, 3)}


@pytest.mark.rule("duel R3.5", "duel R3.6", "duel R3.8", "duel Q10")
def test_token_on_any_free_cell() -> None:
    """Case 5.4: the token may go on the cell just left and anywhere free, not where something stands."""
    s = position("A....\n.....\n..T..\n....B")
    play(s, "a1 c2")
    assert {duel.write(a) for a in duel.legal(s, 0)} == set(s.board.names) - {"c2", "c3", "e4"}
    assert refused(s, "c2").rule == "duel R3.5"
    assert refused(s, "e4").rule == "duel R3.5"
    assert duel.view(s, 1).lifted == ("a1", "c2")
    play(s, "a1")
    assert "a1" in duel.view(s, 0).rainbows
    assert duel.view(s, 1).last == ("a1", "c2", "a1")
    assert duel.view(s, 1).lifted is None


@pytest.mark.rule("duel R3.7")
def test_tokens_stay() -> None:
    """No unicorn and no other token goes where a token lies, to the end of the game."""
    s = position("A....\n.....\n..T..\n....B")
    play(s, "a1 c2")
    assert refused(s, "c3").rule == "duel R3.7"
    m = random_game(8)
    laid: list[str] = []
    for n in range(len(m.record.moves) + 1):
        now = list(duel.view(m.state_at(n), None).rainbows)
        assert now[: len(laid)] == laid
        laid = now


@pytest.mark.rule("duel R3.9", "duel R4.4")
def test_length_and_conservation() -> None:
    """Case 5.9: as many tokens as turns, at most 14, and six unicorns throughout."""
    for seed in range(30):
        m = random_game(seed)
        v = m.view(None)
        turns = sum(1 for seat, text in m.record.moves if " " in text and seat != CHANCE)
        assert len(v.rainbows) == turns <= 14
        assert len({c for p in v.pawns for c in p}) == 6


@pytest.mark.rule("duel R4.4")
def test_a_full_board_loses_for_the_first_player() -> None:
    """The fourteenth turn is the second player's; after it the first player has no free cell."""
    before = position("AAATT\nTTTTT\nTT.TT\nTTBBB", to_move=1)
    play(before, "e4 c3")
    play(before, "e4")
    outcome = duel.outcome(before)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert before.tokens.bit_count() == 14


@pytest.mark.rule("duel R4.1", "duel R4.5")
def test_a_player_who_cannot_move_loses() -> None:
    """Case 5.7: with every destination taken A has lost, and it is announced when B's turn ends."""
    s = position("AATB.\nA.TT.\nTT...\nBT..B", to_move=1)  # (3,3) is still free: B is about to close it
    told: list[Event] = []
    duel.play(s, 1, duel.read("a4 c3"), told.append)
    duel.play(s, 1, duel.read("a4"), told.append)
    assert told[-1] == Event("trapped", {"seat": 0, "winner": 1})
    assert duel.to_act(s) == ()
    assert duel.outcome(s) is not None
    with pytest.raises(Illegal):
        duel.play(s, 0, duel.read("a1 c2"))


@pytest.mark.rule("duel R4.2")
def test_one_blocked_unicorn_is_no_loss() -> None:
    """Case 5.8: without the token on (3,3) A moves (1,2) or (2,1) there; a blocked one may become free again."""
    s = position("AAT..\nA.TT.\nTT...\n.T..B")
    assert {duel.write(a) for a in duel.legal(s, 0)} == {"b1 c3", "a2 c3"}
    blocked = position("A....\n..T..\n.A...\n....B")
    assert duel.view(blocked, 0).blocked == (cell(1, 1),)
    play(blocked, f"{cell(3, 2)} {cell(1, 3)}", cell(4, 1))
    assert duel.view(blocked, 0).blocked == ()


@pytest.mark.rule("duel R4.3")
def test_no_draw_and_no_passing() -> None:
    """Every game has exactly one winner; there is no action but placing, jumping and laying."""
    winners = [random_game(seed).outcome for seed in range(20)]
    assert all(o is not None and len(o.winners) == 1 and sum(o.scores) == 1 for o in winners)
    assert {(o.winners, o.scores) for o in winners if o is not None} == {((0,), (1, 0)), ((1,), (0, 1))}
    for text in ("pass", "resign", "draw"):
        with pytest.raises(Illegal, match="no action"):
            duel.read(text)


def test_labels() -> None:
    """An action is named by what it does in this phase."""
    say = words("duel", "en").say
    placing = duel.view(position(".....\n.....\n.....\n.....", phase="place"), 0)
    turn = position("A....\n.....\n.....\nB....")
    assert say(duel.label(placing, duel.read("b2"))) == "place on b2"
    assert say(duel.label(duel.view(turn, 0), duel.read("a1 c2"))) == "jump a1 to c2"
    play(turn, "a1 c2")
    assert say(duel.label(duel.view(turn, 0), duel.read("b2"))) == "rainbow on b2"
    assert say(duel.label(placing, duel.read("first 1"))) == "chance"


@pytest.mark.rule("duel Q12")
def test_cells_are_named_from_the_top_left() -> None:
    """a1 is the top left cell, letters are columns, numbers are rows; reading is lenient."""
    s = position(".....\n.....\n.....\n.....")
    assert (s.board.names[0], s.board.names[4], s.board.names[5]) == ("a1", "e1", "a2")
    assert duel.read(" B2-c4 ") == duel.read("b2 c4") == duel.read("b2c4")
    text = duel.text_form(duel.view(position("A....\n..T..\n.....\n....B"), 0), lambda m: m.id)
    assert text.splitlines()[:3] == ["    a b c d e", "  1 A . . . .", "  2 . . * . ."]


@pytest.mark.rule("duel R2.7")
def test_placings_leave_every_unicorn_a_move() -> None:
    """What is offered while unicorns are placed is just what leaves all of them a jump, tried one by one."""
    rng = Random(27)
    for name in layouts.NAMED:
        for _ in range(12):
            s = duel.new(2, complete(game("duel"), 2, {"layout": name, "first": "0"}))
            while s.phase == "place":
                plain = []
                for n, spot in enumerate(s.board.spots):
                    after = s.pawns[0] | s.pawns[1] | 1 << n
                    if s.free >> n & 1 and not s.stuck(after, s.free & ~(1 << n)):
                        plain.append(spot)
                assert duel.legal(s, s.seat) == plain
                duel.play(s, s.seat, rng.choice(plain))

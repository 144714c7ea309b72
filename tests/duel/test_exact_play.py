"""The opening book and the perfect player."""

from __future__ import annotations

from math import inf
from pathlib import Path
from random import Random

import pytest

from stajnia import Match
from stajnia.bots.bot import SECOND, Budget
from stajnia.bots.duel import LEVELS, exact, levels
from stajnia.bots.duel.backend import backend
from stajnia.bots.duel.board import RECTANGLE, board, members
from stajnia.bots.duel.book import Book, book, write_book
from stajnia.bots.duel.exact import Expert, packed_net
from stajnia.bots.duel.retrograde import solve, start_block
from stajnia.bots.duel.solution_file import SolutionError
from stajnia.bots.net import BadWeights
from stajnia.games.duel.layouts import NAMED
from stajnia.games.duel.layouts import at_random as random_layout
from tests.duel.exact_slow import at_random

LONG = ("...##/#####/#####/#####/###..", 263200, 32792)  # fourteen million positions would tell who wins


def test_the_book_has_every_named_layout() -> None:
    """Each named layout, and nothing else."""
    assert set(book().layouts()) == {board(rows).canonical[0] for rows in NAMED.values()}


@pytest.mark.parametrize("name", NAMED)
def test_the_book_agrees_with_the_search(name: str) -> None:
    """A sample of legal starts of each named layout, won and lost ones."""
    here = board(NAMED[name])
    starts, search, rng = book().starts(here.rows), backend.Search(here.packed, 22), Random(name)
    assert starts is not None
    seen: set[bool] = set()
    for _ in range(60):
        first, second, _ = at_random(rng, here.cells, 0)
        if not here.can_all_move(first | second):
            continue
        value = starts.first_wins(first, second)
        if value not in seen:
            assert search.wins(first, second, 0) is value
            seen.add(value)
    assert seen == {True, False}


def test_placings_follow_from_the_starts() -> None:
    """The last pawn wins where the first player loses the start it makes; a side that has a winning
    placing leaves the other none."""
    here = board(NAMED["gate"])
    starts, rng = book().starts(here.rows), Random(8)
    assert starts is not None
    for _ in range(40):
        first, second, _ = at_random(rng, 20, 0)
        if not here.can_all_move(first | second):
            continue
        second &= second - 1
        legal, winning = starts.placings(first, second)
        for cell in members(legal):
            assert here.can_all_move(first | second | 1 << cell)
            assert bool(winning >> cell & 1) is not starts.first_wins(first, second | 1 << cell)
        first &= first - 1
        legal, winning = starts.placings(first, second)
        for cell in members(legal):
            assert bool(winning >> cell & 1) is (starts.placings(first | 1 << cell, second)[1] == 0)


def test_a_layout_turned_has_the_book_turned() -> None:
    """5x4 is 4x5 on its side."""
    upright = "####/####/####/####/####"
    one, two = book().starts(RECTANGLE), book().starts(upright)
    assert one is not None
    assert two is not None
    assert one.count() == two.count()
    assert book().starts("###/###/###") is None


def test_a_won_position_stays_won() -> None:
    """Against random answers the perfect player never lets a win go."""
    here, rng = board(RECTANGLE), Random(6)
    expert = Expert(RECTANGLE, cache="no such folder")
    for _ in range(6):
        mine, theirs, tokens = at_random(rng, 20, 3)
        if not expert.wins(mine, theirs, tokens):
            continue
        while advice := expert.turn(mine, theirs, tokens):
            assert advice.wins
            assert advice.proved
            start, end, cell = advice.actions[0]
            half = expert.jump(mine, theirs, tokens)
            assert half.actions == [(start, end)]
            mine ^= 1 << start ^ 1 << end
            assert expert.token(mine, theirs, tokens).wins
            tokens |= 1 << cell
            answers = list(here.jumps(theirs, here.free(mine, theirs, tokens)))
            if not answers:
                break
            a, b = rng.choice(answers)
            theirs ^= 1 << a ^ 1 << b
            tokens |= 1 << rng.choice(list(members(here.free(mine, theirs, tokens))))


def test_every_winning_turn_is_found_on_request() -> None:
    """`every` lists what the search finds cell by cell."""
    expert, rng = Expert(RECTANGLE, cache="no such folder"), Random(9)
    for _ in range(10):
        masks = at_random(rng, 20, 6)
        turns = expert.turns(*masks)
        advice = expert.turn(*masks, every=True)
        assert advice.wins is bool(turns)
        if turns:
            assert advice.actions == turns
            assert expert.turn(*masks).actions[0] in turns


def test_the_table_is_used_where_there_is_one(tmp_path: Path) -> None:
    """With a table the advice names it as its source and is the same; a lost side gets advice too."""
    rows = "###/###/###"
    solve(rows, tmp_path)
    known, alone, rng = Expert(rows, tmp_path), Expert(rows, tmp_path / "none"), Random(3)
    for _ in range(60):
        masks = at_random(rng, 9, rng.randrange(2))
        mine, other = known.turn(*masks), alone.turn(*masks, every=True)
        assert (mine.source, other.source) == ("table", "search")
        assert mine.wins is other.wins
        assert known.wins(*masks) is alone.wins(*masks)
        if mine.wins:
            assert mine.actions == other.actions
        elif list(known.board.jumps(masks[0], known.board.free(*masks))):
            assert mine.actions
            assert other.actions
    assert known.placing(0, 0).proved


def test_a_lost_side_holds_out() -> None:
    """Where every turn loses, one that is not lost at once is preferred."""
    here, rng = board(RECTANGLE), Random(12)
    expert, found = Expert(RECTANGLE, cache="no such folder"), 0
    while found < 5:
        mine, theirs, tokens = at_random(rng, 20, 9)
        advice = expert.turn(mine, theirs, tokens)
        if advice.wins or not advice.actions:
            continue

        def quick(turn: tuple[int, int, int], mine: int = mine, theirs: int = theirs, laid: int = tokens) -> bool:
            start, end, cell = turn
            return bool(expert.search.within(theirs, mine ^ 1 << start ^ 1 << end, laid | 1 << cell, 1))

        free = here.free(mine, theirs, tokens)
        turns = [(a, b, c) for a, b in here.jumps(mine, free) for c in members(free ^ 1 << a ^ 1 << b)]
        if any(not quick(turn) for turn in turns):
            assert not quick(advice.actions[0])
            found += 1


def test_a_lost_side_leaves_the_fewest_winning_replies() -> None:
    """Of the turns that are not lost at once it advises those after which fewest of the other's turns win."""
    here, rng = board(RECTANGLE), Random(21)
    expert, found = Expert(RECTANGLE, cache="no such folder"), 0
    while found < 4:
        mine, theirs, tokens = at_random(rng, 20, 8)
        advice = expert.turn(mine, theirs, tokens)
        free = here.free(mine, theirs, tokens)
        replies: dict[tuple[int, int, int], int] = {}
        for start, end in here.jumps(mine, free):
            for cell in members(free ^ 1 << start ^ 1 << end):
                after = (theirs, mine ^ 1 << start ^ 1 << end, tokens | 1 << cell)
                if not expert.search.within(*after, 1):
                    replies[start, end, cell] = len(expert.turns(*after))
        if advice.wins or len(set(replies.values())) < 3:
            continue
        assert {replies[turn] for turn in advice.actions} == {min(replies.values())}
        found += 1


def lost_positions(rainbows: int, n: int) -> list[tuple[int, int, int]]:
    """Some in which every turn loses, and there is a choice."""
    expert, rng, found = Expert(RECTANGLE, cache="no such folder"), Random(22), list[tuple[int, int, int]]()
    while len(found) < n:
        masks = at_random(rng, 20, rainbows)
        if expert.wins(*masks) is False and len(expert._all_turns(*masks)) > 20:
            found.append(masks)
    return found


@pytest.mark.parametrize("nodes", [0, 200, 3000])
def test_a_lost_side_searches_so_many_positions_and_no_more(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where counting would take long, the turns that were counted decide; the same again gives the same."""
    monkeypatch.setattr(exact, "_COUNTING_NODES", nodes)
    monkeypatch.setattr(exact, "_NODES", 500)
    expert = Expert(RECTANGLE, cache="no such folder")
    for masks in lost_positions(5, 3):
        turns, answers = expert._all_turns(*masks), []
        for _ in range(2):
            expert.forget()
            answers.append(expert._hardest(turns, *masks))
            assert expert.search.nodes <= nodes + 500 + len(turns)
        assert answers[0] == answers[1]
        assert set(answers[0]) <= set(turns)
        assert answers[0]


def test_a_lost_first_jump_is_answered_within_the_bound() -> None:
    """On the board that most people play: the book knows that all is lost, and what is searched has an end."""
    starts, here = book().starts(RECTANGLE), board(RECTANGLE)
    assert starts is not None
    first, second = next(
        (first, second)
        for first, second, _ in (at_random(Random(seed), 20, 0) for seed in range(99))
        if here.can_all_move(first | second) and not starts.first_wins(first, second)
    )
    expert = Expert(RECTANGLE, cache="no such folder")
    most = exact._NODES + exact._COUNTING_NODES
    advice = expert.jump(first, second, 0)
    assert expert.search.nodes <= most
    start, end = advice.actions[0]
    expert.forget()
    token = expert.token(first ^ 1 << start ^ 1 << end, second, 0, before=first)
    assert expert.search.nodes <= most
    assert (advice.wins, token.wins) == (False, False)


def test_no_turn_is_searched_beyond_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fourteen million positions would tell who wins here, where no book is: with fewer the search ends before, and a
    guess is made that is called one."""
    monkeypatch.setattr(exact, "_TURN_NODES", 1_000_000)
    rows, mine, theirs = LONG
    expert, most = Expert(rows, cache="no such folder"), exact._TURN_NODES + 400
    advice = expert.jump(mine, theirs, 0)
    assert expert.search.nodes <= most
    assert (advice.proved, advice.source) == (False, "guess")
    start, end = advice.actions[0]
    expert.forget()
    token = expert.token(mine ^ 1 << start ^ 1 << end, theirs, 0, before=mine)
    assert expert.search.nodes <= most
    assert not token.proved


class Clock:
    """It goes on by a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_a_turn_is_searched_no_longer_than_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slice by slice; when the time is up there is a guess, for the jump and for the token, whatever is left to try."""
    rows, mine, theirs = LONG
    monkeypatch.setattr(exact, "_SLICE", 2_000)
    expert = Expert(rows, cache="no such folder")
    for seconds in (0, 3, 6):
        monkeypatch.setattr(exact, "perf_counter", Clock())
        expert.forget(until=seconds + 0.5)
        advice = expert.jump(mine, theirs, 0)
        assert 2_000 * seconds <= expert.search.nodes <= 2_000 * seconds + 400
        assert (advice.proved, advice.source) == (False, "guess")
        start, end = advice.actions[0]
        monkeypatch.setattr(exact, "perf_counter", Clock())
        expert.forget(until=seconds + 0.5)
        token = expert.token(mine ^ 1 << start ^ 1 << end, theirs, 0, before=mine)
        assert expert.search.nodes <= 2_000 * seconds + 400
        assert (token.proved, len(token.actions)) == (False, 1)


def test_slices_tell_what_the_whole_search_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is interrupted and goes on finds the same turn."""
    expert, rng = Expert(RECTANGLE, cache="no such folder"), Random(8)
    for _ in range(12):
        masks = at_random(rng, 20, 4)
        found = []
        for positions in (1 << 40, 50):
            monkeypatch.setattr(exact, "_SLICE", positions)
            expert.forget()
            found.append(expert._searched(*masks))
        assert found[0] == found[1]


@pytest.mark.parametrize(
    ("budget", "nodes", "until"),
    [
        (Budget(0.1), 0, 10.1),
        (Budget(3.0), 0, 13.0),
        (SECOND, 0, 14.0),  # nobody asked for less: a long first turn may take longer than most
        (Budget(simulations=500), 500, inf),
    ],
)
def test_the_perfect_bot_keeps_its_budget(
    budget: Budget, nodes: int, until: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seconds bound the search by the clock, simulations by positions; and it plays all the same."""
    bounds: list[tuple[int, float]] = []
    forget = Expert.forget

    def noted(self: Expert, nodes: int = 0, until: float = inf) -> None:
        bounds.append((nodes, until))
        forget(self, 500, until)

    monkeypatch.setattr(levels, "perf_counter", lambda: 10.0)
    monkeypatch.setattr(exact.Expert, "forget", noted)
    match = Match.start("duel", 2, {"start": "spread", "first": "0"})
    legal = match.legal(0)
    assert LEVELS["perfect"](match.view(0), legal, Random(1), budget) in legal
    assert bounds[-1][0] == nodes
    assert bounds[-1][1] == pytest.approx(until)


def test_simulations_are_positions() -> None:
    """So many, and then a guess; the same on any machine."""
    rows, mine, theirs = LONG
    expert = Expert(rows, cache="no such folder")
    expert.forget(5_000)
    assert not expert.jump(mine, theirs, 0).proved
    assert expert.search.nodes <= 5_400


def test_the_token_is_the_one_that_was_meant_with_the_jump() -> None:
    """The search that found a winning turn finds it again after the jump, within the same bound."""
    expert, rng, seen = Expert(RECTANGLE, cache="no such folder"), Random(3), 0
    while seen < 5:
        masks = at_random(rng, 20, 3)
        expert.forget()
        advice = expert.turn(*masks)
        if not advice.wins:
            continue
        (mine, theirs, tokens), (start, end, cell) = masks, advice.actions[0]
        expert.forget()
        token = expert.token(mine ^ 1 << start ^ 1 << end, theirs, tokens, before=mine)
        assert (token.wins, token.actions) == (True, [cell])
        seen += 1


def test_a_lost_side_heeds_the_clock() -> None:
    """Past its time nothing is counted any more: an answer comes all the same."""
    expert = Expert(RECTANGLE, cache="no such folder")
    (masks,) = lost_positions(8, 1)
    expert.forget()
    turns = expert._all_turns(*masks)
    assert expert._hardest(turns, *masks, until=0.0)[0] in turns
    assert expert.search.nodes <= exact._NODES + len(turns)


def without_book(rows: str) -> Expert:
    """A player whose page of the book was taken away."""
    player = Expert(rows, cache="no such folder")
    player.starts = None
    return player


def test_the_first_placing_is_found_without_a_book() -> None:
    """On `gate` two cells of twenty win; random games prefer another."""
    rows, starts = NAMED["gate"], book().starts(NAMED["gate"])
    assert starts is not None
    advice = without_book(rows).placing(0, 0)
    assert (advice.proved, advice.source) == (False, "guess")
    assert starts.placings(0, 0)[1] >> advice.actions[0] & 1


def test_most_placings_are_right_without_a_book() -> None:
    """The book judges: at moments with pawns placed at random, where some placings win and others lose."""
    rng, right, asked = Random(2), 0, 0
    while asked < 40:
        rows, pawns = rng.choice(list(NAMED.values())), rng.randrange(1, 4)
        first, second, _ = at_random(rng, 20, 0)
        while (first | second).bit_count() > pawns:  # away with the one that was placed last
            if first.bit_count() > second.bit_count():
                first &= first - 1
            else:
                second &= second - 1
        starts = book().starts(rows)
        assert starts is not None
        legal, winning = starts.placings(first, second)
        if winning not in (0, legal) and board(rows).can_all_move(first | second):
            right += winning >> without_book(rows).placing(first, second).actions[0] & 1
            asked += 1
    assert right >= 32


def test_a_placing_is_put_right_by_the_search() -> None:
    """One of the last placings wins here; the net likes another best, which so many positions refute."""
    rows, first, second = "##..##/##..##/.####./.####./.####.", 84, 32770
    player, starts = without_book(rows), book().starts(rows)
    assert starts is not None
    assert starts.placings(first, second)[1] == 1 << 11
    odds = player._odds(first, second)
    assert max(odds, key=lambda cell: odds[cell]) != 11
    player.forget(300_000)
    assert player.placing(first, second).actions == [11]
    assert player.search.nodes <= 300_000


def test_nobody_waits_for_a_last_placing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the search would take long it takes what looks best, and does not call it proved."""
    monkeypatch.setattr(exact, "_PLACING_NODES", 50)
    expert = Expert(random_layout(Random(5)), cache="no such folder")
    first = second = 0
    for n in range(5):
        bit = 1 << expert.placing(first, second).actions[0]
        first, second = (first, second | bit) if n % 2 else (first | bit, second)
    before = expert.search.nodes
    advice = expert.placing(first, second)
    assert (advice.proved, advice.source, len(advice.actions)) == (False, "guess", 1)
    assert expert.search.nodes - before <= 50


def test_an_unknown_layout_is_guessed_honestly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without book and table early placings are not called proved; the last one is, if there is time to search."""
    monkeypatch.setattr(exact, "_PLACING_NODES", 1 << 40)
    rows = random_layout(Random(5))
    assert book().starts(rows) is None
    expert = Expert(rows, cache="no such folder")
    advice = expert.placing(0, 0)
    assert not advice.proved
    assert advice.source == "guess"
    first, second = 0, 0
    while second.bit_count() < 2:
        cell = expert.placing(first, second).actions[0]
        if first.bit_count() == second.bit_count():
            first |= 1 << cell
        else:
            second |= 1 << cell
    first |= 1 << expert.placing(first, second).actions[0]
    last = expert.placing(first, second)
    assert last.proved
    value = expert.search.wins(first, second | 1 << last.actions[0], 0)
    assert last.wins is not value


def test_plain_python_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiled backend early turns are guessed and late ones exact."""
    from stajnia.bots.duel import python_twin

    monkeypatch.setattr(exact, "COMPILED", False)
    monkeypatch.setattr(exact, "backend", python_twin)
    monkeypatch.setattr(exact, "_PLAYOUTS", 4)
    monkeypatch.setattr(exact, "_NODES", 300)
    rng = Random(14)
    expert = Expert(RECTANGLE, cache="no such folder")
    expert.search = python_twin.Search(expert.board.packed)
    early = expert.turn(*at_random(rng, 20, 2))
    assert (early.wins, early.source) == (None, "guess")
    masks = at_random(rng, 20, 8)
    assert expert.turn(*masks).wins is backend.Search(expert.board.packed).wins(*masks)


@pytest.mark.parametrize("level", LEVELS)
def test_bots_finish_a_game(level: str) -> None:
    """Each level plays a whole legal game against itself."""
    match = Match.start("duel", seats=2, options={"layout": "crown"}, seed=4)
    rng = Random(1)
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, LEVELS[level](match.view(seat), match.legal(seat), rng, SECOND))
    assert match.outcome is not None


def test_the_perfect_bot_wins_what_is_won() -> None:
    """On `gate` the first player wins by placing well; the bot does, against the others."""
    for seed, level in enumerate(("greedy", "strong")):
        match = Match.start("duel", seats=2, options={"layout": "gate", "first": "0"}, seed=seed)
        rng = Random(seed)
        while match.to_act:
            seat = match.to_act[0]
            choose = LEVELS["perfect" if seat == 0 else level]
            match.play(seat, choose(match.view(seat), match.legal(seat), rng, SECOND))
        assert match.outcome is not None
        assert tuple(match.outcome.winners) == (0,)


def test_preparing_makes_placing_exact(tmp_path: Path) -> None:
    """A layout without a book is solved in memory on request; then placing is proved, as a table proves it."""
    rows = "####/###./##.."
    solve(rows, tmp_path)
    expert, known = Expert(rows, tmp_path / "none"), Expert(rows, tmp_path)
    assert not expert.placing(0, 0).proved
    expert.prepare()
    for first, second in ((0, 0), (1, 0), (1, 2), (0b1001, 2)):
        one, two = expert.placing(first, second), known.placing(first, second)
        assert (one.wins, one.actions) == (two.wins, two.actions)
        assert one.proved


@pytest.mark.parametrize("damage", ["magic", "index", "stream"])
def test_a_damaged_book_is_refused(damage: str) -> None:
    """A book with a wrong byte says so instead of giving wrong values."""
    rows = "###/###/###"
    data = bytearray(write_book({board(rows).canonical[0]: start_block(rows)}))
    data[{"magic": 0, "index": 13, "stream": len(data) - 2}[damage]] ^= 0x55
    with pytest.raises(SolutionError, match="install the package again"):
        Book(bytes(data)).starts(rows)


@pytest.mark.parametrize("data", [b"", b"[[1, 2", b"[[1]]", b'[["1"]]', b"[1]"])
def test_a_damaged_net_of_the_starts_is_refused(data: bytes) -> None:
    """It says which file is damaged and what helps."""
    with pytest.raises(BadWeights, match=r"starts\.json.*nstall"):
        packed_net(data)

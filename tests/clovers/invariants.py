"""What must hold in every state of Clovers."""

from stajnia.games.clovers.state import State

BOUND = 4000  # moves of a random match, chance included


def check(s: State) -> None:
    """Clovers are conserved number by number, and every line of every garden rises."""
    seats = len(s.boards)
    if s.task:
        if s.task.start:
            assert sorted(s.boards[0]) == sorted(s.task.start)
        return
    for number in range(1, 21):
        laid = sum(board.count(number) for board in s.boards)
        held = (s.hand == number) + s.dealt.count(number)
        assert laid + held + s.face_up[number] + s.unseen[number] == seats
        assert min(s.face_up[number], s.unseen[number]) >= 0
    assert s.pile == sum(s.unseen)
    for board in s.boards:
        lines = [board[r : r + 4] for r in (0, 4, 8, 12)] + [board[c::4] for c in range(4)]
        for line in lines:
            laid_out = [n for n in line if n]
            assert laid_out == sorted(set(laid_out))
    assert bool(s.hand) == (s.phase in ("lay", "place"))
    assert bool(s.why) == (s.phase == "extra")
    if s.extra_turn:
        assert s.phase in ("take", "reveal", "place", "extra")
        assert s.extras[s.player]
    if s.phase == "take":
        assert s.pile > 0

/* Many matches of the duel and of clovers at once: arrays of states in, arrays out, with the lock let go. many.py tells
   what the arrays hold; the rules are those of games/duel and games/clovers, and tests hold them together. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

static uint64_t next(uint64_t *rng) /* splitmix64 */
{
    uint64_t z = (*rng += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static uint32_t below(uint64_t *rng, uint32_t n) { return (uint32_t)(((next(rng) >> 32) * n) >> 32); }

/* ---- the duel ---- */

enum { PLACE, JUMP, TOKEN, OVER };
enum { CELLS = 20, WAYS = 8, DUEL_ACTIONS = CELLS + CELLS * WAYS };

typedef struct {
    uint32_t pawns[2], tokens;
    int8_t phase, seat, from, to;
    uint64_t rng;
} Duel;

typedef struct {
    uint32_t reach[CELLS];
    int8_t to[CELLS * WAYS]; /* the cell that lies there, -1: none */
} Board;

static const uint32_t ALL = (1u << CELLS) - 1;

static uint32_t duel_free(const Duel *s) { return ALL & ~(s->pawns[0] | s->pawns[1] | s->tokens); }

static uint32_t spots(const Duel *s, const Board *b) /* where a pawn or a rainbow may be laid */
{
    uint32_t free = duel_free(s);
    if (s->phase == TOKEN) return free;
    uint32_t pawns = s->pawns[0] | s->pawns[1], found = free;
    for (int n = 0; n < CELLS; n++) {
        uint32_t there = b->reach[n] & free;
        if (pawns >> n & 1) {
            if (!(there & (there - 1))) found &= ~there;
        } else if (!there)
            found &= ~(1u << n);
    }
    return found;
}

static int nth(uint32_t set, uint32_t n)
{
    while (n--) set &= set - 1;
    return __builtin_ctz(set);
}

static int duel_may(const Duel *s, const Board *b, int a)
{
    if (a < 0 || a >= DUEL_ACTIONS || s->phase == OVER) return 0;
    if (s->phase != JUMP) return a < CELLS && (spots(s, b) >> a & 1);
    if (a < CELLS) return 0;
    int from = (a - CELLS) / WAYS, to = b->to[a - CELLS];
    return to >= 0 && (s->pawns[s->seat] >> from & 1) && (duel_free(s) >> to & 1);
}

static int can_move(const Duel *s, const Board *b)
{
    uint32_t free = duel_free(s);
    for (uint32_t p = s->pawns[s->seat]; p; p &= p - 1)
        if (b->reach[__builtin_ctz(p)] & free) return 1;
    return 0;
}

static void duel_do(Duel *s, const Board *b, int a)
{
    if (s->phase == JUMP) {
        s->from = (a - CELLS) / WAYS;
        s->to = b->to[a - CELLS];
        s->pawns[s->seat] ^= 1u << s->from | 1u << s->to;
        s->phase = TOKEN;
        return;
    }
    if (s->phase == PLACE) {
        s->pawns[s->seat] |= 1u << a;
        s->seat ^= 1;
        if (__builtin_popcount(s->pawns[0] | s->pawns[1]) == 6) s->phase = JUMP;
        return;
    }
    s->tokens |= 1u << a;
    s->from = s->to = -1;
    s->seat ^= 1;
    s->phase = can_move(s, b) ? JUMP : OVER;
}

static int duel_any(Duel *s, const Board *b) /* a legal action by lot, -1 when over */
{
    if (s->phase == OVER) return -1;
    if (s->phase != JUMP) {
        uint32_t set = spots(s, b);
        return nth(set, below(&s->rng, __builtin_popcount(set)));
    }
    uint32_t free = duel_free(s), ways[3];
    int from[3], count = 0, all = 0;
    for (uint32_t p = s->pawns[s->seat]; p; p &= p - 1) {
        from[count] = __builtin_ctz(p);
        ways[count] = b->reach[from[count]] & free;
        all += __builtin_popcount(ways[count++]);
    }
    int k = below(&s->rng, all), i = 0;
    for (; k >= __builtin_popcount(ways[i]); i++) k -= __builtin_popcount(ways[i]);
    int to = nth(ways[i], k), a = CELLS + from[i] * WAYS;
    while (b->to[a - CELLS] != to) a++;
    return a;
}

/* ---- clovers, without variants ---- */

enum { TAKE, HOLD, DONE };
enum { DRAW = 0, BACK = 1, KEEP = 6, TAKES = 22, CLOVER_ACTIONS = 390 };

typedef struct {
    uint8_t boards[4][16], face_up[21], unseen[21];
    uint8_t pile, hand, phase, player, seats, starter;
    uint16_t turns, limit;
    uint64_t rng;
} Clovers;

/* by cell: the cells after it and before it in its row and column */
static const uint16_t AFTER[16] = {4382, 8748, 17480, 34944, 4576, 8896, 17536, 34816,
                                   7680, 11264, 18432, 32768, 57344, 49152, 32768, 0};
static const uint16_t BEFORE[16] = {0, 1, 3, 7, 1, 18, 52, 120,
                                    17, 290, 836, 1928, 273, 4642, 13380, 30856};

static uint32_t fits(const uint8_t *board, int number)
{
    uint32_t closed = 0;
    for (int x = 0; x < 16; x++) {
        int there = board[x];
        if (!there) continue;
        if (there >= number) closed |= AFTER[x];
        if (there <= number) closed |= BEFORE[x];
        if (there == number) closed |= 1u << x;
    }
    return 0xFFFF & ~closed;
}

static void all_fits(const uint8_t *board, uint32_t *where) /* by number */
{
    uint16_t after[22] = {0}, before[22] = {0}, equal[22] = {0};
    for (int x = 0; x < 16; x++) { /* empty cells fall to 0, which nobody asks for */
        after[board[x]] |= AFTER[x];
        before[board[x]] |= BEFORE[x];
        equal[board[x]] |= 1u << x;
    }
    before[0] = 0;
    for (int n = 20; n > 0; n--) after[n] |= after[n + 1];
    for (int n = 1; n <= 20; n++) {
        before[n] |= before[n - 1];
        where[n] = 0xFFFF & ~(uint32_t)(after[n] | before[n] | equal[n]);
    }
}

static int clovers_may(const Clovers *s, int a)
{
    if (a < 0 || a >= CLOVER_ACTIONS || s->phase == DONE) return 0;
    const uint8_t *board = s->boards[s->player];
    if (s->phase == HOLD) return a == BACK || (a >= KEEP && a < TAKES && (fits(board, s->hand) >> (a - KEEP) & 1));
    if (a == DRAW) return 1;
    if (a < TAKES || a >= TAKES + 320) return 0;
    int number = (a - TAKES) / 16 + 1;
    return s->face_up[number] && (fits(board, number) >> (a - TAKES) % 16 & 1);
}

static int drawn(Clovers *s)
{
    int k = below(&s->rng, s->pile), number = 1;
    while (k >= s->unseen[number]) k -= s->unseen[number++];
    s->unseen[number]--;
    s->pile--;
    return number;
}

static void finish(Clovers *s)
{
    s->turns++;
    if (!s->pile || (s->limit && s->turns >= s->limit * s->seats)) s->phase = DONE;
    else {
        s->phase = TAKE;
        s->player = (s->player + 1) % s->seats;
    }
}

static void put(Clovers *s, int number, int cell)
{
    uint8_t *board = s->boards[s->player], old = board[cell];
    board[cell] = number;
    if (old) s->face_up[old]++;
    else if (!memchr(board, 0, 16)) {
        s->turns++;
        s->phase = DONE;
        return;
    }
    finish(s);
}

static void clovers_do(Clovers *s, int a)
{
    if (a == DRAW) {
        s->hand = drawn(s);
        s->phase = HOLD;
    } else if (a == BACK) {
        s->face_up[s->hand]++;
        s->hand = 0;
        finish(s);
    } else if (a < TAKES) {
        int number = s->hand;
        s->hand = 0;
        put(s, number, a - KEEP);
    } else {
        int number = (a - TAKES) / 16 + 1;
        s->face_up[number]--;
        put(s, number, (a - TAKES) % 16);
    }
}

static int clovers_any(Clovers *s)
{
    if (s->phase == DONE) return -1;
    const uint8_t *board = s->boards[s->player];
    if (s->phase == HOLD) {
        uint32_t set = fits(board, s->hand), k = below(&s->rng, __builtin_popcount(set) + 1);
        return k == (uint32_t)__builtin_popcount(set) ? BACK : KEEP + nth(set, k);
    }
    uint32_t where[21], all = 1;
    all_fits(board, where);
    for (int n = 1; n <= 20; n++) {
        if (!s->face_up[n]) where[n] = 0;
        all += __builtin_popcount(where[n]);
    }
    uint32_t k = below(&s->rng, all);
    if (!k--) return DRAW;
    int n = 1;
    for (; k >= (uint32_t)__builtin_popcount(where[n]); n++) k -= __builtin_popcount(where[n]);
    return TAKES + (n - 1) * 16 + nth(where[n], k);
}

static void clovers_deal(Clovers *s)
{
    static const int START[4] = {0, 5, 10, 15};
    for (int i = 0; i < s->seats; i++) {
        uint8_t got[4], *board = s->boards[(s->starter + i) % s->seats];
        for (int k = 0; k < 4; k++) {
            int number = drawn(s), at = k;
            for (; at && got[at - 1] > number; at--) got[at] = got[at - 1];
            got[at] = number;
        }
        for (int k = 0; k < 4; k++) board[START[k]] = got[k];
    }
}

/* ---- the door ---- */

enum { DUEL, CLOVERS };
typedef struct {
    int game;
    Py_ssize_t count;
    Py_buffer states, board, other;
} Call;

static void let_go(Call *c)
{
    PyBuffer_Release(&c->states);
    if (c->board.obj) PyBuffer_Release(&c->board);
    if (c->other.obj) PyBuffer_Release(&c->other);
}

/* (game, states, board or b"", an array with `width` bytes a match) */
static int take(PyObject *args, Call *c, Py_ssize_t width)
{
    memset(c, 0, sizeof *c);
    if (!PyArg_ParseTuple(args, width ? "iw*y*w*" : "iw*y*", &c->game, &c->states, &c->board, &c->other)) return 0;
    Py_ssize_t size = c->game == DUEL ? sizeof(Duel) : sizeof(Clovers);
    c->count = c->states.len / size;
    if (c->states.len % size || (c->game == DUEL && c->board.len != sizeof(Board)) ||
        (width && c->other.len != c->count * width)) {
        let_go(c);
        PyErr_SetString(PyExc_ValueError, "the arrays do not fit each other");
        return 0;
    }
    return 1;
}

#define DUELS ((Duel *)c.states.buf)
#define GARDENS ((Clovers *)c.states.buf)
#define BOARD ((const Board *)c.board.buf)

static PyObject *legal(PyObject *self, PyObject *args)
{
    Call c;
    int game = PyLong_AsLong(PyTuple_GET_ITEM(args, 0)), actions = game == DUEL ? DUEL_ACTIONS : CLOVER_ACTIONS;
    (void)self;
    if (!take(args, &c, actions)) return NULL;
    uint8_t *mask = c.other.buf;
    Py_BEGIN_ALLOW_THREADS
    memset(mask, 0, c.other.len);
    for (Py_ssize_t i = 0; i < c.count; i++, mask += actions) {
        if (c.game == DUEL) {
            const Duel *s = DUELS + i;
            if (s->phase == PLACE || s->phase == TOKEN)
                for (uint32_t set = spots(s, BOARD); set; set &= set - 1) mask[__builtin_ctz(set)] = 1;
            else
                for (int a = CELLS; a < DUEL_ACTIONS; a++) mask[a] = duel_may(s, BOARD, a);
            continue;
        }
        const Clovers *s = GARDENS + i;
        if (s->phase == DONE) continue;
        const uint8_t *board = s->boards[s->player];
        if (s->phase == HOLD) {
            mask[BACK] = 1;
            for (uint32_t set = fits(board, s->hand); set; set &= set - 1) mask[KEEP + __builtin_ctz(set)] = 1;
            continue;
        }
        uint32_t where[21];
        mask[DRAW] = 1;
        all_fits(board, where);
        for (int n = 1; n <= 20; n++)
            if (s->face_up[n])
                for (uint32_t set = where[n]; set; set &= set - 1)
                    mask[TAKES + (n - 1) * 16 + __builtin_ctz(set)] = 1;
    }
    Py_END_ALLOW_THREADS
    let_go(&c);
    Py_RETURN_NONE;
}

static PyObject *sample(PyObject *self, PyObject *args)
{
    Call c;
    (void)self;
    if (!take(args, &c, sizeof(int32_t))) return NULL;
    int32_t *actions = c.other.buf;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < c.count; i++)
        actions[i] = c.game == DUEL ? duel_any(DUELS + i, BOARD) : clovers_any(GARDENS + i);
    Py_END_ALLOW_THREADS
    let_go(&c);
    Py_RETURN_NONE;
}

/* The place of the first illegal action, and nothing is done; -1: all were legal and are done. Over: -1 is to wait. */
static PyObject *step(PyObject *self, PyObject *args)
{
    Call c;
    (void)self;
    if (!take(args, &c, sizeof(int32_t))) return NULL;
    const int32_t *actions = c.other.buf;
    Py_ssize_t bad = -1;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < c.count && bad < 0; i++) {
        int over = c.game == DUEL ? DUELS[i].phase == OVER : GARDENS[i].phase == DONE;
        if (over ? actions[i] != -1
                 : !(c.game == DUEL ? duel_may(DUELS + i, BOARD, actions[i]) : clovers_may(GARDENS + i, actions[i])))
            bad = i;
    }
    for (Py_ssize_t i = 0; i < c.count && bad < 0; i++) {
        if (actions[i] < 0) continue;
        if (c.game == DUEL) duel_do(DUELS + i, BOARD, actions[i]);
        else clovers_do(GARDENS + i, actions[i]);
    }
    Py_END_ALLOW_THREADS
    let_go(&c);
    return PyLong_FromSsize_t(bad);
}

/* Plays every match to its end by lot, one after the other; how many decisions were made. */
static PyObject *playout(PyObject *self, PyObject *args)
{
    Call c;
    long long moves = 0;
    (void)self;
    if (!take(args, &c, 0)) return NULL;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < c.count; i++) {
        int a;
        if (c.game == DUEL)
            while ((a = duel_any(DUELS + i, BOARD)) >= 0) duel_do(DUELS + i, BOARD, a), moves++;
        else
            while ((a = clovers_any(GARDENS + i)) >= 0) clovers_do(GARDENS + i, a), moves++;
    }
    Py_END_ALLOW_THREADS
    let_go(&c);
    return PyLong_FromLongLong(moves);
}

static PyObject *deal(PyObject *self, PyObject *args)
{
    Call c;
    (void)self;
    if (!take(args, &c, 0)) return NULL;
    for (Py_ssize_t i = 0; c.game == CLOVERS && i < c.count; i++) clovers_deal(GARDENS + i);
    let_go(&c);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"legal", legal, METH_VARARGS, "Masks of legal actions."},
    {"sample", sample, METH_VARARGS, "A legal action for every match, by lot."},
    {"step", step, METH_VARARGS, "Play an action in every match."},
    {"playout", playout, METH_VARARGS, "Play every match to its end by lot."},
    {"deal", deal, METH_VARARGS, "Deal the start cells of clovers."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_many", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__many(void) { return PyModule_Create(&module); }

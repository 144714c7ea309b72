/* Exact search of one position: who wins, which tokens win, who holds out longest. Part of _exact.c. */

typedef struct {
    PyObject_HEAD
    Graph g;
    u64 *seen; /* 0, or the position in 60 bits and its value above them */
    int bits;
    u64 nodes, budget;
    PyThread_type_lock lock;
} Search;

#define WON (1ULL << 60)
#define KNOWN (1ULL << 61) /* the tag of wins(); wins_within() has 2 to 7 in these three bits */
#define KEY ((1ULL << 60) - 1)

static inline u64 key_of(u32 me, u32 op, u32 tok) { return (u64)me | (u64)op << 20 | (u64)tok << 40; }

static inline u64 *slot_of(const Search *s, u64 key) {
    return s->seen + ((key * 0x9e3779b97f4a7c15ULL) >> (64 - s->bits) & ~1ULL);
}

typedef struct {
    u32 me, tok;
} Turn;

#define MAXT 512

/* All turns of a position, best first: few free jumps for them, many for me. Returns -1 for a win at once. */
static int turns_of(const Graph *g, u32 me, u32 op, u32 tok, Turn *out) {
    Turn turn[MAXT];
    int8_t score[MAXT];
    int count[128] = {0}, n = 0;
    const u32 free = g->all & ~(me | op | tok), theirs = reach(g, op);
    u32 once = 0, twice = 0, more = 0; /* cells that 1, 2, 3 of their pawns reach */
    for (u32 p = op; p; p &= p - 1) {
        const u32 a = g->adj[__builtin_ctz(p)];
        more |= twice & a, twice |= once & a, once |= a;
    }
    for (u32 p = me; p; p &= p - 1) {
        const u32 from = p & -p;
        for (u32 d = g->adj[__builtin_ctz(p)] & free; d; d &= d - 1) {
            const u32 to = d & -d, pawns = me ^ from ^ to, open = free ^ from ^ to;
            const u32 left = theirs & open;
            if (!(left & (left - 1))) return -1;
            int mine = 0;
            u32 r1 = 0, r2 = 0, r3 = 0;
            for (u32 q = pawns; q; q &= q - 1) {
                const u32 a = g->adj[__builtin_ctz(q)] & open;
                mine += __builtin_popcount(a);
                r3 |= r2 & a, r2 |= r1 & a, r1 |= a;
            }
            const int his = __builtin_popcount(once & open) + __builtin_popcount(twice & open) + __builtin_popcount(more & open);
            for (u32 f = open; f; f &= f - 1) {
                const u32 c = f & -f;
                const int h = his - !!(c & once) - !!(c & twice) - !!(c & more);
                const int m = mine - !!(c & r1) - !!(c & r2) - !!(c & r3);
                int v = 64 + 2 * h - m;
                v = v < 0 ? 0 : v > 127 ? 127 : v;
                score[n] = (int8_t)v;
                count[v]++;
                turn[n].me = pawns;
                turn[n++].tok = tok | c;
            }
        }
    }
    for (int v = 0, at = 0; v < 128; v++) {
        const int c = count[v];
        count[v] = at;
        at += c;
    }
    for (int i = 0; i < n; i++) out[count[score[i]]++] = turn[i];
    return n;
}

/* Does the mover win? -1: the budget is spent. */
static int wins(Search *s, u32 me, u32 op, u32 tok) {
    const u64 key = key_of(me, op, tok);
    u64 *slot = slot_of(s, key);
    for (int i = 0; i < 2; i++)
        if ((slot[i] & ~WON) == (key | KNOWN)) return !!(slot[i] & WON);
    if (s->budget && s->nodes >= s->budget) return -1;
    s->nodes++;
    Turn turn[MAXT];
    const int n = turns_of(&s->g, me, op, tok, turn);
    if (n <= 0) return n < 0;
    int won = 0;
    for (int i = 0; i < n && !won; i++) { /* a reply known to be lost already? */
        const u64 k = key_of(op, turn[i].me, turn[i].tok), *e = slot_of(s, k);
        won = e[0] == (k | KNOWN) || e[1] == (k | KNOWN);
    }
    for (int i = 0; i < n && !won; i++) {
        const int lost = wins(s, op, turn[i].me, turn[i].tok);
        if (lost < 0) return -1;
        won = !lost;
    }
    const u64 entry = key | KNOWN | (won ? WON : 0);
    /* the first slot keeps the position with fewer tokens, whose search cost more */
    const int older = slot[0] ? __builtin_popcountll((slot[0] & KEY) >> 40) : 99;
    slot[__builtin_popcount(tok) <= older ? 0 : 1] = entry;
    return won;
}

/* Can the mover force the end within `turns` of its own turns? -1: the budget is spent. */
static int wins_within(Search *s, u32 me, u32 op, u32 tok, int turns) {
    const u64 key = key_of(me, op, tok), tag = (u64)turns << 61;
    u64 *slot = slot_of(s, key ^ (u64)turns << 59);
    for (int i = 0; turns > 1 && i < 2; i++)
        if ((slot[i] & ~WON) == (key | tag)) return !!(slot[i] & WON);
    if (s->budget && s->nodes >= s->budget) return -1;
    s->nodes++;
    Turn turn[MAXT], reply[MAXT];
    const int n = turns_of(&s->g, me, op, tok, turn);
    if (n <= 0) return n < 0;
    if (turns <= 1) return 0;
    int won = 0;
    for (int i = 0; i < n && !won; i++) {
        const int m = turns_of(&s->g, op, turn[i].me, turn[i].tok, reply);
        won = m >= 0;
        for (int j = 0; j < m && won; j++) {
            const int w = wins_within(s, turn[i].me, reply[j].me, reply[j].tok, turns - 1);
            if (w < 0) return -1;
            won = w;
        }
    }
    slot[slot[0] ? 1 : 0] = key | tag | (won ? WON : 0);
    return won;
}

/* ---- the Python type --------------------------------------------------------------------------- */

static int Search_init(Search *s, PyObject *args, PyObject *kw) {
    static char *names[] = {"adj", "bits", NULL};
    Py_buffer adj;
    int bits = 20;
    if (!PyArg_ParseTupleAndKeywords(args, kw, "y*|i", names, &adj, &bits)) return -1;
    const int ok = read_graph(&adj, &s->g);
    PyBuffer_Release(&adj);
    if (!ok) return -1;
    if (bits < 4 || bits > 30) {
        PyErr_SetString(PyExc_ValueError, "bits must be 4 to 30");
        return -1;
    }
    free(s->seen);
    s->bits = bits;
    s->seen = calloc((size_t)1 << bits, 8);
    if (!s->lock) s->lock = PyThread_allocate_lock();
    if (!s->seen || !s->lock) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static void Search_dealloc(Search *s) {
    free(s->seen);
    if (s->lock) PyThread_free_lock(s->lock);
    Py_TYPE(s)->tp_free((PyObject *)s);
}

static int ready(Search *s, u32 mine, u32 theirs, u32 tokens) {
    if (!s->seen) {
        PyErr_SetString(PyExc_RuntimeError, "Search was not initialised");
        return 0;
    }
    if (!good_position(&s->g, mine, theirs, tokens)) return 0;
    if (__builtin_popcount(mine) > 3 || __builtin_popcount(theirs) > 3) {
        PyErr_SetString(PyExc_ValueError, "at most three pawns each");
        return 0;
    }
    return 1;
}

static PyObject *Search_values(Search *s, PyObject *args) {
    Py_buffer in;
    if (!PyArg_ParseTuple(args, "y*", &in)) return NULL;
    PyObject *out = NULL;
    const u32 *p = in.buf;
    const Py_ssize_t n = in.len / 12;
    if (in.len % 12) {
        PyErr_SetString(PyExc_ValueError, "positions are packed as three 32-bit masks each");
        goto done;
    }
    for (Py_ssize_t i = 0; i < n; i++)
        if (!ready(s, p[3 * i], p[3 * i + 1], p[3 * i + 2])) goto done;
    if (!(out = PyBytes_FromStringAndSize(NULL, n))) goto done;
    char *v = PyBytes_AS_STRING(out);
    Py_BEGIN_ALLOW_THREADS
    PyThread_acquire_lock(s->lock, WAIT_LOCK);
    s->budget = 0;
    for (Py_ssize_t i = 0; i < n; i++) v[i] = (char)wins(s, p[3 * i], p[3 * i + 1], p[3 * i + 2]);
    PyThread_release_lock(s->lock);
    Py_END_ALLOW_THREADS
done:
    PyBuffer_Release(&in);
    return out;
}

static PyObject *Search_wins(Search *s, PyObject *args) {
    unsigned mine, theirs, tokens;
    unsigned long long budget = 0;
    if (!PyArg_ParseTuple(args, "III|K", &mine, &theirs, &tokens, &budget) || !ready(s, mine, theirs, tokens))
        return NULL;
    int won;
    Py_BEGIN_ALLOW_THREADS
    PyThread_acquire_lock(s->lock, WAIT_LOCK);
    s->budget = budget ? s->nodes + budget : 0;
    won = wins(s, mine, theirs, tokens);
    PyThread_release_lock(s->lock);
    Py_END_ALLOW_THREADS
    if (won < 0) Py_RETURN_NONE;
    return PyBool_FromLong(won);
}

static PyObject *Search_turn(Search *s, PyObject *args) {
    unsigned mine, theirs, tokens;
    if (!PyArg_ParseTuple(args, "III", &mine, &theirs, &tokens) || !ready(s, mine, theirs, tokens)) return NULL;
    u32 pawns = 0, token = 0;
    Py_BEGIN_ALLOW_THREADS
    PyThread_acquire_lock(s->lock, WAIT_LOCK);
    s->budget = 0;
    Turn turn[MAXT];
    const Graph *g = &s->g;
    const int n = turns_of(g, mine, theirs, tokens, turn);
    if (n < 0) { /* a turn that ends the game */
        const u32 free = g->all & ~(mine | theirs | tokens);
        for (u32 p = mine; p && !pawns; p &= p - 1)
            for (u32 d = g->adj[__builtin_ctz(p)] & free; d && !pawns; d &= d - 1) {
                const u32 open = free ^ (p & -p) ^ (d & -d), left = reach(g, theirs) & open;
                if (left & (left - 1)) continue;
                pawns = mine ^ (p & -p) ^ (d & -d);
                token = left ? left : open & -open;
            }
    }
    for (int i = 0; i < n && !pawns; i++)
        if (!wins(s, theirs, turn[i].me, turn[i].tok)) pawns = turn[i].me, token = turn[i].tok & ~tokens;
    PyThread_release_lock(s->lock);
    Py_END_ALLOW_THREADS
    if (!pawns) Py_RETURN_NONE;
    return Py_BuildValue("(iii)", __builtin_ctz(mine & ~pawns), __builtin_ctz(pawns & ~mine), __builtin_ctz(token));
}

static PyObject *Search_tokens(Search *s, PyObject *args) {
    unsigned mine, theirs, tokens;
    if (!PyArg_ParseTuple(args, "III", &mine, &theirs, &tokens) || !ready(s, mine, theirs, tokens)) return NULL;
    u32 winning = 0;
    Py_BEGIN_ALLOW_THREADS
    PyThread_acquire_lock(s->lock, WAIT_LOCK);
    s->budget = 0;
    for (u32 f = s->g.all & ~(mine | theirs | tokens); f; f &= f - 1) {
        const u32 c = f & -f;
        if (!wins(s, theirs, mine, tokens | c)) winning |= c;
    }
    PyThread_release_lock(s->lock);
    Py_END_ALLOW_THREADS
    return PyLong_FromUnsignedLong(winning);
}

static PyObject *Search_within(Search *s, PyObject *args) {
    unsigned mine, theirs, tokens;
    int turns;
    unsigned long long budget = 0;
    if (!PyArg_ParseTuple(args, "IIIi|K", &mine, &theirs, &tokens, &turns, &budget) || !ready(s, mine, theirs, tokens))
        return NULL;
    if (turns < 1 || turns > 7) {
        PyErr_SetString(PyExc_ValueError, "1 to 7 turns");
        return NULL;
    }
    int won;
    Py_BEGIN_ALLOW_THREADS
    PyThread_acquire_lock(s->lock, WAIT_LOCK);
    s->budget = budget ? s->nodes + budget : 0;
    won = wins_within(s, mine, theirs, tokens, turns);
    PyThread_release_lock(s->lock);
    Py_END_ALLOW_THREADS
    if (won < 0) Py_RETURN_NONE;
    return PyBool_FromLong(won);
}

static PyObject *Search_nodes(Search *s, void *closure) { return PyLong_FromUnsignedLongLong(s->nodes); }

static PyMethodDef Search_methods[] = {
    {"wins", (PyCFunction)Search_wins, METH_VARARGS, "wins(mine, theirs, tokens, budget=0) -> bool or None"},
    {"values", (PyCFunction)Search_values, METH_VARARGS, "values(packed positions) -> one byte each, 1 = win"},
    {"turn", (PyCFunction)Search_turn, METH_VARARGS, "turn(mine, theirs, tokens) -> a winning (from, to, token) or None"},
    {"tokens", (PyCFunction)Search_tokens, METH_VARARGS, "tokens(mine after the jump, theirs, tokens) -> winning cells"},
    {"within", (PyCFunction)Search_within, METH_VARARGS, "within(mine, theirs, tokens, turns, budget=0) -> bool or None"},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef Search_fields[] = {{"nodes", (getter)Search_nodes, NULL, "positions searched so far", NULL},
                                      {NULL, NULL, NULL, NULL, NULL}};

static PyTypeObject SearchType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "stajnia.bots.duel._exact.Search",
    .tp_doc = "Search(adj, bits=20): exact values of positions on one board, with a memory of 2**bits entries.",
    .tp_basicsize = sizeof(Search),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)Search_init,
    .tp_dealloc = (destructor)Search_dealloc,
    .tp_methods = Search_methods,
    .tp_getset = Search_fields,
};

/* The compiled half of exact play in the duel. `python_twin.py` has the same functions in plain Python and is
 * the better place to read what each of them means; a test holds the two to the same answers.
 *
 * A board comes as `adj`: for every cell (at most 20) a 32-bit little-endian mask of the cells a knight
 * reaches from it. Sets of cells are bit masks. In a position the side to move is `mine`.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <pythread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if !defined(__GNUC__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "needs GCC or Clang on a little-endian machine; without it the package uses python_twin.py"
#endif

#define MAXC 20
typedef uint64_t u64;
typedef uint32_t u32;

static u32 choose[MAXC + 2][MAXC + 2];
static uint16_t triple[MAXC][MAXC][MAXC]; /* colex number of three cells in any order */

static inline u64 load64(const void *p) {
    u64 v;
    memcpy(&v, p, 8);
    return v;
}

static inline u32 unrank(u64 rank, int k) {
    u32 set = 0;
    for (int c = MAXC; k; k--) {
        while (choose[c][k] > rank) c--;
        set |= 1u << c;
        rank -= choose[c][k];
    }
    return set;
}

static inline u64 rank_of(u32 set) {
    u64 rank = 0;
    for (int i = 1; set; set &= set - 1) rank += choose[__builtin_ctz(set)][i++];
    return rank;
}

static inline u32 squeeze(u32 set, u32 mask) { /* PEXT of a small set */
    u32 out = 0;
    for (int i = 0; mask; mask &= mask - 1, i++) out |= (set >> __builtin_ctz(mask) & 1) << i;
    return out;
}

/* ---- tables for each number of free cells -------------------------------------------------------- */

typedef struct {
    uint16_t row, at;
} Way;

typedef struct {
    int n, rows, rows_below, row, words, full; /* row: bytes of a stored row */
    uint8_t (*cells)[3];
    u64 *apart;           /* rows x full: the triples that share no cell with this one */
    uint16_t *apart_off;  /* bits of `apart` before each word */
    u64 *spread;          /* (n-3) x words: triples of n-3 cells without this cell */
    uint16_t *spread_off;
    Way *way;             /* n x rows_below: where a row of the block with one cell less goes */
} Size;

static Size sizes[MAXC + 1];

typedef struct {
    u64 *acc, *full, *lose;
    uint8_t *out;
} Scratch;

typedef struct {
    const Size *size;
    int cells, tokens, below_row;
    const u32 *adj;
    const uint8_t *below;
    uint8_t *out;
    size_t block, below_block;
} Layer;

static const Size *size_of(int n) {
    Size *z = &sizes[n];
    if (z->n) return z;
    const int rows = (int)choose[n][3], bits = (int)choose[n - 3][3];
    const int words = (bits + 63) / 64, full = ((rows + 63) / 64 + 3) / 4 * 4;
    const int below = (int)choose[n - 1][3];
    z->cells = calloc(rows, 3);
    z->apart = calloc((size_t)rows * full, 8);
    z->apart_off = calloc((size_t)rows * full, 2);
    z->spread = calloc((size_t)(n - 3) * words, 8);
    z->spread_off = calloc((size_t)(n - 3) * words, 2);
    z->way = calloc((size_t)n * below, sizeof(Way));
    if (!z->cells || !z->apart || !z->apart_off || !z->spread || !z->spread_off || !z->way) return NULL;
    u32 set[1140];
    for (int c = 2; c < n; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++) {
                const int r = triple[a][b][c];
                set[r] = 1u << a | 1u << b | 1u << c;
                z->cells[r][0] = (uint8_t)a, z->cells[r][1] = (uint8_t)b, z->cells[r][2] = (uint8_t)c;
            }
    for (int r = 0; r < rows; r++)
        for (int o = 0, seen = 0; o < full * 64; o++) {
            if (o % 64 == 0) z->apart_off[r * full + o / 64] = (uint16_t)(seen < bits ? seen : bits);
            if (o < rows && !(set[r] & set[o])) z->apart[r * full + o / 64] |= 1ULL << o % 64, seen++;
        }
    for (int p = 0; p < n - 3; p++)
        for (int o = 0, seen = 0; o < bits; o++) {
            if (o % 64 == 0) z->spread_off[p * words + o / 64] = (uint16_t)seen;
            if (!(set[o] >> p & 1)) z->spread[p * words + o / 64] |= 1ULL << o % 64, seen++;
        }
    for (int q = 0; q < n; q++)
        for (int i = 0; i < below; i++) {
            int c[3], before = 0;
            for (int j = 0; j < 3; j++) {
                c[j] = z->cells[i][j] + (z->cells[i][j] >= q);
                before += c[j] < q;
            }
            z->way[q * below + i].row = triple[c[0]][c[1]][c[2]];
            z->way[q * below + i].at = (uint16_t)(q - before);
        }
    z->rows = rows, z->rows_below = below, z->row = (bits + 7) / 8, z->words = words, z->full = full;
    z->n = n;
    return z;
}

/* ---- the layer, plain and for BMI2 ------------------------------------------------------------- */

static inline u64 plain_pdep(u64 v, u64 mask) {
    u64 out = 0;
    for (; mask && v; mask &= mask - 1, v >>= 1)
        if (v & 1) out |= mask & -mask;
    return out;
}

static inline u64 plain_pext(u64 v, u64 mask) {
    u64 out = 0;
    for (u64 bit = 1; mask; mask &= mask - 1, bit += bit)
        if (v & mask & -mask) out |= bit;
    return out;
}

#define ATTR
#define NAME(x) plain_##x
#define PDEP plain_pdep
#define PEXT plain_pext
#include "_layer.h"
#undef ATTR
#undef NAME
#undef PDEP
#undef PEXT

#ifdef __x86_64__
#include <immintrin.h>
#define ATTR __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define NAME(x) fast_##x
#define PDEP _pdep_u64
#define PEXT _pext_u64
#include "_layer.h"
#endif

/* ---- helpers for arguments --------------------------------------------------------------------- */

typedef struct {
    int n;
    u32 all, adj[MAXC];
} Graph;

static int read_graph(const Py_buffer *b, Graph *g) {
    if (b->len % 4 || b->len < 4 || b->len > 4 * MAXC) {
        PyErr_SetString(PyExc_ValueError, "a board has 1 to 20 cells");
        return 0;
    }
    g->n = (int)(b->len / 4);
    g->all = (1u << g->n) - 1;
    memcpy(g->adj, b->buf, b->len);
    for (int i = 0; i < g->n; i++) g->adj[i] &= g->all;
    return 1;
}

static int good_position(const Graph *g, u32 mine, u32 theirs, u32 tokens) {
    if ((mine & theirs) | (mine & tokens) | (theirs & tokens) | ((mine | theirs | tokens) & ~g->all)) {
        PyErr_SetString(PyExc_ValueError, "pawns and tokens must be on different cells of the board");
        return 0;
    }
    return 1;
}

static inline u32 reach(const Graph *g, u32 pawns) {
    u32 out = 0;
    for (; pawns; pawns &= pawns - 1) out |= g->adj[__builtin_ctz(pawns)];
    return out;
}

/* ---- whole layers ------------------------------------------------------------------------------ */

static PyObject *solve_layer(PyObject *self, PyObject *args) {
    Py_buffer adj, below, out;
    int tokens, plain = 0;
    unsigned long long from, to;
    if (!PyArg_ParseTuple(args, "y*iy*w*KK|p", &adj, &tokens, &below, &out, &from, &to, &plain)) return NULL;
    PyObject *result = NULL;
    Scratch s = {0};
    Graph g;
    if (!read_graph(&adj, &g)) goto done;
    const int n = g.n - tokens;
    if (tokens < 0 || n < 6) {
        PyErr_SetString(PyExc_ValueError, "six cells must be left for the pawns");
        goto done;
    }
    const Size *z = size_of(n), *zb = n > 6 ? size_of(n - 1) : NULL;
    if (!z || (n > 6 && !zb)) {
        PyErr_NoMemory();
        goto done;
    }
    Layer layer = {.size = z, .cells = g.n, .tokens = tokens, .adj = g.adj, .out = out.buf};
    layer.block = (size_t)z->rows * z->row;
    if (zb) {
        layer.below = below.buf;
        layer.below_row = zb->row;
        layer.below_block = (size_t)zb->rows * zb->row;
    }
    const u64 sets = choose[g.n][tokens];
    if (from > to || to > sets || (u64)out.len < sets * layer.block + 16 ||
        (zb && (u64)below.len < choose[g.n][tokens + 1] * layer.below_block + 16)) {
        PyErr_SetString(PyExc_ValueError, "a layer's buffer is too small");
        goto done;
    }
    s.acc = malloc((size_t)z->rows * z->words * 8 + 64);
    s.full = malloc((size_t)(z->rows + 64) * z->full * 8);
    s.lose = malloc((size_t)(z->rows + 64) * z->full * 8);
    s.out = malloc(layer.block + 128);
    if (!s.acc || !s.full || !s.lose || !s.out) {
        PyErr_NoMemory();
        goto done;
    }
    u64 losses;
    Py_BEGIN_ALLOW_THREADS
#ifdef __x86_64__
    if (!plain && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2"))
        losses = fast_stretch(&layer, from, to, &s);
    else
#endif
        losses = plain_stretch(&layer, from, to, &s);
    Py_END_ALLOW_THREADS
    result = PyLong_FromUnsignedLongLong(losses);
done:
    free(s.acc), free(s.full), free(s.lose), free(s.out);
    PyBuffer_Release(&adj), PyBuffer_Release(&below), PyBuffer_Release(&out);
    return result;
}

static inline u32 moved(const uint8_t *perm, u32 set) {
    u32 out = 0;
    for (; set; set &= set - 1) out |= 1u << perm[__builtin_ctz(set)];
    return out;
}

static inline u32 next_set(u32 set) { /* the next larger number with as many bits */
    if (!set) return 0;
    const u32 c = set & -set, r = set + c;
    return (((r ^ set) >> 2) / c) | r;
}

static PyObject *orbits(PyObject *self, PyObject *args) {
    int cells, tokens;
    Py_buffer perms;
    if (!PyArg_ParseTuple(args, "iiy*", &cells, &tokens, &perms)) return NULL;
    PyObject *result = NULL, *index = NULL;
    if (cells < 1 || cells > MAXC || tokens < 0 || tokens > cells || perms.len % cells) {
        PyErr_SetString(PyExc_ValueError, "bad size");
        goto done;
    }
    const u32 sets = choose[cells][tokens];
    index = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)sets * 4);
    if (!index) goto done;
    u32 *at = (u32 *)PyBytes_AS_STRING(index), count = 0, set = (1u << tokens) - 1;
    const int group = (int)(perms.len / cells);
    Py_BEGIN_ALLOW_THREADS
    for (u32 t = 0; t < sets; t++, set = next_set(set)) {
        u32 least = set;
        for (int i = 0; i < group; i++) {
            const u32 other = moved((const uint8_t *)perms.buf + i * cells, set);
            if (other < least) least = other;
        }
        at[t] = least == set ? count++ : at[rank_of(least)];
    }
    Py_END_ALLOW_THREADS
    result = Py_BuildValue("(OI)", index, count);
done:
    Py_XDECREF(index);
    PyBuffer_Release(&perms);
    return result;
}

/* The blocks of the least sets of each orbit, one after another. */
static PyObject *fold(PyObject *self, PyObject *args) {
    Py_buffer index, layer, out;
    Py_ssize_t block;
    if (!PyArg_ParseTuple(args, "y*ny*w*", &index, &block, &layer, &out)) return NULL;
    PyObject *result = NULL;
    const u32 *at = index.buf;
    const size_t sets = index.len / 4;
    if (block < 1 || (size_t)layer.len < sets * block) {
        PyErr_SetString(PyExc_ValueError, "a layer's buffer is too small");
        goto done;
    }
    Py_BEGIN_ALLOW_THREADS
    u32 next = 0;
    for (size_t t = 0; t < sets; t++)
        if (at[t] == next && (next + 1) * (size_t)block <= (size_t)out.len)
            memcpy((uint8_t *)out.buf + next++ * (size_t)block, (const uint8_t *)layer.buf + t * block, block);
    Py_END_ALLOW_THREADS
    result = Py_NewRef(Py_None);
done:
    PyBuffer_Release(&index), PyBuffer_Release(&layer), PyBuffer_Release(&out);
    return result;
}

/* Every block of a layer from the blocks of the least sets of each orbit. */
static PyObject *unfold(PyObject *self, PyObject *args) {
    int cells, tokens;
    Py_buffer perms, index, data, out;
    unsigned long long from, to;
    if (!PyArg_ParseTuple(args, "iiy*y*y*w*KK", &cells, &tokens, &perms, &index, &data, &out, &from, &to)) return NULL;
    PyObject *result = NULL;
    const Size *z;
    if (cells < 6 || cells > MAXC || tokens < 0 || cells - tokens < 6 || perms.len % cells || to > choose[cells][tokens] ||
        from > to || index.len != (Py_ssize_t)choose[cells][tokens] * 4) {
        PyErr_SetString(PyExc_ValueError, "bad size");
        goto done;
    }
    if (!(z = size_of(cells - tokens))) {
        PyErr_NoMemory();
        goto done;
    }
    const size_t block = (size_t)z->rows * z->row;
    const u32 *at = index.buf;
    u32 last = 0;
    for (u64 t = from; t < to; t++) last = at[t] > last ? at[t] : last;
    if ((size_t)out.len < choose[cells][tokens] * block + 16 || (size_t)data.len < (last + 1) * block) {
        PyErr_SetString(PyExc_ValueError, "a layer's buffer is too small");
        goto done;
    }
    Py_BEGIN_ALLOW_THREADS
    const int group = (int)(perms.len / cells);
    u32 set = unrank(from, tokens);
    for (u64 t = from; t < to; t++, set = next_set(set)) {
        const uint8_t *best = NULL, *src = (const uint8_t *)data.buf + at[t] * block;
        uint8_t *dst = (uint8_t *)out.buf + t * block;
        u32 least = set;
        for (int i = 0; i < group; i++) {
            const uint8_t *perm = (const uint8_t *)perms.buf + i * cells;
            const u32 other = moved(perm, set);
            if (other < least) least = other, best = perm;
        }
        if (!best) {
            memcpy(dst, src, block);
            continue;
        }
        uint8_t to_free[MAXC];
        uint16_t map[1140];
        int n = 0;
        for (int c = 0; c < cells; c++)
            if (!(set >> c & 1)) to_free[n++] = (uint8_t)__builtin_popcount(~least & ((1u << best[c]) - 1));
        for (int r = 0; r < z->rows; r++)
            map[r] = triple[to_free[z->cells[r][0]]][to_free[z->cells[r][1]]][to_free[z->cells[r][2]]];
        memset(dst, 0, block);
        for (int r = 0; r < z->rows; r++) {
            const uint8_t *row = src + (size_t)map[r] * z->row;
            const u64 *mine = z->apart + (size_t)r * z->full, *his = z->apart + (size_t)map[r] * z->full;
            u64 wide[20];
            for (int w = 0, b = 0; w < z->full; w++) {
                wide[w] = 0;
                for (u64 m = his[w]; m; m &= m - 1, b++)
                    if (row[b >> 3] >> (b & 7) & 1) wide[w] |= m & -m;
            }
            uint8_t *to_row = dst + (size_t)r * z->row;
            for (int w = 0, b = 0; w < z->full; w++)
                for (u64 m = mine[w]; m; m &= m - 1, b++) {
                    const int o = map[w * 64 + __builtin_ctzll(m)];
                    to_row[b >> 3] |= (uint8_t)((wide[o >> 6] >> (o & 63) & 1) << (b & 7));
                }
        }
    }
    Py_END_ALLOW_THREADS
    result = Py_NewRef(Py_None);
done:
    PyBuffer_Release(&perms), PyBuffer_Release(&index), PyBuffer_Release(&data), PyBuffer_Release(&out);
    return result;
}

static inline size_t bit_in_block(u32 free, u32 other, u32 mover) {
    const int left = __builtin_popcount(free) - 3;
    const size_t row = (choose[left][3] + 7) / 8;
    return rank_of(squeeze(other, free)) * row * 8 + rank_of(squeeze(mover, free & ~other));
}

static PyObject *block_bit(PyObject *self, PyObject *args) {
    unsigned free, other, mover;
    if (!PyArg_ParseTuple(args, "III", &free, &other, &mover)) return NULL;
    if (free >> MAXC || __builtin_popcount(other) != 3 || __builtin_popcount(mover) != 3 || other & mover ||
        ((other | mover) & ~free)) {
        PyErr_SetString(PyExc_ValueError, "three pawns each, on different free cells");
        return NULL;
    }
    return PyLong_FromSize_t(bit_in_block(free, other, mover));
}

static PyObject *set_rank(PyObject *self, PyObject *args) {
    unsigned set;
    if (!PyArg_ParseTuple(args, "I", &set)) return NULL;
    return PyLong_FromUnsignedLongLong(rank_of(set & ((1u << MAXC) - 1)));
}

/* ---- placing the pawns ------------------------------------------------------------------------- */

static inline int all_can_move(const Graph *g, u32 pawns) {
    for (u32 p = pawns; p; p &= p - 1)
        if (!(g->adj[__builtin_ctz(p)] & ~pawns)) return 0;
    return 1;
}

static int first_wins(const Graph *g, const uint8_t *block, u32 first, u32 second, int placed) {
    if (placed == 6) {
        const size_t b = bit_in_block(g->all, second, first);
        return !(block[b >> 3] >> (b & 7) & 1);
    }
    const int turn = placed % 2 == 0; /* the first player places and wants 1 */
    for (u32 f = g->all & ~(first | second); f; f &= f - 1) {
        const u32 c = f & -f;
        if (!all_can_move(g, first | second | c)) continue;
        if (first_wins(g, block, first | (turn ? c : 0), second | (turn ? 0 : c), placed + 1) == turn) return turn;
    }
    return !turn;
}

static int read_block(const Graph *g, const Py_buffer *block) {
    if (g->n < 6 || (u64)block->len < (u64)choose[g->n][3] * ((choose[g->n - 3][3] + 7) / 8)) {
        PyErr_SetString(PyExc_ValueError, "not a block of starting positions of this board");
        return 0;
    }
    return 1;
}

static PyObject *place(PyObject *self, PyObject *args) {
    Py_buffer adj, block;
    unsigned first, second;
    if (!PyArg_ParseTuple(args, "y*y*II", &adj, &block, &first, &second)) return NULL;
    PyObject *result = NULL;
    Graph g;
    const int a = __builtin_popcount(first), b = __builtin_popcount(second);
    if (!read_graph(&adj, &g) || !read_block(&g, &block) || !good_position(&g, first, second, 0)) goto done;
    if (a > 3 || b > 2 || a - b < 0 || a - b > 1) {
        PyErr_SetString(PyExc_ValueError, "pawns are placed in turn, three each");
        goto done;
    }
    u32 legal = 0, winning = 0;
    Py_BEGIN_ALLOW_THREADS
    const int turn = a == b;
    for (u32 f = g.all & ~(first | second); f; f &= f - 1) {
        const u32 c = f & -f;
        if (!all_can_move(&g, first | second | c)) continue;
        legal |= c;
        if (first_wins(&g, block.buf, first | (turn ? c : 0), second | (turn ? 0 : c), a + b + 1) == turn) winning |= c;
    }
    Py_END_ALLOW_THREADS
    result = Py_BuildValue("(II)", legal, winning);
done:
    PyBuffer_Release(&adj), PyBuffer_Release(&block);
    return result;
}

static PyObject *starts(PyObject *self, PyObject *args) {
    Py_buffer adj, block;
    if (!PyArg_ParseTuple(args, "y*y*", &adj, &block)) return NULL;
    PyObject *result = NULL;
    Graph g;
    if (!read_graph(&adj, &g) || !read_block(&g, &block)) goto done;
    u64 count = 0, won = 0;
    Py_BEGIN_ALLOW_THREADS
    const uint8_t *bits = block.buf;
    for (u32 a = 7; a <= g.all; a = next_set(a))
        for (u32 b = 7; b <= g.all; b = next_set(b)) {
            if (a & b || !all_can_move(&g, a | b)) continue;
            const size_t at = bit_in_block(g.all, b, a);
            count++;
            won += !(bits[at >> 3] >> (at & 7) & 1);
        }
    Py_END_ALLOW_THREADS
    result = Py_BuildValue("(KK)", (unsigned long long)count, (unsigned long long)won);
done:
    PyBuffer_Release(&adj), PyBuffer_Release(&block);
    return result;
}

/* Is no turned image of this start smaller? */
static inline int least_start(const Graph *g, const Py_buffer *perms, u32 first, u32 second) {
    for (Py_ssize_t i = 0; i + g->n <= perms->len; i += g->n) {
        const uint8_t *perm = (const uint8_t *)perms->buf + i;
        const u32 a = moved(perm, first);
        if (a < first || (a == first && moved(perm, second) < second)) return 0;
    }
    return 1;
}

static PyObject *pack_starts(PyObject *self, PyObject *args) {
    Py_buffer adj, perms, block;
    if (!PyArg_ParseTuple(args, "y*y*y*", &adj, &perms, &block)) return NULL;
    PyObject *result = NULL;
    uint8_t *out = NULL;
    Graph g;
    if (!read_graph(&adj, &g) || !read_block(&g, &block)) goto done;
    if (!(out = calloc((size_t)choose[g.n][3] * choose[g.n - 3][3] / 8 + 1, 1))) {
        PyErr_NoMemory();
        goto done;
    }
    size_t count = 0;
    Py_BEGIN_ALLOW_THREADS
    const uint8_t *bits = block.buf;
    for (u32 a = 7; a <= g.all; a = next_set(a))
        for (u32 b = 7; b <= g.all; b = next_set(b)) {
            if (a & b || !all_can_move(&g, a | b) || !least_start(&g, &perms, a, b)) continue;
            const size_t at = bit_in_block(g.all, b, a);
            if (bits[at >> 3] >> (at & 7) & 1) out[count >> 3] |= (uint8_t)(1 << (count & 7));
            count++;
        }
    Py_END_ALLOW_THREADS
    result = PyBytes_FromStringAndSize((const char *)out, (Py_ssize_t)((count + 7) / 8));
done:
    free(out);
    PyBuffer_Release(&adj), PyBuffer_Release(&perms), PyBuffer_Release(&block);
    return result;
}

static PyObject *unpack_starts(PyObject *self, PyObject *args) {
    Py_buffer adj, perms, packed;
    if (!PyArg_ParseTuple(args, "y*y*y*", &adj, &perms, &packed)) return NULL;
    PyObject *result = NULL;
    Graph g;
    if (!read_graph(&adj, &g)) goto done;
    if (g.n < 6) {
        PyErr_SetString(PyExc_ValueError, "six cells are needed");
        goto done;
    }
    const size_t size = (size_t)choose[g.n][3] * ((choose[g.n - 3][3] + 7) / 8);
    if (!(result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size))) goto done;
    uint8_t *out = (uint8_t *)PyBytes_AS_STRING(result);
    size_t count = 0;
    Py_BEGIN_ALLOW_THREADS
    memset(out, 0, size);
    const uint8_t *bits = packed.buf;
    for (u32 a = 7; a <= g.all; a = next_set(a))
        for (u32 b = 7; b <= g.all; b = next_set(b)) {
            if (a & b || !all_can_move(&g, a | b) || !least_start(&g, &perms, a, b)) continue;
            if (count < (size_t)packed.len * 8 && bits[count >> 3] >> (count & 7) & 1) {
                size_t at = bit_in_block(g.all, b, a);
                out[at >> 3] |= (uint8_t)(1 << (at & 7));
                for (Py_ssize_t i = 0; i + g.n <= perms.len; i += g.n) {
                    const uint8_t *perm = (const uint8_t *)perms.buf + i;
                    at = bit_in_block(g.all, moved(perm, b), moved(perm, a));
                    out[at >> 3] |= (uint8_t)(1 << (at & 7));
                }
            }
            count++;
        }
    Py_END_ALLOW_THREADS
    if ((Py_ssize_t)((count + 7) / 8) != packed.len) {
        Py_CLEAR(result);
        PyErr_SetString(PyExc_ValueError, "these starts belong to another board");
    }
done:
    PyBuffer_Release(&adj), PyBuffer_Release(&perms), PyBuffer_Release(&packed);
    return result;
}

/* ---- random playouts --------------------------------------------------------------------------- */

static inline u64 next_random(u64 *state) { /* splitmix64 */
    u64 z = *state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
}

static inline u32 nth_bit(u32 set, u32 n) {
    while (n--) set &= set - 1;
    return set & -set;
}

static PyObject *playouts(PyObject *self, PyObject *args) {
    Py_buffer adj;
    unsigned mine, theirs, tokens;
    unsigned long long n, seed;
    if (!PyArg_ParseTuple(args, "y*IIIKK", &adj, &mine, &theirs, &tokens, &n, &seed)) return NULL;
    PyObject *result = NULL;
    Graph g;
    if (!read_graph(&adj, &g) || !good_position(&g, mine, theirs, tokens)) goto done;
    u64 wins = 0, turns = 0, state = seed;
    Py_BEGIN_ALLOW_THREADS
    for (u64 i = 0; i < n; i++) {
        u32 me = mine, op = theirs, free = g.all & ~(mine | theirs | tokens);
        for (int mover = 1;; mover ^= 1) {
            u32 ways = 0;
            for (u32 p = me; p; p &= p - 1) ways += __builtin_popcount(g.adj[__builtin_ctz(p)] & free);
            if (!ways) {
                wins += !mover;
                break;
            }
            const u64 x = next_random(&state); /* high half picks the jump, low half the token */
            u32 pick = (u32)((x >> 32) * ways >> 32), p = me, to;
            for (;; p &= p - 1) {
                to = g.adj[__builtin_ctz(p)] & free;
                const u32 here = __builtin_popcount(to);
                if (pick < here) break;
                pick -= here;
            }
            p &= -p;
            to = nth_bit(to, pick);
            free ^= p | to;
            free ^= nth_bit(free, (u32)((x & 0xffffffff) * __builtin_popcount(free) >> 32));
            const u32 was = me ^ p ^ to;
            me = op, op = was;
            turns++;
        }
    }
    Py_END_ALLOW_THREADS
    result = Py_BuildValue("(KK)", (unsigned long long)wins, (unsigned long long)turns);
done:
    PyBuffer_Release(&adj);
    return result;
}

#include "_odds.h"
#include "_search.h"

static PyMethodDef methods[] = {
    {"solve_layer", solve_layer, METH_VARARGS, "solve_layer(adj, tokens, below, out, from, to, plain=False) -> losses"},
    {"orbits", orbits, METH_VARARGS, "orbits(cells, tokens, perms) -> (index, count)"},
    {"fold", fold, METH_VARARGS, "fold(index, block, layer, out)"},
    {"unfold", unfold, METH_VARARGS, "unfold(cells, tokens, perms, index, data, out, from, to)"},
    {"block_bit", block_bit, METH_VARARGS, "block_bit(free, other, mover) -> bit"},
    {"set_rank", set_rank, METH_VARARGS, "set_rank(set) -> colex rank"},
    {"place", place, METH_VARARGS, "place(adj, block, first, second) -> (legal, winning)"},
    {"starts", starts, METH_VARARGS, "starts(adj, block) -> (count, won by first)"},
    {"pack_starts", pack_starts, METH_VARARGS, "pack_starts(adj, perms, block) -> bits of the legal starts"},
    {"unpack_starts", unpack_starts, METH_VARARGS, "unpack_starts(adj, perms, bits) -> block"},
    {"playouts", playouts, METH_VARARGS, "playouts(adj, mine, theirs, tokens, n, seed) -> (wins, turns)"},
    {"placing_odds", placing_odds, METH_VARARGS, "placing_odds(adj, dark, net, first, second, known) -> odds by cell"},
    {"start_signs", start_signs, METH_VARARGS, "start_signs(adj, dark, starts) -> 46 bytes each"},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_exact", "Exact play of the duel, compiled.", -1, methods,
                                    NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__exact(void) {
    for (int n = 0; n <= MAXC + 1; n++) {
        choose[n][0] = 1;
        for (int k = 1; k <= n; k++) choose[n][k] = choose[n - 1][k - 1] + (k < n ? choose[n - 1][k] : 0);
    }
    for (int c = 2; c < MAXC; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++)
                triple[a][b][c] = triple[a][c][b] = triple[b][a][c] = triple[b][c][a] = triple[c][a][b] =
                    triple[c][b][a] = (uint16_t)(choose[c][3] + choose[b][2] + choose[a][1]);
    PyObject *m = PyModule_Create(&module);
    if (!m) return NULL;
    if (PyType_Ready(&SearchType) < 0 || PyModule_AddObjectRef(m, "Search", (PyObject *)&SearchType) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}

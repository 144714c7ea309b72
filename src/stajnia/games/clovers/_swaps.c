/* The search of swaps.py, compiled: same goals, same order, same answers. See there for the reasons.

   solve(ranks: bytes of 16, most: int) -> bytes of cell pairs, or None if longer than `most`.
   Memory: the goals (376 KiB), one permutation for each of them, and a table of failures of fixed size. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

enum { GOALS = 24024, SWAPS = 48, LONGEST = 64, TABLE = 1 << 16 };

typedef struct {
    int count;
    int bad[16]; /* numbers of the bad cycles */
    int bads;
    uint8_t owner[16];
    uint16_t mask[16];
} Parts;

typedef struct {
    uint64_t key;
    uint32_t stamp; /* the round of the search the entry belongs to */
    int32_t merges;
} Failure;

typedef struct {
    uint8_t ways[GOALS][16];
    uint8_t base[GOALS]; /* 16 - cycles */
    uint8_t far[GOALS];
    Failure failed[TABLE];
    uint32_t stamp;
    uint8_t out[2 * LONGEST];
} Work;

static uint8_t goal_cell[GOALS][16];
static uint8_t pair_x[SWAPS], pair_y[SWAPS];
static uint8_t is_near[16][16], how_far[16][16];

static int fill_goals(int found, int depth, int lengths[4], uint8_t cells[16]) {
    if (depth == 16) {
        memcpy(goal_cell[found], cells, 16);
        return found + 1;
    }
    for (int row = 0; row < 4; row++) {
        if (lengths[row] < 4 && (row == 0 || lengths[row - 1] > lengths[row])) {
            cells[depth] = (uint8_t)(4 * row + lengths[row]);
            lengths[row]++;
            found = fill_goals(found, depth + 1, lengths, cells);
            lengths[row]--;
        }
    }
    return found;
}

static void prepare(void) {
    int lengths[4] = {0, 0, 0, 0}, n = 0;
    uint8_t cells[16];
    fill_goals(0, 0, lengths, cells);
    for (int x = 0; x < 16; x++)
        for (int y = 0; y < 16; y++) {
            how_far[x][y] = (uint8_t)((x / 4 != y / 4) + (x % 4 != y % 4));
            is_near[x][y] = how_far[x][y] < 2;
            if (x < y && is_near[x][y]) {
                pair_x[n] = (uint8_t)x;
                pair_y[n++] = (uint8_t)y;
            }
        }
}

/* Whether splits alone undo the cycle. Bit j of tree[i]: cells i..j carry a tree without crossings;
   bit i of ends[j]: the same, seen from j. tied: such a tree with the edge i-j. */
static int splits(const uint8_t *cycle, int k) {
    if (k == 1) return 1;
    if (k == 2) return is_near[cycle[0]][cycle[1]];
    uint32_t tree[16], ends[16], tied[16];
    for (int i = 0; i < k; i++) {
        tree[i] = ends[i] = 1u << i;
        tied[i] = 0;
    }
    for (int span = 1; span < k; span++)
        for (int i = 0; i + span < k; i++) {
            int j = i + span;
            if (is_near[cycle[i]][cycle[j]] && (tree[i] & (ends[j] >> 1))) tied[i] |= 1u << j;
            if (tied[i] & ends[j]) {
                tree[i] |= 1u << j;
                ends[j] |= 1u << i;
            }
        }
    return tree[0] >> (k - 1) & 1;
}

static void take_apart(const uint8_t *way, Parts *p) {
    uint32_t seen = 0;
    p->count = p->bads = 0;
    for (int start = 0; start < 16; start++) {
        if (seen >> start & 1) continue;
        uint8_t cycle[16];
        int k = 0, at = start;
        uint32_t mask = 0;
        while (!(mask >> at & 1)) {
            mask |= 1u << at;
            p->owner[at] = (uint8_t)p->count;
            cycle[k++] = (uint8_t)at;
            at = way[at];
        }
        seen |= mask;
        p->mask[p->count] = (uint16_t)mask;
        if (!splits(cycle, k)) p->bad[p->bads++] = p->count;
        p->count++;
    }
}

static void exchange(uint8_t *way, int x, int y) {
    uint8_t t = way[x];
    way[x] = way[y];
    way[y] = t;
}

static int no_bad(const uint8_t *way) {
    Parts p;
    take_apart(way, &p);
    return p.bads == 0;
}

/* Writes the swaps of a way without bad cycles from place `at`; the new length. */
static int undo(Work *w, const uint8_t *from, int at) {
    uint8_t way[16];
    memcpy(way, from, 16);
    for (;;) {
        Parts p;
        take_apart(way, &p);
        if (p.count == 16) return at;
        for (int s = 0; s < SWAPS; s++) {
            int x = pair_x[s], y = pair_y[s];
            if (p.owner[x] != p.owner[y]) continue;
            exchange(way, x, y);
            if (no_bad(way)) {
                w->out[2 * at] = (uint8_t)x;
                w->out[2 * at + 1] = (uint8_t)y;
                at++;
                break;
            }
            exchange(way, x, y);
        }
    }
}

/* One merge, all before it and itself within `mask`. The length, or 0: none. */
static int search_one(Work *w, uint8_t *way, uint32_t mask, int at) {
    Parts p;
    take_apart(way, &p);
    if (p.bads == 0) return undo(w, way, at);
    if (p.bads > 2) return 0;
    if (p.bads == 2) mask = p.mask[p.bad[0]] | p.mask[p.bad[1]];
    for (int s = 0; s < SWAPS; s++) {
        int x = pair_x[s], y = pair_y[s], found = 0;
        if (!(mask >> x & 1) || !(mask >> y & 1)) continue;
        exchange(way, x, y);
        if (p.owner[x] == p.owner[y])
            found = search_one(w, way, mask, at + 1);
        else if (no_bad(way))
            found = undo(w, way, at + 1);
        exchange(way, x, y);
        if (found) {
            w->out[2 * at] = (uint8_t)x;
            w->out[2 * at + 1] = (uint8_t)y;
            return found;
        }
    }
    return 0;
}

static uint64_t key_of(const uint8_t *way) {
    uint64_t key = 0;
    for (int i = 0; i < 16; i++) key = key << 4 | way[i];
    return key;
}

static int search(Work *w, uint8_t *way, int merges, int at) {
    Parts p;
    take_apart(way, &p);
    if (p.bads == 0) return undo(w, way, at);
    if (p.bads > 2 * merges) return 0;
    if (merges == 1) {
        uint32_t first = p.mask[p.bad[0]];
        if (p.bads == 2) return search_one(w, way, first | p.mask[p.bad[1]], at);
        if (p.count == 1) return search_one(w, way, 0xFFFF, at);
        for (int n = 0; n < p.count; n++)
            if (n != p.bad[0]) {
                int found = search_one(w, way, first | p.mask[n], at);
                if (found) return found;
            }
        return 0;
    }
    int far = 0;
    for (int x = 0; x < 16; x++) far += how_far[x][way[x]];
    if (far > 2 * (16 - p.count + 2 * merges)) return 0;
    uint64_t key = key_of(way);
    Failure *f = &w->failed[(key * 0x9E3779B97F4A7C15ull) >> 48];
    if (f->stamp == w->stamp && f->key == key && f->merges == merges) return 0;
    for (int s = 0; s < SWAPS; s++) {
        int x = pair_x[s], y = pair_y[s];
        exchange(way, x, y);
        int found = search(w, way, p.owner[x] == p.owner[y] ? merges : merges - 1, at + 1);
        exchange(way, x, y);
        if (found) {
            w->out[2 * at] = (uint8_t)x;
            w->out[2 * at + 1] = (uint8_t)y;
            return found;
        }
    }
    f->key = key;
    f->merges = merges;
    f->stamp = w->stamp;
    return 0;
}

/* The number of swaps, or -1 when more than `most` are needed. */
static int shortest(Work *w, const uint8_t *ranks, int most) {
    for (int g = 0; g < GOALS; g++) {
        int far = 0, count = 0;
        uint32_t seen = 0;
        uint8_t *way = w->ways[g];
        for (int x = 0; x < 16; x++) {
            way[x] = goal_cell[g][ranks[x]];
            far += how_far[x][way[x]];
        }
        for (int x = 0; x < 16; x++) {
            if (seen >> x & 1) continue;
            count++;
            for (int at = x; !(seen >> at & 1); at = way[at]) seen |= 1u << at;
        }
        w->base[g] = (uint8_t)(16 - count);
        w->far[g] = (uint8_t)far;
        if (count == 16) return 0;
    }
    for (int length = 1; length <= most && length < LONGEST; length++)
        for (int merges = 0; 2 * merges <= length; merges++) {
            w->stamp++;
            for (int g = 0; g < GOALS; g++) {
                if (w->base[g] != length - 2 * merges || w->far[g] > 2 * length) continue;
                int found = search(w, w->ways[g], merges, 0);
                if (found) return found;
            }
        }
    return -1;
}

static PyObject *py_solve(PyObject *self, PyObject *args) {
    const char *ranks;
    Py_ssize_t size;
    int most, length;
    (void)self;
    if (!PyArg_ParseTuple(args, "y#i", &ranks, &size, &most)) return NULL;
    uint32_t seen = 0;
    for (Py_ssize_t i = 0; i < size && size == 16; i++)
        if ((uint8_t)ranks[i] < 16) seen |= 1u << (uint8_t)ranks[i];
    if (seen != 0xFFFF) {
        PyErr_SetString(PyExc_ValueError, "16 bytes wanted, each rank 0..15 once");
        return NULL;
    }
    Work *w = PyMem_RawCalloc(1, sizeof(Work));
    if (w == NULL) return PyErr_NoMemory();
    Py_BEGIN_ALLOW_THREADS
    length = shortest(w, (const uint8_t *)ranks, most);
    Py_END_ALLOW_THREADS
    PyObject *answer = NULL;
    if (length < 0) {
        answer = Py_None;
        Py_INCREF(answer);
    } else {
        answer = PyBytes_FromStringAndSize((const char *)w->out, 2 * length);
    }
    PyMem_RawFree(w);
    return answer;
}

static PyMethodDef methods[] = {
    {"solve", py_solve, METH_VARARGS, "solve(ranks, most): a shortest list of swaps as cell pairs, or None."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_swaps", "The fewest swaps that make a grid rise.", 0, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__swaps(void) {
    prepare();
    return PyModule_Create(&module);
}

/* How likely a placing wins: a small net guesses who wins a start, and the guesses are carried back. Part of _exact.c. */

#define SIGNS 46
#define HIDDEN 16
#define NET (HIDDEN * (SIGNS + 2) + 1)
#define SETS 1351 /* sets of at most three of 20 cells */

static const int smaller_sets[4] = {0, 1, 21, 211};

typedef struct {
    const Graph *g;
    u32 dark;
    const float *net;
    double *memo; /* 0, or the odds and 1 */
} Odds;

static uint8_t *signs_of_side(const Graph *g, u32 mine, u32 theirs, u32 free, const u32 *colour, uint8_t *out, u32 *once, u32 *two) {
    uint8_t near[3] = {0}, far[3] = {0};
    u32 twice = 0, all = 0;
    int n = 0;
    *once = *two = 0;
    for (u32 p = mine; p; p &= p - 1, n++) {
        const u32 a = g->adj[__builtin_ctz(p)], to = a & free, next = reach(g, to) & free;
        near[n] = (uint8_t)__builtin_popcount(to), far[n] = (uint8_t)__builtin_popcount(next);
        twice |= *once & to, *once |= to, *two |= next, all |= a;
    }
    for (int k = 0; k < 2; k++) { /* the least first */
        uint8_t *v = k ? far : near, t;
        if (v[0] > v[1]) t = v[0], v[0] = v[1], v[1] = t;
        if (v[1] > v[2]) t = v[1], v[1] = v[2], v[2] = t;
        if (v[0] > v[1]) t = v[0], v[0] = v[1], v[1] = t;
        for (int i = 0; i < 3; i++) *out++ = v[i];
    }
    *out++ = (uint8_t)__builtin_popcount(all & mine);
    *out++ = (uint8_t)__builtin_popcount(all & theirs);
    for (int k = 0; k < 2; k++) {
        *out++ = (uint8_t)__builtin_popcount(*once & colour[k]);
        *out++ = (uint8_t)__builtin_popcount(twice & colour[k]);
        *out++ = (uint8_t)__builtin_popcount(*two & colour[k]);
        *out++ = (uint8_t)__builtin_popcount((*once | *two) & colour[k]);
    }
    return out;
}

static void signs_of(const Graph *g, u32 dark, u32 first, u32 second, uint8_t *out) {
    const u32 free = g->all & ~(first | second);
    const u32 home = __builtin_popcount(first & dark) > 1 ? dark : g->all & ~dark, colour[2] = {home, g->all & ~home};
    u32 once[2], two[2];
    memset(out, 0, 8);
    out[4 * !(first & colour[1]) + __builtin_popcount(second & home)] = 1;
    out = signs_of_side(g, first, second, free, colour, out + 8, &once[0], &two[0]);
    out = signs_of_side(g, second, first, free, colour, out, &once[1], &two[1]);
    for (int k = 0; k < 2; k++) {
        *out++ = (uint8_t)__builtin_popcount(free & colour[k]);
        *out++ = (uint8_t)__builtin_popcount(once[0] & once[1] & colour[k]);
        *out++ = (uint8_t)__builtin_popcount(two[0] & two[1] & colour[k]);
    }
}

/* The net's numbers are whole: sums are exact, here as in Python. */
static double start_odds(const Odds *o, u32 first, u32 second) {
    uint8_t sign[SIGNS];
    float sum[HIDDEN];
    signs_of(o->g, o->dark, first, second, sign);
    const float *w = o->net;
    memcpy(sum, w, sizeof sum);
    w += HIDDEN;
    for (int i = 0; i < SIGNS; i++, w += HIDDEN) {
        if (!sign[i]) continue;
        const float s = sign[i];
        for (int h = 0; h < HIDDEN; h++) sum[h] += s * w[h];
    }
    double out = w[HIDDEN];
    for (int h = 0; h < HIDDEN; h++)
        if (sum[h] > 0) out += (double)sum[h] * w[h];
    return 1 / (1 + exp(-out / (1 << 18)));
}

static inline double within_bounds(double v) { return v < 1e-9 ? 1e-9 : v > 1 - 1e-9 ? 1 - 1e-9 : v; }

static inline double *memo_of(const Odds *o, u32 first, u32 second) {
    const size_t a = smaller_sets[__builtin_popcount(first)] + rank_of(first);
    return o->memo + a * SETS + smaller_sets[__builtin_popcount(second)] + rank_of(second);
}

/* How likely the side wins that is to place, or to move after the last placing. 0 and 1 are proofs. */
static double odds_of(const Odds *o, u32 first, u32 second) {
    double *memo = memo_of(o, first, second);
    if (*memo) return *memo - 1;
    const int a = __builtin_popcount(first), b = __builtin_popcount(second);
    double all = 1; /* that the other side wins whatever is placed; the root, for one placing tells of another */
    if (b == 3)
        all = 1 - within_bounds(start_odds(o, first, second));
    else
        for (u32 f = o->g->all & ~(first | second); f; f &= f - 1) {
            const u32 c = f & -f;
            if (!all_can_move(o->g, first | second | c)) continue;
            all *= sqrt(odds_of(o, first | (a == b ? c : 0), second | (a == b ? 0 : c)));
        }
    const double odds = all == 0 || all == 1 ? 1 - all : within_bounds(1 - all);
    *memo = odds + 1;
    return odds;
}

static PyObject *placing_odds(PyObject *self, PyObject *args) {
    Py_buffer adj, net, known;
    unsigned dark, first, second;
    if (!PyArg_ParseTuple(args, "y*Iy*IIy*", &adj, &dark, &net, &first, &second, &known)) return NULL;
    PyObject *result = NULL;
    Graph g;
    Odds o = {&g, dark, net.buf, NULL};
    if (!read_graph(&adj, &g) || !good_position(&g, first, second, 0)) goto done;
    const int a = __builtin_popcount(first), b = __builtin_popcount(second);
    if (a > 3 || b > 2 || (a != b && a != b + 1)) {
        PyErr_SetString(PyExc_ValueError, "pawns are placed in turn, three each");
        goto done;
    }
    if (net.len != NET * 4 || known.len % 12) {
        PyErr_SetString(PyExc_ValueError, "not the net of the starts, or not packed starts");
        goto done;
    }
    if (!(o.memo = calloc((size_t)SETS * SETS, sizeof(double)))) {
        PyErr_NoMemory();
        goto done;
    }
    const u32 *k = known.buf;
    for (Py_ssize_t i = 0; i < known.len / 4; i += 3) {
        if (!good_position(&g, k[i], k[i + 1], 0) || __builtin_popcount(k[i]) != 3 || __builtin_popcount(k[i + 1]) != 3) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "three pawns each");
            goto done;
        }
        *memo_of(&o, k[i], k[i + 1]) = k[i + 2] ? 2 : 1;
    }
    u32 legal = 0;
    double odds[MAXC];
    Py_BEGIN_ALLOW_THREADS
    for (u32 f = g.all & ~(first | second); f; f &= f - 1) {
        const u32 c = f & -f;
        if (!all_can_move(&g, first | second | c)) continue;
        legal |= c;
        odds[__builtin_ctz(c)] = 1 - odds_of(&o, first | (a == b ? c : 0), second | (a == b ? 0 : c));
    }
    Py_END_ALLOW_THREADS
    result = PyDict_New();
    for (; result && legal; legal &= legal - 1) {
        const int c = __builtin_ctz(legal);
        PyObject *cell = PyLong_FromLong(c), *value = PyFloat_FromDouble(odds[c]);
        if (!cell || !value || PyDict_SetItem(result, cell, value)) Py_CLEAR(result);
        Py_XDECREF(cell);
        Py_XDECREF(value);
    }
done:
    free(o.memo);
    PyBuffer_Release(&adj), PyBuffer_Release(&net), PyBuffer_Release(&known);
    return result;
}

static PyObject *start_signs(PyObject *self, PyObject *args) {
    Py_buffer adj, starts;
    unsigned dark;
    if (!PyArg_ParseTuple(args, "y*Iy*", &adj, &dark, &starts)) return NULL;
    PyObject *result = NULL;
    Graph g;
    if (!read_graph(&adj, &g)) goto done;
    const u32 *p = starts.buf;
    const Py_ssize_t n = starts.len / 8;
    for (Py_ssize_t i = 0; i < n; i++) {
        if (!good_position(&g, p[2 * i], p[2 * i + 1], 0)) goto done;
        if (__builtin_popcount(p[2 * i]) != 3 || __builtin_popcount(p[2 * i + 1]) != 3) {
            PyErr_SetString(PyExc_ValueError, "three pawns each");
            goto done;
        }
    }
    if (!(result = PyBytes_FromStringAndSize(NULL, n * SIGNS))) goto done;
    uint8_t *out = (uint8_t *)PyBytes_AS_STRING(result);
    for (Py_ssize_t i = 0; i < n; i++) signs_of(&g, dark, p[2 * i], p[2 * i + 1], out + i * SIGNS);
done:
    PyBuffer_Release(&adj), PyBuffer_Release(&starts);
    return result;
}

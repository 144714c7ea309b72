/* Who comes where in a race of six, and what each magic card would change. Twin of the plain Python in fever.py,
 * operation by operation, so that both give the same numbers. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>

enum { C_A = 0, C_C = 4, C_D = 6, C_G = 12, C_H = 14 };
static const double PULL = 0.75;
/* what a card is worth in spaces, A+ to F- (fever.py) */
static const double CARDS[12] = {1.0, -1.0, 0.85, -0.7, 1.35, -1.9, 1.25, -0.6, 0.45, -0.45, 0.5, -0.85};

static int floats(PyObject *list, double *to, Py_ssize_t n)
{
    if (!PyList_Check(list) || PyList_GET_SIZE(list) != n) {
        PyErr_SetString(PyExc_ValueError, "a list of another length was expected");
        return 0;
    }
    for (Py_ssize_t i = 0; i < n; i++) to[i] = PyFloat_AsDouble(PyList_GET_ITEM(list, i));
    return !PyErr_Occurred();
}

static int ints(PyObject *list, int *to, Py_ssize_t n)
{
    if (!PyList_Check(list) || PyList_GET_SIZE(list) != n) {
        PyErr_SetString(PyExc_ValueError, "a list of another length was expected");
        return 0;
    }
    for (Py_ssize_t i = 0; i < n; i++) to[i] = (int)PyLong_AsLong(PyList_GET_ITEM(list, i));
    return !PyErr_Occurred();
}

static PyObject *listed(const double *from, Py_ssize_t n)
{
    PyObject *out = PyList_New(n);
    for (Py_ssize_t i = 0; out && i < n; i++) {
        PyObject *x = PyFloat_FromDouble(from[i]);
        if (!x) {
            Py_CLEAR(out);
            break;
        }
        PyList_SET_ITEM(out, i, x);
    }
    return out;
}

static PyObject *places(PyObject *self, PyObject *weights)
{
    double w[6], first[6], second[6] = {0}, third[6] = {0}, total = 0.0;
    (void)self;
    if (!floats(weights, w, 6)) return NULL;
    for (int i = 0; i < 6; i++) total += w[i];
    for (int i = 0; i < 6; i++) first[i] = w[i] / total;
    for (int i = 0; i < 6; i++) {
        double p = first[i], rest = total - w[i];
        for (int j = 0; j < 6; j++) {
            if (j == i) continue;
            double q = p * w[j] / rest;
            second[j] += q;
            double share = q / (rest - w[j]);
            for (int k = 0; k < 6; k++)
                if (k != i && k != j) third[k] += share * w[k];
        }
    }
    return Py_BuildValue("NNN", listed(first, 6), listed(second, 6), listed(third, 6));
}

static double outlook(const double *weights, const double *worth)
{
    double total = 0.0, thirds = 0.0, found = 0.0;
    for (int k = 0; k < 6; k++) {
        total += weights[k];
        thirds += weights[k] * worth[12 + k];
    }
    for (int i = 0; i < 6; i++) {
        double w = weights[i], rest = total - w, later = thirds - w * worth[12 + i], seconds = 0.0;
        for (int j = 0; j < 6; j++)
            if (j != i) {
                double x = weights[j];
                seconds += x * (worth[6 + j] + (later - x * worth[12 + j]) / (rest - x));
            }
        found += w * (worth[i] + seconds / rest);
    }
    return found / total;
}

static PyObject *prospect(PyObject *self, PyObject *args)
{
    PyObject *weights, *worth;
    double w[6], x[18];
    (void)self;
    if (!PyArg_ParseTuple(args, "OO", &weights, &worth) || !floats(weights, w, 6) || !floats(worth, x, 18)) return NULL;
    return PyFloat_FromDouble(outlook(w, x));
}

typedef struct {
    double means[6], bonus[6];
    int rows[6], immune[6], cards[6][16], hidden[6];
} Lanes;

static int lanes_of(PyObject *tuple, Lanes *to)
{
    PyObject *means, *rows, *bonus, *immune, *cards, *hidden;
    if (!PyArg_ParseTuple(tuple, "OOOOOO", &means, &rows, &bonus, &immune, &cards, &hidden)) return 0;
    if (!floats(means, to->means, 6) || !ints(rows, to->rows, 6) || !floats(bonus, to->bonus, 6)) return 0;
    if (!ints(immune, to->immune, 6) || !ints(hidden, to->hidden, 6)) return 0;
    if (!PyList_Check(cards) || PyList_GET_SIZE(cards) != 6) {
        PyErr_SetString(PyExc_ValueError, "six lanes were expected");
        return 0;
    }
    for (int c = 0; c < 6; c++)
        if (!ints(PyList_GET_ITEM(cards, c), to->cards[c], 16)) return 0;
    return 1;
}

static double spaces(const Lanes *l, int c, const int *cards)
{
    int row = l->rows[c], immune = l->immune[c];
    double run = l->bonus[c];
    for (int m = 0; m < C_H; m++)
        if (cards[m]) {
            int left = cards[m] - cards[m ^ 1];
            if (left > 0 && m != immune) {
                int adds_up = m == C_A || m == C_A + 1 || m == C_C || m == C_D;
                run += (m < 12 ? CARDS[m] : 0.0) * (adds_up ? left : 1);
            }
        }
    int up = cards[C_H], down = cards[C_H + 1];
    if (up > down) {
        row -= 2 * (up - down);
        if (row < 0) row = 0;
    } else if (down > up && immune != C_H + 1) {
        row += 2 * (down - up);
        if (row > 5) row = 5;
    }
    return run + l->means[row];
}

static double change(const Lanes *l, const double *weights, const double *worth, double now, int m, int c)
{
    double w[6];
    for (int i = 0; i < 6; i++) w[i] = weights[i];
    if (m >= C_G && m < C_H) {
        int known = 0;
        for (int x = 1 - m % 2; x < 16; x += 2) known += l->cards[c][x];
        w[c] *= exp(PULL);
        double drift = outlook(w, worth) - now, some = 0.25 * l->hidden[c] + known;
        return (some < 1.0 ? some : 1.0) * drift * (m == C_G ? 1 : -1);
    }
    int cards[16];
    for (int i = 0; i < 16; i++) cards[i] = l->cards[c][i];
    cards[m]++;
    w[c] = exp(PULL * spaces(l, c, cards));
    return outlook(w, worth) - now;
}

static PyObject *changes(PyObject *self, PyObject *args)
{
    PyObject *lanes, *weights, *worth, *plays;
    double w[6], x[18], found[96];
    int play[96];
    Lanes l;
    (void)self;
    if (!PyArg_ParseTuple(args, "O!OOO!", &PyTuple_Type, &lanes, &weights, &worth, &PyList_Type, &plays)) return NULL;
    Py_ssize_t n = PyList_GET_SIZE(plays);
    if (n > 96) return PyErr_Format(PyExc_ValueError, "more plays than there are");
    if (!lanes_of(lanes, &l) || !floats(weights, w, 6) || !floats(worth, x, 18) || !ints(plays, play, n)) return NULL;
    double now = outlook(w, x);
    for (Py_ssize_t i = 0; i < n; i++) {
        if (play[i] < 0 || play[i] >= 96) return PyErr_Format(PyExc_ValueError, "there is no play %d", play[i]);
        found[i] = change(&l, w, x, now, play[i] / 6, play[i] % 6);
    }
    return listed(found, n);
}

static PyMethodDef methods[] = {
    {"places", places, METH_O, "places(weights) -> by colour the chances of first, second, third"},
    {"prospect", prospect, METH_VARARGS, "prospect(weights, worth) -> what the places are worth all together"},
    {"changes", changes, METH_VARARGS, "changes(lanes, weights, worth, plays) -> what each play changes"},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_fever_chances", NULL, -1, methods};
PyMODINIT_FUNC PyInit__fever_chances(void) { return PyModule_Create(&module); }

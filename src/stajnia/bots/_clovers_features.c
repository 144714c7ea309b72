/* Inputs of the clovers net for many positions at once. Twin of the plain Python in clovers_best.py. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>
#include "_clovers_features.h"

/* features(seats, me, positions): float32 bytes, a row for each position of RECORD bytes, as seat `me` sees it */
static PyObject *features(PyObject *self, PyObject *args)
{
    int seats, me;
    Py_buffer data;
    (void)self;
    if (!PyArg_ParseTuple(args, "iiy*", &seats, &me, &data)) return NULL;
    if (seats < 2 || seats > 4 || me < 0 || me >= seats || data.len % RECORD) {
        PyBuffer_Release(&data);
        PyErr_SetString(PyExc_ValueError, "positions do not fit");
        return NULL;
    }
    Py_ssize_t rows = data.len / RECORD, width = feature_count(seats);
    PyObject *out = PyBytes_FromStringAndSize(NULL, rows * width * (Py_ssize_t)sizeof(float));
    if (out) {
        float *f = (float *)(void *)PyBytes_AS_STRING(out);
        for (Py_ssize_t r = 0; r < rows; r++)
            write_row((const signed char *)data.buf + r * RECORD, seats, me, f + r * width);
    }
    PyBuffer_Release(&data);
    return out;
}

static PyMethodDef methods[] = {
    {"features", features, METH_VARARGS, "features(seats, me, positions) -> float32 bytes"},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_clovers_features", NULL, -1, methods};
PyMODINIT_FUNC PyInit__clovers_features(void) { return PyModule_Create(&module); }

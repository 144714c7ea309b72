/* A small net, forward only: layers of weights, ReLU between them, one number out. Twin of net.py's plain Python. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    PyObject_HEAD
    int layers;
    int *sizes;      /* layers + 1 */
    float **weights; /* input-major: weights[l][in * sizes[l+1] + out] */
    float **biases;
    int widest;
} Net;

static void net_dealloc(Net *self)
{
    for (int l = 0; l < self->layers; l++) {
        if (self->weights) free(self->weights[l]);
        if (self->biases) free(self->biases[l]);
    }
    free(self->weights);
    free(self->biases);
    free(self->sizes);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* Net(sizes, parameters): float32 bytes, layer by layer: weights input-major, then biases. */
static int net_init(Net *self, PyObject *args, PyObject *kwds)
{
    PyObject *sizes;
    Py_buffer data;
    if (kwds && PyDict_Size(kwds)) {
        PyErr_SetString(PyExc_TypeError, "Net takes no keywords");
        return -1;
    }
    if (self->sizes) {
        PyErr_SetString(PyExc_TypeError, "a Net is made once");
        return -1;
    }
    if (!PyArg_ParseTuple(args, "O!y*", &PyTuple_Type, &sizes, &data)) return -1;
    Py_ssize_t count = PyTuple_GET_SIZE(sizes), need = 0;
    int ok = count >= 2 && count <= 8;
    self->sizes = calloc(ok ? (size_t)count : 1, sizeof(int));
    for (Py_ssize_t i = 0; ok && i < count; i++) {
        long n = PyLong_AsLong(PyTuple_GET_ITEM(sizes, i));
        if (n < 1 || n > 1 << 16) ok = 0;
        self->sizes[i] = (int)n;
        if (ok && n > self->widest) self->widest = (int)n;
        if (ok && i) need += (Py_ssize_t)self->sizes[i - 1] * n + n;
    }
    if (!ok || PyErr_Occurred() || self->sizes[count - 1] != 1 || data.len != need * (Py_ssize_t)sizeof(float)) {
        PyBuffer_Release(&data);
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "the parameters do not fit the sizes");
        return -1;
    }
    self->weights = calloc((size_t)count, sizeof(float *));
    self->biases = calloc((size_t)count, sizeof(float *));
    const char *at = data.buf;
    for (int l = 0; l + 1 < count; l++) {
        size_t w = (size_t)self->sizes[l] * (size_t)self->sizes[l + 1] * sizeof(float);
        size_t b = (size_t)self->sizes[l + 1] * sizeof(float);
        self->weights[l] = malloc(w);
        self->biases[l] = malloc(b);
        self->layers = l + 1;
        if (!self->weights[l] || !self->biases[l]) {
            PyBuffer_Release(&data);
            PyErr_NoMemory();
            return -1;
        }
        memcpy(self->weights[l], at, w);
        memcpy(self->biases[l], at + w, b);
        at += w + b;
    }
    PyBuffer_Release(&data);
    return 0;
}

/* Eight numbers at once where the processor can: the same sums in the same order, so the same results everywhere. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
__attribute__((target_clones("avx2", "default")))
#endif
static void layer(const float *restrict in, int ins, float *restrict out, int outs, const float *weights,
                  const float *biases, int relu)
{
    const float *w[4];
    float x[4];
    int held = 0;
    memcpy(out, biases, (size_t)outs * sizeof(float));
    for (int i = 0; i < ins; i++) {
        if (in[i] == 0.0f) continue; /* most inputs are */
        x[held] = in[i];
        w[held++] = weights + (size_t)i * (size_t)outs;
        if (held < 4) continue;
        const float *a = w[0], *b = w[1], *c = w[2], *d = w[3];
        for (int o = 0; o < outs; o++) out[o] = (((out[o] + x[0] * a[o]) + x[1] * b[o]) + x[2] * c[o]) + x[3] * d[o];
        held = 0;
    }
    for (int k = 0; k < held; k++)
        for (int o = 0; o < outs; o++) out[o] += x[k] * w[k][o];
    if (relu)
        for (int o = 0; o < outs; o++) out[o] = out[o] > 0.0f ? out[o] : 0.0f;
}

/* Rows one after the other, each input a float32 or (`small`) a byte; a list with a number a row. */
static PyObject *rows_forward(Net *self, PyObject *arg, int small)
{
    Py_buffer data;
    if (PyObject_GetBuffer(arg, &data, PyBUF_SIMPLE) < 0) return NULL;
    Py_ssize_t width = self->sizes[0], row = small ? width : width * (Py_ssize_t)sizeof(float);
    if (data.len % row) {
        PyBuffer_Release(&data);
        PyErr_SetString(PyExc_ValueError, "the inputs are not whole rows");
        return NULL;
    }
    Py_ssize_t rows = data.len / row;
    PyObject *out = PyList_New(rows);
    float *one = malloc((size_t)self->widest * sizeof(float)), *two = malloc((size_t)self->widest * sizeof(float));
    float *results = malloc((size_t)(rows ? rows : 1) * sizeof(float)), *wide = malloc((size_t)width * sizeof(float));
    if (!out || !one || !two || !results || !wide) {
        Py_XDECREF(out);
        free(one), free(two), free(results), free(wide);
        PyBuffer_Release(&data);
        return PyErr_NoMemory();
    }
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t r = 0; r < rows; r++) {
        const float *in = (const float *)data.buf + r * width;
        if (small) {
            const unsigned char *from = (const unsigned char *)data.buf + r * width;
            for (Py_ssize_t i = 0; i < width; i++) wide[i] = from[i];
            in = wide;
        }
        float *to = one, *spare = two;
        for (int l = 0; l < self->layers; l++) {
            layer(in, self->sizes[l], to, self->sizes[l + 1], self->weights[l], self->biases[l], l + 1 < self->layers);
            in = to;
            to = spare;
            spare = (float *)in;
        }
        results[r] = in[0];
    }
    Py_END_ALLOW_THREADS
    for (Py_ssize_t r = 0; r < rows; r++) {
        PyObject *x = PyFloat_FromDouble(results[r]);
        if (!x) {
            Py_CLEAR(out);
            break;
        }
        PyList_SET_ITEM(out, r, x);
    }
    free(one), free(two), free(results), free(wide);
    PyBuffer_Release(&data);
    return out;
}

static PyObject *net_forward(Net *self, PyObject *arg) { return rows_forward(self, arg, 0); }

static PyObject *net_forward_bytes(Net *self, PyObject *arg) { return rows_forward(self, arg, 1); }

static PyMethodDef net_methods[] = {
    {"forward", (PyCFunction)net_forward, METH_O, "forward(inputs) -> a number for each row of float32 inputs"},
    {"forward_bytes", (PyCFunction)net_forward_bytes, METH_O, "the same of inputs that are small whole numbers"},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject NetType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "stajnia.bots._net.Net",
    .tp_basicsize = sizeof(Net),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)net_init,
    .tp_dealloc = (destructor)net_dealloc,
    .tp_methods = net_methods,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_net", "A small net, forward only.", -1, NULL};

PyMODINIT_FUNC PyInit__net(void)
{
    if (PyType_Ready(&NetType) < 0) return NULL;
    PyObject *m = PyModule_Create(&module);
    if (m && PyModule_AddObjectRef(m, "Net", (PyObject *)&NetType) < 0) Py_CLEAR(m);
    return m;
}

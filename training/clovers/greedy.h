/* The one-step greedy player of bots/clovers.py, for many games at once: a block of threads plays a turn. Compiled for
   the GPU by kernels.cu, and as plain C by check_greedy.py, which holds it against the player itself. */
#define NOWHERE -1e9f

typedef struct {
    float below[23], worth[22 * 22], mine[320], theirs[320], best[21], theirs_best[21], costs[21], extra;
    int source, number, cell;
} Greedy;

FN int low_of(const signed char *board, int cell, int without)
{
    int low = 0;
    for (int x = cell & ~3; x < cell; x++)
        if (x != without && board[x] > low) low = board[x];
    for (int x = cell - 4; x >= 0; x -= 4)
        if (x != without && board[x] > low) low = board[x];
    return low;
}

FN int high_of(const signed char *board, int cell, int without)
{
    int high = 21;
    for (int x = cell + 1; x < (cell & ~3) + 4; x++)
        if (x != without && board[x] > 0 && board[x] < high) high = board[x];
    for (int x = cell + 4; x < 16; x += 4)
        if (x != without && board[x] > 0 && board[x] < high) high = board[x];
    return high;
}

/* What each number gains on the cell: how much easier the empty cells are to fill. */
FN void gains_of(const signed char *board, int cell, const float *worth, float *gains)
{
    int old = board[cell], low = low_of(board, cell, -1), high = high_of(board, cell, -1), empties = 0;
    for (int x = 0; x < 16; x++) empties += board[x] == 0;
    float filled = old ? 0.0f : (empties == 1 ? 100.0f : 0.0f) - worth[22 * low + high];
    for (int n = 1; n <= 20; n++)
        gains[16 * n - 16 + cell] = n <= low || n >= high || n == old ? NOWHERE : filled;
    for (int x = 0; x < 16; x++) {
        if (board[x] || x == cell || ((x & 3) != (cell & 3) && (x >> 2) != (cell >> 2))) continue;
        int lo = low_of(board, x, cell), hi = high_of(board, x, cell);
        float before = x < cell ? worth[22 * lo + (old && old < hi ? old : hi)] : worth[22 * (lo > old ? lo : old) + hi];
        for (int n = low + 1; n < high; n++) {
            if (n == old) continue;
            gains[16 * n - 16 + cell] += x < cell ? worth[22 * lo + (hi < n ? hi : n)] : worth[22 * (lo > n ? lo : n) + hi];
            gains[16 * n - 16 + cell] -= before;
        }
    }
}

FN int leads(const signed char *s, int seats)
{
    int least = 99, own = 0;
    for (int q = 0; q < seats; q++) {
        int empties = 0;
        for (int c = 0; c < 16; c++) empties += s[BOARDS + 16 * q + c] == 0;
        if (empties < least) least = empties;
        if (q == s[MOVER]) own = empties;
    }
    return own == least;
}

FN int earns_a_turn(const signed char *s, int number, int cell)
{
    const signed char *board = s + BOARDS + 16 * s[MOVER];
    if (s[NEIGHBOURS] && earns_by_neighbour(board, cell, number)) return 1;
    return s[LUCKY] && !board[cell] && s[HORSE + 16 * s[MOVER] + cell] == number;
}

/* Fills in the gains of the mover and what it costs to leave a number face up. */
FN void reckon(const signed char *s, int seats, Greedy *g, int t, int threads)
{
    const signed char *board = s + BOARDS + 16 * s[MOVER];
    const signed char *next = s + BOARDS + 16 * ((s[MOVER] + 1) % seats);
    if (t == 0) {
        g->below[0] = 0.0f;
        for (int n = 0; n <= 20; n++) g->below[n + 1] = g->below[n] + s[UNSEEN + n] + 1.5f * s[FACE_UP + n];
    }
    SYNC;
    float total = LOGF(g->below[21] + 1.0f);
    for (int i = t; i < 22 * 22; i += threads) {
        int low = i / 22, high = i % 22;
        float fitting = low < high ? g->below[high] - g->below[low + 1] : 0.0f;
        g->worth[i] = LOGF(fitting + 0.3f) - total;
    }
    SYNC;
    for (int i = t; i < 32; i += threads) gains_of(i < 16 ? board : next, i % 16, g->worth, i < 16 ? g->mine : g->theirs);
    SYNC;
    for (int n = 1 + t; n <= 20; n += threads) {
        float own = 0.0f, other = 0.0f;
        for (int c = 0; c < 16; c++) {
            if (g->mine[16 * n - 16 + c] > own) own = g->mine[16 * n - 16 + c];
            if (g->theirs[16 * n - 16 + c] > other) other = g->theirs[16 * n - 16 + c];
        }
        g->best[n] = own;
        g->theirs_best[n] = other;
    }
    SYNC;
    if (t == 0) {
        float already = 0.8f, total = 0.0f;
        for (int n = 1; n <= 20; n++) {
            if (s[FACE_UP + n] && g->theirs_best[n] > already) already = g->theirs_best[n];
            total += s[UNSEEN + n] * g->best[n];
        }
        g->costs[0] = 0.0f;
        for (int n = 1; n <= 20; n++) g->costs[n] = g->theirs_best[n] > already ? 0.6f * (g->theirs_best[n] - already) : 0.0f;
        g->extra = s[NEIGHBOURS] || s[LUCKY] ? total / (s[PILE] > 1 ? s[PILE] : 1) : 0.0f;
    }
    SYNC;
    for (int i = t; i < 320; i += threads) {
        if (g->mine[i] == NOWHERE) continue;
        g->mine[i] -= g->costs[board[i % 16]];
        if (g->extra > 0.0f && earns_a_turn(s, i / 16 + 1, i % 16)) g->mine[i] += g->extra;
    }
    SYNC;
}

FN float jitter(unsigned seed, int i)
{
    unsigned x = seed ^ ((unsigned)i * 2654435761u);
    x ^= x >> 16, x *= 2246822519u, x ^= x >> 13, x *= 3266489917u, x ^= x >> 16;
    return (float)(x >> 8) * (1e-5f / 16777216.0f); /* equals by lot */
}

/* The mover's choice before it has drawn: source 1 with number and cell, or source 0. Changes nothing. */
FN void choose_first(const signed char *s, int seats, Greedy *g, unsigned seed, int t, int threads)
{
    reckon(s, seats, g, t, threads);
    if (t == 0) {
        float top = 0.0f;
        g->source = 0;
        for (int n = 1; n <= 20; n++) {
            float best = -g->costs[n];
            for (int c = 0; c < 16; c++)
                if (g->mine[16 * n - 16 + c] > best) best = g->mine[16 * n - 16 + c];
            top += s[UNSEEN + n] * best;
        }
        top = top / s[PILE] + 2e-5f;
        for (int n = 1; n <= 20; n++) {
            if (!s[FACE_UP + n]) continue;
            for (int c = 0; c < 16; c++) {
                float found = g->mine[16 * n - 16 + c] + jitter(seed, 16 * n + c);
                if (found > top) top = found, g->source = 1, g->number = n, g->cell = c;
            }
        }
    }
    SYNC;
}

/* Where the clover that was drawn goes; `s` is the position after the draw. */
FN void choose_cell(const signed char *s, int seats, Greedy *g, int drawn, unsigned seed, int t, int threads)
{
    reckon(s, seats, g, t, threads);
    if (t == 0) {
        float top = -g->costs[drawn];
        g->number = drawn, g->cell = 16;
        for (int c = 0; c < 16; c++) {
            float found = g->mine[16 * drawn - 16 + c] + jitter(seed, c);
            if (found > top) top = found, g->cell = c;
        }
    }
    SYNC;
}

/* A whole turn, by a throw `u` in [0, 1): move is (source, number, cell, whether it moves again). Changes `s`. */
FN void greedy_turn(signed char *s, int seats, Greedy *g, float u, unsigned seed, int *move, int t, int threads)
{
    choose_first(s, seats, g, seed, t, threads);
    if (g->source == 0) {
        if (t == 0) {
            int left = (int)(u * s[PILE]), n = 1;
            while (n < 20 && left >= s[UNSEEN + n]) left -= s[UNSEEN + n++];
            s[UNSEEN + n]--;
            s[PILE]--;
            g->number = n;
        }
        SYNC;
        choose_cell(s, seats, g, g->number, seed + 1, t, threads);
    }
    if (t == 0) {
        int again = 0;
        if (g->cell < 16) {
            again = earns_a_turn(s, g->number, g->cell);
            s[BOARDS + 16 * s[MOVER] + g->cell] = (signed char)g->number;
            again = again && (s[PILE] > 1 || leads(s, seats));
        }
        move[0] = g->source, move[1] = g->number, move[2] = g->cell, move[3] = again;
    }
    SYNC;
}

/* A straightforward backward solver of the duel, to measure ours against: two threads, one bit a position,
 * and for every position a loop over its turns that looks the next position up and stops at the first win.
 * Usage: duel_baseline LAST THREADS ADJ... (a mask of knight neighbours for each cell); solves the layers
 * from full boards down to LAST tokens and prints for each: tokens, positions, wins, seconds.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#define squeeze _pext_u32
#else
static uint32_t squeeze(uint32_t v, uint32_t mask) {
    uint32_t out = 0;
    for (uint32_t bit = 1; mask; mask &= mask - 1, bit += bit)
        if (v & mask & -mask) out |= bit;
    return out;
}
#endif

typedef uint32_t u32;
typedef uint64_t u64;

static int cells, threads;
static u32 adj[20], all, choose[21][21];
static u32 *rank_of;    /* of a set among the sets of as many cells */
static u32 *sets;       /* of the layer being solved */
static uint8_t *above, *below;
static u64 next_set, wins_total;
static int tokens;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static inline u64 place(u32 tok, u32 mover, u32 other, int n) {
    const u32 free = all & ~tok;
    return ((u64)rank_of[tok] * choose[n][3] + rank_of[squeeze(mover, free)]) * choose[n - 3][3] +
           rank_of[squeeze(other, free & ~mover)];
}

static int wins(u32 tok, u32 me, u32 op, int n) {
    const u32 free = all & ~(tok | me | op);
    for (u32 p = me; p; p &= p - 1) {
        const u32 from = p & -p;
        for (u32 d = adj[__builtin_ctz(p)] & free; d; d &= d - 1) {
            const u32 to = d & -d, after = me ^ from ^ to;
            for (u32 f = free ^ from ^ to; f; f &= f - 1) {
                const u64 i = place(tok | (f & -f), op, after, n - 1);
                if (!(below[i >> 3] >> (i & 7) & 1)) return 1;
            }
        }
    }
    return 0;
}

static void *work(void *arg) {
    const int n = cells - tokens;
    const u64 count = choose[cells][tokens], each = (u64)choose[n][3] * choose[n - 3][3];
    u64 won = 0;
    (void)arg;
    for (;;) {
        pthread_mutex_lock(&lock);
        const u64 from = next_set;
        next_set += 64; /* 64 sets end on a whole byte */
        pthread_mutex_unlock(&lock);
        if (from >= count) break;
        for (u64 t = from; t < from + 64 && t < count; t++) {
            u64 i = t * each;
            u32 cell[20], k = 0;
            for (int c = 0; c < cells; c++)
                if (!(sets[t] >> c & 1)) cell[k++] = 1u << c;
            for (int c = 2; c < n; c++)
                for (int b = 1; b < c; b++)
                    for (int a = 0; a < b; a++) {
                        const u32 me = cell[a] | cell[b] | cell[c];
                        u32 left[20];
                        int m = 0;
                        for (int j = 0; j < n; j++)
                            if (!(me & cell[j])) left[m++] = cell[j];
                        for (int z = 2; z < m; z++)
                            for (int y = 1; y < z; y++)
                                for (int x = 0; x < y; x++, i++)
                                    if (wins(sets[t], me, left[x] | left[y] | left[z], n)) {
                                        above[i >> 3] |= (uint8_t)(1 << (i & 7));
                                        won++;
                                    }
                    }
        }
    }
    pthread_mutex_lock(&lock);
    wins_total += won;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc < 9) return 2;
    const int last = atoi(argv[1]);
    threads = atoi(argv[2]);
    cells = argc - 3;
    all = (1u << cells) - 1;
    for (int i = 0; i < cells; i++) adj[i] = (u32)strtoul(argv[3 + i], NULL, 0);
    for (int n = 0; n <= 20; n++) {
        choose[n][0] = 1;
        for (int k = 1; k <= n; k++) choose[n][k] = choose[n - 1][k - 1] + (k < n ? choose[n - 1][k] : 0);
    }
    rank_of = malloc(4u << cells);
    u32 seen[21] = {0};
    for (u32 s = 0; s <= all; s++) rank_of[s] = seen[__builtin_popcount(s)]++;
    sets = malloc(4u << cells);
    for (tokens = cells - 6; tokens >= last; tokens--) {
        const double start = now();
        u64 count = 0;
        for (u32 s = 0; s <= all; s++)
            if (__builtin_popcount(s) == tokens) sets[count++] = s;
        const int n = cells - tokens;
        const u64 positions = count * choose[n][3] * choose[n - 3][3];
        above = calloc(positions / 8 + 1, 1);
        next_set = wins_total = 0;
        pthread_t crew[64];
        for (int i = 0; i < threads; i++) pthread_create(&crew[i], NULL, work, NULL);
        for (int i = 0; i < threads; i++) pthread_join(crew[i], NULL);
        free(below);
        below = above;
        printf("%d %llu %llu %.3f\n", tokens, (unsigned long long)positions, (unsigned long long)wins_total,
               now() - start);
        fflush(stdout);
    }
    return 0;
}

/* One token set of the whole-layout solution, bit-parallel. Included twice by _exact.c: once plain,
 * once for BMI2 and AVX2. The includer defines ATTR, NAME(x), PDEP(v, mask) and PEXT(v, mask).
 *
 * n free cells (no token), N = C(n,3) triples of them in colex order. A stored block holds for each
 * triple `other` a row of C(n-3,3) bits over the triples `mover` that avoid it (again in colex order,
 * among the cells left): 1 = the mover loses. A token on the q-th free cell leaves a block of n-1 cells
 * whose rows and bits are a subsequence of ours, so PDEP puts a whole row in its place.
 */

ATTR static inline __attribute__((always_inline)) u64 NAME(bits)(const uint8_t *p, unsigned off) {
    p += off >> 3;
    off &= 7;
    return load64(p) >> off | (u64)p[8] << 1 << (63 - off);
}

/* Transposes 64 rows of 64 bits. */
ATTR static inline void NAME(turn64)(u64 *restrict a) {
#define SWAP(J, MASK)                                                  \
    for (int k = 0; k < 64; k += 2 * (J))                              \
        for (int i = k; i < k + (J); i++) {                            \
            u64 t = (a[i] >> (J) ^ a[i + (J)]) & (MASK);               \
            a[i] ^= t << (J);                                          \
            a[i + (J)] ^= t;                                           \
        }
    SWAP(32, 0x00000000ffffffffULL)
    SWAP(16, 0x0000ffff0000ffffULL)
    SWAP(8, 0x00ff00ff00ff00ffULL)
    SWAP(4, 0x0f0f0f0f0f0f0f0fULL)
    SWAP(2, 0x3333333333333333ULL)
    SWAP(1, 0x5555555555555555ULL)
#undef SWAP
}

/* Returns the number of lost positions. W words hold an exact row, F words (a multiple of 4) a full one. */
ATTR static inline __attribute__((always_inline)) u64
NAME(block_of)(const Size *z, const int W, const int F, const u32 *free_adj, const uint8_t *const *below,
               int below_row, Scratch *s, uint8_t *out) {
    const int n = z->n, N = z->rows, words = (N + 63) / 64;
    u64 *restrict acc = s->acc, *restrict full = s->full, *restrict lose = s->lose;

    /* acc[M][O]: with my pawns on M and theirs on O some token makes them, to move, lose. */
    memset(acc, 0, (size_t)N * W * 8);
    for (int q = 0; below && q < n; q++) {
        const uint8_t *src = below[q];
        const Way *way = z->way + (size_t)q * z->rows_below;
        for (int i = 0; i < z->rows_below; i++, src += below_row) {
            u64 *dst = acc + (size_t)way[i].row * W;
            const u64 *mask = z->spread + way[i].at * W;
            const uint16_t *off = z->spread_off + way[i].at * W;
            dst[0] |= PDEP(load64(src), mask[0]);
            for (int w = 1; w < W; w++) dst[w] |= PDEP(NAME(bits)(src, off[w]), mask[w]);
        }
    }

    /* The same rows over all N triples, so that rows of different M can be joined. */
    for (int r = 0; r < N; r++) {
        const uint8_t *src = (const uint8_t *)(acc + (size_t)r * W);
        const u64 *mask = z->apart + (size_t)r * F;
        const uint16_t *off = z->apart_off + (size_t)r * F;
        u64 *dst = full + (size_t)r * F;
        for (int w = 0; w < words; w++) dst[w] = PDEP(NAME(bits)(src, off[w]), mask[w]);
        for (int w = words; w < F; w++) dst[w] = 0;
    }

    /* Join over knight moves M -> M'; what no move wins is lost. */
    for (int r = 0; r < N; r++) {
        const uint8_t *c = z->cells[r];
        const u32 taken = 1u << c[0] | 1u << c[1] | 1u << c[2];
        const u64 *mask = z->apart + (size_t)r * F;
        u64 won[20];
        for (int w = 0; w < F; w++) won[w] = 0;
        for (int i = 0; i < 3; i++) {
            const uint16_t *to = triple[c[(i + 1) % 3]][c[(i + 2) % 3]];
            for (u32 d = free_adj[c[i]] & ~taken; d; d &= d - 1) {
                const u64 *e = full + (size_t)to[__builtin_ctz(d)] * F;
                for (int w = 0; w < F; w++) won[w] |= e[w];
            }
        }
        u64 *l = lose + (size_t)r * F;
        for (int w = 0; w < F; w++) l[w] = mask[w] & ~won[w];
    }
    for (int r = N; r < words * 64; r++) memset(lose + (size_t)r * F, 0, F * 8);

    /* lose[mover][other] -> rows of `other`, squeezed to the triples that avoid it. */
    for (int i = 0; i < words; i++)
        for (int j = 0; j < words; j++) {
            u64 a[64];
            for (int r = 0; r < 64; r++) a[r] = lose[(size_t)(i * 64 + r) * F + j];
            NAME(turn64)(a);
            for (int r = 0; r < 64; r++) full[(size_t)(j * 64 + r) * F + i] = a[r];
        }
    u64 losses = 0;
    for (int r = 0; r < N; r++) {
        const u64 *mask = z->apart + (size_t)r * F, *src = full + (size_t)r * F;
        const uint16_t *off = z->apart_off + (size_t)r * F;
        u64 row[13] = {0};
        for (int w = 0; w < words; w++) {
            const u64 v = PEXT(src[w], mask[w]);
            const unsigned o = off[w] >> 6, b = off[w] & 63;
            losses += __builtin_popcountll(v);
            row[o] |= v << b;
            row[o + 1] |= v >> 1 >> (63 - b);
        }
        memcpy(out + (size_t)r * z->row, row, W * 8);
    }
    return losses;
}

ATTR static u64 NAME(block)(const Size *z, const u32 *free_adj, const uint8_t *const *below, int below_row,
                            Scratch *s, uint8_t *out) {
    switch (z->n) { /* constants let the compiler unroll */
#define CASE(n, W, F) \
    case n: return NAME(block_of)(z, W, F, free_adj, below, below_row, s, out);
        CASE(20, 11, 20)
        CASE(19, 9, 16)
        CASE(18, 8, 16)
        CASE(17, 6, 12)
        CASE(16, 5, 12)
        CASE(15, 4, 8)
        CASE(14, 3, 8)
        CASE(13, 2, 8)
        CASE(12, 2, 4)
    default: return NAME(block_of)(z, 1, 4, free_adj, below, below_row, s, out);
#undef CASE
    }
}

/* Token sets numbered from..to-1 (colex) of one layer; `below` is the whole layer with a token more. */
ATTR static u64 NAME(stretch)(const Layer *g, u64 from, u64 to, Scratch *s) {
    const Size *z = g->size;
    u32 tokens = unrank(from, g->tokens);
    u64 losses = 0;
    for (u64 t = from; t < to; t++) {
        const uint8_t *below[MAXC];
        uint8_t cell[MAXC];
        u32 adj[MAXC];
        int n = 0, j = 0;
        u64 low = 0, high = 0; /* rank of tokens + c = low part + C(c, j + 1) + high part */
        for (int c = 0, i = 0; c < g->cells; c++)
            if (tokens >> c & 1) high += choose[c][++i + 1];
        for (int c = 0; c < g->cells; c++) {
            if (tokens >> c & 1) {
                high -= choose[c][j + 2];
                low += choose[c][++j];
            } else {
                if (g->below) below[n] = g->below + (low + choose[c][j + 1] + high) * g->below_block;
                cell[n++] = (uint8_t)c;
            }
        }
        for (int i = 0; i < n; i++) {
            adj[i] = 0;
            for (int b = 0; b < n; b++) adj[i] |= (g->adj[cell[i]] >> cell[b] & 1) << b;
        }
        losses += NAME(block)(z, adj, g->below ? below : NULL, g->below_row, s, s->out);
        memcpy(g->out + t * g->block, s->out, g->block);
        if (tokens) {
            const u32 c = tokens & -tokens, r = tokens + c;
            tokens = (((r ^ tokens) >> 2) / c) | r;
        }
    }
    return losses;
}

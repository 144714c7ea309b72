/* What the clovers net sees of a position, from one seat. The same text is compiled into the bot (C) and into the
   training (CUDA). A position is RECORD bytes: boards of four seats, counts by number, horseshoes, pile and so on. */
#ifndef CLOVERS_FEATURES_H
#define CLOVERS_FEATURES_H

#ifndef FN
#define FN static inline
#endif
#ifndef LOGF
#include <math.h>
#define LOGF logf
#endif

enum {
    BOARDS = 0,     /* 4 x 16: numbers by cell, 0 empty */
    UNSEEN = 64,    /* 21: face-down clovers by number */
    FACE_UP = 85,   /* 21: face-up clovers by number */
    HORSE = 106,    /* 4 x 16: horseshoe numbers by seat, 0 none */
    PILE = 170,     /* face-down clovers */
    MOVER = 171,    /* the seat that moves next */
    NEIGHBOURS = 172,
    LUCKY = 173,
    OVER = 174,
    RECORD = 176
};
enum { A_CELL = 9, A_GARDEN = 16 * A_CELL + 4, A_REST = 44 };

FN int feature_count(int seats) { return seats * A_GARDEN + A_REST; }

/* The open interval of numbers that fit the cell: low < n < high. */
FN void cell_bounds(const signed char *board, int cell, int *low, int *high)
{
    int row = cell & ~3, column = cell & 3, lo = 0, hi = 21;
    for (int i = 0; i < 4; i++) {
        int x = row + i, n = board[x];
        if (n && x < cell && n > lo) lo = n;
        if (n && x > cell && n < hi) hi = n;
        x = 4 * i + column;
        n = board[x];
        if (n && x < cell && n > lo) lo = n;
        if (n && x > cell && n < hi) hi = n;
    }
    *low = lo;
    *high = hi;
}

/* The same of all sixteen cells. */
FN void board_bounds(const signed char *board, int *low, int *high)
{
    for (int c = 0; c < 16; c++) low[c] = 0, high[c] = 21;
    for (int r = 0; r < 4; r++) {
        int across = 0, down = 0;
        for (int i = 0; i < 4; i++) {
            int x = 4 * r + i, y = 4 * i + r;
            low[x] = low[x] > across ? low[x] : across;
            low[y] = low[y] > down ? low[y] : down;
            across = board[x] > across ? board[x] : across;
            down = board[y] > down ? board[y] : down;
        }
        across = down = 21;
        for (int i = 3; i >= 0; i--) {
            int x = 4 * r + i, y = 4 * i + r;
            high[x] = high[x] < across ? high[x] : across;
            high[y] = high[y] < down ? high[y] : down;
            across = board[x] && board[x] < across ? board[x] : across;
            down = board[y] && board[y] < down ? board[y] : down;
        }
    }
}

/* Sums over numbers below n, so that a range is one difference. */
FN void sums_below(const signed char *counts, short *below)
{
    below[0] = 0;
    for (int n = 0; n <= 20; n++) below[n + 1] = (short)(below[n] + counts[n]);
}

FN int earns_by_neighbour(const signed char *board, int cell, int number)
{
    int r = cell >> 2, c = cell & 3;
    for (int dr = -1; dr <= 1; dr += 2)
        for (int dc = -1; dc <= 1; dc += 2) {
            int y = r + dr, x = c + dc;
            if (y >= 0 && y < 4 && x >= 0 && x < 4 && board[4 * y + x] == number) return 1;
        }
    return 0;
}

/* The A_CELL features of a cell with its bounds; *ease is its part of the garden's ease, *stuck whether nothing fits. */
FN void cell_features(const signed char *s, int seat, int cell, int low, int high, const short *down, const short *up,
                      float *f, float *ease, float *stuck)
{
    const signed char *board = s + BOARDS + 16 * seat;
    int number = board[cell], pile = s[PILE];
    float fit = low < high ? (float)(down[high] - down[low + 1]) : 0.0f;
    float open = low < high ? (float)(up[high] - up[low + 1]) : 0.0f;
    float share = fit / (float)(pile + 1);
    int empty = number == 0;
    f[0] = (float)number / 20.0f;
    f[1] = (float)empty;
    f[2] = (float)low / 20.0f;
    f[3] = (float)high / 21.0f;
    f[4] = empty ? share : 0.0f;
    f[5] = empty ? (open > 4.0f ? 1.0f : open / 4.0f) : 0.0f;
    f[6] = empty ? 0.0f : share;
    f[7] = 0.0f;
    f[8] = 0.0f;
    if (s[LUCKY] && empty) {
        int h = s[HORSE + 16 * seat + cell];
        if (h && low < h && h < high) f[7] = 5.0f * (float)s[UNSEEN + h] / (float)(pile + 1) + (s[FACE_UP + h] > 0);
    }
    if (s[NEIGHBOURS]) {
        int r = cell >> 2, c = cell & 3;
        for (int dr = -1; dr <= 1; dr += 2)
            for (int dc = -1; dc <= 1; dc += 2) {
                int y = r + dr, x = c + dc;
                if (y < 0 || y > 3 || x < 0 || x > 3) continue;
                int m = board[4 * y + x];
                if (m && low < m && m < high && m != number) {
                    float chance = 5.0f * (float)s[UNSEEN + m] / (float)(pile + 1) + (s[FACE_UP + m] > 0);
                    if (chance > f[8]) f[8] = chance;
                }
            }
    }
    float total = (float)(down[21] + 1.5f * up[21]) + 1.0f;
    *ease = empty ? LOGF(fit + 1.5f * open + 0.3f) - LOGF(total) : 0.0f;
    *stuck = empty && fit + open == 0.0f ? 1.0f : 0.0f;
}

/* The features beside the gardens. */
FN float rest_feature(const signed char *s, int seats, int i)
{
    if (i < 20) return (float)s[UNSEEN + 1 + i] / (float)seats;
    if (i < 40) return (float)s[FACE_UP + 1 + i - 20] / (float)seats;
    if (i == 40) return (float)s[PILE] / (16.0f * (float)seats);
    if (i == 41) return s[PILE] <= 4 ? (float)s[PILE] / 4.0f : 1.0f;
    if (i == 42) return (float)s[NEIGHBOURS];
    return (float)s[LUCKY];
}

/* All of them, of one position as seat `me` sees it: feature_count(seats) numbers. */
FN void write_row(const signed char *s, int seats, int me, float *f)
{
    short down[22], up[22];
    sums_below(s + UNSEEN, down);
    sums_below(s + FACE_UP, up);
    for (int g = 0; g < seats; g++) {
        int seat = (me + g) % seats;
        float ease = 0.0f, stuck = 0.0f, empties = 0.0f, e, z;
        int low[16], high[16];
        board_bounds(s + BOARDS + 16 * seat, low, high);
        for (int cell = 0; cell < 16; cell++) {
            cell_features(s, seat, cell, low[cell], high[cell], down, up, f, &e, &z);
            f += A_CELL;
            ease += e;
            stuck += z;
            empties += s[BOARDS + 16 * seat + cell] == 0;
        }
        *f++ = ease / 20.0f;
        *f++ = stuck / 4.0f;
        *f++ = empties / 12.0f;
        *f++ = seat == s[MOVER] ? 1.0f : 0.0f;
    }
    for (int i = 0; i < A_REST; i++) *f++ = rest_feature(s, seats, i);
}

#endif

/* Whole games of clovers by numbers, for a training on plain cores (train_on_cores.py): greedy players who now and then
   try something, or seats that play by a net among them. What is told of a game is its positions, each as a seat saw
   it, with what that seat should expect there. The same headers are compiled into the bot and for the GPU. */
#define FN static inline
#define SYNC
#include <math.h>
#include <string.h>
static float logs[1024]; /* of whole and half numbers, and of those and 0.3: all that are asked for */
static inline float log_of(float x)
{
    int twice = (int)(2.0f * x + 0.01f);
    return logs[2 * twice + (2.0f * x - (float)twice > 0.3f)];
}
#define LOGF log_of
#include "_clovers_features.h"
#include "greedy.h"
#include "turns.h"

enum { MOST_TURNS = 40 * 4, MOST_WAYS = 700, TILE = 32, WIDTH = 640, OWN = 160, OTHER = 32, SECOND = 64 };
typedef float Lanes __attribute__((vector_size(64), aligned(4), may_alias));

/* --- chance --- */

typedef unsigned long long Dice;

static unsigned throw_of(Dice *d)
{
    Dice z = (*d += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (unsigned)(z >> 32);
}

static float chance_of(Dice *d) { return (float)(throw_of(d) >> 8) * (1.0f / 16777216.0f); }
static int below_of(Dice *d, int n) { return (int)(((unsigned long long)throw_of(d) * (unsigned)n) >> 32); }

static int drawn_of(const signed char *s, Dice *d)
{
    int left = below_of(d, s[PILE]), n = 1;
    while (n < 20 && left >= s[UNSEEN + n]) left -= s[UNSEEN + n++];
    return n;
}

static void deal(signed char *s, int seats, float variants, Dice *d)
{
    static const signed char usual[16] = {0, 2, 5, 9, 4, 0, 10, 14, 7, 11, 0, 17, 12, 16, 19, 0};
    memset(s, 0, RECORD);
    for (int n = 1; n <= 20; n++) s[UNSEEN + n] = (signed char)seats;
    s[PILE] = (signed char)(20 * seats);
    int troublesome = chance_of(d) < variants / 2;
    for (int q = 0; q < seats; q++) {
        signed char four[4];
        for (int i = 0; i < 4; i++) {
            int n = drawn_of(s, d), at = i;
            s[UNSEEN + n]--, s[PILE]--;
            while (!troublesome && at && four[at - 1] > n) four[at] = four[at - 1], at--;
            four[at] = (signed char)n;
        }
        for (int i = 0; i < 4; i++) s[BOARDS + 16 * q + 5 * i] = four[i];
    }
    s[MOVER] = (signed char)below_of(d, seats);
    s[NEIGHBOURS] = chance_of(d) < variants;
    s[LUCKY] = chance_of(d) < variants;
    int own = chance_of(d) >= 0.7f;
    for (int c = 0; s[LUCKY] && c < 16; c++) {
        signed char n = own ? (signed char)(chance_of(d) < 0.7f ? 1 + below_of(d, 20) : 0) : usual[c];
        for (int q = 0; q < seats; q++) s[HORSE + 16 * q + c] = n;
    }
}

/* --- the net: a layer for the own garden, one for each other garden that all of these share, then two more --- */

typedef struct {
    float own[(A_GARDEN + A_REST) * OWN], own_bias[OWN], other[(A_GARDEN + A_REST) * OTHER], other_bias[3 * OTHER];
    float second[(OWN + 3 * OTHER) * SECOND], second_bias[SECOND], last[SECOND], last_bias;
} Net;

/* out[row] += x[row] w, for TILE rows */
static void add(const float *x, int ins, const float *w, int outs, float *out, int stride)
{
    for (int o = 0; o < outs; o += 32)
        for (int r = 0; r < TILE; r += 8) {
            Lanes sums[8][2];
            for (int i = 0; i < 8; i++) {
                sums[i][0] = *(const Lanes *)(out + (r + i) * stride + o);
                sums[i][1] = *(const Lanes *)(out + (r + i) * stride + o + 16);
            }
            for (int k = 0; k < ins; k++) {
                Lanes a = *(const Lanes *)(w + k * outs + o), b = *(const Lanes *)(w + k * outs + o + 16);
                for (int i = 0; i < 8; i++) {
                    float each = x[(r + i) * WIDTH + k];
                    sums[i][0] += each * a;
                    sums[i][1] += each * b;
                }
            }
            for (int i = 0; i < 8; i++) {
                *(Lanes *)(out + (r + i) * stride + o) = sums[i][0];
                *(Lanes *)(out + (r + i) * stride + o + 16) = sums[i][1];
            }
        }
}

/* How likely the seat wins in each of TILE positions. */
static void forward(const Net *net, int seats, const float *x, float *out)
{
    static _Thread_local float first[TILE * WIDTH], second[TILE * SECOND];
    const float *rest = x + seats * A_GARDEN;
    int width = OWN + (seats - 1) * OTHER;
    for (int r = 0; r < TILE; r++) {
        memcpy(first + r * WIDTH, net->own_bias, sizeof net->own_bias);
        memcpy(first + r * WIDTH + OWN, net->other_bias, sizeof(float) * (size_t)(seats - 1) * OTHER);
        memcpy(second + r * SECOND, net->second_bias, sizeof net->second_bias);
    }
    add(x, A_GARDEN, net->own, OWN, first, WIDTH);
    add(rest, A_REST, net->own + A_GARDEN * OWN, OWN, first, WIDTH);
    for (int g = 1; g < seats; g++) {
        float *to = first + OWN + (g - 1) * OTHER;
        add(x + g * A_GARDEN, A_GARDEN, net->other, OTHER, to, WIDTH);
        add(rest, A_REST, net->other + A_GARDEN * OTHER, OTHER, to, WIDTH);
    }
    for (int r = 0; r < TILE; r++)
        for (int i = 0; i < width; i++) first[r * WIDTH + i] = fmaxf(first[r * WIDTH + i], 0.0f);
    add(first, width, net->second, SECOND, second, SECOND);
    for (int r = 0; r < TILE; r++) {
        float sum = net->last_bias;
        for (int i = 0; i < SECOND; i++) sum += fmaxf(second[r * SECOND + i], 0.0f) * net->last[i];
        out[r] = 1.0f / (1.0f + expf(-sum));
    }
}

/* --- turns --- */

typedef struct {
    signed char s[RECORD]; /* the position after it */
    int source, number, cell, again;
    float value;
} Way;

static void value(const Net *net, int seats, int me, Way *ways, int count)
{
    static _Thread_local float x[TILE * WIDTH], said[TILE];
    int asked[TILE], n = 0;
    for (int i = 0; i <= count; i++) {
        if (n == TILE || (i == count && n)) {
            forward(net, seats, x, said);
            for (int k = 0; k < n; k++) ways[asked[k]].value = said[k];
            n = 0;
        }
        if (i == count) break;
        if (ways[i].s[OVER]) ways[i].value = result_for(ways[i].s, seats, me);
        else write_row(ways[i].s, seats, me, x + n * WIDTH), asked[n++] = i;
    }
}

static void put(Way *w, const signed char *s, int seats, int source, int number, int cell, int again)
{
    memcpy(w->s, s, RECORD);
    apply_to(w->s, seats, source, number, cell, again);
    w->source = source, w->number = number, w->cell = cell, w->again = again;
}

/* Everything the mover's turn could come to. */
static int ways_of(const signed char *s, int seats, Way *ways)
{
    const signed char *board = s + BOARDS + 16 * s[MOVER];
    int low[16], high[16], count = 0;
    for (int c = 0; c < 16; c++) cell_bounds(board, c, &low[c], &high[c]);
    for (int n = 1; n <= 20; n++) {
        int down = s[UNSEEN + n], up = s[FACE_UP + n];
        if (!down && !up) continue;
        for (int c = 0; c < 16; c++) {
            if (low[c] >= n || n >= high[c] || board[c] == n) continue;
            int again = earns_a_turn(s, n, c);
            if (down) put(&ways[count++], s, seats, 0, n, c, again);
            if (up) put(&ways[count++], s, seats, 1, n, c, again);
        }
        if (down) put(&ways[count++], s, seats, 0, n, 16, 0);
    }
    return count;
}

/* Any of the ways, after a draw or with a clover that lies face up. */
static const Way *any_way(const signed char *s, const Way *ways, int count, Dice *d)
{
    int source = chance_of(d) < 0.4f, number = source ? 0 : drawn_of(s, d), fits = 0;
    for (int pass = 0; pass < 2; pass++) {
        int left = pass ? below_of(d, fits) : 0;
        for (int i = 0; i < count; i++) {
            if (ways[i].source != source || (number && ways[i].number != number)) continue;
            if (!pass) fits++;
            else if (left-- == 0) return &ways[i];
        }
        if (!fits) source = 0, number = drawn_of(s, d), pass = -1; /* nothing face up fits: draw */
    }
    return ways;
}

/* The net's turn: what the mover could expect, exactly over the draws, and the way it takes. */
static const Way *net_way(const signed char *s, int seats, const Net *net, Way *ways, int count, Dice *d, float *expected)
{
    const Way *drawn[21] = {0}, *taken = 0;
    value(net, seats, s[MOVER], ways, count);
    for (int i = 0; i < count; i++) {
        const Way **best = ways[i].source ? &taken : &drawn[ways[i].number];
        if (!*best || ways[i].value > (*best)->value) *best = &ways[i];
    }
    float draw = 0.0f;
    for (int n = 1; n <= 20; n++)
        if (drawn[n]) draw += s[UNSEEN + n] * drawn[n]->value;
    draw /= s[PILE];
    if (taken && taken->value > draw) {
        *expected = taken->value;
        return taken;
    }
    *expected = draw;
    return drawn[drawn_of(s, d)];
}

/* --- games --- */

typedef struct {
    signed char *states, *seats;
    float *goals;
    int room, count; /* how many fit, how many there are */
    int games, left, met, moves; /* played, given up, with one seat that learns, turns of the net */
    float won;                   /* of those met */
} Told;

static void tell(Told *to, const signed char *s, int seat, float goal)
{
    int at;
#pragma omp atomic capture
    at = to->count++;
    if (at >= to->room) return;
    memcpy(to->states + (long long)at * RECORD, s, RECORD);
    to->seats[at] = (signed char)seat;
    to->goals[at] = goal;
}

/* One game of greedy players; each position is told to every seat with what the game came to. */
static void watch_one(int seats, float explore, float variants, Dice *d, Told *to)
{
    static _Thread_local signed char kept[MOST_TURNS + 1][RECORD];
    static _Thread_local Way ways[MOST_WAYS];
    signed char s[RECORD], seen[RECORD];
    Greedy g;
    int turns = 0, move[4];
    deal(s, seats, variants, d);
    for (; !s[OVER] && turns < 40 * seats; turns++) {
        memcpy(kept[turns], s, RECORD);
        if (chance_of(d) < explore) {
            memcpy(s, any_way(s, ways, ways_of(s, seats, ways), d)->s, RECORD);
            continue;
        }
        memcpy(seen, s, RECORD);
        greedy_turn(seen, seats, &g, chance_of(d), throw_of(d), move, 0, 1);
        apply_to(s, seats, move[0], move[1], move[2], move[3]);
    }
#pragma omp atomic
    to->games++;
    for (int t = 0; s[OVER] && t < turns; t++)
        for (int q = 0; q < seats; q++) tell(to, kept[t], q, result_for(s, seats, q));
}

/* One game in which one seat, or all, play by the net; each position is told to who learns with a mixture of what was
   expected there and of what came of it. The mover's expectation is exact over the draws, the others' is what the turn
   came to. */
static void play_one(const Net *net, int seats, float greedy, float explore, float trace, float variants, Dice *d, Told *to)
{
    static _Thread_local signed char kept[MOST_TURNS + 1][RECORD];
    static _Thread_local float mine[MOST_TURNS];
    static _Thread_local Way ways[MOST_WAYS];
    int wild[MOST_TURNS], by[MOST_TURNS]; /* an experiment; the seat, where it plays by the net, or -1 */
    signed char *s = kept[0], seen[RECORD];
    Greedy g;
    int turns = 0, own = 0, move[4], one = chance_of(d) < greedy ? below_of(d, seats) : -1;
    deal(s, seats, variants, d);
    for (; !s[OVER] && turns < 40 * seats; turns++, s += RECORD) {
        signed char *next = s + RECORD;
        int learns = one < 0 || one == s[MOVER];
        by[turns] = learns ? s[MOVER] : -1, wild[turns] = 0;
        if (learns) {
            int count = ways_of(s, seats, ways);
            const Way *way = net_way(s, seats, net, ways, count, d, &mine[turns]);
            wild[turns] = chance_of(d) < explore;
            memcpy(next, (wild[turns] ? any_way(s, ways, count, d) : way)->s, RECORD);
            own++;
        } else {
            memcpy(seen, s, RECORD);
            memcpy(next, s, RECORD);
            greedy_turn(seen, seats, &g, chance_of(d), throw_of(d), move, 0, 1);
            apply_to(next, seats, move[0], move[1], move[2], move[3]);
        }
    }
#pragma omp critical
    {
        to->games++, to->moves += own;
        if (!s[OVER]) to->left++;
        else if (one >= 0) to->met++, to->won += result_for(s, seats, one);
    }
    for (int q = 0; q < seats; q++) {
        if (one >= 0 && one != q) continue;
        for (int t = 0; t < turns; t++) memcpy(ways[t].s, kept[t + 1], RECORD);
        value(net, seats, q, ways, turns);
        float later = ways[turns - 1].value;
        for (int t = turns - 1; t >= 0; t--) {
            float expected = by[t] == q ? mine[t] : ways[t].value;
            later = wild[t] ? expected : (1 - trace) * expected + trace * later;
            tell(to, kept[t], q, later);
        }
    }
}

static void make_logs(void)
{
    for (int i = 0; i < 1024; i++) logs[i] = logf((float)(i / 2) / 2.0f + (i % 2 ? 0.3f : 0.0f));
}

void watch(int seats, int games, float explore, float variants, unsigned long long seed, Told *to)
{
    make_logs();
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < games; i++) {
        Dice d = seed + (unsigned long long)i * 0xd1342543de82ef95ull;
        watch_one(seats, explore, variants, &d, to);
    }
}

void play(const Net *net, int seats, int games, float greedy, float explore, float trace, float variants,
          unsigned long long seed, Told *to)
{
    make_logs();
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < games; i++) {
        Dice d = seed + (unsigned long long)i * 0xd1342543de82ef95ull;
        play_one(net, seats, greedy, explore, trace, variants, &d, to);
    }
}

/* Each position as one of its mirror images, as the seat sees it: gardens over their diagonals, all numbers reversed. */
void rows(const signed char *states, const signed char *who, const long long *which, int count, int seats, int width,
          unsigned long long seed, float *out)
{
    make_logs();
#pragma omp parallel for schedule(static)
    for (int i = 0; i < count; i++) {
        const signed char *s = states + which[i] * RECORD;
        signed char t[RECORD];
        Dice d = seed + (unsigned long long)i * 0xd1342543de82ef95ull;
        unsigned coins = throw_of(&d);
        memcpy(t, s, RECORD);
        for (int part = 0; part < 2; part++)
            for (int q = 0; q < seats; q++)
                for (int c = 0; c < 16; c++) {
                    int at = (part ? HORSE : BOARDS) + 16 * q, from = coins >> (1 + q) & 1 ? 4 * (c % 4) + c / 4 : c;
                    signed char n = s[at + from];
                    if (coins & 1) t[at + 15 - c] = n ? (signed char)(21 - n) : 0;
                    else t[at + c] = n;
                }
        for (int n = 1; coins & 1 && n <= 20; n++) {
            t[UNSEEN + n] = s[UNSEEN + 21 - n];
            t[FACE_UP + n] = s[FACE_UP + 21 - n];
        }
        write_row(t, seats, who[which[i]], out + (long long)i * width);
    }
}

#define FN static __device__ inline
#define LOGF __logf
#define SYNC __syncthreads()
#include "_clovers_features.h"
#include "greedy.h"
#include "turns.h"
#include <cuda_bf16.h>

/* legal[b][n-1][cell], earn[b][n-1][cell] for the mover; one thread each */
extern "C" __global__ void legal(const signed char *states, unsigned char *out, unsigned char *earn, int games)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= games * 320) return;
    int b = i / 320, n = i / 16 % 20 + 1, cell = i % 16;
    const signed char *s = states + (long long)b * RECORD;
    const signed char *board = s + BOARDS + 16 * s[MOVER];
    int low, high;
    cell_bounds(board, cell, &low, &high);
    int ok = low < n && n < high && board[cell] != n && !s[OVER];
    out[i] = ok;
    int e = 0;
    if (ok && s[NEIGHBOURS]) e |= earns_by_neighbour(board, cell, n);
    if (ok && s[LUCKY] && !board[cell] && s[HORSE + 16 * s[MOVER] + cell] == n) e = 1;
    earn[i] = e;
}

/* rows[r] = (game, src, n, cell, again, perspective or -1 for the mover); features after that action */
extern "C" __global__ void features(const signed char *states, const int *rows, __nv_bfloat16 *out, float *done,
                                    int seats, int width)
{
    __shared__ signed char s[RECORD];
    __shared__ short down[22], up[22];
    __shared__ float easy[64], stuck[64];
    __shared__ int me;
    const int *row = rows + 6LL * blockIdx.x;
    int t = threadIdx.x;
    const signed char *from = states + (long long)row[0] * RECORD;
    for (int i = t; i < RECORD; i += blockDim.x) s[i] = from[i];
    __syncthreads();
    if (t == 0) {
        me = row[5] < 0 ? s[MOVER] : row[5];
        if (row[1] >= 0) apply_to(s, seats, row[1], row[2], row[3], row[4]);
        sums_below(s + UNSEEN, down);
        sums_below(s + FACE_UP, up);
        done[blockIdx.x] = s[OVER] ? result_for(s, seats, me) : -1.0f;
    }
    __syncthreads();
    __nv_bfloat16 *f = out + (long long)blockIdx.x * width;
    int g = t / 16, cell = t % 16;
    int seat = (me + g) % seats;
    float values[A_CELL];
    int low, high;
    cell_bounds(s + BOARDS + 16 * seat, cell, &low, &high);
    cell_features(s, seat, cell, low, high, down, up, values, &easy[t], &stuck[t]);
    for (int i = 0; i < A_CELL; i++) f[g * A_GARDEN + cell * A_CELL + i] = __float2bfloat16(values[i]);
    __syncthreads();
    if (cell == 0) {
        float e = 0, z = 0, empties = 0;
        for (int c = 0; c < 16; c++) {
            e += easy[16 * g + c];
            z += stuck[16 * g + c];
            empties += s[BOARDS + 16 * seat + c] == 0;
        }
        __nv_bfloat16 *rest = f + g * A_GARDEN + 16 * A_CELL;
        rest[0] = __float2bfloat16(e / 20.0f);
        rest[1] = __float2bfloat16(z / 4.0f);
        rest[2] = __float2bfloat16(empties / 12.0f);
        rest[3] = __float2bfloat16(seat == s[MOVER] ? 1.0f : 0.0f);
    }
    for (int i = t; i < A_REST; i += blockDim.x) f[seats * A_GARDEN + i] = __float2bfloat16(rest_feature(s, seats, i));
    for (int i = seats * A_GARDEN + A_REST + t; i < width; i += blockDim.x) f[i] = __float2bfloat16(0.0f);
}

/* moves[b] = (src, n, cell, again); src -1: nothing */
extern "C" __global__ void apply(signed char *states, const int *moves, int seats, int games)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= games) return;
    const int *m = moves + 4 * b;
    if (m[0] >= 0) apply_to(states + (long long)b * RECORD, seats, m[0], m[1], m[2], m[3]);
}

extern "C" __global__ void results(const signed char *states, float *out, int seats, int games)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= games * seats) return;
    out[i] = result_for(states + (long long)(i / seats) * RECORD, seats, i % seats);
}

/* The turn of the greedy player in the games marked by `who`; a block each. */
extern "C" __global__ void greedy(const signed char *states, const unsigned char *who, const float *u, int *moves,
                                  int seats)
{
    __shared__ signed char s[RECORD];
    __shared__ Greedy g;
    int b = blockIdx.x;
    if (!who[b]) return;
    for (int i = threadIdx.x; i < RECORD; i += blockDim.x) s[i] = states[(long long)b * RECORD + i];
    __syncthreads();
    greedy_turn(s, seats, &g, u[b], __float_as_uint(u[b]), moves + 4LL * b, threadIdx.x, blockDim.x);
}

/* What a turn does to a position, and what a position came to. Compiled for the GPU by kernels.cu and for plain cores
   by games.c. */
FN void apply_to(signed char *s, int seats, int src, int n, int cell, int again)
{
    if (src == 0) { s[UNSEEN + n]--; s[PILE]--; } else s[FACE_UP + n]--;
    signed char *board = s + BOARDS + 16 * s[MOVER];
    if (cell == 16) s[FACE_UP + n]++;
    else {
        if (board[cell]) s[FACE_UP + board[cell]]++;
        board[cell] = n;
    }
    int empties = 0;
    for (int c = 0; c < 16; c++) empties += board[c] == 0;
    if (empties == 0 || s[PILE] == 0) s[OVER] = 1;
    else if (!again) s[MOVER] = (s[MOVER] + 1) % seats;
}

FN float result_for(const signed char *s, int seats, int me)
{
    int least = 99, ties = 0, mine = 0;
    for (int q = 0; q < seats; q++) {
        int empties = 0;
        for (int c = 0; c < 16; c++) empties += s[BOARDS + 16 * q + c] == 0;
        if (empties < least) { least = empties; ties = 0; }
        if (empties == least) ties++;
        if (q == me) mine = empties;
    }
    return mine == least ? 1.0f / ties : 0.0f;
}

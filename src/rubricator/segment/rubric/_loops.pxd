"""The loops of networks and trees, in plain C. Callers have checked all sizes.

Each sum is added up in order, without fused steps, so that results are the same on every processor. GCC compiles the
loops once more for processors with wider registers.
"""

from libc.stdint cimport int32_t

cdef extern from *:
    """
    #include <stddef.h>
    #include <stdint.h>
    #include <string.h>

    #if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
    #define WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
    #else
    #define WIDE
    #endif
    #if defined(__GNUC__) && !defined(__clang__)
    #define LOOP _Pragma("GCC unroll 1") for /* GCC makes vectors only of loops that it has not unrolled before. */
    #else
    #define LOOP for
    #endif
    #define TALL 4 /* rows and columns of a tile, whose sums stay in registers */
    #define BROAD 16

    #define MOST_STEPS 1024 /* of one sum */

    /* Note the steps at which not all of some rows are zero: others add nothing. Rows lie in one piece each. */
    static inline ptrdiff_t find_steps(const float *left, ptrdiff_t row, ptrdiff_t inner, int rows, int *steps) {
        int some[MOST_STEPS];
        ptrdiff_t count = 0;
        for (ptrdiff_t at = 0; at < inner; at++) some[at] = left[at] != 0;
        for (int one = 1; one < rows; one++)
            for (ptrdiff_t at = 0; at < inner; at++) some[at] |= left[one * row + at] != 0;
        for (ptrdiff_t at = 0; at < inner; at++) {
            steps[count] = at;
            count += some[at];
        }
        return count;
    }

    /* Multiply some rows with some columns. */
    static inline void multiply_tile(
        const float *left, ptrdiff_t row, ptrdiff_t step, const float *right, float *out, const int *steps,
        ptrdiff_t count, ptrdiff_t width, const int rows, const int columns) {
        float sums[TALL][BROAD];
        for (int one = 0; one < rows; one++)
            LOOP (int column = 0; column < columns; column++) sums[one][column] = 0;
        for (; count; count--, steps++) {
            const float *from = left + *steps * step, *factors = right + *steps * width;
            for (int one = 0; one < rows; one++) {
                const float value = from[one * row];
                LOOP (int column = 0; column < columns; column++) sums[one][column] += value * factors[column];
            }
        }
        for (int one = 0; one < rows; one++)
            LOOP (int column = 0; column < columns; column++) out[one * width + column] = sums[one][column];
    }

    /* Multiply tables. `left` has strides for rows and steps; where a row lies in one piece, zeros are skipped. */
    WIDE static void multiply(
        const float *left, ptrdiff_t row, ptrdiff_t step, const float *right, float *out, ptrdiff_t rows,
        ptrdiff_t inner, ptrdiff_t width) {
        int steps[MOST_STEPS];
        ptrdiff_t count = inner;
        for (ptrdiff_t at = 0; at < inner; at++) steps[at] = at;
        for (ptrdiff_t tall; rows; rows -= tall, left += tall * row, out += tall * width) {
            tall = rows < TALL ? 1 : TALL;
            if (step == 1) count = find_steps(left, row, inner, tall, steps);
            for (ptrdiff_t first = 0; first < width; first += BROAD) {
                const float *factors = right + first;
                if (first + BROAD > width)
                    multiply_tile(left, row, step, factors, out + first, steps, count, width, tall, width - first);
                else if (tall == TALL)
                    multiply_tile(left, row, step, factors, out + first, steps, count, width, TALL, BROAD);
                else
                    multiply_tile(left, row, step, factors, out + first, steps, count, width, 1, BROAD);
            }
        }
    }

    #define STRIP 16 /* values that climb together */

    /* Write how far values climb on the ramp of a feature, from -1: `steps` parts of it begin at `low`. */
    WIDE static void climb(
        const double *values, ptrdiff_t count, const float *low, const float *width, const float *slope,
        ptrdiff_t steps, float *heights) {
        for (ptrdiff_t some; count; count -= some, values += some, heights += some) {
            float own[STRIP] = {0}, reached[STRIP];
            some = count < STRIP ? count : STRIP;
            if (some == STRIP) LOOP (int at = 0; at < STRIP; at++) own[at] = (float)values[at];
            else for (int at = 0; at < some; at++) own[at] = (float)values[at];
            LOOP (int at = 0; at < STRIP; at++) reached[at] = -1;
            for (ptrdiff_t step = 0; step < steps; step++)
                LOOP (int at = 0; at < STRIP; at++) {
                    float climbed = own[at] - low[step];
                    climbed = climbed > 0 ? climbed : 0;
                    climbed = climbed < width[step] ? climbed : width[step];
                    reached[at] += climbed * slope[step];
                }
            memcpy(heights, reached, some * sizeof(float));
        }
    }

    #define ABREAST 16 /* rows that trees are asked about together */
    #define MOST_NODES 63

    /* Add up what full trees say of ABREAST rows, of which `values` has a line for each feature. All nodes are asked,
       from the leaves up: that takes one step for all rows, where a walk down takes one for each. */
    WIDE static void ask_trees(
        const int32_t *asked, const float *limit, const float *leaves, ptrdiff_t trees, ptrdiff_t inner,
        const float *values, double *total) {
        float said[MOST_NODES][ABREAST];
        for (; trees; trees--, asked += inner, limit += inner, leaves += inner + 1) {
            for (ptrdiff_t node = inner - 1; node >= 0; node--) {
                const float *own = values + asked[node] * ABREAST, most = limit[node];
                if (2 * node + 1 < inner) {
                    const float *left = said[2 * node + 1], *right = said[2 * node + 2];
                    LOOP (int row = 0; row < ABREAST; row++) said[node][row] = own[row] > most ? right[row] : left[row];
                } else {
                    const float left = leaves[2 * node + 1 - inner], right = leaves[2 * node + 2 - inner];
                    LOOP (int row = 0; row < ABREAST; row++) said[node][row] = own[row] > most ? right : left;
                }
            }
            LOOP (int row = 0; row < ABREAST; row++) total[row] += inner ? said[0][row] : leaves[0];
        }
    }
    """
    enum:
        BROAD
        MOST_STEPS
        ABREAST
        MOST_NODES

    void multiply(
        const float *left, Py_ssize_t row, Py_ssize_t step, const float *right, float *out, Py_ssize_t rows,
        Py_ssize_t inner, Py_ssize_t width
    ) noexcept nogil
    void climb(
        const double *values, Py_ssize_t count, const float *low, const float *width, const float *slope,
        Py_ssize_t steps, float *heights
    ) noexcept nogil
    void ask_trees(
        const int32_t *asked, const float *limit, const float *leaves, Py_ssize_t trees, Py_ssize_t inner,
        const float *values, double *total
    ) noexcept nogil

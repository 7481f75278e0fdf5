"""The loops of networks and trees, in plain C. Callers have checked all sizes.

Each sum is added up in order, without fused steps, so that results are the same on every processor. GCC compiles the
loops once more for processors with wider registers.
"""

from libc.stdint cimport int32_t

cdef extern from *:
    """
    #include <stddef.h>
    #include <stdint.h>

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

    /* Multiply some rows with some columns. */
    static inline void multiply_tile(
        const float *left, ptrdiff_t row, ptrdiff_t step, const float *right, float *out, ptrdiff_t inner,
        ptrdiff_t width, const int rows, const int columns) {
        float sums[TALL][BROAD];
        for (int one = 0; one < rows; one++)
            LOOP (int column = 0; column < columns; column++) sums[one][column] = 0;
        for (; inner; inner--, left += step, right += width)
            for (int one = 0; one < rows; one++) {
                const float value = left[one * row];
                LOOP (int column = 0; column < columns; column++) sums[one][column] += value * right[column];
            }
        for (int one = 0; one < rows; one++)
            LOOP (int column = 0; column < columns; column++) out[one * width + column] = sums[one][column];
    }

    /* Multiply tables. `left` has strides for rows and steps. */
    WIDE static void multiply(
        const float *left, ptrdiff_t row, ptrdiff_t step, const float *right, float *out, ptrdiff_t rows,
        ptrdiff_t inner, ptrdiff_t width) {
        for (ptrdiff_t tall; rows; rows -= tall, left += tall * row, out += tall * width) {
            tall = rows < TALL ? 1 : TALL;
            for (ptrdiff_t first = 0; first < width; first += BROAD) {
                if (first + BROAD > width)
                    multiply_tile(left, row, step, right + first, out + first, inner, width, tall, width - first);
                else if (tall == TALL)
                    multiply_tile(left, row, step, right + first, out + first, inner, width, TALL, BROAD);
                else
                    multiply_tile(left, row, step, right + first, out + first, inner, width, 1, BROAD);
            }
        }
    }

    /* Write how far values climb on the ramp of a feature, from -1: `steps` parts of it begin at `low`. */
    WIDE static void climb(
        const double *values, ptrdiff_t count, const float *low, const float *width, const float *slope,
        ptrdiff_t steps, float *__restrict heights) {
        for (ptrdiff_t at = 0; at < count; at++) heights[at] = -1;
        for (ptrdiff_t step = 0; step < steps; step++)
            for (ptrdiff_t at = 0; at < count; at++) {
                float climbed = (float)values[at] - low[step];
                climbed = climbed > 0 ? climbed : 0;
                climbed = climbed < width[step] ? climbed : width[step];
                heights[at] += climbed * slope[step];
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

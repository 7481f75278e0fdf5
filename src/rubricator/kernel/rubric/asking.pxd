"""What boosted trees ask, for `trees.pyx`, in C, as wide as the processor is. Callers have checked all sizes."""

from libc.stdint cimport int16_t

cdef extern from *:
    """
    #include <stddef.h>
    #include <stdint.h>

    #define ABREAST 16 /* rows that are asked together */
    #define MOST_INNER 127 /* nodes of a tree that is asked as a whole; in a larger one rows walk down */

    /* Let rows walk down one tree. `values` has a line for each feature. */
    static void walk_down(
        const float *values, const int16_t *asked, const float *limit, const float *leaves, ptrdiff_t inner,
        double *total) {
        for (int row = 0; row < ABREAST; row++) {
            ptrdiff_t node = 0;
            while (node < inner) node = 2 * node + 1 + (values[ABREAST * asked[node] + row] > limit[node]);
            total[row] += leaves[node - inner];
        }
    }

    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>

    /* Ask rows all that a full tree may ask, from its leaves up, and keep what the answers lead to: that takes one step
       for some rows where a walk down takes one for each. */
    #define ASK(TARGET, NAME, LANES, VECTOR, LOAD, STORE, ALL, CHOOSE) \\
        __attribute__((target(TARGET), always_inline)) static inline VECTOR NAME##_node( \\
            const float *values, const int16_t *asked, const float *limit, ptrdiff_t at, VECTOR left, VECTOR right) { \\
            return CHOOSE(LOAD(values + ABREAST * asked[at]), ALL(limit[at]), left, right); \\
        } \\
        __attribute__((target(TARGET))) static void NAME( \\
            const float *values, const int16_t *asked, const float *limit, const float *leaves, ptrdiff_t inner, \\
            double *total) { \\
            VECTOR said[(MOST_INNER + 1) / 4]; \\
            float found[LANES]; \\
            for (int row = 0; row < ABREAST; row += LANES, values += LANES) { \\
                ptrdiff_t nodes = (inner + 1) / 4; \\
                for (ptrdiff_t node = 0; node < nodes; node++) { \\
                    const ptrdiff_t at = nodes - 1 + node, below = 2 * at + 1; \\
                    const float *of = leaves + 4 * node; \\
                    const VECTOR left = NAME##_node(values, asked, limit, below, ALL(of[0]), ALL(of[1])); \\
                    const VECTOR right = NAME##_node(values, asked, limit, below + 1, ALL(of[2]), ALL(of[3])); \\
                    said[node] = NAME##_node(values, asked, limit, at, left, right); \\
                } \\
                while (nodes > 1) { \\
                    nodes /= 2; \\
                    for (ptrdiff_t node = 0; node < nodes; node++) \\
                        said[node] = NAME##_node( \\
                            values, asked, limit, nodes - 1 + node, said[2 * node], said[2 * node + 1]); \\
                } \\
                STORE(found, said[0]); \\
                for (int lane = 0; lane < LANES; lane++) total[row + lane] += found[lane]; \\
            } \\
        }
    #define CHOOSE_OF_16(own, most, left, right) \\
        _mm512_mask_blend_ps(_mm512_cmp_ps_mask(own, most, _CMP_GT_OQ), left, right)
    #define CHOOSE_OF_8(own, most, left, right) _mm256_blendv_ps(left, right, _mm256_cmp_ps(own, most, _CMP_GT_OQ))

    ASK("avx512f", ask_16, 16, __m512, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_set1_ps, CHOOSE_OF_16)
    ASK("avx2", ask_8, 8, __m256, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_set1_ps, CHOOSE_OF_8)

    static void ask_tree(
        const float *values, const int16_t *asked, const float *limit, const float *leaves, ptrdiff_t inner,
        double *total) {
        if (inner < 3 || inner > MOST_INNER) walk_down(values, asked, limit, leaves, inner, total);
        else if (__builtin_cpu_supports("avx512f")) ask_16(values, asked, limit, leaves, inner, total);
        else if (__builtin_cpu_supports("avx2")) ask_8(values, asked, limit, leaves, inner, total);
        else walk_down(values, asked, limit, leaves, inner, total);
    }
    #else
    #define ask_tree walk_down
    #endif
    """
    enum:
        ABREAST

    void ask_tree(
        const float *values, const int16_t *asked, const float *limit, const float *leaves, Py_ssize_t inner, double *total
    ) noexcept nogil

"""What boosted trees ask, for `trees.pyx`, in C, as wide as the processor is. Callers have checked all sizes."""

from libc.stdint cimport int32_t, int64_t

cdef extern from *:
    """
    #include <stddef.h>
    #include <stdint.h>

    #define ABREAST 16 /* rows that are asked together */
    #define FEW 4 /* rows that rather walk down one by one */

    /* Trees of one size, one after the other; of each node where the line of its feature begins, and its threshold. */
    typedef struct {
        const int32_t *asked;
        const float *limit, *leaves;
        ptrdiff_t inner;
    } Grove;

    /* One loop, compiled for each kind of processor. */
    #if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GLIBC__) && !defined(__clang__)
    #define WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
    #else
    #define WIDE
    #endif
    #if defined(__GNUC__) && !defined(__clang__)
    #define ROLLED _Pragma("GCC unroll 1") /* GCC makes vectors of loops that it has not unrolled before */
    #else
    #define ROLLED
    #endif

    /* Lay out what some rows have in some lines of a table as wide as `stride`, ABREAST for each line. */
    WIDE static void lay_out(
        const double *table, ptrdiff_t stride, const int64_t *lines, ptrdiff_t count, const ptrdiff_t *rows, int some,
        float *values) {
        const int beside = some == ABREAST && rows[ABREAST - 1] - rows[0] == ABREAST - 1;
        for (ptrdiff_t line = 0; line < count; line++, values += ABREAST) {
            const double *from = table + lines[line] * stride;
            if (beside) {
                from += rows[0];
                ROLLED for (int row = 0; row < ABREAST; row++) values[row] = (float)from[row];
            } else {
                for (int row = 0; row < some; row++) values[row] = (float)from[rows[row]];
                for (int row = some; row < ABREAST; row++) values[row] = 0;
            }
        }
    }

    /* Let rows walk down trees. `values` has a line of ABREAST for each feature. */
    static void walk_down(
        const Grove *grove, ptrdiff_t low, ptrdiff_t high, const float *values, int rows, double *total) {
        const ptrdiff_t inner = grove->inner;
        for (ptrdiff_t tree = low; tree < high; tree++) {
            const int32_t *asked = grove->asked + tree * inner;
            const float *limit = grove->limit + tree * inner, *leaves = grove->leaves + tree * (inner + 1);
            for (int row = 0; row < rows; row++) {
                ptrdiff_t node = 0;
                while (node < inner) node = 2 * node + 1 + (values[asked[node] + row] > limit[node]);
                total[row] += leaves[node - inner];
            }
        }
    }

    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>

    /* Ask rows all that a full tree may ask, from its leaves up, and keep what the answers lead to: that takes one step
       for some rows where a walk down takes one for each. NAME_1 is a node above leaves, NAME_2 one above such nodes, and
       so on: places are known when this is compiled, so that what is said stays in registers. */
    #define NODE(TARGET, NAME, VECTOR) \\
        __attribute__((target(TARGET), always_inline)) static inline VECTOR NAME( \\
            const float *values, const int32_t *asked, const float *limit, const float *leaves, const int at, \\
            const int leaf)
    #define ABOVE(TARGET, NAME, OWN, BELOW, APART, VECTOR, LOAD, ALL, CHOOSE) \\
        NODE(TARGET, NAME##_##OWN, VECTOR) { \\
            const VECTOR left = NAME##_##BELOW(values, asked, limit, leaves, 2 * at + 1, leaf); \\
            const VECTOR right = NAME##_##BELOW(values, asked, limit, leaves, 2 * at + 2, leaf + APART); \\
            return CHOOSE(LOAD(values + asked[at]), ALL(limit[at]), left, right); \\
        }
    #define GROVE(TARGET, NAME, DEPTH, LANES, VECTOR, SUMS) \\
        __attribute__((target(TARGET))) static void NAME##_grove_##DEPTH( \\
            const Grove *grove, ptrdiff_t low, ptrdiff_t high, const float *values, double *total) { \\
            for (int row = 0; row < ABREAST; row += LANES) { \\
                SUMS##_BEGIN(total + row) \\
                for (ptrdiff_t tree = low; tree < high; tree++) { \\
                    const ptrdiff_t at = tree * ((1 << DEPTH) - 1); \\
                    const VECTOR said = NAME##_##DEPTH( \\
                        values + row, grove->asked + at, grove->limit + at, grove->leaves + (tree << DEPTH), 0, 0); \\
                    SUMS##_ADD(said) \\
                } \\
                SUMS##_END(total + row) \\
            } \\
        }
    #define ASK(TARGET, NAME, LANES, VECTOR, SUMS, LOAD, ALL, CHOOSE) \\
        NODE(TARGET, NAME##_1, VECTOR) { \\
            return CHOOSE(LOAD(values + asked[at]), ALL(limit[at]), ALL(leaves[leaf]), ALL(leaves[leaf + 1])); \\
        } \\
        ABOVE(TARGET, NAME, 2, 1, 2, VECTOR, LOAD, ALL, CHOOSE) \\
        ABOVE(TARGET, NAME, 3, 2, 4, VECTOR, LOAD, ALL, CHOOSE) \\
        ABOVE(TARGET, NAME, 4, 3, 8, VECTOR, LOAD, ALL, CHOOSE) \\
        ABOVE(TARGET, NAME, 5, 4, 16, VECTOR, LOAD, ALL, CHOOSE) \\
        ABOVE(TARGET, NAME, 6, 5, 32, VECTOR, LOAD, ALL, CHOOSE) \\
        GROVE(TARGET, NAME, 4, LANES, VECTOR, SUMS) \\
        GROVE(TARGET, NAME, 5, LANES, VECTOR, SUMS) \\
        GROVE(TARGET, NAME, 6, LANES, VECTOR, SUMS) \\
        static int NAME(const Grove *grove, ptrdiff_t low, ptrdiff_t high, const float *values, double *total) { \\
            switch (grove->inner) { \\
            case 15: NAME##_grove_4(grove, low, high, values, total); return 1; \\
            case 31: NAME##_grove_5(grove, low, high, values, total); return 1; \\
            case 63: NAME##_grove_6(grove, low, high, values, total); return 1; \\
            } \\
            return 0; \\
        }

    #define OF_16_BEGIN(total) __m512d first = _mm512_loadu_pd(total), second = _mm512_loadu_pd(total + 8);
    #define OF_16_ADD(said) \\
        first = _mm512_add_pd(first, _mm512_cvtps_pd(_mm512_castps512_ps256(said))); \\
        second = _mm512_add_pd( \\
            second, _mm512_cvtps_pd(_mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(said), 1))));
    #define OF_16_END(total) _mm512_storeu_pd(total, first); _mm512_storeu_pd(total + 8, second);
    #define OF_8_BEGIN(total) __m256d first = _mm256_loadu_pd(total), second = _mm256_loadu_pd(total + 4);
    #define OF_8_ADD(said) \\
        first = _mm256_add_pd(first, _mm256_cvtps_pd(_mm256_castps256_ps128(said))); \\
        second = _mm256_add_pd(second, _mm256_cvtps_pd(_mm256_extractf128_ps(said, 1)));
    #define OF_8_END(total) _mm256_storeu_pd(total, first); _mm256_storeu_pd(total + 4, second);
    #define CHOOSE_OF_16(own, most, left, right) \\
        _mm512_mask_blend_ps(_mm512_cmp_ps_mask(own, most, _CMP_GT_OQ), left, right)
    #define CHOOSE_OF_8(own, most, left, right) _mm256_blendv_ps(left, right, _mm256_cmp_ps(own, most, _CMP_GT_OQ))

    ASK("avx512f", ask_16, 16, __m512, OF_16, _mm512_loadu_ps, _mm512_set1_ps, CHOOSE_OF_16)
    ASK("avx2", ask_8, 8, __m256, OF_8, _mm256_loadu_ps, _mm256_set1_ps, CHOOSE_OF_8)

    /* Add up what trees say of some rows; there is room for ABREAST. */
    static void ask_trees(
        const Grove *grove, ptrdiff_t low, ptrdiff_t high, const float *values, int rows, double *total) {
        if (rows > FEW && __builtin_cpu_supports("avx512f") && ask_16(grove, low, high, values, total)) return;
        if (rows > FEW && __builtin_cpu_supports("avx2") && ask_8(grove, low, high, values, total)) return;
        walk_down(grove, low, high, values, rows, total);
    }
    #else
    #define ask_trees walk_down
    #endif
    """
    ctypedef struct Grove:
        const int32_t *asked
        const float *limit
        const float *leaves
        Py_ssize_t inner

    enum:
        ABREAST

    void lay_out(
        const double *table, Py_ssize_t stride, const int64_t *lines, Py_ssize_t count, const Py_ssize_t *rows, int some,
        float *values
    ) noexcept nogil
    void ask_trees(
        const Grove *grove, Py_ssize_t low, Py_ssize_t high, const float *values, int rows, double *total
    ) noexcept nogil

"""Loops over floats for `net.pyx`, in C, as wide as the processor is. Callers have checked all sizes.

Products of matrices are written out, as the networks' are so small that calls into BLAS, which must be kept from starting
threads, take as long as to multiply. Each sum is added up from the first product to the last, in fused steps where the
processor has them, as OpenBLAS does it.
"""

from libc.stdint cimport int64_t

cdef extern from *:
    """
    #include <stddef.h>
    #include <stdint.h>

    typedef struct {
        const float *left; /* rows x inner, with a stride for each */
        ptrdiff_t row, step;
        const float *right; /* inner x width, in one piece */
        float *out; /* rows x width, in one piece */
        ptrdiff_t rows, inner, width;
        int sparse; /* whether many of the left ones are zero; rows then lie in one piece each, with a step of 1 */
    } Product;

    #define MOST_STEPS 1024 /* of one sum; more are added up plainly */

    static void multiply_plainly(const Product *p) {
        for (ptrdiff_t row = 0; row < p->rows; row++) {
            float *out = p->out + row * p->width;
            for (ptrdiff_t column = 0; column < p->width; column++) out[column] = 0;
            for (ptrdiff_t at = 0; at < p->inner; at++) {
                const float value = p->left[row * p->row + at * p->step], *right = p->right + at * p->width;
                for (ptrdiff_t column = 0; column < p->width; column++) out[column] += value * right[column];
            }
        }
    }

    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>

    /* Steps that are not zero for all of some rows, which lie in one piece each: others add nothing. There is room for
       LOT more than there are. */
    static inline ptrdiff_t find_steps(const Product *p, ptrdiff_t row, ptrdiff_t rows, int *steps) {
        int some[MOST_STEPS];
        ptrdiff_t count = 0;
        for (ptrdiff_t at = 0; at < p->inner; at++) some[at] = 0;
        for (const float *left = p->left + row * p->row; rows; rows--, left += p->row)
            for (ptrdiff_t at = 0; at < p->inner; at++) some[at] |= left[at] != 0;
        for (ptrdiff_t at = 0; at < p->inner; at++) {
            steps[count] = (int)at;
            count += some[at];
        }
        return count;
    }

    /* The same, LOT steps at a time. */
    #define LOT 16
    __attribute__((target("avx512f"), always_inline)) static inline ptrdiff_t find_steps_by_16(
        const Product *p, ptrdiff_t row, const int rows, int *steps) {
        const float *left = p->left + row * p->row;
        __m512i places = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        ptrdiff_t count = 0;
        for (ptrdiff_t at = 0; at < p->inner; at += LOT) {
            const __mmask16 there = p->inner - at < LOT ? (1 << (p->inner - at)) - 1 : -1;
            __mmask16 some = 0;
            for (int one = 0; one < rows; one++)
                some |= _mm512_mask_cmp_ps_mask(
                    there, _mm512_maskz_loadu_ps(there, left + one * p->row + at), _mm512_setzero_ps(), _CMP_NEQ_UQ);
            _mm512_storeu_si512(steps + count, _mm512_maskz_compress_epi32(some, places));
            count += __builtin_popcount(some);
            places = _mm512_add_epi32(places, _mm512_set1_epi32(LOT));
        }
        return count;
    }

    /* NAME_tile: some rows by some vectors of columns, whose sums stay in registers. NAME_rows: all columns of some
       rows. NAME: all rows, TALL at a time. */
    #define PRODUCT(TARGET, NAME, TALL, LANES, FIND, VECTOR, ZERO, LOAD, STORE, ALL, FUSED) \\
        __attribute__((target(TARGET), always_inline)) static inline void NAME##_tile( \\
            const Product *p, const int *steps, ptrdiff_t count, const float *left, ptrdiff_t row, ptrdiff_t column, \\
            const int rows, const int vectors) { \\
            VECTOR sums[TALL][4]; \\
            const float *right = p->right + column; \\
            float *out = p->out + row * p->width + column; \\
            for (int one = 0; one < rows; one++) \\
                for (int vector = 0; vector < vectors; vector++) sums[one][vector] = ZERO(); \\
            for (ptrdiff_t at = 0; at < count; at++) \\
                for (int vector = 0; vector < vectors; vector++) { \\
                    const VECTOR some = LOAD(right + steps[at] * p->width + LANES * vector); \\
                    for (int one = 0; one < rows; one++) \\
                        sums[one][vector] = \\
                            FUSED(ALL(left[steps[at] * p->step + one * p->row]), some, sums[one][vector]); \\
                } \\
            for (int one = 0; one < rows; one++) \\
                for (int vector = 0; vector < vectors; vector++) \\
                    STORE(out + one * p->width + LANES * vector, sums[one][vector]); \\
        } \\
        __attribute__((target(TARGET), always_inline)) static inline void NAME##_rows( \\
            const Product *p, ptrdiff_t row, const int rows, int *steps) { \\
            const ptrdiff_t count = p->sparse ? FIND(p, row, rows, steps) : p->inner; \\
            const float *left = p->left + row * p->row; \\
            ptrdiff_t column = 0; \\
            for (; p->width % (3 * LANES) == 0 && column < p->width; column += 3 * LANES) \\
                NAME##_tile(p, steps, count, left, row, column, rows, 3); \\
            for (; column + 4 * LANES <= p->width; column += 4 * LANES) \\
                NAME##_tile(p, steps, count, left, row, column, rows, 4); \\
            for (; column + LANES <= p->width; column += LANES) \\
                NAME##_tile(p, steps, count, left, row, column, rows, 1); \\
            for (; column < p->width; column++) \\
                for (int one = 0; one < rows; one++) { \\
                    float sum = 0; \\
                    for (ptrdiff_t at = 0; at < p->inner; at++) \\
                        sum = __builtin_fmaf( \\
                            left[one * p->row + at * p->step], p->right[at * p->width + column], sum); \\
                    p->out[(row + one) * p->width + column] = sum; \\
                } \\
        } \\
        __attribute__((target(TARGET))) static void NAME(const Product *p) { \\
            int steps[MOST_STEPS + LOT]; \\
            ptrdiff_t row = 0; \\
            for (int at = 0; at < p->inner; at++) steps[at] = at; \\
            for (; row + TALL <= p->rows; row += TALL) NAME##_rows(p, row, TALL, steps); \\
            for (; row < p->rows; row++) NAME##_rows(p, row, 1, steps); \\
        }

    PRODUCT("avx512f", multiply_by_16, 6, 16, find_steps_by_16, __m512, _mm512_setzero_ps, _mm512_loadu_ps,
            _mm512_storeu_ps, _mm512_set1_ps, _mm512_fmadd_ps)
    PRODUCT("avx2,fma", multiply_by_8, 3, 8, find_steps, __m256, _mm256_setzero_ps, _mm256_loadu_ps,
            _mm256_storeu_ps, _mm256_set1_ps, _mm256_fmadd_ps)

    static void multiply(const Product *p) {
        if (p->inner > MOST_STEPS) multiply_plainly(p);
        else if (__builtin_cpu_supports("avx512f")) multiply_by_16(p);
        else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) multiply_by_8(p);
        else multiply_plainly(p);
    }
    #else
    static void multiply(const Product *p) { multiply_plainly(p); }
    #endif

    /* One loop, compiled for each kind of processor. */
    #if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GLIBC__) && !defined(__clang__)
    #define WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
    #else
    #define WIDE
    #endif

    #define BESIDE 48 /* rows that are scaled together; a multiple of STRIP */
    #define STRIP 16
    #if defined(__GNUC__) && !defined(__clang__)
    #define ROLLED _Pragma("GCC unroll 1") /* GCC makes vectors of loops that it has not unrolled before */
    #else
    #define ROLLED
    #endif
    #define FOR_LANES ROLLED for (int lane = 0; lane < STRIP; lane++)

    /* Lay values so that the knots of a feature lie evenly between -1 and 1: add up what each climbs from knot to knot.
       `made` has room for BESIDE; what is written after the last is of no value. */
    WIDE static void scale(
        const double *given, ptrdiff_t count, const float *low, const float *most, const float *rise, ptrdiff_t steps,
        float *__restrict made) {
        float value[BESIDE];
        for (ptrdiff_t at = 0; at < count; at++) value[at] = (float)given[at];
        for (ptrdiff_t at = count; at % STRIP; at++) value[at] = 0;
        for (ptrdiff_t strip = 0; strip < count; strip += STRIP) {
            const float *own = value + strip;
            float *__restrict laid = made + strip;
            FOR_LANES laid[lane] = -1;
            for (ptrdiff_t step = 0; step < steps; step++)
                FOR_LANES {
                    float climbed = own[lane] - low[step];
                    climbed = climbed > 0 ? climbed : 0;
                    climbed = climbed < most[step] ? climbed : most[step];
                    laid[lane] += climbed * rise[step];
                }
        }
    }

    /* Keep what is more than nothing with its bias. */
    WIDE static void rectify(float *__restrict own, ptrdiff_t rows, ptrdiff_t width, const float *__restrict bias) {
        for (ptrdiff_t row = 0; row < rows; row++, own += width)
            for (ptrdiff_t at = 0; at < width; at++) {
                const float value = own[at] + bias[at];
                own[at] = value > 0 ? value : 0;
            }
    }

    /* Reckon the mean of each group. There is room for so many groups, and for how many members each has. */
    WIDE static void find_means(
        const float *numbers, const int64_t *keys, ptrdiff_t rows, ptrdiff_t width, ptrdiff_t groups,
        float *__restrict means, float *__restrict members) {
        for (ptrdiff_t at = 0; at < groups * width; at++) means[at] = 0;
        for (ptrdiff_t group = 0; group < groups; group++) members[group] = 0;
        for (ptrdiff_t row = 0; row < rows; row++) {
            const float *own = numbers + row * width;
            float *__restrict sums = means + keys[row] * width;
            members[keys[row]] += 1;
            for (ptrdiff_t at = 0; at < width; at++) sums[at] += own[at];
        }
        for (ptrdiff_t group = 0; group < groups; group++)
            for (ptrdiff_t at = 0; at < width; at++) means[group * width + at] /= members[group];
    }

    /* What is in view of a row: its group has `keys`, else it is the row so many steps away. */
    typedef struct {
        const int64_t *keys;
        ptrdiff_t step;
        const float *share; /* what it adds, for each group or row */
        ptrdiff_t wide; /* from the share of one to that of the next */
    } View;

    #define MOST_VIEWS 32
    #if defined(__GNUC__)
    #define LANES 8
    typedef float Lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
    typedef int Bits __attribute__((vector_size(4 * LANES)));

    /* Take in what is in view of some columns of a row, whose sums stay in registers and do not wait for each other. */
    __attribute__((always_inline)) static inline void take_in_some(
        float *own, const float **from, ptrdiff_t count, ptrdiff_t at, const int some) {
        Lanes total[8];
        for (int one = 0; one < some; one++) total[one] = *(const Lanes *)(from[0] + at + LANES * one);
        for (ptrdiff_t view = 1; view < count; view++)
            for (int one = 0; one < some; one++) total[one] += *(const Lanes *)(from[view] + at + LANES * one);
        for (int one = 0; one < some; one++)
            *(Lanes *)(own + at + LANES * one) += (Lanes)((total[one] > 0) & (Bits)total[one]);
    }
    #endif

    /* Add up what was made of rows by themselves and of all in view, and add it to them where it is more than nothing.
       Rows of other pages are not in view. */
    WIDE static void take_in(
        float *own, const float *made, ptrdiff_t wide, ptrdiff_t rows, ptrdiff_t width, const View *views,
        ptrdiff_t most, const int64_t *page, const float *bias) {
        const float *from[MOST_VIEWS + 2];
        for (ptrdiff_t row = 0; row < rows; row++, own += width) {
            ptrdiff_t count = 0, at = 0;
            from[count++] = made + row * wide;
            for (const View *view = views; view < views + most; view++) {
                const ptrdiff_t other = view->keys ? view->keys[row] : row + view->step;
                if (view->keys || (other >= 0 && other < rows && page[other] == page[row]))
                    from[count++] = view->share + other * view->wide;
            }
            from[count++] = bias;
            #if defined(__GNUC__)
            for (; at + 8 * LANES <= width; at += 8 * LANES) take_in_some(own, from, count, at, 8);
            for (; at + 2 * LANES <= width; at += 2 * LANES) take_in_some(own, from, count, at, 2);
            #endif
            for (; at < width; at++) {
                float total = from[0][at];
                for (ptrdiff_t one = 1; one < count; one++) total += from[one][at];
                own[at] += total > 0 ? total : 0;
            }
        }
    }
    """
    ctypedef struct Product:
        const float *left
        Py_ssize_t row, step
        const float *right
        float *out
        Py_ssize_t rows, inner, width
        int sparse
    ctypedef struct View:
        const int64_t *keys
        Py_ssize_t step
        const float *share
        Py_ssize_t wide

    enum:
        BESIDE
        MOST_VIEWS

    void multiply(const Product *product) nogil
    void scale(
        const double *given, Py_ssize_t count, const float *low, const float *most, const float *rise, Py_ssize_t steps,
        float *made) nogil
    void rectify(float *own, Py_ssize_t rows, Py_ssize_t width, const float *bias) nogil
    void find_means(
        const float *numbers, const int64_t *keys, Py_ssize_t rows, Py_ssize_t width, Py_ssize_t groups, float *means,
        float *members) nogil
    void take_in(
        float *own, const float *made, Py_ssize_t wide, Py_ssize_t rows, Py_ssize_t width, const View *views,
        Py_ssize_t most, const int64_t *page, const float *bias) nogil

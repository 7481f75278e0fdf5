"""Loops over floats for `net.pyx`, in C, as wide as the processor is. Callers have checked all sizes.

Products of matrices are written out, as the networks' are so small that calls into BLAS, which must be kept from starting
threads, take as long as to multiply. Each sum is added up from the first product to the last, in fused steps where the
processor has them, as OpenBLAS does it.
"""

cdef extern from *:
    """
    #include <stddef.h>

    typedef struct {
        const float *left; /* rows x inner, with a stride for each */
        ptrdiff_t row, step;
        const float *right; /* inner x width, in one piece */
        float *out; /* rows x width, in one piece */
        ptrdiff_t rows, inner, width;
        int sparse; /* whether many of the left ones are zero */
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

    /* Steps that are not zero for all of some rows: others add nothing. */
    static inline ptrdiff_t find_steps(const Product *p, ptrdiff_t row, ptrdiff_t rows, short *steps) {
        ptrdiff_t count = 0;
        for (ptrdiff_t at = 0; at < p->inner; at++) {
            int some = 0;
            for (ptrdiff_t one = row; one < row + rows; one++) some |= p->left[one * p->row + at * p->step] != 0;
            steps[count] = (short)at;
            count += some;
        }
        return count;
    }

    /* NAME_tile: some rows by some vectors of columns, whose sums stay in registers. NAME_rows: all columns of some
       rows. NAME: all rows, TALL at a time. */
    #define PRODUCT(TARGET, NAME, TALL, LANES, VECTOR, ZERO, LOAD, STORE, ALL, FUSED) \\
        __attribute__((target(TARGET), always_inline)) static inline void NAME##_tile( \\
            const Product *p, const short *steps, ptrdiff_t count, const float *left, ptrdiff_t row, ptrdiff_t column, \\
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
            const Product *p, ptrdiff_t row, const int rows, short *steps) { \\
            const ptrdiff_t count = p->sparse ? find_steps(p, row, rows, steps) : p->inner; \\
            const float *left = p->left + row * p->row; \\
            ptrdiff_t column = 0; \\
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
            short steps[MOST_STEPS]; \\
            ptrdiff_t row = 0; \\
            for (short at = 0; at < p->inner; at++) steps[at] = at; \\
            for (; row + TALL <= p->rows; row += TALL) NAME##_rows(p, row, TALL, steps); \\
            for (; row < p->rows; row++) NAME##_rows(p, row, 1, steps); \\
        }

    PRODUCT("avx512f", multiply_by_16, 6, 16, __m512, _mm512_setzero_ps, _mm512_loadu_ps, _mm512_storeu_ps,
            _mm512_set1_ps, _mm512_fmadd_ps)
    PRODUCT("avx2,fma", multiply_by_8, 3, 8, __m256, _mm256_setzero_ps, _mm256_loadu_ps, _mm256_storeu_ps,
            _mm256_set1_ps, _mm256_fmadd_ps)

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

    /* Add what a value climbs between two knots. */
    WIDE static void climb(
        const float *value, float *made, ptrdiff_t count, float low, float most, float rise) {
        for (ptrdiff_t at = 0; at < count; at++) {
            float climbed = value[at] - low;
            climbed = climbed > 0 ? climbed : 0;
            climbed = climbed < most ? climbed : most;
            made[at] += climbed * rise;
        }
    }

    WIDE static void add_row(float *own, const float *added, ptrdiff_t width) {
        for (ptrdiff_t at = 0; at < width; at++) own[at] += added[at];
    }

    /* Keep what is more than nothing with its bias. */
    WIDE static void rectify_row(float *own, const float *bias, ptrdiff_t width) {
        for (ptrdiff_t at = 0; at < width; at++) {
            const float value = own[at] + bias[at];
            own[at] = value > 0 ? value : 0;
        }
    }

    WIDE static void add_rectified(float *own, const float *made, const float *bias, ptrdiff_t width) {
        for (ptrdiff_t at = 0; at < width; at++) {
            const float value = made[at] + bias[at];
            own[at] += value > 0 ? value : 0;
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
    void multiply(const Product *product) nogil
    void climb(const float *value, float *made, Py_ssize_t count, float low, float most, float rise) nogil
    void add_row(float *own, const float *added, Py_ssize_t width) nogil
    void rectify_row(float *own, const float *bias, Py_ssize_t width) nogil
    void add_rectified(float *own, const float *made, const float *bias, Py_ssize_t width) nogil

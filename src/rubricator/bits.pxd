"""Bits of whole numbers."""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define lowest_bit(bits) __builtin_ctzll(bits)
    #define bit_count(bits) __builtin_popcountll(bits)
    #else
    static int lowest_bit(unsigned long long bits) {
        int place = 0;
        for (; !(bits & 1); bits >>= 1) place++;
        return place;
    }
    static int bit_count(unsigned long long bits) {
        int count = 0;
        for (; bits; bits &= bits - 1) count++;
        return count;
    }
    #endif
    """
    int lowest_bit(unsigned long long bits) nogil  # Some bit is set.
    int bit_count(unsigned long long bits) nogil


cdef inline uint64_t lowest_bits(uint64_t bytes_) noexcept:
    """Return the lowest bits of eight bytes, side by side."""
    return (bytes_ & 0x0101010101010101ULL) * 0x0102040810204080ULL >> 56

"""Characters of texts as Python keeps them: one, two or four bytes each."""

ctypedef unsigned char uchar
ctypedef unsigned short ushort
ctypedef unsigned int uint

ctypedef fused Sign:
    uchar
    ushort
    uint

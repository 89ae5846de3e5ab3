/* Copying and comparing memory for programs with musl's C library on x86-64.
 *
 * musl copies with an instruction that takes longer to begin than most copies take, and compares byte by byte. Both stand in every
 * string operation of the program and of SQLite: a fifth of the time of `check`, a tenth of the index's. Here a short piece is moved
 * with two loads that may overlap, a long one 64 bytes at a time. `tests/copies.rs` holds it against the C library of the machine.
 */
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

#ifdef UNDER_TEST
#define memcpy own_memcpy
#define memmove own_memmove
#define memcmp own_memcmp
#define bcmp own_bcmp
#endif

/* Words at any address, over any type. */
typedef uint16_t __attribute__((may_alias, aligned(1))) two;
typedef uint32_t __attribute__((may_alias, aligned(1))) four;
typedef uint64_t __attribute__((may_alias, aligned(1))) eight;
typedef __m128i sixteen;

enum { BLOCK = 64 };

static inline sixteen load(const unsigned char *at) { return _mm_loadu_si128((const __m128i *)at); }
static inline void store(unsigned char *at, sixteen piece) { _mm_storeu_si128((__m128i *)at, piece); }

/* Everything is loaded before anything is stored, so that both may overlap. */
static inline void block(unsigned char *to, const unsigned char *from) {
    sixteen a = load(from), b = load(from + 16), c = load(from + 32), d = load(from + 48);
    store(to, a), store(to + 16, b), store(to + 32, c), store(to + 48, d);
}

static inline void move_up_to_16(unsigned char *to, const unsigned char *from, size_t count) {
    if (count >= 8) {
        uint64_t first = *(const eight *)from, last = *(const eight *)(from + count - 8);
        *(eight *)to = first;
        *(eight *)(to + count - 8) = last;
    } else if (count >= 4) {
        uint32_t first = *(const four *)from, last = *(const four *)(from + count - 4);
        *(four *)to = first;
        *(four *)(to + count - 4) = last;
    } else if (count >= 2) {
        uint16_t first = *(const two *)from, last = *(const two *)(from + count - 2);
        *(two *)to = first;
        *(two *)(to + count - 2) = last;
    } else if (count == 1) {
        *to = *from;
    }
}

void *memmove(void *target, const void *source, size_t count) {
    unsigned char *to = target;
    const unsigned char *from = source;
    if (count <= 16) {
        move_up_to_16(to, from, count);
        return target;
    }
    if (count <= 32) {
        sixteen first = load(from), last = load(from + count - 16);
        store(to, first), store(to + count - 16, last);
        return target;
    }
    if (count <= BLOCK) {
        sixteen a = load(from), b = load(from + 16), c = load(from + count - 32), d = load(from + count - 16);
        store(to, a), store(to + 16, b), store(to + count - 32, c), store(to + count - 16, d);
        return target;
    }
    /* The piece that the loop does not come to is loaded before the loop can overwrite it. */
    if ((uintptr_t)to - (uintptr_t)from >= count) {
        const unsigned char *tail = from + count - BLOCK;
        sixteen a = load(tail), b = load(tail + 16), c = load(tail + 32), d = load(tail + 48);
        size_t at = 0;
        do {
            block(to + at, from + at);
            at += BLOCK;
        } while (at + BLOCK < count);
        unsigned char *end = to + count - BLOCK;
        store(end, a), store(end + 16, b), store(end + 32, c), store(end + 48, d);
    } else {
        /* The target begins inside of the source: from the end on. */
        sixteen a = load(from), b = load(from + 16), c = load(from + 32), d = load(from + 48);
        size_t left = count;
        do {
            left -= BLOCK;
            block(to + left, from + left);
        } while (left > BLOCK);
        store(to, a), store(to + 16, b), store(to + 32, c), store(to + 48, d);
    }
    return target;
}

void *memcpy(void *restrict target, const void *restrict source, size_t count) {
    return memmove(target, source, count);
}

int memcmp(const void *one, const void *other, size_t count) {
    const unsigned char *a = one, *b = other;
    size_t at = 0;
    for (; at + 16 <= count; at += 16) {
        unsigned same = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(load(a + at), load(b + at)));
        if (same != 0xffff) {
            at += (size_t)__builtin_ctz(~same);
            return a[at] - b[at];
        }
    }
    if (at + 8 <= count) {
        uint64_t mine = *(const eight *)(a + at), theirs = *(const eight *)(b + at);
        if (mine != theirs) {
            return __builtin_bswap64(mine) < __builtin_bswap64(theirs) ? -1 : 1;
        }
        at += 8;
    }
    if (at + 4 <= count) {
        uint32_t mine = *(const four *)(a + at), theirs = *(const four *)(b + at);
        if (mine != theirs) {
            return __builtin_bswap32(mine) < __builtin_bswap32(theirs) ? -1 : 1;
        }
        at += 4;
    }
    for (; at < count; at++) {
        if (a[at] != b[at]) {
            return a[at] - b[at];
        }
    }
    return 0;
}

int bcmp(const void *one, const void *other, size_t count) { return memcmp(one, other, count); }

/* Holds the functions of build/memory.c against those of the machine's C library: every length up to ten blocks, at every distance. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *own_memcpy(void *, const void *, size_t);
void *own_memmove(void *, const void *, size_t);
int own_memcmp(const void *, const void *, size_t);
int own_bcmp(const void *, const void *, size_t);

enum { ROOM = 2048, LONGEST = 640, SHIFTS = 80, START = 600 };
static unsigned char source[ROOM], wanted[ROOM], found[ROOM];

static int sign(int value) { return (value > 0) - (value < 0); }

static int differ(const char *what, size_t length, size_t shift) {
    printf("%s of %zu bytes, shifted by %zu\n", what, length, shift);
    return 1;
}

int main(void) {
    for (size_t length = 0; length <= LONGEST; length++) {
        for (size_t shift = 0; shift < SHIFTS; shift++) {
            for (size_t at = 0; at < ROOM; at++) {
                source[at] = (unsigned char)rand();
            }
            for (int forward = 0; forward < 2; forward++) {
                size_t from = forward ? START + shift : START, to = forward ? START : START + shift;
                memcpy(wanted, source, ROOM), memcpy(found, source, ROOM);
                memmove(wanted + to, wanted + from, length);
                if (own_memmove(found + to, found + from, length) != found + to || memcmp(wanted, found, ROOM) != 0) {
                    return differ(forward ? "memmove to the front" : "memmove to the back", length, shift);
                }
            }
            memcpy(wanted, source, ROOM), memcpy(found, source, ROOM);
            memcpy(wanted + 1280 + shift, source + shift / 2, length);
            if (own_memcpy(found + 1280 + shift, source + shift / 2, length) != found + 1280 + shift ||
                memcmp(wanted, found, ROOM) != 0) {
                return differ("memcpy", length, shift);
            }
            memcpy(found + shift, source, length);
            if (own_memcmp(found + shift, source, length) != 0 || own_bcmp(found + shift, source, length) != 0) {
                return differ("memcmp of the same", length, shift);
            }
            if (length > 0) {
                size_t at = (size_t)rand() % length;
                found[shift + at] ^= (unsigned char)(1 + rand() % 255);
                int same = sign(memcmp(found + shift, source, length)) == sign(own_memcmp(found + shift, source, length));
                if (!same || own_bcmp(found + shift, source, length) == 0) {
                    return differ("memcmp", length, shift);
                }
            }
        }
    }
    return 0;
}

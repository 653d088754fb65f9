/* variant/shortest.c
 * Which are the fewest digits that read back to a number?
 *
 * The method is Raffaello Giulietti's, "The Schubfach way to render doubles" (2020). C's library has no function for it,
 * and neither Debian 12 nor 13 packages a library with one that C can call.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "variant/shortest.h"

#include <math.h>
#include <string.h>

typedef struct {
    uint64_t high, low;
} wide_t;

/* Powers of ten ------------------------------------------------------------------------------ */

/* Doubles need the powers from 10^-292 to 10^324. */
#define POWER_FIRST (-292)
#define POWER_LAST  324

/* big_words() of 324, and so of all. */
#define BIG_WORDS   24

/* An integer that is not negative. Its least word is the first one. */
typedef struct {
    uint32_t word[BIG_WORDS];
} big_t;

/* How many words have 5^exponent and what is computed with it: twice as much at most. */
static int
big_words(int exponent)
{
    return (7 * exponent / 3 + 1) / 32 + 1;
}

static big_t
big_power_of_5(int exponent)
{
    const int words = big_words(exponent);
    big_t big = { .word = { 1 } };

    for (; exponent > 0; exponent--) {
        uint64_t carry = 0;

        for (int i = 0; i < words; i++) {
            carry += 5 * (uint64_t)big.word[i];
            big.word[i] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return big;
}

static int
big_bits(const big_t *big)
{
    int word = BIG_WORDS - 1;

    while (big->word[word] == 0)
        word--;
    return 32 * word + g_bit_storage(big->word[word]);
}

static big_t
big_power_of_2(int exponent)
{
    big_t big = { .word = { 0 } };

    big.word[exponent / 32] = 1U << exponent % 32;
    return big;
}

static bool
big_is_less(const big_t *a, const big_t *b, int words)
{
    int word = words - 1;

    while (word > 0 && a->word[word] == b->word[word])
        word--;
    return a->word[word] < b->word[word];
}

static void
big_subtract(big_t *from, const big_t *big, int words)
{
    uint64_t borrow = 0;

    for (int i = 0; i < words; i++) {
        const uint64_t difference = (uint64_t)from->word[i] - big->word[i] - borrow;

        from->word[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
}

static void
big_double(big_t *big, int words)
{
    for (int i = words - 1; i > 0; i--)
        big->word[i] = big->word[i] << 1 | big->word[i - 1] >> 31;
    big->word[0] <<= 1;
}

/* Returns the first 128 bits of a quotient from 1 to 2, rounded up, by long division. */
static wide_t
shortest_divide(big_t dividend, const big_t *divisor, int words)
{
    static const big_t zero;
    wide_t quotient = { 0, 0 };

    for (int i = 0; i < 128; i++) {
        quotient.high = quotient.high << 1 | quotient.low >> 63;
        quotient.low <<= 1;
        if (!big_is_less(&dividend, divisor, words)) {
            big_subtract(&dividend, divisor, words);
            quotient.low |= 1;
        }
        big_double(&dividend, words);
    }
    if (big_is_less(&zero, &dividend, words))
        quotient.low++;         /* of no power from POWER_FIRST to POWER_LAST are all of its bits ones */
    return quotient;
}

/* Returns the first 128 bits of 10^exponent, rounded up. They are those of 5^exponent. */
static wide_t
compute_power_of_10(int exponent)
{
    const big_t five = big_power_of_5(ABS(exponent));
    const int bits = big_bits(&five), words = big_words(ABS(exponent));
    const big_t two = big_power_of_2(exponent < 0 ? bits : bits - 1);

    return exponent < 0 ? shortest_divide(two, &five, words) : shortest_divide(five, &two, words);
}

/* Each power is computed once. */
static inline const wide_t *
power_of_10(int exponent)
{
    static wide_t powers[POWER_LAST - POWER_FIRST + 1];
    wide_t *power = &powers[exponent - POWER_FIRST];

    if (power->high == 0)
        *power = compute_power_of_10(exponent);
    return power;
}

/* Rounding ----------------------------------------------------------------------------------- */

static wide_t
multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    const unsigned __int128 product = (unsigned __int128)a * b;

    return (wide_t) { (uint64_t)(product >> 64), (uint64_t)product };
#else
    const uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX), one = (a >> 32) * (b & UINT32_MAX);
    const uint64_t other = (a & UINT32_MAX) * (b >> 32), high = (a >> 32) * (b >> 32);
    const uint64_t middle = (low >> 32) + (one & UINT32_MAX) + (other & UINT32_MAX);

    return (wide_t) { high + (one >> 32) + (other >> 32) + (middle >> 32), middle << 32 | (low & UINT32_MAX) };
#endif
}

/*
 * Returns factor * power / 2^128, cut off, with its last bit set if anything but what the power's own rounding can make
 * was cut off: so it compares with integers as the exact product does.
 */
static uint64_t
scale(wide_t power, uint64_t factor)
{
    const wide_t low = multiply(power.low, factor), high = multiply(power.high, factor);
    const uint64_t middle = low.high + high.low;

    return (high.high + (middle < high.low)) | (middle > 1);
}

/* A number is significand * 2^exponent. */
typedef struct {
    uint64_t significand;
    int      exponent;
    bool     is_power;      /* of two: the number below is only half as far away as the number above */
} binary_t;

static binary_t
take_apart(double number, bool single)
{
    const int bits = single ? 23 : 52, least = single ? -149 : -1074;
    uint64_t whole, fraction;
    int exponent;

    if (single) {
        const float narrow = (float)number;
        uint32_t word;

        memcpy(&word, &narrow, sizeof word);
        whole = word & INT32_MAX;
    } else {
        memcpy(&whole, &number, sizeof whole);
        whole &= INT64_MAX;
    }
    fraction = whole & ((UINT64_C(1) << bits) - 1);
    exponent = (int)(whole >> bits);
    if (exponent == 0)      /* subnormal */
        return (binary_t) { fraction, least, false };
    return (binary_t) { fraction | UINT64_C(1) << bits, least + exponent - 1, fraction == 0 && exponent > 1 };
}

/* These return logarithms, rounded down. The factors are exact enough for all exponents of doubles. */
static int
log10_of_power_of_2(int exponent)
{
    return (exponent * 1262611) >> 22;
}

static int
log10_of_three_quarters(int exponent)
{
    return (exponent * 1262611 - 524031) >> 22;
}

static int
log2_of_power_of_10(int exponent)
{
    return (exponent * 1741647) >> 19;
}

static godot_decimal_t
without_zeros(uint64_t digits, int exponent)
{
    while (digits % 10 == 0) {
        digits /= 10;
        exponent++;
    }
    return (godot_decimal_t) { digits, exponent };
}

/*
 * The decimals that read back to a number lie between the middles to its two neighbours; the middles themselves do, too,
 * if its significand is even. 10^k is chosen so that at least one multiple of 10^k lies there, but at most one of
 * 10^(k+1): that is the shortest if there is one, else the nearest multiple of 10^k. Bounds and value are in quarters of 10^k.
 */
static godot_decimal_t
shortest_of(const binary_t *number)
{
    const int k = number->is_power ? log10_of_three_quarters(number->exponent) : log10_of_power_of_2(number->exponent);
    const int shift = number->exponent + log2_of_power_of_10(-k) + 1;
    const wide_t power = *power_of_10(-k);
    const uint64_t quarters = 4 * number->significand, odd = number->significand % 2;
    const uint64_t lower = scale(power, (quarters - (number->is_power ? 1 : 2)) << shift) + odd;
    const uint64_t value = scale(power, quarters << shift);
    const uint64_t upper = scale(power, (quarters + 2) << shift) - odd;
    const uint64_t digits = value / 4, tens = digits / 10;
    bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;

    if (below != above)     /* if there are no tens, "below" is never true */
        return without_zeros(tens + above, k + 1);
    /* The nearer one, or the even one if none is. Of a power of two, it may be that only the upper one reads back. */
    above = lower > 4 * digits || value > 4 * digits + 2 || (value == 4 * digits + 2 && digits % 2 != 0);
    return without_zeros(digits + above, k);
}

godot_decimal_t
godot_shortest(double number, bool single)
{
    const double magnitude = fabs(number);
    binary_t binary;

    /* Many numbers of games are integers. While their neighbours are less than 1 away, no shorter decimal reads back. */
    if (magnitude < (single ? 0x1p24 : 0x1p53) && magnitude == (double)(int64_t)magnitude)
        return without_zeros((uint64_t)magnitude, 0);
    binary = take_apart(number, single);
    return shortest_of(&binary);
}

/*
 * Editor modelines
 *
 * Local Variables:
 * c-basic-offset: 4
 * tab-width: 8
 * indent-tabs-mode: nil
 * End:
 *
 * ex: set shiftwidth=4 tabstop=8 expandtab:
 * :indentSize=4:tabSize=8:noTabs=true:
 */

/* Loops that numpy needs many passes for, or Python: over images of bytes, and a shuffle. Each gives what its numpy form gives, to the bit. */

#include <stdint.h>
#include <stdlib.h>
#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE4_1__)
#include <smmintrin.h>
#endif

/* The two neighbours of each place along one axis, in bytes from the first, and their weights in units of 1/2048: the
   first's in the lower half. */
typedef struct {
    const int32_t *first, *second;
    const uint32_t *weights;
} Taps;

/* One row as `width` places of weighted pairs, scaled by 128, which is at most 15 bits. From the first
   neighbour of the first `safe` places on eight bytes may be read (four where there is one channel), and their second
   neighbour follows it or weighs nothing. */
static void across(const uint8_t *row, int channels, int width, const Taps *taps, int safe, int16_t *restrict out)
{
    int x = 0;
#if defined(__AVX2__)
    if (channels == 1) {
        const __m256i grey = _mm256_setr_epi8(0, -1, 1, -1, 4, -1, 5, -1, 8, -1, 9, -1, 12, -1, 13, -1,
                                              0, -1, 1, -1, 4, -1, 5, -1, 8, -1, 9, -1, 12, -1, 13, -1);
        for (; x + 8 <= safe; x += 8) {
            __m256i at = _mm256_loadu_si256((const __m256i *)(taps->first + x));
            __m256i both = _mm256_shuffle_epi8(_mm256_i32gather_epi32((const int *)row, at, 1), grey);
            __m256i sums = _mm256_madd_epi16(both, _mm256_loadu_si256((const __m256i *)(taps->weights + x)));
            sums = _mm256_srli_epi32(sums, 4);
            sums = _mm256_permute4x64_epi64(_mm256_packs_epi32(sums, sums), 0xD8);
            _mm_storeu_si128((__m128i *)(out + x), _mm256_castsi256_si128(sums));
        }
    }
#endif
#if defined(__SSE4_1__)
    const __m128i pairs = _mm_setr_epi8(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, -1, -1, -1, -1);
    for (; channels == 3 && x < safe; x++) {
        __m128i both = _mm_loadl_epi64((const __m128i *)(row + taps->first[x]));
        __m128i sums = _mm_madd_epi16(_mm_shuffle_epi8(both, pairs), _mm_set1_epi32((int32_t)taps->weights[x]));
        sums = _mm_srli_epi32(sums, 4);
        _mm_storel_epi64((__m128i *)(out + 3 * (int64_t)x), _mm_packs_epi32(sums, sums));
    }
#endif
    for (; x < width; x++) {
        const uint8_t *a = row + taps->first[x], *b = row + taps->second[x];
        const int low = taps->weights[x] & 0xffff, high = taps->weights[x] >> 16;
        if (channels == 1)
            out[x] = (int16_t)((a[0] * low + b[0] * high) >> 4);
        else
            for (int c = 0; c < channels; c++)
                out[(int64_t)x * channels + c] = (int16_t)((a[c] * low + b[c] * high) >> 4);
    }
}

/* `count` images of bytes, two taps along each axis; 1 when there is no memory. */
int msacc_linear(const uint8_t *images, int64_t count, int64_t image_step, int64_t row_step, int channels, int height,
                 int width, const int32_t *left, const int32_t *right, const uint32_t *across_weights, int safe,
                 const int32_t *top, const int32_t *bottom, const uint32_t *down_weights, uint8_t *made)
{
    const Taps taps = {left, right, across_weights};
    const int64_t wide = (int64_t)width * channels;
    int16_t *room = malloc(2 * (wide + 4) * sizeof(int16_t));
    if (!room)
        return 1;
    for (int64_t k = 0; k < count; k++) {
        const uint8_t *image = images + k * image_step;
        int16_t *first = room, *second = room + wide + 4;
        int in_first = -1, in_second = -1;
        for (int y = 0; y < height; y++) {
            if (top[y] != in_first && top[y] == in_second) {
                int16_t *other = first;
                first = second, second = other;
                in_second = in_first, in_first = top[y];
            }
            if (top[y] != in_first)
                across(image + top[y] * row_step, channels, width, &taps, safe, first);
            in_first = top[y];
            if (bottom[y] != in_second)
                across(image + bottom[y] * row_step, channels, width, &taps, safe, second);
            in_second = bottom[y];
            uint8_t *restrict out = made + (k * height + y) * wide;
            const int16_t above = (int16_t)(down_weights[y] & 0xffff), below = (int16_t)(down_weights[y] >> 16);
            for (int64_t i = 0; i < wide; i++)
                out[i] = (uint8_t)((((first[i] * above) >> 16) + ((second[i] * below) >> 16) + 2) >> 2);
        }
    }
    free(room);
    return 0;
}

static inline void look_up(const uint8_t *row, int64_t step, int width, const float *table, float *restrict out,
                           int64_t out_step)
{
    for (int x = 0; x < width; x++)
        out[x * out_step] = table[row[x * step]];
}

/* Each byte's number in its channel's table of 256; `from` and `to`: steps from image to image, row to row, column to
   column and channel to channel, in elements. */
void msacc_tables(const uint8_t *images, const int64_t *from, int64_t count, int height, int width, int channels,
                  const float *tables, float *made, const int64_t *to)
{
    for (int64_t k = 0; k < count; k++)
        for (int c = 0; c < channels; c++) {
            const float *table = tables + 256 * c;
            for (int y = 0; y < height; y++) {
                const uint8_t *row = images + k * from[0] + y * from[1] + c * from[3];
                float *out = made + k * to[0] + y * to[1] + c * to[3];
                /* Known steps make a shorter loop: three colours as they lie or turned, and grey. */
                if (to[2] == 1 && from[2] == 3)
                    look_up(row, 3, width, table, out, 1);
                else if (to[2] == 1 && from[2] == -3)
                    look_up(row, -3, width, table, out, 1);
                else if (to[2] == 1 && from[2] == 1)
                    look_up(row, 1, width, table, out, 1);
                else
                    look_up(row, from[2], width, table, out, to[2]);
            }
        }
}

/* Swap values[first + i] with values[partners[i]], one after the other. */
void msacc_swaps(int64_t *values, const int64_t *partners, int64_t first, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        int64_t held = values[first + i];
        values[first + i] = values[partners[i]];
        values[partners[i]] = held;
    }
}

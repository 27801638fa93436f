/* Capture of standard output and error, one execution at a time. */
#ifndef HEDDLE_OUTPUT_H
#define HEDDLE_OUTPUT_H

#define OUTPUT_KEPT (64u << 10) /* bytes of each of standard output and error that a result carries */

#include <stdbool.h>
#include <stdint.h>

struct output {
    char *out, *err;
    uint32_t out_length, err_length; /* at most OUTPUT_KEPT each: the beginning */
};

bool output_capture(int (*high)(int)); /* redirects descriptors 1 and 2 */
void output_reset(void);

/* What has been written to standard output (0) or error (1); false: it is more than there is room for. */
bool output_copy(int which, char *to, uint32_t room, uint32_t *length);

/* It is that again. `stale`: it may begin otherwise, else more has been written. */
void output_put_back(int which, const char *bytes, uint32_t length, bool stale);
bool output_rises(void);   /* it may become too much */
bool output_flooded(void);
struct output output_take(void);

#endif

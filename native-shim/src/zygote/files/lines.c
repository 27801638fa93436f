/* Which lines have run: the functions of modules that are there before main note it in a file, which all executions of all workers share,
 * and which outlives them. Its name is "lines", in the folder of the server's socket; where it is not there, nobody wants to know.
 *
 * It consists of parts, one for each module, in the order in which modules are initialised: a struct lines_part, a byte for each piece of
 * each function, in the order of the records, and the records' texts, each with its NUL. After the last one there are zeros. */
#define _GNU_SOURCE
#include "zygote/files/lines.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "base/compiler.h"
#include "base/direct.h"
#include "base/pages/runtime_memory.h"

#define LONGEST_PATH 4096u
#define FILE_NAME "lines"

static char *pages;
static size_t used, room; /* bytes */

static size_t text_bytes(const struct heddle_lines *begin, const struct heddle_lines *end) {
    size_t bytes = 0;
    for (const struct heddle_lines *record = begin; record < end; record++) {
        bytes += strlen(record->text) + 1;
    }
    return bytes;
}

static size_t piece_count(const struct heddle_lines *begin, const struct heddle_lines *end) {
    size_t count = 0;
    for (const struct heddle_lines *record = begin; record < end; record++) {
        count += record->count;
    }
    return count;
}

static void open_file(const char *socket_path) {
    char path[LONGEST_PATH];
    const char *slash = strrchr(socket_path, '/');
    size_t folder = slash ? (size_t)(slash - socket_path) + 1 : 0;
    if (folder + sizeof FILE_NAME > sizeof path) {
        return;
    }
    memcpy(path, socket_path, folder);
    memcpy(path + folder, FILE_NAME, sizeof FILE_NAME);
    int file = (int)direct_call(SYS_open, (long)path, O_RDWR | O_CLOEXEC, 0, 0);
    if (file < 0) {
        return;
    }
    struct stat found;
    if (direct_call(SYS_fstat, file, (long)&found, 0, 0) == 0 && found.st_size > 0) {
        room = (size_t)found.st_size;
        pages = runtime_file_pages(file, room);
    }
    direct_call(SYS_close, file, 0, 0, 0);
}

/* Writes the part, unless another worker has. Returns whether it is there. */
static bool write_part(const struct heddle_lines *begin, const struct heddle_lines *end, const struct lines_part *part) {
    struct lines_part *head = (struct lines_part *)(void *)(pages + used);
    char *text = (char *)(head + 1) + part->piece_bytes;
    bool is_there = head->text_bytes != 0;
    if (is_there && memcmp(head, part, sizeof *part) != 0) {
        return false;
    }
    for (const struct heddle_lines *record = begin; record < end; record++) {
        size_t bytes = strlen(record->text) + 1;
        if (is_there && memcmp(text, record->text, bytes) != 0) {
            return false;
        }
        memcpy(text, record->text, bytes);
        text += bytes;
    }
    *head = *part;
    return true;
}

EXPORT void __heddle_attach_lines(struct heddle_lines *begin, struct heddle_lines *end);
EXPORT void __heddle_attach_lines(struct heddle_lines *begin, struct heddle_lines *end) {
    const char *socket_path = getenv("HEDDLE_SOCKET"); /* none once main runs: what comes then comes to some executions alone */
    if (!socket_path) {
        return;
    }
    if (!pages && !room) {
        open_file(socket_path);
    }
    struct lines_part part = {(uint32_t)((piece_count(begin, end) + 7) & ~7ul), (uint32_t)((text_bytes(begin, end) + 7) & ~7ul)};
    size_t bytes = sizeof part + part.piece_bytes + part.text_bytes;
    if (!pages || used + bytes + sizeof part > room || !write_part(begin, end, &part)) {
        pages = NULL; /* what comes after a module that is missing would not be found */
        return;
    }
    uint8_t *ran = (uint8_t *)(pages + used + sizeof part);
    for (struct heddle_lines *record = begin; record < end; record++) {
        record->ran = ran;
        ran += record->count;
    }
    used += bytes;
}

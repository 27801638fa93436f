// A program that fetches a file in segments, in the role of aget in Table 2 of Inspect (Yang, Chen, Gopalakrishnan, Kirby): threads write
// their segments at their offsets into one file and add up how much has been written, so that a download that is interrupted can be
// resumed; a further one, which a signal would wake in aget, saves that state. The "server" is a table in memory that answers requests of
// HTTP in packets of few bytes. As in aget, the sum is read for saving without the lock that the writers hold: one data race. -DFIXED:
// under the lock.
//
// heddle: verdict=bug races=1 args=--pedantic
// heddle: verdict=clean args=--pedantic -DFIXED
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_SIZE = 12, PACKET = 3, SEGMENTS = 2, LINE = 64, TEXT = 256 };

/* ---- URLs ---- */

struct url {
    char host[LINE];
    unsigned port;
    char path[LINE];
};

static bool parse_url(const char *text, struct url *url) {
    static const char scheme[] = "http://";
    if (strncmp(text, scheme, sizeof scheme - 1) != 0) {
        return false;
    }
    const char *host = text + sizeof scheme - 1;
    size_t length = strcspn(host, ":/");
    if (length == 0 || length >= sizeof url->host) {
        return false;
    }
    memcpy(url->host, host, length);
    url->host[length] = '\0';
    const char *rest = host + length;
    url->port = 80;
    if (*rest == ':') {
        char *end;
        unsigned long port = strtoul(rest + 1, &end, 10);
        if (end == rest + 1 || port == 0 || port > 65535) {
            return false;
        }
        url->port = (unsigned)port;
        rest = end;
    }
    return snprintf(url->path, sizeof url->path, "%s", *rest ? rest : "/") < (int)sizeof url->path;
}

/* ---- the server ---- */

struct request {
    char method[8];
    char path[LINE];
    size_t from;
    size_t to; /* exclusive */
    bool has_range;
};

struct response {
    int status;
    char head[TEXT];
    const char *body;
    size_t length;
};

static const char served[FILE_SIZE + 1] = "Hello, World";

static bool parse_range(const char *value, struct request *request) {
    unsigned from = 0;
    unsigned last = 0;
    if (sscanf(value, "bytes=%u-%u", &from, &last) != 2) {
        return false;
    }
    request->from = from;
    request->to = last + 1u;
    request->has_range = true;
    return true;
}

static bool parse_request(const char *text, struct request *request) {
    *request = (struct request){.to = FILE_SIZE};
    if (sscanf(text, "%7s %63s", request->method, request->path) != 2) {
        return false;
    }
    const char *range = strstr(text, "\r\nRange: ");
    return range == NULL || parse_range(range + strlen("\r\nRange: "), request);
}

static void answer(struct response *response, int status, const char *reason) {
    response->status = status;
    response->body = NULL;
    response->length = 0;
    snprintf(response->head, sizeof response->head, "HTTP/1.1 %d %s\r\nContent-Length: 0\r\n\r\n", status, reason);
}

static void answer_with(struct response *response, const struct request *request) {
    size_t length = request->to - request->from;
    response->status = request->has_range ? 206 : 200;
    response->body = served + request->from;
    response->length = length < PACKET ? length : PACKET;
    snprintf(response->head, sizeof response->head,
             "HTTP/1.1 %d OK\r\nContent-Length: %u\r\nContent-Range: bytes %u-%u/%u\r\n\r\n", response->status,
             (unsigned)response->length, (unsigned)request->from, (unsigned)(request->to - 1), (unsigned)FILE_SIZE);
}

static void serve(const char *text, struct response *response) {
    struct request request;
    if (!parse_request(text, &request)) {
        answer(response, 400, "Bad Request");
    } else if (strcmp(request.path, "/file") != 0) {
        answer(response, 404, "Not Found");
    } else if (request.from >= FILE_SIZE || request.to > FILE_SIZE || request.from >= request.to) {
        answer(response, 416, "Range Not Satisfiable");
    } else if (strcmp(request.method, "HEAD") == 0) {
        answer(response, 200, "OK");
        snprintf(response->head, sizeof response->head, "HTTP/1.1 200 OK\r\nContent-Length: %u\r\n\r\n",
                 (unsigned)FILE_SIZE);
    } else {
        answer_with(response, &request);
    }
}

/* ---- requests ---- */

/* The number behind a header's name; false if the header is not there. */
static bool header(const struct response *response, const char *name, size_t *value) {
    const char *at = strstr(response->head, name);
    unsigned number = 0;
    if (at == NULL || sscanf(at + strlen(name), ": %u", &number) != 1) {
        return false;
    }
    *value = number;
    return true;
}

static void ask(const struct url *url, const char *method, const char *range, struct response *response) {
    char text[TEXT];
    snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: %s:%u%s\r\n\r\n", method, url->path, url->host, url->port, range);
    serve(text, response);
}

static bool file_size(const struct url *url, size_t *size) {
    struct response response;
    ask(url, "HEAD", "", &response);
    return response.status == 200 && header(&response, "Content-Length", size);
}

/* ---- the download ---- */

struct segment {
    const struct url *url;
    size_t from;
    size_t to;
    size_t at;
};

static struct url source;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t written;
static struct segment segments[SEGMENTS];
static char target[FILE_SIZE];

static void divide(size_t size) {
    size_t share = size / SEGMENTS;
    for (size_t i = 0; i < SEGMENTS; i++) {
        size_t from = i * share;
        size_t to = i + 1 == SEGMENTS ? size : from + share;
        segments[i] = (struct segment){&source, from, to, from};
    }
}

/* Writes a packet to its place; false where it does not fit, which would be the server's fault. */
static bool store(const struct segment *segment, const struct response *response) {
    size_t length = 0;
    bool fits = header(response, "Content-Length", &length) && length == response->length &&
                segment->at + length <= segment->to;
    if (fits) {
        memcpy(target + segment->at, response->body, length);
    }
    return fits;
}

static void count(struct segment *segment, size_t length) {
    pthread_mutex_lock(&lock);
    segment->at += length;
    written += length;
    pthread_mutex_unlock(&lock);
}

static bool fetch_packet(struct segment *segment) {
    char range[LINE];
    struct response response;
    snprintf(range, sizeof range, "\r\nRange: bytes=%u-%u", (unsigned)segment->at, (unsigned)(segment->to - 1));
    ask(segment->url, "GET", range, &response);
    if (response.status != 206 || !store(segment, &response)) {
        return false;
    }
    count(segment, response.length);
    return true;
}

static void *fetch_segment(void *of) {
    struct segment *segment = of;
    while (segment->at < segment->to) {
        if (!fetch_packet(segment)) {
            fprintf(stderr, "download: the server answered in an unforeseen way\n");
            exit(1);
        }
    }
    return NULL;
}

/* ---- what is saved for a later start ---- */

struct state {
    size_t written;
    size_t at[SEGMENTS];
    size_t to[SEGMENTS];
};

static char saved[TEXT];

static unsigned checksum(const char *text, size_t length) {
    unsigned sum = 1;
    for (size_t i = 0; i < length; i++) {
        sum = (sum * 31 + (unsigned char)text[i]) % 65521;
    }
    return sum;
}

static void write_state(const struct state *state) {
    int length = snprintf(saved, sizeof saved, "written %u\n", (unsigned)state->written);
    for (size_t i = 0; i < SEGMENTS; i++) {
        length += snprintf(saved + length, sizeof saved - (size_t)length, "segment %u %u\n", (unsigned)state->at[i],
                           (unsigned)state->to[i]);
    }
    snprintf(saved + length, sizeof saved - (size_t)length, "sum %u\n", checksum(saved, (size_t)length));
}

static bool read_state(struct state *state) {
    unsigned number = 0;
    int used = 0;
    if (sscanf(saved, "written %u\n%n", &number, &used) != 1) {
        return false;
    }
    state->written = number;
    int length = used;
    for (size_t i = 0; i < SEGMENTS; i++) {
        unsigned at = 0;
        unsigned to = 0;
        if (sscanf(saved + length, "segment %u %u\n%n", &at, &to, &used) != 2) {
            return false;
        }
        state->at[i] = at;
        state->to[i] = to;
        length += used;
    }
    return sscanf(saved + length, "sum %u", &number) == 1 && number == checksum(saved, (size_t)length);
}

/* What is done when the user interrupts. */
static void *save(void *unused) {
    struct state state;
#ifdef FIXED
    pthread_mutex_lock(&lock);
    state.written = written;
    pthread_mutex_unlock(&lock);
#else
    state.written = written;
#endif
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < SEGMENTS; i++) {
        state.at[i] = segments[i].at;
        state.to[i] = segments[i].to;
    }
    pthread_mutex_unlock(&lock);
    write_state(&state);
    return unused;
}

/* Whether a later start would not count what has not been written. */
static bool can_resume(void) {
    struct state state;
    size_t left = 0;
    if (!read_state(&state)) {
        return false;
    }
    for (size_t i = 0; i < SEGMENTS; i++) {
        left += state.to[i] - state.at[i];
    }
    return state.written + left <= FILE_SIZE;
}

int main(int count_of_arguments, char **arguments) {
    pthread_t threads[SEGMENTS];
    pthread_t saver;
    size_t size = 0;
    const char *url = count_of_arguments > 1 ? arguments[1] : "http://localhost:8080/file";
    if (!parse_url(url, &source) || !file_size(&source, &size) || size > sizeof target) {
        fprintf(stderr, "download: %s cannot be fetched\n", url);
        return 1;
    }
    divide(size);
    for (size_t i = 0; i < SEGMENTS; i++) {
        pthread_create(&threads[i], NULL, fetch_segment, &segments[i]);
    }
    pthread_create(&saver, NULL, save, NULL);
    for (size_t i = 0; i < SEGMENTS; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_join(saver, NULL);
    assert(written == FILE_SIZE);
    assert(memcmp(target, served, FILE_SIZE) == 0);
    assert(can_resume());
    pthread_mutex_destroy(&lock);
    return 0;
}

/* What a client, the server of warm JVMs and a JVM say to each other: over SOCK_SEQPACKET sockets, between processes of one user.
 *
 *   client → server   connects; the server hands the connection to a JVM that is ready, or answers NOBODY
 *   client → JVM      struct request, with descriptors
 *   JVM → client      TAKEN with its process, once all that differs for each command is set
 *   client → JVM      one byte: go. A client that has waited too long hangs up instead, and nothing runs twice
 *   JVM → client      DONE with the exit code: the command has closed all that it had
 *   server → client   ENDED with the wait status, where the JVM has ended first, as by a signal
 */
#ifndef HEDDLE_WARM_PROTOCOL_H
#define HEDDLE_WARM_PROTOCOL_H

#include <stdint.h>

enum { PROTOCOL = 1 };

/* Descriptors of a request, in this order. The last one's file has the arguments and then the variables of the environment, each
 * ended by a zero byte. */
enum { GIVEN_FOLDER = 3, GIVEN_WORDS = 4, GIVEN = 5 };

struct request {
    uint32_t protocol;
    uint32_t umask;
    uint32_t arguments;
    uint32_t variables;
};

enum answer_kind { NOBODY = 1, TAKEN, DONE, ENDED };

struct answer {
    int32_t kind;
    int32_t value;
};

#endif

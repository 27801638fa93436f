/* Where servers are found: a folder that nobody but this user may enter, with a socket and a lock for each of them. */
#ifndef HEDDLE_WARM_FOLDER_H
#define HEDDLE_WARM_FOLDER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { NAME_SIZE = 32 };

/* Opens the folder: heddle in XDG_RUNTIME_DIR, else heddle-UID in TMPDIR or /tmp. -1 with an error in errno: it is not there (ENOENT),
 * or it is not this user's, or others may enter it (EPERM). */
int folder_open(bool make);

/* Whether there may be servers at all. */
bool folder_is_there(void);

/* For messages: its path. */
const char *folder_path(void);

/* The names of a server's files. */
void folder_socket_name(uint64_t key, char name[NAME_SIZE]);
void folder_lock_name(uint64_t key, char name[NAME_SIZE]);

/* The address of its socket; the folder stays open while it is in use. */
struct sockaddr_un folder_address(int folder, uint64_t key);

/* Takes a server's lock, which the process holds until it closes the descriptor or ends; -1 if another process has it. */
int folder_lock(int folder, uint64_t key);

/* Removes the files of a server whose lock this process holds. */
void folder_remove(int folder, uint64_t key);

/* Removes what a server has left that was killed; nothing if one is there. */
void folder_sweep(int folder, uint64_t key);

#endif

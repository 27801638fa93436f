#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

const char *folder_path(void) {
    static char path[4096];
    const char *own = getenv("XDG_RUNTIME_DIR"), *temporary = getenv("TMPDIR");
    if (own != NULL && own[0] == '/') {
        snprintf(path, sizeof path, "%s/heddle", own);
    } else {
        snprintf(path, sizeof path, "%s/heddle-%u", temporary != NULL && temporary[0] == '/' ? temporary : "/tmp",
                 (unsigned)geteuid());
    }
    return path;
}

bool folder_is_there(void) { return access(folder_path(), F_OK) == 0; }

int folder_open(bool make) {
    const char *path = folder_path();
    if (make && mkdir(path, 0700) != 0 && errno != EEXIST) {
        return -1;
    }
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) {
        return -1;
    }
    struct stat is;
    if (fstat(folder, &is) != 0 || is.st_uid != geteuid() || (is.st_mode & 077) != 0) {
        close(folder);
        errno = EPERM;
        return -1;
    }
    return folder;
}

void folder_socket_name(uint64_t key, char name[NAME_SIZE]) { snprintf(name, NAME_SIZE, "%016" PRIx64 ".sock", key); }

void folder_lock_name(uint64_t key, char name[NAME_SIZE]) { snprintf(name, NAME_SIZE, "%016" PRIx64 ".lock", key); }

struct sockaddr_un folder_address(int folder, uint64_t key) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char name[NAME_SIZE];
    folder_socket_name(key, name);
    /* short, however long the folder's own path is */
    snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/%s", folder, name);
    return address;
}

/* Whether the file that is locked is still the one of this name. */
static bool is_current(int folder, const char *name, int file) {
    struct stat locked, named;
    return fstat(file, &locked) == 0 && fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
}

int folder_lock(int folder, uint64_t key) {
    char name[NAME_SIZE];
    folder_lock_name(key, name);
    for (;;) {
        int file = openat(folder, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
        struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        if (file < 0 || fcntl(file, F_SETLK, &whole) != 0) {
            if (file >= 0) {
                close(file);
            }
            return -1;
        }
        if (is_current(folder, name, file)) {
            return file;
        }
        close(file); /* removed by its last holder in the meantime */
    }
}

void folder_remove(int folder, uint64_t key) {
    char name[NAME_SIZE];
    folder_socket_name(key, name);
    unlinkat(folder, name, 0);
    folder_lock_name(key, name);
    unlinkat(folder, name, 0);
    rmdir(folder_path()); /* if it was the last one */
}

void folder_sweep(int folder, uint64_t key) {
    int lock = folder_lock(folder, key);
    if (lock >= 0) {
        folder_remove(folder, key);
        close(lock);
    }
}

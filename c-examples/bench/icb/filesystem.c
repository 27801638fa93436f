// The file system model of Flanagan and Godefroid (POPL 2005) with four threads, as Musuvathi and Qadeer (PLDI 2007) take it: files get
// inodes, and inodes get blocks; each has a lock.
//
// heddle: verdict=clean
#include "../together.h"

enum { INODES = 2, BLOCKS = 4 };

static pthread_mutex_t inode_locks[INODES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t block_locks[BLOCKS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                              PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int inodes[INODES];
static int is_busy[BLOCKS];

static void create_file(int file) {
    int inode = file % INODES;
    pthread_mutex_lock(&inode_locks[inode]);
    for (int block = inode * 2 % BLOCKS; inodes[inode] == 0; block = (block + 1) % BLOCKS) {
        pthread_mutex_lock(&block_locks[block]);
        if (!is_busy[block]) {
            is_busy[block] = 1;
            inodes[inode] = block + 1;
        }
        pthread_mutex_unlock(&block_locks[block]);
    }
    pthread_mutex_unlock(&inode_locks[inode]);
}

static void *file_0(void *unused) {
    create_file(0);
    return unused;
}

static void *file_1(void *unused) {
    create_file(1);
    return unused;
}

static void *file_2(void *unused) {
    create_file(2);
    return unused;
}

int main(void) {
    TOGETHER(file_0, file_1, file_2);
    return 0;
}

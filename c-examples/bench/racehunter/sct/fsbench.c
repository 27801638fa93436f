// The file system of Flanagan and Godefroid, small, with the lock of a block let go between looking whether it is free and taking it.
//
// heddle: verdict=bug kind=assertion cause=assertion
// heddle: verdict=bug kind=assertion cause=assertion args=--bound switches=2
#include <assert.h>

#include "../../together.h"

enum { INODES = 4, BLOCKS = 4 };

static pthread_mutex_t inode_locks[INODES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                              PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t block_locks[BLOCKS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                              PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int inodes[INODES];
static int owners[BLOCKS];

static int busy(int block) {
    pthread_mutex_lock(&block_locks[block]);
    int owner = owners[block];
    pthread_mutex_unlock(&block_locks[block]);
    return owner != 0;
}

static void allocate(int inode) {
    pthread_mutex_lock(&inode_locks[inode]);
    int block = inode * 2 % BLOCKS;
    while (inodes[inode] == 0) {
        if (!busy(block)) {
            pthread_mutex_lock(&block_locks[block]);
            assert(owners[block] == 0);
            owners[block] = inode + 1;
            inodes[inode] = block + 1;
            pthread_mutex_unlock(&block_locks[block]);
        }
        block = (block + 1) % BLOCKS;
    }
    pthread_mutex_unlock(&inode_locks[inode]);
}

static void *zero(void *unused) {
    allocate(0);
    return unused;
}

static void *one(void *unused) {
    allocate(1);
    return unused;
}

static void *two(void *unused) {
    allocate(2);
    return unused;
}

int main(void) {
    TOGETHER(zero, one, two);
    return 0;
}

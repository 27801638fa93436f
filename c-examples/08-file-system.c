// A model of a file system: each thread gives its inode a block, under a lock for the inode and one for the block (after
// Flanagan and Godefroid, POPL 2005). Clean.
//
// Why it is here: the first 13 threads look for a free block in different places, so that their orders do not matter;
// with 14, two threads meet in one place.
//
//   heddle check -DN=16 08-file-system.c
//
// heddle: verdict=clean executions=1 args=-DN=13
// heddle: verdict=clean executions=2 args=-DN=14
// heddle: verdict=clean executions=8 args=-DN=16
// heddle: verdict=clean executions=32 args=-DN=18
#include <pthread.h>
#include <stdbool.h>

#ifndef N
#define N 14
#endif
#define BLOCKS 26
#define INODES 32

static pthread_mutex_t inode_locks[INODES], block_locks[BLOCKS];
static int block_of_inode[INODES];
static bool in_use[BLOCKS];
static int numbers[N];

static int allocate_block(int start) {
    for (int block = start;; block = (block + 1) % BLOCKS) {
        pthread_mutex_lock(&block_locks[block]);
        bool ours = !in_use[block];
        in_use[block] = true;
        pthread_mutex_unlock(&block_locks[block]);
        if (ours) {
            return block;
        }
    }
}

static void *create_file(void *number) {
    int inode = *(int *)number % INODES;
    pthread_mutex_lock(&inode_locks[inode]);
    if (block_of_inode[inode] == 0) {
        block_of_inode[inode] = allocate_block(inode * 2 % BLOCKS) + 1;
    }
    pthread_mutex_unlock(&inode_locks[inode]);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < INODES; i++) {
        pthread_mutex_init(&inode_locks[i], NULL);
    }
    for (int i = 0; i < BLOCKS; i++) {
        pthread_mutex_init(&block_locks[i], NULL);
    }
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, create_file, &numbers[i]);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}

// A tree of numbers is added up by tasks, one for each subtree.
//
// With WRONG nobody waits for the tasks before their results are used.
//
//   heddle check --cflags=-fopenmp c-examples/openmp/tasks.c
//
// heddle: verdict=clean args=--cflags=-fopenmp
// heddle: verdict=bug kind=assertion cause=assertion args=--cflags=-fopenmp -DWRONG
#include <assert.h>
#include <stddef.h>

struct node {
    int value;
    const struct node *left, *right;
};

static int sum(const struct node *node) {
    if (!node) {
        return 0;
    }
    int left = 0;
    int right = sum(node->right);
    if (node->left) {
#pragma omp task shared(left)
        left = sum(node->left);
    }
#ifndef WRONG
#pragma omp taskwait
#endif
    return node->value + left + right;
}

int main(void) {
    const struct node leaves[] = {{1, NULL, NULL}, {2, NULL, NULL}};
    const struct node root = {4, &leaves[0], &leaves[1]};
    int all = 0;
#pragma omp parallel
#pragma omp single
    all = sum(&root);
    assert(all == 7);
    return 0;
}

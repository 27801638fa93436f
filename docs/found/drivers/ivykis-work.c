/* One item for a pool of ivykis, which is given back at once: the item is done all the same, and its completion runs. */
#include <assert.h>
#include <iv.h>
#include <iv_work.h>
#include <stddef.h>

static int completed;

static void work(void *cookie) {
    (void)cookie;
}

static void completion(void *cookie) {
    (void)cookie;
    completed++;
}

int main(void) {
    struct iv_work_pool pool;
    struct iv_work_item item;
    iv_init();
    IV_WORK_POOL_INIT(&pool);
    pool.max_threads = 1;
    iv_work_pool_create(&pool);
    IV_WORK_ITEM_INIT(&item);
    item.cookie = NULL;
    item.work = work;
    item.completion = completion;
    iv_work_pool_submit_work(&pool, &item);
    iv_work_pool_put(&pool);
    iv_main();
    iv_deinit();
    assert(completed == 1);
    return 0;
}

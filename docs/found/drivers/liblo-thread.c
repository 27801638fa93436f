/* A server thread of liblo that is started, stopped and freed as its documents say. */
#include <lo/lo.h>
#include <stddef.h>

int main(void) {
    lo_server_thread server = lo_server_thread_new("17770", NULL);
    if (server == NULL)
        return 0;
    if (lo_server_thread_start(server) == 0)
        lo_server_thread_stop(server);
    lo_server_thread_free(server);
    return 0;
}

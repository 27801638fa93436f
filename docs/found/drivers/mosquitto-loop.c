/* A client of mosquitto's library whose thread is started, stopped and started again, as its documents say. */
#include <mosquitto.h>
#include <stddef.h>

int main(void) {
    mosquitto_lib_init();
    struct mosquitto *client = mosquitto_new(NULL, true, NULL);
    if (client == NULL)
        return 0;
    int error = mosquitto_loop_start(client);
    if (error != MOSQ_ERR_SUCCESS)
        error = mosquitto_loop_start(client); /* once more: there may be room for a thread now */
    if (error == MOSQ_ERR_SUCCESS)
        mosquitto_loop_stop(client, true);
    mosquitto_destroy(client);
    mosquitto_lib_cleanup();
    return error == MOSQ_ERR_SUCCESS ? 0 : 1;
}

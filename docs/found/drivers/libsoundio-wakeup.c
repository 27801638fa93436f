/* A thread that waits for events of libsoundio, and main that asks it to end, as the documents of soundio_wakeup say. */
#include <pthread.h>
#include <soundio/soundio.h>
#include <stdatomic.h>

static atomic_bool end;

static void *events(void *soundio) {
    while (!end)
        soundio_wait_events(soundio);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct SoundIo *soundio = soundio_create();
    if (soundio_connect_backend(soundio, SoundIoBackendDummy) != SoundIoErrorNone)
        return 1;
    soundio_flush_events(soundio);
    pthread_create(&thread, NULL, events, soundio);
    end = true;
    soundio_wakeup(soundio);
    pthread_join(thread, NULL);
    soundio_destroy(soundio);
    return 0;
}

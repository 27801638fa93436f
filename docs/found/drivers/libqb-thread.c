/* The example of libqb's documents: a log with a thread of its own. */
#include <qb/qblog.h>
#include <syslog.h>

int main(void) {
    qb_log_init("example", LOG_DAEMON, LOG_INFO);
    qb_log_ctl(QB_LOG_SYSLOG, QB_LOG_CONF_ENABLED, QB_FALSE);
    qb_log_ctl(QB_LOG_STDERR, QB_LOG_CONF_ENABLED, QB_TRUE);
    qb_log_ctl(QB_LOG_STDERR, QB_LOG_CONF_THREADED, QB_TRUE);
    qb_log_filter_ctl(QB_LOG_STDERR, QB_LOG_FILTER_ADD, QB_LOG_FILTER_FILE, "*", LOG_INFO);
    if (qb_log_thread_start() == 0)
        qb_log(LOG_WARNING, "watch out");
    qb_log_fini();
    return 0;
}

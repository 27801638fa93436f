package org.heddle.cluster.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.heddle.cli.base.UserError;
import org.heddle.cluster.net.Address;
import org.heddle.cluster.session.Workshop;

/** A worker's figures for Prometheus, in its text format (version 0.0.4). */
record Metrics(HttpServer server) {
    private static final int LATER = 1;

    /**
     * Shows them there; nowhere if there is no address.
     *
     * @throws UserError if that is not possible
     */
    static Metrics at(String text, Workshop workshop) throws UserError {
        if (text == null) {
            return new Metrics(null);
        }
        Address address = Address.of(text, "--metrics");
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(address.host(), address.port()), 0);
            server.createContext("/metrics", exchange -> answer(exchange, page(workshop)));
            server.start();
            return new Metrics(server);
        } catch (IOException | IllegalArgumentException failed) {
            throw new UserError("cannot show figures at " + address + ": " + failed.getMessage()
                    + ": name an address of this machine and a port that is free");
        }
    }

    private static void answer(HttpExchange exchange, String page) throws IOException {
        byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String page(Workshop workshop) {
        StringBuilder page = new StringBuilder();
        put(page, "heddle_worker_slots", "gauge", "Executions that run at a time.", workshop.slots());
        put(
                page,
                "heddle_worker_checks",
                "gauge",
                "Checks that it works for.",
                workshop.checks().size());
        put(page, "heddle_worker_executions_total", "counter", "Executions so far.", (double) workshop.executed());
        put(page, "heddle_worker_lost_executions_total", "counter", "Executions whose process was lost.", (double)
                workshop.lost());
        put(page, "heddle_worker_executions_per_second", "gauge", "Of the last ten seconds.", workshop.perSecond());
        return page.toString();
    }

    private static void put(StringBuilder page, String name, String type, String help, double value) {
        page.append("# HELP ").append(name).append(' ').append(help).append('\n');
        page.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        String number =
                value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value);
        page.append(name).append(' ').append(number).append('\n');
    }

    /** Shows nothing any more. */
    void close() {
        if (server != null) {
            server.stop(LATER);
        }
    }
}

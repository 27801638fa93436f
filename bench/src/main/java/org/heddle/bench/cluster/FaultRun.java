package org.heddle.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A tree of known size, explored again and again while its workers are killed, ended, stopped and cut off at random, until there
 * have been so many faults. Every check has to come to the same.
 */
final class FaultRun {
    private static final int WORKERS = 4;
    private static final String SLEEP = "50"; // milliseconds, so that a check takes long enough for some faults
    private static final int MOST_APART = 1_000; // milliseconds
    private static final int LONGEST = 6_000; // milliseconds: longer than a check's patience with a silent worker

    private final LocalWorkers workers;
    private final Path program;
    private final long known;
    private final Random random = new Random(20);
    private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
    private final CompletableFuture<?>[] restarts = new CompletableFuture<?>[WORKERS];
    private long again;

    private enum Fault {
        KILLED,
        ENDED,
        STOPPED,
        CUT_OFF
    }

    /** Of this program, whose tree has so many executions. */
    FaultRun(LocalWorkers workers, Path program, long known) {
        this.workers = workers;
        this.program = program;
        this.known = known;
    }

    /**
     * Goes on until there have been so many faults; prints what became of the checks.
     *
     * @throws IOException if a check comes to something else
     */
    void run(int many) throws IOException, InterruptedException {
        workers.grow(WORKERS);
        int checks = 0;
        Arrays.fill(restarts, CompletableFuture.completedFuture(null));
        while (sum() < many) {
            CompletableFuture.allOf(restarts).join();
            check(many);
            checks++;
        }
        CompletableFuture.allOf(restarts).join();
        System.out.printf(
                "%d faults %s: %d checks, each of %d executions and without a finding; %d executions run again elsewhere%n",
                sum(), faults, checks, known, again);
    }

    private int sum() {
        return faults.values().stream().mapToInt(Integer::intValue).sum();
    }

    private void check(int many) throws IOException, InterruptedException {
        Process check = new ProcessBuilder(
                        workers.command(program, List.of(SLEEP), "--format", "json", "--progress", "json"))
                .start();
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Void> begun = new CompletableFuture<>(); // before, it needs the first worker
        Thread reader = new Thread(() -> {
            check.errorReader(StandardCharsets.UTF_8).lines().forEach(line -> {
                lines.add(line);
                begun.complete(null);
            });
            begun.complete(null);
        });
        reader.start();
        begun.join();
        while (sum() < many && !check.waitFor(100 + random.nextInt(MOST_APART), TimeUnit.MILLISECONDS)) {
            int worker = random.nextInt(WORKERS);
            if (restarts[worker].isDone()) {
                happen(random.nextInt(100), worker);
            }
        }
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exitCode = check.waitFor();
        JsonNode report = new ObjectMapper().readTree(said);
        boolean isRight = exitCode == 0
                && report.path("claim").asText().startsWith("proved")
                && report.at("/executions/total").longValue() == known
                && report.path("findings").isEmpty();
        if (!isRight) {
            throw new IOException("after " + faults + " a check came to something else: " + said + lines);
        }
        again += runAgain(report);
        System.out.printf("after %d faults: %d executions, as it should be%n", sum(), known);
    }

    private static long runAgain(JsonNode report) {
        for (JsonNode remark : report.path("remarks")) {
            String[] parts = remark.textValue().split("run again elsewhere: ", 2);
            if (parts.length == 2) {
                return Long.parseLong(parts[1]);
            }
        }
        return 0;
    }

    private void happen(int what, int worker) throws IOException, InterruptedException {
        if (what < 15) {
            faults.merge(Fault.KILLED, 1, Integer::sum);
            workers.signal(worker, "KILL");
            restart(worker);
        } else if (what < 22) {
            faults.merge(Fault.ENDED, 1, Integer::sum);
            workers.signal(worker, "TERM");
            restart(worker);
        } else if (what < 80 || !workers.areElsewhere()) {
            faults.merge(Fault.STOPPED, 1, Integer::sum);
            workers.signal(worker, "STOP");
            Thread.sleep(random.nextInt(random.nextInt(5) == 0 ? LONGEST : LONGEST / 10));
            workers.signal(worker, "CONT");
        } else {
            faults.merge(Fault.CUT_OFF, 1, Integer::sum);
            link("down");
            Thread.sleep(random.nextInt(LONGEST / 2));
            link("up");
        }
    }

    private void restart(int worker) {
        restarts[worker] = CompletableFuture.runAsync(() -> {
            try {
                workers.restart(worker);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static void link(String state) throws IOException, InterruptedException {
        new ProcessBuilder("ip", "link", "set", "dev", "slow0", state)
                .inheritIO()
                .start()
                .waitFor();
    }
}

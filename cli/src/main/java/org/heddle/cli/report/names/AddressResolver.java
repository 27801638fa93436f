package org.heddle.cli.report.names;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.heddle.cli.report.names.AddressNames.DataSymbol;
import org.heddle.server.WorkerPool;
import org.heddle.server.protocol.message.Resolved;
import org.heddle.server.protocol.message.ResolvedKind;

/**
 * Finds words for addresses: asks the target, whose site table answers for instrumented code, and llvm-symbolizer for the
 * rest.
 */
public final class AddressResolver implements AutoCloseable {
    private static final List<String> SYSTEM = List.of("/usr/", "/lib/", "/lib64/");

    private final WorkerPool pool;
    private final Symbolizer symbolizer;

    /** What is to be found out about an address. */
    public enum Role {
        /** A site: of a call or access. */
        SITE,
        /** A return address on a stack. */
        CALL,
        /** A function's first instruction. */
        FUNCTION,
        /** A variable. */
        DATA
    }

    /** A resolver that asks this pool's target and this llvm-symbolizer. */
    public AddressResolver(WorkerPool pool, Supplier<Path> symbolizer) {
        this.pool = pool;
        this.symbolizer = new Symbolizer(symbolizer);
    }

    /** Begins to load what reads llvm-symbolizer's answers, since words will be wanted soon, and does not wait. */
    public static void warmUp() {
        Thread thread = new Thread(Symbolizer::warmUp, "heddle-warm-up-words");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Finds words for addresses, each in its role.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public AddressNames resolve(Map<Long, Role> roles) throws InterruptedException {
        if (roles.isEmpty()) {
            return new AddressNames(Map.of(), Map.of(), Map.of());
        }
        long[] addresses = roles.keySet().stream().mapToLong(Long::longValue).toArray();
        Map<Long, Location> locations = new HashMap<>();
        Map<Long, List<Location>> calls = new HashMap<>();
        Map<Long, DataSymbol> variables = new HashMap<>();
        List<Symbolizer.Question> questions = new ArrayList<>();
        List<Resolved> asked = new ArrayList<>();
        for (Resolved resolved : pool.resolve(addresses)) {
            if (resolved.kind() == ResolvedKind.SITE) {
                locations.put(
                        resolved.address(),
                        new Location(
                                resolved.file(),
                                resolved.line(),
                                resolved.column(),
                                resolved.function(),
                                resolved.name(),
                                resolved.type()));
            } else if (resolved.kind() == ResolvedKind.VARIABLE) {
                VariableLayout layout = new VariableLayout(resolved.function(), resolved.column());
                variables.put(
                        resolved.address(),
                        new DataSymbol(resolved.name(), resolved.line(), resolved.column(), layout));
            } else if (resolved.kind() == ResolvedKind.MODULE) {
                asked.add(resolved);
                questions.add(question(resolved, roles.get(resolved.address())));
            }
        }
        answer(asked, questions, roles, locations, calls, variables);
        return new AddressNames(Map.copyOf(locations), Map.copyOf(calls), Map.copyOf(variables));
    }

    @Override
    public void close() {
        symbolizer.close();
    }

    private static Symbolizer.Question question(Resolved resolved, Role role) {
        long back = role == Role.SITE || role == Role.CALL ? 1 : 0; // a return address lies behind the call
        return new Symbolizer.Question(role == Role.DATA, resolved.module(), resolved.offset() - back);
    }

    private void answer(
            List<Resolved> asked,
            List<Symbolizer.Question> questions,
            Map<Long, Role> roles,
            Map<Long, Location> locations,
            Map<Long, List<Location>> calls,
            Map<Long, DataSymbol> variables) {
        List<JsonNode> answers;
        try {
            answers = symbolizer.ask(questions);
        } catch (IOException unusable) {
            answers = List.of();
        }
        for (int i = 0; i < asked.size(); i++) {
            Resolved resolved = asked.get(i);
            JsonNode answer = i < answers.size() ? answers.get(i) : null;
            if (roles.get(resolved.address()) == Role.DATA) {
                DataSymbol symbol = data(resolved, answer);
                if (symbol != null) {
                    variables.put(resolved.address(), symbol);
                }
            } else if (roles.get(resolved.address()) == Role.CALL) {
                List<Location> found = calls(resolved, answer);
                calls.put(resolved.address(), found);
                locations.put(
                        resolved.address(), found.get(0)); // where a library jumps to another, a call is a site as well
            } else {
                locations.put(resolved.address(), code(resolved, frame(answer, 0)));
            }
        }
    }

    private static JsonNode frame(JsonNode answer, int inlined) {
        return answer == null ? null : answer.path("Symbol").path(inlined);
    }

    private static List<Location> calls(Resolved resolved, JsonNode answer) {
        int count = answer == null ? 1 : Math.max(1, answer.path("Symbol").size());
        List<Location> calls = new ArrayList<>(count);
        for (int inlined = 0; inlined < count; inlined++) {
            calls.add(code(resolved, frame(answer, inlined)));
        }
        return List.copyOf(calls);
    }

    private static Location code(Resolved resolved, JsonNode frame) {
        String file = frame == null ? "" : frame.path("FileName").asText("");
        String function = frame == null ? "" : frame.path("FunctionName").asText("");
        if (file.isEmpty() || file.equals("??")) {
            String known = function.isEmpty() || function.equals("??") ? resolved.name() : function;
            String where = known.isEmpty() ? "0x" + Long.toHexString(resolved.offset()) : known;
            return new Location(resolved.module(), 0, 0, where, "");
        }
        return new Location(
                placed(file, resolved.module()),
                frame.path("Line").asInt(),
                frame.path("Column").asInt(),
                function,
                "");
    }

    /** Distributions build their libraries in folders without a name: such a source is where its library is, as no program's is. */
    static String placed(String file, String module) {
        boolean isSystems = SYSTEM.stream().anyMatch(module::startsWith) && !file.startsWith("/");
        return isSystems ? Path.of(module).resolveSibling(file).normalize().toString() : file;
    }

    private static DataSymbol data(Resolved resolved, JsonNode answer) {
        JsonNode symbol = answer == null ? null : answer.path("Data");
        String name = symbol == null ? "" : symbol.path("Name").asText("");
        if (name.isEmpty() || name.equals("??") || isRuntimes(resolved)) {
            return null;
        }
        long start = number(symbol.path("Start").asText("0"));
        long size = number(symbol.path("Size").asText("0"));
        return new DataSymbol(name, resolved.offset() - start, size, new VariableLayout("", size));
    }

    /** The runtime's own variables say nothing to the program: a semaphore with a name lies in a table of it. */
    private static boolean isRuntimes(Resolved resolved) {
        return resolved.module().endsWith("/libheddle.so");
    }

    private static long number(String text) {
        try {
            return Long.decode(text);
        } catch (NumberFormatException odd) {
            return 0;
        }
    }
}

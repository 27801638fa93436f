package org.heddle.it.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Heddle;

/**
 * A source whose workers do what its arguments say, two characters an operation.
 *
 * @param folder of the checks
 * @param source of the workers
 * @param limit of executions
 */
record Workers(Path folder, Path source, int limit) {
    /** Verdict, number of executions, findings. */
    String explored(List<String> program, Object... macros) {
        List<Object> command = new ArrayList<>(List.of("--keep-going", "-i", limit));
        command.addAll(List.of(macros));
        command.add(source);
        List<Object> words = new ArrayList<>(List.of(Compiled.instead(command.toArray())));
        words.add("--");
        words.addAll(program);
        JsonNode report = Heddle.check(folder, words.toArray()).json();
        Set<String> findings = new TreeSet<>();
        report.get("findings")
                .forEach(finding -> findings.add(finding.get("kind").textValue() + "/"
                        + finding.get("cause").textValue()));
        return report.get("verdict").textValue() + " " + report.at("/executions/total") + " " + findings;
    }

    static String withoutNumber(String explored) {
        return explored.replaceAll("[0-9]+ ", "");
    }

    /** Operations of which those on mutexes come in pairs. */
    static String block(Random random, String operations, int depth) {
        String object = Integer.toString(random.nextInt(2));
        if (depth > 0 && random.nextInt(2) == 0) {
            return "L" + object + block(random, operations, depth - 1) + "U" + object;
        }
        return operations.charAt(random.nextInt(operations.length())) + object;
    }
}

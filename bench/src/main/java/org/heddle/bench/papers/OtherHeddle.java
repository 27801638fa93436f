package org.heddle.bench.papers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.base.UserError;

/**
 * Another version of Heddle, for comparisons.
 *
 * @param command its launcher
 */
public record OtherHeddle(String command) {
    /**
     * How many executions its check with these options takes to the first finding.
     *
     * @throws UserError if it cannot be run, or prints no report
     * @throws InterruptedException if the thread is interrupted
     */
    long executions(Subject subject, List<String> options) throws UserError, InterruptedException {
        List<String> words = new ArrayList<>(List.of(command, "check", "--format", "json"));
        words.addAll(subject.command(options));
        try {
            Process process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            JsonNode report = new ObjectMapper().readTree(process.getInputStream());
            process.waitFor();
            JsonNode total = report.at("/executions/total");
            if (!total.isIntegralNumber()) {
                throw new UserError("'" + String.join(" ", words) + "' prints no report: see what it says by itself");
            }
            for (JsonNode finding : report.path("findings")) {
                if (FirstSet.isEnding(finding.path("kind").asText())) {
                    return total.longValue();
                }
            }
            return Found.NEVER;
        } catch (IOException failed) {
            throw new UserError("cannot run '" + String.join(" ", words) + "' (" + failed.getMessage()
                    + "): name a launcher of Heddle with --against");
        }
    }
}

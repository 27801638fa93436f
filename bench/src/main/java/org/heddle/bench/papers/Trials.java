package org.heddle.bench.papers;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.heddle.bench.report.Plot;
import org.heddle.bench.report.Words;

/**
 * Checks of one program in one way, each with another seed.
 *
 * @param all of them
 */
record Trials(List<Trial> all) {
    /**
     * One check.
     *
     * @param executions to the first finding; {@link Found#NEVER} if there was none
     * @param exploring seconds to there
     * @param whole seconds until it was simplified and told
     */
    record Trial(long executions, double exploring, double whole) {
        boolean found() {
            return executions < Found.NEVER;
        }
    }

    private Stream<Trial> found() {
        return all.stream().filter(Trial::found);
    }

    /** In what share of the checks the bug was found. */
    double share() {
        return (double) found().count() / all.size();
    }

    /** The mean of some figure of those that found the bug; not a number if none did. */
    double mean(ToDoubleFunction<Trial> figure) {
        return found().mapToDouble(figure).average().orElse(Double.NaN);
    }

    /** The mean number of executions and its deviation, as the published tables have them: {@code 45±34 (18/20)}. */
    String executions() {
        String runs = " (" + found().count() + "/" + all.size() + ")";
        if (share() == 0) {
            return "–" + runs;
        }
        double mean = mean(Trial::executions);
        double variance = mean(trial -> (trial.executions() - mean) * (trial.executions() - mean));
        return Words.number(Math.round(mean)) + "±" + Words.number(Math.round(Math.sqrt(variance)))
                + (share() < 1 ? runs : "");
    }

    /** Mean seconds in words; a dash if the bug was never found. */
    String seconds(ToDoubleFunction<Trial> figure) {
        return share() == 0 ? "–" : Words.seconds(mean(figure));
    }

    /** Whether these find the bug as often as the published runs, and with no more executions. */
    boolean areAsGoodAs(Published other) {
        return other.mean().isEmpty()
                || share() > other.share()
                || (share() == other.share()
                        && Math.round(mean(Trial::executions)) <= other.mean().getAsDouble());
    }

    /**
     * A survival curve: the share of all checks, each program counting the same, that have not found a bug after so many executions.
     *
     * @param most where the curve ends
     */
    static Plot.Curve survival(String name, List<Trials> programs, int most) {
        return survival(
                name,
                programs.stream()
                        .map(trials -> trials.found().mapToDouble(Trial::executions))
                        .toList(),
                programs.stream().map(trials -> 1.0 / trials.all.size()).toList(),
                most);
    }

    /** The same of published figures: all runs that found the bug are taken to have needed the mean. */
    static Plot.Curve published(String name, List<Published> programs, int most) {
        return survival(
                name,
                programs.stream().map(program -> program.mean().stream()).toList(),
                programs.stream().map(Published::share).toList(),
                most);
    }

    private static Plot.Curve survival(String name, List<DoubleStream> found, List<Double> weights, int most) {
        TreeMap<Double, Double> steps = new TreeMap<>();
        for (int program = 0; program < found.size(); program++) {
            double weight = weights.get(program) / found.size();
            found.get(program)
                    .filter(number -> number <= most)
                    .forEach(number -> steps.merge(number, weight, Double::sum));
        }
        double left = 1;
        List<Plot.Point> points = new ArrayList<>(List.of(new Plot.Point(1, 1)));
        for (var step : steps.entrySet()) {
            points.add(new Plot.Point(step.getKey(), left));
            left -= step.getValue();
            points.add(new Plot.Point(step.getKey(), left));
        }
        points.add(new Plot.Point(most, left));
        return new Plot.Curve(name, List.copyOf(points));
    }
}

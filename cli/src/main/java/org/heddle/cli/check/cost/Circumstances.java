package org.heddle.cli.check.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.program.Around;
import org.heddle.server.os.Affinity;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.restart.Restart;

/**
 * How executions were made.
 *
 * @param points which accesses were scheduling points
 * @param hasBegin whether exploring began where the program says so
 * @param workers how many there were
 * @param cores how many workers this machine has a core for; 0: others executed
 * @param forks why executions were forked, if they were; the words fit behind "because"
 */
public record Circumstances(PointsMode points, boolean hasBegin, int workers, int cores, Optional<String> forks) {
    /**
     * Those of a check.
     *
     * @param because why the runtime has forked executions that need not have been forked by the options
     */
    public static Circumstances of(CheckOptions options, boolean hasBegin, Optional<String> because) {
        return new Circumstances(
                options.executing().run().points(),
                hasBegin,
                options.limits().jobs().most(),
                options.executing().cluster().isPresent()
                        ? 0
                        : Affinity.current().cores().cardinality(),
                because.or(() -> options(options)));
    }

    /** The options that leave no execution without a fork. */
    private static Optional<String> options(CheckOptions options) {
        CheckOptions.Executing executing = options.executing();
        Around around = executing.around();
        List<String> names = new ArrayList<>();
        add(names, executing.restart() == Restart.FORK, "--restart=fork");
        add(names, options.saving().file().isPresent(), "--save-frontier");
        add(names, executing.run().asks(RunFlag.LEAKS), "--leaks");
        add(names, executing.run().asks(RunFlag.PEDANTIC), "--pedantic");
        add(names, around.verify().isPresent(), "--verify");
        add(names, around.sandbox().isPresent(), "--sandbox");
        return names.isEmpty() ? Optional.empty() : Optional.of("of " + String.join(", ", names));
    }

    private static void add(List<String> names, boolean isAsked, String name) {
        if (isAsked) {
            names.add(name);
        }
    }
}

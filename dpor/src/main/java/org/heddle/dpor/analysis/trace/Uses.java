package org.heddle.dpor.analysis.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;

/** Which objects each row of one trace uses, and the history of every object in that trace. */
public final class Uses {
    private static final int[] NOTHING = {};

    private final ObjectIndex index = new ObjectIndex();
    private final List<History> histories = new ArrayList<>();
    private int[][] first = new int[64][];
    private int[] second = new int[64];
    private final Touches touches = new Touches();
    private int epoch;

    /** Looks up the objects of all rows. */
    public void load(Trace trace) {
        int rows = trace.rows();
        if (first.length < rows) {
            first = new int[Math.max(rows, 2 * first.length)][];
            second = new int[first.length];
        }
        int version;
        do {
            version = index.version();
            for (int row = 0; row < rows; row++) {
                resolve(row, trace.event(row).operation());
            }
        } while (version != index.version());
        while (histories.size() < index.size()) {
            histories.add(new History());
        }
        epoch++;
        touches.load(trace);
    }

    /** What whole critical sections touch. */
    public Touches touches() {
        return touches;
    }

    /** Another number for each trace. */
    int epoch() {
        return epoch;
    }

    private void resolve(int row, Operation operation) {
        ObjectFamily family = ObjectFamily.of(operation);
        first[row] =
                family == ObjectFamily.NONE ? NOTHING : index.resolve(family, operation.object(), operation.size());
        if (operation.secondSize() > 0) {
            int[] more = index.resolve(family, operation.object2(), operation.secondSize());
            first[row] = IntStream.concat(IntStream.of(first[row]), IntStream.of(more))
                    .distinct()
                    .toArray();
        }
        ObjectFamily other = ObjectFamily.second(operation);
        second[row] = other == ObjectFamily.NONE
                ? Trace.NONE
                : index.resolve(other, Dependence.secondObject(operation), 0)[0];
    }

    /** The objects that make up the first object of the row's operation. Not to be changed. */
    public int[] first(int row) {
        return first[row];
    }

    /** The second object of the row's operation, a mutex or the kernel, or {@link Trace#NONE}. */
    public int second(int row) {
        return second[row];
    }

    /** The history of one of the row's first objects. */
    public History history(int object, Event event) {
        History history = histories.get(object);
        history.enter(epoch, model(event).initial(event));
        return history;
    }

    /** The history of the row's first object, where that is a point or a range never cut. */
    public History firstHistory(int row, Event event) {
        return history(first[row][0], event);
    }

    /** The history of the row's second object. */
    public History secondHistory(int row, Event event) {
        History history = histories.get(second[row]);
        history.enter(epoch, secondModel(event).initial(event));
        return history;
    }

    /** The state model of an event's first object. */
    public static StateModel model(Event event) {
        return StateModel.of(ObjectFamily.of(event.operation()));
    }

    /** The state model of an event's second object. */
    public static StateModel secondModel(Event event) {
        return StateModel.of(ObjectFamily.second(event.operation()));
    }
}

package org.heddle.dpor.analysis.trace;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Section;

/** Which pieces of plain memory the {@linkplain org.heddle.dpor.model.Event#isWhole whole critical sections} of one trace touch. */
public final class Touches {
    private static final Touched[] NOTHING = {};

    private final ObjectIndex index = new ObjectIndex();
    private final List<History> histories = new ArrayList<>();
    private Touched[][] touched = {};
    private boolean isEmpty = true;
    private int epoch;

    /** A range as pieces that lie in no other range in part. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Touched(int[] pieces, AccessKind kind) {}

    /** Looks up what all rows touch. */
    void load(Trace trace) {
        isEmpty = true;
        for (int row = 0; row < trace.length() && isEmpty; row++) {
            isEmpty = !trace.event(row).isWhole();
        }
        if (isEmpty) {
            return;
        }
        touched = touched.length < trace.rows() ? new Touched[2 * trace.rows()][] : touched;
        int version;
        do {
            version = index.version();
            for (int row = 0; row < trace.rows(); row++) {
                touched[row] =
                        trace.event(row).isWhole() ? resolve(trace.event(row).section()) : NOTHING;
            }
        } while (version != index.version());
        while (histories.size() < index.size()) {
            histories.add(new History());
        }
        epoch++;
    }

    private Touched[] resolve(Section section) {
        Touched[] all = new Touched[section.touches().size()];
        for (int k = 0; k < all.length; k++) {
            Section.Touch touch = section.touches().get(k);
            int[] pieces = index.resolve(
                    ObjectFamily.MEMORY, touch.range().address(), touch.range().size());
            all[k] = new Touched(pieces, touch.writes() ? AccessKind.WRITE : AccessKind.READ);
        }
        return all;
    }

    /** What the row touches. Not to be changed. */
    public Touched[] of(int row) {
        return isEmpty ? NOTHING : touched[row];
    }

    /** What has been done to a piece so far. */
    public History history(int piece) {
        History history = histories.get(piece);
        history.enter(epoch, StateModel.UNKNOWN);
        return history;
    }
}

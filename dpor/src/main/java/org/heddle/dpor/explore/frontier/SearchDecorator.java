package org.heddle.dpor.explore.frontier;

import java.util.function.BooleanSupplier;
import org.heddle.dpor.estimate.Estimate;

/** A frontier that has another one search, and adds to it: what the other one comes to is what this one comes to. */
public abstract class SearchDecorator implements Frontier {
    /** The search, which may become another one. */
    protected abstract Frontier search();

    @Override
    public void stopWhen(BooleanSupplier isOver) {
        search().stopWhen(isOver);
    }

    @Override
    public long unpredicted() {
        return search().unpredicted();
    }

    @Override
    public Estimate estimate() {
        return search().estimate();
    }

    @Override
    public long open() {
        return search().open();
    }

    @Override
    public boolean hasOnlyExtras() {
        return search().hasOnlyExtras();
    }

    @Override
    public String promise() {
        return search().promise();
    }

    @Override
    public Proved proved() {
        return search().proved();
    }
}

package org.heddle.dpor.explore.frontier;

import org.heddle.dpor.model.Dependence;

/** Looks at what an optimal exploration does, and changes nothing. */
public interface Watch {
    /** Looks at nothing. */
    Watch NONE = (search, dependence) -> search;

    /** The same search, watched, under this dependence relation. */
    Frontier watch(Frontier search, Dependence dependence);
}

package org.heddle.cli.check;

import org.heddle.cli.check.cost.Effort;
import org.heddle.cli.check.progress.ProgressLine;
import org.heddle.cli.check.search.CoverageMeter;
import org.heddle.cli.check.search.LinesFile;
import org.heddle.cli.check.search.SavedFrontier;
import org.heddle.cli.check.search.Search;
import org.heddle.cli.check.search.WeakOutcomes;
import org.heddle.dpor.explore.Verdict;

/**
 * What an exploration leaves to be told.
 *
 * @param verdict of the exploration
 * @param search that was made
 * @param progress with the course that it took and what was seen on the way
 * @param saved the frontier, if it is kept
 * @param meter of what was covered
 * @param lines that were run
 * @param weak what C11 allows besides
 * @param effort that it took
 */
record Explored(
        Verdict verdict,
        Search search,
        ProgressLine progress,
        SavedFrontier saved,
        CoverageMeter meter,
        LinesFile lines,
        WeakOutcomes weak,
        Effort effort) {}

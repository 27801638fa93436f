package org.heddle.cli.format.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.heddle.cli.format.parts.LockHistory;
import org.heddle.cli.format.parts.ThreadOrigin;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.ReportedFinding.Watched;
import org.heddle.cli.report.names.Location;

/** What came before a finding: who created its threads, who had its locks, and what watched expressions held. */
final class JsonHistory {
    private JsonHistory() {}

    /** Adds it to the finding's object. */
    static void put(ObjectNode node, ReportedFinding finding) {
        ArrayNode created = node.putArray("created");
        for (ThreadOrigin origin : ThreadOrigin.of(finding)) {
            ObjectNode one = created.addObject()
                    .put("thread", origin.thread())
                    .put("name", origin.name())
                    .put("by", origin.by())
                    .put("step", origin.step());
            put(one, origin.location());
        }
        ArrayNode locks = node.putArray("locks");
        for (LockHistory history : LockHistory.of(finding)) {
            ObjectNode one = locks.addObject().put("lock", history.lock());
            ArrayNode uses = one.putArray("uses");
            for (LockHistory.Use use : history.uses()) {
                ObjectNode step = uses.addObject()
                        .put("step", use.line().step())
                        .put("thread", use.line().thread())
                        .put("operation", use.line().operation())
                        .put("action", use.action().word());
                put(step, use.line().location());
            }
            ArrayNode holders = one.putArray("holders");
            history.holders().forEach(holders::add);
        }
        ArrayNode watched = node.putArray("watched");
        for (Watched value : finding.watched()) {
            ObjectNode one = watched.addObject()
                    .put("expression", value.expression())
                    .put("thread", value.thread())
                    .put("value", value.value());
            if (value.step() == Watched.AT_START) {
                one.putNull("step");
            } else {
                one.put("step", value.step());
            }
        }
    }

    private static void put(ObjectNode node, Location location) {
        node.put("file", location.file());
        node.put("line", location.line());
        node.put("column", location.column());
        node.put("function", location.function());
    }
}

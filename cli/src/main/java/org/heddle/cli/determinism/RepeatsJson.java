package org.heddle.cli.determinism;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.heddle.cli.determinism.Repeats.Respect;

/** What runs were like as one JSON document, {@code heddle-determinism/1}. */
public final class RepeatsJson {
    private final ObjectMapper json = new ObjectMapper();

    /** The document. */
    public String write(Repeats repeats) {
        ObjectNode root = json.createObjectNode();
        root.put("schema", "heddle-determinism/1");
        root.put("program", repeats.program());
        root.put("same", repeats.areSame());
        root.put("runs", repeats.runs());
        root.putObject("compared")
                .put("steps", repeats.steps())
                .put("stdout", repeats.stdout())
                .put("stderr", repeats.stderr())
                .put("end", repeats.end());
        repeats.differing()
                .ifPresentOrElse(
                        differing -> root.put("differingRun", differing.run()), () -> root.putNull("differingRun"));
        ArrayNode differences = root.putArray("differences");
        repeats.differing()
                .ifPresent(differing -> differing.respects().forEach(one -> put(differences.addObject(), one)));
        ArrayNode remarks = root.putArray("remarks");
        repeats.remarks().forEach(remarks::add);
        try {
            return json.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of plain values has a JSON form", impossible);
        }
    }

    private static void put(ObjectNode node, Respect respect) {
        node.put("what", respect.what())
                .put("where", respect.where())
                .put("file", respect.location().file())
                .put("line", respect.location().line())
                .put("function", respect.location().function())
                .put("first", respect.first())
                .put("other", respect.other());
    }
}

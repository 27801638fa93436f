package org.heddle.instrumenter.pass.descriptors;

import java.util.HashMap;
import java.util.Map;

/** Classes of values that may flow into each other, in either direction (Steensgaard, "Points-to analysis in almost linear time", 1996). */
final class Alike {
    private final Map<Object, Object> parents = new HashMap<>();

    /** Makes two values, and all that are alike with them, alike. */
    void join(Object one, Object other) {
        Object a = root(one);
        Object b = root(other);
        if (!a.equals(b)) {
            parents.put(a, b);
        }
    }

    /** Whether they are. */
    boolean are(Object one, Object other) {
        return root(one).equals(root(other));
    }

    private Object root(Object value) {
        Object at = value;
        for (Object up = parents.get(at); up != null; up = parents.get(at)) {
            Object above = parents.get(up);
            if (above != null) {
                parents.put(at, above);
            }
            at = up;
        }
        return at;
    }
}

package org.heddle.dpor.weak;

import java.util.List;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.weak.Candidate.Node;
import org.heddle.dpor.weak.Litmus.Kind;

/**
 * The axioms of RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017, definitions 1 and 2, with the release sequences of C++20) and of
 * sequential consistency, asked of one graph by its relations alone. The oracle of what is quick. A relation is a set of bits for each event.
 */
final class Axioms {
    private final List<Node> nodes;
    private final int size;
    private final int[] sb;
    private final int[] rf;
    private final int[] mo;
    private final int[] fr;

    Axioms(Candidate graph) {
        nodes = graph.nodes();
        size = nodes.size();
        sb = new int[size];
        rf = new int[size];
        mo = new int[size];
        fr = new int[size];
        for (int a = 0; a < size; a++) {
            for (int b = 0; b < size; b++) {
                Node one = nodes.get(a);
                Node other = nodes.get(b);
                sb[a] |= bit(b, one.thread() == other.thread() && one.index() < other.index());
                rf[a] |= bit(b, other.reads() && other.source() == a);
            }
        }
        graph.modification().forEach((location, order) -> {
            for (int i = 0; i < order.size(); i++) {
                for (int j = i + 1; j < order.size(); j++) {
                    mo[order.get(i)] |= 1 << order.get(j);
                }
            }
            for (int r = 0; r < size; r++) {
                Node read = nodes.get(r);
                if (read.reads() && read.step().location() == location) {
                    int from = read.source() < 0 ? -1 : order.indexOf(read.source());
                    for (int j = from + 1; j < order.size(); j++) {
                        fr[r] |= bit(order.get(j), order.get(j) != r);
                    }
                }
            }
        });
    }

    private static int bit(int node, boolean isSet) {
        return isSet ? 1 << node : 0;
    }

    private static boolean has(int[] relation, int a, int b) {
        return (relation[a] & 1 << b) != 0;
    }

    boolean isSequentiallyConsistent() {
        return isAcyclic(union(union(sb, rf), union(mo, fr)));
    }

    boolean isConsistent() {
        int[] hb = closure(union(sb, synchronisesWith()));
        int[] eco = closure(union(rf, union(mo, fr)));
        return isIrreflexive(hb)
                && isIrreflexive(then(hb, eco))
                && isAtomic()
                && isAcyclic(union(sb, rf))
                && isAcyclic(psc(hb, eco));
    }

    /** rmw ∩ (fr;mo) = ∅. */
    private boolean isAtomic() {
        int[] between = then(fr, mo);
        for (int u = 0; u < size; u++) {
            if (nodes.get(u).reads() && nodes.get(u).writes() && has(between, u, u)) {
                return false;
            }
        }
        return true;
    }

    private MemoryOrder order(int node) {
        Node n = nodes.get(node);
        boolean failed = n.step().kind() == Kind.COMPARE && !n.writes();
        return failed ? n.step().failure() : n.step().order();
    }

    private boolean acquires(int node) {
        return switch (order(node)) {
            case SEQ_CST, ACQ_REL, ACQUIRE -> true;
            default -> false;
        };
    }

    private boolean releases(int node) {
        return switch (order(node)) {
            case SEQ_CST, ACQ_REL, RELEASE -> true;
            default -> false;
        };
    }

    private boolean isSc(int node) {
        return order(node) == MemoryOrder.SEQ_CST;
    }

    private boolean isFence(int node) {
        return nodes.get(node).step().kind() == Kind.FENCE;
    }

    /** [⊒rel];([F];sb)?;rs;rf;[R];(sb;[F])?;[⊒acq]. */
    private int[] synchronisesWith() {
        int[] sequence = new int[size];
        for (int w = 0; w < size; w++) {
            for (int end = 0; end < size && nodes.get(w).writes(); end++) {
                int at = end;
                while (at != w
                        && at >= 0
                        && nodes.get(at).writes()
                        && nodes.get(at).reads()) {
                    at = nodes.get(at).source();
                }
                sequence[w] |= bit(end, at == w);
            }
        }
        int[] read = then(sequence, rf);
        int[] sw = new int[size];
        for (int a = 0; a < size; a++) {
            int reached = 0;
            for (int w = 0; w < size && releases(a); w++) {
                reached |= a == w || (isFence(a) && has(sb, a, w)) ? read[w] : 0;
            }
            for (int r = 0; r < size && reached != 0; r++) {
                for (int b = 0; b < size && (reached & 1 << r) != 0; b++) {
                    sw[a] |= bit(b, acquires(b) && (b == r || (isFence(b) && has(sb, r, b))));
                }
            }
        }
        return sw;
    }

    private int[] psc(int[] hb, int[] eco) {
        int[] other = new int[size];
        int[] same = new int[size];
        int consistent = 0;
        int fences = 0;
        for (int a = 0; a < size; a++) {
            consistent |= bit(a, isSc(a));
            fences |= bit(a, isSc(a) && isFence(a));
            for (int b = 0; b < size; b++) {
                boolean isSame = !isFence(a)
                        && !isFence(b)
                        && nodes.get(a).step().location() == nodes.get(b).step().location();
                other[a] |= bit(b, has(sb, a, b) && !isSame);
                same[a] |= bit(b, has(hb, a, b) && isSame);
            }
        }
        int[] scb = union(union(sb, then(then(other, hb), other)), union(same, union(mo, fr)));
        int[] left = new int[size];
        int[] right = new int[size];
        for (int a = 0; a < size; a++) {
            left[a] = (consistent & 1 << a) | ((fences & 1 << a) != 0 ? hb[a] : 0);
            right[a] = (consistent & 1 << a) | (hb[a] & fences);
        }
        int[] base = then(then(left, scb), right);
        int[] between = union(hb, then(then(hb, eco), hb));
        for (int a = 0; a < size; a++) {
            base[a] |= (fences & 1 << a) != 0 ? between[a] & fences : 0;
        }
        return base;
    }

    private int[] union(int[] one, int[] other) {
        int[] both = new int[size];
        for (int a = 0; a < size; a++) {
            both[a] = one[a] | other[a];
        }
        return both;
    }

    private int[] then(int[] one, int[] other) {
        int[] both = new int[size];
        for (int a = 0; a < size; a++) {
            for (int left = one[a]; left != 0; left &= left - 1) {
                both[a] |= other[Integer.numberOfTrailingZeros(left)];
            }
        }
        return both;
    }

    private int[] closure(int[] relation) {
        int[] all = relation.clone();
        for (int k = 0; k < size; k++) {
            for (int a = 0; a < size; a++) {
                all[a] |= has(all, a, k) ? all[k] : 0;
            }
        }
        return all;
    }

    private boolean isAcyclic(int[] relation) {
        return isIrreflexive(closure(relation));
    }

    private boolean isIrreflexive(int[] relation) {
        for (int a = 0; a < size; a++) {
            if (has(relation, a, a)) {
                return false;
            }
        }
        return true;
    }
}

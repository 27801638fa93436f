package org.heddle.cluster.net;

import java.io.IOException;
import java.util.function.Consumer;
import org.heddle.cli.base.UserError;
import org.heddle.cli.cluster.ClusterChoice;
import org.heddle.cli.cluster.ClusterEngine;
import org.heddle.cli.cluster.SharedCheck;
import org.heddle.cli.cluster.SharedSuite;
import org.heddle.cluster.program.Bundle;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.launch.LaunchOptions;

/** Checks whose executions are shared, and suites whose checks are, by means of Pekko. */
public final class PekkoCluster implements ClusterEngine {
    /** For {@link java.util.ServiceLoader}. */
    public PekkoCluster() {}

    @Override
    public SharedCheck share(LaunchOptions options, Plan first, ClusterChoice choice, Consumer<String> say)
            throws UserError, IOException, InterruptedException {
        Address hub = hub(choice);
        Bundle bundle = Bundle.of(options, first);
        boolean started = false;
        try {
            Member member = member(hub, choice);
            started = true;
            return new PekkoCheck(member, hub, bundle, choice, say);
        } finally {
            if (!started) {
                bundle.close();
            }
        }
    }

    @Override
    public SharedSuite share(ClusterChoice choice, Consumer<String> say) throws UserError, InterruptedException {
        Address hub = hub(choice);
        Member member = member(hub, choice);
        boolean begun = false;
        try {
            PekkoSuite suite = new PekkoSuite(member, hub, say);
            begun = true;
            return suite;
        } finally {
            if (!begun) {
                member.close();
            }
        }
    }

    private static Address hub(ClusterChoice choice) throws UserError {
        return Address.of(choice.address(), "--cluster");
    }

    /** A member of the cluster to which this first worker belongs. */
    private static Member member(Address hub, ClusterChoice choice) throws UserError {
        MutualTls tls = MutualTls.of(Secret.read(choice.secret()));
        Address own = choice.listen().isPresent() ? Address.of(choice.listen().get(), "--listen") : hub.ownTowards();
        if (!tls.isThere(hub)) {
            throw nobodyAt(hub);
        }
        return Member.start(own, tls, Member.Timing.DEFAULT);
    }

    static UserError nobodyAt(Address hub) {
        return new UserError("nobody listens at " + hub + ": start a worker there with heddle worker --listen " + hub);
    }
}

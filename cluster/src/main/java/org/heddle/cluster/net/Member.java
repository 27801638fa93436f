package org.heddle.cluster.net;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSelection;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.japi.Pair;
import org.apache.pekko.remote.artery.tcp.SSLEngineProviderSetup;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationSetup;
import org.apache.pekko.serialization.SerializerDetails;
import org.apache.pekko.stream.SourceRef;
import org.apache.pekko.stream.StreamRefResolver;
import org.apache.pekko.stream.javadsl.Keep;
import org.apache.pekko.stream.javadsl.StreamConverters;
import org.apache.pekko.stream.javadsl.StreamRefs;
import org.apache.pekko.util.ByteString;
import org.heddle.cli.base.UserError;

/**
 * A member of a cluster: a check, or a worker. It reaches the others by Pekko's remoting (Artery over TCP), in which every
 * connection is TLS both sides of which know the secret.
 */
final class Member implements AutoCloseable {
    /** The name of every actor system. */
    private static final String SYSTEM = "heddle";

    private static final Duration FOREVER = Duration.ofDays(3650);

    /** So long a writer waits for a reader. Where a stream breaks, Pekko leaves a waiting writer waiting. */
    private static final Duration WRITE_PATIENCE = Duration.ofMinutes(1);

    private final ActorSystem system;

    private Member(ActorSystem system) {
        this.system = system;
    }

    /**
     * Listens there.
     *
     * @throws UserError if that is not possible
     */
    static Member start(Address address, MutualTls tls, Timing timing) throws UserError {
        ActorSystemSetup setup = ActorSystemSetup.create(
                BootstrapSetup.create(config(address, timing)),
                SSLEngineProviderSetup.create(system -> tls),
                SerializationSetup.create(system -> java.util.List.of(
                        SerializerDetails.create("letters", new LetterSerializer(), java.util.List.of(Letter.class)))));
        try {
            return new Member(ActorSystem.create(SYSTEM, setup));
        } catch (RuntimeException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            throw new UserError("cannot listen at " + address + ": " + cause.getMessage()
                    + ": name an address of this machine and a port that is free");
        }
    }

    private static Config config(Address address, Timing timing) {
        Map<String, Object> own = Map.ofEntries(
                Map.entry("pekko.actor.provider", "remote"),
                Map.entry("pekko.actor.allow-java-serialization", false),
                Map.entry("pekko.actor.warn-about-java-serializer-usage", false),
                Map.entry("pekko.loggers", java.util.List.of()),
                Map.entry("pekko.loglevel", "OFF"),
                Map.entry("pekko.stdout-loglevel", "OFF"),
                Map.entry("pekko.log-dead-letters", "off"),
                Map.entry("pekko.jvm-exit-on-fatal-error", "off"), // what was found is told, whatever else happens
                Map.entry("pekko.jvm-shutdown-hooks", "off"),
                Map.entry("pekko.coordinated-shutdown.run-by-jvm-shutdown-hook", "off"),
                Map.entry("pekko.remote.use-unsafe-remote-features-outside-cluster", "on"),
                Map.entry("pekko.remote.warn-unsafe-watch-outside-cluster", "off"),
                Map.entry("pekko.remote.deployment.enable-allow-list", "on"),
                Map.entry("pekko.remote.watch-failure-detector.acceptable-heartbeat-pause", timing.silence()),
                Map.entry("pekko.remote.artery.transport", "tls-tcp"),
                Map.entry("pekko.remote.artery.canonical.hostname", address.host()),
                Map.entry("pekko.remote.artery.canonical.port", address.port()),
                Map.entry("pekko.remote.artery.advanced.inbound-lanes", 1),
                Map.entry("pekko.remote.artery.advanced.tcp.connection-timeout", "3s"));
        return ConfigFactory.parseMap(own)
                .withFallback(ConfigFactory.defaultReference(Member.class.getClassLoader()))
                .resolve();
    }

    /** Times. */
    record Timing(Duration silence) {
        static final Timing DEFAULT = new Timing(Duration.ofSeconds(10));
    }

    /** Where it listens. */
    Address address() {
        org.apache.pekko.actor.Address own =
                ((ExtendedActorSystem) system).provider().getDefaultAddress();
        return new Address(own.host().get(), (Integer) own.port().get());
    }

    /** An actor of its own. */
    ActorRef actor(Props props, String name) {
        return system.actorOf(props, name);
    }

    /** An actor of another member, to which letters may be sent whether it is there or not. */
    ActorSelection remote(Address address, String actor) {
        return system.actorSelection("pekko://" + SYSTEM + "@" + address + "/user/" + actor);
    }

    /** An actor by its address, as {@link #addressOf} has told it somewhere. */
    ActorRef resolve(String address) {
        return ((ExtendedActorSystem) system).provider().resolveActorRef(address);
    }

    /** The address of an actor, for others. */
    static String addressOf(ActorRef actor) {
        return Serialization.serializedActorPath(actor);
    }

    /** A stream of bytes to another member: what is written here is read there, by whoever is told its name. */
    Outgoing outgoing() {
        Pair<OutputStream, SourceRef<ByteString>> ends = StreamConverters.asOutputStream(WRITE_PATIENCE)
                .toMat(StreamRefs.<ByteString>sourceRef(), Keep.both())
                .run(system);
        return new Outgoing(ends.first(), StreamRefResolver.get(system).toSerializationFormat(ends.second()));
    }

    /**
     * The near end of a stream.
     *
     * @param stream to be written to; blocks while nobody reads at the far end, and fails after {@link #WRITE_PATIENCE}
     * @param name of the stream, for the other member
     */
    record Outgoing(OutputStream stream, String name) {}

    /** The far end of a stream with this name. */
    InputStream incoming(String name) {
        SourceRef<ByteString> source = StreamRefResolver.get(system).resolveSourceRef(name);
        return new Incoming(source.getSource().runWith(StreamConverters.asInputStream(FOREVER), system));
    }

    @Override
    public void close() {
        system.terminate();
        try {
            system.getWhenTerminated().toCompletableFuture().get(5, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException | TimeoutException late) {
            // its threads do not keep the process
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

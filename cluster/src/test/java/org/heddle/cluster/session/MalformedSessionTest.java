package org.heddle.cluster.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.heddle.cluster.Examples;
import org.heddle.cluster.program.Bundle;
import org.heddle.cluster.program.FileCache;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.launch.LaunchOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A session in which a member says what makes no sense ends, and the worker is there for others. */
@Timeout(900)
final class MalformedSessionTest {
    private static final Plan PLAN = new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false);

    @TempDir
    private Path folder;

    private Workshop workshop;

    @BeforeEach
    void begin() throws Exception {
        workshop = new Workshop(Examples.shim(), new FileCache(folder.resolve("cache"), 1 << 24), Optional.empty(), 1);
    }

    /** What a worker answers to this. */
    private List<FrameKind> answers(byte[]... frames) throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ByteArrayInputStream in = new ByteArrayInputStream(new byte[0]);
        SequenceInputStream all = new SequenceInputStream(in, in);
        for (byte[] frame : frames) {
            all = new SequenceInputStream(all, new ByteArrayInputStream(frame));
        }
        new WorkSession("a check", all, said, workshop).run();
        assertEquals(List.of(), workshop.checks());
        FrameInput read = new FrameInput(new ByteArrayInputStream(said.toByteArray()));
        List<FrameKind> kinds = new java.util.ArrayList<>();
        for (int left = said.size(); left > 0; ) {
            FrameInput.Received frame = read.read();
            kinds.add(frame.kind());
            left -= 1 + Integer.BYTES + frame.body().remaining();
        }
        return kinds;
    }

    private static byte[] frame(FrameKind kind, byte... body) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (FrameOutput out = new FrameOutput(bytes)) {
            out.write(kind, body);
        }
        return bytes.toByteArray();
    }

    private static byte[] file(Bundle bundle) throws Exception {
        byte[] hash = bundle.job().program().getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        byte[] content = Files.readAllBytes(bundle.file(bundle.job().program()));
        byte[] body = Arrays.copyOf(hash, hash.length + content.length);
        System.arraycopy(content, 0, body, hash.length, content.length);
        return frame(FrameKind.FILE, body);
    }

    @Test
    void whatMakesNoSense_endsTheSession() throws Exception {
        assertEquals(List.of(), answers());
        assertEquals(List.of(), answers(frame(FrameKind.PLAN, new byte[100])));
        assertEquals(List.of(), answers(frame(FrameKind.JOB, new byte[100])));
        assertEquals(List.of(), answers(new byte[] {1, 127, 127, 127, 127}));
        LaunchOptions options = LaunchOptions.of(Examples.compiled(folder, "40-two-locks.c"), Examples.shim());
        try (Bundle bundle = Bundle.of(options, PLAN)) {
            byte[] job = frame(FrameKind.JOB, bundle.job().bytes());
            byte[] file = file(bundle);
            List<FrameKind> asked = List.of(FrameKind.NEED);
            assertEquals(asked, answers(job, frame(FrameKind.FILE, new byte[10])));
            assertEquals(asked, answers(job, Arrays.copyOf(file, file.length / 2)));
            byte[] another = file.clone();
            another[another.length - 1] ^= 1;
            assertEquals(List.of(FrameKind.NEED, FrameKind.REFUSED), answers(job, another));
            assertTrue(answers(job, file, frame(FrameKind.BYE)).contains(FrameKind.READY), "nothing was cached");
            List<FrameKind> ready = List.of(FrameKind.READY);
            assertEquals(ready, answers(job, frame(FrameKind.PLAN, new byte[7])));
            assertEquals(ready, answers(job, frame(FrameKind.PLAN, noise(400))));
            assertEquals(ready, answers(job, frame(FrameKind.CHECK, noise(400))));
            assertEquals(ready, answers(job, frame(FrameKind.CHECK, "null".getBytes(StandardCharsets.UTF_8))));
            assertEquals(ready, answers(job, frame(FrameKind.JOB, bundle.job().bytes())));
        }
    }

    private static byte[] noise(int length) {
        byte[] noise = new byte[length];
        new Random(3).nextBytes(noise);
        return noise;
    }
}

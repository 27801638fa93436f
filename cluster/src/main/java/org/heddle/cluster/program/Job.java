package org.heddle.cluster.program;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.heddle.server.restart.Restart;

/**
 * What a worker is to execute, and how. Files are named by their hashes; those that the worker does not have are sent.
 *
 * @param machine where the check runs, which the worker's must be like
 * @param name the program's argument 0
 * @param program the executable
 * @param libraries its own libraries, by the name that it asks for
 * @param systemLibraries those of the system, by their path: the worker has to have the same
 * @param arguments of the program
 * @param environment of the program, all of it
 * @param directory where it runs; relative to the folder of {@code sandbox} if {@code isInSandbox}
 * @param isInSandbox whether it runs in the sandbox
 * @param sandbox what is in the folder of which every execution gets a copy
 * @param hasSandbox whether there is one
 * @param input the standard input; empty for none
 * @param verify the shell command that runs after every execution
 * @param peers the commands that every execution starts
 * @param restart how one execution follows another
 * @param firstPlan a PLAN frame: what the first execution is to do, how executions are run, and their seed
 */
@SuppressWarnings("ArrayRecordComponent") // a frame, which nobody compares
public record Job(
        Machine machine,
        String name,
        String program,
        Map<String, String> libraries,
        Map<String, String> systemLibraries,
        List<String> arguments,
        Map<String, String> environment,
        String directory,
        boolean isInSandbox,
        List<TreeEntry> sandbox,
        boolean hasSandbox,
        Optional<String> input,
        Optional<String> verify,
        List<String> peers,
        Restart restart,
        byte[] firstPlan) {

    /** The hashes of all files that have to be there. */
    public Set<String> files() {
        Set<String> files = new LinkedHashSet<>();
        files.add(program);
        files.addAll(libraries.values());
        sandbox.stream()
                .filter(entry -> entry.type() == TreeEntry.Type.FILE)
                .forEach(entry -> files.add(entry.content()));
        input.ifPresent(files::add);
        return files;
    }

    /** The job as bytes. */
    public byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            machine.write(out);
            Fields.writeText(out, name);
            Fields.writeText(out, program);
            Fields.writeMap(out, libraries);
            Fields.writeMap(out, systemLibraries);
            Fields.writeList(out, arguments, Fields::writeText);
            Fields.writeMap(out, environment);
            Fields.writeText(out, directory);
            out.writeBoolean(isInSandbox);
            Fields.writeList(out, sandbox, (to, entry) -> entry.write(to));
            out.writeBoolean(hasSandbox);
            Fields.writeText(out, input.orElse(""));
            Fields.writeList(out, verify.stream().toList(), Fields::writeText);
            Fields.writeList(out, peers, Fields::writeText);
            Fields.writeText(out, restart.name());
            Fields.writeBytes(out, firstPlan);
        } catch (IOException impossible) {
            throw new IllegalStateException("memory takes everything", impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a job.
     *
     * @throws IOException if it is malformed
     */
    public static Job of(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            Job job = new Job(
                    Machine.read(in),
                    Fields.readText(in),
                    Fields.readText(in),
                    Fields.readMap(in),
                    Fields.readMap(in),
                    Fields.readList(in, Fields::readText),
                    Fields.readMap(in),
                    Fields.readText(in),
                    in.readBoolean(),
                    Fields.readList(in, TreeEntry::read),
                    in.readBoolean(),
                    Optional.of(Fields.readText(in)).filter(text -> !text.isEmpty()),
                    Fields.readList(in, Fields::readText).stream().findFirst(),
                    Fields.readList(in, Fields::readText),
                    Restart.valueOf(Fields.readText(in)),
                    Fields.readBytes(in));
            for (String file : job.files()) {
                if (!ContentHash.isOne(file)) {
                    throw new IOException("a file without a hash");
                }
            }
            return job;
        } catch (IllegalArgumentException unknown) {
            throw new IOException("a malformed job: " + unknown.getMessage(), unknown);
        }
    }
}

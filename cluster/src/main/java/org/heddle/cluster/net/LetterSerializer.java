package org.heddle.cluster.net;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/** Letters as bytes. Nothing but letters can come of bytes that arrive; their size is bounded by Pekko's frames. */
final class LetterSerializer extends SerializerWithStringManifest {
    private static final int IDENTIFIER = 0x48444c; // its own among Pekko's; below 41 are reserved
    private static final int MOST_WORKERS = 10_000;

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object letter) {
        return letter.getClass().getSimpleName();
    }

    @Override
    public byte[] toBinary(Object letter) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            if (letter instanceof Letter.Enlist enlist) {
                write(out, enlist.state());
            } else if (letter instanceof Letter.Open open) {
                out.writeLong(open.number());
                out.writeUTF(open.check());
                out.writeUTF(open.plans());
            } else if (letter instanceof Letter.Opened opened) {
                out.writeLong(opened.number());
                out.writeUTF(opened.results());
            } else if (letter instanceof Letter.Roster roster) {
                out.writeInt(roster.workers().size());
                for (Letter.Entry entry : roster.workers()) {
                    out.writeUTF(entry.address());
                    write(out, entry.state());
                }
            }
        } catch (IOException impossible) {
            throw new IllegalStateException("memory takes everything", impossible);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, WorkerState state) throws IOException {
        out.writeUTF(state.name());
        out.writeUTF(state.version());
        out.writeInt(state.slots());
        out.writeLong(state.executed());
        out.writeDouble(state.perSecond());
        out.writeLong(state.lost());
        out.writeUTF(state.running());
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return switch (manifest) {
                case "Enlist" -> new Letter.Enlist(state(in));
                case "Leave" -> new Letter.Leave();
                case "Ask" -> new Letter.Ask();
                case "Open" -> new Letter.Open(in.readLong(), in.readUTF(), in.readUTF());
                case "Opened" -> new Letter.Opened(in.readLong(), in.readUTF());
                case "Roster" -> roster(in);
                default -> throw new NotSerializableException("a letter of the unknown kind " + manifest);
            };
        } catch (NotSerializableException unknown) {
            throw unknown;
        } catch (IOException malformed) {
            throw new NotSerializableException("a malformed letter: " + manifest);
        }
    }

    private static WorkerState state(DataInputStream in) throws IOException {
        return new WorkerState(
                in.readUTF(), in.readUTF(), in.readInt(), in.readLong(), in.readDouble(), in.readLong(), in.readUTF());
    }

    private static Letter roster(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > MOST_WORKERS) {
            throw new IOException("a roster of " + count);
        }
        List<Letter.Entry> workers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            workers.add(new Letter.Entry(in.readUTF(), state(in)));
        }
        return new Letter.Roster(workers);
    }
}

package org.heddle.cli.warm;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A client's command.
 *
 * @param connection to the client, a descriptor
 * @param arguments what follows the name of Heddle
 * @param variables of the environment, as {@code NAME=VALUE}
 */
record Request(int connection, List<String> arguments, List<byte[]> variables) {
    /**
     * Reads what the client has written.
     *
     * @param taken as {@code heddle_warm_take} returns it
     * @throws IOException if it cannot be read
     */
    static Request read(int[] taken) throws IOException {
        byte[] bytes;
        try (InputStream file = new FileInputStream("/proc/self/fd/" + taken[1])) {
            bytes = file.readAllBytes();
        }
        List<byte[]> words = new ArrayList<>();
        for (int from = 0, at = 0; at < bytes.length; at++) {
            if (bytes[at] == 0) {
                words.add(Arrays.copyOfRange(bytes, from, at));
                from = at + 1;
            }
        }
        if (words.size() != taken[2] + taken[3]) {
            throw new IOException("a command of " + words.size() + " words");
        }
        Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding"));
        return new Request(
                taken[0],
                words.subList(0, taken[2]).stream()
                        .map(word -> new String(word, charset))
                        .toList(),
                words.subList(taken[2], words.size()));
    }
}

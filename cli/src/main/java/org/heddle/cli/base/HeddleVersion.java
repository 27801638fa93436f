package org.heddle.cli.base;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the jar. */
public final class HeddleVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"heddle " + number()};
    }

    /** The version number. */
    public static String number() {
        Properties properties = new Properties();
        try (InputStream in = HeddleVersion.class.getResourceAsStream("/heddle-version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException unreadable) {
            return "of unknown version";
        }
        return properties.getProperty("version", "of unknown version");
    }
}

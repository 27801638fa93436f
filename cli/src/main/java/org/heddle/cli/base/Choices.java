package org.heddle.cli.base;

import java.util.ArrayList;
import java.util.List;

/** All values that an option takes whose type is no enumeration: for help, completion and what is said of another value. */
public class Choices extends ArrayList<String> {
    /** These. */
    protected Choices(List<String> values) {
        super(values);
    }
}

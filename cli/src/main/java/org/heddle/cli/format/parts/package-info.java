/** What several forms of the report share: excerpts of source, folded traces, rules and repairs. */
package org.heddle.cli.format.parts;

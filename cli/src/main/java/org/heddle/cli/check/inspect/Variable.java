package org.heddle.cli.check.inspect;

/**
 * A variable, a part of one, or what an expression holds.
 *
 * @param name of the variable, or of the part in its whole
 * @param value as gdb prints it; where it cannot be read why not, in angle brackets
 * @param type in C; empty if it cannot be read
 * @param expression that gives it; empty if none is known
 * @param reference by which its parts are asked for; 0 if it has none
 * @param elements how many an array has; 0 if it is none
 */
public record Variable(String name, String value, String type, String expression, int reference, int elements) {}
